//! The pipeline of `emission`, in its order.

pub mod format;
pub mod game;
pub mod unit;
pub mod words;
