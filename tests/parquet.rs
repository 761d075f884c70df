//! Parquet blocks: as right as CSV ones, wrong in their own ways, and converted there and back.

mod common;

use std::fs;

use common::{Nobody, SmallBlock, content};
use emission::convert::{Conversion, ConvertError};
use emission::format::manifest::{Hex, Manifest};
use emission::format::part::{Packed, Packing};
use emission::format::writer::DiskFiles;
use emission::format::{MANIFEST, UNITS_PER_CHUNK, UNITS_PER_PART, parquet};
use emission::game::thousands;
use emission::unit::RowShape;
use sha2::{Digest as _, Sha256};

fn written(units: usize, packing: Packing) -> SmallBlock {
    let block = SmallBlock::new(units).with(packing);
    block.write();
    block
}

fn manifest(block: &SmallBlock) -> Manifest {
    let json = fs::read_to_string(block.path(MANIFEST)).expect("a manifest");
    Manifest::parse(&json).expect("a good manifest")
}

/// The chunks of the first part, packed.
fn chunks(block: &SmallBlock) -> Vec<Packed> {
    let rows = block.rows();
    let rows = rows[..rows.len().min(UNITS_PER_PART as usize)].chunks(UNITS_PER_CHUNK as usize);
    let packed = rows
        .enumerate()
        .map(|(index, rows)| block.chunk(content(rows, index == 0)));
    packed.collect()
}

#[test]
fn a_right_block_has_no_findings_and_the_root_of_its_csv() {
    for units in [
        40,
        UNITS_PER_CHUNK as usize + 1,
        UNITS_PER_PART as usize + 2,
    ] {
        let roots = Packing::ALL.map(|packing| {
            let block = written(units, packing);
            block.assert_finds(&[]);
            let report = block.verify();
            assert_eq!(report.units, units as u64);
            report.merkle_root.expect("a root")
        });
        assert!(roots.iter().all(|root| *root == roots[0]), "{roots:?}");
    }
}

#[test]
fn every_byte_of_a_footer_is_bound() {
    let block = written(40, Packing::Parquet);
    let part = fs::read(block.path(&block.part(0))).expect("a part");
    let footer = parquet::footer(&[chunks(&block)[0].row_group.clone().expect("a row group")]);
    let start = part.len() - footer.len();
    for at in start..part.len() {
        let mut changed = part.clone();
        changed[at] ^= 1;
        block.replace_part(0, &changed);
        block.assert_finds(&[("part-footer", &[1])]);
    }
    for changed in [
        &part[..start],
        &part[..part.len() - 1],
        &[&part[..], b"\n"].concat(),
    ] {
        block.replace_part(0, changed);
        block.assert_finds(&[("part-footer", &[1])]);
    }
    let report = block.verify();
    let detail = &report.findings.iter().next().expect("a finding").details[0];
    let behind = thousands(footer.len() as u64 + 1);
    assert_eq!(
        *detail,
        format!("unit 1: units-0001.parquet has {behind} bytes behind its last row group")
    );
}

/// Statistics that hide a winner from whoever filters by prize: the pages are right, and their root too.
#[test]
fn statistics_that_lie_are_found() {
    let block = written(40, Packing::Parquet);
    let part = fs::read(block.path(&block.part(0))).expect("a part");
    let highest = block.units.iter().map(|unit| unit.prize_cents).max();
    let highest = highest.expect("units").to_le_bytes();
    let places: Vec<usize> = (0..part.len() - 8)
        .filter(|&at| part[at..at + 8] == highest)
        .collect();
    let [place] = places[..] else {
        panic!("one greatest value in the statistics, and none in packed pages: {places:?}");
    };
    let mut changed = part;
    changed[place..place + 8].fill(0);
    block.replace_part(0, &changed);
    block.assert_finds(&[("part-footer", &[1])]);
}

#[test]
fn another_schema_is_found() {
    let block = written(40, Packing::Parquet);
    let part = fs::read(block.path(&block.part(0))).expect("a part");
    let at = part.windows(6).rposition(|bytes| bytes == b"grid_2");
    let mut changed = part.clone();
    changed[at.expect("a name") + 5] = b'3';
    block.replace_part(0, &changed);
    block.assert_finds(&[("part-footer", &[1])]);
}

#[test]
fn damaged_pages_are_found() {
    let rows_in_chunk = UNITS_PER_CHUNK as usize;
    let block = written(rows_in_chunk + 5, Packing::Parquet);
    let packed = chunks(&block);
    let part = fs::read(block.path(&block.part(0))).expect("a part");
    // In the first frame's checksum; the second chunk is read all the same.
    let mut changed = part.clone();
    let shape = RowShape::of(&block.game);
    let first = 4 + packed[0].bytes.len() - 1;
    changed[first] ^= 1;
    block.replace_part(0, &changed);
    block.assert_finds(&[("part-frame", &[1])]);
    // No magic bytes at the start: no chunk at all.
    let mut changed = part.clone();
    changed[0] = b'Q';
    block.replace_part(0, &changed);
    block.assert_finds(&[("part-frame", &[1])]);
    // The second row group lacks its last page.
    let cut = 4 + packed[0].bytes.len() + packed[1].bytes.len() - 1;
    assert_eq!(
        parquet::chunk_len(&part[4..], &shape),
        Some(packed[0].bytes.len())
    );
    block.replace_part(0, &part[..cut]);
    block.assert_finds(&[("part-frame", &[UNITS_PER_CHUNK + 1])]);
    block.replace_part(0, b"");
    block.assert_finds(&[("part-frame", &[1])]);
    block.replace_part(0, b"PAR1");
    block.assert_finds(&[("part-frame", &[1])]);
}

