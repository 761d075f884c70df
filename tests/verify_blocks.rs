//! Whole blocks of several parts and chunks, and folders above blocks.

mod common;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{Nobody, SmallBlock, content};
use emission::format::part::Packing;
use emission::format::{UNITS_PER_CHUNK, UNITS_PER_PART};
use emission::verify::{self, Kind, Report, VerifyError, blocks_below};
use emission::watch::Watch;

/// A part, a chunk and some units of a second chunk.
const UNITS: usize = UNITS_PER_PART as usize + UNITS_PER_CHUNK as usize + 5;

/// The last one.
const LAST: u32 = UNITS_PER_PART + UNITS_PER_CHUNK + 5;

/// The first unit of the second part.
const SECOND: u32 = UNITS_PER_PART + 1;

/// Counts units; asks to stop when there have been so many.
struct Counter {
    units: AtomicU64,
    stop_at: u64,
}

impl Counter {
    fn stopping_at(stop_at: u64) -> Self {
        Self {
            units: AtomicU64::new(0),
            stop_at,
        }
    }
}

impl Watch for Counter {
    fn units(&self, more: u64) {
        self.units.fetch_add(more, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.units.load(Ordering::Relaxed) >= self.stop_at
    }
}

/// Verifies with so many threads.
fn verify_with(block: &SmallBlock, threads: usize) -> Report {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a pool");
    pool.install(|| block.verify())
}

#[test]
fn packed_or_not_a_block_is_the_same() {
    let mut block = SmallBlock::new(UNITS);
    let mut roots = Vec::new();
    for packing in [Packing::CsvZstd, Packing::Csv] {
        block.packing = packing;
        block.write();
        block.assert_finds(&[]);
        let report = block.verify();
        assert_eq!(report.units, UNITS as u64);
        assert_eq!(report.lots, block.game.total_lots());
        roots.push(report.merkle_root.expect("a root"));
        fs::remove_dir_all(block.folder()).expect("removed");
    }
    assert_eq!(roots[0], roots[1]);
}

/// Faults all over a block are the same list whatever the number of threads.
#[test]
fn the_report_does_not_depend_on_the_threads() {
    let block = SmallBlock::new(UNITS);
    let mut rows = block.rows();
    let faults = [
        9,
        8_192,
        8_193,
        70_000,
        UNITS_PER_PART,
        SECOND,
        SECOND + 1,
        LAST,
    ];
    for unit in faults {
        *rows[unit as usize - 1].last_mut().expect("a nonce") = b'x';
    }
    block.write_rows(&rows);
    block.assert_finds(&[("row-nonce", &faults[..5])]);
    let report = verify_with(&block, 1);
    assert_eq!(report.findings.total(), 8);
    for threads in [2, 5] {
        assert_eq!(verify_with(&block, threads), report);
    }
}

#[test]
fn faults_of_one_part_leave_the_other() {
    let block = SmallBlock::new(UNITS);
    block.write();
    let (first, second) = (block.path(&block.part(0)), block.path(&block.part(1)));
    let bytes = fs::read(&first).expect("a part");
    fs::write(&first, &bytes[..bytes.len() / 2]).expect("written");
    let report = block.verify();
    let kinds = block.kinds();
    assert_eq!(
        kinds,
        [
            "checksums-wrong",
            "part-size",
            "part-checksum",
            "part-frame"
        ]
    );
    assert!(report.units > u64::from(UNITS_PER_CHUNK) && report.units < UNITS as u64);
    assert_eq!(report.merkle_root, None);
    fs::write(&first, bytes).expect("written");
    fs::remove_file(&second).expect("removed");
    block.assert_finds(&[("part-missing", &[])]);
    assert_eq!(block.verify().units, u64::from(UNITS_PER_PART));
}

/// A part in another packing than the others is one too many, and its own is missing.
#[test]
fn parts_are_packed_alike() {
    let mut block = SmallBlock::new(UNITS);
    block.write();
    block.packing = Packing::Csv;
    let plain = content(&block.rows()[UNITS_PER_PART as usize..], true);
    fs::write(block.path(&block.part(1)), plain).expect("written");
    block.packing = Packing::CsvZstd;
    fs::remove_file(block.path(&block.part(1))).expect("removed");
    block.assert_finds(&[("part-missing", &[]), ("file-extra", &[])]);
}

#[test]
fn parts_in_each_other_s_place() {
    let block = SmallBlock::new(2 * UNITS_PER_PART as usize);
    block.write();
    let (first, second) = (block.path(&block.part(0)), block.path(&block.part(1)));
    let bytes = fs::read(&first).expect("a part");
    fs::rename(&second, &first).expect("moved");
    fs::write(&second, bytes).expect("written");
    let report = block.verify();
    let kinds = block.kinds();
    let expected = [
        "checksums-wrong",
        "part-size",
        "part-checksum",
        "part-root",
        "row-number",
        "block-root",
    ];
    assert_eq!(
        kinds.iter().filter(|kind| **kind != "part-size").count(),
        5,
        "{kinds:?}"
    );
    assert!(
        kinds.iter().all(|kind| expected.contains(kind)),
        "{kinds:?}"
    );
    let moved = report.findings.get(Kind::RowNumber).expect("a finding");
    assert_eq!(
        (moved.count, &moved.units[..2]),
        (2 * u64::from(UNITS_PER_PART), &[1, 2][..])
    );
}

/// The chunks of a part are frames of their own, each of the right units.
#[test]
fn frames_are_chunks() {
    let block = SmallBlock::new(2 * UNITS_PER_CHUNK as usize);
    block.write();
    let rows = block.rows();
    let one_frame = block.pack(content(&rows, true));
    block.replace_part(0, &one_frame);
    assert_eq!(
        block
            .verify()
            .findings
            .iter()
            .next()
            .expect("a finding")
            .kind
            .name(),
        "part-frame"
    );
    let frames = |cut: usize| {
        [
            block.pack(content(&rows[..cut], true)),
            block.pack(content(&rows[cut..], false)),
        ]
        .concat()
    };
    block.replace_part(0, &frames(UNITS_PER_CHUNK as usize));
    block.assert_finds(&[]);
    block.replace_part(0, &frames(UNITS_PER_CHUNK as usize - 1));
    let report = block.verify();
    let found = report.findings.iter().next().expect("a finding");
    assert_eq!(
        (found.kind.name(), &found.units[..]),
        ("part-rows", &[1, UNITS_PER_CHUNK + 1][..])
    );
}

#[test]
fn twins_in_different_parts() {
    let mut block = SmallBlock::new(UNITS);
    for unit in [SECOND, LAST] {
        let (of, letters) = (7, block.units[6].letters().to_vec());
        assert_eq!(
            block.units[of - 1].words(),
            block.units[unit as usize - 1].words(),
            "{unit}"
        );
        block.units[unit as usize - 1]
            .letters_mut()
            .copy_from_slice(&letters);
    }
    block.write();
    block.assert_finds(&[("twins", &[SECOND, LAST])]);
}

#[test]
fn all_units_are_told_of_whatever_is_missing() {
    let block = SmallBlock::new(UNITS);
    block.write();
    let folder = block.folder();
    for break_it in [
        |_: &SmallBlock| {},
        |block: &SmallBlock| fs::write(block.path(&block.part(1)), b"x").expect("written"),
        |block: &SmallBlock| fs::remove_file(block.path(&block.part(0))).expect("removed"),
    ] {
        break_it(&block);
        let counter = Counter::stopping_at(u64::MAX);
        verify::block(&block.request(&folder), &counter).expect("it runs to the end");
        assert_eq!(counter.units.into_inner(), UNITS as u64);
    }
}

#[test]
fn the_watcher_can_stop_the_work() {
    let block = SmallBlock::new(UNITS);
    block.write();
    // Two threads, so that chunks are left to start when the watcher speaks.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .expect("a pool");
    for stop_at in [0, 1, 8 * u64::from(UNITS_PER_CHUNK)] {
        let counter = Counter::stopping_at(stop_at);
        let stopped = pool.install(|| verify::block(&block.request(&block.folder()), &counter));
        assert!(matches!(stopped, Err(VerifyError::Cancelled)));
        assert!(counter.units.into_inner() < UNITS as u64);
    }
    assert_eq!(
        VerifyError::Cancelled.to_string(),
        "stopped before the end: nothing is proved"
    );
}

#[test]
fn a_folder_that_is_not_there_cannot_be_verified() {
    let block = SmallBlock::new(40);
    let folder = block.folder();
    let error = verify::block(&block.request(&folder), &Nobody).expect_err("no folder");
    let expected = format!("there is no folder {}: check its path", folder.display());
    assert_eq!(error.to_string(), expected);
}

/// The names below a folder, without the folder.
fn below(folder: &Path) -> Vec<String> {
    let blocks = blocks_below(folder).expect("blocks");
    let name = |path: &std::path::PathBuf| {
        path.strip_prefix(folder)
            .expect("below")
            .display()
            .to_string()
    };
    blocks.iter().map(name).collect()
}

#[test]
fn blocks_are_found_below_any_folder() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out");
    for folder in [
        "emission-0002/block-0001",
        "emission-0001/block-0010",
        "emission-0001/block-0002",
        "emission-0001/.block-0003.inprogress",
        "emission-0001/block-0002/more/block-0009",
        "emission-0001/notes",
        "kept/copy of a block",
    ] {
        fs::create_dir_all(out.join(folder)).expect("a folder");
    }
    fs::write(out.join("kept/copy of a block/manifest.json"), "").expect("written");
    fs::write(out.join("emission-0001/block-0004"), "no folder").expect("written");
    fs::write(
        out.join("emission-0001/.block-0003.inprogress/manifest.json"),
        "",
    )
    .expect("written");
    let all = [
        "emission-0001/block-0002",
        "emission-0001/block-0010",
        "emission-0002/block-0001",
        "kept/copy of a block",
    ];
    assert_eq!(below(&out), all);
    assert_eq!(
        below(&out.join("emission-0001")),
        ["block-0002", "block-0010"]
    );
    assert_eq!(below(&out.join("emission-0001/block-0002")), [""]);
    assert_eq!(below(&out.join("kept/copy of a block")), [""]);
}

