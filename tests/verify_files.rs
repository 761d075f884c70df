//! Each fault of a block's files is found as what it is: of the folder, the seals, the manifest and the parts.

mod common;

use std::fs::{self, File};
use std::path::Path;

use common::{SmallBlock, content};
use emission::format::manifest::{Hex, Manifest};
use emission::format::part::Packing;
use emission::format::{CHECKSUMS, MANIFEST, SIGNATURE};
use emission::game::thousands;
use emission::seal::{AllowedSigners, SigningKey, allowed_signers_line};
use emission::verify::Kind;
use emission::words::WordList;
use ssh_key::{HashAlg, LineEnding, PrivateKey};
use zstd::zstd_safe::CParameter;

/// An SSHSIG signature of the right namespace by a key of type ECDSA, made by ssh-keygen.
const ECDSA: &str = "-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAAGgAAAATZWNkc2Etc2hhMi1uaXN0cDI1NgAAAAhuaXN0cDI1NgAAAE
EEhZBt2l4n1sbWma0y7ao8ITT+GUCgEmHvCV0ZCqBA880Qc3fJmUQdjj/732FcmV4/eScn
zA4Xqyyd6S8iQmINfAAAAA5lbWlzc2lvbi1ibG9jawAAAAAAAAAGc2hhNTEyAAAAZQAAAB
NlY2RzYS1zaGEyLW5pc3RwMjU2AAAASgAAACEA14sjIAJseEYKKepKrtrHM1nN2BSdxO6Y
6U3ppVsnvyQAAAAhAO6mdTiVfJ6Qh+AY5pKveQ3ItHSo5AA3kW9pfejc/gvz
-----END SSH SIGNATURE-----
";

/// What also is wrong of a block that can be read and has no units.
const NOTHING_PAID: [(&str, &[u32]); 2] = [("prize-table", &[]), ("ways", &[])];

fn written() -> SmallBlock {
    let block = SmallBlock::new(40);
    block.write();
    block
}

fn plain() -> SmallBlock {
    let block = SmallBlock::new(40).with(Packing::Csv);
    block.write();
    block
}

/// The bytes of a file, changed.
fn edit(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).expect("a file");
    change(&mut bytes);
    fs::write(path, bytes).expect("written");
}

/// The text of a file with something replaced once.
fn replace(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).expect("a text");
    assert!(text.contains(old), "{old} in {text}");
    fs::write(path, text.replacen(old, new, 1)).expect("written");
}

/// The manifest's text, changed and sealed again.
fn seal_changed(block: &SmallBlock, old: &str, new: &str) {
    let text = fs::read_to_string(block.path(MANIFEST)).expect("a text");
    assert!(text.contains(old), "{old} in {text}");
    block.seal(&text.replacen(old, new, 1));
}

#[test]
fn right_blocks_have_no_findings() {
    written().assert_finds(&[]);
    plain().assert_finds(&[]);
}

#[test]
fn missing_files() {
    for (name, found) in [
        (MANIFEST, &[("manifest-missing", &[][..])][..]),
        (SIGNATURE, &[("signature-missing", &[])]),
        (CHECKSUMS, &[("checksums-missing", &[])]),
        ("units-0001.csv.zst", &[("part-missing", &[])]),
    ] {
        let block = written();
        fs::remove_file(block.path(name)).expect("removed");
        block.assert_finds(found);
    }
}

#[test]
fn files_that_do_not_belong() {
    for name in [
        "notes.txt",
        ".hidden",
        "units-0002.csv.zst",
        "units-0001.csv",
        "manifest.json.bak",
        "Manifest.json",
    ] {
        let block = written();
        fs::write(block.path(name), "x").expect("written");
        block.assert_finds(&[("file-extra", &[])]);
        assert_eq!(
            block
                .verify()
                .findings
                .iter()
                .next()
                .expect("a finding")
                .details,
            [name]
        );
    }
    let block = written();
    fs::create_dir(block.path("more")).expect("a folder");
    block.assert_finds(&[("file-extra", &[])]);
}

