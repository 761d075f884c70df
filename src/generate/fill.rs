//! Words into layouts: a search that draws, checks ahead and jumps back, within a budget counted in draws.
#![expect(
    clippy::cast_possible_truncation,
    reason = "slots, crossings and words of a unit are fewer than 256, candidates fewer than 2^16"
)]

use crate::game::{GridRules, MAX_SIDE, MAX_WORDS};
use crate::unit::Grid;

use super::dictionary::{Dictionary, Fixed, Letters, WordId};
use super::layout::{self, Slot, Symmetry};
use super::rng::Stream;

/// Draws for one slot before the search jumps back.
const DRAWS_A_SLOT: u32 = 16;

/// Draws for one grid before it is started again, with another layout.
const DRAWS_A_GRID: u32 = 160;

/// One crossing, seen from the slot that is filled later.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    /// Place of the earlier slot in the fill order.
    earlier: u8,
    /// Position of the shared cell in the earlier slot.
    in_earlier: u8,
    /// Position of the shared cell in the later slot.
    in_later: u8,
}

/// A crossing, seen from the slot that is filled earlier: it gives a letter to a later slot.
#[derive(Debug, Clone, Copy)]
struct Gift {
    /// Letters of the later slot.
    length: u8,
    /// The later slot's first crossing; those before `crossing` are set already.
    first: u8,
    /// The crossing itself.
    crossing: u8,
}

/// A layout made ready for filling, in each of its mirrorings.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    mirrored: [Order; 4],
}

/// Slots in fill order, each with its crossings.
#[derive(Debug, Clone)]
struct Order {
    slots: Vec<Slot>,
    /// Crossings with earlier slots, in their order: slot after slot.
    crossings: Vec<Crossing>,
    /// Where the crossings of each slot start, and where the last ones end.
    first_crossing: Vec<u8>,
    /// Crossings with later slots: slot after slot.
    gifts: Vec<Gift>,
    /// Where the gifts of each slot start, and where the last ones end.
    first_gift: Vec<u8>,
}

impl Plan {
    pub(super) fn new(rules: &GridRules, layout: &[Slot]) -> Self {
        let order = layout::fill_order(layout);
        let mirrored = |number: u32| {
            let symmetry = Symmetry::number(number);
            Order::new(
                order
                    .iter()
                    .map(|&slot| symmetry.apply(rules, slot))
                    .collect(),
            )
        };
        Self {
            mirrored: [0, 1, 2, 3].map(mirrored),
        }
    }

    /// The layout as a symmetry shows it, but for the exchange of rows and columns, which changes no crossing.
    #[inline]
    fn order(&self, symmetry: Symmetry) -> &Order {
        &self.mirrored[usize::from(symmetry.mirror_columns) + 2 * usize::from(symmetry.mirror_rows)]
    }
}

impl Order {
    fn new(slots: Vec<Slot>) -> Self {
        let mut order = Self {
            crossings: Vec::new(),
            first_crossing: vec![0],
            gifts: Vec::new(),
            first_gift: vec![0],
            slots,
        };
        for later in 0..order.slots.len() {
            let crossings = (0..later).filter_map(|earlier| crossing(&order.slots, earlier, later));
            order.crossings.extend(crossings);
            order.first_crossing.push(order.crossings.len() as u8);
        }
        for earlier in 0..order.slots.len() {
            let gifts =
                (earlier + 1..order.slots.len()).filter_map(|later| order.gift(earlier, later));
            let gifts: Vec<Gift> = gifts.collect();
            order.gifts.extend(gifts);
            order.first_gift.push(order.gifts.len() as u8);
        }
        order
    }

    fn gift(&self, earlier: usize, later: usize) -> Option<Gift> {
        let all =
            usize::from(self.first_crossing[later])..usize::from(self.first_crossing[later + 1]);
        let crossing = all
            .clone()
            .find(|&at| usize::from(self.crossings[at].earlier) == earlier)?;
        Some(Gift {
            length: self.slots[later].length,
            first: all.start as u8,
            crossing: crossing as u8,
        })
    }