/// Links are followed, so that no block is passed over unseen; but no folder above blocks is looked into twice.
#[test]
fn links_are_followed_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let (out, away) = (dir.path().join("out"), dir.path().join("away"));
    fs::create_dir_all(out.join("emission-0001/block-0001")).expect("a folder");
    fs::create_dir_all(away.join("block-0007")).expect("a folder");
    fs::create_dir_all(away.join("of another name")).expect("a folder");
    fs::write(away.join("notes"), "").expect("written");
    let link =
        |to: &Path, name: &str| std::os::unix::fs::symlink(to, out.join(name)).expect("a link");
    link(&away.join("block-0007"), "emission-0001/block-0007");
    link(&away.join("block-0007"), "emission-0001/newest");
    link(&away.join("of another name"), "emission-0001/block-0008");
    link(&out, "emission-0001/loop");
    link(&out.join("emission-0001"), "again");
    link(&away, "away");
    link(&away, "away again");
    link(&away.join("notes"), "notes");
    assert_eq!(
        below(&out),
        [
            "away/block-0007",
            "emission-0001/block-0001",
            "emission-0001/block-0007",
            "emission-0001/block-0008",
            "emission-0001/newest",
        ]
    );
}

#[test]
fn a_link_that_leads_nowhere_is_an_error() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("emission-0001/block-0001")).expect("a folder");
    let link = dir.path().join("emission-0001/block-0002");
    std::os::unix::fs::symlink("gone", &link).expect("a link");
    let error = blocks_below(dir.path()).expect_err("a block that cannot be read");
    assert_eq!(
        error.to_string(),
        format!("there is no folder {}: check its path", link.display())
    );
}

