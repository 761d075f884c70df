//! Units to look at: read from the files of their block, or made alone from its seed.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::args::SourceArgs;
use super::inputs::{Inputs, Rules};
use super::{Console, Error, block, secrets, stored};
use crate::format::part::Packing;
use crate::game::Game;
use crate::generate::block::BlockError;
use crate::generate::rng::BlockKeys;
use crate::generate::{Generator, Maker, assign, outcome_at};
use crate::unit::{Outcome, Unit};
use crate::words::{BlockList, WordList};

/// Where the units of one block come from.
pub(super) struct Source {
    /// The game of the block.
    pub(super) game: Game,
    /// Number of its emission.
    pub(super) emission: u32,
    /// Its number.
    pub(super) block: u32,
    origin: Origin,
}

enum Origin {
    Files(PathBuf, Packing),
    Seed(Drawn),
}

/// What units of a block are made from.
struct Drawn {
    words: WordList,
    blocked: &'static BlockList,
    keys: BlockKeys,
}

impl Source {
    /// Opens the source that was named.
    pub(super) fn open(args: &SourceArgs, console: &Console) -> Result<Self, Error> {
        match (&args.dir, &args.seed_file) {
            (Some(folder), _) => Self::files(args, folder, console),
            (None, Some(seed_file)) => Self::seed(args, seed_file, console),
            (None, None) => unreachable!("one of them is required"),
        }
    }

    fn files(args: &SourceArgs, folder: &Path, console: &Console) -> Result<Self, Error> {
        let inputs = Inputs::read(&args.rules, console)?;
        let game = inputs.game_of(stored::game_sha256(folder).as_ref())?;
        let manifest = stored::manifest(folder, &game)?;
        Ok(Self {
            game,
            emission: manifest.emission,
            block: manifest.block,
            origin: Origin::Files(folder.to_owned(), manifest.packing()),
        })
    }

    fn seed(args: &SourceArgs, seed_file: &Path, console: &Console) -> Result<Self, Error> {
        let rules = Rules::read(&args.rules, console)?;
        let seed = secrets::seed(seed_file, console)?;
        let keys = block::keys(&rules, &seed, args.emission, args.block);
        let Rules {
            game,
            words,
            blocked,
        } = rules;
        Ok(Self {
            game,
            emission: args.emission,
            block: args.block,
            origin: Origin::Seed(Drawn {
                words,
                blocked,
                keys,
            }),
        })
    }

    /// The unit of this number.
    pub(super) fn unit(&self, number: u32) -> Result<Unit, Error> {
        let mut units = self.units(&[number])?;
        Ok(units.pop().expect("one was asked for"))
    }

    /// The units of these numbers, which rise.
    pub(super) fn units(&self, numbers: &[u32]) -> Result<Vec<Unit>, Error> {
        let ends = numbers.first().into_iter().chain(numbers.last());
        ends.copied().try_for_each(|unit| self.check_unit(unit))?;
        match &self.origin {
            Origin::Files(folder, packing) => stored::units(folder, &self.game, *packing, numbers),
            Origin::Seed(drawn) => drawn.units(&self.game, numbers),
        }
    }

    /// Checks that the block has a unit of this number.
    pub(super) fn check_unit(&self, unit: u32) -> Result<(), Error> {
        let units = self.game.units_per_block;
        if (1..=units).contains(&unit) {
            Ok(())
        } else {
            Err(Error::NoSuchUnit { unit, units })
        }
    }

    /// Calls `look` with the number and the prize, in cents, of each unit, in order, until it breaks off.
    pub(super) fn each_prize(
        &self,
        mut look: impl FnMut(u32, u64) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        match &self.origin {
            Origin::Files(folder, packing) => {
                stored::each_prize(folder, &self.game, *packing, look)?;
            }
            Origin::Seed(drawn) => {
                let ways = self.game.ways().map(|paid| paid.prize_cents);
                // Outcome 0 wins nothing, and the n-th way is outcome n.
                let prizes: Vec<u64> = std::iter::once(0).chain(ways).collect();
                let outcomes = assign(&self.game, &drawn.keys.order);
                let mut outcomes = (1..).zip(&outcomes);
                let _ = outcomes
                    .try_for_each(|(number, outcome)| look(number, prizes[usize::from(outcome.0)]));
            }
        }
        Ok(())
    }
}

impl Drawn {
    /// Makes units, each alone.
    fn units(&self, game: &Game, numbers: &[u32]) -> Result<Vec<Unit>, Error> {
        let (generator, outcomes) = rayon::join(
            || Generator::new(game, &self.words, self.blocked),
            || self.outcomes(game, numbers),
        );
        let generator = generator.map_err(BlockError::from)?;
        let mut maker = Maker::new(&generator, &self.keys.unit);
        let units = numbers.iter().zip(outcomes).map(|(&number, outcome)| {
            let unit = maker.make(number, outcome);
            unit.cloned()
        });
        let units: Result<Vec<Unit>, _> = units.collect();
        Ok(units.map_err(BlockError::from)?)
    }

    /// What the units of these numbers win. One alone takes half the time of all.
    fn outcomes(&self, game: &Game, numbers: &[u32]) -> Vec<Outcome> {
        let place = |number: u32| number as usize - 1;
        if let [number] = numbers {
            return vec![outcome_at(game, &self.keys.order, place(*number))];
        }
        let all = assign(game, &self.keys.order);
        numbers.iter().map(|&number| all[place(number)]).collect()
    }
}
