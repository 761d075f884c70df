//! `emission preview`: which units are on the page, and what is said. How the page plays is tested in a browser, by
//! `scripts/test_preview.py`.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::{Folder, Run, TINY};

const BLOCK: &str = "out/emission-0001/block-0001";

fn preview(folder: &Folder, args: &str) -> Run {
    folder.run(&format!("preview --game tiny.toml {args}"))
}

/// The units of a page.
fn units(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(json).unwrap();
    data["units"].as_array().unwrap().clone()
}

/// Numbers and prizes of the units on a page that is made and taken away again.
fn picked(folder: &Folder, args: &str) -> Vec<(u64, u64)> {
    preview(folder, &format!("{args} --out page.html")).succeeds();
    let units = units(&folder.read("page.html"));
    std::fs::remove_file(folder.path("page.html")).unwrap();
    let number = |unit: &Value, key: &str| unit[key].as_u64().unwrap();
    units
        .iter()
        .map(|unit| (number(unit, "number"), number(unit, "prize_cents")))
        .collect()
}

/// Numbers and prizes of all units, as the block has them.
fn all(folder: &Folder) -> Vec<(u64, u64)> {
    let csv = folder.read(format!("{BLOCK}/units-0001.csv"));
    let row = |row: &str| {
        let mut fields = row.split(',').map(|field| field.parse().unwrap());
        (fields.next().unwrap(), fields.next().unwrap())
    };
    let rows = csv.lines().skip(1);
    rows.map(|line| row(&line.split(',').take(2).collect::<Vec<_>>().join(",")))
        .collect()
}

/// A game in English is played in English, unless somebody wants it otherwise.
#[test]
fn the_page_is_in_the_language_of_the_games_words() {
    let folder = Folder::with_tiny_game();
    folder.write_seed();
    folder.write(
        "mine.toml",
        TINY.replace("currency", "language = \"en\"\ncurrency"),
    );
    for (game, lang, language) in [
        ("cashword", "", "en"),
        ("double-cashword", "", "en"),
        ("mine.toml", "", "en"),
        ("cashword", "--lang fr", "fr"),
        ("tiny.toml", "", "fr"),
        ("tiny.toml", "--lang en", "en"),
    ] {
        folder
            .run(&format!(
                "preview --seed-file emission.seed --game {game} --unit 1 {lang} --out p"
            ))
            .succeeds();
        let page = folder.read("p");
        let tag = format!("<html lang=\"{language}\">");
        assert!(page.contains(&tag), "{game} {lang}");
        std::fs::remove_file(folder.path("p")).unwrap();
    }
}

#[test]
fn a_unit_is_written_to_a_page_of_its_own() {
    let folder = Folder::with_tiny_block();
    let said = preview(&folder, &format!("{BLOCK} --unit 42")).succeeds();
    assert_eq!(said, "unit-42.html: unit 42 of block 1, emission 1\n");
    assert_eq!(folder.mode("unit-42.html"), 0o600);
    let page = folder.read("unit-42.html");
    assert!(page.contains("<html lang=\"fr\">"), "{page}");
    let csv = folder.read(format!("{BLOCK}/units-0001.csv"));
    let row: Vec<&str> = csv.lines().nth(42).unwrap().split(',').collect();
    let units = units(&page);
    assert_eq!(units.len(), 1);
    assert_eq!(units[0]["letters"], row[2]);
    assert_eq!(units[0]["grids"], json!([row[3], row[4]]));
}

#[test]
fn files_packed_files_and_seed_give_the_same_page() {
    let folder = Folder::with_tiny_block();
    folder
        .run("--quiet generate --game tiny.toml --out packed")
        .succeeds();
    for units in ["--unit 7", "--units 290-300", "--prize 15.00 --prize 5.00"] {
        let page = |from: &str, out: &str| {
            preview(&folder, &format!("{from} {units} --lang en --out {out}")).succeeds();
            let page = folder.read(out);
            std::fs::remove_file(folder.path(out)).unwrap();
            page
        };
        let made = page("--seed-file emission.seed", "made.html");
        assert!(made.contains("<html lang=\"en\">"), "{made}");
        assert!(made == page(BLOCK, "read.html"), "{units}");
        assert!(
            made == page("packed/emission-0001/block-0001", "packed.html"),
            "{units}"
        );
    }
}

#[test]
fn units_are_picked_by_number_and_by_prize() {
    let folder = Folder::with_tiny_block();
    let all = all(&folder);
    assert_eq!(picked(&folder, &format!("{BLOCK} --units 5-8")), all[4..8]);
    assert_eq!(picked(&folder, &format!("{BLOCK} --units 300")), all[299..]);
    // The first ten of each prize, or all that there are; a prize that is given twice counts once.
    let first = |prize: u64| {
        all.iter()
            .filter(move |unit| unit.1 == prize)
            .take(10)
            .copied()
    };
    let expected: Vec<_> = first(1_000).chain(first(1_500)).chain(first(0)).collect();
    assert_eq!(expected.len(), 10 + 3 + 10);
    let prizes = "--prize 10 --prize 15.00 --prize 0.00 --prize 10.00";
    for from in [BLOCK, "--seed-file emission.seed"] {
        assert_eq!(picked(&folder, &format!("{from} {prizes}")), expected);
    }
    let said = preview(&folder, &format!("{BLOCK} --prize 15.00")).succeeds();
    assert_eq!(said, "preview.html: 3 units of block 1, emission 1\n");
}

