use super::super::reference;
use super::*;
use crate::game::Game;
use crate::words::{BlockList, WordList};

const ROW: &str = "7,0000,ACDEGHNOR,PORTEA...XR...IL...LELANS,TABLEI...CG...RR...AECRIN,0,1,00112233445566778899aabbccddeeff";

/// Units found to show what another one shows, among rows whose fingerprints are all suspect.
fn twins(rows: &[&str]) -> Vec<u32> {
    let game = Game::parse(reference::GAME).expect("a good game");
    let blocked = BlockList::parse("").expect("an empty list");
    let words = WordList::parse("", &game.alphabet, &blocked).expect("an empty list");
    let standard = Standard::new(&game, &words, &blocked);
    let print = |row: &&str| {
        let row = standard.split(row.as_bytes())?;
        Some(fingerprint(&row, LetterSet::of(row.letters)))
    };
    let prints = rows
        .iter()
        .filter_map(print)
        .flat_map(|print| [print, print]);
    let mut suspects = Suspects::among(prints.collect());
    let mut findings = Findings::default();
    for (unit, row) in (1..).zip(rows) {
        suspects.look(&standard, unit, row.as_bytes(), &mut findings);
    }
    findings
        .get(Kind::Twins)
        .map_or(Vec::new(), |found| found.units.clone())
}

#[test]
fn fingerprints_that_stand_once_are_not_suspect() {
    assert!(Suspects::among(vec![]).is_empty());
    assert!(Suspects::among(vec![3, 1, 2, u64::MAX, 0]).is_empty());
    for suspect in [vec![1, 2, 1], vec![0, 0], vec![5, 5, 5, 5]] {
        assert_eq!(Suspects::among(suspect).fingerprints.len(), 1);
    }
}

#[test]
fn only_units_that_show_the_same_are_twins() {
    let other_letters = ROW.replace("ACDEGHNOR", "ACDEGHNOS");
    let other_order = ROW
        .replace("ACDEGHNOR", "RONHGEDCA")
        .replace("0011", "ffff");
    let other_grid = ROW.replace("PORTE", "PORTS");
    let other_sides = ROW.replace(
        "PORTEA...XR...IL...LELANS,TABLEI...CG...RR...AECRIN",
        "TABLEI...CG...RR...AECRIN,PORTEA...XR...IL...LELANS",
    );
    assert!(twins(&[ROW, &other_letters, &other_grid, &other_sides]).is_empty());
    assert_eq!(
        twins(&[
            ROW,
            &other_letters,
            &other_order,
            "no row",
            ROW,
            &other_letters
        ]),
        [3, 5, 6]
    );
}
