//! What the units of a game are read with, prepared once.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::unit::{LetterSet, RowShape};
use crate::verify::lines::Word;
use crate::verify::words::WordTable;
use crate::words::{BlockList, WordList};

/// Letters of the alphabet that count as rare: those that fewest words of the list have.
const RARE_LETTERS: usize = 8;

/// A game and its words, prepared for an audit.
pub struct Standard<'a> {
    pub(super) game: &'a Game,
    pub(super) shape: RowShape,
    pub(super) table: WordTable,
    /// Letters of the word at each place of the table.
    pub(super) letters: Vec<LetterSet>,
    /// The word at each place of the table; empty for none.
    pub(super) names: Vec<String>,
    pub(super) rare: LetterSet,
    /// The class of each prize: 0 loses, 1 is the first tier.
    classes: BTreeMap<u64, u8>,
}

impl<'a> Standard<'a> {
    /// Prepares a game with its words.
    #[must_use]
    pub fn new(game: &'a Game, words: &WordList, blocked: &BlockList) -> Self {
        let table = WordTable::new(&game.grids, words, blocked);
        let mut letters = vec![LetterSet::default(); table.places()];
        let mut names = vec![String::new(); table.places()];
        for text in words.iter() {
            let word = Word::new(text.as_bytes());
            let place = table.place(word, text.len());
            if table.has(word, place) {
                letters[place] = LetterSet::of(text.as_bytes());
                text.clone_into(&mut names[place]);
            }
        }
        let prizes = game.tiers.iter().map(|tier| tier.prize_cents);
        Self {
            game,
            shape: RowShape::of(game),
            rare: rare(game, &letters),
            table,
            letters,
            names,
            classes: std::iter::once(0).chain(prizes).zip(0..).collect(),
        }
    }

    /// Classes of units: the losing ones, and one for each tier.
    pub(super) fn classes(&self) -> usize {
        self.game.tiers.len() + 1
    }

    /// The class of a prize, if the game pays it.
    pub(super) fn class(&self, prize_cents: u64) -> Option<u8> {
        self.classes.get(&prize_cents).copied()
    }

    /// Letters that a unit hides.
    pub(super) fn hidden(&self) -> usize {
        self.game.alphabet.len() - usize::from(self.game.revealed_letters)
    }
}

/// The letters that fewest words have.
fn rare(game: &Game, words: &[LetterSet]) -> LetterSet {
    let mut alphabet: Vec<u8> = game.alphabet.bytes().collect();
    alphabet.sort_by_key(|&letter| {
        let set = LetterSet::of(&[letter]);
        words.iter().filter(|word| word.contains(set)).count()
    });
    alphabet.truncate(RARE_LETTERS);
    LetterSet::of(&alphabet)
}
