//! The tables and values of a definition, each with its place: what is missing, unknown or of another kind is a
//! finding, and reading goes on behind it.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::definition::Finding;
use crate::one_line::one_line;

/// A value and where it stands; none when a finding says why.
pub(super) struct Read<T>(Option<Spanned<T>>);

impl<T> Default for Read<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Read<T> {
    /// The value.
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_ref().map(Spanned::get_ref)
    }

    /// Where it stands.
    pub(super) fn span(&self) -> Range<usize> {
        self.0.as_ref().map_or(0..0, Spanned::span)
    }
}

/// A value as TOML holds it.
type Raw<'t> = Spanned<DeValue<'t>>;

/// What a number must be: TOML's other kinds, and those below 0, are none of a definition.
const WHOLE: &str = "a whole number from 0 to 18446744073709551615";

/// Characters of a value that a finding repeats: the start tells which one is meant.
const SHOWN: usize = 60;

/// Reads one definition, and gathers what is wrong with it.
pub(super) struct Reader<'t> {
    toml: &'t str,
    /// Where each line feed is, so that many findings do not look through the text as often.
    line_feeds: Vec<usize>,
    findings: Vec<Finding>,
}

/// A table whose keys are taken out one after another, so that those left are unknown.
pub(super) struct Table<'t> {
    /// Its own key, as a path; empty for the whole definition.
    key: String,
    span: Range<usize>,
    entries: DeTable<'t>,
    known: Vec<&'static str>,
}

impl Table<'_> {
    fn path(&self, key: &str) -> String {
        if self.key.is_empty() {
            key.into()
        } else {
            format!("{}.{key}", self.key)
        }
    }
}

impl<'t> Reader<'t> {
    /// The whole definition as a table; none when it is no TOML. Then the first mistake alone is told: those behind it may
    /// only follow from it.
    pub(super) fn open(toml: &'t str) -> (Self, Option<Table<'t>>) {
        let mut reader = Self {
            toml,
            line_feeds: toml.match_indices('\n').map(|(byte, _)| byte).collect(),
            findings: Vec::new(),
        };
        let (document, errors) = DeTable::parse_recoverable(toml);
        let start = |error: &Error| error.span().map_or(0, |span| span.start);
        if let Some(first) = errors.iter().min_by_key(|error| start(error)) {
            let message = one_line(first.message().replace('\n', " "));
            reader.find(start(first), String::new(), message);
            return (reader, None);
        }
        let table = Table {
            key: String::new(),
            span: 0..0,
            entries: document.into_inner(),
            known: Vec::new(),
        };
        (reader, Some(table))
    }

    /// Adds a finding about what starts at a byte of the definition.
    pub(super) fn find(&mut self, start: usize, key: String, message: String) {
        let line = self.line(start);
        self.findings.push(Finding { line, key, message });
    }

