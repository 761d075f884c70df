//! The commands, one a file.

pub(super) mod audit;
pub(super) mod check_proof;
pub(super) mod completions;
pub(super) mod convert;
pub(super) mod game;
pub(super) mod generate;
pub(super) mod key;
pub(super) mod man;
pub(super) mod preview;
pub(super) mod prove;
pub(super) mod report;
pub(super) mod reproduce;
pub(super) mod rng_dump;
pub(super) mod seed;
pub(super) mod show;
pub(super) mod verify;
