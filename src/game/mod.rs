//! The rules and the prize table of a game: data, not code.
//!
//! A [`Game`] is read from a TOML definition by [`Game::parse`], which accepts it only when every check of
//! `checks` holds. All money is in whole cents of the game's currency.

mod built_in;
mod checks;
mod definition;
mod reader;

use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::words::{Language, WordList};

pub use built_in::{BUILT_IN, BuiltIn};
pub use definition::{DefinitionError, Finding};

/// The definition of Maxi Mots Croisés, as it stands in the repository.
pub const MAXI_MOTS_CROISES: &str = include_str!("maxi_mots_croises.toml");

/// Most grids that a unit may show.
pub const MAX_GRIDS: usize = 4;
/// Most rows, and most columns, of a grid.
pub const MAX_SIDE: usize = 15;
/// Most cells of a grid.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
/// Most words of a grid.
pub const MAX_WORDS: usize = 24;
/// Most letters under the question marks.
pub const MAX_REVEALED: usize = 25;
/// Most units of a block: one byte of memory each while the order is drawn, and eight for the search for twins.
pub const MAX_UNITS: u32 = 100_000_000;
/// Most ways of a prize table, so that an [`Outcome`](crate::unit::Outcome) fits a byte.
pub const MAX_WAYS: usize = 255;

/// A game of the family, checked: rules, ladder and prize table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Name as people know it.
    pub name: String,
    /// ISO 4217 code of the currency whose cents are counted.
    pub currency: String,
    /// Units of a block.
    pub units_per_block: u32,
    /// Selling price of one unit, in cents.
    pub unit_price_cents: u64,
    /// The letters a word may have, in alphabetical order: 7 to 26 of `A` to `Z`.
    pub alphabet: String,
    /// Distinct letters under the question marks: 6 to 25.
    pub revealed_letters: u8,
    /// Shape of the grids and how their gains combine.
    pub grids: GridRules,
    /// What one grid pays for its complete words, by rising word count.
    pub ladder: Vec<Rung>,
    /// The prize table of one block, in the definition's order.
    pub tiers: Vec<Tier>,
    /// The language of its words, where none are named. No rule follows from it: it is not in the canonical form.
    #[serde(skip)]
    pub language: Language,
}

/// Shape of the grids of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GridRules {
    /// Grids of a unit: 1 to 4.
    pub count: u8,
    /// Rows of cells: up to 15.
    pub rows: u8,
    /// Columns of cells: up to 15.
    pub columns: u8,
    /// Words of each grid: 4 to 24.
    pub words: u8,
    /// Letters of the shortest word.
    pub min_length: u8,
    /// Letters of the longest word.
    pub max_length: u8,
    /// How the gains of several grids make one prize.
    pub combination: Combination,
}

impl GridRules {
    /// Cells of one grid.
    #[must_use]
    pub fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }
}

/// How the gains of a unit's grids make its prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Combination {
    /// The gains add up (règlement, article 4.6).
    Sum,
    /// The highest gain alone is paid.
    Highest,
}

/// One step of the ladder: this many complete words in one grid pay this much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// Complete words in one grid.
    pub words: u8,
    /// Gain, in cents.
    pub prize_cents: u64,
}

/// One line of the prize table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tier {
    /// What a unit of this tier pays, in cents.
    pub prize_cents: u64,
    /// Units of this tier in a block.
    pub lots: u32,
    /// How the prize is shown, with exact lots.
    pub ways: Vec<Way>,
}

/// One way to show a tier's prize.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Complete words of the winning grids, highest first; the other grids win nothing.
    pub words: Vec<u8>,
    /// Units of a block that show the prize in this way.
    pub lots: u32,
}

/// A way with the prize that it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidWay<'a> {
    /// The way.
    pub way: &'a Way,
    /// The prize of its tier, in cents.
    pub prize_cents: u64,
}

impl Game {
    /// Reads a definition.
    ///
    /// # Errors
    /// All that is wrong with it, each finding with its line and key.
    pub fn parse(toml: &str) -> Result<Self, DefinitionError> {
        definition::parse(toml)
    }

