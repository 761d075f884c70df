//! A definition as it is written: TOML with the place of every value, so that a finding can point at it.

use std::fmt;
use std::ops::Range;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::{Combination, Game, GridRules, Rung, Tier, Way, checks};
use crate::one_line::one_line;

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

impl Finding {
    /// A finding about a way of a definition that [`Game::parse`] accepts: the n-th of [`Game::ways`], from 0.
    #[must_use]
    pub fn about_way(toml: &str, way: usize, message: String) -> Self {
        let raw = toml::from_str::<RawGame>(toml);
        let place = raw.ok().and_then(|raw| way_place(toml, &raw, way));
        let (line, key) = place.unwrap_or_else(|| (0, "tiers".into()));
        Self { line, key, message }
    }
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
    pub(super) units_per_block: Number,
    pub(super) unit_price_cents: Number,
    pub(super) alphabet: Spanned<String>,
    pub(super) revealed_letters: Number,
    pub(super) grids: RawGrids,
    pub(super) ladder: Spanned<Vec<RawRung>>,
    pub(super) tiers: Spanned<Vec<RawTier>>,
    pub(super) totals: RawTotals,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGrids {
    pub(super) count: Number,
    pub(super) rows: Number,
    pub(super) columns: Number,
    pub(super) words: Number,
    pub(super) min_length: Number,
    pub(super) max_length: Number,
    pub(super) combination: Combination,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRung {
    pub(super) words: Number,
    pub(super) prize_cents: Number,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTier {
    pub(super) prize_cents: Number,
    pub(super) lots: Number,
    pub(super) ways: Spanned<Vec<RawWay>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWay {
    pub(super) words: Spanned<Vec<Number>>,
    pub(super) lots: Number,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTotals {
    pub(super) lots: Number,
    pub(super) prizes_cents: Number,
}

/// A whole number of a definition, and where it stands.
pub(super) struct Number {
    value: u64,
    span: Range<usize>,
}

impl Number {
    pub(super) fn get_ref(&self) -> &u64 {
        &self.value
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let whole = Spanned::<Whole>::deserialize(deserializer)?;
        Ok(Self {
            span: whole.span(),
            value: whole.into_inner().0,
        })
    }
}

/// A number that is refused in terms of the definition when it is none: TOML tells the types of a program.
struct Whole(u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor).map(Self)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {}", u64::MAX)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<u64, E> {
        self.visit_i128(number.into())
    }

    fn visit_i128<E: de::Error>(self, number: i128) -> Result<u64, E> {
        u64::try_from(number).map_err(|_| out_of_range(number))
    }

    fn visit_u128<E: de::Error>(self, number: u128) -> Result<u64, E> {
        u64::try_from(number).map_err(|_| out_of_range(number))
    }
}

fn out_of_range<E: de::Error>(number: impl fmt::Display) -> E {
    E::custom(format!(
        "is {number}, must be {}",
        &WholeVisitor as &dyn de::Expected
    ))
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

/// What TOML says of an integer of more than 128 bits.
const OVERFLOW: &str = "integer number overflowed";

/// Line and key of a way, counted over all tiers from 0.
fn way_place(toml: &str, raw: &RawGame, way: usize) -> Option<(usize, String)> {
    let tiers = raw.tiers.get_ref().iter().enumerate();
    let mut places = tiers.flat_map(|(tier, raw)| {
        let ways = raw.ways.get_ref().iter().enumerate();
        ways.map(move |(way, raw)| {
            (
                raw.words.span().start,
                format!("tiers[{tier}].ways[{way}].words"),
            )
        })
    });
    let (start, key) = places.nth(way)?;
    Some((line(toml, start), key))
}

fn syntax(toml: &str, error: &toml::de::Error) -> DefinitionError {
    let start = error.span().map(|span| span.start);
    let message = match error.message() {
        OVERFLOW => format!("must be {}", &WholeVisitor as &dyn de::Expected),
        message => one_line(message.replace('\n', " ")),
    };
    let missing = message
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'));
    let finding = Finding {
        // What is missing from the whole definition is missing from no line of it.
        line: start
            .filter(|&start| missing.is_none() || start > 0)
            .map_or(0, |start| line(toml, start)),
        key: missing.unwrap_or_default().into(),
        message: missing.map_or_else(|| plain(&message), is_missing),
    };
    DefinitionError {
        findings: vec![finding],
    }
}

/// What to add where a key is missing.
fn is_missing(key: &str) -> String {
    let example = match key {
        "name" => "`name = \"My game\"`".into(),
        "currency" => "`currency = \"EUR\"`".into(),
        "alphabet" => "`alphabet = \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"`".into(),
        "combination" => "`combination = \"sum\"`, or \"highest\"".into(),
        "grids" => {
            "a table `[grids]` with count, rows, columns, words, min_length, max_length and combination".into()
        }
        "ladder" => "a table `[[ladder]]` with words and prize_cents for each step".into(),
        "tiers" => "a table `[[tiers]]` with prize_cents, lots and ways for each prize".into(),
        "ways" => "`ways = [{ words = [2], lots = 10 }]`, one for each way to show the prize".into(),
        "totals" => "a table `[totals]` with lots and prizes_cents".into(),
        _ => format!("`{key} = ` and a whole number"),
    };
    format!("is missing: add {example}")
}

/// The words of serde about a type, in those of TOML.
fn plain(message: &str) -> String {
    [
        ("expected struct RawGrids", "expected a table"),
        ("expected struct RawTotals", "expected a table"),
        ("expected struct RawRung", "expected a table"),
        ("expected struct RawTier", "expected a table"),
        ("expected struct RawWay", "expected a table"),
        ("expected a sequence", "expected a list"),
    ]
    .iter()
    .fold(message.to_owned(), |text, (from, to)| {
        text.replace(from, to)
    })
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
    let mut words: Vec<u8> = raw.words.get_ref().iter().map(narrow).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    Way {
        words,
        lots: narrow(&raw.lots),
    }
}

fn narrow<T: TryFrom<u64>>(value: &Number) -> T {
    T::try_from(*value.get_ref())
        .unwrap_or_else(|_| panic!("the checks bound the value {}", value.get_ref()))
}
