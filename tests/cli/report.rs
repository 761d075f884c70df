//! `emission report`: the page of a block, and what is said when it is not made.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Folder, Run};

const BLOCK: &str = "out/emission-0001/block-0001";

/// Maxi Mots Croisés with 40,000 units: enough winners for every plot.
const SMALL: &str = r#"
    name = "Small & <Bold>"
    currency = "EUR"
    units_per_block = 40_000
    unit_price_cents = 500
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    revealed_letters = 18
    ladder = [{ words = 2, prize_cents = 500 }, { words = 3, prize_cents = 1_000 }]
    tiers = [
        { prize_cents = 1_500, lots = 400, ways = [{ words = [3, 2], lots = 400 }] },
        { prize_cents = 1_000, lots = 4_600, ways = [{ words = [3], lots = 3_100 }, { words = [2, 2], lots = 1_500 }] },
        { prize_cents = 500, lots = 7_000, ways = [{ words = [2], lots = 7_000 }] },
    ]
    totals = { lots = 12_000, prizes_cents = 8_700_000 }
    [grids]
    count = 2
    rows = 11
    columns = 11
    words = 18
    min_length = 3
    max_length = 9
    combination = "sum"
"#;

/// A folder with a block in plain CSV, made from a seed that stays the same.
fn with_block(game: &str) -> Folder {
    let folder = Folder::with_tiny_game();
    folder.write("game.toml", game);
    folder.write_seed();
    folder
        .run("--quiet generate --game game.toml --compression none")
        .succeeds();
    folder
}

fn tiny() -> Folder {
    with_block(crate::support::TINY)
}

fn report(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("report --game game.toml {options}"))
}

/// What a page says, without tags and styles: one text a line.
fn texts(page: &str) -> Vec<String> {
    let (_, body) = page.split_once("<body>").unwrap();
    let texts = body.split('<').filter_map(|part| part.split_once('>'));
    let texts = texts.map(|(_, text)| text.trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect()
}

/// Whole numbers of a text from 1,000 on, their thousands set apart or not.
fn numbers(text: &str) -> impl Iterator<Item = u32> {
    let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != ',' && letter != '.';
    let words = text
        .split(is_end)
        .map(|word| word.trim_matches([',', '.']).replace(',', ""));
    words
        .filter_map(|word| word.parse().ok())
        .filter(|&number| number >= 1_000)
}

/// Numbers of units that win, by the block's own rows.
fn winners(folder: &Folder) -> BTreeSet<u32> {
    let csv = folder.read(format!("{BLOCK}/units-0001.csv"));
    let rows = csv
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>());
    let winners = rows.filter(|row| row[1].bytes().any(|digit| digit != b'0'));
    winners.map(|row| row[0].parse().unwrap()).collect()
}

#[test]
fn a_right_block_has_a_page_with_every_plot_and_no_winner() {
    let folder = with_block(SMALL);
    let said = report(&folder, &format!("{BLOCK} --html one.html --jobs 1")).succeeds();
    assert_eq!(said, "one.html: This block is right\n");
    assert_eq!(folder.mode("one.html"), 0o600);
    let page = folder.read("one.html");
    for plot in [
        "segments",
        "words-1-2",
        "leak",
        "letters",
        "near-misses",
        "shape",
        "uses",
        "probabilities",
    ] {
        assert!(page.contains(&format!("<figure id=\"{plot}\">")), "{plot}");
        assert!(
            page.contains(&format!("<title id=\"{plot}-title\">")),
            "{plot}"
        );
        assert!(
            page.contains(&format!("<desc id=\"{plot}-about\">")),
            "{plot}"
        );
    }
    assert_eq!(page.matches("<svg role=\"img\" ").count(), 8);
    // From the p of such a count its value follows.
    assert!(page.contains("gaps between winners"));
    assert!(!page.contains("winners in the"), "{page}");
    let texts = texts(&page);
    assert_eq!(texts[0], "Small &amp; &lt;Bold&gt;, emission 1, block 1");
    assert_eq!(texts[1], "This block is right.");
    let fingerprint = texts.iter().any(|text| text.starts_with("SHA256:"));
    assert!(fingerprint, "{texts:?}");

    let winners = winners(&folder);
    assert_eq!(winners.len(), 12_000);
    let named = |texts: &[String]| -> BTreeSet<u32> {
        let numbers = texts.iter().flat_map(|text| numbers(text));
        numbers.filter(|number| winners.contains(number)).collect()
    };
    // Counts that other commands print too, without a unit's number among them, and that of an RFC.
    let counts = [
        "verify --game game.toml --json out",
        "audit --game game.toml --json - out",
    ];
    let counts = counts.map(|command| folder.run(command).succeeds());
    let mut sums: BTreeSet<u32> = counts.iter().flat_map(|json| numbers(json)).collect();
    sums.insert(9_162);
    let unexplained: Vec<u32> = named(&texts).difference(&sums).copied().collect();
    assert_eq!(unexplained, [0; 0], "numbers of the page that are winners'");
    // It would be seen.
    let winner = *winners.range(23_000..).next().unwrap();
    assert!(named(&[format!("first in unit {winner}.")]).contains(&winner));
}

