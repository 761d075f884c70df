//! One unit, from the block's key, its number and its outcome, and from nothing else.

use crate::game::MAX_GRIDS;
use crate::unit::{LetterSet, Outcome, Unit};
use crate::verify::solve::Solver;
use crate::watch::Watch;

use super::fill::{self, Filled, GridLetters};
use super::letters::{Wanted, WordSets};
use super::reveal;
use super::rng::{Key, Stream};
use super::{GenerateError, Generator, PaidWay};

/// Layouts that may fail to fill, one after another, before the search is given up.
const MAX_LAYOUTS: u32 = 20_000;

/// Times that a unit is drawn before its outcome is given up. An outcome that one pair of grids in fifty can show is
/// missed once in 24,000 units; a sensible one is within reach of nearly all.
const MAX_DRAWS: u32 = 500;

/// An odd number with as many ones as zeros: the golden ratio's first 64 bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// How often a block uses what it is made from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// Grids that have each word, by its number in the dictionary.
    pub words: Vec<u32>,
    /// Grids that have each layout, by its number.
    pub layouts: Vec<u32>,
    /// Units drawn again because no letter set showed their outcome.
    pub redrawn: u64,
}

impl Usage {
    /// Adds the uses of another share of the block.
    pub fn add(&mut self, other: &Self) {
        let add = |to: &mut Vec<u32>, from: &[u32]| {
            to.resize(from.len().max(to.len()), 0);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.words, &other.words);
        add(&mut self.layouts, &other.layouts);
        self.redrawn += other.redrawn;
    }
}

/// Makes units, one at a time; one for each thread, for it keeps its working memory.
pub struct Maker<'a> {
    generator: &'a Generator,
    key: &'a Key,
    watch: Option<&'a dyn Watch>,
    stream: Stream,
    grid_letters: GridLetters,
    filled: Filled,
    unit: Unit,
    solver: Solver,
    /// What was used so far.
    pub usage: Usage,
}

impl<'a> Maker<'a> {
    /// A maker of the units of a block, by its key for them.
    #[must_use]
    pub fn new(generator: &'a Generator, key: &'a Key) -> Self {
        Self {
            generator,
            key,
            watch: None,
            // Of no key yet: what is moved leaves copies, and a maker moves until it stands where it works.
            stream: Stream::new(&Key::default(), 0),
            grid_letters: [0; _],
            filled: Filled::new(&generator.dictionary),
            unit: Unit::blank(&generator.game),
            solver: Solver::new(&generator.game.grids),
            usage: Usage {
                words: vec![0; generator.dictionary.len()],
                layouts: vec![0; generator.layouts() as usize],
                redrawn: 0,
            },
        }
    }

    /// The same maker, which stops when the watcher asks for it: one unit of a game at the edge of what is possible can
    /// take a minute.
    #[must_use]
    pub fn watched(self, watch: &'a dyn Watch) -> Self {
        Self {
            watch: Some(watch),
            ..self
        }
    }

    /// Makes the unit of this number.
    ///
    /// # Errors
    /// When no search finds what the game asks for.
    pub fn make(&mut self, number: u32, outcome: Outcome) -> Result<&Unit, GenerateError> {
        self.stream.turn_to(self.key, number.into());
        let wanted = self.wanted(outcome);
        for draw in 0..MAX_DRAWS {
            if self.watch.is_some_and(Watch::cancelled) {
                return Err(GenerateError::Cancelled);
            }
            // Nothing that is known of the outcome reaches this call.
            let layouts = self.draw_grids()?;
            if self.letters(number, &wanted)?.is_some() {
                self.count(&layouts);
                self.usage.redrawn += u64::from(draw > 0);
                self.finish(number, outcome);
                return self.solved(&wanted);
            }
        }
        Err(GenerateError::NoLetters {
            outcome: self.name(outcome),
            draws: MAX_DRAWS,
        })
    }
}

