//! A definition as it is written: TOML with the place of every value, so that a finding can point at it.

use std::fmt;

use serde::Deserialize;
use toml::Spanned;

use super::{Combination, Game, GridRules, Rung, Tier, Way, checks};

/// One thing that is wrong with a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Line of the definition, from 1; 0 when the finding is about no single line.
    pub line: usize,
    /// Key, as a path: `tiers[2].ways[0].lots`.
    pub key: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        if self.key.is_empty() {
            write!(f, "{}", self.message)
        } else {
            write!(f, "{}: {}", self.key, self.message)
        }
    }
}

/// All that is wrong with a definition; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError {
    /// The findings, in the order of the definition.
    pub findings: Vec<Finding>,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, finding) in self.findings.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DefinitionError {}

/// The definition as TOML holds it. Integers are wider than the checked type, so that a value out of range is
/// a finding with a key, not a type error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGame {
    pub(super) name: Spanned<String>,
    pub(super) currency: Spanned<String>,
    pub(super) units_per_block: Spanned<u64>,
    pub(super) unit_price_cents: Spanned<u64>,
    pub(super) alphabet: Spanned<String>,
    pub(super) revealed_letters: Spanned<u64>,
    pub(super) grids: RawGrids,
    pub(super) ladder: Spanned<Vec<RawRung>>,
    pub(super) tiers: Spanned<Vec<RawTier>>,
    pub(super) totals: RawTotals,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGrids {
    pub(super) count: Spanned<u64>,
    pub(super) rows: Spanned<u64>,
    pub(super) columns: Spanned<u64>,
    pub(super) words: Spanned<u64>,
    pub(super) min_length: Spanned<u64>,
    pub(super) max_length: Spanned<u64>,
    pub(super) combination: Combination,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRung {
    pub(super) words: Spanned<u64>,
    pub(super) prize_cents: Spanned<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTier {
    pub(super) prize_cents: Spanned<u64>,
    pub(super) lots: Spanned<u64>,
    pub(super) ways: Spanned<Vec<RawWay>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWay {
    pub(super) words: Spanned<Vec<u64>>,
    pub(super) lots: Spanned<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTotals {
    pub(super) lots: Spanned<u64>,
    pub(super) prizes_cents: Spanned<u64>,
}

/// Reads and checks a definition.
pub(super) fn parse(toml: &str) -> Result<Game, DefinitionError> {
    let raw: RawGame = toml::from_str(toml).map_err(|error| syntax(toml, &error))?;
    let findings = checks::definition(toml, &raw);
    if findings.is_empty() {
        Ok(checked(&raw))
    } else {
        Err(DefinitionError { findings })
    }
}

/// Line, from 1, of a byte of the definition.
pub(super) fn line(toml: &str, byte: usize) -> usize {
    let before = &toml.as_bytes()[..byte.min(toml.len())];
    before.split(|&byte| byte == b'\n').count()
}

fn syntax(toml: &str, error: &toml::de::Error) -> DefinitionError {
    let finding = Finding {
        line: error.span().map_or(0, |span| line(toml, span.start)),
        key: String::new(),
        message: error.message().replace('\n', " "),
    };
    DefinitionError {
        findings: vec![finding],
    }
}

/// The definition in its checked type. Only for a definition without findings: the narrowing cannot fail then.
fn checked(raw: &RawGame) -> Game {
    Game {
        name: raw.name.get_ref().clone(),
        currency: raw.currency.get_ref().clone(),
        units_per_block: narrow(&raw.units_per_block),
        unit_price_cents: *raw.unit_price_cents.get_ref(),
        alphabet: raw.alphabet.get_ref().clone(),
        revealed_letters: narrow(&raw.revealed_letters),
        grids: GridRules {
            count: narrow(&raw.grids.count),
            rows: narrow(&raw.grids.rows),
            columns: narrow(&raw.grids.columns),
            words: narrow(&raw.grids.words),
            min_length: narrow(&raw.grids.min_length),
            max_length: narrow(&raw.grids.max_length),
            combination: raw.grids.combination,
        },
        ladder: raw.ladder.get_ref().iter().map(rung).collect(),
        tiers: raw.tiers.get_ref().iter().map(tier).collect(),
    }
}

fn rung(raw: &RawRung) -> Rung {
    Rung {
        words: narrow(&raw.words),
        prize_cents: *raw.prize_cents.get_ref(),
    }
}

fn tier(raw: &RawTier) -> Tier {
    Tier {
        prize_cents: *raw.prize_cents.get_ref(),
        lots: narrow(&raw.lots),
        ways: raw.ways.get_ref().iter().map(way).collect(),
    }
}

fn way(raw: &RawWay) -> Way {
    let narrow_words = |&words| u8::try_from(words).expect("the checks found it in the ladder");
    let mut words: Vec<u8> = raw.words.get_ref().iter().map(narrow_words).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    Way {
        words,
        lots: narrow(&raw.lots),
    }
}

fn narrow<T: TryFrom<u64>>(value: &Spanned<u64>) -> T {
    T::try_from(*value.get_ref())
        .unwrap_or_else(|_| panic!("the checks bound the value {}", value.get_ref()))
}
