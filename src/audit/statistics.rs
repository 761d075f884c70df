//! What a statistic is, and the tests that all of them are made of. Distributions are those of statrs.

use serde::Serialize;
use statrs::distribution::{
    Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Hypergeometric, Normal,
};

/// What is below this, after Holm's correction, stands out.
pub const STANDS_OUT: f64 = 0.01;

/// Expected count below which the cells of a table are pooled (Cochran 1954).
const LEAST_EXPECTED: f64 = 5.0;

/// What a statistic is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Where winners stand.
    Order,
    /// Whether grids tell winners from losers.
    Leak,
    /// Which letters are revealed.
    Letters,
    /// Words that lack one letter.
    #[serde(rename = "near misses")]
    NearMisses,
    /// Where winners stand in two blocks.
    Between,
}

/// The distribution that a statistic has by chance alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Pearson's chi-square.
    #[serde(rename = "chi-square")]
    ChiSquare,
    /// Standard normal, both sides.
    Z,
    /// The largest of several standard normal ones by its absolute value, with Bonferroni's bound.
    #[serde(rename = "largest z")]
    LargestZ,
    /// A count, exact, both sides.
    Count,
}

/// One statistic: its value, and how probable one as far out is by chance alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Statistic {
    /// What it is about.
    pub subject: Subject,
    /// Its name: the same in every block of a game.
    pub name: String,
    /// Its distribution.
    pub kind: Kind,
    /// Its value.
    pub value: f64,
    /// Degrees of freedom of a chi-square, or how many values the largest is one of.
    pub of: Option<u64>,
    /// Which word, letter or place the value is of, if it is the largest of several.
    pub of_what: Option<String>,
    /// Probability of a value as far out, by chance alone.
    pub p: f64,
    /// The same, corrected for the number of statistics in the run (Holm 1979).
    pub p_holm: f64,
}

impl Statistic {
    fn new(subject: Subject, name: impl Into<String>, kind: Kind, value: f64, p: f64) -> Self {
        let p = p.clamp(0.0, 1.0);
        Self {
            subject,
            name: name.into(),
            kind,
            value,
            of: None,
            of_what: None,
            p,
            p_holm: p,
        }
    }

    /// Pearson's chi-square with these degrees of freedom; `None` with none at all.
    pub(super) fn chi_square(
        subject: Subject,
        name: impl Into<String>,
        ChiSquare { value, freedom }: ChiSquare,
    ) -> Option<Self> {
        let distribution = ChiSquared::new(freedom as f64).ok()?;
        let p = distribution.sf(value);
        Some(Self {
            of: Some(freedom),
            ..Self::new(subject, name, Kind::ChiSquare, value, p)
        })
    }

    /// A statistic that is standard normal by chance alone; `None` where nothing varies.
    pub(super) fn z(subject: Subject, name: impl Into<String>, z: f64) -> Option<Self> {
        z.is_finite()
            .then(|| Self::new(subject, name, Kind::Z, z, both_tails(z)))
    }

    /// The farthest out of several values: `p` is the value's own, before the bound.
    pub(super) fn largest(
        subject: Subject,
        name: impl Into<String>,
        Largest { z, p, of_what }: Largest,
        of: u64,
    ) -> Self {
        Self {
            of: Some(of),
            of_what: Some(of_what),
            ..Self::new(subject, name, Kind::LargestZ, z, p * of as f64)
        }
    }

    /// Winners among so many units drawn from a block, exactly (hypergeometric distribution, both sides).
    pub(super) fn winners_among(
        name: impl Into<String>,
        found: u64,
        drawn: u64,
        winners: u64,
        units: u64,
    ) -> Option<Self> {
        let among = Hypergeometric::new(units, winners, drawn).ok()?;
        let below = found.checked_sub(1).map_or(0.0, |less| among.cdf(less));
        let p = 2.0 * among.cdf(found).min(1.0 - below);
        let name = name.into();
        Some(Self::new(
            Subject::Order,
            name,
            Kind::Count,
            found as f64,
            p,
        ))
    }

    /// Whether chance is no likely reason for it, all statistics of the run considered.
    #[must_use]
    pub fn stands_out(&self) -> bool {
        self.p_holm < STANDS_OUT
    }
}

/// A value of Pearson's statistic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ChiSquare {
    pub(super) value: f64,
    pub(super) freedom: u64,
}

/// The farthest out of several values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Largest {
    pub(super) z: f64,
    /// Its own probability, both sides.
    pub(super) p: f64,
    pub(super) of_what: String,
}