    /// The definition's canonical form: JSON without white space, keys in the order of this type.
    ///
    /// Comments, layout and the order of keys in the TOML file do not change it.
    ///
    /// # Panics
    /// Never: the type holds only strings, integers and lists.
    #[must_use]
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("plain data serialises")
    }

    /// SHA-256 of [`Game::canonical`].
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(self.canonical()).into()
    }

    /// Gain of one grid with this many complete words, in cents; `None` when the ladder pays nothing.
    #[must_use]
    pub fn gain_cents(&self, words: u8) -> Option<u64> {
        self.ladder
            .iter()
            .find(|rung| rung.words == words)
            .map(|rung| rung.prize_cents)
    }

    /// Prize of a unit whose grids have these complete words, in cents (article 4.6).
    #[must_use]
    pub fn prize_cents(&self, words: &[u8]) -> u64 {
        combine(
            self.grids.combination,
            words
                .iter()
                .map(|&words| self.gain_cents(words).unwrap_or(0)),
        )
    }

    /// Most complete words of a grid that wins nothing: one less than the ladder's first rung.
    #[must_use]
    pub fn most_losing_words(&self) -> u8 {
        self.ladder[0].words - 1
    }

    /// Every way of the prize table, in its order: the n-th is outcome n, counted from 1.
    pub fn ways(&self) -> impl Iterator<Item = PaidWay<'_>> {
        self.tiers.iter().flat_map(|tier| {
            let prize_cents = tier.prize_cents;
            tier.ways
                .iter()
                .map(move |way| PaidWay { way, prize_cents })
        })
    }

    /// Winning units of a block.
    #[must_use]
    pub fn total_lots(&self) -> u64 {
        self.tiers.iter().map(|tier| u64::from(tier.lots)).sum()
    }

    /// All that a block pays, in cents.
    #[must_use]
    pub fn total_prizes_cents(&self) -> u64 {
        self.tiers
            .iter()
            .map(|tier| tier.prize_cents * u64::from(tier.lots))
            .sum()
    }

    /// All that a block's units sell for, in cents.
    #[must_use]
    pub fn total_sales_cents(&self) -> u64 {
        self.unit_price_cents * u64::from(self.units_per_block)
    }

    /// Digits of the highest prize in cents: a block writes every prize with as many, so that the length of a
    /// row says nothing of it.
    #[must_use]
    pub fn prize_digits(&self) -> usize {
        let highest = self.tiers.iter().map(|tier| tier.prize_cents).max();
        digits(highest.unwrap_or(0))
    }

    /// Digits of the highest word count that a grid may have, for the same reason.
    #[must_use]
    pub fn word_digits(&self) -> usize {
        digits(self.ladder.iter().map(|rung| rung.words).max().unwrap_or(0))
    }

    /// Checks that a word list has enough words of the right lengths to fill the grids of one unit.
    ///
    /// # Errors
    /// One finding for what is missing.
    pub fn check_words(&self, words: &WordList) -> Result<(), DefinitionError> {
        checks::words(self, words)
    }
}

/// Adds gains up, or takes the highest.
fn combine(combination: Combination, gains: impl Iterator<Item = u64>) -> u64 {
    match combination {
        // A definition under check may hold any number; one that is accepted stays far below.
        Combination::Sum => gains.fold(0, u64::saturating_add),
        Combination::Highest => gains.max().unwrap_or(0),
    }
}

/// Decimal digits of a number.
fn digits(number: impl Into<u64>) -> usize {
    number.into().checked_ilog10().unwrap_or(0) as usize + 1
}

/// Cents as people write money: `10,500,000.00`.
#[must_use]
pub fn money(cents: u64) -> String {
    format!("{}.{:02}", thousands(cents / 100), cents % 100)
}

/// A count with its thousands set apart: `787,545`.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        let _ = text.write_char(digit);
    }
    text
}

/// `1 finding`, `0 findings`, `1,234 findings`.
#[must_use]
pub fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", thousands(count))
}

#[cfg(test)]
mod tests;
