//! What the units of a block are counted in, one pass over its rows.

use std::collections::HashMap;

use super::shown::{Reader, Shown, mix};
use super::usage::GridPair;
use super::{AuditError, Standard};

/// Units that the classifier learns from, at most.
const MOST_FITTED: u64 = 20_000;
/// Units that it is tried on, at most: the interval of its AUC is then some 0.006 wide.
const MOST_TRIED: u64 = 300_000;
/// Units whose letter sets are gone through, at most, and not more than a tenth: some milliseconds each.
const MOST_ENUMERATED: u64 = 200;

/// Longest word that a grid may have, and so highest length.
const LENGTHS: usize = crate::game::MAX_SIDE + 1;

/// A row that is kept for what needs more than a count.
pub(super) type Kept = (u32, Box<[u8]>);

/// How often winners and others of the learning half have something; those that the classifier is fitted to left out.
pub(super) type Learned = [u32; 2];

/// Which units are kept, from their numbers alone.
#[derive(Debug, Clone, Copy)]
struct Sample {
    fitted: u64,
    tried: u64,
    enumerated: u64,
}

impl Sample {
    fn new(units: u32) -> Self {
        let half = u64::from(units / 2).max(1);
        let threshold = |most: u64, of: u64| match most.checked_mul(u64::from(u32::MAX)) {
            Some(scaled) => scaled / of,
            None => u64::MAX,
        };
        Self {
            fitted: threshold(MOST_FITTED.min(half / 2), half),
            tried: threshold(MOST_TRIED, half),
            enumerated: threshold(MOST_ENUMERATED.min(u64::from(units / 10)), units.into()),
        }
    }
}

/// Whether a unit belongs to the half that the classifier learns from: those with an odd number of ones in their number
/// (Thue and Morse's sequence). Half of the units, and unlike odd numbers no period that an order could share.
fn is_learned(unit: u32) -> bool {
    unit.count_ones() % 2 == 1
}

