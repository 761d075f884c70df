//! `emission show`: one unit, as its player sees it.

use std::path::Path;

use crate::cli::args::ShowArgs;
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::{Console, Error, Outcome, block, json, secrets, stored};
use crate::game::Game;
use crate::generate::block::BlockError;
use crate::generate::{Generator, Maker, outcome_at};
use crate::show::json::ShownUnit;
use crate::show::{self, terminal};
use crate::unit::Unit;

/// Shows a unit, from the files of its block or from its seed.
pub(in crate::cli) fn run(args: &ShowArgs, console: &Console) -> Result<Outcome, Error> {
    let Shown {
        game,
        unit,
        emission,
        block,
    } = match (&args.dir, &args.seed_file) {
        (Some(folder), _) => from_files(args, folder, console)?,
        (None, Some(seed_file)) => from_seed(args, seed_file, console)?,
        (None, None) => unreachable!("one of them is required"),
    };
    let text = if args.json {
        json(&ShownUnit::new(&game, emission, block, &unit))
    } else {
        let title = terminal::title(&game, emission, block, unit.number);
        terminal::unit(&game, &unit, &title, console.look())
    };
    console.print(&text)?;
    // A block's unit may say of itself what its grids do not show.
    let findings = usize::from(!show::is_as_written(&game, &unit));
    Ok(Outcome::of(findings))
}

/// What is shown.
struct Shown {
    game: Game,
    unit: Unit,
    emission: u32,
    block: u32,
}

/// Reads the unit from its block.
fn from_files(args: &ShowArgs, folder: &Path, console: &Console) -> Result<Shown, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let game = inputs.game_of(stored::game_sha256(folder).as_ref())?;
    let manifest = stored::manifest(folder, &game)?;
    check_number(args.unit, &game)?;
    Ok(Shown {
        unit: stored::unit(folder, &game, args.unit)?,
        game,
        emission: manifest.emission,
        block: manifest.block,
    })
}

/// Makes the unit alone.
fn from_seed(args: &ShowArgs, seed_file: &Path, console: &Console) -> Result<Shown, Error> {
    let rules = Rules::read(&args.rules, console)?;
    let seed = secrets::seed(seed_file, console)?;
    check_number(args.unit, &rules.game)?;
    let keys = block::keys(&rules, &seed, args.emission, args.block);
    let (generator, outcome) = rayon::join(
        || Generator::new(&rules.game, &rules.words, rules.blocked),
        || outcome_at(&rules.game, &keys.order, args.unit as usize - 1),
    );
    let generator = generator.map_err(BlockError::from)?;
    let mut maker = Maker::new(&generator);
    let unit = maker
        .make(&keys.unit, args.unit, outcome)
        .map_err(BlockError::from)?;
    Ok(Shown {
        unit: unit.clone(),
        emission: args.emission,
        block: args.block,
        game: rules.game,
    })
}

fn check_number(unit: u32, game: &Game) -> Result<(), Error> {
    let units = game.units_per_block;
    if unit > units {
        return Err(Error::NoSuchUnit { unit, units });
    }
    Ok(())
}
