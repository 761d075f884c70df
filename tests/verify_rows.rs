//! Each fault of a row is found as what it is, in its unit, and as nothing else. All seals of these blocks are right:
//! whoever made the fault also had the key.

mod common;

use common::{GRIDS, SmallBlock};
use emission::unit::Unit;
use emission::verify::Kind;

/// A unit without a prize, of 40.
const UNIT: u32 = 23;

/// A block whose rows are right but for one, changed by a test.
fn with_row(change: impl FnOnce(String) -> String) -> SmallBlock {
    let block = SmallBlock::new(40);
    let mut rows = block.rows();
    let row = &mut rows[UNIT as usize - 1];
    let changed = change(String::from_utf8(row.clone()).expect("text"));
    assert_ne!(changed.as_bytes(), row.as_slice());
    *row = changed.into_bytes();
    block.write_rows(&rows);
    block
}

/// A block whose units are right but for one, changed by a test; its counts and its prize are those of its grids.
fn with_unit(change: impl FnOnce(&mut Unit)) -> SmallBlock {
    let mut block = SmallBlock::new(40);
    block.change(UNIT, |unit| {
        unit.letters_mut().copy_from_slice(b"BDFHJMQUV");
        change(unit);
    });
    block.write();
    block
}

fn set_grid(unit: &mut Unit, grid: usize, cells: &str) {
    let cells = cells.replace(' ', "");
    unit.grids_mut()[grid]
        .cells_mut()
        .copy_from_slice(cells.as_bytes());
}

#[track_caller]
fn assert_finds(block: &SmallBlock, kind: &str) {
    block.assert_finds(&[(kind, &[UNIT])]);
}

#[test]
fn a_right_block_has_no_findings() {
    let block = SmallBlock::new(40);
    block.write();
    block.assert_finds(&[]);
    with_unit(|_| {}).assert_finds(&[]);
    let report = block.verify();
    assert_eq!(report.units, 40);
    assert_eq!(report.lots, block.game.total_lots());
    assert_eq!(report.prizes_cents, block.game.total_prizes_cents());
    assert_eq!(report.words_in_use, 8);
    assert_eq!(report.signer, Some(block.key.fingerprint()));
    assert_eq!(report.folder, block.folder());
    let manifest = report.manifest.expect("a manifest");
    assert_eq!(report.merkle_root, Some(manifest.merkle_root));
    assert!(
        report.tiers.len() == 3
            && report
                .tiers
                .iter()
                .all(|tier| tier.found == u64::from(tier.lots))
    );
    assert!(
        report.ways.len() == 3
            && report
                .ways
                .iter()
                .all(|way| way.found == u64::from(way.lots))
    );
}

#[test]
fn fields_of_other_widths() {
    assert_finds(&with_row(|row| row.replacen("23,", "23;", 1)), "row-form");
    assert_finds(
        &with_row(|row| row.replacen(",PORTE", ",ORTE", 1)),
        "row-form",
    );
    assert_finds(
        &with_row(|row| row.replacen(",PORTE", ",PPORTE", 1)),
        "row-form",
    );
    assert_finds(
        &with_row(|row| row.replacen(",PORTE", ",P,RTE", 1)),
        "row-form",
    );
    assert_finds(
        &with_row(|row| row.replacen(",PORTEA", ",\"PORTEA\"", 1)),
        "row-form",
    );
    assert_finds(&with_row(|row| row + "\r"), "row-form");
    assert_finds(&with_row(|row| row + ","), "row-form");
    assert_finds(&with_row(|_| String::new()), "row-form");
}

#[test]
fn a_row_that_cannot_be_read_counts_for_nothing() {
    let block = with_row(|row| row + "\r");
    assert_finds(&block, "row-form");
    assert_eq!(block.verify().units, 39);
    let mut rows = SmallBlock::new(40).rows();
    let block = SmallBlock::new(40);
    rows[2].push(b'\r');
    block.write_rows(&rows);
    block.assert_finds(&[("row-form", &[3]), ("prize-table", &[]), ("ways", &[])]);
}