    /// Crossings of a slot with earlier ones.
    #[inline]
    fn crossings(&self, slot: usize) -> &[Crossing] {
        &self.crossings
            [usize::from(self.first_crossing[slot])..usize::from(self.first_crossing[slot + 1])]
    }

    /// Crossings of a slot with later ones.
    #[inline]
    fn gifts(&self, slot: usize) -> &[Gift] {
        &self.gifts[usize::from(self.first_gift[slot])..usize::from(self.first_gift[slot + 1])]
    }
}

fn crossing(slots: &[Slot], earlier: usize, later: usize) -> Option<Crossing> {
    layout::crossing(slots[later], slots[earlier]).map(|(in_later, in_earlier)| Crossing {
        earlier: earlier as u8,
        in_earlier,
        in_later,
    })
}

/// The words of a unit's grids, in the order in which they were filled in, and a way to ask for one at once.
pub(super) struct Filled {
    words: [WordId; crate::game::MAX_GRIDS * MAX_WORDS],
    count: usize,
    /// For a word that is filled in, its place in `words`; anything for the others.
    place: Vec<u8>,
}

impl Filled {
    pub(super) fn new(dictionary: &Dictionary) -> Self {
        Self {
            words: [0; _],
            count: 0,
            place: vec![0; dictionary.len()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn words(&self) -> &[WordId] {
        &self.words[..self.count]
    }

    #[inline]
    fn contains(&self, word: WordId) -> bool {
        let place = usize::from(self.place[word as usize]);
        place < self.count && self.words[place] == word
    }

    #[inline]
    fn push(&mut self, word: WordId) {
        self.place[word as usize] = self.count as u8;
        self.words[self.count] = word;
        self.count += 1;
    }

    #[inline]
    fn truncate(&mut self, count: usize) {
        self.count = count;
    }
}

/// Slots that a search has room for: [`MAX_WORDS`], up to a power of two, so that an index needs no check.
const FILLED: usize = MAX_WORDS.next_power_of_two();

/// One grid being filled.
struct Search<'a> {
    dictionary: &'a Dictionary,
    order: &'a Order,
    /// Letters of the slots filled so far.
    letters: [Letters; FILLED],
    /// Draws left.
    budget: u32,
}

/// The letters that a position may have.
#[derive(Clone, Copy, Default)]
struct Allowed {
    position: u8,
    letters: u32,
}

impl Search<'_> {
    /// The letter that an earlier slot gives to a later one.
    #[inline]
    fn fixed(&self, crossing: Crossing) -> Fixed {
        let earlier = &self.letters[usize::from(crossing.earlier) % FILLED];
        Fixed {
            position: crossing.in_later,
            letter: letter(earlier, crossing.in_earlier),
        }
    }

    /// The letters that a slot may give to a later one, for that to have a word for each pair of its letters.
    #[inline]
    fn allowed(&self, gift: Gift) -> Allowed {
        let Crossing {
            in_earlier,
            in_later,
            ..
        } = self.order.crossings[usize::from(gift.crossing)];
        let before = &self.order.crossings[usize::from(gift.first)..usize::from(gift.crossing)];
        let all = self.dictionary.letters_at(gift.length, in_later);
        let beside = |&before| {
            self.dictionary
                .letters_beside(gift.length, self.fixed(before), in_later)
        };
        let letters = before.iter().map(beside).fold(all, |all, some| all & some);
        Allowed {
            position: in_earlier,
            letters,
        }
    }

    /// Draws a word for a slot that keeps all later slots possible.
    #[inline]
    fn draw(&mut self, slot: usize, filled: &Filled, stream: &mut Stream) -> Option<WordId> {
        let mut allowed = [Allowed::default(); MAX_SIDE];
        let gifts = self.order.gifts(slot);
        for (allowed, &gift) in allowed.iter_mut().zip(gifts) {
            *allowed = self.allowed(gift);
        }
        let allowed = &allowed[..gifts.len()];
        let (length, crossings) = (self.order.slots[slot].length, self.order.crossings(slot));
        let (candidates, rest) = match *crossings {
            [] => (self.dictionary.all(length), crossings),
            [one] => (self.dictionary.with_one(length, self.fixed(one)), &[][..]),
            [one, two, ref rest @ ..] => (
                self.dictionary
                    .with_two(length, self.fixed(one), self.fixed(two)),
                rest,
            ),
        };
        if candidates.is_empty() {
            return None;
        }
        for _ in 0..DRAWS_A_SLOT.min(self.budget) {
            self.budget -= 1;
            let candidate = candidates[stream.below(candidates.len() as u32) as usize];
            let word = self.dictionary.first(length) + WordId::from(candidate);
            let letters = self.dictionary.letters(word);
            if self.fits(letters, rest) && keeps(letters, allowed) && !filled.contains(word) {
                self.letters[slot] = *letters;
                return Some(word);
            }
        }
        None
    }

    /// Whether a word has the letters that crossings beyond the first two give.
    #[inline]
    fn fits(&self, letters: &Letters, crossings: &[Crossing]) -> bool {
        crossings.iter().all(|&crossing| {
            let fixed = self.fixed(crossing);
            letter(letters, fixed.position) == fixed.letter
        })
    }
}

/// The letter at a position, which is below 15: the remainder only spares a check.
#[inline]
fn letter(letters: &Letters, position: u8) -> u8 {
    letters[usize::from(position) % letters.len()]
}

/// Whether a word gives later slots letters that they may have.
#[inline]
fn keeps(letters: &Letters, allowed: &[Allowed]) -> bool {
    allowed
        .iter()
        .all(|allowed| allowed.letters >> letter(letters, allowed.position) & 1 == 1)
}

/// Fills a layout with words that the unit does not have yet; `false` when the budget is spent.
pub(super) fn fill(
    dictionary: &Dictionary,
    plan: &Plan,
    symmetry: Symmetry,
    filled: &mut Filled,
    stream: &mut Stream,
) -> bool {
    let start = filled.count;
    let order = plan.order(symmetry);
    let letters = [Letters::default(); FILLED];
    let mut search = Search {
        dictionary,
        order,
        letters,
        budget: DRAWS_A_GRID,
    };
    let mut slot = 0;
    while slot < order.slots.len() {
        if let Some(word) = search.draw(slot, filled, stream) {
            filled.push(word);
            slot += 1;
            continue;
        }
        let Some(crossed) = order.crossings(slot).last().filter(|_| search.budget > 0) else {
            filled.truncate(start);
            return false;
        };
        slot = usize::from(crossed.earlier);
        filled.truncate(start + slot);
    }
    true
}

/// Writes the words of a filled layout into a grid.
pub(super) fn write(
    rules: &GridRules,
    dictionary: &Dictionary,
    plan: &Plan,
    symmetry: Symmetry,
    words: &[WordId],
    grid: &mut Grid,
) {
    let columns = usize::from(rules.columns);
    let cells = grid.cells_mut();
    cells.fill(crate::unit::GREY);
    for (&slot, &word) in plan.order(symmetry).slots.iter().zip(words) {
        let (row, column) = (usize::from(slot.row), usize::from(slot.column));
        let down = slot.down != symmetry.transpose;
        let (row, column) = if symmetry.transpose {
            (column, row)
        } else {
            (row, column)
        };
        let step = if down { columns } else { 1 };
        let letters = &dictionary.letters(word)[..usize::from(slot.length)];
        for (cell, letter) in cells[row * columns + column..]
            .iter_mut()
            .step_by(step)
            .zip(letters)
        {
            *cell = b'A' + letter;
        }
    }
}

#[cfg(test)]
mod tests;
