//! `emission show`.

use emission::format::manifest::Hex;
use emission::game::{Game, MAXI_MOTS_CROISES};

use crate::support::{Folder, TINY};

/// The fields of a unit's row in the block.
fn row(folder: &Folder, unit: usize) -> Vec<String> {
    let csv = folder.read("out/emission-0001/block-0001/units-0001.csv");
    csv.lines()
        .nth(unit)
        .unwrap()
        .split(',')
        .map(str::to_owned)
        .collect()
}

/// The letters that a text shows in its grids, row by row, both grids of a row in one line.
fn cells(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with('│'));
    let letters = rows.map(|row| row.replace(['│', ' '], "").replace('·', ".").to_uppercase());
    letters.collect()
}

#[test]
fn from_the_seed_it_shows_the_unit_that_the_block_has() {
    let folder = Folder::with_tiny_block();
    for unit in [1, 42, 300] {
        let args = format!("show --game tiny.toml --seed-file emission.seed --unit {unit}");
        let text = folder.run(&args).succeeds();
        let row = row(&folder, unit);
        assert!(
            text.starts_with(&format!("Tiny: unit {unit} of block 1, emission 1\n")),
            "{text}"
        );
        let letters: Vec<String> = row[2].chars().map(String::from).collect();
        assert!(
            text.contains(&format!("Letters  {}\n", letters.join(" "))),
            "{text}"
        );
        let grids = [3, 4].map(|grid| row[grid].as_bytes().chunks(11));
        let [left, right] = grids;
        let expected: Vec<String> = left
            .zip(right)
            .map(|(left, right)| String::from_utf8([left, right].concat()).unwrap())
            .collect();
        assert_eq!(cells(&text), expected);
        let prize: u64 = row[1].parse().unwrap();
        let paid = match prize {
            0 => "Prize: none\n".to_owned(),
            cents => format!("{}.00 EUR\n", cents / 100),
        };
        assert!(text.contains(&paid), "{text}");
    }
}

#[test]
fn colours_show_where_they_are_wanted_only() {
    let folder = Folder::with_tiny_game();
    folder.run("--quiet seed new").succeeds();
    let args = "show --game tiny.toml --seed-file emission.seed --unit 1";
    let command = || folder.command(args.split(' '));
    let escapes = |output: std::process::Output| output.stdout.contains(&0x1b);
    assert!(!escapes(command().output().unwrap()));
    assert!(escapes(
        command().env("CLICOLOR_FORCE", "1").output().unwrap()
    ));
    let none = command()
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .output();
    assert!(!escapes(none.unwrap()));
}

#[test]
fn a_unit_that_the_block_has_not_is_named() {
    let folder = Folder::with_tiny_game();
    folder.run("--quiet seed new").succeeds();
    folder
        .run("show --game tiny.toml --seed-file emission.seed --unit 301")
        .fails(&["there is no unit 301: the block has units 1 to 300"]);
    folder
        .run("show --seed-file emission.seed --unit 0")
        .fails(&["there is no unit 0: the block has units 1 to 3,000,000"]);
    folder.run("show --seed-file my.seed --unit 1").fails(&[
        "missing seed my.seed: check its path, or make one for new blocks with `emission seed new --seed-file my.seed`",
    ]);
}

#[test]
fn from_the_files_it_shows_the_same_as_from_the_seed() {
    let folder = Folder::with_tiny_block();
    folder
        .run("--quiet generate --game tiny.toml --out packed")
        .succeeds();
    for unit in [1, 150, 300] {
        let show = |from: &str| {
            folder
                .run(&format!("show --game tiny.toml {from} --unit {unit}"))
                .succeeds()
        };
        let made = show("--seed-file emission.seed");
        assert_eq!(show("out/emission-0001/block-0001"), made);
        assert_eq!(show("packed/emission-0001/block-0001"), made);
    }
}

#[test]
fn a_block_that_cannot_be_read_is_named() {
    let folder = Folder::with_tiny_block();
    let block = "out/emission-0001/block-0001";
    let show = |options: &str| folder.run(&format!("show {block} {options}"));
    let sha256 = |game: &str| Hex(Game::parse(game).unwrap().sha256());
    show("--unit 1").fails(&[&format!(
        "out/emission-0001/block-0001 is a block of another game: give its definition with --game (its game_sha256 is \
         {}, and that of Maxi Mots Croisés is {})",
        sha256(TINY),
        sha256(MAXI_MOTS_CROISES)
    )]);
    show("--unit 301 --game tiny.toml")
        .fails(&["there is no unit 301: the block has units 1 to 300"]);
    let part = format!("{block}/units-0001.csv");
    let csv = folder.read(&part);
    let prize = csv.rfind("\n300,").unwrap() + "\n300,".len();
    let escape = csv[..prize].to_owned() + "\u{1b}" + &csv[prize + 1..];
    // A row that is cut, one with a control character in it, and one of another unit.
    for broken in [
        csv[..csv.len() - 40].to_owned(),
        escape,
        csv.replace("\n300,", "\n301,"),
    ] {
        folder.write(&part, broken);
        show("--unit 300 --game tiny.toml").fails(&[
            "unit 300 can't be read from out/emission-0001/block-0001/units-0001.csv: run `emission verify` on its block",
        ]);
    }
    for (name, most) in [
        ("units-0001.csv", "1,073,741,824"),
        ("manifest.json", "4,194,304"),
    ] {
        let path = format!("{block}/{name}");
        let before = folder.read(&path);
        let file = std::fs::File::create(folder.path(&path)).unwrap();
        file.set_len(1 << 40).unwrap();
        show("--unit 300 --game tiny.toml").fails(&[&format!(
            "{path} has more than {most} bytes, which is too many: give another block"
        )]);
        folder.write(&path, before);
    }
    std::fs::remove_file(folder.path(&part)).unwrap();
    show("--unit 300 --game tiny.toml").fails(&[
        "out/emission-0001/block-0001/units-0001.csv can't be read (No such file or directory): check \
         its path and its permissions",
    ]);
}

