//! The games that are built in, as they stand in the repository.

use super::Game;

/// A game that is built in.
#[derive(Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// What names it on the command line: letters and hyphens.
    pub name: &'static str,
    /// Its definition, as it stands in the repository.
    pub toml: &'static str,
}

/// The games that are built in; the first one is the default.
pub static BUILT_IN: [BuiltIn; 3] = [
    BuiltIn {
        name: "maxi-mots-croises",
        toml: super::MAXI_MOTS_CROISES,
    },
    BuiltIn {
        name: "cashword",
        toml: include_str!("cashword.toml"),
    },
    BuiltIn {
        name: "double-cashword",
        toml: include_str!("double_cashword.toml"),
    },
];

impl BuiltIn {
    /// The game that is played when none is named.
    #[must_use]
    pub fn default_game() -> &'static Self {
        &BUILT_IN[0]
    }

    /// The game of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        BUILT_IN.iter().find(|game| game.name == name)
    }

    /// The game whose definition has this hash, [`Game::sha256`].
    #[must_use]
    pub fn of_sha256(sha256: &[u8; 32]) -> Option<&'static Self> {
        BUILT_IN.iter().find(|game| game.game().sha256() == *sha256)
    }

    /// What to do about a block of another game than the one at hand, whose definition has this hash.
    #[must_use]
    pub fn how_to_give(sha256: &[u8; 32]) -> String {
        match Self::of_sha256(sha256) {
            Some(Self { name, .. }) => format!("if {name} is meant, give --game {name}"),
            None => "give its definition with --game".into(),
        }
    }

    /// The file of its definition.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.name.replace('-', "_") + ".toml"
    }

    /// Its definition, checked.
    ///
    /// # Panics
    /// Never: the definitions that are built in are tested.
    #[must_use]
    pub fn game(&self) -> Game {
        Game::parse(self.toml).expect("the embedded games are tested")
    }
}
