//! Definitions of games.

use std::fmt::Write as _;

use emission::game::{DefinitionError, Finding, Game};
use emission::unit::RowShape;

use super::{Reader, Verdict, assert_one_line, read_text};

/// Reads definitions of games.
pub struct Definition;

impl Reader for Definition {
    const NAME: &'static str = "definition";

    fn new() -> Self {
        Self
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| match Game::parse(text) {
            Ok(game) => {
                check(&game, text);
                Verdict::Accepted
            }
            Err(error) => {
                check_refusal(&error, text);
                Verdict::Refused
            }
        })
    }
}

fn check(game: &Game, text: &str) {
    let again = Game::parse(&written(game)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(&again, game, "written and read again");
    assert_eq!(again.sha256(), game.sha256());
    for tier in &game.tiers {
        let lots: u64 = tier.ways.iter().map(|way| u64::from(way.lots)).sum();
        assert_eq!(lots, u64::from(tier.lots));
    }
    for (index, paid) in game.ways().enumerate() {
        assert_eq!(game.prize_cents(&paid.way.words), paid.prize_cents);
        let finding = Finding::about_way(text, index, "of no matter".into());
        assert!((1..=lines(text)).contains(&finding.line));
        assert_one_line(finding);
    }
    assert!(game.total_lots() <= u64::from(game.units_per_block));
    let shape = RowShape::of(game);
    assert!(shape.longest_line() > shape.bytes_after_number());
}

/// The definition of a game, written by others: the game's own fields, then the totals that a definition repeats.
fn written(game: &Game) -> String {
    let mut text = toml::to_string(game).expect("a game is a table");
    let (lots, cents) = (game.total_lots(), game.total_prizes_cents());
    let _ = write!(text, "[totals]\nlots = {lots}\nprizes_cents = {cents}\n");
    text
}

fn check_refusal(error: &DefinitionError, text: &str) {
    assert!(!error.findings.is_empty());
    for finding in &error.findings {
        assert!(finding.line <= lines(text), "{finding}");
        assert_one_line(finding);
    }
}

/// Lines of a text, the one behind its last line feed counted.
fn lines(text: &str) -> usize {
    text.split('\n').count()
}
