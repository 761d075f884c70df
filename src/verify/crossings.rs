//! Which words of a grid cross, and whether they all hang together.

use super::marks::{Run, SIDE};
use crate::game::MAX_WORDS;

/// A set of the words down of a grid, each a bit, in the order of their columns.
type Words = u32;
const _: () = assert!(MAX_WORDS < Words::BITS as usize);

/// The words down of a grid.
struct Down {
    /// For each row, the words with a letter in it.
    in_row: [Words; SIDE],
    /// For each column, the words in the columns before it.
    before: [Words; SIDE],
    all: Words,
}

/// Whether all words are connected through the cells that they share: the words across, given as runs along rows,
/// and the words down, given as runs along columns, in their order. They must be [`MAX_WORDS`] at most.
pub(super) fn connected(across: &[Run], down: &[Run]) -> bool {
    let down = Down::read(down);
    let mut crossed = [0; MAX_WORDS];
    for (crossed, run) in crossed.iter_mut().zip(across) {
        *crossed = down.in_row[run.line()] & down.before[run.end()] & !down.before[run.start()];
    }
    join(&crossed[..across.len()], down.all)
}

impl Down {
    fn read(down: &[Run]) -> Self {
        // A word changes its bit in the row where it starts and in the row behind its end.
        let mut changes = [0; SIDE];
        let mut before = [0; SIDE];
        let (mut all, mut word) = (0, 1);
        for run in down {
            changes[run.start()] ^= word;
            changes[run.end()] ^= word;
            all |= word;
            before[run.line() + 1] = all;
            word <<= 1;
        }
        for line in 1..SIDE {
            changes[line] ^= changes[line - 1];
            before[line] |= before[line - 1];
        }
        Self {
            in_row: changes,
            before,
            all,
        }
    }
}

/// Whether words across, each given as the words down that it crosses, join each other and `all` words down.
fn join(across: &[Words], all: Words) -> bool {
    let Some((&first, others)) = across.split_first() else {
        return all.count_ones() <= 1;
    };
    let mut joined = first;
    loop {
        let before = joined;
        for &crossed in others {
            joined |= if joined & crossed == 0 { 0 } else { crossed };
        }
        if joined == before {
            break;
        }
    }
    let is_only = others.is_empty() && all == 0;
    is_only || joined == all && across.iter().all(|&crossed| crossed != 0)
}

#[cfg(test)]
mod tests;
