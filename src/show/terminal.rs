//! A unit as its player sees it once all letters are revealed, for a terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};

use super::Look;
use super::reading::{Reading, paid_cents, readings};
use super::runs::{Direction, Run};
use crate::game::{Combination, Game, counted, money};
use crate::unit::{GREY, Grid, Unit};

/// A letter of a complete word: dark on a light ground, so that it stands out on any terminal.
const COMPLETE: Style = Style::new()
    .fg_color(Some(Color::Ansi(AnsiColor::Black)))
    .bg_color(Some(Color::Ansi(AnsiColor::BrightGreen)))
    .bold();
/// A letter that was not revealed.
const HIDDEN: Style = Style::new().dimmed();
/// What the player looks for first.
const STRONG: Style = Style::new().bold();

/// Columns between two grids.
const GAP: usize = 3;
/// Columns before the letters.
const LABEL: usize = 9;

/// Which unit it is: the line above it.
#[must_use]
pub fn title(game: &Game, emission: u32, block: u32, unit: u32) -> String {
    let name = &game.name;
    format!("{name}: unit {unit} of block {block}, emission {emission}")
}

/// Shows a unit: its letters in reveal order, its grids with their complete words and gains, its prize, and the
/// ladder of article 4.6 with the steps that it reaches.
///
/// Revealed letters are capitals, hidden ones are not. Words, gains and prize are read from the grids, as a player would; where the unit
/// itself says otherwise, this is said.
#[must_use]
pub fn unit(game: &Game, unit: &Unit, title: &str, look: Look) -> String {
    let page = Page { game, unit, look };
    let mut text = format!("{}\n\n", page.style(STRONG, title));
    text.push_str(&page.letters());
    text.push('\n');
    let readings = readings(game, unit);
    text.push_str(&page.grids(&readings));
    text.push_str(&page.prize(&readings));
    text.push_str(&page.disagreement(&readings));
    text.push('\n');
    text.push_str(&page.ladder(&readings));
    text
}

/// What the drawing needs to know.
struct Page<'a> {
    game: &'a Game,
    unit: &'a Unit,
    look: Look,
}

/// A line of text, and the columns that it takes on a terminal.
struct Line {
    text: String,
    columns: usize,
}

impl Line {
    fn plain(text: String) -> Self {
        let columns = text.chars().count();
        Self { text, columns }
    }
}

