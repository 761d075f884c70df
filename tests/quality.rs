//! The quality of a whole block's grids, read from their characters: how long words are, how broadly words and layouts
//! are used, how often a unit is drawn again.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "counts of tests are small"
)]

use std::collections::{HashMap, HashSet};

use emission::game::BuiltIn;
use emission::generate::rng::BlockKeys;
use emission::generate::{Generator, Maker, Usage, assign};
use emission::seal::MasterSeed;
use emission::words::WordList;
use rayon::prelude::*;

/// Units that one task makes.
const TASK: usize = 10_000;

/// What a share of a block shows.
#[derive(Default)]
struct Shown {
    usage: Usage,
    words: HashMap<Word, u32>,
    layouts: HashMap<u128, u32>,
    most_short_words: usize,
}

/// A word: its letters, the last one lowest.
type Word = u128;

/// Words of a grid, across and down.
fn words(cells: &[u8], columns: usize) -> impl Iterator<Item = Word> {
    let across = cells.chunks(columns).flat_map(|row| runs(row.iter()));
    let down =
        (0..columns).flat_map(move |column| runs(cells.iter().skip(column).step_by(columns)));
    across.chain(down)
}

/// Runs of two or more letters in a line.
fn runs<'a>(line: impl Iterator<Item = &'a u8>) -> impl Iterator<Item = Word> {
    let mut word = 0;
    line.chain([&b'.']).filter_map(move |&cell| {
        if cell == b'.' {
            let run = std::mem::take(&mut word);
            return (run > 0xff).then_some(run);
        }
        word = word << 8 | Word::from(cell);
        None
    })
}

fn letters(word: Word) -> usize {
    16 - word.leading_zeros() as usize / 8
}

impl Shown {
    fn grid(&mut self, cells: &[u8], columns: usize) {
        let mut short = 0;
        for word in words(cells, columns) {
            short += usize::from(letters(word) == 3);
            *self.words.entry(word).or_default() += 1;
        }
        self.most_short_words = self.most_short_words.max(short);
        let layout = cells
            .iter()
            .fold(0_u128, |set, &cell| set << 1 | u128::from(cell != b'.'));
        *self.layouts.entry(layout).or_default() += 1;
    }

    fn join(mut self, other: Self) -> Self {
        self.usage.add(&other.usage);
        other
            .words
            .into_iter()
            .for_each(|(word, count)| *self.words.entry(word).or_default() += count);
        other
            .layouts
            .into_iter()
            .for_each(|(layout, count)| *self.layouts.entry(layout).or_default() += count);
        self.most_short_words = self.most_short_words.max(other.most_short_words);
        self
    }
}

/// What a block must keep to.
struct Bounds {
    mean_length: f64,
    different_words: usize,
    different_layouts: usize,
    /// Share of the grids that the most used word is in.
    most_used: f64,
    /// Share of the grids that have the most used layout.
    most_seen: f64,
    /// Units that are drawn again.
    redrawn: u64,
}

/// Makes every unit of a block, and checks what its characters show.
fn check(built_in: &BuiltIn, bounds: &Bounds) {
    let game = built_in.game();
    let language = game.language;
    let blocked = language.blocked();
    let list = WordList::parse(language.words(), &game.alphabet, blocked).expect("the list");
    let generator = Generator::new(&game, &list, blocked).expect("a generator");
    let seed = MasterSeed::from_bytes(&[0xC0; 32]);
    let keys = BlockKeys::derive(&seed, &game.sha256(), &list.sha256(), 1, 1);
    let outcomes = assign(&game, &keys.order);
    let columns = usize::from(game.grids.columns);
    let shown = outcomes
        .par_chunks(TASK)
        .enumerate()
        .map(|(task, outcomes)| {
            let mut maker = Maker::new(&generator, &keys.unit);
            let mut shown = Shown::default();
            for (index, &outcome) in outcomes.iter().enumerate() {
                let number = u32::try_from(task * TASK + index + 1).expect("a block is small");
                let unit = maker.make(number, outcome).expect("a unit");
                unit.grids()
                    .iter()
                    .for_each(|grid| shown.grid(grid.cells(), columns));
            }
            shown.usage = maker.usage;
            shown
        })
        .reduce(Shown::default, Shown::join);
    let grids = u64::from(game.grids.count) * u64::from(game.units_per_block);
    shown.keeps(
        built_in.name,
        bounds,
        grids,
        grids * u64::from(game.grids.words),
    );
    shown.counted_as_used();
    let allowed: HashSet<&str> = list.iter().collect();
    for word in shown.words.keys() {
        let bytes = word.to_be_bytes();
        let word = std::str::from_utf8(&bytes[16 - letters(*word)..]).expect("letters");
        assert!(allowed.contains(word) && !blocked.contains(word), "{word}");
    }
}

impl Shown {
    fn keeps(&self, name: &str, bounds: &Bounds, grids: u64, words: u64) {
        let letters: u64 = self
            .words
            .iter()
            .map(|(&word, &count)| letters(word) as u64 * u64::from(count))
            .sum();
        let all: u64 = self.words.values().map(|&count| u64::from(count)).sum();
        assert_eq!(all, words);
        let mean = letters as f64 / all as f64;
        let share = |most: Option<&u32>| f64::from(*most.expect("some")) / grids as f64;
        let most_used = share(self.words.values().max());
        let most_seen = share(self.layouts.values().max());
        println!(
            "{name}: mean length {mean:.3}, words {}, most used {most_used:.4}, layouts {}, most seen {most_seen:.6}, \
             redrawn {}, most short words {}",
            self.words.len(),
            self.layouts.len(),
            self.usage.redrawn,
            self.most_short_words,
        );
        assert!(mean >= bounds.mean_length, "mean word length {mean}");
        assert!(
            self.most_short_words <= 3,
            "{} words of 3 letters in a grid",
            self.most_short_words
        );
        assert!(self.words.len() >= bounds.different_words);
        assert!(self.layouts.len() >= bounds.different_layouts);
        assert!(most_used <= bounds.most_used && most_seen <= bounds.most_seen);
        assert!(
            self.usage.redrawn < bounds.redrawn,
            "{} units drawn again",
            self.usage.redrawn
        );
    }

    /// What the generator counts is what the characters show.
    fn counted_as_used(&self) {
        let counts = self.usage.words.iter().copied();
        let mut counted: Vec<u32> = counts.filter(|&count| count > 0).collect();
        let mut read: Vec<u32> = self.words.values().copied().collect();
        counted.sort_unstable();
        read.sort_unstable();
        assert_eq!(counted, read);
    }
}

fn built_in(name: &str) -> &'static BuiltIn {
    BuiltIn::named(name).expect("a game that is built in")
}

#[test]
fn a_block_keeps_the_quality_that_players_see() {
    check(
        built_in("maxi-mots-croises"),
        &Bounds {
            mean_length: 5.2,
            different_words: 17_000,
            different_layouts: 30_000,
            most_used: 0.05,
            most_seen: 0.0002,
            redrawn: 100,
        },
    );
}

/// Two grids and 20 letters, or one grid: the same holds.
#[test]
fn blocks_in_english_keep_it_too() {
    for name in ["cashword", "double-cashword"] {
        check(
            built_in(name),
            &Bounds {
                mean_length: 5.2,
                different_words: 17_000,
                different_layouts: 30_000,
                most_used: 0.05,
                most_seen: 0.0002,
                redrawn: 100,
            },
        );
    }
}
