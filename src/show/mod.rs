//! What people see: units, prize tables and figures, as text for a terminal; units to play and reports of blocks, as pages
//! for a browser. Everything here is pure.

pub mod audit;
pub mod figures;
pub mod json;
pub mod preview;
mod reading;
pub mod report;
mod runs;
pub mod tables;
pub mod terminal;

pub use reading::is_as_written;

/// How the reader of a text sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether colours show.
    pub color: bool,
    /// Columns of the terminal.
    pub columns: usize,
}
