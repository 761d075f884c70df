//! Words that no unit may say: left out of the grids, and the worst not even in the order of its letters.

use std::collections::BTreeMap;

use super::LinesLf as _;

/// Letters of the shortest blocked word that counts when letters stand side by side by chance: below four, chance
/// makes one in almost any row of letters, and nobody reads it.
pub const MIN_READABLE: usize = 4;

/// Categories whose words may not be read in the revealed letters either.
const WORST: [&str; 3] = ["vulgaire", "sexuel", "raciste"];

/// Blocked words with the category of each.
#[derive(Debug, Clone)]
pub struct BlockList {
    category_of: BTreeMap<String, String>,
}

/// A line of a block list that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: must be a word in capitals, a tab and its category")]
pub struct BlockListError {
    /// Line, from 1.
    pub line: usize,
}

impl BlockList {
    /// Reads one word a line, followed by a tab and its category.
    ///
    /// # Errors
    /// The first line of another form.
    pub fn parse(text: &str) -> Result<Self, BlockListError> {
        let entry = |(index, line): (usize, &str)| match line.split_once('\t') {
            Some((word, category))
                if !word.is_empty()
                    && !category.is_empty()
                    && word.bytes().all(|byte| byte.is_ascii_uppercase()) =>
            {
                Ok((word.to_owned(), category.to_owned()))
            }
            _ => Err(BlockListError { line: index + 1 }),
        };
        let category_of: Result<_, _> = text.lines_lf().enumerate().map(entry).collect();
        category_of.map(|category_of| Self { category_of })
    }

    /// Whether the word is blocked, in whatever category.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        self.category_of.contains_key(word)
    }

    /// The words of the worst categories that a row of different letters can spell: four letters or more, each
    /// letter once.
    pub fn readable(&self) -> impl Iterator<Item = &str> {
        self.category_of
            .iter()
            .filter(|(_, category)| WORST.contains(&category.as_str()))
            .map(|(word, _)| word.as_str())
            .filter(|word| word.len() >= MIN_READABLE && letters_differ(word))
    }

    /// SHA-256 of the canonical form: the lines that [`BlockList::parse`] reads, in alphabetical order.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        use sha2::{Digest as _, Sha256};
        let mut hash = Sha256::new();
        for (word, category) in &self.category_of {
            hash.update(format!("{word}\t{category}\n"));
        }
        hash.finalize().into()
    }
}

fn letters_differ(word: &str) -> bool {
    let mut seen = 0_u32;
    word.bytes().all(|letter| {
        let bit = 1 << (letter - b'A');
        let new = seen & bit == 0;
        seen |= bit;
        new
    })
}