#[test]
fn numbers_out_of_place() {
    assert_finds(&with_row(|row| row.replacen("23,", "24,", 1)), "row-number");
    assert_finds(
        &with_row(|row| row.replacen("23,", "023,", 1)),
        "row-number",
    );
    assert_finds(
        &with_row(|row| row.replacen("23,", "99999999999999999999923,", 1)),
        "row-number",
    );
    let block = SmallBlock::new(40);
    let mut rows = block.rows();
    rows.swap(6, 30);
    block.write_rows(&rows);
    block.assert_finds(&[("row-number", &[7, 31])]);
}

#[test]
fn nonces_that_are_no_hexadecimal_digits() {
    assert_finds(
        &with_row(|row| row[..row.len() - 1].to_owned() + "A"),
        "row-nonce",
    );
    assert_finds(
        &with_row(|row| row[..row.len() - 1].to_owned() + "g"),
        "row-nonce",
    );
}

#[test]
fn letters_outside_the_alphabet_or_twice() {
    assert_finds(
        &with_unit(|unit| unit.letters_mut()[3] = b'K'),
        "letters-alphabet",
    );
    assert_finds(
        &with_unit(|unit| unit.letters_mut()[3] = b'j'),
        "letters-alphabet",
    );
    assert_finds(
        &with_unit(|unit| unit.letters_mut()[3] = b'B'),
        "letters-repeated",
    );
}

#[test]
fn letters_that_spell_a_blocked_word() {
    assert_finds(
        &with_unit(|unit| unit.letters_mut().copy_from_slice(b"BDGROSMQU")),
        "letters-readable",
    );
    assert_finds(
        &with_unit(|unit| unit.letters_mut().copy_from_slice(b"BDMQUSORG")),
        "letters-readable",
    );
    with_unit(|unit| unit.letters_mut().copy_from_slice(b"BDGROMQUS")).assert_finds(&[]);
}

#[test]
fn cells_that_are_no_letters() {
    for strange in [b'-', b'/', b' ', b'a', b'K', b'0', b'@', b'[', 0xE9, 0] {
        assert_finds(
            &with_unit(|unit| unit.grids_mut()[0].cells_mut()[12] = strange),
            "cells",
        );
    }
}

#[test]
fn more_words_or_fewer() {
    assert_finds(
        &with_unit(|unit| set_grid(unit, 0, "PORTE A...X R...I L...L E...S")),
        "run-count",
    );
    let block = with_unit(|unit| set_grid(unit, 1, "SOL.. E.... C.TAS ..I.O ..R.L"));
    block.assert_finds(&[("run-count", &[UNIT]), ("word-repeated", &[UNIT])]);
}

#[test]
fn words_too_short_or_too_long() {
    let block = with_unit(|unit| set_grid(unit, 0, "SOL.. E.... C.TAS ..I.. ....."));
    block.assert_finds(&[("run-length", &[UNIT]), ("islands", &[UNIT])]);
}

#[test]
fn words_that_the_list_does_not_have() {
    assert_finds(
        &with_unit(|unit| unit.grids_mut()[0].cells_mut()[2] = b'N'),
        "word-unknown",
    );
    assert_finds(
        &with_unit(|unit| unit.grids_mut()[0].cells_mut()[2] = b'S'),
        "word-blocked",
    );
}

/// CHAT inside CHATEAU: letters that make a word with others of its run are no word of their own.
#[test]
fn a_run_is_one_word() {
    let block = with_unit(|unit| set_grid(unit, 0, "SOLTE A...X R...I L...L ELANS"));
    block.assert_finds(&[("word-unknown", &[UNIT])]);
    assert_eq!(block.verify().findings.total(), 2, "SOLTE and SARLE");
}

/// Words are read from left to right and from top to bottom only.
#[test]
fn words_backwards_or_in_diagonals_are_none() {
    let mirrored: String = GRIDS[0]
        .as_bytes()
        .chunks(5)
        .flat_map(|row| row.iter().rev())
        .map(|&cell| char::from(cell))
        .collect();
    let block = with_unit(|unit| set_grid(unit, 0, &mirrored));
    assert_finds(&block, "word-unknown");
    let diagonal = with_unit(|unit| set_grid(unit, 0, "S.... .O... ..L.. ..... ....."));
    diagonal.assert_finds(&[("run-count", &[UNIT]), ("cell-alone", &[UNIT])]);
}

