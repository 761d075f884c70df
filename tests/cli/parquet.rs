//! Parquet blocks: made, read by every command as CSV ones are, and converted.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Folder, Run};

const CSV: &str = "out/emission-0001/block-0001";
const PARQUET: &str = "parquet/emission-0001/block-0001";

/// A folder with the tiny block, in CSV and, from the same seed, in Parquet.
fn with_blocks() -> Folder {
    let folder = Folder::with_tiny_block();
    folder
        .run("--quiet generate --game tiny.toml --format parquet --out parquet")
        .succeeds();
    folder
}

fn convert(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("convert --game tiny.toml {options}"))
}

/// The bytes of every file of a block.
fn bytes(folder: &Folder, block: &str) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| {
        let bytes = fs::read(folder.path(block).join(&name)).unwrap();
        (name, bytes)
    };
    folder.names(block).into_iter().map(read).collect()
}

#[test]
fn a_block_is_made_on_any_number_of_threads() {
    let folder = with_blocks();
    assert_eq!(
        folder.names(PARQUET),
        [
            "SHA256SUMS",
            "manifest.json",
            "manifest.json.sig",
            "units-0001.parquet"
        ]
    );
    for jobs in [1, 3] {
        let options = format!("--format parquet --out jobs-{jobs} --jobs {jobs}");
        folder
            .run(&format!("generate --game tiny.toml {options}"))
            .succeeds();
        let again = format!("jobs-{jobs}/emission-0001/block-0001");
        assert!(bytes(&folder, &again) == bytes(&folder, PARQUET), "{jobs}");
    }
}

#[test]
fn every_command_says_of_it_what_it_says_of_the_csv() {
    let folder = with_blocks();
    for command in [
        "show DIR --game tiny.toml --unit 42",
        "verify DIR --game tiny.toml",
        "reproduce DIR --game tiny.toml",
        "audit DIR --game tiny.toml",
    ] {
        let [csv, parquet] = [CSV, PARQUET].map(|block| {
            let run = folder.run(&command.replace("DIR", block));
            // All but the lines that say how long it took.
            let is_told = |line: &&str| {
                !["Time", "Made again"]
                    .iter()
                    .any(|time| line.contains(time))
            };
            let lines: Vec<String> = run
                .stdout
                .lines()
                .filter(is_told)
                .map(|line| line.replace(block, "DIR"))
                .collect();
            assert!(lines.len() > 2, "{run:#?}");
            (run.code, lines)
        });
        assert_eq!(csv, parquet, "{command}");
    }
}

#[test]
fn its_units_are_proved_with_the_definition_of_their_game() {
    let folder = with_blocks();
    folder
        .run(&format!("prove {PARQUET} --unit 42 --game tiny.toml"))
        .succeeds();
    folder
        .run(&format!("prove {CSV} --unit 42 --out csv.json"))
        .succeeds();
    folder
        .run("check-proof unit-42.proof.json --game tiny.toml")
        .succeeds();
    let row = |name: &str| {
        let proof = folder.read(name);
        proof.lines().nth(3).unwrap().to_owned()
    };
    assert_eq!(row("unit-42.proof.json"), row("csv.json"));
    let run = folder.run(&format!("prove {PARQUET} --unit 43"));
    assert!(
        run.stderr.starts_with(&format!(
            "error: {PARQUET} is a block of another game: give its definition with --game "
        )),
        "{run:#?}"
    );
    assert_eq!(run.code, Some(2));
}

/// A Parquet part has no header, and no rows that a text editor shows.
#[test]
fn a_damaged_part_gives_no_proof_and_is_told_in_its_own_terms() {
    let folder = with_blocks();
    let part = folder.path(format!("{PARQUET}/units-0001.parquet"));
    let mut bytes = std::fs::read(&part).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&part, bytes).unwrap();
    folder
        .run(&format!("prove {PARQUET} --unit 42 --game tiny.toml"))
        .fails(&[&format!(
            "{PARQUET} gives no proof: units-0001.parquet: it can't be read as row groups of 300 units, each with a page \
             for every column; nothing was written: see with `emission verify` what else is wrong with the block"
        )]);
}

#[test]
fn a_block_is_converted_there_and_back() {
    let folder = with_blocks();
    let said = convert(&folder, &format!("{CSV} --format parquet --out there")).succeeds();
    let there = "there/emission-0001/block-0001";
    assert_eq!(said, format!("{there}: 300 units as Parquet, signed\n"));
    let back = format!("{there} --format csv --compression none --out back");
    let said = convert(&folder, &back).succeeds();
    let back = "back/emission-0001/block-0001";
    assert_eq!(said, format!("{back}: 300 units as CSV, signed\n"));
    let packed = format!("{there} --format csv --out packed");
    let said = convert(&folder, &packed).succeeds();
    let packed = "packed/emission-0001/block-0001";
    assert_eq!(
        said,
        format!("{packed}: 300 units as CSV in zstd frames, signed\n")
    );
    assert!(bytes(&folder, there) == bytes(&folder, PARQUET));
    assert!(bytes(&folder, back) == bytes(&folder, CSV));
    folder
        .run("verify --game tiny.toml there back packed")
        .succeeds();
    assert_eq!(folder.mode(there), 0o700);
    assert_eq!(folder.names("there/emission-0001"), ["block-0001"]);
}

