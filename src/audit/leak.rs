//! Can the grids alone tell winners from losers? A logistic regression (linfa) learns from one half of the block and is
//! tried on the other.

use linfa::Dataset;
use linfa::traits::Fit as _;
use linfa_logistic::LogisticRegression;
use ndarray::{Array1, Array2, ArrayView1};
use rayon::prelude::*;
use serde::Serialize;

use super::Standard;
use super::auc::Auc;
use super::features::{self, Odds};
use super::shown::{Reader, Shown};
use super::tally::{Kept, Tally};

/// Steps of the search for the best weights, at most (L-BFGS).
const STEPS: u64 = 25;
/// Where the search ends: the slope of the loss, summed over units, is no steeper.
const SLOPE: f64 = 1.0;
/// Weight of the penalty on large weights.
const PENALTY: f64 = 1.0;

/// Units that what is known after some letters is tried on, at most.
const MOST_TRIED_REVEALED: usize = 60_000;

/// Rows that one task turns into features.
const TASK: usize = 1_024;

/// What a classifier can tell of a block.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Leak {
    /// From the grids, the unit's number and the row's length alone: must be chance. `None` where too few units win
    /// or lose.
    pub grids: Option<Auc>,
    /// What is known as letters are revealed: for information.
    pub revealed: Vec<Revealed>,
    /// Units that the classifier learnt from.
    pub fitted: u64,
    /// What it was shown of each: so many numbers.
    pub features: u64,
}

/// What can be told once some letters are revealed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Revealed {
    /// The letters.
    pub letters: usize,
    /// How well.
    pub auc: Auc,
}

/// The features of units, one row each.
struct Table {
    rows: Array2<f64>,
    wins: Vec<bool>,
}

impl Table {
    fn new(
        standard: &Standard,
        kept: &[Kept],
        features: impl Fn(&Reader, &Shown) -> Vec<f64> + Sync,
    ) -> Self {
        let tasks = kept.par_chunks(TASK).map(|kept| {
            let mut reader = Reader::new(standard);
            let (mut rows, mut wins) = (Vec::new(), Vec::new());
            for (unit, row) in kept {
                let shown = reader.read(*unit, row).expect("it was read before");
                rows.extend(features(&reader, &shown));
                wins.push(shown.wins());
            }
            (rows, wins)
        });
        let tasks: Vec<(Vec<f64>, Vec<bool>)> = tasks.collect();
        let (rows, wins): (Vec<_>, Vec<_>) = tasks.into_iter().unzip();
        let (rows, wins) = (rows.concat(), wins.concat());
        let columns = rows.len().checked_div(wins.len()).unwrap_or(0);
        Self {
            rows: Array2::from_shape_vec((wins.len(), columns), rows)
                .expect("each row has as many features"),
            wins,
        }
    }
}

/// Brings each feature to mean 0 and variance 1 in the units that are learnt from; what does not vary there, to 0.
struct Scale {
    mean: Array1<f64>,
    factor: Array1<f64>,
}

impl Scale {
    fn of(rows: &Array2<f64>) -> Self {
        const NOTHING: f64 = 1e-9;
        let count = rows.nrows() as f64;
        let mean = rows.sum_axis(ndarray::Axis(0)) / count;
        let mut squares = Array1::<f64>::zeros(rows.ncols());
        for row in rows.rows() {
            squares.zip_mut_with(&(&row - &mean), |sum, off| *sum += off * off);
        }
        let factor = squares.mapv(|sum| {
            let deviation = (sum / count).sqrt();
            if deviation > NOTHING {
                1.0 / deviation
            } else {
                0.0
            }
        });
        Self { mean, factor }
    }

    fn apply(&self, rows: &mut Array2<f64>) {
        for mut row in rows.rows_mut() {
            row -= &self.mean;
            row *= &self.factor;
        }
    }
}

/// A linear score.
struct Model {
    scale: Scale,
    weights: Array1<f64>,
}

impl Model {
    /// Learns to tell winners; `None` where there are none, or nothing else, or the search finds no way down.
    fn fit(Table { mut rows, wins }: Table) -> Option<Self> {
        let scale = Scale::of(&rows);
        scale.apply(&mut rows);
        let regression = LogisticRegression::default()
            .alpha(PENALTY)
            .max_iterations(STEPS)
            .gradient_tolerance(SLOPE);
        let fitted = regression
            .fit(&Dataset::new(rows, Array1::from(wins)))
            .ok()?;
        let sign = if fitted.labels().pos.class { 1.0 } else { -1.0 };
        let weights = fitted.params() * sign;
        Some(Self { scale, weights })
    }

    fn score(&self, row: &[f64]) -> f64 {
        let row = &ArrayView1::from(row) - &self.scale.mean;
        (row * &self.scale.factor).dot(&self.weights)
    }

    /// How well it tells other units.
    fn tried(
        &self,
        standard: &Standard,
        kept: &[Kept],
        features: impl Fn(&Reader, &Shown) -> Vec<f64> + Sync,
        confidence: f64,
    ) -> Option<Auc> {
        let tasks = kept.par_chunks(TASK).map(|kept| {
            let mut reader = Reader::new(standard);
            let score = |(unit, row): &Kept| {
                let shown = reader.read(*unit, row).expect("it was read before");
                (shown.wins(), self.score(&features(&reader, &shown)))
            };
            kept.iter().map(score).collect()
        });
        let tasks: Vec<Vec<(bool, f64)>> = tasks.collect();
        let (winners, others): (Vec<_>, Vec<_>) =
            tasks.concat().iter().partition(|(wins, _)| *wins);
        let scores = |list: Vec<(bool, f64)>| list.into_iter().map(|(_, score)| score).collect();
        Auc::of(scores(winners), scores(others), confidence)
    }
}

/// What can be told of a block's units.
pub(super) fn leak(standard: &Standard, tally: &Tally, confidence: f64) -> Leak {
    let odds = Odds::learn(standard, tally);
    let of_grids = |reader: &Reader, shown: &Shown| features::of_grids(&odds, reader, shown);
    let table = Table::new(standard, &tally.fitted, of_grids);
    let features = table.rows.ncols() as u64;
    let model = Model::fit(table);
    let grids = model.and_then(|model| model.tried(standard, &tally.tried, of_grids, confidence));
    Leak {
        grids,
        revealed: revealed(standard, tally, confidence),
        fitted: tally.fitted.len() as u64,
        features,
    }
}

/// What can be told after a third and after two thirds of the letters.
fn revealed(standard: &Standard, tally: &Tally, confidence: f64) -> Vec<Revealed> {
    let all = standard.shape.letters;
    let tried = &tally.tried[..tally.tried.len().min(MOST_TRIED_REVEALED)];
    let after = |letters: usize| {
        let features = |reader: &Reader, shown: &Shown| {
            features::of_revealed(standard, reader, shown, letters)
        };
        let model = Model::fit(Table::new(standard, &tally.fitted, features))?;
        let auc = model.tried(standard, tried, features, confidence)?;
        Some(Revealed { letters, auc })
    };
    [all / 3, 2 * all / 3]
        .into_iter()
        .filter_map(after)
        .collect()
}

#[cfg(test)]
mod tests;
