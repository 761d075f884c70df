use proptest::prelude::*;

use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::unit::Unit;

fn game() -> Game {
    Game::parse(MAXI_MOTS_CROISES).expect("the embedded game")
}

/// The header that the format documents.
#[test]
fn headers_name_every_grid() {
    assert_eq!(
        header(2),
        "unit,prize_cents,letters,grid_1,grid_2,words_1,words_2,nonce"
    );
    assert_eq!(header(1), "unit,prize_cents,letters,grid_1,words_1,nonce");
}

#[test]
fn a_row_splits_into_what_it_was_made_of() {
    let (game, shape) = (game(), RowShape::of(&game()));
    let mut unit = Unit::blank(&game);
    unit.number = 131_073;
    unit.prize_cents = 500;
    unit.words_mut().copy_from_slice(&[2, 1]);
    let mut bytes = Vec::new();
    unit.write_canonical(&shape, &mut bytes);
    let row = Row::split(&bytes, &shape).expect("a row");
    assert_eq!(
        (row.unit, row.prize_cents, row.letters),
        (&b"131073"[..], &b"00000500"[..], unit.letters())
    );
    assert_eq!(
        row.grids().collect::<Vec<_>>(),
        [unit.grids()[0].cells(), unit.grids()[1].cells()]
    );
    assert_eq!(row.words().collect::<Vec<_>>(), [b"2", b"1"]);
    assert_eq!(row.nonce, [b'0'; 32]);
    for comma in bytes
        .iter()
        .enumerate()
        .filter(|&(_, &byte)| byte == b',')
        .map(|(at, _)| at)
    {
        let mut changed = bytes.clone();
        changed[comma] = b';';
        assert_eq!(Row::split(&changed, &shape), None, "no comma at {comma}");
    }
    assert_eq!(Row::split(&bytes[1..40], &shape), None, "a cut row");
}

#[test]
fn lines_are_counted_over_many_steps() {
    let text = b"0123456789\n".repeat(2_000);
    for lines in [0, 1, 372, 373, 1_999, 2_000] {
        assert_eq!(lines_len(&text, lines), 11 * lines);
    }
    assert_eq!(lines_len(&text, 2_001), text.len());
    assert_eq!(lines_len(b"a\nb", 2), 3);
    assert_eq!(lines_len(b"", 5), 0);
}

proptest! {
    #[test]
    fn lines_are_those_of_a_split(
        text in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'a')], 0..60),
        some in 0..20_usize,
    ) {
        let len: usize = text.split_inclusive(|&byte| byte == b'\n').take(some).map(<[u8]>::len).sum();
        prop_assert_eq!(lines_len(&text, some), len);
        let feeds = text.split(|&byte| byte == b'\n').count() - 1;
        prop_assert_eq!(count(&text, b'\n'), feeds);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..700)) {
        let shape = RowShape::of(&game());
        let _ = Row::split(&bytes, &shape);
        let _ = number(&bytes);
    }

    #[test]
    fn numbers_are_read_as_written(value: u64, zeros in 0_usize..5) {
        let text = "0".repeat(zeros) + &value.to_string();
        prop_assert_eq!(number(text.as_bytes()), Some(value));
    }
}

#[test]
fn numbers_are_digits_alone() {
    for text in [
        "",
        "+1",
        "-1",
        "1 ",
        "0x1",
        "18446744073709551616",
        "99999999999999999999999",
    ] {
        assert_eq!(number(text.as_bytes()), None, "{text}");
    }
}
