//! What makes a definition fit to be sold: each check says in its text what would be right.
//!
//! The checks go on after a finding, so that one run shows all that is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use super::definition::{
    DefinitionError, Finding, Number, RawGame, RawGrids, RawRung, RawTier, RawWay, line,
};
use super::{
    Combination, Game, MAX_GRIDS, MAX_REVEALED, MAX_SIDE, MAX_UNITS, MAX_WAYS, MAX_WORDS, combine,
    counted, thousands,
};
use crate::words::WordList;

/// Highest amount of a definition, in cents: a thousand million of the currency, so that a block of
/// [`MAX_UNITS`] at this price still counts in 64 bits.
const MAX_CENTS: u64 = 100_000_000_000;

/// Every finding about a definition, in its order.
pub(super) fn definition(toml: &str, raw: &RawGame) -> Vec<Finding> {
    let mut checks = Checks {
        toml,
        findings: Vec::new(),
    };
    checks.sale(raw);
    checks.letters(raw);
    checks.grids(&raw.grids);
    checks.ladder(raw);
    checks.tiers(raw);
    checks.totals(raw);
    checks.findings
}

/// Most words of one length that the generator's tables can number.
const MAX_WORDS_OF_A_LENGTH: usize = 65_535;

/// Whether a word list can fill one unit at all.
pub(super) fn words(game: &Game, words: &WordList) -> Result<(), DefinitionError> {
    let rules = &game.grids;
    let mut of_length = [0; MAX_SIDE + 1];
    for word in words.iter() {
        of_length[word.len()] += 1;
    }
    let lengths = usize::from(rules.min_length)..=usize::from(rules.max_length);
    let counts = &of_length[lengths.clone()];
    let usable: usize = counts.iter().sum();
    let needed = usize::from(rules.count) * usize::from(rules.words);
    let message = if usable < needed {
        format!(
            "the word list has {} of {} to {} letters, and one unit needs {needed} different ones: \
             take a larger list with --words, or lower grids.words",
            counted(usable as u64, "word"),
            rules.min_length,
            rules.max_length
        )
    } else if let Some(length) = lengths.clone().find(|&length| of_length[length] == 0) {
        // Layouts have slots of every length.
        format!(
            "the word list has no word of {length} letters, and grids have words of {} to {}: \
             take another list with --words, or change grids.min_length or grids.max_length",
            rules.min_length, rules.max_length
        )
    } else if counts.iter().any(|&count| count > MAX_WORDS_OF_A_LENGTH) {
        format!(
            "the word list has more than {MAX_WORDS_OF_A_LENGTH} words of one length: take a smaller list with --words"
        )
    } else {
        return Ok(());
    };
    Err(DefinitionError {
        findings: vec![Finding {
            line: 0,
            key: "grids.words".into(),
            message,
        }],
    })
}

struct Checks<'a> {
    toml: &'a str,
    findings: Vec<Finding>,
}

