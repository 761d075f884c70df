//! `emission audit`: what is said of blocks. That leaks are found is tested where they are looked for.

use crate::support::{Folder, Run};

const BLOCK: &str = "out/emission-0001/block-0001";

/// A folder with tiny blocks in plain CSV, made from a seed that stays the same.
fn with_blocks(blocks: &str) -> Folder {
    let folder = Folder::with_tiny_game();
    folder.write_seed();
    folder
        .run(&format!(
            "--quiet generate --game tiny.toml --compression none --block {blocks}"
        ))
        .succeeds();
    folder
}

fn audit(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("audit --game tiny.toml {options}"))
}

/// Changes a row of a block.
fn forge(folder: &Folder, from: &str, to: &str) {
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    assert!(csv.contains(from), "{from}");
    folder.write(&part, csv.replacen(from, to, 1));
}

#[test]
fn an_honest_block_fails_no_verdict() {
    let folder = with_blocks("1");
    let text = audit(&folder, "out").succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with(&format!("{BLOCK}: no verdict fails; 0 of ")),
        "{text}"
    );
    assert_eq!(
        lines[1..3],
        [
            " prizes  holds  73 lots, each prize as often as it must be won",
            " twins   holds  no two units show the same",
        ]
    );
    assert!(lines[3].starts_with(" leak    holds  AUC 0."), "{text}");
    assert!(lines[3].ends_with(" with 99 %"), "{text}");
    for heading in [
        " Order ",
        " Winners' words and layouts ",
        " Letters ",
        " Near misses ",
        " Facts",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(heading)),
            "{heading}: {text}"
        );
    }
    assert!(lines.last().unwrap().starts_with("Time: "), "{text}");
    let statistics = lines.iter().take_while(|line| **line != " Facts");
    for line in statistics {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn figures_do_not_depend_on_threads_and_are_json_too() {
    let folder = with_blocks("1");
    audit(&folder, "out --json one.json --jobs 1").succeeds();
    let printed = audit(&folder, "out --json - --jobs 2").succeeds();
    assert_eq!(folder.read("one.json"), printed);
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let block = &json["blocks"][0];
    assert_eq!(block["folder"], BLOCK);
    assert_eq!(block["verdicts"][0]["state"], "holds");
    assert_eq!(block["facts"]["lots"], 73);
    assert_eq!(block["leak"]["grids"]["confidence"], 0.99);
    assert_eq!(json["statistics"], serde_json::json!([]));
    let again = audit(&folder, "out --json one.json");
    again.fails(&[
        "one.json is there already and was left as it is: give another name, or move it away",
    ]);
}

#[test]
fn a_verdict_that_fails_is_the_exit_code_1() {
    let folder = with_blocks("1");
    forge(&folder, ",0000,", ",0500,");
    let run = audit(&folder, "out");
    assert!(
        run.stdout
            .starts_with(&format!("{BLOCK}: 1 verdict fails; "))
            && run
                .stdout
                .contains("\n prizes  FAILS  41 lots of 5.00, must be 40\n"),
        "{run:#?}"
    );
    assert!(
        run.stdout.ends_with(
            "\nA verdict fails: do not sell before its cause is found. docs/audit.md says what each one means, and how \
             often\nchance alone fails it.\n"
        ),
        "{run:#?}"
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn two_blocks_are_compared() {
    let folder = with_blocks("1-2");
    let text = audit(&folder, "out").succeeds();
    assert!(
        text.contains("\n2 blocks: no verdict fails; 0 of 1 statistic stands out\n"),
        "{text}"
    );
    assert!(
        text.contains("\n order   holds  winners stand in other places in each block\n"),
        "{text}"
    );
    assert!(text.contains(" with 99.5 %\n"), "{text}");
    let part = "block-0002/units-0001.csv";
    let first = folder.read(format!("{BLOCK}/units-0001.csv"));
    folder.write(&format!("out/emission-0001/{part}"), first);
    let run = audit(&folder, "out");
    assert!(
        run.stdout.contains(&format!(
            "\n order   FAILS  winners of out/emission-0001/block-0002 stand as in {BLOCK}\n"
        )),
        "{run:#?}"
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn what_keeps_it_from_running_is_named() {
    let folder = with_blocks("1");
    let part = format!("{BLOCK}/units-0001.csv");
    folder.run("audit out").fails(&[&format!(
        "{BLOCK} is a block of another game: give its definition with --game (its game_sha256 is {}, and that of Maxi \
         Mots Croisés is {})",
        sha256_of(&folder, "tiny.toml"),
        sha256_of(&folder, "")
    )]);
    folder.write(
        "words.txt",
        emission::words::FRENCH.replacen("ABAISSER\n", "", 1),
    );
    audit(&folder, "out --words words.txt").fails(&[&format!(
        "{BLOCK} was made from another word list: give it with --words"
    )]);
    let csv = folder.read(&part);
    let (whole, _) = csv.trim_end().rsplit_once('\n').unwrap();
    folder.write(&part, whole);
    let damaged = format!("{part} is no whole part of such a block: run `emission verify` on it");
    audit(&folder, "out").fails(&[&damaged]);
    folder.write(&part, format!("{whole}\n"));
    audit(&folder, "out").fails(&[&damaged]);
    folder.write(&part, csv.replacen("\n7,", "\n8,", 1));
    audit(&folder, "out")
        .fails(&["unit 7 is none of this game and word list: run `emission verify` on its block"]);
    std::fs::remove_file(folder.path(&part)).unwrap();
    std::fs::create_dir(folder.path(&part)).unwrap();
    audit(&folder, "out").fails(&[&format!(
        "cannot read {part} (it is no file of a part's size): check the disk, your rights, and the block with \
         `emission verify`"
    )]);
    std::fs::remove_dir(folder.path(&part)).unwrap();
    audit(&folder, "out").fails(&[&format!(
        "cannot read {part} (No such file or directory): check the disk, your rights, and the block with `emission \
         verify`"
    )]);
}

fn sha256_of(folder: &Folder, game: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let canonical = folder
        .run(&format!("game show {game} --canonical"))
        .succeeds();
    let digest: [u8; 32] = Sha256::digest(canonical.trim_end()).into();
    emission::seal::hex::encode(&digest)
}