#[test]
fn units_are_drawn_at_random() {
    let folder = Folder::with_tiny_block();
    let all: HashSet<_> = all(&folder).into_iter().collect();
    let draw = |args: &str| {
        let drawn = picked(&folder, args);
        assert!(drawn.iter().all(|unit| all.contains(unit)), "{drawn:?}");
        let distinct: HashSet<_> = drawn.iter().collect();
        assert_eq!(distinct.len(), drawn.len(), "{drawn:?}");
        drawn
    };
    let some = format!("{BLOCK} --random 50");
    let (one, other) = (draw(&some), draw(&some));
    assert_eq!((one.len(), other.len()), (50, 50));
    // Two draws of 50 among 300 are the same once in 10^57.
    assert_ne!(one, other);
    let of_prizes = draw("--seed-file emission.seed --prize 5.00 --prize 0.00 --random 12");
    let prizes: Vec<u64> = of_prizes.iter().map(|unit| unit.1).collect();
    assert_eq!(prizes, [[500; 12], [0; 12]].concat());
}

#[test]
fn what_the_block_has_not_is_named_and_nothing_is_written() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    for from in [BLOCK, "--seed-file emission.seed"] {
        let fails = |args: &str, error: &str| {
            preview(&folder, &format!("{from} {args}")).fails(&[error]);
        };
        let no_such_unit = "there is no unit 301: the block has units 1 to 300";
        fails("--unit 301", no_such_unit);
        fails("--units 299-301", no_such_unit);
        let starts_at_1 = "there is no unit 0: the block has units 1 to 300";
        fails("--unit 0", starts_at_1);
        fails("--units 0-4294967295", starts_at_1);
        fails(
            "--prize 5 --prize 0.00 --random 501",
            "1,002 units are too many for one file: ask for 1,000 at most",
        );
        fails(
            "--prize 7.50",
            "no unit pays 7.50 EUR: the prizes are 15.00, 10.00, 5.00, 0.00",
        );
        fails(
            "--prize 15.00 --random 4",
            "the block has 3 units of 15.00 EUR, fewer than the 4 asked for: ask for fewer",
        );
        fails(
            "--random 301",
            "the block has 300 units, fewer than the 301 asked for: ask for fewer",
        );
    }
    folder
        .run("preview --seed-file emission.seed --units 3-1003")
        .fails(&["1,001 units are too many for one file: ask for 1,000 at most"]);
    assert_eq!(folder.names(""), before);
}

#[test]
fn a_page_that_is_there_is_left_as_it_is() {
    let folder = Folder::with_tiny_block();
    folder.write("unit-7.html", "precious");
    preview(&folder, &format!("{BLOCK} --unit 7")).fails(&[
        "unit-7.html is there already and was left as it is: give another name, or move it away",
    ]);
    assert_eq!(folder.read("unit-7.html"), "precious");
}

#[test]
fn a_block_that_cannot_be_read_is_named() {
    let folder = Folder::with_tiny_block();
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    folder.write(&part, csv.replace("\n299,", "\n399,"));
    let unreadable =
        format!("unit 299 can't be read from {part}: run `emission verify` on its block");
    for units in ["--units 290-300", "--prize 0.00 --random 1"] {
        preview(&folder, &format!("{BLOCK} {units}")).fails(&[&unreadable]);
    }
    // What is not needed is not read.
    picked(&folder, &format!("{BLOCK} --units 1-298"));
    picked(&folder, &format!("{BLOCK} --prize 0.00"));
}

#[test]
fn a_unit_that_does_not_show_its_prize_is_a_finding() {
    let folder = Folder::with_tiny_block();
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    let row = csv.lines().nth(42).unwrap();
    folder.write(
        &part,
        csv.replace(row, &row.replacen(",0", ",9", 1).replacen(",1", ",9", 1)),
    );
    let run = preview(&folder, &format!("{BLOCK} --units 41-43"));
    assert_eq!(
        run.stdout,
        "preview.html: 3 units of block 1, emission 1\n\
         unit 42: its grids do not show what the block says of it, which its page says at the end\n"
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let run = preview(
        &folder,
        &format!("{BLOCK} --units 42-43 --lang en --out en.html --json"),
    );
    let unit = |index: usize| {
        let row = folder.read(&part);
        let row: Vec<&str> = row.lines().nth(index).unwrap().split(',').collect();
        let prize: u64 = row[1].parse().unwrap();
        json!({"unit": index, "stated_prize_cents": prize, "as_stated": index != 42})
    };
    let said: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        said,
        json!({
            "file": "en.html", "emission": 1, "block": 1, "language": "en", "units": [unit(42), unit(43)],
        })
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}
