//! The game and the word list of a command: from the files it names, or as they are built in.

use std::borrow::Cow;
use std::path::Path;

use super::args::RulesArgs;
use super::{Console, Error, files};
use crate::format::manifest::Hex;
use crate::game::{Game, MAXI_MOTS_CROISES, counted, thousands};
use crate::words::{BLOCKED, FRENCH, WordList, WordListError};

/// What stands for the file of the words that are built in.
const BUILT_IN_WORDS: &str = "fr.txt (built in)";

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
    pub(super) fn read(args: &RulesArgs, console: &Console) -> Result<Self, Error> {
        let definition = Definition::read(args.game.as_deref())?;
        let file = definition.file.clone();
        let game = definition.game()?;
        let (name, hash) = (&game.name, Hex(game.sha256()));
        console.detail(format_args!("game: {file}, {name}, game_sha256 {hash}"));
        let words = words(args.words.as_deref(), &game.alphabet, console)?;
        let fits = game.check_words(&words);
        fits.map_err(|error| Error::Definition { file, error })?;
        Ok(Self { game, words })
    }
}

/// The words that a game's grids are filled with: of the file, or the French ones that are built in.
pub(super) fn words(
    path: Option<&Path>,
    alphabet: &str,
    console: &Console,
) -> Result<WordList, Error> {
    let (file, text) = match path {
        Some(path) => (
            path.display().to_string(),
            files::read_text(path, files::WORDS)?.into(),
        ),
        None => (BUILT_IN_WORDS.to_owned(), Cow::Borrowed(FRENCH)),
    };
    let words = WordList::parse(&text, alphabet, &BLOCKED);
    let words = words.map_err(|error| match (path, error) {
        (None, WordListError::Letter { character, .. }) => Error::BuiltInWords {
            letter: character,
            alphabet: alphabet.into(),
        },
        (_, error) => Error::Words {
            file: file.clone(),
            error,
        },
    })?;
    console.detail(format_args!(
        "words: {file}, {}, {} more taken out by the block list, wordlist_sha256 {}",
        counted(words.iter().count() as u64, "word"),
        thousands(words.blocked() as u64),
        Hex(words.sha256())
    ));
    Ok(words)
}