/// A block that stands in for another one by a link is not that one.
#[test]
fn a_link_has_the_number_of_its_own_name() {
    let block = SmallBlock::new(40);
    block.write();
    for (name, found) in [
        ("block-0001", &[][..]),
        ("block-0002", &["folder-name"]),
        ("newest", &[]),
    ] {
        let emission = block.out().join("linked/emission-0001");
        fs::create_dir_all(&emission).expect("a folder");
        let link = emission.join(name);
        std::os::unix::fs::symlink(block.folder(), &link).expect("a link");
        let report = verify::block(&block.request(&link), &Nobody).expect("it runs to the end");
        let findings = report.findings.iter();
        let kinds: Vec<&str> = findings.map(|finding| finding.kind.name()).collect();
        assert_eq!(kinds, found, "{name}");
    }
}

#[test]
fn a_folder_without_blocks_is_said() {
    let dir = tempfile::tempdir().expect("a folder");
    let error = blocks_below(dir.path()).expect_err("no block");
    let expected = format!(
        "no block in or below {}: give a block folder, as out/emission-0001/block-0001, or a folder above some",
        dir.path().display()
    );
    assert_eq!(error.to_string(), expected);
    assert!(matches!(
        blocks_below(&dir.path().join("none")),
        Err(VerifyError::NoFolder { .. })
    ));
}

/// A block in its own folder, wherever that is, is only held against the numbers of names of the standard form.
#[test]
fn names_of_other_forms_say_nothing() {
    let block = SmallBlock::new(40);
    block.write();
    for (name, found) in [
        ("emission-0001/block-0001", &[][..]),
        ("emission-0001/block-0002", &["folder-name"]),
        ("emission-0002/block-0001", &["folder-name"]),
        ("emission-1/block-01", &[]),
        ("kept/block-0001.copy", &[]),
    ] {
        let folder = block.out().join("moved").join(name);
        fs::create_dir_all(folder.parent().expect("a parent")).expect("a folder");
        let now = fs::read_dir(block.folder()).map(|_| block.folder());
        fs::rename(now.expect("a block"), &folder).expect("moved");
        let report = verify::block(&block.request(&folder), &Nobody).expect("it runs to the end");
        let kinds: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| finding.kind.name())
            .collect();
        assert_eq!(kinds, found, "{name}");
        fs::rename(&folder, block.folder()).expect("moved back");
    }
}
