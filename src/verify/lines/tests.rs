use proptest::prelude::*;

use super::super::reference::{Grid, grids};
use super::*;

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
    // A full sheet, of which nothing may be left.
    let mut sheet = Sheet::default();
    sheet.copy(&[b'Z'; 15 * 15], 15);
    sheet.copy(&grid.cells, grid.columns);
    let [across, down] = grid.listed_runs();
    let across = across.as_slice().iter().map(|&run| sheet.rows.word(run));
    let down = down.as_slice().iter().map(|&run| sheet.columns.word(run));
    across.chain(down).map(|word| word.to_string()).collect()
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
