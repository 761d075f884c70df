//! `emission prove` and `emission check-proof`: what is said of proofs. That every change is found is tested where it
//! is looked for.

use serde_json::{Value, json};

use crate::support::{Folder, Run};

const BLOCK: &str = "out/emission-0001/block-0001";

fn check(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("check-proof --game tiny.toml {options}"))
}

#[test]
fn a_proof_is_written_and_shows_the_unit_of_the_block() {
    let folder = Folder::with_tiny_block();
    let said = folder.run(&format!("prove {BLOCK} --unit 42")).succeeds();
    assert_eq!(said, "unit-42.proof.json: unit 42 of block 1, emission 1\n");
    assert_eq!(folder.mode("unit-42.proof.json"), 0o600);
    // The proof needs nothing of the block.
    let shown = folder
        .run(&format!("show {BLOCK} --game tiny.toml --unit 42"))
        .succeeds();
    std::fs::remove_dir_all(folder.path("out")).unwrap();
    let text = check(&folder, "unit-42.proof.json").succeeds();
    let rest = text
        .strip_prefix("unit-42.proof.json: 0 findings\n\n")
        .unwrap();
    let rest = rest.strip_prefix(&shown).unwrap();
    let lines: Vec<&str> = rest.lines().map(str::trim_end).collect();
    let prize = shown
        .lines()
        .find_map(|line| line.strip_prefix("Prize: "))
        .unwrap();
    // Of two gains, their sum.
    let prize = prize.rsplit("= ").next().unwrap();
    let pays = prize.replace("none", "nothing");
    assert_eq!(lines[1], format!(" Pays    {pays}"));
    assert_eq!(lines[2], " Unit    42 of 300, block 1, emission 1");
    assert!(lines[3].starts_with(" Signer  SHA256:"), "{rest}");
    assert!(lines[4].starts_with(" Root    "), "{rest}");
    assert_eq!(lines.len(), 5, "{rest}");
}

#[test]
fn json_tells_what_was_proved() {
    let folder = Folder::with_tiny_block();
    let said = folder.run(&format!("prove {BLOCK} --unit 42 --json"));
    let said: Value = serde_json::from_str(&said.succeeds()).unwrap();
    let manifest = folder.read(format!("{BLOCK}/manifest.json"));
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let root = &manifest["merkle_root"];
    assert_eq!(
        said,
        json!({"file": "unit-42.proof.json", "emission": 1, "block": 1, "unit": 42, "merkle_root": root})
    );
}

#[test]
fn every_prize_is_what_the_proof_says() {
    let folder = Folder::with_tiny_block();
    let csv = folder.read(format!("{BLOCK}/units-0001.csv"));
    for prize in ["0000", "0500", "1000", "1500"] {
        let row = csv
            .lines()
            .find(|row| row.split(',').nth(1) == Some(prize))
            .unwrap();
        let unit = row.split(',').next().unwrap();
        folder
            .run(&format!("prove {BLOCK} --unit {unit}"))
            .succeeds();
        let json = check(&folder, &format!("unit-{unit}.proof.json --json")).succeeds();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["prize_cents"], prize.parse::<u64>().unwrap());
        assert_eq!(json["unit"], unit.parse::<u32>().unwrap());
        assert_eq!(json["findings"], json!([]));
        assert_eq!(json["file"], format!("unit-{unit}.proof.json"));
        assert_eq!(json["manifest"]["emission"], 1);
    }
}

#[test]
fn findings_are_listed_and_no_unit_is_shown() {
    let folder = Folder::with_tiny_block();
    folder
        .run(&format!("prove {BLOCK} --unit 42 --out p"))
        .succeeds();
    folder.write(
        "q",
        folder.read("p").replace("\"unit\": 42", "\"unit\": 41"),
    );
    let run = check(&folder, "q");
    let lines: Vec<&str> = run.stdout.lines().map(str::trim_end).collect();
    assert_eq!(
        lines[..4],
        [
            "q: 2 findings",
            " row-number: a row does not have the number of its place, first in unit 41",
            "   unit 41: its row says \"42\"",
            " proof-path: the proof's path does not lead from its row to the manifest's root",
        ]
    );
    assert!(lines[5].starts_with(" Signer  SHA256:"), "{run:#?}");
    assert_eq!(
        lines[6..],
        ["Nothing is proved: pay nothing for it; ask for a fresh proof from the block's maker."]
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let run = check(&folder, "q --json");
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["findings"][0]["kind"], "row-number");
    assert_eq!((run.code, &json["prize_cents"]), (Some(1), &Value::Null));
}

#[test]
fn an_unknown_signer_and_another_game_are_findings() {
    let folder = Folder::with_tiny_block();
    folder
        .run(&format!("prove {BLOCK} --unit 42 --out p"))
        .succeeds();
    folder.write("board.allowed_signers", "# nobody yet\n");
    let run = check(&folder, "p --allowed-signers board.allowed_signers");
    assert!(run.stdout.contains("\n signer-unknown: "), "{run:#?}");
    assert!(run.stdout.contains(" (not allowed)\n"), "{run:#?}");
    assert_eq!(run.code, Some(1));
    let run = folder.run("check-proof p");
    assert!(
        run.stdout
            .starts_with("p: 1 finding\n manifest-game: the block is one of another game\n   give its definition with --game"),
        "{run:#?}"
    );
    assert_eq!(run.code, Some(1));
}

