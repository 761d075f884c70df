//! A proof of each unit of small blocks is made and holds; a changed one, in any bit, does not.

mod common;

use std::path::Path;

use common::SmallBlock;
use emission::format::manifest::Manifest;
use emission::format::part::Packing;
use emission::format::proof::Proof;
use emission::format::{MANIFEST, SIGNATURE, UNITS_PER_CHUNK, UNITS_PER_PART};
use emission::prove::{Block, ProveError};
use emission::seal::{AllowedSigners, SigningKey, allowed_signers_line};
use emission::unit::RowShape;
use emission::verify::{self, ProofReport};

/// The texts of a block's manifest and signature, and the manifest.
fn sealed(block: &SmallBlock) -> (Manifest, String, String) {
    let read = |name: &str| std::fs::read_to_string(block.path(name)).expect("a text");
    let json = read(MANIFEST);
    let manifest = Manifest::parse(&json).expect("a good manifest");
    (manifest, json, read(SIGNATURE))
}

/// Proves a unit of a block that is written.
fn prove(block: &SmallBlock, unit: u32) -> Result<Proof, ProveError> {
    let (manifest, json, signature) = sealed(block);
    let sealed = Block::new(&manifest, &json, &signature)?;
    let place = sealed.place(unit).expect("the block has this unit");
    let part = std::fs::read(block.path(&place.file_name())).expect("a part");
    let shape = RowShape::of(&block.game);
    sealed.prove(place, place.packing().form(&shape), &part)
}

fn check(block: &SmallBlock, proof: &Proof) -> ProofReport {
    check_bytes(block, proof.to_json().as_bytes())
}

fn check_bytes(block: &SmallBlock, bytes: &[u8]) -> ProofReport {
    let file = Path::new("unit.proof.json");
    let report = verify::proof(&block.request(file), bytes);
    assert_eq!(report.file, file);
    report
}

/// The kinds of what is found in a proof, by their names.
fn kinds(block: &SmallBlock, proof: &Proof) -> Vec<&'static str> {
    let report = check(block, proof);
    assert_eq!(report.prize_cents.is_some(), report.findings.is_empty());
    assert_eq!(report.row.is_some(), report.findings.is_empty());
    let findings = report.findings.iter();
    findings.map(|finding| finding.kind.name()).collect()
}

fn written(units: usize, packing: Packing) -> SmallBlock {
    let block = SmallBlock::new(units).with(packing);
    block.write();
    block
}

#[test]
fn every_unit_of_a_small_block_is_proved() {
    for packing in Packing::ALL {
        let block = written(41, packing);
        for unit in &block.units {
            let proof = prove(&block, unit.number).expect("a proof");
            assert_eq!(proof.row.as_bytes(), block.rows()[unit.number as usize - 1]);
            assert_eq!(Proof::parse(&proof.to_json()).as_ref(), Ok(&proof));
            let report = check(&block, &proof);
            assert!(report.findings.is_empty(), "{:#?}", report.findings);
            assert_eq!(report.prize_cents, Some(unit.prize_cents));
            assert_eq!(report.unit, Some(unit.number));
            assert_eq!(report.row.as_ref(), Some(&proof.row));
            assert_eq!(report.signer, Some(block.key.fingerprint()));
        }
    }
}

/// The first and last units of chunks and parts, and the single unit of the last part.
#[test]
fn units_of_every_part_are_proved_with_their_part_alone() {
    let block = written(UNITS_PER_PART as usize + 1, Packing::CsvZstd);
    for (unit, other) in [
        (1, 1),
        (UNITS_PER_CHUNK, 1),
        (UNITS_PER_CHUNK + 1, 1),
        (UNITS_PER_PART, 1),
        (UNITS_PER_PART + 1, 0),
    ] {
        let other = block.path(&block.part(other));
        let bytes = std::fs::read(&other).expect("a part");
        std::fs::remove_file(&other).expect("removed");
        let proof = prove(&block, unit).expect("a proof");
        assert_eq!(kinds(&block, &proof), [""; 0], "unit {unit}");
        std::fs::write(&other, bytes).expect("written");
    }
    let last = prove(&block, UNITS_PER_PART + 1).expect("a proof");
    assert_eq!(last.inclusion_path.len(), 1);
}

#[test]
fn every_changed_bit_fails() {
    let block = written(40, Packing::CsvZstd);
    let proof = prove(&block, 4).expect("a proof");
    assert_eq!(kinds(&block, &proof), [""; 0]);
    let bytes = proof.to_json().into_bytes();
    for index in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[index] ^= 1 << bit;
            let report = check_bytes(&block, &changed);
            let holds = report.findings.is_empty();
            assert!(
                !holds,
                "bit {bit} of byte {index} of {} changed",
                bytes.len()
            );
        }
    }
}

