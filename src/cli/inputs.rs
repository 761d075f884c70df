//! The game and the word list of a command: from the files it names, or as they are built in.

use std::path::Path;

use super::args::RulesArgs;
use super::{Error, files};
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::words::{BLOCKED, FRENCH, WordList, WordListError};

/// A definition's text, and what to call it in a finding.
pub(super) struct Definition {
    /// The file, or what stands for the one that is built in.
    pub(super) file: String,
    /// The text.
    pub(super) text: String,
}

impl Definition {
    /// Reads the file, or takes the definition that is built in.
    pub(super) fn read(path: Option<&Path>) -> Result<Self, Error> {
        Ok(match path {
            Some(path) => Self {
                file: path.display().to_string(),
                text: files::read_text(path, files::DEFINITION)?,
            },
            None => Self {
                file: "maxi_mots_croises.toml (built in)".into(),
                text: MAXI_MOTS_CROISES.into(),
            },
        })
    }

    /// The game, when nothing is wrong with its definition.
    pub(super) fn game(self) -> Result<Game, Error> {
        let file = self.file;
        Game::parse(&self.text).map_err(|error| Error::Definition { file, error })
    }
}

/// The game and the words of a command that needs both.
pub(super) struct Rules {
    /// The game.
    pub(super) game: Game,
    /// The words that its grids are filled with.
    pub(super) words: WordList,
}

impl Rules {
    /// Reads both, and checks that they fit.
    pub(super) fn read(args: &RulesArgs) -> Result<Self, Error> {
        let definition = Definition::read(args.game.as_deref())?;
        let file = definition.file.clone();
        let game = definition.game()?;
        let words = words(args.words.as_deref(), &game.alphabet)?;
        let fits = game.check_words(&words);
        fits.map_err(|error| Error::Definition { file, error })?;
        Ok(Self { game, words })
    }
}

/// The words that a game's grids are filled with: of the file, or the French ones that are built in.
pub(super) fn words(path: Option<&Path>, alphabet: &str) -> Result<WordList, Error> {
    let Some(path) = path else {
        return WordList::parse(FRENCH, alphabet, &BLOCKED)
            .map_err(|error| built_in_words(error, alphabet));
    };
    let text = files::read_text(path, files::WORDS)?;
    WordList::parse(&text, alphabet, &BLOCKED).map_err(|error| Error::Words {
        file: path.display().to_string(),
        error,
    })
}

/// Why the words that are built in can't be used: only for their letters, for nothing else is wrong with them.
fn built_in_words(error: WordListError, alphabet: &str) -> Error {
    match error {
        WordListError::Letter { character, .. } => Error::BuiltInWords {
            letter: character,
            alphabet: alphabet.into(),
        },
        error => Error::Words {
            file: "fr.txt (built in)".into(),
            error,
        },
    }
}
