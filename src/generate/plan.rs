//! A layout made ready for filling: for each slot in its turn, where its words are listed and what later slots allow.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a layout has at most 24 slots of 15 cells, 24 × 15 × 15 checks"
)]

use crate::game::{GridRules, MAX_SIDE, MAX_WORDS};

use super::dictionary::{Dictionary, ITSELF, ListId, RowId};
use super::layout::{self, Slot, Symmetry};

/// Letters that a slot has room for: a power of two, so that a place is a shift and a sum.
pub(super) const SLOT: usize = MAX_SIDE + 1;

/// Letters of all slots of a grid, a power of two too, so that an index needs no check.
pub(super) const LETTERS: usize = (SLOT * MAX_WORDS).next_power_of_two();

/// Where a letter of a grid being filled stands: its slot's place in the fill order × [`SLOT`] + its position.
pub(super) type Place = u16;

/// A place that no slot has: its letter stays an A, the number 0.
const NOWHERE: Place = LETTERS as Place - 1;

/// What is known of a slot before its word is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Step {
    /// The list of its words if the letters below are A.
    list: ListId,
    /// The letters that name its list: each one further in the second is a list further, in the first 26 lists.
    letters: [Place; 2],
    /// Its first check.
    first_check: u16,
    checks: u8,
    /// Cells.
    pub(super) length: u8,
    /// Place in the fill order of the last slot before this one that crosses it; its own if there is none.
    pub(super) crossed: u8,
    /// Whether the word reads downwards; the exchange of rows and columns, which changes no crossing, is still to be made.
    pub(super) down: bool,
    /// Its row, or its column if it reads downwards, from 0.
    pub(super) line: u8,
    /// Its first cell in that line, from 0.
    pub(super) start: u8,
}

/// A letter of a word that is refused unless a row allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Check {
    row: RowId,
    /// The letter that the row is asked for.
    beside: Place,
    /// Position of the letter that is checked.
    position: u8,
}

/// Slots in fill order, in each mirroring of a layout, side by side: of 4,096 plans few are in the cache.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    steps: [[Step; MAX_WORDS]; 4],
    slots: usize,
    /// As many for each mirroring.
    checks: Vec<Check>,
}

/// A plan as one symmetry shows it.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    /// One for each slot.
    pub(super) steps: &'a [Step],
    checks: &'a [Check],
}

/// A crossing of a slot with one before it in the fill order.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    /// Place of the slot before it.
    slot: usize,
    /// Position of the shared cell in that slot.
    there: u8,
    /// Position of the shared cell in this slot.
    here: u8,
}

impl Crossing {
    fn place(self) -> Place {
        (self.slot * SLOT) as Place + Place::from(self.there)
    }
}

impl Plan {
    /// The plan of a layout whose slots are in fill order.
    pub(super) fn new(rules: &GridRules, dictionary: &Dictionary, order: &[Slot]) -> Self {
        let mut steps = [[Step::default(); MAX_WORDS]; 4];
        let mut checks = Vec::new();
        for (number, steps) in (0..).zip(&mut steps) {
            let symmetry = Symmetry::number(number);
            let seen = order.iter().map(|&slot| symmetry.apply(rules, slot));
            checks.extend(plan(dictionary, &seen.collect::<Vec<_>>(), steps));
        }
        Self {
            steps,
            slots: order.len(),
            checks,
        }
    }

    /// The plan in a symmetry.
    #[inline]
    pub(super) fn order(&self, symmetry: Symmetry) -> Order<'_> {
        let mirrored = usize::from(symmetry.mirror_columns) + 2 * usize::from(symmetry.mirror_rows);
        let checks = self.checks.len() / 4;
        Order {
            steps: &self.steps[mirrored][..self.slots],
            checks: &self.checks[mirrored * checks..][..checks],
        }
    }
}

impl<'a> Order<'a> {
    /// What is asked of a slot's word beyond its list.
    #[inline]
    pub(super) fn checks(&self, step: &Step) -> &'a [Check] {
        &self.checks[usize::from(step.first_check)..][..usize::from(step.checks)]
    }
}

impl Step {
    /// The list of a slot's words, once the letters of the slots before it are set.
    #[inline]
    pub(super) fn list(&self, letters: &[u8; LETTERS]) -> ListId {
        let [first, second] = self
            .letters
            .map(|place| ListId::from(letter(letters, place)));
        self.list + 26 * first + second
    }
}

impl Check {
    /// Whether a word may stand in the slot.
    #[inline]
    pub(super) fn allows(
        self,
        dictionary: &Dictionary,
        letters: &[u8; LETTERS],
        word: &[u8; SLOT],
    ) -> bool {
        let allowed = dictionary.allowed(self.row, letter(letters, self.beside));
        allowed >> word[usize::from(self.position) % SLOT] & 1 == 1
    }
}

/// The remainder only spares a check.
#[inline]
fn letter(letters: &[u8; LETTERS], place: Place) -> u8 {
    letters[usize::from(place) % LETTERS]
}

/// Fills in the steps of slots in fill order; returns their checks, step after step.
fn plan(dictionary: &Dictionary, slots: &[Slot], steps: &mut [Step]) -> Vec<Check> {
    let mut asked = vec![Vec::new(); slots.len()];
    for (index, &slot) in slots.iter().enumerate() {
        let crossings: Vec<Crossing> = crossings(slots, index).collect();
        steps[index] = step(dictionary, slot, &crossings, index);
        asked[index].extend(crossings.iter().skip(2).map(|crossing| Check {
            row: ITSELF,
            beside: crossing.place(),
            position: crossing.here,
        }));
        // A slot's second crossing and those after it must leave it a word with each letter that it has by then.
        for (at, later) in crossings.iter().enumerate() {
            asked[later.slot].extend(crossings[..at].iter().map(|before| Check {
                row: dictionary.beside(slot.length, before.here, later.here),
                beside: before.place(),
                position: later.there,
            }));
        }
    }
    let mut checks = Vec::new();
    for (step, asked) in steps.iter_mut().zip(asked) {
        step.first_check = checks.len() as u16;
        step.checks = asked.len() as u8;
        checks.extend(asked);
    }
    checks
}

/// A slot's step, but for its checks.
fn step(dictionary: &Dictionary, slot: Slot, crossings: &[Crossing], index: usize) -> Step {
    let Slot {
        row,
        column,
        length,
        down,
    } = slot;
    let (list, letters) = match *crossings {
        [] => (dictionary.all(length), [NOWHERE; 2]),
        [one] => (
            dictionary.with_one(length, one.here),
            [NOWHERE, one.place()],
        ),
        [one, two, ..] => {
            let (p, q) = if one.here < two.here {
                (one, two)
            } else {
                (two, one)
            };
            (
                dictionary.with_two(length, p.here, q.here),
                [p.place(), q.place()],
            )
        }
    };
    Step {
        list,
        letters,
        length,
        crossed: crossings.last().map_or(index, |crossing| crossing.slot) as u8,
        down,
        line: if down { column } else { row },
        start: if down { row } else { column },
        ..Step::default()
    }
}

/// Crossings of a slot with those before it, in their order.
fn crossings(slots: &[Slot], index: usize) -> impl Iterator<Item = Crossing> {
    (0..index).filter_map(move |slot| {
        let (here, there) = layout::crossing(slots[index], slots[slot])?;
        Some(Crossing { slot, there, here })
    })
}