impl Maker<'_> {
    /// Which grids win with how many words: the way's counts, dealt to the grids in a uniform order.
    ///
    /// The order is drawn for every unit alike, so that the stream after it does not depend on the outcome.
    fn wanted(&mut self, outcome: Outcome) -> Wanted {
        let game = &self.generator.game;
        let mut grids: [usize; MAX_GRIDS] = std::array::from_fn(|grid| grid);
        self.stream
            .shuffle(&mut grids[..usize::from(game.grids.count)]);
        let mut wanted = [(0, u32::from(game.most_losing_words())); MAX_GRIDS];
        for (&grid, &words) in grids.iter().zip(self.words(outcome)) {
            wanted[grid] = (u32::from(words), u32::from(words));
        }
        wanted
    }

    /// Complete words of the winning grids of an outcome.
    fn words(&self, outcome: Outcome) -> &[u8] {
        self.way(outcome).map_or(&[], |way| &way.words)
    }

    /// The way of an outcome; `None` for a losing unit.
    fn way(&self, outcome: Outcome) -> Option<&PaidWay> {
        let way = outcome.0.checked_sub(1)?;
        Some(&self.generator.ways[usize::from(way)])
    }

    /// An outcome in words.
    fn name(&self, outcome: Outcome) -> String {
        match self.words(outcome) {
            [] => "a losing unit".into(),
            words => format!("{words:?} complete words"),
        }
    }

    /// Draws the grids alone that a unit's stream gives first; returns the numbers of their layouts. For a bench: the
    /// unit's own come after one draw more.
    ///
    /// # Errors
    /// When no layout can be grown or filled.
    pub fn grids_alone(&mut self, number: u32) -> Result<[u32; MAX_GRIDS], GenerateError> {
        self.stream.turn_to(self.key, number.into());
        self.draw_grids()
    }

    /// Draws and fills a layout for each grid, with what comes next in the stream; returns their numbers.
    fn draw_grids(&mut self) -> Result<[u32; MAX_GRIDS], GenerateError> {
        self.filled.clear();
        let mut layouts = [0; MAX_GRIDS];
        let layouts_in_use = &mut layouts[..self.unit.grids().len()];
        for layout in &mut *layouts_in_use {
            *layout = self.stream.below(self.generator.layouts());
            // Asked for ahead of its turn, so that all plans are on their way from memory at once.
            self.generator.layout(*layout)?;
        }
        for (grid, layout) in layouts_in_use.iter_mut().enumerate() {
            self.grid(grid, layout)?;
        }
        Ok(layouts)
    }

    /// Fills a layout, or else others that are drawn, and writes the grid.
    fn grid(&mut self, grid: usize, layout: &mut u32) -> Result<(), GenerateError> {
        let generator = self.generator;
        let dictionary = &generator.dictionary;
        for _ in 0..MAX_LAYOUTS {
            let (plan, symmetry) = generator.layout(*layout)?;
            let order = plan.order(symmetry);
            let letters = &mut self.grid_letters;
            if fill::fill(
                dictionary,
                order,
                letters,
                &mut self.filled,
                &mut self.stream,
            ) {
                let rules = &generator.game.grids;
                let words = &self.filled.words()[grid * usize::from(rules.words)..];
                let cells = &mut self.unit.grids_mut()[grid];
                fill::write(rules, dictionary, order, symmetry, words, cells);
                return Ok(());
            }
            *layout = self.stream.below(generator.layouts());
        }
        Err(GenerateError::NoFill {
            words: dictionary.len(),
            layouts: MAX_LAYOUTS,
        })
    }

    /// Draws the letters and their order; `None` when no set shows the outcome, the one cause to draw a unit again.
    fn letters(&mut self, unit: u32, wanted: &Wanted) -> Result<Option<LetterSet>, GenerateError> {
        let generator = self.generator;
        let rules = &generator.game.grids;
        let sets = self
            .filled
            .words()
            .iter()
            .map(|&word| generator.dictionary.set(word));
        let sets = WordSets::new(rules.count, rules.words, sets);
        let Some(letters) = generator.letter_sets.draw(&sets, wanted, &mut self.stream) else {
            return Ok(None);
        };
        let row = self.unit.letters_mut();
        reveal::order(letters, &generator.unreadable, &mut self.stream, row)
            .ok_or_else(|| no_order(unit, letters))?;
        for (words, complete) in self.unit.words_mut().iter_mut().zip(sets.complete(letters)) {
            *words = complete;
        }
        Ok(Some(letters))
    }

    /// The unit, once the verifier's solver has read it as a player would and found the words that were drawn for each
    /// grid, and with them the prize.
    fn solved(&mut self, wanted: &Wanted) -> Result<&Unit, GenerateError> {
        let (unit, game) = (&self.unit, &self.generator.game);
        let found = self.solver.solve(unit);
        let words = &found[..unit.words().len()];
        let as_drawn = words
            .iter()
            .zip(wanted)
            .all(|(&words, &(least, most))| (least..=most).contains(&words.into()));
        if as_drawn && words == unit.words() && game.prize_cents(words) == unit.prize_cents {
            Ok(unit)
        } else {
            Err(GenerateError::Solved { unit: unit.number })
        }
    }

    /// A hash of what the last unit shows, its grids and its set of letters: it finds suspects, so it need only be fast.
    /// It is a sum of products with other odd numbers for each eight cells, which the processor computes side by side.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut factor = SPREAD;
        let mut hash = u64::from(LetterSet::of(self.unit.letters()).0).wrapping_mul(factor);
        let mut add = |eight: [u8; 8]| {
            factor = factor.wrapping_add(SPREAD << 1);
            hash = hash.wrapping_add(u64::from_le_bytes(eight).wrapping_mul(factor));
        };
        for grid in self.unit.grids() {
            let (eights, rest) = grid.cells().as_chunks();
            for &eight in eights {
                add(eight);
            }
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            add(last);
        }
        hash
    }

    fn count(&mut self, layouts: &[u32]) {
        for &word in self.filled.words() {
            self.usage.words[word as usize] += 1;
        }
        for &layout in &layouts[..self.unit.grids().len()] {
            self.usage.layouts[layout as usize] += 1;
        }
    }

    fn finish(&mut self, number: u32, outcome: Outcome) {
        self.unit.number = number;
        self.unit.prize_cents = self.way(outcome).map_or(0, |way| way.prize_cents);
        for bytes in self.unit.nonce.as_chunks_mut::<4>().0 {
            *bytes = self.stream.word().to_le_bytes();
        }
    }
}

fn no_order(unit: u32, letters: LetterSet) -> GenerateError {
    GenerateError::NoOrder {
        unit,
        letters: letters.letters().map(char::from).collect(),
        orders: reveal::MAX_ORDERS,
    }
}

#[cfg(test)]
mod tests;
