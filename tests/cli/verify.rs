//! `emission verify`: what is said of blocks. That every kind of damage is found is tested where it is looked for.

use crate::support::{Folder, Run};

const BLOCK: &str = "out/emission-0001/block-0001";

fn verify(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("verify --game tiny.toml {options}"))
}

/// Lets unit 42 win what it does not.
fn forge(folder: &Folder) {
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    let row = csv.lines().nth(42).unwrap();
    let forged = row.replacen(",0", ",9", 1).replacen(",1", ",9", 1);
    folder.write(&part, csv.replace(row, &forged));
}

#[test]
fn a_sound_block_has_no_findings() {
    let folder = Folder::with_tiny_block();
    let text = verify(&folder, "out").succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..13],
        [
            "out/emission-0001/block-0001: 0 findings",
            "───────────────────────────",
            " Prize  Lots  Found  Amount",
            "═══════════════════════════",
            " 15.00     3      3   45.00",
            " 10.00    30     30  300.00",
            "  5.00    40     40  200.00",
            "───────────────────────────",
            " Total    73     73  545.00",
            "───────────────────────────",
            " Game    Tiny",
            " Units   300",
            " Prizes  73 lots for 545.00 EUR",
        ]
    );
    let figures: Vec<&str> = lines[13..]
        .iter()
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert_eq!(figures, ["Words", "Signer", "Root", "Time"]);
}