    /// Line, from 1, of a byte of the definition.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.line_feeds.partition_point(|&feed| feed < byte) + 1
    }

    /// All findings, in the order of the definition.
    pub(super) fn into_findings(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|finding| finding.line);
        self.findings
    }

    /// A whole number of 64 bits.
    pub(super) fn number(&mut self, table: &mut Table<'t>, key: &'static str) -> Read<u64> {
        let value = self.take(table, key);
        Read(value.and_then(|value| self.whole(value, table.path(key))))
    }

    /// A text.
    pub(super) fn text(&mut self, table: &mut Table<'t>, key: &'static str) -> Read<String> {
        self.one_of(table, key, "a text in quotes", |text| Some(text.to_owned()))
    }

    /// A text that stands for something.
    pub(super) fn one_of<T>(
        &mut self,
        table: &mut Table<'t>,
        key: &'static str,
        must_be: &str,
        meaning: impl Fn(&str) -> Option<T>,
    ) -> Read<T> {
        let value = self.take(table, key);
        let meaning = |value: DeValue| meaning(value.as_str()?);
        Read(value.and_then(|value| self.convert(value, table.path(key), must_be, meaning)))
    }

    /// A text that stands for something, and may be missing.
    pub(super) fn optional<T>(
        &mut self,
        table: &mut Table<'t>,
        key: &'static str,
        must_be: &str,
        meaning: impl Fn(&str) -> Option<T>,
    ) -> Read<T> {
        if table.entries.contains_key(key) {
            return self.one_of(table, key, must_be, meaning);
        }
        table.known.push(key);
        Read(None)
    }

    /// A list of whole numbers.
    pub(super) fn numbers(&mut self, table: &mut Table<'t>, key: &'static str) -> Read<Vec<u64>> {
        let whole =
            |reader: &mut Self, value, key| reader.whole(value, key).map(Spanned::into_inner);
        Read(self.list(table, key, "a list of whole numbers", whole))
    }

    /// A list of tables, each read by `row`.
    pub(super) fn tables<T>(
        &mut self,
        table: &mut Table<'t>,
        key: &'static str,
        row: impl Fn(&mut Self, &mut Table<'t>) -> T,
    ) -> Read<Vec<T>> {
        let row = |reader: &mut Self, value, key| reader.within(value, key, &row);
        Read(self.list(table, key, "a list of tables", row))
    }

    /// A table, read by `fields`.
    pub(super) fn table<T>(
        &mut self,
        table: &mut Table<'t>,
        key: &'static str,
        fields: impl FnOnce(&mut Self, &mut Table<'t>) -> T,
    ) -> Option<T> {
        let value = self.take(table, key)?;
        self.within(value, table.path(key), fields)
    }

    /// Says which keys of a table are left.
    pub(super) fn close(&mut self, table: &Table) {
        let known = table.known.join(", ");
        for name in table.entries.keys() {
            let key = table.path(&one_line(name.get_ref()));
            let message = format!("is unknown: the keys here are {known}");
            self.find(name.span().start, key, message);
        }
    }

    fn within<T>(
        &mut self,
        value: Raw<'t>,
        key: String,
        fields: impl FnOnce(&mut Self, &mut Table<'t>) -> T,
    ) -> Option<T> {
        let entries = self.convert(value, key.clone(), "a table", |value| match value {
            DeValue::Table(entries) => Some(entries),
            _ => None,
        })?;
        let mut table = Table {
            key,
            span: entries.span(),
            entries: entries.into_inner(),
            known: Vec::new(),
        };
        let fields = fields(self, &mut table);
        self.close(&table);
        Some(fields)
    }

    /// A list of which each item could be read.
    fn list<T>(
        &mut self,
        table: &mut Table<'t>,
        key: &'static str,
        must_be: &str,
        item: impl Fn(&mut Self, Raw<'t>, String) -> Option<T>,
    ) -> Option<Spanned<Vec<T>>> {
        let value = self.take(table, key)?;
        let key = table.path(key);
        let list = self.convert(value, key.clone(), must_be, |value| match value {
            DeValue::Array(list) => Some(list),
            _ => None,
        })?;
        let span = list.span();
        let items = list.into_inner().into_iter().enumerate();
        // Each item is read, and what is wrong with it found, before one alone spoils the list.
        let items: Vec<Option<T>> = items
            .map(|(index, value)| item(self, value, format!("{key}[{index}]")))
            .collect();
        let items: Option<Vec<T>> = items.into_iter().collect();
        Some(Spanned::new(span, items?))
    }

    fn whole(&mut self, value: Raw<'t>, key: String) -> Option<Spanned<u64>> {
        self.convert(value, key, WHOLE, |value| {
            let integer = value.as_integer()?;
            let number = i128::from_str_radix(integer.as_str(), integer.radix()).ok()?;
            u64::try_from(number).ok()
        })
    }

    /// Takes the value of a key out of its table; to have none is a finding.
    fn take(&mut self, table: &mut Table<'t>, key: &'static str) -> Option<Raw<'t>> {
        table.known.push(key);
        let value = table.entries.remove(key);
        if value.is_none() {
            let finding = Finding {
                // What is missing from the whole definition is missing from no line of it.
                line: if table.key.is_empty() {
                    0
                } else {
                    self.line(table.span.start)
                },
                key: table.path(key),
                message: is_missing(key),
            };
            self.findings.push(finding);
        }
        value
    }

    fn convert<T>(
        &mut self,
        value: Raw<'t>,
        key: String,
        must_be: &str,
        convert: impl FnOnce(DeValue<'t>) -> Option<T>,
    ) -> Option<Spanned<T>> {
        let span = value.span();
        let converted = convert(value.into_inner());
        if converted.is_none() {
            let found = shown(&self.toml[span.clone()]);
            self.find(span.start, key, format!("is {found}, must be {must_be}"));
        }
        Some(Spanned::new(span, converted?))
    }
}

/// A value as the definition has it, or the start of its first line.
fn shown(source: &str) -> String {
    let first: String = source.lines().next().unwrap_or_default().into();
    let start: String = first.chars().take(SHOWN).collect();
    let rest = if start == source { "" } else { "…" };
    one_line(start) + rest
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