/// What a part of a block counts up to.
pub(super) struct Tally<'a> {
    standard: &'a Standard<'a>,
    sample: Sample,
    reader: Reader<'a>,
    /// Uses of each word by units of each class: place × classes + class.
    pub(super) words: Vec<u32>,
    /// Uses of each word in the learning half.
    pub(super) learned_words: Vec<Learned>,
    /// Where the counts of each layout stand.
    pub(super) layouts: HashMap<u64, u32>,
    /// Uses of each layout by units of each class.
    pub(super) layout_uses: Vec<u32>,
    /// Uses of each layout in the learning half.
    pub(super) learned_layouts: Vec<Learned>,
    /// Words by their length.
    pub(super) lengths: [u64; LENGTHS],
    /// Grids by their crossings.
    pub(super) crossings: Vec<u64>,
    /// Units by the complete words of each two grids.
    pub(super) complete: Vec<GridPair>,
    /// Classes of the units from each first unit on.
    pub(super) classes: Vec<(u32, Vec<u8>)>,
    pub(super) fingerprints: Vec<u64>,
    pub(super) fitted: Vec<Kept>,
    pub(super) tried: Vec<Kept>,
    pub(super) enumerated: Vec<Kept>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(standard: &'a Standard<'a>) -> Self {
        let places = standard.names.len();
        Self {
            standard,
            sample: Sample::new(standard.game.units_per_block),
            reader: Reader::new(standard),
            words: vec![0; places * standard.classes()],
            learned_words: vec![[0; 2]; places],
            layouts: HashMap::new(),
            layout_uses: Vec::new(),
            learned_layouts: Vec::new(),
            lengths: [0; LENGTHS],
            crossings: Vec::new(),
            complete: GridPair::all(standard.game.grids.count, standard.game.grids.words),
            classes: Vec::new(),
            fingerprints: Vec::new(),
            fitted: Vec::new(),
            tried: Vec::new(),
            enumerated: Vec::new(),
        }
    }

    /// Starts counting rows that follow one another, from this unit on.
    pub(super) fn start(&mut self, first_unit: u32) {
        self.classes.push((first_unit, Vec::new()));
    }

    /// Counts the next row of those.
    pub(super) fn row(&mut self, row: &[u8]) -> Result<(), AuditError> {
        let (first, classes) = self.classes.last_mut().expect("rows were started");
        let unit = *first + u32::try_from(classes.len()).expect("units of a block");
        let Some(shown) = self.reader.read(unit, row) else {
            return Err(AuditError::Unit { unit });
        };
        classes.push(shown.class);
        self.fingerprints.push(shown.fingerprint);
        for pair in &mut self.complete {
            pair.count(&shown.complete);
        }
        let learned = self.keep(&shown, row);
        self.count(shown.class, learned);
        Ok(())
    }

    /// Keeps the row if it is of the sample; says in which of [`Learned`] it counts.
    fn keep(&mut self, shown: &Shown, row: &[u8]) -> Option<usize> {
        let drawn = mix(shown.unit.into());
        let (high, low) = (drawn >> 32, drawn & u64::from(u32::MAX));
        if high < self.sample.enumerated {
            self.enumerated.push((shown.unit, row.into()));
        }
        let is_learned = is_learned(shown.unit);
        let (kept, most) = if is_learned {
            (&mut self.fitted, self.sample.fitted)
        } else {
            (&mut self.tried, self.sample.tried)
        };
        if low < most {
            kept.push((shown.unit, row.into()));
            return None;
        }
        is_learned.then_some(usize::from(shown.wins()))
    }

    fn count(&mut self, class: u8, learned: Option<usize>) {
        let (classes, class) = (self.standard.classes(), usize::from(class));
        for word in &self.reader.words {
            let place = word.word as usize;
            self.words[place * classes + class] += 1;
            self.lengths[usize::from(word.length)] += 1;
            if let Some(side) = learned {
                self.learned_words[place][side] += 1;
            }
        }
        for layout in self.reader.layouts() {
            let index = *self.layouts.entry(layout.hash).or_insert_with(|| {
                self.layout_uses.resize(self.layout_uses.len() + classes, 0);
                self.learned_layouts.push([0; 2]);
                u32::try_from(self.learned_layouts.len() - 1).expect("layouts of a block")
            }) as usize;
            self.layout_uses[index * classes + class] += 1;
            if let Some(side) = learned {
                self.learned_layouts[index][side] += 1;
            }
            let crossings = layout.crossings as usize;
            if self.crossings.len() <= crossings {
                self.crossings.resize(crossings + 1, 0);
            }
            self.crossings[crossings] += 1;
        }
    }

    /// Adds what another share counted.
    pub(super) fn add(&mut self, other: Self) {
        add(&mut self.words, &other.words);
        add_pairs(&mut self.learned_words, &other.learned_words);
        self.add_layouts(&other);
        self.lengths
            .iter_mut()
            .zip(other.lengths)
            .for_each(|(sum, words)| *sum += words);
        let longest = self.crossings.len().max(other.crossings.len());
        self.crossings.resize(longest, 0);
        self.crossings
            .iter_mut()
            .zip(other.crossings)
            .for_each(|(sum, grids)| *sum += grids);
        for (sum, units) in self.complete.iter_mut().zip(&other.complete) {
            sum.add(units);
        }
        self.classes.extend(other.classes);
        self.fingerprints.extend(other.fingerprints);
        self.fitted.extend(other.fitted);
        self.tried.extend(other.tried);
        self.enumerated.extend(other.enumerated);
    }

    fn add_layouts(&mut self, other: &Self) {
        let classes = self.standard.classes();
        for (&hash, &from) in &other.layouts {
            let next = self.learned_layouts.len();
            let to = *self
                .layouts
                .entry(hash)
                .or_insert(u32::try_from(next).expect("layouts of a block"))
                as usize;
            if to == next {
                self.layout_uses.resize(self.layout_uses.len() + classes, 0);
                self.learned_layouts.push([0; 2]);
            }
            let from = from as usize;
            add(
                &mut self.layout_uses[to * classes..][..classes],
                &other.layout_uses[from * classes..][..classes],
            );
            add_pairs(
                &mut self.learned_layouts[to..=to],
                &other.learned_layouts[from..=from],
            );
        }
    }

    /// Puts everything in the order of units, so that nothing depends on who counted what.
    pub(super) fn sort(&mut self) {
        self.classes.sort_unstable_by_key(|(first, _)| *first);
        for kept in [&mut self.fitted, &mut self.tried, &mut self.enumerated] {
            kept.sort_unstable_by_key(|(unit, _)| *unit);
        }
    }

    /// The class of every unit, in their order.
    pub(super) fn all_classes(&self) -> Vec<u8> {
        self.classes
            .iter()
            .flat_map(|(_, classes)| classes)
            .copied()
            .collect()
    }
}

fn add(sums: &mut [u32], more: &[u32]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

fn add_pairs(sums: &mut [Learned], more: &[Learned]) {
    for (sums, more) in sums.iter_mut().zip(more) {
        add(sums, more);
    }
}
