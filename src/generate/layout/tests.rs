#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "counts of tests are small"
)]

use std::collections::BTreeSet;

use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::generate::rng::layout_key;

fn game() -> Game {
    Game::parse(MAXI_MOTS_CROISES).expect("the embedded game")
}

fn rules(rows: u8, columns: u8, words: u8, min_length: u8, max_length: u8) -> GridRules {
    GridRules {
        rows,
        columns,
        words,
        min_length,
        max_length,
        ..game().grids
    }
}

/// Cells of a slot, as row and column.
fn cells(slot: Slot) -> Vec<(u8, u8)> {
    (0..slot.length)
        .map(|at| {
            if slot.down {
                (slot.row + at, slot.column)
            } else {
                (slot.row, slot.column + at)
            }
        })
        .collect()
}

/// The slow, obvious reading of the rules: runs of the drawn grid are the slots, and all are connected.
fn check(rules: &GridRules, layout: &[Slot]) {
    assert_eq!(layout.len(), usize::from(rules.words));
    let lengths = rules.min_length..=rules.max_length;
    assert!(layout.iter().all(|slot| lengths.contains(&slot.length)));
    let taken: BTreeSet<(u8, u8)> = layout.iter().flat_map(|&slot| cells(slot)).collect();
    assert!(
        taken
            .iter()
            .all(|&(row, column)| row < rules.rows && column < rules.columns)
    );
    let mut slots: Vec<Slot> = layout.to_vec();
    slots.sort_unstable();
    assert_eq!(slots, runs(rules, &taken));
    let mut reached = vec![layout[0]];
    let mut at = 0;
    while at < reached.len() {
        for &slot in layout {
            if !reached.contains(&slot) && crossing(slot, reached[at]).is_some() {
                reached.push(slot);
            }
        }
        at += 1;
    }
    assert_eq!(reached.len(), layout.len(), "all slots are connected");
}

/// Maximal runs of two or more taken cells, sorted.
fn runs(rules: &GridRules, taken: &BTreeSet<(u8, u8)>) -> Vec<Slot> {
    let mut runs = Vec::new();
    for row in 0..rules.rows {
        for column in 0..rules.columns {
            for down in [false, true] {
                let at = |step: i16| {
                    let (by_row, by_column) = if down { (step, 0) } else { (0, step) };
                    let cell = (i16::from(row) + by_row, i16::from(column) + by_column);
                    u8::try_from(cell.0).ok().zip(u8::try_from(cell.1).ok())
                };
                let is_taken = |step: i16| at(step).is_some_and(|cell| taken.contains(&cell));
                let length = (0..16).take_while(|&step| is_taken(step)).count() as u8;
                if length >= 2 && !is_taken(-1) {
                    runs.push(Slot {
                        row,
                        column,
                        length,
                        down,
                    });
                }
            }
        }
    }
    runs.sort_unstable();
    runs
}

#[test]
fn layouts_keep_the_rules_in_every_symmetry() {
    let game = game();
    let key = layout_key(&game.sha256());
    for index in 0..300 {
        let layout = grow(&game.grids, &key, index).expect("a layout");
        for number in 0..Symmetry::count(&game.grids) {
            let symmetry = Symmetry::number(number);
            let seen: Vec<Slot> = layout
                .iter()
                .map(|&slot| symmetry.apply(&game.grids, slot))
                .collect();
            check(&game.grids, &seen);
        }
        let letters: u32 = layout.iter().map(|slot| u32::from(slot.length)).sum();
        assert!(letters >= 94, "18 words of 5.2 letters in the mean");
        assert!(layout.iter().filter(|slot| slot.length == 3).count() <= 3);
    }
}

#[test]
fn other_shapes_have_layouts_too() {
    let key = layout_key(&[0; 32]);
    for rules in [
        rules(15, 15, 24, 3, 15),
        rules(7, 7, 4, 3, 7),
        rules(15, 9, 12, 2, 8),
        rules(5, 15, 6, 3, 9),
        rules(11, 11, 24, 3, 9),
    ] {
        for index in 0..20 {
            let layout =
                grow(&rules, &key, index).unwrap_or_else(|error| panic!("{rules:?}: {error}"));
            for number in 0..Symmetry::count(&rules) {
                let symmetry = Symmetry::number(number);
                check(
                    &rules,
                    &layout
                        .iter()
                        .map(|&slot| symmetry.apply(&rules, slot))
                        .collect::<Vec<_>>(),
                );
            }
        }
    }
}

#[test]
fn a_grid_without_room_is_given_up_with_what_to_change() {
    let error =
        grow(&rules(4, 4, 24, 3, 4), &layout_key(&[0; 32]), 0).expect_err("24 words in 16 cells");
    assert_eq!(
        error.to_string(),
        "no layout of 24 words fits 4 × 4 cells in 4096 attempts: \
         lower grids.words or grids.min_length, or raise grids.rows and grids.columns"
    );
}

/// The eight symmetries of a layout are eight layouts, and each is its own inverse or another's.
#[test]
fn symmetries_differ() {
    let game = game();
    let layout = grow(&game.grids, &layout_key(&game.sha256()), 0).expect("a layout");
    let seen: BTreeSet<Vec<Slot>> = (0..8)
        .map(|number| {
            let mut slots: Vec<Slot> = layout
                .iter()
                .map(|&slot| Symmetry::number(number).apply(&game.grids, slot))
                .collect();
            slots.sort_unstable();
            slots
        })
        .collect();
    assert_eq!(seen.len(), 8);
}

#[test]
fn slots_are_filled_where_most_letters_are_set() {
    let game = game();
    let order = grow(&game.grids, &layout_key(&game.sha256()), 5).expect("a layout");
    let set = |slot: Slot, before: &[Slot]| {
        before
            .iter()
            .filter(|&&other| crossing(slot, other).is_some())
            .count()
    };
    for at in 1..order.len() {
        let here = set(order[at], &order[..at]);
        assert!(here >= 1, "each next slot crosses one before it");
        assert!(here <= 2, "few words have three given letters");
        assert!(
            order[at..]
                .iter()
                .all(|&later| set(later, &order[..at]) <= here)
        );
    }
}
