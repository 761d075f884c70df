//! The example of `docs/ci.md`: each of its steps is run as it stands there.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use crate::support::{Folder, Run, TINY};

const DOCUMENT: &str = include_str!("../../docs/ci.md");

/// What the document's repository holds: game, words, blocks and the list of who may sign.
fn repository() -> Folder {
    let folder = Folder::new();
    folder.write("game.toml", TINY);
    folder.write("words.txt", include_str!("../../wordlists/fr.txt"));
    folder
        .run("--quiet generate --game game.toml --words words.txt --block 1-2 --compression none")
        .succeeds();
    fs::rename(
        folder.path("emission.allowed_signers"),
        folder.path("board.allowed_signers"),
    )
    .unwrap();
    folder
}

/// The steps of the document that run something, by their names.
fn steps() -> BTreeMap<&'static str, String> {
    let yaml = DOCUMENT
        .split("```")
        .nth(1)
        .expect("the document has an example");
    let steps = yaml.split("- name: ").skip(1).filter_map(|step| {
        let (name, rest) = step.split_once('\n')?;
        let (_, script) = rest.split_once("run: ")?;
        let script = script.strip_prefix("|\n").unwrap_or(script);
        let lines: Vec<&str> = script.lines().map(str::trim).collect();
        Some((name, lines.join("\n")))
    });
    steps.collect()
}

/// Runs a step as GitHub's runners do, `emission` on the path.
fn run(folder: &Folder, step: &str) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_emission")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.to_owned()).chain(env::split_paths(&path));
    let script = &steps()[step];
    let mut command = folder.shell("bash", ["-e", "-o", "pipefail", "-c", script]);
    command.env("PATH", env::join_paths(paths).unwrap());
    command.output().unwrap().into()
}

#[test]
fn all_steps_pass_where_all_is_well() {
    let folder = repository();
    let steps = steps();
    assert_eq!(steps.len(), 5, "{steps:?}");
    for step in steps.keys().filter(|&&step| step != "Install emission") {
        run(&folder, step).succeeds();
    }
}

#[test]
fn the_prize_table_and_its_totals_are_checked_apart() {
    let folder = repository();
    folder.write("game.toml", TINY.replace("lots = 73", "lots = 74"));
    assert_eq!(run(&folder, "Prize table").code, Some(1));
    let fewer = TINY.replace("lots = 40", "lots = 39");
    let fewer = fewer.replace(
        "lots = 73, prizes_cents = 54_500",
        "lots = 72, prizes_cents = 54_000",
    );
    folder.write("game.toml", fewer);
    run(&folder, "Prize table").succeeds();
    assert_eq!(run(&folder, "Totals that were agreed").code, Some(1));
}

#[test]
fn a_changed_block_fails_and_its_findings_are_told() {
    let folder = repository();
    let part = "out/emission-0001/block-0002/units-0001.csv";
    folder.write(part, folder.read(part).replacen("\n7,", "\n8,", 1));
    let verified = run(&folder, "Sealed blocks");
    assert_eq!(verified.code, Some(1));
    let findings = run(&folder, "Findings");
    assert_eq!(findings.code, Some(1));
    assert!(findings.stdout.contains("\"row-number\""), "{findings:#?}");
}
