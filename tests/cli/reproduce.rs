//! `emission reproduce`.

use crate::support::Folder;

const BLOCK: &str = "out/emission-0001/block-0001";

fn reproduce(folder: &Folder, options: &str) -> crate::support::Run {
    folder.run(&format!("reproduce {BLOCK} --game tiny.toml {options}"))
}

/// Expects findings, and these.
#[track_caller]
fn finds(folder: &Folder, findings: &[&str]) {
    let run = reproduce(folder, "");
    let lines: Vec<&str> = run.stdout.lines().skip(1).collect();
    let findings: Vec<String> = findings
        .iter()
        .map(|finding| format!(" {finding}"))
        .collect();
    assert_eq!(lines, findings);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn a_block_agrees_with_its_seed() {
    let folder = Folder::with_tiny_block();
    let text = reproduce(&folder, "").succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "out/emission-0001/block-0001: 0 findings");
    assert!(lines[1].starts_with(" Made again  300 units in "), "{text}");
    assert_eq!(lines[2], " Agree       root, and checksums of 1 part");
    folder
        .run("--quiet generate --game tiny.toml --overwrite")
        .succeeds();
    let json = reproduce(&folder, "--json --jobs 1").succeeds();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["emission"], &json["units"]),
        (&1.into(), &300.into())
    );
    assert_eq!(json["findings"].as_array().unwrap().len(), 0);
}

#[test]
fn another_seed_is_told_at_once() {
    let folder = Folder::with_tiny_block();
    std::fs::remove_file(folder.path("emission.seed")).unwrap();
    reproduce(&folder, "").fails(&[
        "missing seed emission.seed: check its path, or make one for new blocks with `emission seed new --seed-file emission.seed`",
    ]);
    folder.run("--quiet seed new").succeeds();
    finds(
        &folder,
        &["seed_commitment: the block was made from another seed"],
    );
}

#[test]
fn changed_files_are_named() {
    let folder = Folder::with_tiny_block();
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    folder.write(&part, csv.replace("\n2,", "\n3,"));
    finds(
        &folder,
        &["units-0001.csv: the file has other bytes than the seed gives"],
    );
    // A terabyte, all of it a hole.
    let file = std::fs::File::options()
        .write(true)
        .open(folder.path(&part));
    file.unwrap().set_len(1 << 40).unwrap();
    finds(
        &folder,
        &["units-0001.csv: the file has other bytes than the seed gives"],
    );
    std::fs::remove_file(folder.path(&part)).unwrap();
    finds(&folder, &["units-0001.csv: the file is missing"]);
}

#[test]
fn a_changed_manifest_is_named() {
    let folder = Folder::with_tiny_block();
    let path = format!("{BLOCK}/manifest.json");
    let manifest = folder.read(&path);
    let json: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let root = json["merkle_root"].as_str().unwrap();
    let sha256 = json["parts"][0]["sha256"].as_str().unwrap();
    let zeros = "0".repeat(64);
    folder.write(
        &path,
        manifest.replace(root, &zeros).replace(sha256, &zeros),
    );
    finds(
        &folder,
        &[
            "merkle_root: the manifest says something else than the seed gives",
            "units-0001.csv: sha256: the manifest says something else than the seed gives",
            "units-0001.csv: merkle_root: the manifest says something else than the seed gives",
        ],
    );
}

#[test]
fn a_block_of_other_rules_cannot_be_made_again() {
    let folder = Folder::with_tiny_block();
    let run = folder.run(&format!("reproduce {BLOCK}"));
    let start = "error: out/emission-0001/block-0001 is a block of another game: give its definition with --game (";
    assert!(run.stderr.starts_with(start), "{run:#?}");
    assert_eq!(run.code, Some(2));
    let words = emission::words::FRENCH.replace("ABANDON\n", "");
    folder.write("other.txt", words);
    reproduce(&folder, "--words other.txt").fails(&[
        "out/emission-0001/block-0001 was made from another word list: give it with --words",
    ]);
    let path = format!("{BLOCK}/manifest.json");
    let manifest = folder.read(&path);
    let json: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let list = json["blocklist_sha256"].as_str().unwrap();
    folder.write(&path, manifest.replace(list, &"0".repeat(64)));
    reproduce(&folder, "").fails(&[
        "out/emission-0001/block-0001 was made with another block list: use the version of the tool that made it",
    ]);
}