impl Checks<'_> {
    fn find(&mut self, span: Range<usize>, key: impl Into<String>, message: impl Into<String>) {
        self.findings.push(Finding {
            line: line(self.toml, span.start),
            key: key.into(),
            message: message.into(),
        });
    }

    /// Checks a bound; says whether it holds.
    fn within(&mut self, value: &Number, key: &str, bounds: RangeInclusive<u64>) -> bool {
        let holds = bounds.contains(value.get_ref());
        if !holds {
            let (low, high) = (thousands(*bounds.start()), thousands(*bounds.end()));
            let message = format!("is {}, must be {low} to {high}", value.get_ref());
            self.find(value.span(), key, message);
        }
        holds
    }

    fn sale(&mut self, raw: &RawGame) {
        let name = raw.name.get_ref();
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            let message = "must be a name on one line, and not empty";
            self.find(raw.name.span(), "name", message);
        }
        let currency = raw.currency.get_ref();
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
            let message = "must be an ISO 4217 code of three capitals, as EUR";
            self.find(raw.currency.span(), "currency", message);
        }
        self.within(
            &raw.units_per_block,
            "units_per_block",
            1..=u64::from(MAX_UNITS),
        );
        self.within(&raw.unit_price_cents, "unit_price_cents", 1..=MAX_CENTS);
    }

    fn letters(&mut self, raw: &RawGame) {
        let alphabet = raw.alphabet.get_ref().as_bytes();
        let rising = alphabet.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || !alphabet.iter().all(u8::is_ascii_uppercase) {
            let message = "must be letters from A to Z, each once, in alphabetical order";
            self.find(raw.alphabet.span(), "alphabet", message);
        }
        let revealed = &raw.revealed_letters;
        if !self.within(revealed, "revealed_letters", 6..=MAX_REVEALED as u64) {
            return;
        }
        if *revealed.get_ref() >= alphabet.len() as u64 {
            let message = format!(
                "is {}, and the alphabet has {}: at least one must stay hidden",
                revealed.get_ref(),
                counted(alphabet.len() as u64, "letter")
            );
            self.find(revealed.span(), "revealed_letters", message);
        }
    }

    fn grids(&mut self, grids: &RawGrids) {
        self.within(&grids.count, "grids.count", 1..=MAX_GRIDS as u64);
        let rows = self.within(&grids.rows, "grids.rows", 2..=MAX_SIDE as u64);
        let columns = self.within(&grids.columns, "grids.columns", 2..=MAX_SIDE as u64);
        self.within(&grids.words, "grids.words", 4..=MAX_WORDS as u64);
        let least = self.within(&grids.min_length, "grids.min_length", 2..=MAX_SIDE as u64);
        if !(rows && columns && least) {
            return;
        }
        let side = *grids.rows.get_ref().max(grids.columns.get_ref());
        let (min, max) = (*grids.min_length.get_ref(), *grids.max_length.get_ref());
        if min > side {
            let message = format!("is {min}, must be 2 to {side} (the longer side of the grid)");
            self.find(grids.min_length.span(), "grids.min_length", message);
        } else if max < min || max > side {
            let message = format!(
                "is {max}, must be {min} (grids.min_length) to {side} (the longer side of the grid)"
            );
            self.find(grids.max_length.span(), "grids.max_length", message);
        }
    }

    fn ladder(&mut self, raw: &RawGame) {
        let ladder = raw.ladder.get_ref();
        if ladder.is_empty() {
            self.find(raw.ladder.span(), "ladder", "must have at least one step");
        }
        let most = (*raw.grids.words.get_ref()).clamp(1, MAX_WORDS as u64);
        for (index, rung) in ladder.iter().enumerate() {
            let key = format!("ladder[{index}]");
            self.within(&rung.words, &format!("{key}.words"), 1..=most);
            self.within(
                &rung.prize_cents,
                &format!("{key}.prize_cents"),
                1..=MAX_CENTS,
            );
            if index > 0 && ladder[index - 1].words.get_ref() >= rung.words.get_ref() {
                let message = "must be more than the step before: the ladder goes up";
                self.find(rung.words.span(), format!("{key}.words"), message);
            }
        }
    }

    fn tiers(&mut self, raw: &RawGame) {
        let tiers = raw.tiers.get_ref();
        if tiers.is_empty() {
            self.find(raw.tiers.span(), "tiers", "must have at least one tier");
        }
        let mut seen = BTreeMap::new();
        for (index, tier) in tiers.iter().enumerate() {
            let key = format!("tiers[{index}]");
            self.tier(raw, tier, &key);
            if let Some(first) = seen.insert(*tier.prize_cents.get_ref(), index) {
                let message = format!(
                    "is the prize of tiers[{first}] too: put both in one tier, with two ways"
                );
                self.find(
                    tier.prize_cents.span(),
                    format!("{key}.prize_cents"),
                    message,
                );
            }
        }
        let ways: usize = tiers.iter().map(|tier| tier.ways.get_ref().len()).sum();
        if ways > MAX_WAYS {
            let message = format!("have {ways} ways in all, must be {MAX_WAYS} at most");
            self.find(raw.tiers.span(), "tiers", message);
        }
    }

    fn tier(&mut self, raw: &RawGame, tier: &RawTier, key: &str) {
        self.within(
            &tier.prize_cents,
            &format!("{key}.prize_cents"),
            1..=MAX_CENTS,
        );
        self.within(&tier.lots, &format!("{key}.lots"), 1..=u64::from(MAX_UNITS));
        let ways = tier.ways.get_ref();
        let mut seen = BTreeSet::new();
        for (index, way) in ways.iter().enumerate() {
            let key = format!("{key}.ways[{index}]");
            self.way(raw, tier, way, &key);
            if !seen.insert(sorted(way)) {
                let message = "is a way of this tier already: give it once, with all its lots";
                self.find(way.words.span(), format!("{key}.words"), message);
            }
        }
        let sum = sum(ways.iter().map(|way| &way.lots));
        if sum != u128::from(*tier.lots.get_ref()) {
            let message = format!("is {}, and its ways add up to {sum}", tier.lots.get_ref());
            self.find(tier.lots.span(), format!("{key}.lots"), message);
        }
    }

    fn way(&mut self, raw: &RawGame, tier: &RawTier, way: &RawWay, key: &str) {
        self.within(&way.lots, &format!("{key}.lots"), 1..=u64::from(MAX_UNITS));
        let (words, span) = (word_counts(way), way.words.span());
        let key = format!("{key}.words");
        // A number of grids out of its range is a finding of its own.
        let grids = (*raw.grids.count.get_ref()).clamp(1, MAX_GRIDS as u64);
        if words.is_empty() || words.len() as u64 > grids {
            let named = counted(words.len() as u64, "grid");
            let message = format!("names {named}, must be 1 to {grids}");
            return self.find(span, key, message);
        }
        let ladder = raw.ladder.get_ref();
        if let Some(unpaid) = words.iter().find(|&&words| gain(ladder, words).is_none()) {
            let words = counted(*unpaid, "word");
            let message = format!("has {unpaid}, and no step of the ladder pays {words}");
            return self.find(span, key, message);
        }
        let combination = raw.grids.combination;
        let gains = words.iter().filter_map(|&words| gain(ladder, words));
        let (paid, prize) = (combine(combination, gains), *tier.prize_cents.get_ref());
        if paid != prize {
            let how = match combination {
                Combination::Sum => "add up to",
                Combination::Highest => "have as their highest",
            };
            let message = format!(
                "{words:?} gives gains that {how} {paid} cents, and the tier's prize is {prize}"
            );
            self.find(span, key, message);
        }
    }

    fn totals(&mut self, raw: &RawGame) {
        let tiers = raw.tiers.get_ref();
        let lots = sum(tiers.iter().map(|tier| &tier.lots));
        let declared = &raw.totals.lots;
        if lots != u128::from(*declared.get_ref()) {
            let message = format!("is {}, and the tiers add up to {lots}", declared.get_ref());
            self.find(declared.span(), "totals.lots", message);
        }
        if lots > u128::from(*raw.units_per_block.get_ref()) {
            let message = format!(
                "lots add up to {lots}, must be {} (units_per_block) at most",
                raw.units_per_block.get_ref()
            );
            self.find(raw.tiers.span(), "tiers", message);
        }
        let cents: u128 = tiers
            .iter()
            .map(|tier| u128::from(*tier.lots.get_ref()) * u128::from(*tier.prize_cents.get_ref()))
            .sum();
        let declared = &raw.totals.prizes_cents;
        if cents != u128::from(*declared.get_ref()) {
            let message = format!("is {}, and the tiers add up to {cents}", declared.get_ref());
            self.find(declared.span(), "totals.prizes_cents", message);
        }
    }
}

fn gain(ladder: &[RawRung], words: u64) -> Option<u64> {
    ladder
        .iter()
        .find(|rung| *rung.words.get_ref() == words)
        .map(|rung| *rung.prize_cents.get_ref())
}

fn word_counts(way: &RawWay) -> Vec<u64> {
    let words = way.words.get_ref().iter();
    words.map(Number::get_ref).copied().collect()
}

fn sorted(way: &RawWay) -> Vec<u64> {
    let mut words = word_counts(way);
    words.sort_unstable();
    words
}

fn sum<'a>(values: impl Iterator<Item = &'a Number>) -> u128 {
    values.map(|value| u128::from(*value.get_ref())).sum()
}