/// Not even a link to the very file that belongs there is opened.
#[test]
fn links_and_folders_in_place_of_files() {
    for name in [MANIFEST, SIGNATURE, CHECKSUMS] {
        let block = written();
        let elsewhere = block.out().join("elsewhere");
        fs::rename(block.path(name), &elsewhere).expect("moved");
        std::os::unix::fs::symlink(&elsewhere, block.path(name)).expect("a link");
        block.assert_finds(&[("file-kind", &[])]);
    }
    let block = written();
    let part = block.path(&block.part(0));
    fs::rename(&part, block.out().join("elsewhere")).expect("moved");
    std::os::unix::fs::symlink(block.out().join("elsewhere"), &part).expect("a link");
    block.assert_finds(&[("file-kind", &[])]);
    fs::remove_file(&part).expect("removed");
    fs::create_dir(&part).expect("a folder");
    block.assert_finds(&[("file-kind", &[])]);
}

#[test]
fn signatures_that_cannot_be_read() {
    let block = written();
    let good = fs::read(block.path(SIGNATURE)).expect("a signature");
    let cut = &good[..good.len() / 2];
    let crlf = String::from_utf8_lossy(&good)
        .replace('\n', "\r\n")
        .into_bytes();
    let large = [&good[..], &vec![b'\n'; 5 << 20]].concat();
    for bytes in [
        b"".as_slice(),
        b"no signature\n",
        b"\xff\xfe\n",
        cut,
        &crlf,
        &large,
    ] {
        fs::write(block.path(SIGNATURE), bytes).expect("written");
        block.assert_finds(&[("signature-form", &[])]);
        assert_eq!(block.verify().signer, None);
    }
}

#[test]
fn signatures_for_something_else_or_by_another_kind_of_key() {
    let block = written();
    let key = PrivateKey::from_openssh(block.key.to_openssh().as_bytes()).expect("a key");
    let manifest = fs::read(block.path(MANIFEST)).expect("a manifest");
    let signature = key
        .sign("file", HashAlg::Sha512, &manifest)
        .expect("a signature");
    fs::write(
        block.path(SIGNATURE),
        signature.to_pem(LineEnding::LF).expect("a text"),
    )
    .expect("written");
    block.assert_finds(&[("signature-namespace", &[])]);
    fs::write(block.path(SIGNATURE), ECDSA).expect("written");
    block.assert_finds(&[("signature-key", &[])]);
}

#[test]
fn a_manifest_that_another_key_signed_again() {
    let block = written();
    let manifest = fs::read(block.path(MANIFEST)).expect("a manifest");
    let other = SigningKey::generate("other").expect("a key");
    fs::write(block.path(SIGNATURE), other.sign(&manifest)).expect("written");
    block.assert_finds(&[("signer-unknown", &[])]);
    let details = block
        .verify()
        .findings
        .iter()
        .next()
        .expect("a finding")
        .details
        .clone();
    assert!(details[0].contains(&other.fingerprint()), "{details:?}");
    let report = block.verify();
    assert_eq!(
        (report.signer, report.refused_signer),
        (None, Some(other.fingerprint()))
    );
}

#[test]
fn a_signer_who_is_allowed_other_things() {
    let mut block = written();
    let line = allowed_signers_line(common::IDENTITY, &block.key);
    let signers = |line: &str| AllowedSigners::parse(line).expect("a good line");
    block.signers = signers(&line.replace("emission-block", "git"));
    block.assert_finds(&[("signer-namespace", &[])]);
    block.signers = signers(&line.replacen("emission", "somebody", 1));
    block.assert_finds(&[("signer-unknown", &[])]);
    block.signers = signers("");
    block.assert_finds(&[("signer-unknown", &[])]);
}

#[test]
fn a_manifest_changed_after_it_was_signed() {
    let block = written();
    replace(
        &block.path(MANIFEST),
        "\"tool_version\": \"0",
        "\"tool_version\": \"1",
    );
    block.assert_finds(&[("signature-wrong", &[]), ("checksums-wrong", &[])]);
}

#[test]
fn checksums_that_cannot_be_read() {
    let block = written();
    let good = fs::read_to_string(block.path(CHECKSUMS)).expect("a text");
    for text in [
        "",
        "no checksums\n",
        good.trim_end(),
        &good.replace("  ", " *"),
        &good.replace("  ", " "),
        &good.to_uppercase(),
        &good.replace('\n', "\r\n"),
        &format!("{good}{good}"),
        &good.replace("units", "../units"),
        &good.replace("units", "/units"),
    ] {
        fs::write(block.path(CHECKSUMS), text).expect("written");
        block.assert_finds(&[("checksums-form", &[])]);
    }
    fs::write(block.path(CHECKSUMS), b"\xff\n").expect("written");
    block.assert_finds(&[("checksums-form", &[])]);
}

