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
    /// Place of the later slot in the fill order.
    later: u8,
    /// Which of the later slot's crossings it is: those before it are set already.
    crossing: u8,
}

/// A layout made ready for filling: its slots in fill order, each with its crossings.
#[derive(Debug, Clone)]
pub(super) struct Plan {
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
    pub(super) fn new(layout: &[Slot]) -> Self {
        let slots = layout::fill_order(layout);
        let mut plan = Self {
            crossings: Vec::new(),
            first_crossing: vec![0],
            gifts: Vec::new(),
            first_gift: vec![0],
            slots,
        };
        for later in 0..plan.slots.len() {
            let crossings = (0..later).filter_map(|earlier| crossing(&plan.slots, earlier, later));
            plan.crossings.extend(crossings);
            plan.first_crossing.push(plan.crossings.len() as u8);
        }
        for earlier in 0..plan.slots.len() {
            let gifts =
                (earlier + 1..plan.slots.len()).filter_map(|later| plan.gift(earlier, later));
            let gifts: Vec<Gift> = gifts.collect();
            plan.gifts.extend(gifts);
            plan.first_gift.push(plan.gifts.len() as u8);
        }
        plan
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

    fn gift(&self, earlier: usize, later: usize) -> Option<Gift> {
        let crossings = self.crossings(later);
        let crossing = crossings
            .iter()
            .position(|crossing| usize::from(crossing.earlier) == earlier)?;
        Some(Gift {
            later: later as u8,
            crossing: crossing as u8,
        })
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

/// One grid being filled.
struct Search<'a> {
    dictionary: &'a Dictionary,
    plan: &'a Plan,
    symmetry: Symmetry,
    /// Letters of the slots filled so far.
    letters: [Letters; MAX_WORDS],
}

/// The letters that a position may have.
#[derive(Clone, Copy, Default)]
struct Allowed {
    position: u8,
    letters: u32,
}

impl Search<'_> {
    /// The position as the symmetry shows it: a mirrored slot reads from its other end.
    #[inline]
    fn position(&self, position: u8, slot: Slot) -> u8 {
        let mirrored = if slot.down {
            self.symmetry.mirror_rows
        } else {
            self.symmetry.mirror_columns
        };
        if mirrored {
            slot.length - 1 - position
        } else {
            position
        }
    }

    /// The letter that an earlier slot gives to a slot.
    #[inline]
    fn fixed(&self, slot: Slot, crossing: Crossing) -> Fixed {
        let earlier = usize::from(crossing.earlier);
        let in_earlier = self.position(crossing.in_earlier, self.plan.slots[earlier]);
        Fixed {
            position: self.position(crossing.in_later, slot),
            letter: self.letters[earlier][usize::from(in_earlier)],
        }
    }

    /// The letters that a slot may give to a later one, for that to have a word for each pair of its letters.
    #[inline]
    fn allowed(&self, slot: Slot, gift: Gift) -> Allowed {
        let later = self.plan.slots[usize::from(gift.later)];
        let (before, rest) = self
            .plan
            .crossings(usize::from(gift.later))
            .split_at(usize::from(gift.crossing));
        let given = self.position(rest[0].in_later, later);
        let all = self.dictionary.letters_at(later.length, given);
        let letters = before.iter().fold(all, |letters, &crossing| {
            letters
                & self
                    .dictionary
                    .letters_beside(later.length, self.fixed(later, crossing), given)
        });
        Allowed {
            position: self.position(rest[0].in_earlier, slot),
            letters,
        }
    }

    /// Draws a word for a slot that keeps all later slots possible.
    #[inline]
    fn draw(
        &mut self,
        index: usize,
        filled: &Filled,
        budget: &mut u32,
        stream: &mut Stream,
    ) -> Option<WordId> {
        let slot = self.plan.slots[index];
        let mut fixed = [Fixed::default(); MAX_SIDE];
        let crossings = self.plan.crossings(index);
        for (fixed, &crossing) in fixed.iter_mut().zip(crossings) {
            *fixed = self.fixed(slot, crossing);
        }
        let fixed = &fixed[..crossings.len()];
        let mut allowed = [Allowed::default(); MAX_SIDE];
        let gifts = self.plan.gifts(index);
        for (allowed, &gift) in allowed.iter_mut().zip(gifts) {
            *allowed = self.allowed(slot, gift);
        }
        let allowed = &allowed[..gifts.len()];
        let candidates = self.dictionary.candidates(slot.length, fixed);
        if candidates.is_empty() || allowed.iter().any(|allowed| allowed.letters == 0) {
            return None;
        }
        let draws = DRAWS_A_SLOT.min(*budget);
        for _ in 0..draws {
            *budget -= 1;
            let candidate = candidates[stream.below(candidates.len() as u32) as usize];
            let word = self.dictionary.first(slot.length) + WordId::from(candidate);
            let letters = self.dictionary.letters(word);
            let fits = fixed
                .iter()
                .skip(2)
                .all(|fixed| letters[usize::from(fixed.position)] == fixed.letter);
            let keeps = allowed
                .iter()
                .all(|allowed| allowed.letters >> letters[usize::from(allowed.position)] & 1 == 1);
            if fits && keeps && !filled.contains(word) {
                self.letters[index] = *letters;
                return Some(word);
            }
        }
        None
    }
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
    let mut search = Search {
        dictionary,
        plan,
        symmetry,
        letters: [Letters::default(); MAX_WORDS],
    };
    let mut budget = DRAWS_A_GRID;
    let mut index = 0;
    while index < plan.slots.len() {
        if let Some(word) = search.draw(index, filled, &mut budget, stream) {
            filled.push(word);
            index += 1;
        } else if budget == 0 || index == 0 {
            filled.truncate(start);
            return false;
        } else {
            index = plan
                .crossings(index)
                .last()
                .map_or(0, |last| usize::from(last.earlier));
            filled.truncate(start + index);
        }
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
    for (&slot, &word) in plan.slots.iter().zip(words) {
        let slot = symmetry.apply(rules, slot);
        let first = usize::from(slot.row) * columns + usize::from(slot.column);
        let step = if slot.down { columns } else { 1 };
        let letters = &dictionary.letters(word)[..usize::from(slot.length)];
        for (index, letter) in letters.iter().enumerate() {
            cells[first + index * step] = b'A' + letter;
        }
    }
}
