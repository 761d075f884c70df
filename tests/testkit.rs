//! The testkit: blocks with one fault each, and what a verifier must find in each. `tests/testkit/make.py` makes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Kinds of findings, each with the first unit that it is about, or `-`; and the exit code.
#[derive(Debug, PartialEq, Eq)]
struct Verdict {
    findings: BTreeMap<String, String>,
    exit: i32,
}

fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testkit")
}

/// The folders of all cases.
fn cases() -> Vec<PathBuf> {
    let entries = fs::read_dir(kit()).expect("the testkit");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.is_dir()).collect()
}

fn expected(case: &Path) -> Verdict {
    let text = fs::read_to_string(case.join("expect")).expect("what is expected");
    let (mut findings, mut exit) = (BTreeMap::new(), None);
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["finding", kind, unit] => {
                findings.insert(kind.into(), unit.into());
            }
            ["exit", code] => exit = Some(code.parse().expect("an exit code")),
            _ => panic!("{}: {line:?}", case.display()),
        }
    }
    let exit = exit.expect("an exit code");
    Verdict { findings, exit }
}

fn found(case: &Path) -> Verdict {
    let output = Command::new(env!("CARGO_BIN_EXE_emission"))
        .current_dir(kit())
        .args(["verify", "--json", "--game", "game.toml"])
        .args(["--allowed-signers", "allowed_signers"])
        .arg(case)
        .output()
        .expect("the command runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = report[0]["findings"].as_array().expect("findings");
    let finding = |finding: &serde_json::Value| {
        let kind = finding["kind"].as_str().expect("a kind");
        let unit = finding["units"].get(0);
        let unit = unit.map_or_else(|| "-".into(), ToString::to_string);
        (kind.into(), unit)
    };
    Verdict {
        findings: all.iter().map(finding).collect(),
        exit: output.status.code().expect("an exit code"),
    }
}

#[test]
fn each_fault_is_found_as_what_it_is() {
    let cases = cases();
    assert!(cases.len() > 90, "{} cases", cases.len());
    for case in cases {
        assert_eq!(found(&case), expected(&case), "{}", case.display());
    }
}

/// Nearly every kind of finding has its case, and the others say why not.
#[test]
fn nearly_every_kind_has_its_case() {
    // An allowed signer for another namespace alone needs a list of signers of its own: tests/verify_files.rs has it.
    // A part of the testkit is CSV, which has no footer: tests/parquet.rs has those of Parquet.
    let elsewhere = ["signer-namespace", "part-footer"];
    let seen: Vec<String> = cases()
        .iter()
        .flat_map(|case| expected(case).findings.into_keys())
        .collect();
    let missing: Vec<&str> = emission::verify::Kind::ALL
        .iter()
        .map(|kind| kind.name())
        // Those of proofs are not found in blocks: tests/proof.rs has them.
        .filter(|kind| !kind.starts_with("proof-"))
        .filter(|kind| !seen.iter().any(|seen| seen == kind))
        .collect();
    assert_eq!(missing, elsewhere);
}