#[test]
fn checksums_of_other_files() {
    let block = written();
    let good = fs::read_to_string(block.path(CHECKSUMS)).expect("a text");
    let lines: Vec<&str> = good.lines().collect();
    let of_more = format!("{good}{}  notes.txt\n", "0".repeat(64));
    for text in [
        &format!("{}\n{}\n", lines[1], lines[0]),
        &format!("{}\n", lines[0]),
        &format!("{}\n", lines[1]),
        &good.replace("0001", "0002"),
        &of_more,
    ] {
        fs::write(block.path(CHECKSUMS), text).expect("written");
        block.assert_finds(&[("checksums-files", &[])]);
    }
    assert_eq!(
        detail(&block, Kind::ChecksumsFiles),
        "line 3 is \"notes.txt\", must be the end"
    );
}

#[test]
fn checksums_that_are_not_their_files() {
    let block = written();
    edit(&block.path(CHECKSUMS), |bytes| {
        bytes[0] = if bytes[0] == b'0' { b'1' } else { b'0' }
    });
    block.assert_finds(&[("checksums-wrong", &[])]);
    assert_eq!(
        block
            .verify()
            .findings
            .iter()
            .next()
            .expect("a finding")
            .details,
        [block.part(0)]
    );
}

#[test]
fn manifests_that_cannot_be_read() {
    for (old, new) in [
        ("{", "["),
        ("\"emission\": 1", "\"emission\": -1"),
        ("\"emission\": 1", "\"emission\": 1.5"),
        ("\"emission\": 1", "\"emission\": 4294967296"),
        ("\"emission\": 1", "\"emission\": 1e400"),
        ("\"emission\": 1", "\"emission\": \"1\""),
        ("\"emission\": 1", "\"emission\": 1,\n  \"emission\": 1"),
        ("\"emission\": 1", "\"emission\": 1,\n  \"more\": 1"),
        ("\"emission\": 1,\n", ""),
        ("\"bytes\": ", "\"bytes\": 99999999999999999999999999"),
        ("\"game_sha256\": \"", "\"game_sha256\": \"00"),
        ("}\n", "}\n{}"),
    ] {
        let block = written();
        seal_changed(&block, old, new);
        block.assert_finds(&[("manifest-form", &[])]);
    }
    let block = written();
    block.seal("");
    block.assert_finds(&[("manifest-form", &[])]);
    block.seal(&"[".repeat(100_000));
    block.assert_finds(&[("manifest-form", &[])]);
    block.seal(&" ".repeat(5 << 20));
    block.assert_finds(&[("manifest-form", &[])]);
}

#[test]
fn a_manifest_that_is_not_text() {
    let block = written();
    edit(&block.path(MANIFEST), |bytes| bytes[20] = 0xFF);
    block.assert_finds(&[
        ("signature-wrong", &[]),
        ("checksums-wrong", &[]),
        ("manifest-form", &[]),
    ]);
}

#[test]
fn a_manifest_of_another_version() {
    let block = written();
    block.reseal(|manifest| manifest.tool_version = "9".into());
    block.assert_finds(&[]);
    seal_changed(&block, "\"format_version\": 1", "\"format_version\": 2");
    block.assert_finds(&[("manifest-version", &[])]);
}

#[test]
fn a_manifest_in_other_bytes() {
    for (old, new) in [
        ("  \"emission\"", "   \"emission\""),
        ("\n}\n", "\n}"),
        ("Small", "\\u0053mall"),
        (",\n  \"block\"", ", \"block\""),
    ] {
        let block = written();
        seal_changed(&block, old, new);
        block.assert_finds(&[("manifest-bytes", &[])]);
    }
}

