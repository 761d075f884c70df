use std::fs;
use std::path::Path;

use super::*;
use crate::format::manifest::Hex;
use crate::words::{BLOCKED, BlockList, FRENCH, Language};

/// The embedded definition with one change.
fn changed(from: &str, to: &str) -> String {
    assert!(MAXI_MOTS_CROISES.contains(from), "{from}");
    MAXI_MOTS_CROISES.replacen(from, to, 1)
}

/// All findings about the embedded definition with one change, a line each.
fn findings(from: &str, to: &str) -> String {
    Game::parse(&changed(from, to))
        .expect_err("a finding")
        .to_string()
}

fn game() -> Game {
    Game::parse(MAXI_MOTS_CROISES).expect("the embedded game")
}

/// Règlement, articles 2 and 3.
#[test]
fn the_embedded_game_is_that_of_the_reglement() {
    let game = game();
    assert_eq!(game.units_per_block, 3_000_000);
    assert_eq!(game.unit_price_cents, 500);
    let table: Vec<(u64, u32)> = game
        .tiers
        .iter()
        .map(|tier| (tier.prize_cents / 100, tier.lots))
        .collect();
    assert_eq!(
        table,
        [
            (250_000, 2),
            (10_000, 3),
            (1_000, 40),
            (200, 6_000),
            (50, 40_000),
            (20, 66_500),
            (15, 30_000),
            (10, 345_000),
            (5, 300_000)
        ]
    );
    assert_eq!(game.total_lots(), 787_545);
    assert_eq!(game.total_prizes_cents(), 1_050_000_000);
    assert_eq!(game.total_sales_cents(), 1_500_000_000);
}

/// Règlement, article 4.6: the ladder, and gains that add up over grids but not words.
#[test]
fn prizes_follow_the_ladder() {
    let game = game();
    let cases: [(&[u8], u64); 9] = [
        (&[0, 0], 0),
        (&[1, 1], 0),
        (&[2, 1], 500),
        (&[2, 2], 1_000),
        (&[3, 2], 1_500),
        (&[0, 4], 2_000),
        (&[8, 0], 1_000_000),
        (&[9, 9], 25_000_000),
        (&[10, 0], 0),
    ];
    for (words, prize) in cases {
        assert_eq!(game.prize_cents(words), prize, "{words:?}");
    }
    let highest = Game::parse(&highest()).expect("a game that pays the highest gain");
    assert_eq!(highest.prize_cents(&[3, 2]), 1_000);
    assert_eq!(game.most_losing_words(), 1);
    let from_three = BuiltIn::named("cashword").expect("it is built in").game();
    assert_eq!(from_three.most_losing_words(), 2);
}

/// More than any number of Rust's holds is still only a finding.
#[test]
fn sums_of_the_greatest_numbers_are_no_match() {
    let greatest = u64::MAX.to_string();
    let start = MAXI_MOTS_CROISES.find("[[tiers]]").expect("tiers");
    let tier = format!(
        "[[tiers]]\nprize_cents = {greatest}\nlots = {greatest}\nways = [{{ words = [2], lots = {greatest} }}]\n"
    );
    let totals = "[totals]\nlots = 1\nprizes_cents = 1\n";
    let toml = MAXI_MOTS_CROISES[..start].to_owned() + &tier + &tier + totals;
    let findings = Game::parse(&toml).expect_err("findings").to_string();
    let most = u128::MAX;
    assert!(
        findings.contains(&format!(
            "totals.prizes_cents: is 1, and the tiers add up to {most}"
        )),
        "{findings}"
    );
}

