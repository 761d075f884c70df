//! Area under the receiver's curve: how probably a winner has a higher score than another unit. 0.5 is chance.

use serde::Serialize;

use super::statistics::quantile_both_tails;

/// An area under the curve, with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Auc {
    /// The area.
    pub area: f64,
    /// Its standard error (`DeLong`, `DeLong` and Clarke-Pearson 1988).
    pub error: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Confidence of the interval: 0.99 for one block.
    pub confidence: f64,
    /// Units that were scored.
    pub units: u64,
}

impl Auc {
    /// The area of scores of winners and of others; `None` if there are fewer than two of either.
    pub(super) fn of(winners: Vec<f64>, others: Vec<f64>, confidence: f64) -> Option<Self> {
        let (m, n) = (winners.len(), others.len());
        if m.min(n) < 2 {
            return None;
        }
        let (winners, others) = (sorted(winners), sorted(others));
        // For each, the share of the other side that it beats, with half of a tie.
        let winners_beat: Vec<f64> = winners.iter().map(|&s| below(&others, s)).collect();
        let others_beat: Vec<f64> = others.iter().map(|&s| below(&winners, s)).collect();
        let area = winners_beat.iter().sum::<f64>() / m as f64;
        let variance = variance(&winners_beat) / m as f64 + variance(&others_beat) / n as f64;
        let error = variance.sqrt();
        let half = quantile_both_tails(1.0 - confidence) * error;
        Some(Self {
            area,
            error,
            low: area - half,
            high: area + half,
            confidence,
            units: (m + n) as u64,
        })
    }

    /// Whether chance is within the interval.
    #[must_use]
    pub fn holds_chance(&self) -> bool {
        // Scores that are all the same have an area of a half, but for rounding, and no error.
        const ROUNDING: f64 = 1e-9;
        self.low - ROUNDING <= 0.5 && 0.5 <= self.high + ROUNDING
    }
}

fn sorted(mut scores: Vec<f64>) -> Vec<f64> {
    scores.sort_unstable_by(f64::total_cmp);
    scores
}

/// Share of sorted scores below one, those equal counted by half.
fn below(sorted: &[f64], score: f64) -> f64 {
    let less = sorted.partition_point(|&other| other < score);
    let equal = sorted[less..].partition_point(|&other| other <= score);
    (less as f64 + equal as f64 / 2.0) / sorted.len() as f64
}

/// Variance of a sample, unbiased.
fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    squares.sum::<f64>() / (count - 1.0)
}

#[cfg(test)]
mod tests;