#[test]
fn a_manifest_that_claims_something_else() {
    type Change = fn(&mut Manifest);
    for (kind, change) in [
        (
            "manifest-game",
            (|manifest| manifest.game = "Another".into()) as Change,
        ),
        ("manifest-game", |manifest| {
            manifest.game_sha256 = Hex([0; 32]);
        }),
        ("manifest-words", |manifest| {
            manifest.wordlist_sha256 = Hex([0; 32]);
        }),
        ("manifest-blocklist", |manifest| {
            manifest.blocklist_sha256 = Hex([0; 32]);
        }),
        ("manifest-units", |manifest| manifest.units = 41),
        ("manifest-units", |manifest| manifest.units = u32::MAX),
        ("manifest-prizes", |manifest| {
            manifest.prize_table[0].lots += 1;
        }),
        ("manifest-prizes", |manifest| {
            manifest.prize_table[0].prize_cents += 1;
        }),
        ("manifest-prizes", |manifest| manifest.prize_table.reverse()),
        ("manifest-prizes", |manifest| manifest.prize_table.clear()),
        ("manifest-totals", |manifest| manifest.total_lots += 1),
        ("manifest-totals", |manifest| {
            manifest.total_prizes_cents -= 1;
        }),
        ("folder-name", |manifest| manifest.emission = 2),
        ("folder-name", |manifest| manifest.block = 10),
        ("block-root", |manifest| manifest.merkle_root.0[31] ^= 1),
    ] {
        let block = written();
        block.reseal(change);
        block.assert_finds(&[(kind, &[])]);
    }
    let block = written();
    block.reseal(|manifest| manifest.block = 0);
    block.assert_finds(&[("folder-name", &[]), ("manifest-number", &[])]);
}

/// What the first finding of a kind says.
fn detail(block: &SmallBlock, kind: Kind) -> String {
    let findings = block.verify().findings;
    findings.get(kind).expect("a finding").details[0].clone()
}

#[track_caller]
fn assert_says_what_it_is_about(block: &SmallBlock) {
    let report = block.verify();
    let game = (report.game, report.currency);
    assert_eq!(game, (block.game.name.clone(), block.game.currency.clone()));
    assert_eq!(report.folder, block.folder());
}

#[test]
fn a_report_says_what_it_is_about() {
    assert_says_what_it_is_about(&written());
}

/// Held against other rules, each unit would be wrong: that is said alone, and what to do.
#[test]
fn a_block_of_another_game_or_of_other_words() {
    let mut block = written();
    block.game.unit_price_cents += 1;
    block.game.units_per_block += 1;
    block.assert_finds(&[("manifest-game", &[])]);
    assert!(
        detail(&block, Kind::ManifestGame)
            .starts_with("give its definition with --game: game_sha256 is ")
    );
    let report = block.verify();
    assert_eq!((report.has_units(), report.merkle_root), (false, None));
    assert_eq!(report.signer, Some(block.key.fingerprint()));
    assert!(report.manifest.is_some());
    assert_says_what_it_is_about(&block);
    block.signers = AllowedSigners::parse("").expect("nobody");
    let (key, report) = (block.key.fingerprint(), block.verify());
    assert_eq!((report.signer, report.refused_signer), (None, Some(key)));
    let mut block = written();
    block.words = WordList::parse("SOL\n", &block.game.alphabet, &block.blocked).expect("a list");
    block.assert_finds(&[("manifest-words", &[])]);
    assert!(
        detail(&block, Kind::ManifestWords)
            .starts_with("give its list with --words: wordlist_sha256 is ")
    );
}

/// What binds the files of such a block can be judged all the same.
#[test]
fn damage_to_a_block_of_another_game() {
    let foreign = || {
        let mut block = written();
        block.game.unit_price_cents += 1;
        block
    };
    let block = foreign();
    edit(&block.path(&block.part(0)), |bytes| bytes[20] ^= 1);
    fs::write(block.path("notes.txt"), "x").expect("written");
    block.assert_finds(&[
        ("file-extra", &[]),
        ("checksums-wrong", &[]),
        ("manifest-game", &[]),
        ("part-checksum", &[]),
    ]);
    for (more, kind) in [(1, "part-size"), (-1, "part-size"), (i64::MAX, "part-size")] {
        let block = foreign();
        block.reseal(|manifest| {
            let bytes = &mut manifest.parts[0].bytes;
            *bytes = bytes.saturating_add_signed(more);
        });
        block.assert_finds(&[("manifest-game", &[]), (kind, &[])]);
    }
    let block = foreign();
    fs::remove_file(block.path(&block.part(0))).expect("removed");
    fs::remove_file(block.path(SIGNATURE)).expect("removed");
    block.assert_finds(&[
        ("signature-missing", &[]),
        ("part-missing", &[]),
        ("manifest-game", &[]),
    ]);
    let block = foreign();
    block.reseal(|manifest| {
        manifest.parts[0].file = "../units-0001.csv.zst".into();
        manifest.block = 2;
    });
    block.assert_finds(&[
        ("folder-name", &[]),
        ("file-extra", &[]),
        ("checksums-files", &[]),
        ("manifest-game", &[]),
        ("manifest-parts", &[]),
    ]);
}

