//! Where winners stand: all against an order drawn uniformly, with the block's own number of winners.

use serde::Serialize;

use super::Standard;
use super::statistics::{Largest, Statistic, Subject, both_tails, chi_square, chi_square_of_table};
use crate::game::money;

/// Segments of a block, at most.
const SEGMENTS: usize = 100;
/// Lots of a tier that each segment should have, at least.
const LOTS_PER_SEGMENT: usize = 10;
/// Segments whose winners are told, at most and at least.
const SEGMENTS_TOLD: std::ops::RangeInclusive<usize> = 10..=100;
/// Winners of such a segment, at least: by chance alone their number is then some 3 % off, and tells nobody which units
/// to buy.
const WINNERS_PER_SEGMENT_TOLD: usize = 1_000;
/// Units at each end that are looked at, at most.
const END: usize = 1_000;
/// Farthest that two units are apart whose outcomes are correlated.
const LAGS: usize = 64;

/// Which units of a block win: bit `unit − 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Winners {
    bits: Vec<u64>,
    units: usize,
    count: u64,
}

impl Winners {
    /// The winners among units of these classes, 0 for a losing one.
    pub(super) fn of(classes: &[u8]) -> Self {
        let word = |classes: &[u8]| {
            let classes = classes.iter().rev();
            classes.fold(0, |bits, &class| bits << 1 | u64::from(class > 0))
        };
        let bits: Vec<u64> = classes.chunks(64).map(word).collect();
        Self {
            count: bits.iter().map(|bits| u64::from(bits.count_ones())).sum(),
            bits,
            units: classes.len(),
        }
    }

    fn share(&self) -> f64 {
        self.count as f64 / self.units as f64
    }

    /// Pairs of winners that are so many units apart.
    fn pairs(&self, lag: usize) -> u64 {
        let (words, bits) = (lag / 64, lag % 64);
        let later = |index: usize| self.bits.get(index).copied().unwrap_or(0);
        let pairs = self.bits.iter().enumerate().map(|(index, &here)| {
            let low = later(index + words) >> bits;
            let high = if bits > 0 {
                later(index + words + 1) << (64 - bits)
            } else {
                0
            };
            u64::from((here & (low | high)).count_ones())
        });
        pairs.sum()
    }

    /// Winners among the units of a range, from 0.
    fn among(&self, range: std::ops::Range<usize>) -> u64 {
        let wins = |unit: &usize| self.bits[unit / 64] >> (unit % 64) & 1 == 1;
        range.filter(wins).count() as u64
    }

    /// Runs of winners, and of others.
    fn runs(&self) -> u64 {
        let first_and_last = self.among(0..1) + self.among(self.units - 1..self.units);
        // Each run of winners has one more winner than pairs of neighbours.
        let winning = self.count - self.pairs(1);
        2 * winning + 1 - first_and_last
    }

    /// Correlation of units so far apart, as a standard normal value: by chance alone its mean is that of units drawn
    /// without putting back.
    pub(super) fn correlation(&self, lag: usize) -> f64 {
        let (units, share) = (self.units as f64, self.share());
        let pairs = (self.units - lag) as f64;
        let (first, last) = (0..lag, self.units - lag..self.units);
        let ends = (2 * self.count - self.among(first) - self.among(last)) as f64;
        let covariance = self.pairs(lag) as f64 - share * ends + pairs * share * share;
        (covariance / (share * (1.0 - share)) + pairs / (units - 1.0)) / pairs.sqrt()
    }

    /// Places where two blocks of as many units both have winners, as a standard normal value: by chance alone their
    /// number has the hypergeometric distribution.
    pub(super) fn coincidences(&self, other: &Self) -> f64 {
        let both = self.bits.iter().zip(&other.bits);
        let both: u64 = both.map(|(a, b)| u64::from((a & b).count_ones())).sum();
        let (units, a, b) = (self.units as f64, self.count as f64, other.count as f64);
        let mean = a * b / units;
        let variance = mean * (units - a) * (units - b) / (units * (units - 1.0));
        (both as f64 - mean) / variance.sqrt()
    }
}

/// A segment of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// Its units.
    pub units: u64,
    /// The winning ones.
    pub winners: u64,
}

/// Winners over equal segments of the block; none where there are so few that a number would tell where they stand, or
/// where all units of a segment win, or none.
pub(super) fn segments(classes: &[u8]) -> Vec<Segment> {
    let wins = |class: &&u8| **class > 0;
    let winners = classes.iter().filter(wins).count();
    let count = (winners / WINNERS_PER_SEGMENT_TOLD).min(*SEGMENTS_TOLD.end());
    if !SEGMENTS_TOLD.contains(&count) {
        return Vec::new();
    }
    let start = |segment: usize| segment * classes.len() / count;
    let segment = |index: usize| {
        let units = &classes[start(index)..start(index + 1)];
        Segment {
            units: units.len() as u64,
            winners: units.iter().filter(wins).count() as u64,
        }
    };
    let segments: Vec<Segment> = (0..count).map(segment).collect();
    let tells = |segment: &Segment| segment.winners == 0 || segment.winners == segment.units;
    if segments.iter().any(tells) {
        return Vec::new();
    }
    segments
}

