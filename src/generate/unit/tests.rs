use std::sync::LazyLock;

use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::words::{BLOCKED, BlockList, FRENCH, MIN_READABLE, WordList};

static GENERATOR: LazyLock<Generator> = LazyLock::new(|| {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    Generator::new(&game, &words, &BLOCKED).expect("a generator")
});

static KEY: LazyLock<Key> = LazyLock::new(|| Key::new([0x42; 32]));

/// Every outcome of the embedded game: 0 loses.
fn outcomes() -> impl Iterator<Item = Outcome> {
    (0..=GENERATOR.ways.len()).map(|outcome| Outcome(u8::try_from(outcome).expect("few ways")))
}

/// The grids are drawn without sight of the outcome: a position shows the same grids whatever it wins, unless no
/// letter set at all shows the outcome on them, and then the unit is counted as drawn again.
#[test]
fn grids_do_not_depend_on_the_outcome() {
    let mut losing = Maker::new(&GENERATOR, &KEY);
    let mut winning = Maker::new(&GENERATOR, &KEY);
    let mut redrawn = 0;
    for number in 1..=60 {
        let grids = losing
            .make(number, Outcome::LOSING)
            .expect("a unit")
            .grids()
            .to_vec();
        for outcome in outcomes() {
            let before = winning.usage.redrawn;
            let same = winning.make(number, outcome).expect("a unit").grids() == grids;
            let again = winning.usage.redrawn > before;
            redrawn += u32::from(again);
            assert!(same != again, "unit {number}, {outcome:?}");
        }
    }
    assert!(redrawn < 20, "few units are drawn again: {redrawn}");
}

#[test]
fn units_show_their_outcome() {
    let mut maker = Maker::new(&GENERATOR, &KEY);
    for number in 1..=40 {
        for outcome in outcomes() {
            let unit = maker.make(number, outcome).expect("a unit");
            let mut won: Vec<u8> = unit
                .words()
                .iter()
                .copied()
                .filter(|&words| words >= 2)
                .collect();
            won.sort_unstable_by(|a, b| b.cmp(a));
            let way: &[u8] = match outcome.0.checked_sub(1) {
                None => &[],
                Some(way) => &GENERATOR.ways[usize::from(way)].words,
            };
            assert_eq!(won, way);
            assert_eq!(unit.prize_cents, GENERATOR.game.prize_cents(unit.words()));
            let mut letters = unit.letters().to_vec();
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), 18);
        }
    }
}

/// Which grid takes which count is drawn uniformly: about half of the units have the greater count in the first.
#[test]
fn counts_go_to_either_grid() {
    let mut maker = Maker::new(&GENERATOR, &KEY);
    let three_and_two = GENERATOR
        .ways
        .iter()
        .position(|way| way.words == [3, 2])
        .expect("a way of two counts");
    let outcome = Outcome(u8::try_from(three_and_two + 1).expect("few ways"));
    let first = (1..=2_000)
        .filter(|&number| maker.make(number, outcome).expect("a unit").words() == [3, 2])
        .count();
    assert!(
        (1_000_i32 - i32::try_from(first).expect("at most 2,000")).abs() < 100,
        "{first} of 2,000"
    );
}

/// A unit depends on the key, its number and its outcome, and not on what its maker made before.
#[test]
fn a_unit_stands_alone() {
    let mut busy = Maker::new(&GENERATOR, &KEY);
    for number in (1..=300).rev() {
        let outcome = Outcome(u8::try_from(number % 5).expect("below 5"));
        let unit = busy.make(number, outcome).expect("a unit").clone();
        if number % 50 == 0 {
            let mut fresh = Maker::new(&GENERATOR, &KEY);
            assert_eq!(fresh.make(number, outcome).expect("a unit"), &unit);
        }
    }
}

#[test]
fn use_is_counted() {
    let mut maker = Maker::new(&GENERATOR, &KEY);
    for number in 1..=50 {
        maker.make(number, Outcome::LOSING).expect("a unit");
    }
    assert_eq!(maker.usage.words.iter().sum::<u32>(), 50 * 36);
    assert_eq!(maker.usage.layouts.iter().sum::<u32>(), 50 * 2);
    let mut sum = Usage::default();
    sum.add(&maker.usage);
    sum.add(&maker.usage);
    assert_eq!(sum.words.iter().sum::<u32>(), 2 * 50 * 36);
}