const NO_PROOF: &str = "\nThis is no proof of a unit: pay nothing for it; give the file that `emission prove DIR --unit N` wrote.\n";

#[test]
fn what_is_no_proof_is_a_finding() {
    let folder = Folder::with_tiny_block();
    folder
        .run(&format!("prove {BLOCK} --unit 42 --out p"))
        .succeeds();
    let proof = folder.read("p");
    for (text, kind, detail) in [
        (
            "{}".to_owned(),
            "proof-form: the proof cannot be read",
            "line 1: missing field `format_version` at line 1 column 2",
        ),
        (
            proof.replace("\"format_version\": 1", "\"format_version\": 2"),
            "proof-version: the proof is of another format version",
            "format_version is 2, and this tool reads 1: use the tool's version that made the proof",
        ),
        (
            proof.replace("\n  ", "\n "),
            "proof-bytes: the proof's bytes are not the canonical ones",
            "it is not in the canonical form: keys, spaces or line ends differ from what the format says",
        ),
        (
            "\u{e9}".to_owned(),
            "proof-form: the proof cannot be read",
            "line 1: expected value at line 1 column 1",
        ),
    ] {
        folder.write("q", text);
        let run = check(&folder, "q");
        let start = format!("q: 1 finding\n {kind}\n   {detail}\n Signer  unknown");
        assert!(run.stdout.starts_with(&start), "{run:#?}");
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    }
    for file in [
        "out/emission-0001/block-0001/manifest.json",
        "tiny.toml",
        "q",
    ] {
        let run = check(&folder, file);
        assert!(run.stdout.ends_with(NO_PROOF), "{run:#?}");
        assert_eq!(run.code, Some(1), "{file}");
    }
    folder.write("q", [0xff]);
    let run = check(&folder, "q");
    assert!(run.stdout.contains("\n   it is not UTF-8\n"), "{run:#?}");
}

#[test]
fn what_keeps_a_proof_from_being_checked_is_named() {
    let folder = Folder::with_tiny_block();
    folder
        .run(&format!("prove {BLOCK} --unit 42 --out p"))
        .succeeds();
    check(&folder, "out").fails(&["out is neither a file nor a pipe: give a proof of a unit"]);
    let file = std::fs::File::create(folder.path("q")).unwrap();
    file.set_len(1 << 40).unwrap();
    check(&folder, "q")
        .fails(&["q has more than 16,777,216 bytes, which is too many: give a proof of a unit"]);
    check(&folder, "nowhere").fails(&[
        "nowhere can't be read (No such file or directory): check its path and its permissions",
    ]);
    check(&folder, "p --allowed-signers nowhere").fails(&[
        "missing allowed signers nowhere: get the list from a source that you trust, and name it with --allowed-signers",
    ]);
}

#[test]
fn a_block_that_gives_no_proof_is_named_and_nothing_is_written() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    let prove = |args: &str| folder.run(&format!("prove {args}"));
    prove(&format!("{BLOCK} --unit 301"))
        .fails(&["there is no unit 301: the block has units 1 to 300"]);
    prove(&format!("{BLOCK} --unit 0"))
        .fails(&["there is no unit 0: the block has units 1 to 300"]);
    prove("out --unit 1")
        .fails(&["out is no block's folder: give one, as out/emission-0001/block-0001"]);
    prove("nowhere --unit 1").fails(&["there is no folder nowhere: check its path"]);
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    folder.write(&part, &csv[..csv.len() - 10]);
    prove(&format!("{BLOCK} --unit 42")).fails(&[
        "out/emission-0001/block-0001 gives no proof: units-0001.csv: it can't be read as a header and the rows of 300 \
         units; nothing was written: see with `emission verify` what else is wrong with the block",
    ]);
    std::fs::remove_file(folder.path(&part)).unwrap();
    prove(&format!("{BLOCK} --unit 42")).fails(&[
        "out/emission-0001/block-0001/units-0001.csv can't be read (No such file or directory): check its path and its \
         permissions",
    ]);
    std::fs::remove_file(folder.path(format!("{BLOCK}/manifest.json.sig"))).unwrap();
    prove(&format!("{BLOCK} --unit 42")).fails(&[
        "out/emission-0001/block-0001/manifest.json.sig can't be read (No such file or directory): check its path and \
         its permissions",
    ]);
    assert_eq!(folder.names(""), before);
}

#[test]
fn a_file_that_is_there_is_left_as_it_is() {
    let folder = Folder::with_tiny_block();
    folder.write("unit-7.proof.json", "precious");
    folder.run(&format!("prove {BLOCK} --unit 7")).fails(&[
        "unit-7.proof.json is there already and was left as it is: give another name, or move it away",
    ]);
    assert_eq!(folder.read("unit-7.proof.json"), "precious");
    folder
        .run(&format!("prove {BLOCK} --unit 7 --out no/such/p"))
        .fails(&[
            "no/such/p can't be written (No such file or directory): make its folder first, or choose another one",
        ]);
}

/// A limit on the size of files stops writing where a full disk would.
#[test]
fn a_disk_without_room_leaves_no_half_of_a_proof() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    let emission = env!("CARGO_BIN_EXE_emission");
    let script = format!("ulimit -f 2; exec {emission} prove {BLOCK} --unit 7");
    Run::from(folder.shell("sh", ["-c", &script]).output().unwrap()).fails(&[
        "unit-7.proof.json can't be written (File too large): raise the limit on the size of files (`ulimit -f`), or choose another file system",
    ]);
    assert_eq!(folder.names(""), before);
}