/// All statistics of an order, given as the class of every unit.
pub(super) fn statistics(standard: &Standard, classes: &[u8]) -> Vec<Statistic> {
    let winners = Winners::of(classes);
    if winners.count == 0 || winners.count == winners.units as u64 {
        return Vec::new();
    }
    let mut statistics = Vec::new();
    let all: Vec<u32> = places(classes, |class| class > 0);
    statistics.extend(over_segments("winners", &all, classes.len()));
    for (tier, class) in standard.game.tiers.iter().zip(1..) {
        let places = places(classes, |of| of == class);
        let name = format!("lots of {}", money(tier.prize_cents));
        statistics.extend(over_segments(&name, &places, classes.len()));
    }
    statistics.extend(gaps(&all, winners.share()));
    statistics.extend(runs(&winners));
    statistics.extend(correlations(&winners));
    statistics.extend(ends(&winners));
    statistics
}

/// Units of some classes, from 0.
fn places(classes: &[u8], is_wanted: impl Fn(u8) -> bool) -> Vec<u32> {
    let units = (0..).zip(classes);
    units
        .filter(|(_, class)| is_wanted(**class))
        .map(|(unit, _)| unit)
        .collect()
}

/// Lots over equal segments of the block; `None` with too few for two segments.
fn over_segments(what: &str, lots: &[u32], units: usize) -> Option<Statistic> {
    let segments = SEGMENTS.min(lots.len() / LOTS_PER_SEGMENT);
    if segments < 2 {
        return None;
    }
    let segment = |place: usize| place * segments / units;
    let mut table = vec![vec![0, 0]; segments];
    for place in 0..units {
        table[segment(place)][1] += 1;
    }
    for &place in lots {
        let row = &mut table[segment(place as usize)];
        row[0] += 1;
        row[1] -= 1;
    }
    let name = format!("{what}, {segments} segments");
    Statistic::chi_square(Subject::Order, name, chi_square_of_table(table))
}

/// Distances from winner to winner against the geometric distribution.
fn gaps(winners: &[u32], share: f64) -> Option<Statistic> {
    let count = winners.len() as f64 - 1.0;
    let mut found = vec![0_u64; lengths_to_expect(count, share)];
    let mut beyond = 0;
    for pair in winners.windows(2) {
        match found.get_mut((pair[1] - pair[0]) as usize - 1) {
            Some(found) => *found += 1,
            None => beyond += 1,
        }
    }
    let mut longer = count;
    let mut cells = Vec::new();
    for found in found {
        cells.push((found, longer * share));
        longer *= 1.0 - share;
    }
    // The winners are as many as the block has: the mean gap is no chance.
    let statistic = chi_square(cells.into_iter().chain([(beyond, longer)]), 2);
    Statistic::chi_square(Subject::Order, "gaps between winners", statistic)
}

/// Lengths of gaps of which some are expected.
fn lengths_to_expect(gaps: f64, share: f64) -> usize {
    let longer = std::iter::successors(Some(gaps), |longer| Some(longer * (1.0 - share)));
    longer.take_while(|longer| longer * share >= 1.0).count()
}

/// Runs of winners and of others (Wald and Wolfowitz 1940).
fn runs(winners: &Winners) -> Option<Statistic> {
    let (units, win) = (winners.units as f64, winners.count as f64);
    let product = 2.0 * win * (units - win);
    let mean = product / units + 1.0;
    let variance = product * (product - units) / (units * units * (units - 1.0));
    let z = (winners.runs() as f64 - mean) / variance.sqrt();
    Statistic::z(Subject::Order, "runs (Wald, Wolfowitz)", z)
}

/// Correlation of neighbours, and the largest of those farther apart.
fn correlations(winners: &Winners) -> Vec<Statistic> {
    let farthest = LAGS.min(winners.units / 4);
    let neighbours = Statistic::z(
        Subject::Order,
        "correlation, 1 apart",
        winners.correlation(1),
    );
    let others = (2..=farthest).map(|lag| (lag, winners.correlation(lag)));
    let largest = others.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let largest = largest.map(|(lag, z)| {
        let largest = Largest {
            z,
            p: both_tails(z),
            of_what: format!("{lag} apart"),
        };
        let name = format!("correlation, 2 to {farthest} apart");
        Statistic::largest(Subject::Order, name, largest, farthest as u64 - 1)
    });
    neighbours.into_iter().chain(largest).collect()
}

/// Winners among the first and among the last units.
fn ends(winners: &Winners) -> impl Iterator<Item = Statistic> {
    let end = END.min(winners.units / 10);
    let first = ("first", winners.among(0..end));
    let last = ("last", winners.among(winners.units - end..winners.units));
    let (count, units) = (winners.count, winners.units as u64);
    [first, last].into_iter().filter_map(move |(which, found)| {
        let name = format!("winners in the {which} {end} units");
        Statistic::winners_among(name, found, end as u64, count, units)
    })
}

#[cfg(test)]
mod tests;