/// A game that pays the highest gain alone: one tier.
fn highest() -> String {
    let start = MAXI_MOTS_CROISES.find("[[tiers]]").expect("tiers");
    let head = MAXI_MOTS_CROISES[..start].replace("\"sum\"", "\"highest\"");
    head + "[[tiers]]\nprize_cents = 1_000\nlots = 5\n\
            ways = [{ words = [3], lots = 2 }, { words = [2, 3], lots = 2 }, { words = [3, 3], lots = 1 }]\n\
            [totals]\nlots = 5\nprizes_cents = 5_000\n"
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of messages")]
fn every_finding_names_its_line_and_key() {
    let cases = [
        (
            "units_per_block = 3_000_000",
            "units_per_block = 700_000",
            "line 54: tiers: lots add up to 787545, must be 700000 (units_per_block) at most",
        ),
        (
            "units_per_block = 3_000_000",
            "units_per_block = 0",
            "line 6: units_per_block: is 0, must be 1 to 100,000,000\n\
             line 54: tiers: lots add up to 787545, must be 0 (units_per_block) at most",
        ),
        (
            "name = \"Maxi Mots Croisés\"",
            "name = \" \"",
            "line 4: name: must be a name, and is empty",
        ),
        (
            "name = \"Maxi Mots Croisés\"",
            "name = \"Maxi\\nMots\"",
            "line 4: name: has the character U+000A, which is not seen as itself: write a name without",
        ),
        (
            "name = \"Maxi Mots Croisés\"",
            "name = \"Maxi \u{202e}stoM\"",
            "line 4: name: has the character U+202E, which is not seen as itself: write a name without",
        ),
        (
            "name = \"Maxi Mots Croisés\"",
            "name = \"Maxi\u{2028}Mots\"",
            "line 4: name: has the character U+2028, which is not seen as itself: write a name without",
        ),
        (
            "name = \"Maxi Mots Croisés\"",
            "name = \"Maxi\u{200b}Mots\"",
            "line 4: name: has the character U+200B, which is not seen as itself: write a name without",
        ),
        (
            "currency = \"EUR\"",
            "currency = \"euro\"",
            "line 5: currency: must be an ISO 4217 code of three capitals, as EUR",
        ),
        (
            "currency = \"EUR\"",
            "currency = \"EURO\"",
            "line 5: currency: must be an ISO 4217 code of three capitals, as EUR",
        ),
        (
            "currency = \"EUR\"",
            "currency = \"eur\"",
            "line 5: currency: must be an ISO 4217 code of three capitals, as EUR",
        ),
        (
            "currency = \"EUR\"",
            "currency = \"EUR\"\nlanguage = \"de\"",
            "line 6: language: is \"de\", must be \"fr\" or \"en\"",
        ),
        (
            "unit_price_cents = 500",
            "unit_price_cents = 18_446_744_073_709_551_615",
            "line 7: unit_price_cents: is 18446744073709551615, must be 1 to 100,000,000,000",
        ),
        (
            "ABCDEFG",
            "ABBDEFG",
            "line 8: alphabet: must be letters from A to Z, each once, in alphabetical order",
        ),
        (
            "ABCDEFG",
            "ABDCEFG",
            "line 8: alphabet: must be letters from A to Z, each once, in alphabetical order",
        ),
        (
            "ABCDEFG",
            "ABCDEÉ",
            "line 8: alphabet: must be letters from A to Z, each once, in alphabetical order",
        ),
        (
            "revealed_letters = 18",
            "revealed_letters = 5",
            "line 9: revealed_letters: is 5, must be 6 to 25",
        ),
        (
            "HIJKLMNOPQRSTUVWXYZ",
            "HIJKLMNOPQR",
            "line 9: revealed_letters: is 18, and the alphabet has 18 letters: at least one must stay hidden",
        ),
        (
            "count = 2",
            "count = 5",
            "line 12: grids.count: is 5, must be 1 to 4",
        ),
        (
            "rows = 11",
            "rows = 16",
            "line 13: grids.rows: is 16, must be 2 to 15",
        ),
        (
            "words = 18",
            "words = 25",
            "line 15: grids.words: is 25, must be 4 to 24",
        ),
        (
            "rows = 11\ncolumns = 11",
            "rows = 2\ncolumns = 2",
            "line 16: grids.min_length: is 3, must be 2 to 2 (the longer side of the grid)",
        ),
        (
            "max_length = 9",
            "max_length = 2",
            "line 17: grids.max_length: is 2, must be 3 (grids.min_length) to 11 (the longer side of the grid)",
        ),
        (
            "rows = 11\ncolumns = 11",
            "rows = 1\ncolumns = 2",
            "line 13: grids.rows: is 1, must be 2 to 15",
        ),
        (
            "rows = 11\ncolumns = 11",
            "rows = 2\ncolumns = 1",
            "line 14: grids.columns: is 1, must be 2 to 15",
        ),
        (
            "min_length = 3",
            "min_length = 16",
            "line 16: grids.min_length: is 16, must be 2 to 15",
        ),
        (
            "words = 9\nprize_cents = 12_500_000",
            "words = 19\nprize_cents = 12_500_000",
            "line 50: ladder[7].words: is 19, must be 1 to 18\n\
             line 57: tiers[0].ways[0].words: has 9, and no step of the ladder pays 9 words",
        ),
        (
            "words = 9\nprize_cents = 12_500_000",
            "words = 9\nprize_cents = 0",
            "line 51: ladder[7].prize_cents: is 0, must be 1 to 100,000,000,000\n\
             line 57: tiers[0].ways[0].words: [9, 9] gives gains that add up to 0 cents, and the tier's prize is \
             25000000",
        ),
        (
            "max_length = 9",
            "max_length = 12",
            "line 17: grids.max_length: is 12, must be 3 (grids.min_length) to 11 (the longer side of the grid)",
        ),
        (
            "words = 3\nprize_cents = 1_000",
            "words = 2\nprize_cents = 1_000",
            "line 26: ladder[1].words: must be more than the step before: the ladder goes up\n\
             line 82: tiers[5].ways[1].words: has 3, and no step of the ladder pays 3 words\n\
             line 87: tiers[6].ways[0].words: has 3, and no step of the ladder pays 3 words\n\
             line 92: tiers[7].ways[0].words: has 3, and no step of the ladder pays 3 words",
        ),
        (
            "prize_cents = 25_000_000\nlots = 2\n",
            "prize_cents = 25_000_001\nlots = 2\n",
            "line 57: tiers[0].ways[0].words: [9, 9] gives gains that add up to 25000000 cents, and the tier's \
             prize is 25000001\n\
             line 102: totals.prizes_cents: is 1050000000, and the tiers add up to 1050000002",
        ),
        (
            "lots = 38_500",
            "lots = 38_501",
            "line 81: tiers[5].lots: is 66500, and its ways add up to 66501",
        ),
        (
            "words = [9, 9]",
            "words = [9, 9, 2]",
            "line 57: tiers[0].ways[0].words: names 3 grids, must be 1 to 2",
        ),
        (
            "lots = 40\nways = [{ words = [7]",
            "lots = 40\nways = [{ words = [1]",
            "line 67: tiers[2].ways[0].words: has 1, and no step of the ladder pays 1 word",
        ),
        (
            "words = [9, 9]",
            "words = []",
            "line 57: tiers[0].ways[0].words: names 0 grids, must be 1 to 2",
        ),
        (
            "words = [9, 9]",
            "words = [9, 10]",
            "line 57: tiers[0].ways[0].words: has 10, and no step of the ladder pays 10 words",
        ),
        (
            "{ words = [2, 2], lots = 115_000 }",
            "{ words = [3], lots = 115_000 }",
            "line 92: tiers[7].ways[1].words: is a way of this tier already: give it once, with all its lots",
        ),
        (
            "prizes_cents = 1_050_000_000",
            "prizes_cents = 1_050_000_001",
            "line 102: totals.prizes_cents: is 1050000001, and the tiers add up to 1050000000",
        ),
        (
            "lots = 787_545",
            "lots = 787_546",
            "line 101: totals.lots: is 787546, and the tiers add up to 787545",
        ),
        (
            "unit_price_cents = 500",
            "unit_price = 500",
            "unit_price_cents: is missing: add `unit_price_cents = ` and a whole number\n\
             line 7: unit_price: is unknown: the keys here are name, currency, units_per_block, unit_price_cents, \
             alphabet, revealed_letters, grids, ladder, tiers, totals, language",
        ),
        (
            "unit_price_cents = 500",
            "\"\\u001b[2J\\n\" = 500",
            "unit_price_cents: is missing: add `unit_price_cents = ` and a whole number\n\
             line 7: \u{fffd}[2J\u{fffd}: is unknown: the keys here are name, currency, units_per_block, unit_price_cents, \
             alphabet, revealed_letters, grids, ladder, tiers, totals, language",
        ),
        (
            "unit_price_cents = 500",
            "unit_price_cents = -5",
            "line 7: unit_price_cents: is -5, must be a whole number from 0 to 18446744073709551615",
        ),
        (
            "unit_price_cents = 500",
            "unit_price_cents = 5.0",
            "line 7: unit_price_cents: is 5.0, must be a whole number from 0 to 18446744073709551615",
        ),
        (
            "prizes_cents = 1_050_000_000",
            "prizes_cents = 18_446_744_073_709_551_616",
            "line 102: totals.prizes_cents: is 18_446_744_073_709_551_616, must be a whole number from 0 to \
             18446744073709551615",
        ),
        (
            "lots = 787_545",
            "lots = 0xffffffffffffffffffffffffffffffff",
            "line 101: totals.lots: is 0xffffffffffffffffffffffffffffffff, must be a whole number from 0 to \
             18446744073709551615",
        ),
        (
            "{ words = [9, 9], lots = 2 }",
            "{ words = [9, -9], lots = 2 }",
            "line 57: tiers[0].ways[0].words[1]: is -9, must be a whole number from 0 to 18446744073709551615",
        ),
        (
            "lots = 787_545",
            "lots = 9999999999999999999999999999999999999999999",
            "line 101: totals.lots: is 9999999999999999999999999999999999999999999, must be a whole number from 0 to \
             18446744073709551615",
        ),
        (
            "unit_price_cents = 500",
            "unit_price_cents = \"5 EUR\"",
            "line 7: unit_price_cents: is \"5 EUR\", must be a whole number from 0 to 18446744073709551615",
        ),
        (
            "unit_price_cents = 500",
            "",
            "unit_price_cents: is missing: add `unit_price_cents = ` and a whole number",
        ),
        (
            "currency = \"EUR\"",
            "",
            "currency: is missing: add `currency = \"EUR\"`",
        ),
        (
            "alphabet = \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"",
            "",
            "alphabet: is missing: add `alphabet = \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"`",
        ),
        (
            "combination = \"sum\"",
            "",
            "line 11: grids.combination: is missing: add `combination = \"sum\"`, or \"highest\"",
        ),
        (
            "[totals]",
            "[[tiers]]",
            "totals: is missing: add a table `[totals]` with lots and prizes_cents\n\
             line 100: tiers[9].prize_cents: is missing: add `prize_cents = ` and a whole number\n\
             line 100: tiers[9].ways: is missing: add `ways = [{ words = [2], lots = 10 }]`, one for each way to show \
             the prize\n\
             line 102: tiers[9].prizes_cents: is unknown: the keys here are prize_cents, lots, ways",
        ),
        (
            "ways = [{ words = [9, 9], lots = 2 }]",
            "ways = 2",
            "line 57: tiers[0].ways: is 2, must be a list of tables",
        ),
        (
            "ways = [{ words = [9, 9], lots = 2 }]",
            "ways = [9]",
            "line 57: tiers[0].ways[0]: is 9, must be a table",
        ),
        (
            "ways = [{ words = [9, 9], lots = 2 }]",
            "",
            "line 54: tiers[0].ways: is missing: add `ways = [{ words = [2], lots = 10 }]`, one for each way to show the prize",
        ),
        (
            "combination = \"sum\"",
            "combination = \"product\"",
            "line 18: grids.combination: is \"product\", must be \"sum\" or \"highest\"",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(findings(from, to), expected, "{from} -> {to}");
    }
}

/// The embedded definition without what stands from one text to another, and with another start.
fn without(from: &str, to: &str, start: &str) -> String {
    let toml = MAXI_MOTS_CROISES;
    let (from, to) = (toml.find(from).expect(from), toml.find(to).expect(to));
    [start, &toml[..from], &toml[to..]].concat()
}

/// A whole table that is missing is no matter of the first line.
#[test]
fn a_missing_table_is_described() {
    for (from, to, expected) in [
        (
            "[grids]",
            "# What one grid",
            "grids: is missing: add a table `[grids]` with count, rows, columns, words, min_length, max_length and \
             combination",
        ),
        (
            "[[ladder]]",
            "# The prize table",
            "ladder: is missing: add a table `[[ladder]]` with words and prize_cents for each step",
        ),
        (
            "[[tiers]]",
            "[totals]",
            "tiers: is missing: add a table `[[tiers]]` with prize_cents, lots and ways for each prize",
        ),
    ] {
        let error = Game::parse(&without(from, to, "")).expect_err(from);
        assert_eq!(error.to_string(), expected);
    }
    let start = MAXI_MOTS_CROISES.find("[totals]").expect("totals");
    let error = Game::parse(&MAXI_MOTS_CROISES[..start]).expect_err("no totals");
    assert_eq!(
        error.to_string(),
        "totals: is missing: add a table `[totals]` with lots and prizes_cents"
    );
    let error = Game::parse("").expect_err("nothing");
    let keys: Vec<&str> = error.findings.iter().map(|finding| &*finding.key).collect();
    assert_eq!(
        keys,
        [
            "name",
            "currency",
            "units_per_block",
            "unit_price_cents",
            "alphabet",
            "revealed_letters",
            "grids",
            "ladder",
            "tiers",
            "totals"
        ]
    );
}

/// A first mistake hides no other: neither one of the same kind nor one of another.
#[test]
fn what_cannot_be_read_hides_nothing_that_can() {
    let definition = changed("name = \"Maxi Mots Croisés\"", "nam = 7")
        .replace("currency = \"EUR\"", "currency = \"euro\"")
        .replace("unit_price_cents = 500", "")
        .replace(
            "revealed_letters = 18",
            "revealed_letters = \"all\\nof them\"",
        )
        .replace("rows = 11", "rows = 16")
        .replace("min_length = 3", "")
        .replace("words = [9, 9]", "words = [9, \"ten\", -9]")
        .replace("lots = 40\n", "\n")
        .replace(
            "prizes_cents = 1_050_000_000",
            "prizes_cents = [\n1]\nprizes = 1",
        );
    let error = Game::parse(&definition).expect_err("many findings");
    let whole = "must be a whole number from 0 to 18446744073709551615";
    assert_eq!(
        error.to_string().lines().collect::<Vec<_>>(),
        [
            "name: is missing: add `name = \"My game\"`",
            "unit_price_cents: is missing: add `unit_price_cents = ` and a whole number",
            "line 4: nam: is unknown: the keys here are name, currency, units_per_block, unit_price_cents, alphabet, \
             revealed_letters, grids, ladder, tiers, totals, language",
            "line 5: currency: must be an ISO 4217 code of three capitals, as EUR",
            &format!("line 9: revealed_letters: is \"all\\nof them\", {whole}"),
            "line 11: grids.min_length: is missing: add `min_length = ` and a whole number",
            "line 13: grids.rows: is 16, must be 2 to 15",
            &format!("line 57: tiers[0].ways[0].words[1]: is \"ten\", {whole}"),
            &format!("line 57: tiers[0].ways[0].words[2]: is -9, {whole}"),
            "line 64: tiers[2].lots: is missing: add `lots = ` and a whole number",
            &format!("line 102: totals.prizes_cents: is […, {whole}"),
            "line 104: totals.prizes: is unknown: the keys here are lots, prizes_cents",
        ]
    );
}

/// What stands behind a mistake in the TOML itself may mean anything: it is not guessed.
#[test]
fn text_that_is_no_toml_says_that_alone() {
    let definition =
        changed("currency = \"EUR\"", "currency = EUR").replace("rows = 11", "rows 11");
    let error = Game::parse(&definition).expect_err("no TOML").to_string();
    assert_eq!(
        error,
        "line 5: string values must be quoted, expected literal string"
    );
    assert_eq!(
        findings("columns = 11", "words = 11"),
        "line 15: duplicate key"
    );
    assert_eq!(
        findings("\"EUR\"", "\"EUR"),
        "line 5: invalid basic string, expected `\"`"
    );
    assert_eq!(
        findings("[grids]", "[grids"),
        "line 11: unclosed table, expected `]`"
    );
}

#[test]
fn an_empty_table_is_a_finding() {
    for (definition, expected) in [
        (
            without("[[ladder]]", "# The prize table", "ladder = []\n"),
            "line 1: ladder: must have at least one step",
        ),
        (
            without("[[tiers]]", "[totals]", "tiers = []\n"),
            "line 1: tiers: must have at least one tier",
        ),
    ] {
        let error = Game::parse(&definition).expect_err(expected);
        assert_eq!(error.findings[0].to_string(), expected);
    }
}

/// What is just within the bounds is no finding: that one beyond is, the tables of findings say.
#[test]
fn the_edges_of_the_bounds_are_accepted() {
    let every_unit_wins = changed("3_000_000", "787_545");
    let words_as_long_as_the_grid = changed(
        "rows = 11\ncolumns = 11\nwords = 18\nmin_length = 3\n",
        "rows = 9\ncolumns = 2\nwords = 18\nmin_length = 9\n",
    );
    for definition in [every_unit_wins, words_as_long_as_the_grid] {
        Game::parse(&definition).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A game of four grids that pays the highest gain, with so many ways of one lot each.
fn with_ways(count: usize) -> String {
    let ways = [9, 8].into_iter().flat_map(|first| {
        let seconds = (0..=first).flat_map(|second| (0..=second).map(move |third| (second, third)));
        seconds.flat_map(move |(second, third)| {
            (0..=third).map(move |fourth| [first, second, third, fourth])
        })
    });
    let ways: Vec<[u8; 4]> = ways.take(count).collect();
    assert_eq!(ways.len(), count);
    let way = |words: &&[u8; 4]| {
        let words: Vec<&u8> = words.iter().filter(|words| **words > 0).collect();
        format!("{{ words = {words:?}, lots = 1 }}")
    };
    let tier = |prize: u8| {
        let ways: Vec<String> = ways
            .iter()
            .filter(|words| words[0] == prize)
            .map(|words| way(&words))
            .collect();
        let (lots, ways) = (ways.len(), ways.join(", "));
        format!("[[tiers]]\nprize_cents = {prize}\nlots = {lots}\nways = [{ways}]\n")
    };
    let rungs = (1..=9).map(|words| format!("{{ words = {words}, prize_cents = {words} }}"));
    let ladder = rungs.collect::<Vec<_>>().join(", ");
    let cents: u32 = ways.iter().map(|words| u32::from(words[0])).sum();
    let head = without(
        "[[ladder]]",
        "# The prize table",
        &format!("ladder = [{ladder}]\n"),
    );
    let head = &head[..head.find("[[tiers]]").expect("tiers")];
    let head = head.replace("\"sum\"", "\"highest\"");
    let head = head.replace("count = 2", "count = 4");
    let totals = format!("[totals]\nlots = {count}\nprizes_cents = {cents}\n");
    [head, tier(9), tier(8), totals].concat()
}

/// An outcome is one byte.
#[test]
fn a_prize_table_has_255_ways_at_most() {
    let game = Game::parse(&with_ways(255)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.ways().count(), MAX_WAYS);
    let error = Game::parse(&with_ways(256)).expect_err("too many ways");
    let message = error.findings[0].message.as_str();
    assert_eq!(message, "have 256 ways in all, must be 255 at most");
}

/// A row's length must say nothing of the unit: all counts of words are as wide as the highest.
#[test]
fn a_ladder_of_ten_words_takes_two_digits() {
    assert_eq!((game().prize_digits(), game().word_digits()), (8, 1));
    let definition = changed("words = 9\nprize", "words = 10\nprize").replace("[9, 9]", "[10, 10]");
    let game = Game::parse(&definition).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.word_digits(), 2);
}

#[test]
fn a_prize_stands_in_one_tier() {
    let definition = changed(
        "prize_cents = 500\nlots = 300_000",
        "prize_cents = 1_000\nlots = 300_000",
    )
    .replace(
        "{ words = [2], lots = 300_000 }",
        "{ words = [3], lots = 300_000 }",
    )
    .replace(
        "prizes_cents = 1_050_000_000",
        "prizes_cents = 1_200_000_000",
    );
    let error = Game::parse(&definition)
        .expect_err("a prize twice")
        .to_string();
    assert_eq!(
        error,
        "line 95: tiers[8].prize_cents: is the prize of tiers[7] too: put both in one tier, with two ways"
    );
}

/// One run shows all that is wrong.
#[test]
fn findings_do_not_hide_one_another() {
    let definition =
        changed("count = 2", "count = 9").replace("currency = \"EUR\"", "currency = \"\"");
    let error = Game::parse(&definition).expect_err("two findings");
    let keys: Vec<&str> = error
        .findings
        .iter()
        .map(|finding| finding.key.as_str())
        .collect();
    assert_eq!(keys, ["currency", "grids.count"]);
}

/// Whatever the numbers are, a definition is accepted or refused with findings: no sum overflows, nothing panics.
#[test]
fn huge_numbers_are_findings() {
    for number in [
        "9223372036854775807",
        "18446744073709551615",
        "4294967296",
        "256",
    ] {
        for key in [
            "units_per_block",
            "unit_price_cents",
            "revealed_letters",
            "count",
            "rows",
            "columns",
            "words",
            "min_length",
            "max_length",
            "lots",
            "prize_cents",
            "prizes_cents",
        ] {
            let lines = MAXI_MOTS_CROISES.lines().map(|line| {
                if line.starts_with(&format!("{key} =")) {
                    format!("{key} = {number}")
                } else {
                    line.to_owned()
                }
            });
            let definition: Vec<String> = lines.collect();
            if let Ok(game) = Game::parse(&definition.join("\n")) {
                assert!(game.total_sales_cents() > 0, "{key} = {number} is in range");
            }
        }
    }
}

/// What is hashed does not depend on how the file is written, and does on every value.
#[test]
fn the_canonical_form_is_about_values_alone() {
    let game = game();
    let rewritten = MAXI_MOTS_CROISES
        .replace("3_000_000", "3000000")
        .replace("# article 2", "");
    assert_eq!(
        Game::parse(&rewritten).expect("the same game").sha256(),
        game.sha256()
    );
    let swapped = MAXI_MOTS_CROISES.replace("words = [3, 2]", "words = [2, 3]");
    assert_eq!(
        Game::parse(&swapped).expect("the same game").sha256(),
        game.sha256()
    );
    let english = changed(
        "currency = \"EUR\"",
        "currency = \"EUR\"\nlanguage = \"en\"",
    );
    let english = Game::parse(&english).expect("the same game with other words");
    assert_eq!(english.sha256(), game.sha256());
    assert_eq!(
        [game.language, english.language],
        [Language::French, Language::English]
    );
    let other = MAXI_MOTS_CROISES.replace("unit_price_cents = 500", "unit_price_cents = 501");
    assert_ne!(
        Game::parse(&other).expect("another game").sha256(),
        game.sha256()
    );
    assert!(game.canonical().starts_with(
        r#"{"name":"Maxi Mots Croisés","currency":"EUR","units_per_block":3000000,"unit_price_cents":500,"#
    ));
}

#[test]
fn a_word_list_must_fill_one_unit() {
    let game = game();
    let french = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    assert_eq!(game.check_words(&french), Ok(()));
    let few = WordList::parse(
        "CHAT\nCHATEAU\nEAU\nDICTIONNAIRE\n",
        &game.alphabet,
        &BLOCKED,
    )
    .expect("a list");
    assert_eq!(
        game.check_words(&few).expect_err("too few").to_string(),
        "grids.words: the word list has 3 words of 3 to 9 letters, and one unit needs 36 different ones: \
         take a larger list with --words, or lower grids.words"
    );
}

/// A name must not look like a path, nor like the code of a language, and a hash must find one game.
#[test]
fn the_games_that_are_built_in_are_sound_and_found_by_name_and_by_hash() {
    assert_eq!(BuiltIn::default_game().toml, MAXI_MOTS_CROISES);
    for built_in in &BUILT_IN {
        let (game, name) = (built_in.game(), built_in.name);
        assert!(
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            "{name}"
        );
        assert_eq!(BuiltIn::named(name), Some(built_in));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game");
        let file = fs::read_to_string(folder.join(built_in.file_name()));
        assert_eq!(file.expect("its file"), built_in.toml);
        assert_eq!(BuiltIn::of_sha256(&game.sha256()), Some(built_in));
        let language = game.language;
        let words = WordList::parse(language.words(), &game.alphabet, language.blocked());
        assert_eq!(game.check_words(&words.expect("its words")), Ok(()));
    }
    assert_eq!(BuiltIn::named("nobody"), None);
    assert_eq!(BuiltIn::of_sha256(&[0; 32]), None);
}

/// A sealed block finds its game by this hash, and every key follows from it and from those of the lists: another
/// definition or list is another game.
#[test]
fn games_and_words_that_are_built_in_are_frozen() {
    let games = BUILT_IN.iter().map(|built_in| {
        let game = built_in.game();
        let language = game.language;
        let words = WordList::parse(language.words(), &game.alphabet, language.blocked());
        let hashes = [
            game.sha256(),
            words.unwrap().sha256(),
            language.blocked().sha256(),
        ];
        (built_in.name, hashes.map(|hash| Hex(hash).to_string()))
    });
    let french = [
        "9cf8d9f793b8be86724fd7ef511317d7e19d3af7027f7b303a8b8297902c6b20",
        "f5d87571face9f0bd93fa326f65b3487cd8b74a44f0678fe534d900fb838601f",
    ];
    let english = [
        "d1e63f60b989a14ad6674d6fe83e4d934af7a702b5ce7b53d6ce46a658e75544",
        "484ca7260e67834e85c09bb6fb7a95d04002905ab04d3896667a91bc0dcf105e",
    ];
    let frozen = [
        (
            "maxi-mots-croises",
            "90eea190330b62f60b98800c1e191ac3a09da195f8b6d492e39d3a5fc5852f10",
            french,
        ),
        (
            "cashword",
            "c05fdb3b77f3b1f21c5860aa9fb02b3373da1dbda78bcc6232099dd7f9bcafd3",
            english,
        ),
        (
            "double-cashword",
            "a99afbaa0e612f5393d7e82aef0a76cca675e9429e140ea2880812666909adaa",
            english,
        ),
    ];
    let frozen = frozen
        .map(|(name, game, [words, blocked])| (name, [game, words, blocked].map(String::from)));
    assert_eq!(games.collect::<Vec<_>>(), frozen);
}

/// What lotteries publish of such games, as the comments of the definitions quote it.
#[test]
fn the_other_games_are_as_their_sources_say() {
    let cashword = BuiltIn::named("cashword").expect("built in").game();
    let grids = &cashword.grids;
    assert_eq!((grids.count, grids.rows, grids.columns), (1, 11, 11));
    assert_eq!(
        (cashword.revealed_letters, cashword.ladder[0].words),
        (18, 3)
    );
    let lots = |prize_cents| {
        let tier = cashword
            .tiers
            .iter()
            .find(|tier| tier.prize_cents == prize_cents);
        f64::from(tier.expect("a prize").lots)
    };
    let units = f64::from(cashword.units_per_block);
    for (prize_cents, one_in) in [
        (100, 7.0),
        (1_000, 83.33),
        (5_000, 500.0),
        (10_000, 7_491.0),
        (50_000, 100_000.0),
        (600_000, 2_000_000.0),
    ] {
        let found = units / lots(prize_cents);
        assert!(
            (found / one_in - 1.0).abs() < 1e-4,
            "{prize_cents}: {found}"
        );
    }
    let double = BuiltIn::named("double-cashword").expect("built in").game();
    assert_eq!((double.grids.count, double.revealed_letters), (2, 20));
    let mut prizes: Vec<u64> = double
        .tiers
        .iter()
        .map(|tier| tier.prize_cents / 100)
        .collect();
    prizes.sort_unstable();
    let published = [5, 10, 20, 25, 30, 40, 50, 100, 500, 1_000, 5_000, 300_000];
    assert_eq!(prizes, published);
}

/// One word of each other length that the grids have, and `count` of four letters.
fn some_words(count: usize) -> WordList {
    let letter = |number: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]);
    let word = |number: usize| {
        let letters = [number / 17_576, number / 676, number / 26, number].map(letter);
        letters.into_iter().chain(['\n']).collect::<String>()
    };
    let others = [3, 5, 6, 7, 8, 9].map(|length| "A".repeat(length) + "\n");
    let nothing = BlockList::parse("").expect("an empty list");
    let text: String = others.into_iter().chain((0..count).map(word)).collect();
    WordList::parse(&text, &game().alphabet, &nothing).expect("a list")
}

/// Two grids of 18 words, and tables that number words of one length in 16 bits.
#[test]
fn a_word_list_has_36_words_at_least_and_65_535_of_a_length_at_most() {
    let game = game();
    for count in [30, 65_535] {
        assert_eq!(game.check_words(&some_words(count)), Ok(()), "{count}");
    }
    for (count, expected) in [
        (
            29,
            "grids.words: the word list has 35 words of 3 to 9 letters, and one unit needs 36 different ones: take a \
             larger list with --words, or lower grids.words",
        ),
        (
            65_536,
            "grids.words: the word list has more than 65535 words of one length: take a smaller list with --words",
        ),
    ] {
        let error = game.check_words(&some_words(count)).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn one_is_no_plural() {
    let counts = [0, 1, 1_234].map(|count| counted(count, "finding"));
    assert_eq!(counts, ["0 findings", "1 finding", "1,234 findings"]);
}

#[test]
fn numbers_are_written_for_people() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1_000, "1,000"),
        (787_545, "787,545"),
        (1_234_567, "1,234,567"),
    ] {
        assert_eq!(thousands(number), text);
    }
    assert_eq!(money(1_050_000_000), "10,500,000.00");
    assert_eq!(money(5), "0.05");
    assert_eq!(
        (
            digits(0_u64),
            digits(9_u64),
            digits(10_u64),
            digits(25_000_000_u64)
        ),
        (1, 1, 2, 8)
    );
}
