//! The words of a grid, as a reader finds them.

use serde::Serialize;

use crate::unit::{GREY, LetterSet};

/// Which way a word is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// A maximal sequence of two or more neighbouring letters (article 4.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    /// Its way.
    pub(super) direction: Direction,
    /// Its cells, counted row by row from 0.
    pub(super) cells: Vec<usize>,
    /// Its letters.
    pub(super) word: String,
}

impl Run {
    /// Whether all its letters are revealed.
    pub(super) fn is_complete(&self, revealed: LetterSet) -> bool {
        revealed.contains(LetterSet::of(self.word.as_bytes()))
    }
}

/// All runs of a grid: those across from the top, then those down from the left.
pub(super) fn runs(cells: &[u8], columns: usize) -> Vec<Run> {
    let across = (0..cells.len() / columns).map(|row| {
        let line = (row * columns..(row + 1) * columns).collect();
        (Direction::Across, line)
    });
    let down = (0..columns).map(|column| {
        let line: Vec<usize> = (column..cells.len()).step_by(columns).collect();
        (Direction::Down, line)
    });
    across
        .chain(down)
        .flat_map(|(direction, line)| runs_of_line(cells, direction, &line))
        .collect()
}

fn runs_of_line(cells: &[u8], direction: Direction, line: &[usize]) -> Vec<Run> {
    line.split(|&cell| cells[cell] == GREY)
        .filter(|run| run.len() >= 2)
        .map(|run| Run {
            direction,
            cells: run.to_vec(),
            word: run.iter().map(|&cell| char::from(cells[cell])).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_maximal_and_of_two_letters_or_more() {
        let found = runs(
            b"CHAT.EAU\
                           .E....S.\
                           ........",
            8,
        );
        let words: Vec<_> = found
            .iter()
            .map(|run| (run.direction, run.word.as_str(), run.cells[0]))
            .collect();
        assert_eq!(
            words,
            [
                (Direction::Across, "CHAT", 0),
                (Direction::Across, "EAU", 5),
                (Direction::Down, "HE", 1),
                (Direction::Down, "AS", 6),
            ]
        );
    }

    #[test]
    fn a_run_does_not_go_on_in_the_next_row() {
        let words: Vec<_> = runs(b"..AB..", 3).into_iter().map(|run| run.word).collect();
        assert_eq!(words, Vec::<String>::new());
    }

    #[test]
    fn a_word_is_complete_with_all_its_letters() {
        let run = &runs(b"CHAT", 4)[0];
        assert!(run.is_complete(LetterSet::of(b"TCHA")));
        assert!(!run.is_complete(LetterSet::of(b"CHAUD")));
    }
}
