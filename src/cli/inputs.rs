//! The game, the word list and the block list of a command: from the files it names, or as they are built in.
//!
//! A name that is built in goes before a file of that name in the current folder; `./cashword` is the file.

use std::borrow::Cow;
use std::path::Path;

use super::args::RulesArgs;
use super::{Console, Error, files};
use crate::format::manifest::Hex;
use crate::game::{BUILT_IN, BuiltIn, Game, counted, thousands};
use crate::words::{BlockList, Language, WordList, WordListError};

/// How alike a name must be to one that is built in, from 0 to 1, to be taken for a slip: as clap judges options.
const ALIKE: f64 = 0.7;

/// A definition's text, and what goes with it.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    /// The file, or what stands for the one that is built in: what to call it in a finding.
    pub(super) file: String,
    /// The text.
    pub(super) text: String,
}

impl Definition {
    /// Takes the definition that is built in under this name, or reads the file, or takes the default game.
    pub(super) fn read(named: Option<&Path>) -> Result<Self, Error> {
        match named {
            Some(path) => Self::named(path),
            None => Ok(BuiltIn::default_game().into()),
        }
    }

    fn named(path: &Path) -> Result<Self, Error> {
        if let Some(game) = path.to_str().and_then(BuiltIn::named) {
            return Ok(game.into());
        }
        if let Some(name) = bare_name(path).filter(|_| !path.exists()) {
            return Err(Error::UnknownGame {
                name: name.into(),
                meant: alike(name, BUILT_IN.iter().map(|game| (game.name, game.name))),
            });
        }
        let text = files::read_text(path, files::DEFINITION)?;
        Ok(Self {
            file: path.display().to_string(),
            text,
        })
    }

    /// The game, when nothing is wrong with its definition.
    pub(super) fn game(&self) -> Result<Game, Error> {
        Game::parse(&self.text).map_err(|error| Error::Definition {
            file: self.file.clone(),
            error,
        })
    }
}

impl From<&BuiltIn> for Definition {
    fn from(game: &BuiltIn) -> Self {
        Self {
            file: game.file_name() + " (built in)",
            text: game.toml.into(),
        }
    }
}

/// What could be a name that is built in: no path, and no file's name with its extension.
fn bare_name(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| !name.contains(['/', '.']))
}

/// What the name that is most like this one stands for, if one is alike.
fn alike(
    name: &str,
    names: impl Iterator<Item = (&'static str, &'static str)>,
) -> Option<&'static str> {
    let name = name.to_lowercase();
    let likeness = |known: &str| strsim::jaro(&name, &known.to_lowercase());
    let names = names.map(|(known, meant)| (likeness(known), meant));
    let best = names.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(likeness, _)| *likeness > ALIKE)
        .map(|(_, meant)| meant)
}

/// Where the words of a command come from.
#[derive(Debug)]
pub(super) enum Words {
    /// The language of the game.
    OfGame,
    /// A language that was named.
    Of(Language),
    /// A file, whose words must not be on the block list of the game's language.
    File {
        /// Its path.
        file: String,
        /// Its text.
        text: String,
    },
}

impl Words {
    /// Finds the language of this code, or reads the file.
    pub(super) fn read(named: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = named else {
            return Ok(Self::OfGame);
        };
        if let Some(language) = path.to_str().and_then(Language::of_code) {
            return Ok(Self::Of(language));
        }
        if let Some(name) = bare_name(path).filter(|_| !path.exists()) {
            // A language is known by its name too.
            let languages = Language::ALL.into_iter();
            let known = |it: Language| [it.code(), it.name()].map(|name| (name, it.code()));
            return Err(Error::UnknownWords {
                name: name.into(),
                meant: alike(name, languages.flat_map(known)),
            });
        }
        Ok(Self::File {
            file: path.display().to_string(),
            text: files::read_text(path, files::WORDS)?,
        })
    }

    /// The words for this game, and the words that are blocked.
    pub(super) fn list(
        &self,
        game: &Game,
        console: &Console,
    ) -> Result<(WordList, &'static BlockList), Error> {
        let language = match self {
            Self::Of(language) => *language,
            Self::OfGame | Self::File { .. } => game.language,
        };
        let alphabet = &game.alphabet;
        let blocked = language.blocked();
        let (file, list) = if let Self::File { file, text } = self {
            let list = WordList::parse(text, alphabet, blocked);
            let file = file.clone();
            (
                file.clone(),
                list.map_err(|error| Error::Words { file, error }),
            )
        } else {
            let list = WordList::parse(language.words(), alphabet, blocked);
            let list = list.map_err(|error| built_in_words(error, language, alphabet));
            (built_in_file(language), list)
        };
        let list = list?;
        console.detail(format_args!(
            "words: {file}, {}, {} more taken out by the block list, wordlist_sha256 {}",
            counted(list.iter().count() as u64, "word"),
            thousands(list.blocked() as u64),
            Hex(list.sha256())
        ));
        Ok((list, blocked))
    }
}