#[test]
fn the_two_roots_are_told_apart() {
    let block = written();
    let root = block.verify().merkle_root.expect("a root");
    block.reseal(|manifest| manifest.merkle_root = Hex([0; 32]));
    assert_eq!(
        detail(&block, Kind::BlockRoot),
        format!("the units have {root}, the manifest says {}", Hex([0; 32]))
    );
}

/// The seed's commitment, and who made the block, can only be judged by who has the seed.
#[test]
fn what_the_files_alone_cannot_tell() {
    let block = written();
    block.reseal(|manifest| {
        manifest.seed_commitment = Hex([1; 32]);
        manifest.tool = "another".into();
    });
    block.assert_finds(&[]);
}

#[test]
fn a_manifest_whose_list_of_parts_is_another() {
    type Change = fn(&mut Manifest);
    for (change, units) in [
        (
            (|manifest| manifest.parts[0].file = "../units-0001.csv.zst".into()) as Change,
            &[1][..],
        ),
        (
            |manifest| manifest.parts[0].file = "/etc/passwd".into(),
            &[1],
        ),
        (
            |manifest| manifest.parts[0].file = "units-0001.csv".into(),
            &[1],
        ),
        (
            |manifest| manifest.parts[0].file = "units-0002.csv.zst".into(),
            &[1],
        ),
        (|manifest| manifest.parts[0].file = String::new(), &[1]),
        (
            |manifest| manifest.parts[0].file = "a\0b\u{1b}[2J".into(),
            &[1],
        ),
        (|manifest| manifest.parts[0].first_unit = 2, &[1]),
        (|manifest| manifest.parts[0].first_unit = 0, &[1]),
        (|manifest| manifest.parts[0].units = u32::MAX, &[1]),
        (
            |manifest| manifest.parts.push(manifest.parts[0].clone()),
            &[],
        ),
        (|manifest| manifest.parts.clear(), &[]),
    ] {
        let block = written();
        block.reseal(change);
        block.assert_finds(&[("manifest-parts", units)]);
    }
}

#[test]
fn parts_that_are_not_what_the_manifest_says() {
    type Change = fn(&mut Manifest);
    for (kind, change) in [
        (
            "part-size",
            (|manifest| manifest.parts[0].bytes += 1) as Change,
        ),
        ("part-size", |manifest| manifest.parts[0].bytes = u64::MAX),
        ("part-checksum", |manifest| {
            manifest.parts[0].sha256.0[0] ^= 1;
        }),
        ("part-root", |manifest| {
            manifest.parts[0].merkle_root.0[0] ^= 1;
        }),
    ] {
        let block = written();
        block.reseal(change);
        block.assert_finds(&[(kind, &[1])]);
    }
}

/// One bit of a unit, and nobody who signs again: everything that binds it differs.
#[test]
fn a_bit_of_a_plain_part() {
    let block = plain();
    edit(&block.path(&block.part(0)), |bytes| {
        *bytes.iter_mut().rev().nth(3).expect("a nonce") ^= 1;
    });
    block.assert_finds(&[
        ("checksums-wrong", &[]),
        ("part-checksum", &[1]),
        ("part-root", &[1]),
        ("block-root", &[]),
    ]);
}

/// Whatever byte of a compressed part differs, it is found. Most damage the frame; a few mean nothing to it.
#[test]
fn any_byte_of_a_compressed_part() {
    let block = written();
    let path = block.path(&block.part(0));
    let good = fs::read(&path).expect("a part");
    let mut damaged = 0;
    for at in (0..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).expect("written");
        let kinds = block.kinds();
        assert_eq!(kinds[..2], ["checksums-wrong", "part-checksum"], "{at}");
        damaged += usize::from(kinds.contains(&"part-frame"));
    }
    assert!(damaged > good.len() / 8, "{damaged}");
}

#[test]
fn a_cut_part() {
    let block = written();
    let good = fs::read(block.path(&block.part(0))).expect("a part");
    for len in [0, 1, 8, good.len() / 2, good.len() - 1] {
        block.replace_part(0, &good[..len]);
        block.assert_finds(&[("part-frame", &[1])]);
    }
}

