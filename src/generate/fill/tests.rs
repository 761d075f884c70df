use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::generate::dictionary::ITSELF;
use crate::generate::layout::{self, Slot, grow};
use crate::generate::plan::Plan;
use crate::generate::rng::layout_key;
use crate::words::{BLOCKED, FRENCH, WordList};

struct Fixture {
    rules: GridRules,
    dictionary: Dictionary,
    words: WordList,
    plans: Vec<(Vec<Slot>, Plan)>,
}

fn fixture() -> Fixture {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    let key = layout_key(&game.sha256());
    let layouts = (0..20).map(|index| grow(&game.grids, &key, index).expect("a layout"));
    let dictionary = Dictionary::new(&game.grids, &words);
    let plans = layouts.map(|layout| {
        let plan = Plan::new(&game.grids, &dictionary, &layout);
        (layout, plan)
    });
    Fixture {
        plans: plans.collect(),
        dictionary,
        rules: game.grids,
        words,
    }
}

fn stream(number: u64) -> Stream {
    Stream::new(&zeroize::Zeroizing::new([0x77; 32]), number)
}

/// The letters that a grid has in a slot.
fn read(grid: &Grid, columns: u8, slot: Slot) -> String {
    let cell = |at: u8| {
        let (row, column) = if slot.down {
            (slot.row + at, slot.column)
        } else {
            (slot.row, slot.column + at)
        };
        char::from(grid.cells()[usize::from(row) * usize::from(columns) + usize::from(column)])
    };
    (0..slot.length).map(cell).collect()
}

/// In every symmetry each slot of the turned layout reads as a word of the list, and no word twice: so crossing words
/// agree on their letters, for the cells hold one letter each.
#[test]
fn filled_slots_read_as_different_words() {
    let fixture = fixture();
    let list: std::collections::BTreeSet<&str> = fixture.words.iter().collect();
    let mut filled = Filled::new(&fixture.dictionary);
    let (mut tried, mut done) = (0, 0);
    for (layout, plan) in &fixture.plans {
        for number in 0..8 {
            let symmetry = Symmetry::number(number);
            tried += 1;
            filled.clear();
            let order = plan.order(symmetry);
            let dictionary = &fixture.dictionary;
            let (letters, stream) = (&mut [0; _], &mut stream(tried));
            if !fill(dictionary, order, letters, &mut filled, stream) {
                assert!(
                    filled.words().is_empty(),
                    "nothing stays of a search that failed"
                );
                continue;
            }
            done += 1;
            let mut grid = Grid::grey(fixture.rules.cells());
            write(
                &fixture.rules,
                &fixture.dictionary,
                order,
                symmetry,
                filled.words(),
                &mut grid,
            );
            let slots = layout
                .iter()
                .map(|&slot| symmetry.apply(&fixture.rules, slot));
            let mut read: Vec<String> = slots
                .map(|slot| read(&grid, fixture.rules.columns, slot))
                .collect();
            assert!(
                read.iter().all(|word| list.contains(word.as_str())),
                "{read:?}"
            );
            read.sort_unstable();
            read.dedup();
            assert_eq!(read.len(), 18);
            let letters = layout
                .iter()
                .map(|slot| usize::from(slot.length))
                .sum::<usize>();
            let crossing = |(at, &slot): (usize, &Slot)| {
                let before = layout[..at].iter();
                before
                    .filter(move |&&other| layout::crossing(slot, other).is_some())
                    .count()
            };
            let crossings = layout.iter().enumerate().map(crossing).sum::<usize>();
            let cells = grid
                .cells()
                .iter()
                .filter(|&&cell| cell != crate::unit::GREY)
                .count();
            assert_eq!(cells, letters - crossings, "no cell outside the slots");
        }
    }
    assert!(
        done * 2 > tried,
        "most layouts can be filled: {done} of {tried}"
    );
}

/// The second grid of a unit has no word of the first.
#[test]
fn a_unit_has_no_word_twice() {
    let fixture = fixture();
    let mut filled = Filled::new(&fixture.dictionary);
    for number in 0..200 {
        filled.clear();
        let mut stream = stream(1_000 + number);
        for (_, plan) in fixture.plans.iter().cycle().skip(number as usize) {
            fill(
                &fixture.dictionary,
                plan.order(Symmetry::number(0)),
                &mut [0; _],
                &mut filled,
                &mut stream,
            );
            if filled.words().len() == 36 {
                break;
            }
        }
        let mut words = filled.words().to_vec();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 36);
    }
}

/// Tables hold what a walk over the list finds.
#[test]
fn tables_agree_with_the_list() {
    let fixture = fixture();
    let dictionary = &fixture.dictionary;
    let number = |length: u8, listed: &[u16]| -> Vec<String> {
        let words = listed
            .iter()
            .map(|&word| dictionary.letters(dictionary.first(length) + u32::from(word)));
        words
            .map(|letters| {
                letters[..usize::from(length)]
                    .iter()
                    .map(|&letter| char::from(b'A' + letter))
                    .collect()
            })
            .collect()
    };
    for length in 3..=9_u8 {
        let words: Vec<&str> = fixture
            .words
            .iter()
            .filter(|word| word.len() == usize::from(length))
            .collect();
        assert_eq!(
            number(length, dictionary.list(dictionary.all(length))),
            words
        );
        for (p, l, q, m) in [(0, 0, 2, 4), (0, 4, 2, 0), (1, 17, 2, 18), (1, 14, 2, 25)] {
            let has = |word: &&&str, position: u8, letter: u8| {
                word.as_bytes()[usize::from(position)] == b'A' + letter
            };
            let with_one: Vec<&&str> = words.iter().filter(|word| has(word, p, l)).collect();
            let with_two: Vec<&&str> = with_one
                .iter()
                .copied()
                .filter(|word| has(word, q, m))
                .collect();
            let list = dictionary.with_one(length, p) + u32::from(l);
            assert_eq!(
                number(length, dictionary.list(list)),
                with_one.iter().map(|w| **w).collect::<Vec<_>>()
            );
            let list = dictionary.with_two(length, p, q) + 26 * u32::from(l) + u32::from(m);
            assert_eq!(
                number(length, dictionary.list(list)),
                with_two.iter().map(|w| **w).collect::<Vec<_>>()
            );
            let letters = with_one.iter().fold(0_u32, |set, word| {
                set | 1 << (word.as_bytes()[usize::from(q)] - b'A')
            });
            assert_eq!(
                dictionary.allowed(dictionary.beside(length, p, q), l),
                letters
            );
            assert_eq!(dictionary.allowed(ITSELF, l), 1 << l);
        }
    }
}
