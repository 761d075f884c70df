//! Which words and layouts a block uses, how often, and whether winners use others than losers.

use serde::Serialize;

use super::Standard;
use super::statistics::{Largest, Statistic, Subject, binomial_both_tails, chi_square_of_table};
use super::tally::Tally;

/// Shares of the units between which classes are pooled into one: below the first never, above the second always alone.
const LEAST_CLASS: [f64; 2] = [0.001, 0.05];

/// Uses of a word by winners that are expected, at least, where a word is looked at alone.
const LEAST_EXPECTED: f64 = 5.0;

/// Beyond this the exact probability is computed: nearer, no value is ever the one to tell.
const SCREEN: f64 = 3.0;

/// Steps between the most used and the least used, in [`Facts::word_uses`].
const RANKS: usize = 100;

/// Complete words of two grids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GridPair {
    /// The grids, from 1.
    pub grids: [u8; 2],
    /// Units by the complete words of the first grid, and in it by those of the second, from 0.
    pub units: Vec<Vec<u64>>,
}

impl GridPair {
    /// Each two grids of so many, with no unit counted yet.
    pub(super) fn all(grids: u8, words: u8) -> Vec<Self> {
        let side = usize::from(words) + 1;
        let pairs = (1..=grids).flat_map(|a| (a + 1..=grids).map(move |b| [a, b]));
        let pair = |grids| Self {
            grids,
            units: vec![vec![0; side]; side],
        };
        pairs.map(pair).collect()
    }

    /// Counts a unit with so many complete words in each grid.
    pub(super) fn count(&mut self, complete: &[u8]) {
        let [a, b] = self
            .grids
            .map(|grid| usize::from(complete[usize::from(grid) - 1]));
        self.units[a][b] += 1;
    }

    /// Adds what another share counted of the same grids.
    pub(super) fn add(&mut self, other: &Self) {
        let units = self.units.iter_mut().flatten();
        let more = other.units.iter().flatten();
        units.zip(more).for_each(|(sum, units)| *sum += units);
    }
}

/// What a block is made of: facts, none of them a verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Facts {
    /// Units.
    pub units: u64,
    /// Winning units.
    pub lots: u64,
    /// Units with the grids and letters of an earlier one.
    pub twins: u64,
    /// Different words in the grids.
    pub words: u64,
    /// Words of the list that grids may have.
    pub list: u64,
    /// The word that most grids have.
    pub most_used_word: String,
    /// The share of grids that have it.
    pub most_used_word_share: f64,
    /// Uses of the most used word, then of those at each hundredth of the ranks, and of the least used one.
    pub word_uses: Vec<u64>,
    /// Different layouts.
    pub layouts: u64,
    /// Grids of the most used layout.
    pub most_used_layout: u64,
    /// Uses of layouts, as `word_uses`.
    pub layout_uses: Vec<u64>,
    /// Words of each length, from 0 letters on.
    pub lengths: Vec<u64>,
    /// Mean length of the words.
    pub mean_length: f64,
    /// Grids by the number of cells that two words share, from 0 on.
    pub crossings: Vec<u64>,
    /// Mean number of such cells.
    pub mean_crossings: f64,
    /// Complete words of each two grids.
    pub complete_words: Vec<GridPair>,
}

/// The facts of a block, but for its twins.
pub(super) fn facts(standard: &Standard, tally: &Tally, by_class: &[u64]) -> Facts {
    let classes = standard.classes();
    let sums = |uses: &[u32]| -> Vec<u64> {
        let rows = uses.chunks(classes);
        rows.map(|row| row.iter().copied().map(u64::from).sum())
            .collect()
    };
    let (words, layouts) = (sums(&tally.words), sums(&tally.layout_uses));
    let units = by_class.iter().sum();
    let grids = units * standard.shape.grids as u64;
    let most = (0..words.len()).max_by_key(|&place| (words[place], &standard.names[place]));
    let most = most.filter(|&place| words[place] > 0);
    Facts {
        units,
        lots: units - by_class[0],
        words: words.iter().filter(|&&uses| uses > 0).count() as u64,
        list: standard
            .names
            .iter()
            .filter(|name| !name.is_empty())
            .count() as u64,
        most_used_word: most.map_or_else(String::new, |place| standard.names[place].clone()),
        most_used_word_share: most.map_or(0.0, |place| words[place] as f64 / grids as f64),
        word_uses: by_rank(&words),
        layouts: layouts.len() as u64,
        layout_uses: by_rank(&layouts),
        most_used_layout: layouts.iter().copied().max().unwrap_or(0),
        lengths: tally.lengths.to_vec(),
        mean_length: mean(&tally.lengths),
        crossings: tally.crossings.clone(),
        mean_crossings: mean(&tally.crossings),
        complete_words: tally.complete.clone(),
        ..Facts::default()
    }
}

