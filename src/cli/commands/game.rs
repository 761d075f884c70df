//! `emission game`: the games that are built in, a definition's findings, and its rules and prize table.

use serde::Serialize;
use serde_json::Number;

use crate::cli::args::{GameCheckArgs, GameListArgs, GameShowArgs};
use crate::cli::errors::located;
use crate::cli::inputs::{Definition, Words};
use crate::cli::progress::Progress;
use crate::cli::{Console, Error, Outcome, json};
use crate::format::manifest::Hex;
use crate::game::{
    BUILT_IN, BuiltIn, Combination, DefinitionError, Finding, Game, counted, money, thousands,
};
use crate::generate::block::BlockError;
use crate::generate::{Failure, GenerateError, Generator};
use crate::one_line::one_line;
use crate::show::figures::{one_in, percent};
use crate::show::tables;
use crate::unit::Outcome as UnitOutcome;

/// Lists the games that are built in.
pub(in crate::cli) fn list(args: &GameListArgs, console: &Console) -> Result<Outcome, Error> {
    let games: Vec<(&BuiltIn, Game)> = BUILT_IN.iter().map(|it| (it, it.game())).collect();
    let text = if args.json {
        let listed: Vec<Listed> = games
            .iter()
            .map(|(it, game)| Listed::new(it, game))
            .collect();
        json(&listed)
    } else {
        tables::games(&games)
    };
    console.print(&text)?;
    Ok(Outcome::Fine)
}

/// Says all that is wrong with a definition, or shows its prize table.
pub(in crate::cli) fn check(args: &GameCheckArgs, console: &Console) -> Result<Outcome, Error> {
    let definition = Definition::read(args.game.as_deref())?;
    let checked = match Game::parse(&definition.text) {
        Ok(game) => check_made(game, &definition, args, console)?,
        Err(error) => Err(error),
    };
    let file = &definition.file;
    let text = match &checked {
        _ if args.json => json(&Checked::new(file, &checked)),
        Ok(game) => format!("{}{}: 0 findings\n", summary(game), one_line(file)),
        Err(error) => findings(file, error),
    };
    console.print(&text)?;
    Ok(Outcome::of(
        checked.err().map_or(0, |error| error.findings.len()),
    ))
}

/// Shows the rules and the prize table of a definition.
pub(in crate::cli) fn show(args: &GameShowArgs, console: &Console) -> Result<Outcome, Error> {
    let definition = Definition::read(args.game.as_deref())?;
    if args.toml {
        console.print_bytes(definition.text.as_bytes())?;
        return Ok(Outcome::Fine);
    }
    let game = definition.game()?;
    let text = if args.canonical {
        game.canonical()
    } else if args.json {
        json(&Shown::new(&game))
    } else {
        rules(&game, console.look().columns) + &summary(&game)
    };
    console.print_bytes(text.as_bytes())?;
    Ok(Outcome::Fine)
}

/// The game, if a unit of each of its outcomes can be made with the words.
fn check_made(
    game: Game,
    definition: &Definition,
    args: &GameCheckArgs,
    console: &Console,
) -> Result<Result<Game, DefinitionError>, Error> {
    let words = Words::read(args.words.as_deref())?;
    let (words, blocked) = words.list(&game, console)?;
    let generator = match Generator::new(&game, &words, blocked) {
        Ok(generator) => generator,
        Err(GenerateError::Words(error)) => return Ok(Err(error)),
        Err(error) => return Err(BlockError::from(error).into()),
    };
    let outcomes = game.ways().count() as u64 + 1;
    let progress = Progress::new(console, "trying each outcome".into(), outcomes);
    let failures = generator.trial(&progress).into_iter();
    let findings: Vec<Finding> = failures
        .map(|failure| not_made(&definition.text, failure))
        .collect();
    Ok(if findings.is_empty() {
        Ok(game)
    } else {
        Err(DefinitionError { findings })
    })
}

/// What is wrong with a game that has an outcome of which no unit can be made.
fn not_made(toml: &str, Failure { outcome, error }: Failure) -> Finding {
    let message = error.to_string();
    let key = match error {
        GenerateError::NoLetters { .. } if outcome != UnitOutcome::LOSING => {
            return Finding::about_way(toml, usize::from(outcome.0) - 1, message);
        }
        GenerateError::NoLetters { .. } => "revealed_letters",
        _ => "grids.words",
    };
    Finding {
        line: 0,
        key: key.into(),
        message,
    }
}

fn findings(file: &str, error: &DefinitionError) -> String {
    let file = &*one_line(file);
    let findings = error.findings.iter();
    let lines = findings.map(|finding| located(file, finding.line, finding) + "\n");
    let count = counted(error.findings.len() as u64, "finding");
    lines.collect::<String>() + &format!("{file}: {count}\n")
}

