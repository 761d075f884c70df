use std::collections::BTreeSet;

use super::*;
use crate::game::Game;
use crate::generate::assign;
use crate::seal::MasterSeed;
use crate::watch::{Impatient, Nobody};
use crate::words::{BLOCKED, FRENCH, WordList};

/// Four words around a square of 3 × 3: all layouts are the same eight cells, reached from thousands of numbers.
const GAME: &str = r#"
name = "Twins"
currency = "EUR"
units_per_block = 150
unit_price_cents = 500
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
revealed_letters = 25
ladder = [{ words = 4, prize_cents = 500 }]
tiers = [{ prize_cents = 500, lots = 1, ways = [{ words = [4], lots = 1 }] }]
totals = { lots = 1, prizes_cents = 500 }
[grids]
count = 1
rows = 3
columns = 3
words = 4
min_length = 3
max_length = 3
combination = "sum"
"#;

struct Fixture {
    words: WordList,
    generator: Generator,
}

impl Fixture {
    fn new() -> Self {
        let game = Game::parse(GAME).expect("a small game");
        let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
        let generator = Generator::new(&game, &words, &BLOCKED).expect("a generator");
        Self { words, generator }
    }

    /// The keys and the outcomes of an emission's first block.
    fn block(&self, emission: u32) -> (BlockKeys, Vec<Outcome>) {
        let (game, seed) = (self.generator.game(), MasterSeed::from_bytes(&[7; 32]));
        let words = self.words.sha256();
        let keys = BlockKeys::derive(&seed, &game.sha256(), &words, emission, 1);
        let outcomes = assign(game, &keys.order);
        (keys, outcomes)
    }
}

/// Twins are found whatever layouts they come from: against a set of all that the units show.
#[test]
fn twins_of_different_layouts_are_found() {
    let fixture = Fixture::new();
    let mut found = 0;
    for emission in 1..=30 {
        let (keys, outcomes) = fixture.block(emission);
        let mut maker = Maker::new(&fixture.generator, &keys.unit);
        let mut fingerprints = Vec::new();
        let mut all = BTreeSet::new();
        for (number, &outcome) in (1..).zip(&outcomes) {
            all.insert(shown(maker.make(number, outcome).expect("a unit")));
            fingerprints.push(maker.fingerprint());
        }
        let twins = search(&fixture.generator, &keys, &outcomes, &fingerprints, &Nobody);
        let twins = twins.expect("units");
        assert_eq!(
            twins.is_some(),
            all.len() < outcomes.len(),
            "emission {emission}"
        );
        found += u32::from(twins.is_some());
    }
    assert!(
        (1..30).contains(&found),
        "some blocks have twins, some have none: {found} of 30"
    );
}

#[test]
fn suspects_stand_together_by_their_fingerprints() {
    assert_eq!(
        suspects(&[5, 3, 5, 9, 3, 5]),
        [(3, 2), (3, 5), (5, 1), (5, 3), (5, 6)]
    );
    assert_eq!(suspects(&[5, 3, 9]), []);
}

/// A search through many suspects takes as long as making them: it stops when it is asked to.
#[test]
fn the_search_stops_when_it_is_asked_to() {
    let fixture = Fixture::new();
    let (keys, outcomes) = fixture.block(1);
    let all_the_same = vec![1; outcomes.len()];
    let error = search(
        &fixture.generator,
        &keys,
        &outcomes,
        &all_the_same,
        &Impatient,
    );
    assert_eq!(error, Err(GenerateError::Cancelled));
}