/// Probability of a standard normal value as far from 0, on either side.
pub(super) fn both_tails(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// The value that a standard normal one exceeds with this probability, on either side.
pub(super) fn quantile_both_tails(p: f64) -> f64 {
    -Normal::standard().inverse_cdf(p / 2.0)
}

/// Probability of a count as far out of `n` trials of probability `p`, on either side (binomial, exact).
pub(super) fn binomial_both_tails(count: u64, n: u64, p: f64) -> f64 {
    let Ok(binomial) = Binomial::new(p, n) else {
        return 1.0;
    };
    let at_most = binomial.cdf(count);
    let at_least = count.checked_sub(1).map_or(1.0, |less| binomial.sf(less));
    (2.0 * at_most.min(at_least)).min(1.0)
}

/// Pearson's statistic of counts against expected ones, cells that expect too few pooled with the next.
///
/// `fitted` are the degrees of freedom that the expected counts were fitted with, at least 1 for their sum.
pub(super) fn chi_square(cells: impl IntoIterator<Item = (u64, f64)>, fitted: u64) -> ChiSquare {
    let (mut value, mut used) = (0.0, 0_u64);
    let mut pool = (0, 0.0);
    let mut last: Option<(u64, f64)> = None;
    let term = |(count, expected): (u64, f64)| (count as f64 - expected).powi(2) / expected;
    for (count, expected) in cells {
        pool = (pool.0 + count, pool.1 + expected);
        if pool.1 >= LEAST_EXPECTED {
            value += last.replace(pool).map_or(0.0, term);
            pool = (0, 0.0);
            used += 1;
        }
    }
    // What is left expects too few to stand alone.
    let last = last.map_or(pool, |last| (last.0 + pool.0, last.1 + pool.1));
    value += if last.1 > 0.0 { term(last) } else { 0.0 };
    ChiSquare {
        value,
        freedom: used.saturating_sub(fitted),
    }
}

/// Pearson's statistic of a table of counts, rows against columns: rows of the same length each. Rows are pooled, the
/// largest first, until each cell expects enough; columns that expect too few are the caller's to pool.
pub(super) fn chi_square_of_table(mut rows: Vec<Vec<u64>>) -> ChiSquare {
    let columns = rows.first().map_or(0, Vec::len);
    let sums: Vec<u64> = (0..columns)
        .map(|column| rows.iter().map(|row| row[column]).sum())
        .collect();
    let total: u64 = sums.iter().sum();
    let least = sums.iter().copied().filter(|&sum| sum > 0).min();
    let least_share = least.unwrap_or(0) as f64 / total.max(1) as f64;
    rows.sort_by_key(|row| std::cmp::Reverse(row.iter().sum::<u64>()));
    let rows = pooled(rows, LEAST_EXPECTED / least_share.max(f64::MIN_POSITIVE));
    let mut value = 0.0;
    for row in &rows {
        let row_sum: u64 = row.iter().sum();
        for (&count, &sum) in row.iter().zip(&sums).filter(|(_, sum)| **sum > 0) {
            let expected = row_sum as f64 * sum as f64 / total as f64;
            value += (count as f64 - expected).powi(2) / expected;
        }
    }
    let columns = sums.iter().filter(|&&sum| sum > 0).count() as u64;
    ChiSquare {
        value,
        freedom: (rows.len() as u64).saturating_sub(1) * columns.saturating_sub(1),
    }
}

/// Rows put together, one after another, until each sums to so much.
fn pooled(rows: Vec<Vec<u64>>, enough: f64) -> Vec<Vec<u64>> {
    let mut pooled: Vec<Vec<u64>> = Vec::new();
    let mut is_open = false;
    for row in rows {
        let sum = |row: &Vec<u64>| row.iter().sum::<u64>() as f64;
        match pooled.last_mut() {
            Some(last) if is_open => last.iter_mut().zip(row).for_each(|(sum, n)| *sum += n),
            _ => pooled.push(row),
        }
        is_open = pooled.last().is_some_and(|last| sum(last) < enough);
    }
    if is_open && pooled.len() > 1 {
        let rest = pooled.pop().expect("two rows");
        let last = pooled.last_mut().expect("one row");
        last.iter_mut().zip(rest).for_each(|(sum, n)| *sum += n);
    }
    pooled
}

/// Corrects the probabilities of all statistics of a run, so that the chance that any of them stands out by chance alone
/// is [`STANDS_OUT`] at most, whatever depends on what (Holm 1979).
pub(super) fn holm<'a>(statistics: impl Iterator<Item = &'a mut Statistic>) {
    let mut sorted: Vec<&mut Statistic> = statistics.collect();
    sorted.sort_by(|a, b| a.p.total_cmp(&b.p));
    let mut highest: f64 = 0.0;
    let count = sorted.len();
    for (rank, statistic) in sorted.into_iter().enumerate() {
        highest = highest.max((statistic.p * (count - rank) as f64).min(1.0));
        statistic.p_holm = highest;
    }
}

#[cfg(test)]
mod tests;