#[test]
fn what_is_wrong_with_a_proof_is_found_as_what_it_is() {
    let block = written(40, Packing::CsvZstd);
    let proof = prove(&block, 4).expect("a proof");
    let found = |change: &dyn Fn(&mut Proof)| {
        let mut changed = proof.clone();
        change(&mut changed);
        kinds(&block, &changed)
    };
    let other = prove(&block, 5).expect("a proof");
    assert_eq!(found(&|proof| proof.unit = 5), ["row-number", "proof-path"]);
    assert_eq!(found(&|proof| proof.unit = 0), ["proof-unit"]);
    assert_eq!(found(&|proof| proof.unit = 41), ["proof-unit"]);
    assert_eq!(
        found(&|proof| proof.row = other.row.clone()),
        ["row-number", "proof-path"]
    );
    assert_eq!(
        found(&|proof| proof.row.clear()),
        ["row-form", "proof-path"]
    );
    assert_eq!(
        found(&|proof| proof.inclusion_path = other.inclusion_path.clone()),
        ["proof-path"]
    );
    assert_eq!(
        found(&|proof| proof.inclusion_path.truncate(5)),
        ["proof-path"]
    );
    assert_eq!(
        found(&|proof| proof.manifest.clear()),
        ["signature-wrong", "manifest-form"]
    );
    assert_eq!(found(&|proof| proof.signature.clear()), ["signature-form"]);
    let json = proof.to_json();
    let version = json.replace("\"format_version\": 1", "\"format_version\": 2");
    for (bytes, kind) in [
        (&json.as_bytes()[1..], "proof-form"),
        (b"\xff", "proof-form"),
        (version.as_bytes(), "proof-version"),
        (json.replace("\n  ", "\n ").as_bytes(), "proof-bytes"),
    ] {
        let report = check_bytes(&block, bytes);
        let found: Vec<&str> = report
            .findings
            .iter()
            .map(|found| found.kind.name())
            .collect();
        assert_eq!((found, report.unit), (vec![kind], None));
    }
    let details = |change: &dyn Fn(&mut Proof)| {
        let mut changed = proof.clone();
        change(&mut changed);
        let report = check(&block, &changed);
        let path = report.findings.iter().last().expect("a finding");
        path.details[0].clone()
    };
    assert_eq!(
        details(&|proof| proof.unit = 41),
        "unit is 41, the manifest says 1 to 40"
    );
    assert_eq!(
        details(&|proof| proof.inclusion_path.clear()),
        "0 is not the number of hashes for unit 4 of 40"
    );
    let led = details(&|proof| proof.inclusion_path[0].0[0] ^= 1);
    assert!(
        led.starts_with("it leads to ") && led.contains(", the manifest says "),
        "{led}"
    );
}

/// What holds of the block's seals and tree may still be no right unit: whoever made it so had the key.
#[test]
fn a_unit_that_pays_otherwise_than_it_shows_is_found_in_its_proof() {
    let block = SmallBlock::new(40);
    let mut rows = block.rows();
    let row = String::from_utf8(rows[29].clone()).expect("text");
    let prize = row.find(',').expect("a comma") + 1;
    let forged = row[..prize].to_owned() + "9" + &row[prize + 1..];
    rows[29] = forged.into_bytes();
    block.write_rows(&rows);
    let proof = prove(&block, 30).expect("a proof");
    assert_eq!(kinds(&block, &proof), ["prize"]);
    let proof = prove(&block, 31).expect("a proof");
    assert_eq!(kinds(&block, &proof), [""; 0]);
}

#[test]
fn a_proof_of_another_signer_or_game_is_found() {
    let block = written(40, Packing::CsvZstd);
    let proof = prove(&block, 4).expect("a proof");
    let mut stranger = written(40, Packing::CsvZstd);
    assert_eq!(kinds(&stranger, &proof), ["signer-unknown"]);
    let key = SigningKey::generate("test").expect("a key");
    stranger.signers =
        AllowedSigners::parse(&allowed_signers_line(common::IDENTITY, &key)).expect("a line");
    let report = check(&stranger, &proof);
    assert_eq!(report.refused_signer, Some(block.key.fingerprint()));
    let mut larger = written(41, Packing::CsvZstd);
    larger.signers = block.signers;
    assert_eq!(kinds(&larger, &proof), ["manifest-game"]);
}

#[test]
fn a_block_that_does_not_hold_together_gives_no_proof() {
    let block = written(40, Packing::CsvZstd);
    let rows = block.rows();
    let refused = |unit: u32| prove(&block, unit).unwrap_err().to_string();

    block.replace_part(0, b"not zstd");
    let no_rows = "units-0001.csv.zst: it can't be read as a header and the rows of 40 units";
    assert_eq!(refused(4), no_rows);
    block.replace_part(0, &block.pack(common::content(&rows[..39], true)));
    assert_eq!(refused(4), no_rows);
    let mut unended = common::content(&rows, true);
    unended.pop();
    block.replace_part(0, &block.pack(unended));
    assert_eq!(refused(4), no_rows);

    let mut swapped = rows.clone();
    swapped.swap(3, 4);
    block.replace_part(0, &block.pack(common::content(&swapped, true)));
    let other_root = refused(4);
    assert!(
        other_root.starts_with("units-0001.csv.zst: its rows have the Merkle root ")
            && other_root.contains(", the manifest says "),
        "{other_root}"
    );
    block.write_rows(&swapped);
    assert_eq!(
        refused(4),
        "units-0001.csv.zst: the row in the place of unit 4 is not that unit's"
    );

    block.write();
    block.reseal(|manifest| manifest.merkle_root.0[0] ^= 1);
    assert_eq!(
        refused(4),
        "manifest.json: the Merkle roots of its parts do not lead to its merkle_root"
    );
    block.write();
    block.reseal(|manifest| manifest.parts[0].file = "../units-0001.csv".into());
    assert_eq!(
        refused(4),
        "manifest.json: its list of parts is not the one of a block of 40 units"
    );
    block.write();
    std::fs::write(block.path(SIGNATURE), block.key.sign(b"another")).expect("written");
    let signature = refused(4);
    assert!(
        signature.starts_with("manifest.json.sig: the signature by SHA256:"),
        "{signature}"
    );
}

#[test]
fn a_unit_beyond_the_block_has_no_place() {
    let block = written(40, Packing::CsvZstd);
    let (manifest, json, signature) = sealed(&block);
    let sealed = Block::new(&manifest, &json, &signature).expect("a sound block");
    for unit in [0, 41, u32::MAX] {
        assert_eq!(sealed.place(unit), None);
    }
    assert!(sealed.place(40).is_some());
}