/// The uses of those in use, from the most used one down, at equal steps of rank.
fn by_rank(uses: &[u64]) -> Vec<u64> {
    let mut uses: Vec<u64> = uses.iter().copied().filter(|&uses| uses > 0).collect();
    uses.sort_unstable_by(|a, b| b.cmp(a));
    let Some(last) = uses.len().checked_sub(1) else {
        return uses;
    };
    (0..=RANKS).map(|step| uses[last * step / RANKS]).collect()
}

/// Mean of counted values, from 0 on.
fn mean(counts: &[u64]) -> f64 {
    let count: u64 = counts.iter().sum();
    let sum: u64 = (0..).zip(counts).map(|(value, count)| value * count).sum();
    sum as f64 / count.max(1) as f64
}

/// Whether winners, or some tier, use other words or layouts.
pub(super) fn statistics(standard: &Standard, tally: &Tally, by_class: &[u64]) -> Vec<Statistic> {
    let mut statistics = Vec::new();
    let layouts = layouts_by_hash(standard, tally);
    for (what, uses) in [("words", &tally.words), ("layouts", &layouts)] {
        let rows = || uses.chunks(standard.classes());
        let by_outcome = rows().map(by_outcome).collect();
        let is_small = small_classes(uses, by_class);
        let by_tier = rows().map(|row| pooled_classes(row, &is_small)).collect();
        for (name, table) in [("winning or not", by_outcome), ("tier", by_tier)] {
            let name = format!("{what} by {name}");
            let statistic = chi_square_of_table(table);
            statistics.extend(Statistic::chi_square(Subject::Leak, name, statistic));
        }
    }
    let name = |place: usize| standard.names[place].clone();
    let words = tally.words.chunks(standard.classes()).map(by_outcome);
    statistics.extend(most_unequal("one word by winning or not", words, name));
    statistics
}

/// Uses of layouts in the order of their hashes: in that of their first use, both layouts of a unit would be neighbours,
/// and pooled they would count its outcome twice.
fn layouts_by_hash(standard: &Standard, tally: &Tally) -> Vec<u32> {
    let mut layouts: Vec<(u64, u32)> = tally
        .layouts
        .iter()
        .map(|(&hash, &at)| (hash, at))
        .collect();
    layouts.sort_unstable();
    let classes = standard.classes();
    let uses = |(_, at): (u64, u32)| &tally.layout_uses[at as usize * classes..][..classes];
    layouts.into_iter().flat_map(uses).copied().collect()
}

/// Uses by winners and by others.
fn by_outcome(row: &[u32]) -> Vec<u64> {
    let winners = row[1..].iter().copied().map(u64::from).sum();
    vec![winners, row[0].into()]
}

/// Which classes have so few units that a row with as many uses as the average one would expect too few of them.
fn small_classes(uses: &[u32], by_class: &[u64]) -> Vec<bool> {
    let [low, high] = LEAST_CLASS;
    let all: f64 = uses.iter().copied().map(f64::from).sum();
    let rows = uses.chunks(by_class.len());
    let in_use = rows.filter(|row| row.iter().any(|&uses| uses > 0)).count();
    let least = (LEAST_EXPECTED * in_use as f64 / all).clamp(low, high);
    let least = least * by_class.iter().sum::<u64>() as f64;
    by_class
        .iter()
        .map(|&units| (units as f64) < least)
        .collect()
}

/// Uses by each class, the small ones in one.
fn pooled_classes(row: &[u32], is_small: &[bool]) -> Vec<u64> {
    let mut pooled = vec![0];
    for (&uses, &is_small) in row.iter().zip(is_small) {
        if is_small {
            pooled[0] += u64::from(uses);
        } else {
            pooled.push(uses.into());
        }
    }
    pooled
}

/// The row whose share of winners is the farthest from that of all: each use is by another unit, so winners among them
/// have the hypergeometric distribution, whose tails the binomial ones bound.
fn most_unequal(
    name: &str,
    rows: impl Iterator<Item = Vec<u64>> + Clone,
    name_of: impl Fn(usize) -> String,
) -> Option<Statistic> {
    let sums = rows.clone().fold([0, 0], |[winners, others], row| {
        [winners + row[0], others + row[1]]
    });
    let share = sums[0] as f64 / (sums[0] + sums[1]) as f64;
    let (mut looked_at, mut largest) = (0, None::<Largest>);
    for (index, row) in rows.enumerate() {
        let uses = row[0] + row[1];
        let expected = uses as f64 * share;
        if expected < LEAST_EXPECTED {
            continue;
        }
        looked_at += 1;
        let z = (row[0] as f64 - expected) / (expected * (1.0 - share)).sqrt();
        let p = if z.abs() > SCREEN {
            binomial_both_tails(row[0], uses, share)
        } else {
            super::statistics::both_tails(z)
        };
        if largest.as_ref().is_none_or(|largest| p < largest.p) {
            let of_what = name_of(index);
            largest = Some(Largest { z, p, of_what });
        }
    }
    let largest = largest.filter(|largest| largest.z.is_finite())?;
    Some(Statistic::largest(Subject::Leak, name, largest, looked_at))
}
