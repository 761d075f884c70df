//! A definition as it is written: TOML with the place of every value, so that a finding can point at it.

use std::fmt;

use super::reader::{Read, Reader, Table};
use super::{Combination, Game, GridRules, Rung, Tier, Way, checks};
use crate::words::Language;

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
        let (mut reader, table) = Reader::open(toml);
        let raw = table.map(|table| game(&mut reader, table));
        let place = raw.and_then(|raw| way_place(&raw, way));
        let (line, key) = place.map_or_else(
            || (0, "tiers".into()),
            |(start, key)| (reader.line(start), key),
        );
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

/// The definition as TOML holds it. A value is none where a finding says why; integers are wider than the checked type,
/// so that one out of range is a finding that names its bounds.
pub(super) struct RawGame {
    pub(super) name: Read<String>,
    pub(super) currency: Read<String>,
    pub(super) units_per_block: Number,
    pub(super) unit_price_cents: Number,
    pub(super) alphabet: Read<String>,
    pub(super) revealed_letters: Number,
    pub(super) grids: RawGrids,
    pub(super) ladder: Read<Vec<RawRung>>,
    pub(super) tiers: Read<Vec<RawTier>>,
    pub(super) totals: RawTotals,
    /// That of the default game where it is not said.
    pub(super) language: Read<Language>,
}

#[derive(Default)]
pub(super) struct RawGrids {
    pub(super) count: Number,
    pub(super) rows: Number,
    pub(super) columns: Number,
    pub(super) words: Number,
    pub(super) min_length: Number,
    pub(super) max_length: Number,
    pub(super) combination: Read<Combination>,
}

pub(super) struct RawRung {
    pub(super) words: Number,
    pub(super) prize_cents: Number,
}

pub(super) struct RawTier {
    pub(super) prize_cents: Number,
    pub(super) lots: Number,
    pub(super) ways: Read<Vec<RawWay>>,
}

pub(super) struct RawWay {
    pub(super) words: Read<Vec<u64>>,
    pub(super) lots: Number,
}

#[derive(Default)]
pub(super) struct RawTotals {
    pub(super) lots: Number,
    pub(super) prizes_cents: Number,
}

/// A whole number of a definition.
pub(super) type Number = Read<u64>;

/// Reads and checks a definition.
pub(super) fn parse(toml: &str) -> Result<Game, DefinitionError> {
    let (mut reader, table) = Reader::open(toml);
    let raw = table.map(|table| game(&mut reader, table));
    if let Some(raw) = &raw {
        checks::definition(&mut reader, raw);
    }
    let findings = reader.into_findings();
    match raw {
        Some(raw) if findings.is_empty() => Ok(checked(&raw)),
        _ => Err(DefinitionError { findings }),
    }
}

/// First byte and key of the words of a way, counted over all tiers from 0.
fn way_place(raw: &RawGame, way: usize) -> Option<(usize, String)> {
    let tiers = raw.tiers.get()?.iter().enumerate();
    let mut ways = tiers.flat_map(|(tier, raw)| {
        let ways = raw.ways.get().into_iter().flatten().enumerate();
        ways.map(move |(way, raw)| (raw, format!("tiers[{tier}].ways[{way}].words")))
    });
    let (raw, key) = ways.nth(way)?;
    Some((raw.words.span().start, key))
}

fn game<'t>(reader: &mut Reader<'t>, mut table: Table<'t>) -> RawGame {
    let game = RawGame {
        name: reader.text(&mut table, "name"),
        currency: reader.text(&mut table, "currency"),
        units_per_block: reader.number(&mut table, "units_per_block"),
        unit_price_cents: reader.number(&mut table, "unit_price_cents"),
        alphabet: reader.text(&mut table, "alphabet"),
        revealed_letters: reader.number(&mut table, "revealed_letters"),
        grids: reader.table(&mut table, "grids", grids).unwrap_or_default(),
        ladder: reader.tables(&mut table, "ladder", rung),
        tiers: reader.tables(&mut table, "tiers", tier),
        totals: reader
            .table(&mut table, "totals", totals)
            .unwrap_or_default(),
        language: reader.optional(
            &mut table,
            "language",
            "\"fr\" or \"en\"",
            Language::of_code,
        ),
    };
    reader.close(&table);
    game
}