#[test]
fn findings_are_listed_by_kind_with_their_units_and_the_exit_code_is_1() {
    let folder = Folder::with_tiny_block();
    forge(&folder);
    let run = verify(&folder, "out");
    let first = run.stdout.lines().next().unwrap();
    assert!(
        first.starts_with("out/emission-0001/block-0001: ") && first.ends_with(" findings"),
        "{first}"
    );
    assert!(
        run.stdout.contains(
            "\n prize: a unit pays another prize than is written, first in unit 42\n   unit 42: "
        ),
        "{run:#?}"
    );
    assert!(
        run.stdout.ends_with(
            "\nDo not sell this block: ask its maker for a fresh copy, or, with its seed, see with `emission reproduce` \
             what differs.\n"
        ),
        "{run:#?}"
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn findings_as_json() {
    let folder = Folder::with_tiny_block();
    forge(&folder);
    let run = verify(&folder, "out --json");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let report = &json[0];
    assert_eq!(report["folder"], BLOCK);
    assert_eq!(report["manifest"]["game"], "Tiny");
    assert_eq!(report["tiers"][2]["found"], 40);
    let findings = report["findings"].as_array().unwrap();
    let prize = findings
        .iter()
        .find(|finding| finding["kind"] == "prize")
        .unwrap();
    assert_eq!(
        (&prize["count"], &prize["units"]),
        (&1.into(), &serde_json::json!([42]))
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn an_unknown_signer_is_a_finding() {
    let folder = Folder::with_tiny_block();
    folder.write("board.allowed_signers", "# nobody yet\n");
    let run = verify(&folder, "out --allowed-signers board.allowed_signers");
    assert!(
        run.stdout
            .contains("\n signer-unknown: the signer is not among the allowed ones\n   the signature is by SHA256:"),
        "{run:#?}"
    );
    assert!(
        run.stdout.ends_with(
            "\nAll else holds: do not sell this block before its maker has told, by another way, that the key is theirs.\n"
        ),
        "{run:#?}"
    );
    let signer = run
        .stdout
        .lines()
        .find(|line| line.starts_with(" Signer"))
        .unwrap();
    assert!(
        signer.starts_with(" Signer  SHA256:") && signer.ends_with(" (not allowed)"),
        "{signer}"
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_block_of_another_game_is_named_and_not_much_else() {
    let folder = Folder::with_tiny_block();
    let run = folder.run("verify out");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "out/emission-0001/block-0001: 1 finding",
            " manifest-game: the block is one of another game",
        ]
    );
    assert!(
        lines[2].starts_with("   give its definition with --game: game_sha256 is "),
        "{run:#?}"
    );
    assert_eq!(lines[3], " Units   not checked");
    assert!(lines[4].starts_with(" Signer  SHA256:"), "{run:#?}");
    assert_eq!(
        lines[5..],
        ["Nothing is proved: verify the block with its own game and words."]
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn every_block_below_the_folders_is_verified_once() {
    let folder = Folder::with_tiny_game();
    folder
        .run("--quiet generate --game tiny.toml --block 1-2")
        .succeeds();
    folder
        .run("--quiet generate --game tiny.toml --emission 2")
        .succeeds();
    let text = verify(
        &folder,
        "out out/emission-0001 out/emission-0001/block-0002",
    )
    .succeeds();
    let blocks: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("out"))
        .collect();
    assert_eq!(
        blocks,
        [
            "out/emission-0001/block-0001: 0 findings",
            "out/emission-0001/block-0002: 0 findings",
            "out/emission-0002/block-0001: 0 findings",
        ]
    );
    assert!(text.ends_with("\n3 blocks: none has findings\n"), "{text}");
    let part = "out/emission-0001/block-0002/units-0001.csv.zst";
    std::fs::remove_file(folder.path(part)).unwrap();
    let run = verify(&folder, "out");
    let summary = "\n3 blocks: findings in out/emission-0001/block-0002\n";
    assert!(run.stdout.ends_with(summary), "{run:#?}");
    assert_eq!(run.code, Some(1));
}

/// A folder or a file from elsewhere may have a name that turns what follows around, or is a command to the terminal.
#[test]
fn names_that_are_not_seen_as_they_are_reach_no_terminal() {
    let folder = Folder::with_tiny_block();
    std::fs::rename(
        folder.path("out/emission-0001"),
        folder.path("out/a\u{202e}b\u{1b}[2J"),
    )
    .unwrap();
    folder.write("out/a\u{202e}b\u{1b}[2J/block-0001/c\u{2066}d", "");
    let run = verify(&folder, "out");
    assert!(
        run.stdout.starts_with(
            "out/a\u{fffd}b\u{fffd}[2J/block-0001: 1 finding\n file-extra: a file does not belong in the folder\n   \
             c\u{fffd}d\n"
        ),
        "{run:#?}"
    );
    let run = folder.run("verify out --game e\u{202e}f.toml");
    assert!(run.stderr.contains("e\u{fffd}f.toml"), "{run:#?}");
    assert_eq!(run.code, Some(2));
}

/// A folder that is named from within the one above it is still in its emission's.
#[test]
fn the_folders_above_count_though_they_are_not_named() {
    let folder = Folder::with_tiny_block();
    let emission = folder.path("out/emission-0002");
    std::fs::rename(folder.path("out/emission-0001"), &emission).unwrap();
    let args =
        "verify block-0001 --game ../../tiny.toml --allowed-signers ../../emission.allowed_signers";
    let mut command = folder.command(args.split_whitespace());
    let run = Run::from(command.current_dir(emission).output().unwrap());
    let found = "block-0001: 1 finding\n folder-name: ";
    assert!(run.stdout.starts_with(found), "{run:#?}");
    assert_eq!(run.code, Some(1));
}

#[test]
fn what_keeps_it_from_running_is_named() {
    let folder = Folder::with_tiny_game();
    folder.write("bad.txt", "emission nonsense\n");
    verify(&folder, "out").fails(&[
        "missing allowed signers emission.allowed_signers: get the list from a source that you trust, and name it \
         with --allowed-signers",
    ]);
    let run = verify(&folder, "out --allowed-signers bad.txt");
    assert!(
        run.stderr
            .starts_with("error: bad.txt: allowed signers, line 1: "),
        "{run:#?}"
    );
    assert_eq!(run.code, Some(2));
    folder.run("--quiet key new").succeeds();
    verify(&folder, "out").fails(&["there is no folder out: check its path"]);
    folder.write("file", "");
    verify(&folder, "file").fails(&[
        "cannot list file (Not a directory): check that it is a folder that you may read",
    ]);
    std::fs::create_dir(folder.path("out")).unwrap();
    verify(&folder, "out").fails(&[
        "no block in or below out: give a block folder, as out/emission-0001/block-0001, or a folder above some",
    ]);
}
