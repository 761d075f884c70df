use proptest::prelude::*;

use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};

fn lines<'a>(text: &'a [u8], probable: &[usize]) -> Vec<&'a [u8]> {
    let mut lines = Lines::new(text);
    let probable = probable.iter().copied().cycle();
    probable.map_while(|len| lines.next(len)).collect()
}

#[test]
fn lines_end_at_line_feeds_whatever_was_expected() {
    let text = b"ab\nc\n\ndef";
    for probable in [0, 1, 2, 3, 4, 9, 10, usize::MAX - 1] {
        assert_eq!(
            lines(text, &[probable]),
            [b"ab".as_slice(), b"c", b"", b"def"],
            "{probable}"
        );
    }
    assert!(lines(b"", &[0]).is_empty());
    assert_eq!(lines(b"a\r\n", &[1]), [b"a\r"]);
}

#[test]
fn the_header_is_taken_once() {
    let shape = RowShape::of(&Game::parse(MAXI_MOTS_CROISES).expect("the embedded game"));
    let row = [
        b"1,".as_slice(),
        &b"0".repeat(shape.bytes_after_number() - 1),
    ]
    .concat();
    for (text, right, left) in [
        (b"unit,prize\nrow".as_slice(), true, 1),
        (b"unit;prize\nrow", false, 1),
        (b"unit,prize \nrow", false, 1),
        (&row, false, 0),
        (b"", false, 0),
    ] {
        let mut lines = Lines::new(text);
        assert_eq!(lines.take_header(b"unit,prize", &shape), right);
        assert_eq!(lines.count_rest(), left);
    }
}

#[test]
fn a_row_in_place_of_the_header_stays() {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let shape = RowShape::of(&game);
    let mut row = Vec::new();
    crate::unit::Unit::blank(&game).write_canonical(&shape, &mut row);
    let mut lines = Lines::new(&row);
    assert!(!lines.take_header(b"unit,prize", &shape));
    assert_eq!(lines.next(0), Some(row.as_slice()));
}

proptest! {
    #[test]
    fn lines_are_those_of_a_split(
        text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'a')], 0..60),
        probable in proptest::collection::vec(0..9_usize, 1..9),
    ) {
        let mut expected: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        if expected.last().is_some_and(|last| last.is_empty()) {
            expected.pop();
        }
        prop_assert_eq!(Lines::new(&text).count_rest(), expected.len());
        prop_assert_eq!(lines(&text, &probable), expected.clone());
    }
}
