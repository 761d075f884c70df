use proptest::prelude::*;

use super::super::reference::{Grid, grids};
use super::*;
use crate::unit::LetterSet;

#[test]
fn a_word_knows_its_letters() {
    for word in ["", "A", "MOT", "PARLEMENTAIRES"] {
        assert_eq!(Word::new(word.as_bytes()).len(), word.len());
        assert_eq!(Word::new(word.as_bytes()).to_string(), word);
    }
    assert!(Word::new(b"AB") != Word::new(b"ABC"));
}

/// The words of a grid, as the verifier reads them.
fn words(grid: &Grid) -> Vec<String> {
    let reader = grid.reader("ABCDEFGHIJKLMNOPQRSTUVWXYZ", LetterSet::default());
    let reading = reader.read(&grid.cells);
    let rows = Lines::rows(&grid.cells, grid.columns);
    let mut words = Vec::new();
    for (lines, seen) in [(rows, reading.across), (rows.transposed(), reading.down)] {
        let mut runs = Vec::new();
        seen.letters.list_runs(&mut runs);
        words.extend(runs.into_iter().map(|run| lines.word(run).to_string()));
    }
    words
}

#[test]
fn words_are_read_across_then_down() {
    assert_eq!(words(&Grid::new("SOL A.A C.C")), ["SOL", "SAC", "LAC"]);
    assert_eq!(words(&Grid::new("AB CD")), ["AB", "CD", "AC", "BD"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn words_are_those_of_the_reference(grid in grids()) {
        prop_assert_eq!(words(&grid), grid.words());
    }
}
