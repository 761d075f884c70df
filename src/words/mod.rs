//! The word list that grids are filled from, and the block list of what they must not say.

mod blocklist;
mod language;

use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

use crate::game::counted;
use crate::unit::LetterSet;

pub use blocklist::{BlockList, BlockListError, MIN_READABLE};
pub use language::{ENGLISH, Language};

/// The French word list, as it stands in `wordlists/`.
pub const FRENCH: &str = include_str!("../../wordlists/fr.txt");

/// Letters of the shortest word that a list may have.
pub const MIN_LENGTH: usize = 2;
/// Letters of the longest word that a list may have: the longest side of a grid.
pub const MAX_LENGTH: usize = crate::game::MAX_SIDE;

/// The French block list: `wordlists/blocklist_fr.tsv`.
pub static BLOCKED: LazyLock<BlockList> = LazyLock::new(|| {
    BlockList::parse(include_str!("../../wordlists/blocklist_fr.tsv"))
        .expect("the embedded block list is tested")
});

/// Words in unaccented capitals, sorted, each once, none of them blocked.
#[derive(Debug, Clone)]
pub struct WordList {
    /// The words, each followed by a line feed: the canonical form that is hashed.
    text: String,
    /// Words of the source that the block list took out.
    blocked: usize,
}

/// A line of a word list that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordListError {
    /// A character that is not a capital of the alphabet.
    #[error(
        "line {line}: {character:?} is not a letter of the game's alphabet: write one word a line in unaccented capitals, with LF line ends"
    )]
    Letter {
        /// Line, from 1.
        line: usize,
        /// The character.
        character: char,
    },
    /// A word too short or too long for any grid.
    #[error(
        "line {line}: a word of {}: words have {MIN_LENGTH} to {MAX_LENGTH}",
        counted(*letters as u64, "letter")
    )]
    Length {
        /// Line, from 1.
        line: usize,
        /// Its letters.
        letters: usize,
    },
    /// A word that stands twice.
    #[error("line {line}: {word} stands on line {first} already: give each word once")]
    Twice {
        /// Line, from 1.
        line: usize,
        /// The word.
        word: String,
        /// Line of its first occurrence.
        first: usize,
    },
}

impl WordList {
    /// Reads one word a line, takes the blocked ones out, and sorts the rest.
    ///
    /// # Errors
    /// The first line that is not a word of 2 to 15 letters of `alphabet`, or that stands twice.
    pub fn parse(text: &str, alphabet: &str, blocked: &BlockList) -> Result<Self, WordListError> {
        let mut words = Vec::new();
        let letters = LetterSet::of(alphabet.as_bytes());
        for (index, word) in text.lines_lf().enumerate() {
            check_word(word, index + 1, letters)?;
            words.push((word, index + 1));
        }
        words.sort_unstable();
        if let Some(twice) = words.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(WordListError::Twice {
                line: twice[1].1,
                word: twice[1].0.into(),
                first: twice[0].1,
            });
        }
        let all = words.len();
        words.retain(|(word, _)| !blocked.contains(word));
        let kept = words.len();
        let lines = words.into_iter().flat_map(|(word, _)| [word, "\n"]);
        Ok(Self {
            text: lines.collect(),
            blocked: all - kept,
        })
    }

    /// The words, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    /// Words of the source that the block list took out.
    #[must_use]
    pub fn blocked(&self) -> usize {
        self.blocked
    }

    /// SHA-256 of the canonical form: the words in alphabetical order, each followed by a line feed.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(&self.text).into()
    }
}

fn check_word(word: &str, line: usize, alphabet: LetterSet) -> Result<(), WordListError> {
    let is_strange = |letter: &char| match u8::try_from(*letter) {
        Ok(letter @ b'A'..=b'Z') => !alphabet.contains(LetterSet::of(&[letter])),
        _ => true,
    };
    if let Some(character) = word.chars().find(is_strange) {
        return Err(WordListError::Letter { line, character });
    }
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&word.len()) {
        let letters = word.len();
        return Err(WordListError::Length { line, letters });
    }
    Ok(())
}

/// Lines that end with LF alone: unlike [`str::lines`], a CR stays, to be refused with its line.
trait LinesLf {
    fn lines_lf(&self) -> impl Iterator<Item = &str>;
}

impl LinesLf for str {
    fn lines_lf(&self) -> impl Iterator<Item = &str> {
        self.split_terminator('\n')
    }
}

#[cfg(test)]
mod tests;
