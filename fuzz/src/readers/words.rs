//! Word lists.

use emission::game::{Game, MAXI_MOTS_CROISES};
use emission::words::{BlockList, MAX_LENGTH, MIN_LENGTH, WordList};

use super::{Reader, Verdict, assert_one_line, common, read_text};

/// Reads word lists of a game.
pub struct Words {
    game: Game,
    blocked: BlockList,
}

impl Reader for Words {
    const NAME: &'static str = "words";

    fn new() -> Self {
        Self {
            game: Game::parse(MAXI_MOTS_CROISES).expect("the game that is built in"),
            blocked: BlockList::parse(common::BLOCKED).expect("a good list"),
        }
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| match self.parse(text) {
            Ok(list) => {
                self.check(&list, text);
                Verdict::Accepted
            }
            Err(error) => {
                assert_one_line(error);
                Verdict::Refused
            }
        })
    }
}

impl Words {
    fn parse(&self, text: &str) -> Result<WordList, emission::words::WordListError> {
        WordList::parse(text, &self.game.alphabet, &self.blocked)
    }

    fn check(&self, list: &WordList, text: &str) {
        let words: Vec<&str> = list.iter().collect();
        assert!(words.is_sorted_by(|one, next| one < next));
        for word in &words {
            assert!((MIN_LENGTH..=MAX_LENGTH).contains(&word.len()));
            assert!(word.bytes().all(|letter| letter.is_ascii_uppercase()));
            assert!(!self.blocked.contains(word));
        }
        let lines = text.split_terminator('\n');
        assert_eq!(words.len() + list.blocked(), lines.clone().count());
        assert_eq!(
            lines.filter(|line| self.blocked.contains(line)).count(),
            list.blocked()
        );
        let canonical: String = words.iter().flat_map(|word| [word, "\n"]).collect();
        let again = self.parse(&canonical).expect("the canonical form");
        assert_eq!((again.sha256(), again.blocked()), (list.sha256(), 0));
        if let Err(error) = self.game.check_words(list) {
            assert_one_line(error);
        }
    }
}
