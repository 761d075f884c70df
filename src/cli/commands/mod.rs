//! The commands, one a file.

pub(super) mod completions;
pub(super) mod game;
pub(super) mod key;
pub(super) mod man;
pub(super) mod seed;
