use super::*;

const PLAIN: Look = Look {
    color: false,
    columns: 80,
};

/// A game of small grids that pays 1.00 for one word, 5.00 for two, 1,000.00 for three.
fn game(grids: usize, combination: &str, prize_cents: u64) -> Game {
    let toml = format!(
        r#"
        name = "Small"
        currency = "EUR"
        units_per_block = 10
        unit_price_cents = 100
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        revealed_letters = 8
        ladder = [
            {{ words = 1, prize_cents = 100 }},
            {{ words = 2, prize_cents = 500 }},
            {{ words = 3, prize_cents = 100_000 }},
        ]
        tiers = [{{ prize_cents = {prize_cents}, lots = 1, ways = [{{ words = {way}, lots = 1 }}] }}]
        totals = {{ lots = 1, prizes_cents = {prize_cents} }}

        [grids]
        count = {grids}
        rows = 4
        columns = 6
        words = 4
        min_length = 2
        max_length = 6
        combination = "{combination}"
        "#,
        way = if grids == 1 { "[2]" } else { "[2, 1]" }
    );
    Game::parse(&toml).unwrap_or_else(|error| panic!("{error}"))
}

/// A unit with two complete words in its odd grids and one in its even ones, which says so.
fn winner(game: &Game) -> Unit {
    let mut unit = Unit::blank(game);
    unit.number = 42;
    unit.letters_mut().copy_from_slice(b"TECHAIXB");
    let grids = [b"CHAT...A.A...I.SELRE....", b"BAC....I.....DORE..E...."];
    for (grid, cells) in unit.grids_mut().iter_mut().zip(grids.iter().cycle()) {
        grid.cells_mut().copy_from_slice(*cells);
    }
    for (count, words) in unit.words_mut().iter_mut().zip([2, 1].iter().cycle()) {
        *count = *words;
    }
    unit.prize_cents = game.prize_cents(unit.words());
    unit
}

/// The lines of the text, without the spaces that nobody sees.
fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn a_winner_shows_letters_grids_words_gains_prize_and_steps() {
    let game = game(2, "sum", 600);
    assert_eq!(
        lines(&unit(&game, &winner(&game), "Unit 42", PLAIN)),
        [
            "Unit 42",
            "",
            "Letters  T E C H A I X B",
            "Hidden   d f g j k l m n o p q r s u v w y z",
            "",
            "Grid 1                       Grid 2",
            "┌─────────────┐              ┌─────────────┐",
            "│ C H A T · · │              │ B A C · · · │",
            "│ · A · A · · │              │ · I · · · · │",
            "│ · I · s E l │              │ · d o r E · │",
            "│ r E · · · · │              │ · E · · · · │",
            "└─────────────┘              └─────────────┘",
            "2 complete words: 5.00 EUR   1 complete word: 1.00 EUR",
            "→ row 1   CHAT               → row 1   BAC",
            "↓ col 2   HAIE",
            "",
            "Prize: 5.00 + 1.00 = 6.00 EUR",
            "",
            "What one grid pays",
            "▸  1 word       1.00  grid 2",
            "▸  2 words      5.00  grid 1",
            "   3 words  1,000.00",
        ]
    );
}

#[test]
fn colours_mark_complete_words_and_reached_steps() {
    let game = game(2, "sum", 600);
    let look = Look {
        color: true,
        columns: 80,
    };
    let text = unit(&game, &winner(&game), "Unit 42", look);
    let green = |text: &str| format!("{COMPLETE}{text}{COMPLETE:#}");
    assert!(text.contains(&format!(
        "│ {} {} {} {} ",
        green("C"),
        green("H"),
        green("A"),
        green("T")
    )));
    assert!(
        text.contains(&format!(" {HIDDEN}s{HIDDEN:#} E ")),
        "found but not in a complete word"
    );
    assert!(text.contains(&green("▸  2 words      5.00  grid 1")));
}

#[test]
fn colours_change_nothing_but_colours() {
    let game = game(2, "sum", 600);
    let look = Look {
        color: true,
        columns: 80,
    };
    let text = unit(&game, &winner(&game), "Unit 42", look);
    let stripped = anstream::adapter::strip_str(&text).to_string();
    assert_eq!(stripped, unit(&game, &winner(&game), "Unit 42", PLAIN));
}

#[test]
fn a_loser_says_so() {
    let game = game(1, "sum", 500);
    let mut loser = Unit::blank(&game);
    loser.letters_mut().copy_from_slice(b"ABDEFGIJ");
    let text = unit(&game, &loser, "Unit 1", PLAIN);
    assert!(text.contains("0 complete words: no gain\n"), "{text}");
    assert!(text.contains("\nPrize: none\n"), "{text}");
    assert!(!text.contains('▸'), "{text}");
}

#[test]
fn the_highest_gain_is_named_where_it_alone_is_paid() {
    let game = game(2, "highest", 500);
    let text = unit(&game, &winner(&game), "Unit 42", PLAIN);
    assert!(
        text.contains("\nPrize: highest of 5.00 and 1.00: 5.00 EUR\n"),
        "{text}"
    );
}

#[test]
fn a_single_gain_is_the_prize() {
    let game = game(1, "sum", 500);
    let text = unit(&game, &winner(&game), "Unit 42", PLAIN);
    assert!(text.contains("\nPrize: 5.00 EUR\n"), "{text}");
}

#[test]
fn grids_stand_side_by_side_as_far_as_there_is_room() {
    let game = game(4, "highest", 500);
    let titles = |columns| {
        let look = Look {
            color: false,
            columns,
        };
        let text = unit(&game, &winner(&game), "Unit 42", look);
        let titles = text.lines().filter(|line| line.starts_with("Grid"));
        titles
            .map(|line| line.matches("Grid").count())
            .collect::<Vec<_>>()
    };
    // A block of this unit is 26 columns wide: its longest line is "2 complete words: 5.00 EUR".
    assert_eq!(titles(4 * 26 + 3 * 3 + 3), [4]);
    assert_eq!(titles(4 * 26 + 3 * 3), [4]);
    assert_eq!(titles(4 * 26 + 3 * 3 - 1), [3, 1]);
    assert_eq!(titles(80), [2, 2]);
    assert_eq!(titles(10), [1, 1, 1, 1]);
}

#[test]
fn no_line_is_wider_than_a_narrow_terminal() {
    let game = game(2, "sum", 600);
    let look = Look {
        color: false,
        columns: 30,
    };
    let text = unit(&game, &winner(&game), "Unit 42", look);
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(30), "{text}");
    let narrow = Look {
        color: false,
        columns: 14,
    };
    let text = unit(&game, &winner(&game), "Unit 42", narrow);
    assert!(
        text.contains("Letters  T E\n         C H\n         A I\n         X B\n"),
        "{text}"
    );
}

#[test]
fn what_the_block_says_is_not_believed() {
    let game = game(2, "sum", 600);
    let mut forged = winner(&game);
    forged.prize_cents = 100_000;
    forged.words_mut()[1] = 3;
    let text = unit(&game, &forged, "Unit 42", PLAIN);
    assert!(
        text.contains(
            "Prize: 5.00 + 1.00 = 6.00 EUR\n\
             But the block says 3 complete words for grid 2.\n\
             But the block says a prize of 1,000.00 EUR.\n"
        ),
        "{text}"
    );
}
