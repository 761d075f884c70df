use proptest::prelude::*;

use super::super::reference::{Grid, grids};
use super::*;

/// Whether a grid's words are connected; `None` when there are too many of them.
fn connected_words(grid: &Grid) -> Option<bool> {
    let [across, down] = grid.listed_runs();
    let (across, down) = (across.as_slice(), down.as_slice());
    (across.len() + down.len() <= MAX_WORDS).then(|| connected(across, down))
}

#[test]
fn words_are_connected_through_shared_cells_alone() {
    for (grid, expected) in [
        ("SOL A.A C.C", true),
        ("SOL ... LAC", false),
        ("S.L O.A L.C", false),
        ("SOL A.. C.C", true),
        ("SAC. ...L ...A ...C", false),
        ("..A. SOL. ..B. ....", true),
        ("AB.. .... ..CD ..E.", false),
        ("A.B C.D E.F", false),
        ("AB.. C... ..DE ..F.", false),
        ("ABC ...", true),
        ("A.. B..", true),
        ("... ...", true),
        ("AB...CD. .E...F.. .GHIJK..", true),
    ] {
        assert_eq!(connected_words(&Grid::new(grid)), Some(expected), "{grid}");
        assert_eq!(Grid::new(grid).connected(), expected, "{grid}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn connected_words_are_those_of_the_reference(grid in grids()) {
        if let Some(connected) = connected_words(&grid) {
            prop_assert_eq!(connected, grid.connected());
        }
    }
}
