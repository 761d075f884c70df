//! No command spoils a block, nor anything that is no block's.

use crate::support::Folder;

const BLOCK: &str = "out/emission-0001/block-0001";

#[test]
fn nothing_is_written_into_a_block() {
    let folder = Folder::with_tiny_block();
    let before = folder.names(BLOCK);
    for (command, file) in [
        (format!("prove {BLOCK} --unit 1 --out {BLOCK}/p"), "p"),
        (
            format!("preview {BLOCK} --game tiny.toml --unit 1 --out {BLOCK}/u.html"),
            "u.html",
        ),
        (
            format!("report {BLOCK} --game tiny.toml --html {BLOCK}/r.html"),
            "r.html",
        ),
        (
            format!("audit {BLOCK} --game tiny.toml --json {BLOCK}/a.json"),
            "a.json",
        ),
    ] {
        folder.run(&command).fails(&[&format!(
            "{BLOCK}/{file} would stand in the folder of a block, where one file more is a finding: choose another place"
        )]);
    }
    for command in [
        format!("generate --game tiny.toml --out {BLOCK}"),
        format!("convert {BLOCK} --game tiny.toml --format parquet --out {BLOCK}"),
    ] {
        folder.run(&command).fails(&[&format!(
            "{BLOCK}/emission-0001/block-0001 would stand in the folder of a block, where it is a finding: choose another \
             place with --out"
        )]);
    }
    // Nor from within it.
    let mut inside = folder.command(["prove", ".", "--unit", "1"]);
    let output = inside.current_dir(folder.path(BLOCK)).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:#?}");
    assert_eq!(folder.names(BLOCK), before);
}

#[test]
fn what_is_no_block_is_not_replaced_by_one() {
    let folder = Folder::with_tiny_block();
    folder.write(&format!("{BLOCK}/notes.txt"), "precious");
    for command in [
        "generate --game tiny.toml --overwrite".to_owned(),
        format!("convert {BLOCK} --game tiny.toml --format parquet --overwrite --out out"),
    ] {
        folder.run(&command).fails(&[&format!(
            "{BLOCK} holds notes.txt, which is no file of a block, and was left as it is: move it away, or choose another \
             place with --out"
        )]);
    }
    assert_eq!(folder.read(format!("{BLOCK}/notes.txt")), "precious");
}

/// The manifest says how parts are packed: another file in a part's place is none.
#[test]
fn a_part_of_another_kind_than_the_manifest_lists_is_not_shown() {
    let folder = Folder::with_tiny_block();
    folder
        .run("--quiet generate --game tiny.toml --format parquet --out pq")
        .succeeds();
    let csv = folder.read(format!("{BLOCK}/units-0001.csv"));
    std::fs::remove_file(folder.path("pq/emission-0001/block-0001/units-0001.parquet")).unwrap();
    folder.write("pq/emission-0001/block-0001/units-0001.csv", csv);
    let missing = "pq/emission-0001/block-0001/units-0001.parquet";
    for command in ["show", "preview"] {
        let run = folder.run(&format!(
            "{command} pq/emission-0001/block-0001 --game tiny.toml --unit 5"
        ));
        assert_eq!(run.code, Some(2), "{run:#?}");
        assert!(run.stderr.contains(missing), "{run:#?}");
    }
    let run = folder.run("audit pq --game tiny.toml");
    assert_eq!(run.code, Some(2), "{run:#?}");
    assert!(run.stderr.contains(missing), "{run:#?}");
}
