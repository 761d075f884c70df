//! One row, read in the plainest way there is: the slow and obvious reader beside `verify`'s fast one.

use std::collections::BTreeSet;

use super::common::{SIDE, SmallBlock, complete_words, gain};

/// Words of each grid of the small game.
const WORDS: usize = 4;

/// Whether a row without its line feed is a right one of this unit of the small game. What is right to `verify` must be
/// so here; connected grids are not asked for.
pub(super) fn is_right(block: &SmallBlock, unit: u32, row: &[u8]) -> bool {
    let fields: Vec<&[u8]> = row.split(|&byte| byte == b',').collect();
    let [number, prize, letters, one, two, words_1, words_2, nonce] = fields[..] else {
        return false;
    };
    let counts = [one, two].map(|cells| {
        let is_grid = cells.len() == SIDE * SIDE;
        is_grid.then(|| complete_words(cells, letters))
    });
    let [Some(count_1), Some(count_2)] = counts else {
        return false;
    };
    let cents = gain(count_1) + gain(count_2);
    number == unit.to_string().as_bytes()
        && prize == format!("{cents:04}").as_bytes()
        && are_revealed(block, letters)
        && are_words(block, &[one, two])
        && [words_1, words_2]
            == [
                count_1.to_string().as_bytes(),
                count_2.to_string().as_bytes(),
            ]
        && nonce.len() == 32
        && nonce
            .iter()
            .all(|digit| b"0123456789abcdef".contains(digit))
}

fn are_revealed(block: &SmallBlock, letters: &[u8]) -> bool {
    let different: BTreeSet<&u8> = letters.iter().collect();
    let alphabet = block.game.alphabet.as_bytes();
    let text = String::from_utf8_lossy(letters);
    let backwards: String = text.chars().rev().collect();
    letters.len() == usize::from(block.game.revealed_letters)
        && different.len() == letters.len()
        && letters.iter().all(|letter| alphabet.contains(letter))
        && !block
            .blocked
            .readable()
            .any(|word| text.contains(word) || backwards.contains(word))
}

/// Whether the grids have their number of words, all of the list and all different, and nothing else.
fn are_words(block: &SmallBlock, grids: &[&[u8]]) -> bool {
    let list: BTreeSet<String> = block.words.iter().map(str::to_owned).collect();
    let mut words = BTreeSet::new();
    for cells in grids {
        let found = super::common::words(cells);
        if found.len() != WORDS || !found.iter().all(|word| list.contains(word)) {
            return false;
        }
        words.extend(found);
    }
    words.len() == WORDS * grids.len()
}
