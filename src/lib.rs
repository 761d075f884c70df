//! The pipeline of `emission`, in its order.

pub mod cli;
pub mod format;
pub mod game;
pub mod generate;
pub mod seal;
pub mod show;
pub mod unit;
pub mod words;

#[cfg(test)]
mod statistics;