#[test]
fn words_that_stand_twice() {
    assert_finds(
        &with_unit(|unit| set_grid(unit, 0, GRIDS[1])),
        "word-repeated",
    );
}

#[test]
fn letters_in_no_word() {
    assert_finds(
        &with_unit(|unit| unit.grids_mut()[1].cells_mut()[12] = b'A'),
        "cell-alone",
    );
}

#[test]
fn words_that_are_not_connected() {
    assert_finds(
        &with_unit(|unit| set_grid(unit, 1, "SOL.. E.... C.TAS ..I.. ..R..")),
        "islands",
    );
}

#[test]
fn counts_that_are_not_those_of_the_grids() {
    let count = |row: String, counts: &str| {
        let nonce = row.len() - 36;
        format!("{}{counts}{}", &row[..nonce], &row[nonce + 3..])
    };
    for counts in ["9,0", "0,9", "-,0", "0, "] {
        assert_finds(&with_row(|row| count(row, counts)), "word-count");
    }
}

#[test]
fn prizes_that_are_not_those_of_the_grids() {
    for prize in ["0100", "1200", "9999", "-000", "    "] {
        assert_finds(
            &with_row(|row| row.replacen("23,0000", &format!("23,{prize}"), 1)),
            "prize",
        );
    }
}

/// Two wrong prizes whose sum is right are two findings; the table is that of the grids, and right.
#[test]
fn a_right_total_by_two_wrongs() {
    let mut block = SmallBlock::new(40);
    assert_eq!(
        (block.units[2].prize_cents, block.units[22].prize_cents),
        (100, 0)
    );
    block.units[2].prize_cents = 0;
    block.units[22].prize_cents = 100;
    block.write();
    block.assert_finds(&[("prize", &[3, UNIT])]);
}

/// A block made for another prize table: each unit is right, and their sum is not.
#[test]
fn another_prize_table_or_other_ways() {
    let mut block = SmallBlock::new(40);
    block.change(UNIT, |unit| {
        unit.letters_mut().copy_from_slice(b"AELOPRTUX");
    });
    block.write();
    block.assert_finds(&[("prize-table", &[]), ("ways", &[])]);
    let report = block.verify();
    assert_eq!(report.lots, block.game.total_lots() + 1);
    assert_eq!(report.prizes_cents, block.game.total_prizes_cents() + 100);
    assert!(report.findings.iter().all(|finding| finding.count == 1));
}

#[test]
fn complete_words_that_are_no_way_of_the_table() {
    let mut block = SmallBlock::new(40);
    let ways: Vec<_> = block
        .game
        .ways()
        .map(|paid| paid.way.words.clone())
        .collect();
    assert!(!ways.contains(&vec![3, 2]));
    block.change(UNIT, |unit| {
        set_grid(unit, 1, "TAS.. I.... R.SOL ..E.. ..C..");
        unit.letters_mut().copy_from_slice(b"AEILOPRST");
    });
    block.write();
    block.assert_finds(&[("islands", &[UNIT]), ("outcome", &[UNIT])]);
    let found = block.verify().findings;
    let islands = found.get(Kind::Islands).expect("a finding");
    assert_eq!(islands.details, [format!("unit {UNIT}: grid_2")]);
}

#[test]
fn two_units_that_show_the_same() {
    let mut block = SmallBlock::new(40);
    let letters = block.units[9].letters().to_vec();
    let before = block.units[30].words().to_vec();
    block.change(31, |unit| {
        unit.letters_mut().copy_from_slice(&letters);
        unit.letters_mut().reverse();
    });
    assert_eq!(block.units[30].words(), before, "the table stays right");
    block.write();
    block.assert_finds(&[("twins", &[31])]);
    assert_eq!(
        block
            .verify()
            .findings
            .iter()
            .next()
            .expect("a finding")
            .details,
        ["unit 31: shows what unit 10 shows"]
    );
}