#[test]
fn a_unit_that_does_not_show_its_prize_is_a_finding() {
    let folder = Folder::with_tiny_block();
    let part = "out/emission-0001/block-0001/units-0001.csv";
    let csv = folder.read(part);
    let row = csv.lines().nth(42).unwrap();
    folder.write(
        part,
        csv.replace(row, &row.replacen(",0", ",9", 1).replacen(",1", ",9", 1)),
    );
    let run = folder.run("show --game tiny.toml out/emission-0001/block-0001 --unit 42");
    assert!(
        run.stdout.contains("\nBut the block says a prize of "),
        "{run:#?}"
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn a_folder_above_blocks_is_answered_with_a_block() {
    let folder = Folder::with_tiny_block();
    for command in ["show out --unit 1", "reproduce out"] {
        folder
            .run(command)
            .fails(&["out is no block's folder: give one, as out/emission-0001/block-0001"]);
        folder
            .run(&command.replace("out", "nowhere"))
            .fails(&["there is no folder nowhere: check its path"]);
    }
}

#[test]
fn a_manifest_that_cannot_be_used_is_named() {
    let folder = Folder::with_tiny_block();
    let path = "out/emission-0001/block-0001/manifest.json";
    let manifest = folder.read(path);
    for (broken, why) in [
        (
            "{}",
            ", line 1: missing field `format_version` at line 1 column 2",
        ),
        (
            &manifest.replace("\"format_version\": 1", "\"format_version\": 2"),
            ": format_version is 2, and this tool reads 1: use the tool's version that made the block",
        ),
        (
            &manifest.replace("\n  ", "\n "),
            ": it is not in the canonical form: keys, spaces or line ends differ from what the format says",
        ),
    ] {
        folder.write(path, broken);
        let run = folder.run("show out/emission-0001/block-0001 --unit 1 --game tiny.toml");
        run.fails(&[&format!("{path}{why}")]);
    }
}

#[test]
fn for_programs_it_tells_each_word_with_its_place() {
    let folder = Folder::with_tiny_block();
    for unit in 1..=40 {
        let args =
            format!("show out/emission-0001/block-0001 --game tiny.toml --unit {unit} --json");
        let json = folder.run(&args).succeeds();
        let shown: serde_json::Value = serde_json::from_str(&json).unwrap();
        let row = row(&folder, unit);
        assert_eq!(shown["unit"], unit);
        assert_eq!(shown["letters"], row[2]);
        assert_eq!(shown["prize_cents"], row[1].parse::<u64>().unwrap());
        assert_eq!(shown["as_stated"], true);
        for (grid, (cells, words)) in [(&row[3], &row[5]), (&row[4], &row[6])]
            .into_iter()
            .enumerate()
        {
            let grid = &shown["grids"][grid];
            let rows = grid["rows"].as_array().unwrap().iter();
            let rows: Vec<&str> = rows.map(|row| row.as_str().unwrap()).collect();
            assert_eq!(&rows.concat(), cells);
            let found = grid["words"].as_array().unwrap();
            assert_eq!(found.len(), 18);
            let complete = found.iter().filter(|word| word["complete"] == true).count();
            assert_eq!(complete, words.parse::<usize>().unwrap());
            for word in found {
                assert!(stands(&rows, word), "{word} in {rows:#?}");
            }
        }
    }
}

/// Whether a word stands in a grid where it says.
fn stands(rows: &[&str], word: &serde_json::Value) -> bool {
    let number = |key: &str| usize::try_from(word[key].as_u64().unwrap()).unwrap() - 1;
    let (row, column) = (number("row"), number("column"));
    let text = word["word"].as_str().unwrap().bytes();
    let mut letters = text.enumerate();
    letters.all(|(at, letter)| match word["direction"].as_str() {
        Some("across") => rows[row].as_bytes()[column + at] == letter,
        Some("down") => rows[row + at].as_bytes()[column] == letter,
        _ => false,
    })
}

#[test]
fn for_programs_too_a_unit_that_contradicts_itself_is_a_finding() {
    let folder = Folder::with_tiny_block();
    let part = "out/emission-0001/block-0001/units-0001.csv";
    let own = row(&folder, 5);
    let other = if own[1] == "0500" { "1000" } else { "0500" };
    let changed = folder
        .read(part)
        .replace(&format!("\n5,{},", own[1]), &format!("\n5,{other},"));
    folder.write(part, changed);
    let run = folder.run("show out/emission-0001/block-0001 --game tiny.toml --unit 5 --json");
    assert_eq!(run.code, Some(1));
    let shown: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(shown["as_stated"], false);
    assert_eq!(shown["stated_prize_cents"], other.parse::<u64>().unwrap());
    assert_eq!(shown["prize_cents"], own[1].parse::<u64>().unwrap());
}