#[test]
fn a_part_of_another_kind() {
    let block = written();
    let rows = content(&block.rows(), true);
    for bytes in [rows.as_slice(), b"\x1f\x8b\x08\0\0\0\0\0\0\0", &[0; 1000]] {
        block.replace_part(0, bytes);
        block.assert_finds(&[("part-frame", &[1])]);
    }
}

/// A frame with the parameters of a test.
fn frame(rows: &[u8], parameters: &[CParameter]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::new(1).expect("a compressor");
    for &parameter in parameters {
        compressor.set_parameter(parameter).expect("a parameter");
    }
    compressor.compress(rows).expect("a frame")
}

#[test]
fn frames_without_checksum_or_size() {
    let block = written();
    let rows = content(&block.rows(), true);
    let [checksum, no_checksum] = [true, false].map(CParameter::ChecksumFlag);
    block.replace_part(0, &frame(&rows, &[checksum]));
    block.assert_finds(&[]);
    for parameters in [
        &[no_checksum][..],
        &[checksum, CParameter::ContentSizeFlag(false)],
    ] {
        block.replace_part(0, &frame(&rows, parameters));
        block.assert_finds(&[("part-frame", &[1])]);
    }
}

/// Content that zstd makes small enough to hide: megabytes as the header says, or as it does not say.
#[test]
fn zstd_bombs() {
    let block = written();
    let checksum = CParameter::ChecksumFlag(true);
    let bomb = frame(&vec![b'A'; 50 << 20], &[checksum]);
    assert!(bomb.len() < 10_000);
    block.replace_part(0, &bomb);
    block.assert_finds(&[("part-frame", &[1])]);
    assert!(
        block
            .verify()
            .findings
            .get(Kind::PartFrame)
            .expect("a finding")
            .details[0]
            .contains("52,428,800 bytes")
    );
    // A content size of two bytes, in a frame of one segment, that says less or more than there is.
    for change in [0xFF, 0x01] {
        let mut lying = frame(&content(&block.rows(), true), &[checksum]);
        assert_eq!(lying[4] >> 5, 0b011, "the header is as RFC 8878 has it");
        lying[5] ^= change;
        block.replace_part(0, &lying);
        block.assert_finds(&[("part-frame", &[1])]);
    }
}

/// A hole at the end of a file, which makes it so large.
fn stretch(path: &Path, len: u64) {
    let file = File::options().write(true).open(path).expect("a file");
    file.set_len(len).expect("a hole");
}

/// What is too large to be read is held against its checksum all the same.
#[test]
fn files_too_large_to_be_read() {
    let block = written();
    let good = fs::read(block.path(&block.part(0))).expect("a part");
    stretch(&block.path(&block.part(0)), 50 << 20);
    let unread = ("part-size", &[1][..]);
    block.assert_finds(&[("checksums-wrong", &[]), unread, ("part-checksum", &[1])]);
    let found = block.verify().findings;
    let sizes = &found.get(Kind::PartSize).expect("a finding").details;
    assert!(
        sizes[0].starts_with("units-0001.csv.zst has 52,428,800 bytes, must have ")
            && sizes[0].ends_with(" at most"),
        "{sizes:?}"
    );
    assert_eq!(
        sizes[1],
        format!(
            "unit 1: units-0001.csv.zst has 52,428,800 bytes, the manifest says {}",
            emission::game::thousands(good.len() as u64)
        )
    );
    // Whoever signs for such a part is told its size alone.
    let large = fs::read(block.path(&block.part(0))).expect("a part");
    block.replace_part(0, &large);
    block.assert_finds(&[("part-size", &[])]);

    let block = written();
    stretch(&block.path(MANIFEST), 5 << 20);
    block.assert_finds(&[("checksums-wrong", &[]), ("manifest-form", &[])]);
}

/// A file of a terabyte, all of it a hole, is not even read; that its checksum was not looked at is said.
#[test]
fn a_huge_part() {
    let block = written();
    stretch(&block.path(&block.part(0)), 1 << 40);
    block.assert_finds(&[("part-size", &[])]);
    let found = block.verify().findings;
    let detail = &found.get(Kind::PartSize).expect("a finding").details[0];
    assert!(
        detail.ends_with(" at most; its checksum was not looked at"),
        "{detail}"
    );
}