#[test]
fn rows_too_many_or_too_few_are_found() {
    let block = written(40, Packing::Parquet);
    let rows = block.rows();
    block.replace_part(0, &block.pack(content(&rows[..39], true)));
    assert!(block.kinds().contains(&"part-rows"), "{:?}", block.kinds());
    let more = [&rows[..], &rows[39..]].concat();
    block.replace_part(0, &block.pack(content(&more, true)));
    assert!(block.kinds().contains(&"part-rows"), "{:?}", block.kinds());
    // A whole row group more.
    let packed = block.chunk(content(&rows, true));
    block.replace_part(0, &block.bytes_of_part(&[packed.clone(), packed]));
    block.assert_finds(&[("part-footer", &[1])]);
}

/// What a changed unit shows is found as in CSV: the columns carry it.
#[test]
fn wrong_units_are_found_as_in_csv() {
    let found = Packing::ALL.map(|packing| {
        let mut block = SmallBlock::new(40).with(packing);
        block.units[3].prize_cents += 100;
        block.units[5].number = 50;
        block.units[7].letters_mut()[0] = b'#';
        block.units[9].grids_mut()[1].cells_mut()[2] = b'\t';
        block.units[11].words_mut()[0] = 9;
        block.write();
        let report = block.verify();
        let findings = report.findings.iter();
        let found = findings.map(|finding| (finding.kind.name(), finding.units.clone()));
        found.collect::<Vec<_>>()
    });
    assert!(found[0].len() > 4, "{found:?}");
    assert_eq!(found[0], found[2], "plain CSV and packed");
    assert_eq!(found[0], found[1], "CSV and Parquet");
}

#[test]
fn a_part_of_another_kind_is_one_too_many() {
    let block = written(40, Packing::Parquet);
    fs::write(block.path("units-0001.csv"), "unit\n").expect("written");
    assert_eq!(block.kinds(), ["file-extra"]);
}

/// Converts a block into a folder; gives its manifest.
fn convert(
    block: &SmallBlock,
    manifest: &Manifest,
    to: Packing,
    out: &std::path::Path,
) -> Result<Manifest, ConvertError> {
    let conversion = Conversion {
        manifest,
        shape: &RowShape::of(&block.game),
        from: block.packing,
        to,
    };
    let mut files = DiskFiles::new(out);
    let manifest = conversion.run(&block.folder(), &mut files, &Nobody)?;
    files.flush().expect("flushed");
    Ok(manifest)
}

/// Every way, with the parts that the block would have been made with, on any number of threads.
#[test]
fn a_converted_block_is_the_one_made_so() {
    let units = UNITS_PER_PART as usize + UNITS_PER_CHUNK as usize + 3;
    let blocks = Packing::ALL.map(|packing| written(units, packing));
    for (from, threads) in blocks.iter().zip([1, 2, 3]) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        for to in &blocks {
            let out = tempfile::tempdir().expect("a folder");
            let old = manifest(from);
            let new = pool.install(|| convert(from, &old, to.packing, out.path()));
            let new = new.expect("converted");
            assert_eq!(new, manifest(to), "{:?} to {:?}", from.packing, to.packing);
            for index in 0..2 {
                let found = fs::read(out.path().join(to.part(index))).expect("a part");
                assert!(
                    found == fs::read(to.path(&to.part(index))).expect("a part"),
                    "{:?} to {:?}",
                    from.packing,
                    to.packing
                );
            }
        }
    }
}

#[test]
fn what_is_not_the_manifests_block_is_not_converted() {
    let block = written(40, Packing::Parquet);
    let right = manifest(&block);
    let refused = |change: &dyn Fn(&mut Manifest)| {
        let out = tempfile::tempdir().expect("a folder");
        let mut manifest = right.clone();
        change(&mut manifest);
        let error = convert(&block, &manifest, Packing::Csv, out.path());
        error.expect_err("refused").to_string()
    };
    let zeros = Hex([0; 32]);
    assert_eq!(
        refused(&|manifest| manifest.merkle_root = zeros),
        format!(
            "the units have the Merkle root {}, the manifest says {zeros}",
            right.merkle_root
        )
    );
    assert_eq!(
        refused(&|manifest| manifest.parts[0].sha256 = zeros),
        "units-0001.parquet is not the file that the manifest lists"
    );
    assert_eq!(
        refused(&|manifest| manifest.parts[0].units = 39),
        "units-0001.parquet: it can't be read as row groups of 39 units, each with a page for every column"
    );
    let damaged = b"PAR1".as_slice();
    fs::write(block.path(&block.part(0)), damaged).expect("written");
    let sum = Hex(Sha256::digest(damaged).into());
    assert_eq!(
        refused(&|manifest| manifest.parts[0].sha256 = sum),
        "units-0001.parquet: it can't be read as row groups of 40 units, each with a page for every column"
    );
    fs::remove_file(block.path(&block.part(0))).expect("removed");
    let error = refused(&|_| {});
    assert!(
        error.ends_with("units-0001.parquet can't be read (No such file or directory)"),
        "{error}"
    );
}
