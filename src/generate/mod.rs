//! From a seed to units: one verb a file, in the order of the pipeline.

pub mod block;
mod dictionary;
mod fill;
mod layout;
mod letters;
mod order;
mod plan;
mod reveal;
pub mod rng;
mod trial;
mod twins;
mod unit;

use std::sync::OnceLock;

use rayon::prelude::*;

use crate::game::{DefinitionError, Game};
use crate::words::{BlockList, WordList};

use dictionary::Dictionary;
use letters::LetterSets;
use plan::Plan;
use reveal::Unreadable;

use layout::Symmetry;
pub use order::{assign, outcome_at};
pub use trial::Failure;
pub use unit::{Maker, Usage};

/// Layouts that are grown for a game; each is used in all its symmetries. A constant of the format.
const LAYOUTS: u32 = 4_096;

/// Why a block could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The word list cannot fill one unit.
    #[error(transparent)]
    Words(#[from] DefinitionError),
    /// No layout was found.
    #[error(
        "no layout of {words} words fits {rows} × {columns} cells in {attempts} attempts: \
         lower grids.words or grids.min_length, or raise grids.rows and grids.columns"
    )]
    NoLayout {
        /// Words of a grid.
        words: u8,
        /// Rows of a grid.
        rows: u8,
        /// Columns of a grid.
        columns: u8,
        /// Attempts made.
        attempts: u32,
    },
    /// No layout could be filled.
    #[error(
        "{layouts} layouts in a row could not be filled with the {words} words of the game's lengths: \
         take a larger word list with --words, or lower grids.words"
    )]
    NoFill {
        /// Words of the dictionary.
        words: usize,
        /// Layouts tried.
        layouts: u32,
    },
    /// An outcome that no letters show.
    #[error(
        "no set of letters shows {outcome}, in {draws} units drawn one after another: \
         change tiers.ways, revealed_letters or grids.words"
    )]
    NoLetters {
        /// The outcome, in words.
        outcome: String,
        /// Units drawn.
        draws: u32,
    },
    /// Letters that may be shown in no order.
    #[error(
        "unit {unit}: {orders} orders of the letters {letters}, drawn one after another, all say a blocked word: \
         lower revealed_letters, change the alphabet, or take words out of the block list"
    )]
    NoOrder {
        /// Number of the unit.
        unit: u32,
        /// Its letters, in alphabetical order.
        letters: String,
        /// Orders drawn.
        orders: u32,
    },
    /// The watcher asked to stop.
    #[error("stopped")]
    Cancelled,
    /// The solver disagrees with the generator.
    #[error(
        "unit {unit} shows other words than were meant; nothing was sealed: report this fault of the tool"
    )]
    Solved {
        /// Number of the unit.
        unit: u32,
    },
}

/// A way of the prize table with the prize that it pays.
struct PaidWay {
    words: Vec<u8>,
    prize_cents: u64,
}

/// All that the blocks of a game have in common: its layouts, words and letter sets.
pub struct Generator {
    game: Game,
    dictionary: Dictionary,
    /// Layouts, each grown when it is first asked for.
    plans: Vec<OnceLock<Result<Plan, GenerateError>>>,
    layout_key: rng::Key,
    symmetries: u32,
    letter_sets: LetterSets,
    unreadable: Unreadable,
    ways: Vec<PaidWay>,
}

impl Generator {
    /// Prepares a game with a word list.
    ///
    /// # Errors
    /// When the word list cannot fill one unit.
    pub fn new(game: &Game, words: &WordList, blocked: &BlockList) -> Result<Self, GenerateError> {
        game.check_words(words)?;
        let ways = game.ways().map(|paid| PaidWay {
            words: paid.way.words.clone(),
            prize_cents: paid.prize_cents,
        });
        Ok(Self {
            dictionary: Dictionary::new(&game.grids, words),
            plans: (0..LAYOUTS).map(|_| OnceLock::new()).collect(),
            layout_key: rng::layout_key(&game.sha256()),
            symmetries: Symmetry::count(&game.grids),
            letter_sets: LetterSets::new(game),
            unreadable: Unreadable::new(blocked),
            ways: ways.collect(),
            game: game.clone(),
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Layouts that grids are drawn from, each symmetry counted.
    #[must_use]
    pub fn layouts(&self) -> u32 {
        LAYOUTS * self.symmetries
    }

    /// Grows all layouts now, on all threads, instead of each when it is first drawn.
    ///
    /// # Errors
    /// When one of them cannot be grown.
    pub fn grow_layouts(&self) -> Result<(), GenerateError> {
        self.grow_layouts_until(|| false)
    }

    /// Grows all layouts, unless it is asked to stop: those of a game at the edge of what is possible take minutes.
    fn grow_layouts_until(&self, stop: impl Fn() -> bool + Sync) -> Result<(), GenerateError> {
        (0..LAYOUTS).into_par_iter().try_for_each(|base| {
            if stop() {
                return Err(GenerateError::Cancelled);
            }
            self.plan(base).map(|_| ())
        })
    }

    /// The layout of a number below [`Generator::layouts`]: which one, and how it is turned and mirrored.
    fn layout(&self, number: u32) -> Result<(&Plan, Symmetry), GenerateError> {
        let plan = self.plan(number / self.symmetries)?;
        Ok((plan, Symmetry::number(number % self.symmetries)))
    }

    fn plan(&self, base: u32) -> Result<&Plan, GenerateError> {
        let grow = || {
            layout::grow(&self.game.grids, &self.layout_key, base)
                .map(|slots| Plan::new(&self.game.grids, &self.dictionary, &slots))
        };
        self.plans[base as usize]
            .get_or_init(grow)
            .as_ref()
            .map_err(Clone::clone)
    }
}