/// What a unit looks like and what its grids pay, in so many columns.
fn rules(game: &Game, columns: usize) -> String {
    let (units, price) = (
        thousands(game.units_per_block.into()),
        amount(game.unit_price_cents, game),
    );
    let grids = &game.grids;
    let size = format!("{} rows and {} columns", grids.rows, grids.columns);
    let lengths = format!("{} to {} letters", grids.min_length, grids.max_length);
    tables::pairs([
        ("Game", game.name.clone()),
        ("Units", format!("{units} a block, at {price}")),
        (
            "Letters",
            format!("{} of {}", game.revealed_letters, game.alphabet),
        ),
        ("Grids", format!("{} of {size}", grids.count)),
        ("Words", format!("{} a grid, of {lengths}", grids.words)),
        ("Ladder", ladder(game, columns - LABEL.min(columns))),
        ("Prize", combination(game).into()),
        ("SHA-256", Hex(game.sha256()).to_string()),
    ])
}

/// Columns before a value of the rules: those of `SHA-256`, and the blanks around it.
const LABEL: usize = 10;

/// The steps of the ladder, as many a line as fit in the columns.
fn ladder(game: &Game, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for step in &game.ladder {
        let step = format!("{}: {}", step.words, money(step.prize_cents));
        match lines.last_mut() {
            Some(line) if line.len() + ", ".len() + step.len() < columns => {
                line.push_str(", ");
                line.push_str(&step);
            }
            _ => lines.push(step),
        }
    }
    lines.join(",\n")
}

fn combination(game: &Game) -> &'static str {
    match game.grids.combination {
        Combination::Sum => "the gains of all grids add up",
        Combination::Highest => "the highest gain of a grid is paid",
    }
}

/// The prize table with its totals.
fn summary(game: &Game) -> String {
    let (prizes, lots) = (game.total_prizes_cents(), counted(game.total_lots(), "lot"));
    let figures = tables::pairs([
        ("Sales", amount(game.total_sales_cents(), game)),
        ("Prizes", format!("{} in {lots}", amount(prizes, game))),
        ("Payout rate", format!("{} %", payout(game))),
        ("Odds", format!("1 in {}", odds(game))),
    ]);
    tables::prize_table(game) + &figures
}

fn amount(cents: u64, game: &Game) -> String {
    format!("{} {}", money(cents), game.currency)
}

fn payout(game: &Game) -> String {
    percent(game.total_prizes_cents(), game.total_sales_cents())
}

fn odds(game: &Game) -> String {
    one_in(game.total_lots(), game.units_per_block.into())
}

/// What `game list --json` prints of a game.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    words: &'a str,
    #[serde(flatten)]
    game: Shown<'a>,
}

impl<'a> Listed<'a> {
    fn new(built_in: &BuiltIn, game: &'a Game) -> Self {
        Self {
            name: built_in.name,
            words: game.language.code(),
            game: Shown::new(game),
        }
    }
}

/// What `game check --json` prints.
#[derive(Serialize)]
struct Checked<'a> {
    file: &'a str,
    findings: Vec<JsonFinding<'a>>,
    game: Option<Shown<'a>>,
}

/// One finding; no line when it is about no single one.
#[derive(Serialize)]
struct JsonFinding<'a> {
    line: Option<usize>,
    key: &'a str,
    message: &'a str,
}

/// What `game show --json` prints: the definition, and what follows from it.
#[derive(Serialize)]
struct Shown<'a> {
    game_sha256: Hex,
    total_lots: u64,
    total_prizes_cents: u64,
    total_sales_cents: u64,
    payout_percent: Number,
    odds_one_in: Number,
    definition: &'a Game,
}

impl<'a> Checked<'a> {
    fn new(file: &'a str, checked: &'a Result<Game, DefinitionError>) -> Self {
        let findings = checked
            .as_ref()
            .err()
            .map_or(&[][..], |error| &error.findings);
        Self {
            file,
            findings: findings.iter().map(JsonFinding::new).collect(),
            game: checked.as_ref().ok().map(Shown::new),
        }
    }
}

impl<'a> JsonFinding<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self {
            line: Some(finding.line).filter(|&line| line > 0),
            key: &finding.key,
            message: &finding.message,
        }
    }
}

impl<'a> Shown<'a> {
    fn new(game: &'a Game) -> Self {
        Self {
            game_sha256: Hex(game.sha256()),
            total_lots: game.total_lots(),
            total_prizes_cents: game.total_prizes_cents(),
            total_sales_cents: game.total_sales_cents(),
            payout_percent: number(&payout(game)),
            odds_one_in: number(&odds(game)),
            definition: game,
        }
    }
}

/// A figure with its decimals as they are printed.
fn number(figure: &str) -> Number {
    figure
        .replace(',', "")
        .parse()
        .expect("a figure is a number")
}