#[test]
fn more_frames_than_chunks() {
    let block = written();
    let good = fs::read(block.path(&block.part(0))).expect("a part");
    let empty = block.pack(Vec::new());
    let skippable = [&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0][..], b"hide"].concat();
    for more in [&good, &empty, &skippable, &b"x".to_vec()] {
        block.replace_part(0, &[&good[..], more].concat());
        block.assert_finds(&[("part-frame", &[])]);
    }
    block.replace_part(0, &[skippable, good].concat());
    block.assert_finds(&[("part-frame", &[1])]);
}

#[test]
fn where_no_chunk_starts() {
    for (packing, missing) in [
        (Packing::CsvZstd, "zstd frame starts"),
        (Packing::Parquet, "pages of all columns start"),
    ] {
        let block = SmallBlock::new(40).with(packing);
        block.write();
        block.replace_part(0, b"PAR1");
        block.assert_finds(&[("part-frame", &[1])]);
        assert_eq!(
            detail(&block, Kind::PartFrame),
            format!("unit 1: no whole {missing} here")
        );
    }
}

#[test]
fn another_header_or_none() {
    for packing in [Packing::Csv, Packing::CsvZstd] {
        let block = SmallBlock::new(40).with(packing);
        block.write();
        let good = String::from_utf8(content(&block.rows(), true)).expect("text");
        let (header, rows) = good.split_once('\n').expect("a header");
        for text in [
            rows.to_owned(),
            format!("{}\n{rows}", header.to_uppercase()),
            format!("{header}\r\n{rows}"),
            format!("\u{feff}{header}\n{rows}"),
            format!("\n{rows}"),
        ] {
            block.replace_part(0, &block.pack(text.into_bytes()));
            block.assert_finds(&[("part-header", &[1])]);
        }
    }
}

#[test]
fn rows_too_many_or_too_few() {
    for packing in [Packing::Csv, Packing::CsvZstd] {
        let block = SmallBlock::new(40).with(packing);
        block.write();
        let rows = block.rows();
        block.replace_part(0, &block.pack(content(&rows[..39], true)));
        block.assert_finds(&[
            ("part-rows", &[1]),
            ("part-root", &[1]),
            ("block-root", &[]),
        ]);
        let more = [rows.clone(), vec![rows[39].clone()]].concat();
        let (surplus, says): (&[u32], _) = if packing == Packing::Csv {
            let row = thousands(rows[39].len() as u64 + 1);
            let says = format!("units-0001.csv has {row} bytes behind its last chunk");
            (&[], says)
        } else {
            (&[1], "unit 1: 41 rows from here on, must be 40".into())
        };
        block.replace_part(0, &block.pack(content(&more, true)));
        block.assert_finds(&[("part-rows", surplus)]);
        assert_eq!(detail(&block, Kind::PartRows), says);
        let mut cut = content(&rows, true);
        cut.pop();
        block.replace_part(0, &block.pack(cut));
        block.assert_finds(&[("part-rows", &[1])]);
        block.replace_part(0, &block.pack(Vec::new()));
        block.assert_finds(&[
            ("part-header", &[1]),
            ("part-rows", &[1]),
            ("part-root", &[1]),
            NOTHING_PAID[0],
            NOTHING_PAID[1],
            ("block-root", &[]),
        ]);
    }
}

/// A row that is left out moves all that follow: many findings, but one entry.
#[test]
fn a_row_left_out_moves_the_others() {
    let block = written();
    let mut rows = block.rows();
    rows.remove(29);
    block.replace_part(0, &block.pack(content(&rows, true)));
    block.assert_finds(&[
        ("part-rows", &[1]),
        ("part-root", &[1]),
        ("row-number", &[30, 31, 32, 33, 34]),
        ("block-root", &[]),
    ]);
    let found = block.verify().findings;
    let moved = found.get(Kind::RowNumber).expect("a finding");
    assert_eq!((moved.count, moved.details.len()), (10, 5));
    assert_eq!(moved.details[0], "unit 30: its row says \"31\"");
}

#[test]
fn text_in_a_part_that_is_not_utf_8() {
    let block = plain();
    let mut rows = content(&block.rows(), true);
    let at = rows.len() - 200;
    rows[at..at + 4].copy_from_slice(b"\xff\x1b[2");
    block.replace_part(0, &rows);
    let report = block.verify();
    assert!(report.findings.total() > 0);
    let json = serde_json::to_string(&report).expect("plain data serialises");
    assert!(
        !json.contains("\\u001b"),
        "no detail has a control character: {json}"
    );
}