fn grids<'t>(reader: &mut Reader<'t>, table: &mut Table<'t>) -> RawGrids {
    let combination = |text: &str| match text {
        "sum" => Some(Combination::Sum),
        "highest" => Some(Combination::Highest),
        _ => None,
    };
    RawGrids {
        count: reader.number(table, "count"),
        rows: reader.number(table, "rows"),
        columns: reader.number(table, "columns"),
        words: reader.number(table, "words"),
        min_length: reader.number(table, "min_length"),
        max_length: reader.number(table, "max_length"),
        combination: reader.one_of(table, "combination", "\"sum\" or \"highest\"", combination),
    }
}

fn rung<'t>(reader: &mut Reader<'t>, table: &mut Table<'t>) -> RawRung {
    RawRung {
        words: reader.number(table, "words"),
        prize_cents: reader.number(table, "prize_cents"),
    }
}

fn tier<'t>(reader: &mut Reader<'t>, table: &mut Table<'t>) -> RawTier {
    RawTier {
        prize_cents: reader.number(table, "prize_cents"),
        lots: reader.number(table, "lots"),
        ways: reader.tables(table, "ways", way),
    }
}

fn way<'t>(reader: &mut Reader<'t>, table: &mut Table<'t>) -> RawWay {
    RawWay {
        words: reader.numbers(table, "words"),
        lots: reader.number(table, "lots"),
    }
}

fn totals<'t>(reader: &mut Reader<'t>, table: &mut Table<'t>) -> RawTotals {
    RawTotals {
        lots: reader.number(table, "lots"),
        prizes_cents: reader.number(table, "prizes_cents"),
    }
}

/// The definition in its checked type. Only for a definition without findings: every value is there then, and the
/// narrowing cannot fail.
fn checked(raw: &RawGame) -> Game {
    Game {
        name: there(&raw.name).clone(),
        currency: there(&raw.currency).clone(),
        units_per_block: narrow(&raw.units_per_block),
        unit_price_cents: narrow(&raw.unit_price_cents),
        alphabet: there(&raw.alphabet).clone(),
        revealed_letters: narrow(&raw.revealed_letters),
        grids: GridRules {
            count: narrow(&raw.grids.count),
            rows: narrow(&raw.grids.rows),
            columns: narrow(&raw.grids.columns),
            words: narrow(&raw.grids.words),
            min_length: narrow(&raw.grids.min_length),
            max_length: narrow(&raw.grids.max_length),
            combination: *there(&raw.grids.combination),
        },
        ladder: there(&raw.ladder).iter().map(checked_rung).collect(),
        tiers: there(&raw.tiers).iter().map(checked_tier).collect(),
        language: raw.language.get().copied().unwrap_or_default(),
    }
}

fn checked_rung(raw: &RawRung) -> Rung {
    Rung {
        words: narrow(&raw.words),
        prize_cents: narrow(&raw.prize_cents),
    }
}

fn checked_tier(raw: &RawTier) -> Tier {
    Tier {
        prize_cents: narrow(&raw.prize_cents),
        lots: narrow(&raw.lots),
        ways: there(&raw.ways).iter().map(checked_way).collect(),
    }
}

fn checked_way(raw: &RawWay) -> Way {
    let mut words: Vec<u8> = there(&raw.words).iter().copied().map(narrowed).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    Way {
        words,
        lots: narrow(&raw.lots),
    }
}

fn there<T>(value: &Read<T>) -> &T {
    value.get().expect("what is missing is a finding")
}

fn narrow<T: TryFrom<u64>>(value: &Number) -> T {
    narrowed(*there(value))
}

fn narrowed<T: TryFrom<u64>>(value: u64) -> T {
    T::try_from(value).unwrap_or_else(|_| panic!("the checks bound the value {value}"))
}
