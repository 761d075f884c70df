use super::*;
use crate::game::MAXI_MOTS_CROISES;

fn game() -> Game {
    Game::parse(MAXI_MOTS_CROISES).expect("the embedded game")
}

fn row(unit: &Unit) -> String {
    let mut row = Vec::new();
    unit.write_canonical(&RowShape::of(&game()), &mut row);
    String::from_utf8(row).expect("rows are ASCII")
}

fn unit() -> Unit {
    let mut unit = Unit::blank(&game());
    unit.number = 7;
    unit.prize_cents = 1_500;
    unit.letters_mut().copy_from_slice(b"ABCDEFGHIJKLMNOPQR");
    unit.grids_mut()[1].cells_mut()[0] = b'Z';
    unit.words_mut().copy_from_slice(&[3, 2]);
    unit.nonce[15] = 0xab;
    unit
}

#[test]
fn canonical_bytes_are_the_row() {
    let grey = ".".repeat(120);
    let expected = format!(
        "7,00001500,ABCDEFGHIJKLMNOPQR,.{grey},Z{grey},3,2,000000000000000000000000000000ab"
    );
    assert_eq!(row(&unit()), expected);
}

/// A length says nothing of a prize: only the unit number changes it.
#[test]
fn rows_have_one_length() {
    let after_number = RowShape::of(&game()).bytes_after_number();
    for number in [1, 10, 3_000_000] {
        for prize_cents in [0, 500, 25_000_000] {
            let unit = Unit {
                number,
                prize_cents,
                ..unit()
            };
            assert_eq!(row(&unit).len(), number.to_string().len() + after_number);
        }
    }
}

#[test]
fn letter_sets_are_sets() {
    let set = LetterSet::of(b"CHATEAU");
    assert_eq!((set.len(), set.is_empty()), (6, false));
    assert!(set.contains(LetterSet::of(b"CHAT")) && !set.contains(LetterSet::of(b"CHIEN")));
    assert!(LetterSet::of(b".").is_empty());
}

#[test]
fn letters_of_a_set_come_in_order() {
    let spelled = |text: &str| -> Vec<u8> { LetterSet::of(text.as_bytes()).letters().collect() };
    assert_eq!(spelled("ZEBRA"), b"ABERZ");
    assert_eq!(spelled(""), b"");
    assert!(LetterSet((1 << 26) - 1).letters().eq(b'A'..=b'Z'));
}