/// An outcome that no letters show is given up, with the word counts that cannot be had: every word has both A and B,
/// so hiding a letter completes all of them or none, and never three of four.
#[test]
fn an_impossible_outcome_is_an_error() {
    let game = game_of_six_letters();
    let generator = Generator::new(&game, &short_words(&game), &BLOCKED).expect("a generator");
    let mut maker = Maker::new(&generator, &KEY);
    maker.make(1, Outcome::LOSING).expect("hiding A or B loses");
    let error = maker
        .make(1, Outcome(1))
        .expect_err("no letters")
        .to_string();
    assert_eq!(
        error,
        "no set of letters shows [3] complete words, in 500 units drawn one after another: \
         change tiers.ways, revealed_letters or grids.words"
    );
}

/// A unit whose letters may be shown in no order is not drawn again, which would prefer some grids to others: its game
/// is at fault.
#[test]
fn letters_that_no_order_may_show_are_an_error() {
    let game = game_of_six_letters();
    let letters: Vec<char> = game.alphabet.chars().collect();
    let mut blocked = vec![String::new()];
    for _ in 0..MIN_READABLE {
        let longer = |word: String| letters.iter().map(move |letter| format!("{word}{letter}"));
        blocked = blocked.into_iter().flat_map(longer).collect();
    }
    let lines: Vec<String> = blocked
        .iter()
        .map(|word| format!("{word}\tsexuel\n"))
        .collect();
    let blocked = BlockList::parse(&lines.concat()).expect("a block list");
    let generator = Generator::new(&game, &short_words(&game), &blocked).expect("a generator");
    let mut maker = Maker::new(&generator, &KEY);
    let error = maker
        .make(7, Outcome::LOSING)
        .expect_err("no order")
        .to_string();
    let GenerateError::NoOrder { letters, .. } =
        maker.make(7, Outcome::LOSING).expect_err("the same")
    else {
        panic!("{error}");
    };
    assert_eq!(letters.len(), 6);
    assert_eq!(
        error,
        format!(
            "unit 7: 1000 orders of the letters {letters}, drawn one after another, all say a blocked word: \
             lower revealed_letters, change the alphabet, or take words out of the block list"
        )
    );
    assert_eq!(maker.usage.redrawn, 0);
}

/// Words that share no letter cannot cross, whatever the layout.
#[test]
fn words_that_cannot_cross_are_given_up() {
    let definition = MAXI_MOTS_CROISES
        .replace("words = 18", "words = 4")
        .replace("max_length = 9", "max_length = 3");
    let start = definition.find("[[ladder]]").expect("a ladder");
    let table = "[[ladder]]\nwords = 3\nprize_cents = 500\n[[tiers]]\nprize_cents = 500\nlots = 1\n\
                 ways = [{ words = [3], lots = 1 }]\n[totals]\nlots = 1\nprizes_cents = 500\n";
    let game = Game::parse(&format!("{}{table}", &definition[..start])).expect("a small game");
    let list = "ABC\nDEF\nGHI\nJKL\nMNO\nPQR\nSTU\nVWX\n";
    let words = WordList::parse(list, &game.alphabet, &BLOCKED).expect("a list");
    let generator = Generator::new(&game, &words, &BLOCKED).expect("a generator");
    let error = Maker::new(&generator, &KEY)
        .make(1, Outcome::LOSING)
        .expect_err("no grid");
    assert_eq!(
        error.to_string(),
        "20000 layouts in a row could not be filled with the 8 words of the game's lengths: \
         take a larger word list with --words, or lower grids.words"
    );
}

/// All words of a length that have A and B and no other letter.
fn words_of_a_and_b(length: usize) -> Vec<String> {
    let word = |number: u32| {
        (0..length)
            .map(|bit| if number >> bit & 1 == 0 { 'A' } else { 'B' })
            .collect()
    };
    (1..(1 << length) - 1).map(word).collect()
}

/// A game of one grid with four words, six of seven letters revealed, which pays three complete words.
fn game_of_six_letters() -> Game {
    let rules = MAXI_MOTS_CROISES
        .replace("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFG")
        .replace("revealed_letters = 18", "revealed_letters = 6")
        .replace("words = 18", "words = 4")
        .replace(
            "count = 2\nrows = 11\ncolumns = 11",
            "count = 1\nrows = 7\ncolumns = 7",
        )
        .replace("max_length = 9", "max_length = 5");
    let rules = &rules[..rules.find("[[ladder]]").expect("a ladder")];
    let table = "[[ladder]]\nwords = 3\nprize_cents = 500\n[[tiers]]\nprize_cents = 500\nlots = 1\n\
                 ways = [{ words = [3], lots = 1 }]\n[totals]\nlots = 1\nprizes_cents = 500\n";
    Game::parse(&format!("{rules}{table}")).expect("a small game")
}

/// All words of three to five letters that have A and B and no other letter.
fn short_words(game: &Game) -> WordList {
    let words: Vec<String> = (3..=5).flat_map(words_of_a_and_b).collect();
    WordList::parse(&words.join("\n"), &game.alphabet, &BLOCKED).expect("a list")
}
