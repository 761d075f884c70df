//! `emission game`.

use std::fmt::Write as _;

use crate::support::{Folder, Run, TINY};

/// The tiny game with every kind of finding in it.
fn broken() -> String {
    TINY.replace("revealed_letters = 18", "revealed_letters = 26")
        .replace("[3, 2], lots = 3", "[3, 2], lots = 4")
        .replace("lots = 73", "lots = 74")
}

#[test]
fn every_finding_has_file_line_and_key_and_the_exit_code_is_1() {
    let folder = Folder::new();
    folder.write("broken.toml", broken());
    let run = folder.run("game check broken.toml");
    assert_eq!(
        run.stdout,
        "broken.toml, line 6: revealed_letters: is 26, must be 6 to 25\n\
         broken.toml, line 9: tiers[0].lots: is 3, and its ways add up to 4\n\
         broken.toml, line 13: totals.lots: is 74, and the tiers add up to 73\n\
         broken.toml: 3 findings\n"
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn findings_as_json() {
    let folder = Folder::new();
    folder.write("broken.toml", broken());
    let run = folder.run("game check broken.toml --json");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["file"], "broken.toml");
    assert_eq!(json["findings"][0]["line"], 6);
    assert_eq!(json["findings"][0]["key"], "revealed_letters");
    assert_eq!(json["findings"][0]["message"], "is 26, must be 6 to 25");
    assert_eq!(json["findings"].as_array().unwrap().len(), 3);
    assert_eq!(json["game"], serde_json::Value::Null);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn a_word_list_too_small_is_a_finding_of_no_line() {
    let folder = Folder::with_tiny_game();
    folder.write("few.txt", "CHAT\nCHIEN\nUN\n");
    let run = folder.run("game check tiny.toml --words few.txt");
    assert_eq!(
        run.stdout,
        "tiny.toml: grids.words: the word list has 2 words of 3 to 9 letters, and one unit needs 36 different ones: \
         take a larger list with --words, or lower grids.words\n\
         tiny.toml: 1 finding\n"
    );
    assert_eq!(run.code, Some(1));
    let json = folder
        .run("game check tiny.toml --words few.txt --json")
        .stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["findings"][0]["line"], serde_json::Value::Null);
}

/// Whatever the definition says of itself, a unit of each outcome must come out of it.
#[test]
fn a_game_of_which_no_unit_can_be_made_has_a_finding() {
    let folder = Folder::new();
    let narrow = TINY
        .replace("rows = 11", "rows = 4")
        .replace("columns = 11", "columns = 4")
        .replace("max_length = 9", "max_length = 4");
    folder.write("narrow.toml", narrow);
    let run = folder.run("game check narrow.toml");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0]
            .starts_with("narrow.toml: grids.words: no layout of 18 words fits 4 × 4 cells in "),
        "{run:#?}"
    );
    assert_eq!(lines[1..], ["narrow.toml: 1 finding"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

/// One hidden letter leaves nearly all words complete: hardly ever two, and none of 17 and two.
#[test]
fn an_outcome_that_no_letters_show_is_a_finding_at_its_line() {
    let folder = Folder::new();
    let generous = TINY
        .replace("revealed_letters = 18", "revealed_letters = 25")
        .replace("{ words = 3,", "{ words = 17,")
        .replace("[3, 2]", "[17, 2]")
        .replace("[3]", "[17]");
    folder.write("generous.toml", generous);
    let run = folder.run("game check generous.toml --json");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let findings = json["findings"].as_array().unwrap();
    let place = |finding: &serde_json::Value| {
        (
            finding["line"].as_u64(),
            finding["key"].as_str().unwrap().to_owned(),
        )
    };
    let places: Vec<_> = findings.iter().map(place).collect();
    assert_eq!(
        places,
        [
            (None, "revealed_letters"),
            (Some(9), "tiers[0].ways[0].words"),
            (Some(10), "tiers[1].ways[0].words"),
            (Some(10), "tiers[1].ways[1].words"),
            (Some(11), "tiers[2].ways[0].words"),
        ]
        .map(|(line, key)| (line, key.to_owned()))
    );
    assert_eq!(
        findings[1]["message"],
        "no set of letters shows [17, 2] complete words, in 500 units drawn one after another: \
         change tiers.ways, revealed_letters or grids.words"
    );
    assert_eq!(json["game"], serde_json::Value::Null);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn a_sound_game_as_json_has_its_figures() {
    let folder = Folder::new();
    let json = folder.run("game check --json").succeeds();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), 0);
    let game = &json["game"];
    assert_eq!(game["total_lots"], 787_545);
    assert_eq!(game["total_prizes_cents"], 1_050_000_000);
    assert_eq!(game["total_sales_cents"], 1_500_000_000);
    assert_eq!(game["payout_percent"], 70.0);
    assert_eq!(game["odds_one_in"], 3.81);
    assert_eq!(
        game["definition"]["tiers"][5]["ways"][1]["words"],
        serde_json::json!([3, 3])
    );
    let shown = folder.run("game show --json").succeeds();
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(&shown, game);
}

#[test]
fn the_canonical_bytes_have_the_hash_that_is_shown() {
    let folder = Folder::with_tiny_game();
    for file in ["", "tiny.toml"] {
        let canonical = folder
            .run(&format!("game show --canonical {file}"))
            .succeeds();
        let shown = folder.run(&format!("game show {file}")).succeeds();
        assert!(shown.contains(&sha256(&canonical)), "{shown}");
    }
}

/// What an installed command gives to start another game from, and to check as it is.
#[test]
fn the_text_of_the_definition_is_printed_as_it_is() {
    let folder = Folder::with_tiny_game();
    let text = folder.run("game show --toml").succeeds();
    assert_eq!(text, emission::game::MAXI_MOTS_CROISES);
    folder.write("my_game.toml", &text);
    folder.run("game check my_game.toml").succeeds();
    assert_eq!(folder.run("game show --toml tiny.toml").succeeds(), TINY);
}

fn sha256(text: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let mut hex = String::new();
    for byte in Sha256::digest(text) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

#[test]
fn a_broken_game_is_not_shown() {
    let folder = Folder::new();
    folder.write("broken.toml", broken());
    folder.run("game show broken.toml").fails(&[
        "broken.toml, line 6: revealed_letters: is 26, must be 6 to 25",
        "broken.toml, line 9: tiers[0].lots: is 3, and its ways add up to 4",
        "broken.toml, line 13: totals.lots: is 74, and the tiers add up to 73",
    ]);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = Folder::new();
    folder.write("bytes.toml", [0xff, 0xfe]);
    folder.write("bad.txt", "CHAT\nChien\n");
    folder.run("game check missing.toml").fails(&[
        "missing.toml can't be read (No such file or directory): check its path and its permissions",
    ]);
    folder
        .run("game show .")
        .fails(&[". is neither a file nor a pipe: give a game's definition"]);
    folder
        .run("game check bytes.toml")
        .fails(&["bytes.toml is not UTF-8 text: give a text file"]);
    folder.run("game check --words bad.txt").fails(&[
        "bad.txt, line 2: 'h' is not a letter of the game's alphabet: write one word a line in unaccented capitals, \
         with LF line ends",
    ]);
}

/// Devices and holes have no end.
#[test]
fn what_is_no_file_of_its_kind_is_not_read_to_its_end() {
    let folder = Folder::new();
    for (args, what) in [
        ("game check /dev/zero", "a game's definition"),
        ("game check --words /dev/zero", "a word list"),
        (
            "verify out --allowed-signers /dev/zero",
            "a list of allowed signers",
        ),
    ] {
        let error = format!("/dev/zero is neither a file nor a pipe: give {what}");
        folder.run(args).fails(&[&error]);
    }
    for (args, most, what) in [
        ("game check huge", "1,048,576", "a game's definition"),
        ("game check --words huge", "67,108,864", "a word list"),
        (
            "verify out --allowed-signers huge",
            "1,048,576",
            "a list of allowed signers",
        ),
    ] {
        let huge = std::fs::File::create(folder.path("huge")).unwrap();
        huge.set_len(1 << 40).unwrap();
        let error = format!("huge has more than {most} bytes, which is too many: give {what}");
        folder.run(args).fails(&[&error]);
    }
}

/// As a shell makes them for `<(…)`.
#[test]
fn a_pipe_is_read_to_its_end_but_not_without_end() {
    let folder = Folder::with_tiny_game();
    let emission = env!("CARGO_BIN_EXE_emission");
    let script = format!("{emission} game check <(cat tiny.toml) --words <(seq 70000)");
    let run = Run::from(folder.shell("bash", ["-c", &script]).output().unwrap());
    assert!(
        run.stderr
            .contains(", line 1: '1' is not a letter of the game's alphabet"),
        "{run:#?}"
    );
    let script = format!("{emission} game check <(yes)");
    let run = Run::from(folder.shell("bash", ["-c", &script]).output().unwrap());
    assert!(
        run.stderr.ends_with(
            " has more than 1,048,576 bytes, which is too many: give a game's definition\n"
        ),
        "{run:#?}"
    );
    assert_eq!(run.code, Some(2));
}

/// A game in another language needs words of its own.
#[test]
fn a_game_of_fewer_letters_is_told_to_bring_its_words() {
    let folder = Folder::with_tiny_game();
    folder.write("short.toml", TINY.replace("TUVWXYZ", "TUV"));
    let error = "the French words that are built in have the letter Y, and the game's alphabet is \
                 ABCDEFGHIJKLMNOPQRSTUV: give a word list of its letters with --words";
    folder.run("game check short.toml").fails(&[error]);
    folder.run("generate --game short.toml").fails(&[error]);
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let folder = Folder::new();
    let emission = env!("CARGO_BIN_EXE_emission");
    // The pipe is closed before anything is written to it.
    let script = format!("({{ sleep 0.2; {emission} game show; }}; echo $? >code) | true");
    let output = folder.shell("sh", ["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(folder.read("code"), "0\n");
}

#[test]
fn an_output_without_room_is_an_error() {
    let folder = Folder::new();
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = folder
        .command(["game", "show"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: the output can't be written (No space left on device): send it to a place that has \
         room and is yours\n"
    );
    assert_eq!(output.status.code(), Some(2));
}
