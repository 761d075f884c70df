//! What makes a definition fit to be sold: each check says in its text what would be right.
//!
//! The checks go on after a finding, so that one run shows all that is wrong. Of a value that could not be read, which is
//! a finding already, none says more.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use super::definition::{DefinitionError, Finding, Number, RawGame, RawGrids, RawRung, RawTier};
use super::reader::Reader;
use super::{
    Combination, Game, MAX_GRIDS, MAX_REVEALED, MAX_SIDE, MAX_UNITS, MAX_WAYS, MAX_WORDS, combine,
    counted, thousands,
};
use crate::one_line::is_unseen;
use crate::words::WordList;

/// Highest amount of a definition, in cents: a thousand million of the currency, so that a block of
/// [`MAX_UNITS`] at this price still counts in 64 bits.
const MAX_CENTS: u64 = 100_000_000_000;

/// Finds all that is wrong with the values of a definition.
pub(super) fn definition(reader: &mut Reader, raw: &RawGame) {
    let mut checks = Checks { reader };
    checks.sale(raw);
    checks.letters(raw);
    checks.grids(&raw.grids);
    checks.ladder(raw);
    checks.tiers(raw);
    checks.totals(raw);
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

struct Checks<'r, 't> {
    reader: &'r mut Reader<'t>,
}

impl Checks<'_, '_> {
    fn find(&mut self, span: Range<usize>, key: impl Into<String>, message: impl Into<String>) {
        self.reader.find(span.start, key.into(), message.into());
    }

    /// Checks a bound; gives the number if it holds.
    fn within(&mut self, number: &Number, key: &str, bounds: RangeInclusive<u64>) -> Option<u64> {
        let value = *number.get()?;
        if bounds.contains(&value) {
            return Some(value);
        }
        let (low, high) = (thousands(*bounds.start()), thousands(*bounds.end()));
        let message = format!("is {value}, must be {low} to {high}");
        self.find(number.span(), key, message);
        None
    }

    fn sale(&mut self, raw: &RawGame) {
        let name = raw.name.get();
        if name.is_some_and(|name| name.trim().is_empty()) {
            self.find(raw.name.span(), "name", "must be a name, and is empty");
        }
        let unseen = name.and_then(|name| name.chars().find(|&letter| is_unseen(letter)));
        if let Some(unseen) = unseen {
            let code = u32::from(unseen);
            let message = format!(
                "has the character U+{code:04X}, which is not seen as itself: write a name without"
            );
            self.find(raw.name.span(), "name", message);
        }
        let is_code =
            |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        if raw.currency.get().is_some_and(|code| !is_code(code)) {
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
        let alphabet = raw.alphabet.get().map(String::as_bytes);
        let is_rising = |letters: &[u8]| letters.windows(2).all(|pair| pair[0] < pair[1]);
        let is_one =
            |letters: &[u8]| is_rising(letters) && letters.iter().all(u8::is_ascii_uppercase);
        if alphabet.is_some_and(|letters| !is_one(letters)) {
            let message = "must be letters from A to Z, each once, in alphabetical order";
            self.find(raw.alphabet.span(), "alphabet", message);
        }
        let revealed = &raw.revealed_letters;
        let bounded = self.within(revealed, "revealed_letters", 6..=MAX_REVEALED as u64);
        if let (Some(count), Some(alphabet)) = (bounded, alphabet)
            && count >= alphabet.len() as u64
        {
            let letters = counted(alphabet.len() as u64, "letter");
            let message = format!(
                "is {count}, and the alphabet has {letters}: at least one must stay hidden"
            );
            self.find(revealed.span(), "revealed_letters", message);
        }
    }

    fn grids(&mut self, grids: &RawGrids) {
        const SIDES: RangeInclusive<u64> = 2..=MAX_SIDE as u64;
        self.within(&grids.count, "grids.count", 1..=MAX_GRIDS as u64);
        let rows = self.within(&grids.rows, "grids.rows", SIDES);
        let columns = self.within(&grids.columns, "grids.columns", SIDES);
        self.within(&grids.words, "grids.words", 4..=MAX_WORDS as u64);
        let least = self.within(&grids.min_length, "grids.min_length", SIDES);
        if let (Some(rows), Some(columns), Some(least)) = (rows, columns, least) {
            self.lengths(grids, least, rows.max(columns));
        }
    }

    /// Checks the lengths of words against the longer side of the grid.
    fn lengths(&mut self, grids: &RawGrids, least: u64, side: u64) {
        if least > side {
            let message = format!("is {least}, must be 2 to {side} (the longer side of the grid)");
            self.find(grids.min_length.span(), "grids.min_length", message);
        } else if let Some(&most) = grids.max_length.get()
            && !(least..=side).contains(&most)
        {
            let message = format!(
                "is {most}, must be {least} (grids.min_length) to {side} (the longer side of the grid)"
            );
            self.find(grids.max_length.span(), "grids.max_length", message);
        }
    }

    fn ladder(&mut self, raw: &RawGame) {
        let Some(ladder) = raw.ladder.get() else {
            return;
        };
        if ladder.is_empty() {
            self.find(raw.ladder.span(), "ladder", "must have at least one step");
        }
        let most = bound(&raw.grids.words, MAX_WORDS);
        let mut before = None;
        for (index, rung) in ladder.iter().enumerate() {
            let key = format!("ladder[{index}]");
            self.within(&rung.words, &format!("{key}.words"), 1..=most);
            self.within(
                &rung.prize_cents,
                &format!("{key}.prize_cents"),
                1..=MAX_CENTS,
            );
            let words = rung.words.get();
            if words.is_some() && before >= words {
                let message = "must be more than the step before: the ladder goes up";
                self.find(rung.words.span(), format!("{key}.words"), message);
            }
            before = words;
        }
    }

    fn tiers(&mut self, raw: &RawGame) {
        let Some(tiers) = raw.tiers.get() else { return };
        if tiers.is_empty() {
            self.find(raw.tiers.span(), "tiers", "must have at least one tier");
        }
        let (steps, mut seen) = (steps(raw), BTreeMap::new());
        for (index, tier) in tiers.iter().enumerate() {
            let key = format!("tiers[{index}]");
            self.tier(raw, steps.as_deref(), tier, &key);
            let first = tier
                .prize_cents
                .get()
                .and_then(|&prize| seen.insert(prize, index));
            if let Some(first) = first {
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
        let ways = tiers.iter().filter_map(|tier| tier.ways.get());
        let ways: usize = ways.map(Vec::len).sum();
        if ways > MAX_WAYS {
            let message = format!("have {ways} ways in all, must be {MAX_WAYS} at most");
            self.find(raw.tiers.span(), "tiers", message);
        }
    }

    fn tier(&mut self, raw: &RawGame, steps: Option<&[Step]>, tier: &RawTier, key: &str) {
        self.within(
            &tier.prize_cents,
            &format!("{key}.prize_cents"),
            1..=MAX_CENTS,
        );
        self.within(&tier.lots, &format!("{key}.lots"), 1..=u64::from(MAX_UNITS));
        let Some(ways) = tier.ways.get() else { return };
        let mut seen = BTreeSet::new();
        for (index, way) in ways.iter().enumerate() {
            let key = format!("{key}.ways[{index}]");
            self.within(&way.lots, &format!("{key}.lots"), 1..=u64::from(MAX_UNITS));
            let Some(mut words) = way.words.get().cloned() else {
                continue;
            };
            let key = format!("{key}.words");
            if let Some(message) = wrong_way(raw, steps, tier, &words) {
                self.find(way.words.span(), &*key, message);
            }
            words.sort_unstable();
            if !seen.insert(words) {
                let message = "is a way of this tier already: give it once, with all its lots";
                self.find(way.words.span(), key, message);
            }
        }
        let sum = sum(ways.iter().map(|way| &way.lots));
        self.adds_up(&tier.lots, &format!("{key}.lots"), "its ways", sum);
    }

    /// Checks that a number is the sum of others.
    fn adds_up(&mut self, number: &Number, key: &str, of: &str, sum: Option<u128>) {
        if let (Some(&value), Some(sum)) = (number.get(), sum)
            && u128::from(value) != sum
        {
            let message = format!("is {value}, and {of} add up to {sum}");
            self.find(number.span(), key, message);
        }
    }

    fn totals(&mut self, raw: &RawGame) {
        let Some(tiers) = raw.tiers.get() else { return };
        let lots = sum(tiers.iter().map(|tier| &tier.lots));
        self.adds_up(&raw.totals.lots, "totals.lots", "the tiers", lots);
        if let (Some(lots), Some(&units)) = (lots, raw.units_per_block.get())
            && lots > u128::from(units)
        {
            let message =
                format!("lots add up to {lots}, must be {units} (units_per_block) at most");
            self.find(raw.tiers.span(), "tiers", message);
        }
        let product = |tier: &RawTier| {
            let (lots, prize) = (*tier.lots.get()?, *tier.prize_cents.get()?);
            Some(u128::from(lots) * u128::from(prize))
        };
        // Sums of products may not fit even these: they are far beyond any that is declared.
        let cents = tiers
            .iter()
            .map(product)
            .try_fold(0_u128, |sum, cents| Some(sum.saturating_add(cents?)));
        let declared = &raw.totals.prizes_cents;
        self.adds_up(declared, "totals.prizes_cents", "the tiers", cents);
    }
}

/// A number that bounds others; within its own range, for outside it is a finding of its own.
fn bound(number: &Number, most: usize) -> u64 {
    let most = most as u64;
    number.get().map_or(most, |&number| number.clamp(1, most))
}

/// A step of the ladder: complete words, and what they pay in cents.
type Step = (u64, u64);

/// The steps of the ladder, if each can be read.
fn steps(raw: &RawGame) -> Option<Vec<Step>> {
    let step = |rung: &RawRung| Some((*rung.words.get()?, *rung.prize_cents.get()?));
    raw.ladder.get()?.iter().map(step).collect()
}

/// What is wrong with the words of a way, as far as the rest of the definition can be read.
fn wrong_way(
    raw: &RawGame,
    steps: Option<&[Step]>,
    tier: &RawTier,
    words: &[u64],
) -> Option<String> {
    let grids = bound(&raw.grids.count, MAX_GRIDS);
    if words.is_empty() || words.len() as u64 > grids {
        let named = counted(words.len() as u64, "grid");
        return Some(format!("names {named}, must be 1 to {grids}"));
    }
    let steps = steps?;
    let gain = |words: u64| Some(steps.iter().find(|step| step.0 == words)?.1);
    if let Some(&unpaid) = words.iter().find(|&&words| gain(words).is_none()) {
        let words = counted(unpaid, "word");
        return Some(format!(
            "has {unpaid}, and no step of the ladder pays {words}"
        ));
    }
    let combination = *raw.grids.combination.get()?;
    let paid = combine(combination, words.iter().filter_map(|&words| gain(words)));
    let prize = *tier.prize_cents.get()?;
    let how = match combination {
        Combination::Sum => "add up to",
        Combination::Highest => "have as their highest",
    };
    (paid != prize).then(|| {
        format!("{words:?} gives gains that {how} {paid} cents, and the tier's prize is {prize}")
    })
}

/// The sum of numbers, if each can be read.
fn sum<'a>(mut values: impl Iterator<Item = &'a Number>) -> Option<u128> {
    values.try_fold(0, |sum, value| Some(sum + u128::from(*value.get()?)))
}