/// What `--json` says of a conversion, and its exit code.
fn converted(folder: &Folder, options: &str) -> (Value, Option<i32>) {
    let run = convert(folder, &format!("{options} --json"));
    assert_eq!(run.stderr, "", "{run:#?}");
    (serde_json::from_str(&run.stdout).unwrap(), run.code)
}

#[test]
fn json_tells_what_is_made_or_what_is_wrong() {
    let folder = with_blocks();
    let verified = folder
        .run(&format!("verify {CSV} --game tiny.toml --json"))
        .succeeds();
    let verified: Value = serde_json::from_str(&verified).unwrap();
    let made = json!({
        "folder": "there/emission-0001/block-0001", "emission": 1, "block": 1, "units": 300, "format": "parquet",
        "compression": "zstd", "parts": 1, "merkle_root": verified[0]["merkle_root"], "signer": verified[0]["signer"],
    });
    let options = format!("{CSV} --format parquet --out there");
    assert_eq!(
        converted(&folder, &options),
        (json!({"from": CSV, "made": made, "findings": []}), Some(0))
    );
    let (plain, _) = converted(
        &folder,
        &format!("{PARQUET} --format csv --compression none --out plain"),
    );
    assert_eq!(
        (&plain["made"]["format"], &plain["made"]["compression"]),
        (&json!("csv"), &json!("none"))
    );
    folder.write(&format!("{CSV}/units-0001.csv"), "");
    let (wrong, code) = converted(&folder, &format!("{CSV} --format parquet --out nowhere"));
    assert_eq!((&wrong["made"], code), (&Value::Null, Some(1)));
    let verified = folder.run(&format!("verify {CSV} --game tiny.toml --json"));
    let verified: Value = serde_json::from_str(&verified.stdout).unwrap();
    assert_eq!(wrong["findings"], verified[0]["findings"]);
    assert!(!folder.path("nowhere").exists());
}

#[test]
fn another_key_signs_what_it_converts() {
    let folder = with_blocks();
    folder.run("--quiet key new --key other.key").succeeds();
    convert(
        &folder,
        &format!("{CSV} --format parquet --out there --key other.key"),
    )
    .succeeds();
    let run = folder.run("verify --game tiny.toml there");
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains(" signer-unknown: "), "{run:#?}");
    // So is nothing that a stranger signed.
    let block = "there/emission-0001/block-0001";
    let run = convert(&folder, &format!("{block} --format csv --out back"));
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains(" signer-unknown: "), "{run:#?}");
    assert!(run.stdout.ends_with("\nNothing was written.\n"), "{run:#?}");
    assert!(!folder.path("back").exists());
}

#[test]
fn a_block_with_findings_is_not_converted() {
    let folder = with_blocks();
    let part = format!("{PARQUET}/units-0001.parquet");
    let mut bytes = fs::read(folder.path(&part)).unwrap();
    let last = bytes.len() - 1;
    bytes[last] = b'2';
    fs::write(folder.path(&part), bytes).unwrap();
    let run = convert(&folder, &format!("{PARQUET} --format csv --out back"));
    assert_eq!(run.code, Some(1));
    for kind in ["part-checksum", "checksums-wrong", "part-footer"] {
        assert!(run.stdout.contains(&format!(" {kind}: ")), "{run:#?}");
    }
    assert!(run.stdout.ends_with("\nNothing was written.\n"), "{run:#?}");
    assert_eq!(run.stderr, "");
    assert!(!folder.path("back").exists());
}

#[test]
fn a_block_that_is_there_is_replaced_only_when_that_is_said() {
    let folder = with_blocks();
    let options = format!("{CSV} --format parquet --out out");
    convert(&folder, &options).fails(&[&format!(
        "{CSV} is there already and was left as it is: choose another place with --out, or replace it with --overwrite"
    )]);
    convert(&folder, &format!("{options} --overwrite")).succeeds();
    assert!(bytes(&folder, CSV) == bytes(&folder, PARQUET));
}

#[test]
fn what_is_missing_is_named() {
    let folder = with_blocks();
    convert(
        &folder,
        &format!("{CSV} --format parquet --out there --key none.key"),
    )
    .fails(&[
        "missing key none.key: check its path, or make one with `emission key new --key none.key`",
    ]);
    convert(
        &folder,
        &format!("{CSV} --format parquet --out there --allowed-signers none"),
    )
    .fails(&[
        "missing allowed signers none: get the list from a source that you trust, and name it with --allowed-signers",
    ]);
    convert(&folder, "out --format parquet --out there")
        .fails(&[&format!("out is no block's folder: give one, as {CSV}")]);
    assert!(!folder.path("there").exists());
}

#[test]
fn parquet_is_packed_in_one_way_alone() {
    let folder = with_blocks();
    let refusal = "Parquet parts are always packed with zstd: leave out `--compression none`, or ask for `--format csv`";
    folder
        .run("generate --game tiny.toml --block 2 --format parquet --compression none")
        .fails(&[refusal]);
    convert(
        &folder,
        &format!("{CSV} --format parquet --compression none --out there"),
    )
    .fails(&[refusal]);
}
