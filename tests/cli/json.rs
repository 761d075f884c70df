//! `docs/json.md` has every field that `--json` prints, and no other.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Folder, TINY};

const DOCUMENT: &str = include_str!("../../docs/json.md");

/// Fields whose own fields stand elsewhere.
const ELSEWHERE: [&str; 2] = ["manifest", "definition"];

const BLOCK: &str = "out/emission-0001/block-0001";

/// The fields of a command's section: all that stands in code marks in the first column of its table.
fn documented(command: &str) -> BTreeSet<String> {
    let heading = format!("## `emission {command} --json`\n");
    let (_, section) = DOCUMENT
        .split_once(&heading)
        .expect("each command has a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let firsts = rows.filter_map(|row| row.split(" | ").next());
    let fields = firsts.flat_map(|first| first.split([',', ' ', '`']));
    fields
        .filter(|field| !field.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The fields of a value: `a`, `a.b` for those of an object in it, `a[].b` for those of each object of a list.
fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => {
            let path = if path.is_empty() {
                String::new()
            } else {
                format!("{path}[].")
            };
            for value in list {
                fields(value, &path, found);
            }
        }
        Value::Object(object) => {
            for (key, value) in object {
                let path = match path {
                    "" => key.clone(),
                    path if path.ends_with('.') => format!("{path}{key}"),
                    path => format!("{path}.{key}"),
                };
                if !ELSEWHERE.contains(&key.as_str()) {
                    fields(value, &path, found);
                }
                found.insert(path);
            }
        }
        _ => {}
    }
}

/// Compares what these runs of a command print with its section.
#[track_caller]
fn agrees(folder: &Folder, command: &str, runs: &[&str]) {
    let mut found = BTreeSet::new();
    for arguments in runs {
        let run = folder.run(&format!("{command} {arguments} --json"));
        let value: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:#?}"));
        fields(&value, "", &mut found);
    }
    assert_eq!(found, documented(command));
}

#[test]
fn every_field_is_documented() {
    let folder = Folder::with_tiny_block();
    agrees(
        &folder,
        "generate",
        &["--quiet --game tiny.toml --block 2 --compression none"],
    );
    let wrong = BLOCK.replace("0001/block-0001", "0001/block-0002");
    let part = format!("{wrong}/units-0001.csv");
    folder.write(&part, folder.read(&part).replacen("\n7,", "\n8,", 1));
    folder.run(&format!("prove {BLOCK} --unit 3")).succeeds();
    let proof = folder.read("unit-3.proof.json");
    folder.write("wrong.json", proof.replace("\"unit\": 3", "\"unit\": 4"));
    agrees(
        &folder,
        "reproduce",
        &[&format!("{BLOCK} --game tiny.toml")],
    );
    agrees(
        &folder,
        "show",
        &[&format!("{BLOCK} --game tiny.toml --unit 3")],
    );
    agrees(
        &folder,
        "check-proof",
        &[
            "unit-3.proof.json --game tiny.toml",
            "wrong.json --game tiny.toml",
        ],
    );
    agrees(&folder, "verify", &["out --game tiny.toml"]);
    agrees(
        &folder,
        "report",
        &[
            &format!("{BLOCK} --game tiny.toml --html right.html"),
            &format!("{wrong} --game tiny.toml --html wrong.html"),
        ],
    );
    agrees(
        &folder,
        "convert",
        &[
            &format!("{BLOCK} --game tiny.toml --format parquet --out there"),
            &format!("{wrong} --game tiny.toml --format parquet --out there"),
        ],
    );
    agrees(
        &folder,
        "preview",
        &[&format!("{BLOCK} --game tiny.toml --unit 3")],
    );
    agrees(&folder, "prove", &[&format!("{BLOCK} --unit 4")]);
}

#[test]
fn every_field_of_a_game_is_documented() {
    let folder = Folder::with_tiny_game();
    folder.write("wrong.toml", TINY.replace("lots = 73", "lots = 74"));
    agrees(&folder, "game check", &["tiny.toml", "wrong.toml"]);
    agrees(&folder, "game show", &["tiny.toml"]);
    agrees(&folder, "game list", &[""]);
}
