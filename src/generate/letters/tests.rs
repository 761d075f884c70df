#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "counts of tests are small"
)]

use proptest::prelude::*;

use super::*;
use crate::statistics::{chi_square_uniform, plausible};

/// A game of ten letters with six revealed: 210 letter sets.
fn small_game() -> Game {
    let toml = crate::game::MAXI_MOTS_CROISES
        .replace("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJ")
        .replace("revealed_letters = 18", "revealed_letters = 6");
    Game::parse(&toml).expect("a small game")
}

fn stream(number: u64) -> Stream {
    Stream::new(&zeroize::Zeroizing::new([0x33; 32]), number)
}

fn words(grids: &[&[&str]]) -> WordSets {
    let sets = grids
        .iter()
        .copied()
        .flatten()
        .map(|word| LetterSet::of(word.as_bytes()));
    WordSets::new(grids.len() as u8, grids[0].len() as u8, sets)
}

/// Complete words of each grid, word by word.
fn complete(grids: &[&[&str]], letters: LetterSet) -> Vec<u32> {
    let is_complete = |word: &&&str| letters.contains(LetterSet::of(word.as_bytes()));
    grids
        .iter()
        .map(|grid| grid.iter().filter(is_complete).count() as u32)
        .collect()
}

const GRIDS: [&[&str]; 2] = [
    &["ABC", "DEF", "CAD", "GHI"],
    &["JAB", "BAJ", "FIGE", "HIE"],
];

/// All sets, each by its number.
fn numbered(sets: &LetterSets) -> impl Iterator<Item = u32> {
    (0..sets.len).map(|number| sets.sets_of([number; BATCH])[0])
}

/// Every subset of a size once, and no other.
fn check_numbering(alphabet: u32, hidden: usize, count: usize) {
    let sets = LetterSets::of(alphabet, hidden);
    assert_eq!(sets.len as usize, count);
    let mut all: Vec<u32> = numbered(&sets).collect();
    assert!(sets.sets().eq(all.iter().copied()), "by their numbers");
    assert!(
        all.iter()
            .all(|set| set & !alphabet == 0 && set.count_ones() as usize == hidden)
    );
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn each_number_is_another_set_of_hidden_letters() {
    check_numbering((1 << 26) - 1, 8, 1_562_275);
    check_numbering((1 << 26) - 1, 13, 10_400_600);
    check_numbering((1 << 26) - 1, 1, 26);
    check_numbering((1 << 10) - 1, 4, 210);
    check_numbering(LetterSet::of(b"BDKMQXZ").0, 3, 35);
    check_numbering(LetterSet::of(b"BDKMQXZ").0, 6, 7);
    check_numbering(LetterSet::of(b"AZ").0, 1, 2);
}

/// By letters in the first half of the alphabet, then by these as an integer, then by the others.
#[test]
fn the_numbering_is_that_of_the_document() {
    let alphabet = LetterSet::of(b"ABCDE").0;
    let sets = LetterSets::of(alphabet, 2);
    let named: Vec<String> = numbered(&sets)
        .map(|set| {
            ('A'..='E')
                .filter(|&letter| LetterSet(set).contains(LetterSet::of(&[letter as u8])))
                .collect()
        })
        .collect();
    assert_eq!(
        named,
        ["CD", "CE", "DE", "AC", "AD", "AE", "BC", "BD", "BE", "AB"]
    );
}

/// Every set that shows the outcome is as likely as another, and no other set is ever drawn: against enumeration.
#[test]
fn letter_sets_are_uniform_over_those_that_show_the_outcome() {
    let sets = LetterSets::new(&small_game());
    let words = words(&GRIDS);
    for (number, wanted) in [
        (0, [(0, 1), (0, 1)]),
        (1, [(2, 2), (0, 1)]),
        (2, [(1, 1), (1, 1)]),
    ] {
        let wanted: Wanted = [wanted[0], wanted[1], (0, 0), (0, 0)];
        let fitting: Vec<u32> = (0..1_u32 << 10)
            .filter(|set| set.count_ones() == 6)
            .filter(|&set| {
                let found = complete(&GRIDS, LetterSet(set));
                found
                    .iter()
                    .zip(wanted)
                    .all(|(&found, (least, most))| (least..=most).contains(&found))
            })
            .collect();
        let mut stream = stream(number);
        let mut drawn = vec![0_u32; fitting.len()];
        for _ in 0..200 * fitting.len() {
            let letters = sets
                .draw(&words, &wanted, &mut stream)
                .expect("some set shows it");
            drawn[fitting
                .binary_search(&letters.0)
                .expect("a set that shows the outcome")] += 1;
        }
        let statistic = chi_square_uniform(&drawn);
        assert!(
            plausible(statistic, fitting.len() as u32 - 1),
            "{wanted:?}: {statistic}"
        );
    }
}

/// What comes after the last batch is as uniform: one set in 210, found by going through them all.
#[test]
fn going_through_all_sets_finds_the_rarest() {
    let sets = LetterSets::new(&small_game());
    let grids: [&[&str]; 1] = [&["ABC", "DEF", "ABD", "CEF"]];
    let words = words(&grids);
    let wanted: Wanted = [(4, 4), (0, 0), (0, 0), (0, 0)];
    let drawn = sets
        .draw_among_all(&words, &wanted, &mut stream(4))
        .expect("one set");
    assert_eq!(sets.alphabet & !drawn, LetterSet::of(b"ABCDEF").0);
    let three: Wanted = [(3, 3), (0, 0), (0, 0), (0, 0)];
    assert_eq!(
        sets.draw(&words, &three, &mut stream(5)),
        None,
        "no set shows three"
    );
    let one: Wanted = [(1, 1), (0, 0), (0, 0), (0, 0)];
    let all = sets.all(&words, &one);
    let mut counts = vec![0_u32; all.len()];
    let mut stream = stream(6);
    for _ in 0..200 * all.len() {
        let drawn = sets
            .draw_among_all(&words, &one, &mut stream)
            .expect("some");
        counts[all
            .iter()
            .position(|&set| set == drawn)
            .expect("one that shows it")] += 1;
    }
    assert!(plausible(chi_square_uniform(&counts), all.len() as u32 - 1));
}

proptest! {
    /// Eight sets side by side give what each alone gives.
    #[test]
    fn batches_count_as_single_sets(hidden in prop::array::uniform8(0_u32..1 << 10), most in 0_u32..3) {
        let words = words(&GRIDS);
        let wanted: Wanted = [(0, most), (1, 2), (0, 0), (0, 0)];
        let shown = words.show(&hidden, &wanted);
        for (hidden, shown) in hidden.into_iter().zip(shown) {
            let found = complete(&GRIDS, LetterSet(!hidden & 0x3ff));
            prop_assert_eq!(shown, found[0] <= most && (1..=2).contains(&found[1]));
        }
    }
}