#[test]
fn the_page_needs_nothing_and_depends_on_the_block_alone() {
    let folder = tiny();
    report(&folder, &format!("{BLOCK} --html one.html --jobs 1")).succeeds();
    std::fs::rename(folder.path("out"), folder.path("elsewhere")).unwrap();
    let elsewhere = BLOCK.replace("out", "elsewhere");
    report(&folder, &format!("{elsewhere} --html two.html --jobs 2")).succeeds();
    let page = folder.read("one.html");
    assert_eq!(page, folder.read("two.html"));
    // So few winners, that any statistic of their order could tell where one stands.
    for statistic in ["winners", "gaps between", "runs", "apart"] {
        assert!(!page.contains(&format!("<td>{statistic}")), "{statistic}");
    }
    assert!(!page.contains("apart</td>"), "{page}");
    let place = folder.path("").display().to_string();
    for foreign in [
        "http:", "https:", "<script", "<link", "<img", "@import", "url(", &place,
    ] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("<html lang=\"en\">"));
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; "));
    assert!(
        page.contains("there are so few that it would tell where they stand")
            && !page.contains("id=\"segments\""),
        "{page}"
    );
    for command in [
        "block=out/emission-0001/block-0001",
        "emission verify $block --game GAME.toml",
        "emission audit $block --game GAME.toml",
    ] {
        assert!(page.contains(&format!("<pre>{command}</pre>")), "{command}");
    }
}

