use proptest::prelude::*;

use super::super::reference::{Grid, grids, letter_sets};
use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};

const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn read(grid: &Grid, letters: &str) -> Reading {
    let revealed = LetterSet::of(letters.as_bytes());
    grid.reader(ALPHABET, revealed).read(&grid.cells)
}

fn complete(grid: &str, letters: &str) -> u8 {
    read(&Grid::new(grid), letters).complete_words()
}

/// Article 4.5's own example: CHATEAU is one word, neither CHAT nor EAU.
#[test]
fn a_run_is_one_word() {
    assert_eq!(complete("CHATEAU .......", "CHAT"), 0);
    assert_eq!(complete("CHATEAU .......", "EAU"), 0);
    assert_eq!(complete("CHATEAU .......", "CHATEU"), 1);
    assert_eq!(complete("CHAT.EAU ........", "CHATEU"), 2);
}

#[test]
fn words_end_at_grey_cells_and_at_edges() {
    let ring = "SOL A.A C.C";
    assert_eq!(complete(ring, "SOL"), 1);
    assert_eq!(complete(ring, "SOLAC"), 3);
    assert_eq!(complete(".......... ..AB...... ..........", "AB"), 1);
    assert_eq!(
        complete("AB.CD.EF.GH.IJK AB.CD.EF.GH.IJK", ALPHABET),
        5 + 5 + 11
    );
}

#[test]
fn nothing_is_read_in_diagonals_or_backwards() {
    assert_eq!(complete("A.. .B. ..C", "ABC"), 0);
    // Backwards, the row would still be a run; it is the word list that does not know LOS.
    assert_eq!(Grid::new("LOS ...").words(), ["LOS"]);
}

#[test]
fn one_hidden_letter_hides_a_word() {
    let word = "PARLEMENTAIRES. ...............";
    let letters = "PARLEMNTIS";
    assert_eq!(complete(word, letters), 1);
    for hidden in letters.chars() {
        assert_eq!(complete(word, &letters.replace(hidden, "")), 0, "{hidden}");
    }
}

#[test]
fn a_full_square_is_all_words() {
    let full = "A".repeat(15).repeat(15);
    let grid = Grid {
        cells: full.into_bytes(),
        columns: 15,
    };
    assert_eq!(read(&grid, "A").complete_words(), 30);
    assert_eq!(read(&grid, "B").complete_words(), 0);
}

#[test]
fn strange_cells_are_found_and_count_as_grey() {
    let reader = Grid::new("AB.C ....").reader("ABC", LetterSet::of(b"ABCD"));
    for (cells, strange) in [
        (b"AB.C....", None),
        (b"ABaC....", Some((0, 2))),
        (b"ABCD....", Some((0, 3))),
        (b"AB.C...\n", Some((1, 3))),
        (b"AB.C\xc3\xa9..", Some((1, 0))),
        (b"AB.C.@..", Some((1, 1))),
        (b"AB.C.[..", Some((1, 1))),
        (b"AB\0C....", Some((0, 2))),
    ] {
        let reading = reader.read(cells);
        let shown = String::from_utf8_lossy(cells);
        assert_eq!(reading.strange().first(), strange, "{shown:?}");
        assert_eq!(reading.complete_words(), 1, "{shown:?}");
    }
}

#[test]
fn a_unit_is_solved_grid_by_grid() {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let mut unit = Unit::blank(&game);
    unit.letters_mut().copy_from_slice(b"ABCDEFGHIJKLMNOPQR");
    unit.grids_mut()[0].cells_mut()[..5].copy_from_slice(b"AB.CZ");
    unit.grids_mut()[1].cells_mut()[9..14].copy_from_slice(b"CDEFG");
    assert_eq!(Solver::new(&game.grids).solve(&unit), [1, 2, 0, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn complete_words_are_those_of_the_reference(grid in grids(), revealed in letter_sets()) {
        let reading = grid.reader(ALPHABET, revealed).read(&grid.cells);
        prop_assert_eq!(usize::from(reading.complete_words()), grid.complete_words(revealed));
    }

    #[test]
    fn runs_are_those_of_the_reference(grid in grids()) {
        let [across, down] = grid.listed_runs();
        let across = across.as_slice().iter().map(|run| (run.start()..run.end()).map(|at| (run.line(), at)).collect());
        let down = down.as_slice().iter().map(|run| (run.start()..run.end()).map(|at| (at, run.line())).collect());
        let found: Vec<Vec<(usize, usize)>> = across.chain(down).collect();
        prop_assert_eq!(found, grid.runs());
    }

    #[test]
    fn lone_letters_are_those_of_the_reference(grid in grids()) {
        let mut rows = [0; SIDE];
        for (row, column) in grid.alone() {
            rows[row] |= 1 << column;
        }
        let [alone, _] = Marks::pair(&rows);
        let reading = grid.reader(ALPHABET, LetterSet::default()).read(&grid.cells);
        prop_assert_eq!(reading.alone(), alone);
        prop_assert_eq!(alone.first(), grid.alone().first().copied());
    }
}
