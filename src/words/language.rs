//! The languages whose words are built in.

use std::sync::LazyLock;

use super::{BLOCKED, BlockList, FRENCH};

/// The English word list, as it stands in `wordlists/`.
pub const ENGLISH: &str = include_str!("../../wordlists/en.txt");

/// The English block list: `wordlists/blocklist_en.tsv`.
static BLOCKED_ENGLISH: LazyLock<BlockList> = LazyLock::new(|| {
    BlockList::parse(include_str!("../../wordlists/blocklist_en.tsv"))
        .expect("the embedded block list is tested")
});

/// A language with a word list and a block list that are built in.
///
/// The two go together: what is harmless in one language may be the worst word of another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// French: that of the règlement.
    #[default]
    French,
    /// English, as it is spelled on both sides of the Atlantic.
    English,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::French, Self::English];

    /// The language of an ISO 639 code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// Its ISO 639 code, which names its words on the command line and its files in `wordlists/`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::French => "fr",
            Self::English => "en",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::French => "French",
            Self::English => "English",
        }
    }

    /// Its word list, to be read by [`WordList::parse`](super::WordList::parse).
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::French => FRENCH,
            Self::English => ENGLISH,
        }
    }

    /// Its block list.
    #[must_use]
    pub fn blocked(self) -> &'static BlockList {
        match self {
            Self::French => &BLOCKED,
            Self::English => &BLOCKED_ENGLISH,
        }
    }
}