impl Page<'_> {
    fn style(&self, style: Style, text: &str) -> String {
        if self.look.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// The letters in reveal order, then those that stay hidden.
    fn letters(&self) -> String {
        let revealed = self.unit.letters();
        let alphabet = self.game.alphabet.bytes();
        let hidden = alphabet.filter(|letter| !revealed.contains(letter));
        let hidden: Vec<u8> = hidden.map(|letter| letter.to_ascii_lowercase()).collect();
        self.row_of_letters("Letters", revealed) + &self.row_of_letters("Hidden", &hidden)
    }

    /// Letters behind their label, on as many lines as they need.
    fn row_of_letters(&self, label: &str, letters: &[u8]) -> String {
        let a_line = (self.look.columns.saturating_sub(LABEL) / 2).max(1);
        let mut text = String::new();
        for (index, letters) in letters.chunks(a_line).enumerate() {
            let label = if index == 0 { label } else { "" };
            let letters: Vec<String> = letters.iter().map(|&l| char::from(l).into()).collect();
            let _ = writeln!(text, "{label:LABEL$}{}", letters.join(" "));
        }
        text
    }

    fn columns(&self) -> usize {
        self.game.grids.columns.into()
    }

    /// The grids, as many side by side as there is room for.
    fn grids(&self, readings: &[Reading]) -> String {
        let grids = self.unit.grids().iter().zip(readings).enumerate();
        let blocks: Vec<Vec<Line>> = grids
            .map(|(index, (grid, reading))| self.block(index, grid, reading))
            .collect();
        let width = blocks
            .iter()
            .flatten()
            .map(|line| line.columns)
            .max()
            .unwrap_or(0);
        let abreast = ((self.look.columns + GAP) / (width + GAP)).max(1);
        blocks
            .chunks(abreast)
            .map(|row| side_by_side(row, width))
            .collect()
    }

    /// A grid with its title above, and its gain and complete words below.
    fn block(&self, index: usize, grid: &Grid, reading: &Reading) -> Vec<Line> {
        let mut lines = vec![Line::plain(format!("Grid {}", index + 1))];
        lines.extend(self.frame(grid, reading));
        lines.push(self.gain(reading));
        lines.extend(reading.complete.iter().map(|run| self.word(run)));
        lines
    }

    fn frame(&self, grid: &Grid, reading: &Reading) -> Vec<Line> {
        let bar = "─".repeat(2 * self.columns() + 1);
        let mut lines = vec![Line::plain(format!("┌{bar}┐"))];
        let mut complete = vec![false; grid.cells().len()];
        for &cell in reading.complete.iter().flat_map(|run| &run.cells) {
            complete[cell] = true;
        }
        let rows = grid.cells().chunks(self.columns());
        for (cells, complete) in rows.zip(complete.chunks(self.columns())) {
            lines.push(self.row(cells, complete));
        }
        lines.push(Line::plain(format!("└{bar}┘")));
        lines
    }

    /// One row of cells, a blank before and after each.
    fn row(&self, cells: &[u8], complete: &[bool]) -> Line {
        let mut text = String::from("│ ");
        for (&cell, &complete) in cells.iter().zip(complete) {
            text.push_str(&self.cell(cell, complete));
            text.push(' ');
        }
        text.push('│');
        let columns = 2 * cells.len() + 3;
        Line { text, columns }
    }

    fn cell(&self, cell: u8, complete: bool) -> String {
        let letter = char::from(cell);
        if cell == GREY {
            self.style(HIDDEN, "·")
        } else if complete {
            self.style(COMPLETE, &letter.to_string())
        } else if self.unit.letters().contains(&cell) {
            letter.to_string()
        } else {
            self.style(HIDDEN, &letter.to_ascii_lowercase().to_string())
        }
    }

    fn gain(&self, reading: &Reading) -> Line {
        let words = counted(reading.words.into(), "complete word");
        let gain = reading
            .gain_cents
            .map_or("no gain".into(), |cents| self.amount(cents));
        let plain = Line::plain(format!("{words}: {gain}"));
        Line {
            text: self.style(STRONG, &plain.text),
            ..plain
        }
    }

    /// A complete word with its way and where it is: the row of a word across, the column of a word down.
    fn word(&self, run: &Run) -> Line {
        let first = run.cells[0];
        let place = match run.direction {
            Direction::Across => format!("→ row {:<2}", first / self.columns() + 1),
            Direction::Down => format!("↓ col {:<2}", first % self.columns() + 1),
        };
        Line::plain(format!("{place}  {}", run.word))
    }

    fn amount(&self, cents: u64) -> String {
        format!("{} {}", money(cents), self.game.currency)
    }

    fn prize(&self, readings: &[Reading]) -> String {
        let gains: Vec<u64> = readings
            .iter()
            .filter_map(|reading| reading.gain_cents)
            .collect();
        let paid = paid_cents(self.game, readings);
        let how = match (gains.as_slice(), self.game.grids.combination) {
            ([] | [_], _) => String::new(),
            (gains, Combination::Sum) => format!("{} = ", joined(gains, " + ")),
            (gains, Combination::Highest) => format!("highest of {}: ", joined(gains, " and ")),
        };
        let prize = match paid {
            0 => "none".into(),
            cents => how + &self.amount(cents),
        };
        format!("{}\n", self.style(STRONG, &format!("Prize: {prize}")))
    }

    /// What the unit says of itself, where its grids show something else.
    fn disagreement(&self, readings: &[Reading]) -> String {
        let mut text = String::new();
        for (index, (reading, &said)) in readings.iter().zip(self.unit.words()).enumerate() {
            if reading.words != said {
                let _ = writeln!(
                    text,
                    "But the block says {said} complete words for grid {}.",
                    index + 1
                );
            }
        }
        let said = self.unit.prize_cents;
        if said != paid_cents(self.game, readings) {
            let _ = writeln!(text, "But the block says a prize of {}.", self.amount(said));
        }
        text
    }

    /// The ladder, each step with the grids that reach it.
    fn ladder(&self, readings: &[Reading]) -> String {
        let mut text = String::from("What one grid pays\n");
        let amounts = self.game.ladder.iter().map(|step| money(step.prize_cents));
        let amounts: Vec<String> = amounts.collect();
        let width = amounts.iter().map(String::len).max().unwrap_or(0);
        for (step, amount) in self.game.ladder.iter().zip(&amounts) {
            let words = step.words;
            let plural = if words == 1 { " " } else { "s" };
            let grids = grids_with(words, readings);
            let mark = if grids.is_empty() { ' ' } else { '▸' };
            let line = format!("{mark} {words:>2} word{plural}  {amount:>width$}  {grids}");
            let style = if grids.is_empty() {
                Style::new()
            } else {
                COMPLETE
            };
            let _ = writeln!(text, "{}", self.style(style, line.trim_end()));
        }
        text
    }
}

/// `grid 1, grid 2`: the grids with this many complete words.
fn grids_with(words: u8, readings: &[Reading]) -> String {
    let grids = readings.iter().enumerate();
    let names = grids
        .filter(|(_, reading)| reading.words == words)
        .map(|(index, _)| format!("grid {}", index + 1));
    names.collect::<Vec<_>>().join(", ")
}

fn joined(gains: &[u64], separator: &str) -> String {
    let gains: Vec<String> = gains.iter().map(|&gain| money(gain)).collect();
    gains.join(separator)
}

/// Blocks of lines beside one another, each padded to the same width, and an empty line below them.
fn side_by_side(blocks: &[Vec<Line>], width: usize) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut pad = 0;
        for line in blocks.iter().map(|block| block.get(row)) {
            let (content, columns) =
                line.map_or(("", 0), |line| (line.text.as_str(), line.columns));
            if columns > 0 {
                text.extend(std::iter::repeat_n(' ', pad));
                text.push_str(content);
                pad = 0;
            }
            pad += width - columns + GAP;
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
