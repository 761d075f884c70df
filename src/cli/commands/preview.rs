//! `emission preview`: units to be played in a browser, as one HTML file.

use serde::Serialize;

use crate::cli::args::PreviewArgs;
use crate::cli::files::Target;
use crate::cli::source::Source;
use crate::cli::{Console, Error, Outcome, json, pick};
use crate::game::counted;
use crate::one_line::one_line;
use crate::show::{self, preview::Preview};
use crate::unit::Unit;

/// Writes the page of the units that were asked for, whole or not at all, and says so.
pub(in crate::cli) fn run(args: &PreviewArgs, console: &Console) -> Result<Outcome, Error> {
    if let Some(out) = &args.out {
        out.check(args.json)?;
    }
    let source = Source::open(&args.source, console)?;
    let numbers = pick::numbers(&args.pick, &source)?;
    let mut units = source.units(&numbers)?;
    // In the order of the prizes that were asked for, and of their numbers where none was.
    let prizes = &args.pick.prize;
    units.sort_by_key(|unit| prizes.iter().position(|&prize| prize == unit.prize_cents));
    let out = args.out.clone().unwrap_or_else(|| file_name(&units));
    let (block, emission) = (source.block, source.emission);
    let language = args.lang.map_or(source.game.language, Into::into);
    let preview = Preview {
        game: &source.game,
        emission,
        block,
        units: &units,
        language,
    };
    let said = Said {
        file: out.to_string(),
        emission,
        block,
        language: language.code(),
        units: units.iter().map(|it| OnPage::new(it, &source)).collect(),
    };
    let wrong = said.wrong().count();
    let said = if args.json { json(&said) } else { said.text() };
    out.write(&preview.page(), &said, console)?;
    Ok(Outcome::of(wrong))
}

/// The file of a command that names none.
fn file_name(units: &[Unit]) -> Target {
    Target::File(match units {
        [unit] => format!("unit-{}.html", unit.number).into(),
        _ => "preview.html".into(),
    })
}

/// What is said of the page.
#[derive(Serialize)]
struct Said {
    file: String,
    emission: u32,
    block: u32,
    language: &'static str,
    units: Vec<OnPage>,
}

/// A unit of the page.
#[derive(Serialize)]
struct OnPage {
    unit: u32,
    stated_prize_cents: u64,
    as_stated: bool,
}

impl OnPage {
    fn new(unit: &Unit, source: &Source) -> Self {
        Self {
            unit: unit.number,
            stated_prize_cents: unit.prize_cents,
            as_stated: show::is_as_written(&source.game, unit),
        }
    }
}

impl Said {
    /// A block's units may say of themselves what their grids do not show.
    fn wrong(&self) -> impl Iterator<Item = &OnPage> {
        self.units.iter().filter(|unit| !unit.as_stated)
    }

    fn text(&self) -> String {
        let what = match &*self.units {
            [one] => format!("unit {}", one.unit),
            several => counted(several.len() as u64, "unit"),
        };
        let (file, block, emission) = (one_line(&self.file), self.block, self.emission);
        let heading = format!("{file}: {what} of block {block}, emission {emission}\n");
        heading + &self.wrong().map(finding).collect::<String>()
    }
}

fn finding(wrong: &OnPage) -> String {
    let unit = wrong.unit;
    format!(
        "unit {unit}: its grids do not show what the block says of it, which its page says at the end\n"
    )
}