/// What stands for the file of the words that are built in.
fn built_in_file(language: Language) -> String {
    format!("{}.txt (built in)", language.code())
}

/// Why the words that are built in can't be used: only for their letters, for nothing else is wrong with them.
fn built_in_words(error: WordListError, language: Language, alphabet: &str) -> Error {
    match error {
        WordListError::Letter { character, .. } => Error::BuiltInWords {
            language: language.name(),
            letter: character,
            alphabet: alphabet.into(),
        },
        error => Error::Words {
            file: built_in_file(language),
            error,
        },
    }
}

/// What the options of a command name, read once, for one block or for many.
pub(super) struct Inputs<'a> {
    console: &'a Console,
    definition: Option<Definition>,
    words: Words,
}

impl<'a> Inputs<'a> {
    /// Reads the files that the options name.
    pub(super) fn read(args: &RulesArgs, console: &'a Console) -> Result<Self, Error> {
        let definition = args
            .game
            .as_deref()
            .map(|game| Definition::read(Some(game)));
        Ok(Self {
            console,
            definition: definition.transpose()?,
            words: Words::read(args.words.as_deref())?,
        })
    }

    /// The game of a block that says this hash of its game's definition: the one that was named, or the one that is
    /// built in and has the hash, or the default.
    pub(super) fn game_of(&self, game_sha256: Option<&[u8; 32]>) -> Result<Game, Error> {
        match self.other_game(game_sha256) {
            Some(game) => Definition::from(game).game(),
            None => self.first_choice().game(),
        }
    }

    /// The rules for such a block.
    pub(super) fn rules_of(&self, game_sha256: Option<&[u8; 32]>) -> Result<Rules, Error> {
        match self.other_rules_of(game_sha256)? {
            Some(rules) => Ok(rules),
            None => Rules::new(&self.first_choice(), &self.words, self.console),
        }
    }

    /// The rules for such a block, if they are those of another game than of a block that says no hash.
    pub(super) fn other_rules_of(
        &self,
        game_sha256: Option<&[u8; 32]>,
    ) -> Result<Option<Rules>, Error> {
        let game = self.other_game(game_sha256);
        game.map(|game| Rules::new(&game.into(), &self.words, self.console))
            .transpose()
    }

    /// The game that is built in and has this hash, where none was named and it is not the default.
    fn other_game(&self, game_sha256: Option<&[u8; 32]>) -> Option<&'static BuiltIn> {
        let unnamed = game_sha256.filter(|_| self.definition.is_none());
        unnamed
            .and_then(BuiltIn::of_sha256)
            .filter(|game| *game != BuiltIn::default_game())
    }

    /// The game that was named, or the default.
    fn first_choice(&self) -> Cow<'_, Definition> {
        let default = || Cow::Owned(BuiltIn::default_game().into());
        self.definition.as_ref().map_or_else(default, Cow::Borrowed)
    }
}

/// The game and the words of a command that needs both.
pub(super) struct Rules {
    /// The game.
    pub(super) game: Game,
    /// The words that its grids are filled with.
    pub(super) words: WordList,
    /// The words that it must not show.
    pub(super) blocked: &'static BlockList,
}

impl Rules {
    /// Reads all for a command that makes units, and checks that it fits.
    pub(super) fn read(args: &RulesArgs, console: &Console) -> Result<Self, Error> {
        Inputs::read(args, console)?.rules_of(None)
    }

    fn new(definition: &Definition, words: &Words, console: &Console) -> Result<Self, Error> {
        let game = definition.game()?;
        let (file, name, hash) = (&definition.file, &game.name, Hex(game.sha256()));
        console.detail(format_args!("game: {file}, {name}, game_sha256 {hash}"));
        let (words, blocked) = words.list(&game, console)?;
        let fits = game.check_words(&words);
        fits.map_err(|error| Error::Definition {
            file: file.clone(),
            error,
        })?;
        Ok(Self {
            game,
            words,
            blocked,
        })
    }
}
