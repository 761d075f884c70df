//! Whether a game can be made at all: one unit of each outcome, before anybody counts on a block.

use rayon::prelude::*;
use zeroize::Zeroizing;

use super::{GenerateError, Generator, Maker};
use crate::unit::Outcome;
use crate::watch::Watch;

/// An outcome that no unit could be made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The outcome.
    pub outcome: Outcome,
    /// Why.
    pub error: GenerateError,
}

impl Generator {
    /// Makes one unit of each outcome with a key that everybody knows, on the threads of the caller's rayon pool, and
    /// gives the outcomes that fail, in their order. The watcher is told of each outcome; one that fails can take
    /// minutes.
    ///
    /// Where the grids themselves cannot be made, which no outcome changes, only the losing one is tried. That all
    /// succeed is no proof of a whole block: an outcome may be so rare that one unit shows it and the next does not.
    #[must_use]
    pub fn trial(&self, watch: &dyn Watch) -> Vec<Failure> {
        let losing = self.try_outcome(Outcome::LOSING, watch);
        if let Some(failure) = &losing
            && !matches!(failure.error, GenerateError::NoLetters { .. })
        {
            return losing.into_iter().collect();
        }
        // A game has 255 ways at most: an outcome is a byte.
        let ways = 1..=u8::try_from(self.ways.len()).unwrap_or(u8::MAX);
        let failures: Vec<_> = ways
            .into_par_iter()
            .filter_map(|way| self.try_outcome(Outcome(way), watch))
            .collect();
        losing.into_iter().chain(failures).collect()
    }

    fn try_outcome(&self, outcome: Outcome, watch: &dyn Watch) -> Option<Failure> {
        let key = Zeroizing::new([0; 32]);
        let number = u32::from(outcome.0) + 1;
        let made = Maker::new(self, &key).make(number, outcome).map(|_| ());
        watch.units(1);
        made.err().map(|error| Failure { outcome, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BUILT_IN, Game, MAXI_MOTS_CROISES};
    use crate::watch::Nobody;
    use crate::words::{Language, WordList};

    /// The outcomes of a game that fail, with what is said of each.
    fn failures(toml: &str, language: Language) -> Vec<(u8, String)> {
        let game = Game::parse(toml).unwrap();
        let (list, blocked) = (language.words(), language.blocked());
        let words = WordList::parse(list, &game.alphabet, blocked).unwrap();
        let generator = Generator::new(&game, &words, blocked).unwrap();
        let failures = generator.trial(&Nobody).into_iter();
        let told = failures.map(|failure| (failure.outcome.0, failure.error.to_string()));
        told.collect()
    }

    #[test]
    fn every_outcome_of_the_embedded_games_can_be_made() {
        for game in &BUILT_IN {
            assert_eq!(
                failures(game.toml, game.game().language),
                [],
                "{}",
                game.name
            );
        }
    }

    /// One hidden letter leaves most words of both grids complete, not of one alone, and hardly any of none.
    #[test]
    fn outcomes_that_no_letters_show_are_told_and_the_others_are_not() {
        let toml = MAXI_MOTS_CROISES
            .replace("revealed_letters = 18", "revealed_letters = 25")
            .replace("words = 3\n", "words = 17\n");
        let start = toml.find("words = 4\n").unwrap();
        let failed = failures(
            &(toml[..start - "[[ladder]]\n".len()].to_owned() + TIERS),
            Language::French,
        );
        let why = |outcome: &str| {
            format!(
                "no set of letters shows {outcome}, in 500 units drawn one after another: \
                 change tiers.ways, revealed_letters or grids.words"
            )
        };
        assert_eq!(
            failed,
            [
                (0, why("a losing unit")),
                (2, why("[17, 2] complete words"))
            ]
        );
    }

    const TIERS: &str = "
        [[tiers]]
        prize_cents = 2_000
        lots = 1
        ways = [{ words = [17, 17], lots = 1 }]
        [[tiers]]
        prize_cents = 1_500
        lots = 1
        ways = [{ words = [17, 2], lots = 1 }]
        [totals]
        lots = 2
        prizes_cents = 3_500
    ";

    /// What no outcome changes is said once.
    #[test]
    fn grids_that_hold_no_layout_are_told_once() {
        let toml = MAXI_MOTS_CROISES
            .replace("rows = 11", "rows = 4")
            .replace("columns = 11", "columns = 4")
            .replace("max_length = 9", "max_length = 4");
        let failed = failures(&toml, Language::French);
        assert_eq!(failed.len(), 1, "{failed:?}");
        assert!(
            failed[0]
                .1
                .starts_with("no layout of 18 words fits 4 × 4 cells")
        );
    }
}
