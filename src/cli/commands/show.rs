//! `emission show`: one unit, as its player sees it.

use crate::cli::args::ShowArgs;
use crate::cli::source::Source;
use crate::cli::{Console, Error, Outcome, json};
use crate::show::json::ShownUnit;
use crate::show::{self, terminal};

/// Shows a unit, from the files of its block or from its seed.
pub(in crate::cli) fn run(args: &ShowArgs, console: &Console) -> Result<Outcome, Error> {
    let source = Source::open(&args.source, console)?;
    let Source {
        game,
        emission,
        block,
        ..
    } = &source;
    let unit = source.unit(args.unit)?;
    let text = if args.json {
        json(&ShownUnit::new(game, *emission, *block, &unit))
    } else {
        let title = terminal::title(game, *emission, *block, unit.number);
        terminal::unit(game, &unit, &title, console.look())
    };
    console.print(&text)?;
    // A block's unit may say of itself what its grids do not show.
    let findings = usize::from(!show::is_as_written(game, &unit));
    Ok(Outcome::of(findings))
}
