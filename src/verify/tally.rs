//! What the units of a block pay, counted.

use std::collections::BTreeMap;

use crate::game::{Game, MAX_GRIDS};
use crate::unit::Outcome;

/// Complete words of winning grids, highest first, then zeros.
type Winning = [u8; MAX_GRIDS];

/// The outcomes that a game knows.
pub(super) struct Outcomes {
    most_losing_words: u8,
    /// The way of outcome n at n − 1.
    ways: Vec<Winning>,
}

impl Outcomes {
    pub(super) fn new(game: &Game) -> Self {
        let most_losing_words = game.most_losing_words();
        let ways = game
            .ways()
            .map(|paid| winning(&paid.way.words, most_losing_words));
        Self {
            most_losing_words,
            ways: ways.collect(),
        }
    }

    /// The outcome that grids with these complete words show, if it is one of the game's.
    pub(super) fn of(&self, words: &[u8]) -> Option<Outcome> {
        let winning = winning(words, self.most_losing_words);
        if winning == Winning::default() {
            return Some(Outcome::LOSING);
        }
        let way = self.ways.iter().position(|way| *way == winning)?;
        u8::try_from(way + 1).ok().map(Outcome)
    }
}

fn winning(words: &[u8], most_losing_words: u8) -> Winning {
    let mut winning = Winning::default();
    for (winning, &words) in winning.iter_mut().zip(words) {
        *winning = if words > most_losing_words { words } else { 0 };
    }
    winning.sort_unstable_by(|a, b| b.cmp(a));
    winning
}

/// How many units show each outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Units of outcome n at n; outcomes beyond the end have none.
    by_outcome: Vec<u64>,
    /// Units of no known outcome, by their prize in cents.
    others: BTreeMap<u64, u64>,
}

impl Tally {
    /// Counts a unit of a known outcome.
    pub(super) fn count(&mut self, outcome: Outcome) {
        let index = usize::from(outcome.0);
        if self.by_outcome.len() <= index {
            self.by_outcome.resize(index + 1, 0);
        }
        self.by_outcome[index] += 1;
    }

    /// Counts a unit of no known outcome.
    pub(super) fn count_other(&mut self, prize_cents: u64) {
        *self.others.entry(prize_cents).or_default() += 1;
    }

    /// Adds what was counted in another share.
    pub(super) fn add(&mut self, other: &Self) {
        let longest = self.by_outcome.len().max(other.by_outcome.len());
        self.by_outcome.resize(longest, 0);
        self.by_outcome
            .iter_mut()
            .zip(&other.by_outcome)
            .for_each(|(sum, units)| *sum += units);
        for (&prize, units) in &other.others {
            *self.others.entry(prize).or_default() += units;
        }
    }

    /// Units counted.
    pub(super) fn units(&self) -> u64 {
        self.by_outcome.iter().chain(self.others.values()).sum()
    }

    /// Units of an outcome.
    pub(super) fn of(&self, outcome: Outcome) -> u64 {
        self.by_outcome
            .get(usize::from(outcome.0))
            .copied()
            .unwrap_or(0)
    }

    /// Winning units by their prize in cents, whatever the way.
    pub(super) fn by_prize(&self, game: &Game) -> BTreeMap<u64, u64> {
        let mut by_prize = self.others.clone();
        for (paid, units) in game.ways().zip(self.by_outcome.iter().skip(1)) {
            *by_prize.entry(paid.prize_cents).or_default() += units;
        }
        by_prize.retain(|&prize_cents, units| prize_cents > 0 && *units > 0);
        by_prize
    }
}

#[cfg(test)]
mod tests;