/// Of a finding that is about a winner, the terminal names the unit and the page does not.
#[test]
fn a_wrong_block_has_a_page_that_says_so_and_names_no_unit() {
    let folder = tiny();
    let part = format!("{BLOCK}/units-0001.csv");
    let csv = folder.read(&part);
    let winner = winners_of_three_digits(&csv);
    let row = csv.lines().nth(winner).unwrap();
    let fields: Vec<&str> = row.split(',').collect();
    let forged = row.replacen(fields[1], "0000", 1);
    folder.write(&part, csv.replacen(row, &forged, 1));
    let run = report(&folder, &format!("{BLOCK} --html report.html"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{run:#?}");
    let verdict = run.stdout.lines().next().unwrap();
    assert!(
        verdict.starts_with("report.html: This block is NOT right: "),
        "{run:#?}"
    );
    assert!(
        run.stdout.contains(&format!(
            "\n prize: a unit pays another prize than is written, first in unit {winner}\n"
        )),
        "{run:#?}"
    );
    let page = folder.read("report.html");
    let texts = texts(&page);
    assert!(
        texts[1].starts_with("This block is NOT right: "),
        "{texts:?}"
    );
    assert!(
        texts.contains(&"A unit pays another prize than is written.".into()),
        "{texts:?}"
    );
    assert!(texts.contains(&"not made".into()), "{texts:?}");
    let winner = winner.to_string();
    let is_end = |letter: char| !letter.is_ascii_alphanumeric();
    let mut words = texts.iter().flat_map(|text| text.split(is_end));
    assert!(!words.any(|word| word == winner), "{winner}: {texts:?}");
    assert!(!page.contains("<svg"), "{page}");
}

/// What `--json` says is what the page and the other commands say.
#[test]
fn json_tells_the_verdict_and_what_fails() {
    let folder = tiny();
    let json = |command: &str, code: i32| -> Value {
        let run = folder.run(&format!("{command} --game game.toml"));
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (Some(code), ""),
            "{run:#?}"
        );
        serde_json::from_str(&run.stdout).unwrap()
    };
    let verified = json("verify out --json", 0)[0].clone();
    let audited = json("audit out --json -", 0)["blocks"][0].clone();
    let said = json(&format!("report {BLOCK} --html right.html --json"), 0);
    assert_eq!(
        said,
        json!({
            "file": "right.html", "folder": BLOCK, "emission": 1, "block": 1, "units": 300,
            "merkle_root": verified["merkle_root"], "signer": verified["signer"], "refused_signer": null,
            "is_right": true, "verdict": "This block is right", "findings": [], "verdicts": audited["verdicts"],
        })
    );
    let part = format!("{BLOCK}/units-0001.csv");
    folder.write(&part, folder.read(&part).replacen("\n7,", "\n8,", 1));
    let verified = json("verify out --json", 1)[0].clone();
    let said = json(&format!("report {BLOCK} --html wrong.html --json"), 1);
    assert_eq!(said["is_right"], false);
    let verdict = said["verdict"].as_str().unwrap();
    assert_eq!(texts(&folder.read("wrong.html"))[1], format!("{verdict}."));
    assert_eq!(said["findings"], verified["findings"]);
    assert_eq!(said["verdicts"], json!([]));
}

/// A winner whose number is not one of those that a page has anyway.
fn winners_of_three_digits(csv: &str) -> usize {
    let rows = csv.lines().enumerate().skip(211);
    let mut winners = rows.filter(|(_, row)| !row.contains(",0000,"));
    winners.next().unwrap().0
}

#[test]
fn a_block_of_other_rules_has_a_page_that_proves_nothing() {
    let folder = tiny();
    let run = folder.run(&format!("report {BLOCK} --html report.html"));
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(
        run.stdout.starts_with(
            "report.html: Nothing is proved of this block: 1 finding\n manifest-game: "
        ),
        "{run:#?}"
    );
    let texts = texts(&folder.read("report.html"));
    assert_eq!(texts[1], "Nothing is proved of this block: 1 finding.");
    assert!(
        texts.contains(&"Not checked: the block is one of another game or word list.".into()),
        "{texts:?}"
    );
    // What it is of is what it says, and nothing is said of parts that were not read.
    assert_eq!(texts[0], "Tiny, emission 1, block 1");
    let after = |text: &str| texts[texts.iter().position(|one| one == text).unwrap() + 2].clone();
    assert_eq!(after("Parts"), "not checked");
}

#[test]
fn an_unknown_signer_is_named_as_not_allowed() {
    let folder = tiny();
    folder.run("key new --key other.key").succeeds();
    let public = folder.read("other.key.pub");
    folder.write(
        "other.allowed_signers",
        format!("emission namespaces=\"emission-block\" {public}"),
    );
    let run = report(
        &folder,
        &format!("{BLOCK} --html report.html --allowed-signers other.allowed_signers"),
    );
    assert_eq!(run.code, Some(1), "{run:#?}");
    let texts = texts(&folder.read("report.html"));
    assert_eq!(texts[1], "This block is NOT right: 1 finding.");
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with("SHA256:") && text.ends_with(" (NOT allowed)")),
        "{texts:?}"
    );
}

#[test]
fn what_keeps_the_page_from_being_made_is_named() {
    let folder = tiny();
    folder.write("report.html", "of before");
    report(&folder, &format!("{BLOCK} --html report.html")).fails(&[
        "report.html is there already and was left as it is: give another name, or move it away",
    ]);
    assert_eq!(folder.read("report.html"), "of before");
    report(&folder, "out --html new.html")
        .fails(&[&format!("out is no block's folder: give one, as {BLOCK}")]);
    report(&folder, "nowhere --html new.html")
        .fails(&["there is no folder nowhere: check its path"]);
    report(&folder, &format!("{BLOCK} --html nowhere/new.html")).fails(&[
        "nowhere/new.html can't be written (No such file or directory): make its folder first, or choose another one",
    ]);
    report(&folder, &format!("{BLOCK} --html new.html --allowed-signers nobody")).fails(&[
        "missing allowed signers nobody: get the list from a source that you trust, and name it with --allowed-signers",
    ]);
    assert!(
        !folder
            .names(".")
            .iter()
            .any(|name| name.contains("new.html"))
    );
}
