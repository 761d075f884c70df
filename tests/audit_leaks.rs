//! Leaks planted into a block, each of which an audit must find; and the honest block, where it must find nothing.
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices of letters are small"
)]

use emission::audit::{self, BlockAudit, Standard, State};
use emission::game::Game;
use emission::generate::rng::BlockKeys;
use emission::generate::{Generator, Maker, assign};
use emission::seal::MasterSeed;
use emission::unit::{LetterSet, Outcome, RowShape, Unit};
use emission::verify::solve::Solver;
use emission::words::{BLOCKED, FRENCH, WordList};

/// The grids of Maxi Mots Croisés; a quarter of 20,000 units wins.
const GAME: &str = r#"
    name = "Leaks"
    currency = "EUR"
    units_per_block = 20_000
    unit_price_cents = 500
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    revealed_letters = 18
    ladder = [{ words = 2, prize_cents = 500 }, { words = 3, prize_cents = 1_000 }]
    tiers = [
        { prize_cents = 1_000, lots = 2_000, ways = [{ words = [3], lots = 2_000 }] },
        { prize_cents = 500, lots = 3_000, ways = [{ words = [2], lots = 3_000 }] },
    ]
    totals = { lots = 5_000, prizes_cents = 3_500_000 }
    [grids]
    count = 2
    rows = 11
    columns = 11
    words = 18
    min_length = 3
    max_length = 9
    combination = "sum"
"#;

/// Numbers beyond the block, whose units stand in for others: so many for each.
const SPARES: u32 = 20_000;

/// A block in the making.
struct Block {
    game: Game,
    words: WordList,
    generator: Generator,
    keys: BlockKeys,
}

impl Block {
    fn new() -> Self {
        let game = Game::parse(GAME).expect("a good game");
        let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
        let seed = MasterSeed::from_bytes(&[0xA0; 32]);
        Self {
            keys: BlockKeys::derive(&seed, &game.sha256(), &words.sha256(), 1, 1),
            generator: Generator::new(&game, &words, &BLOCKED).expect("a generator"),
            game,
            words,
        }
    }

    fn outcomes(&self) -> Vec<Outcome> {
        assign(&self.game, &self.keys.order)
    }

    /// Makes each unit with a maker's help.
    fn units(
        &self,
        outcomes: &[Outcome],
        mut make: impl FnMut(&mut Spares, u32, Outcome) -> Unit,
    ) -> Vec<Unit> {
        let mut spares = Spares {
            maker: Maker::new(&self.generator, &self.keys.unit),
        };
        let units = (1..).zip(outcomes);
        units
            .map(|(number, &outcome)| {
                let mut unit = make(&mut spares, number, outcome);
                unit.number = number;
                unit
            })
            .collect()
    }

    fn audit(&self, units: &[Unit]) -> BlockAudit {
        let standard = Standard::new(&self.game, &self.words, &BLOCKED);
        let shape = RowShape::of(&self.game);
        let rows = units.iter().map(|unit| {
            let mut row = Vec::new();
            unit.write_canonical(&shape, &mut row);
            row
        });
        audit::rows(&standard, rows).expect("a block")
    }
}

/// Makes units of any number.
struct Spares<'a> {
    maker: Maker<'a>,
}

impl Spares<'_> {
    /// The unit of a number, or its n-th stand-in.
    fn make(&mut self, number: u32, spare: u32, outcome: Outcome) -> Unit {
        let number = number + spare * SPARES;
        let unit = self.maker.make(number, outcome);
        unit.expect("a unit").clone()
    }
}

fn honest(spares: &mut Spares, number: u32, outcome: Outcome) -> Unit {
    spares.make(number, 0, outcome)
}

/// Verdicts that fail, by their names.
fn failing(audit: &BlockAudit) -> Vec<&str> {
    let verdicts = audit.verdicts.iter();
    verdicts
        .filter(|verdict| verdict.state == State::Fails)
        .map(|verdict| verdict.name)
        .collect()
}

/// Statistics that stand out, by their names, with what they are of.
fn standing_out(audit: &BlockAudit) -> Vec<(&str, &str)> {
    let statistics = audit.standing_out();
    statistics
        .map(|statistic| {
            let of_what = statistic.of_what.as_deref().unwrap_or_default();
            (statistic.name.as_str(), of_what)
        })
        .collect()
}

/// Draws of its own, for the leaks (Knuth's MMIX).
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn letters(&mut self) -> [u8; 18] {
        let mut letters: [u8; 26] = std::array::from_fn(|index| b'A' + index as u8);
        for index in 0..18 {
            letters.swap(index, index + self.below(26 - index));
        }
        *letters.first_chunk().expect("18 of 26")
    }
}

/// Prize of a unit of this game, in cents.
fn prize(words: &[u8]) -> u64 {
    let gain = |words: &u8| {
        if *words > 1 {
            u64::from(*words - 1) * 500
        } else {
            0
        }
    };
    words.iter().map(gain).sum()
}

#[test]
fn an_honest_block_is_chance() {
    let block = Block::new();
    let units = block.units(&block.outcomes(), honest);
    let audit = block.audit(&units);
    assert_eq!(failing(&audit), [""; 0], "{audit:#?}");
    assert_eq!(standing_out(&audit), [], "{audit:#?}");
    assert_eq!((audit.facts.units, audit.facts.lots), (20_000, 5_000));
    let grids = audit.leak.grids.expect("it was tried");
    assert!(grids.high - grids.low < 0.05, "{grids:?}");
    let [third, most] = audit.leak.revealed.as_slice() else {
        panic!("{:?}", audit.leak);
    };
    assert_eq!((third.letters, most.letters), (6, 12));
    assert!(
        third.auc.low > 0.5 && third.auc.area < most.auc.area,
        "{:?}",
        audit.leak
    );
    let [losing, winning] = audit.letters.near_misses;
    assert!(
        (losing.found - losing.expected).abs() < 1.0 && losing.units > 0,
        "{losing:?}"
    );
    assert!(
        (winning.found - winning.expected).abs() < 1.5 && winning.units > 0,
        "{winning:?}"
    );
}

/// The letters of each unit are drawn first, then grids until they show its outcome: so losers get grids that are hard
/// to complete, of which one in eleven loses.
#[test]
fn grids_that_are_made_after_the_letters_are_found() {
    let block = Block::new();
    let mut solver = Solver::new(&block.game.grids);
    let (mut draws, mut spare) = (Draws(1), 1);
    let units = block.units(&block.outcomes(), |spares, number, outcome| {
        let unit = honest(spares, number, outcome);
        let winning = usize::from(outcome != Outcome::LOSING);
        let mut letters = draws.letters();
        for tries in 1.. {
            // Some letters let hardly any grid win.
            if tries % 20 == 0 {
                letters = draws.letters();
            }
            spare = spare % 200_000 + 1;
            let mut other = spares.make(spare, 1, Outcome::LOSING);
            other.letters_mut().copy_from_slice(&letters);
            let words = solver.solve(&other);
            other.words_mut().copy_from_slice(&words[..2]);
            other.prize_cents = prize(&words);
            let is_shown = words.iter().filter(|&&words| words > 1).count() == winning;
            if is_shown && other.prize_cents == unit.prize_cents {
                return other;
            }
        }
        unreachable!("tries have no end")
    });
    let audit = block.audit(&units);
    assert_eq!(failing(&audit), ["leak"], "{audit:#?}");
}

/// Of two units for each winner, the one with more of the letter E is taken.
#[test]
fn winners_that_are_drawn_again_are_found() {
    let block = Block::new();
    let e = |unit: &Unit| -> usize {
        let grids = unit.grids().iter();
        grids
            .map(|grid| grid.cells().split(|&cell| cell == b'E').count())
            .sum()
    };
    let units = block.units(&block.outcomes(), |spares, number, outcome| {
        let unit = honest(spares, number, outcome);
        if outcome == Outcome::LOSING {
            return unit;
        }
        let other = spares.make(number, 1, outcome);
        if e(&other) > e(&unit) { other } else { unit }
    });
    let audit = block.audit(&units);
    assert_eq!(failing(&audit), ["leak"], "{audit:#?}");
}

/// Winners first, and every fourth unit a winner.
#[test]
fn an_order_that_is_no_chance_is_found() {
    let block = Block::new();
    let mut outcomes = block.outcomes();
    outcomes.sort_by_key(|&outcome| outcome == Outcome::LOSING);
    let audit = block.audit(&block.units(&outcomes, honest));
    let found = standing_out(&audit);
    for name in [
        "winners, 100 segments",
        "gaps between winners",
        "runs (Wald, Wolfowitz)",
        "correlation, 1 apart",
        "winners in the first 1000 units",
        "winners in the last 1000 units",
    ] {
        assert!(
            found.iter().any(|found| found.0 == name),
            "{name}: {found:?}"
        );
    }
    let (winners, losers) = outcomes.split_at(5_000);
    let every_fourth = winners.iter().zip(losers.chunks(3));
    let periodic: Vec<Outcome> = every_fourth
        .flat_map(|(winner, losers)| losers.iter().chain([winner]))
        .copied()
        .collect();
    let audit = block.audit(&block.units(&periodic, honest));
    let found = standing_out(&audit);
    for name in [
        "gaps between winners",
        "runs (Wald, Wolfowitz)",
        "correlation, 2 to 64 apart",
    ] {
        assert!(
            found.iter().any(|found| found.0 == name),
            "{name}: {found:?}"
        );
    }
}

/// A winner with the word is drawn again.
#[test]
fn a_word_that_winners_shun_is_found() {
    let block = Block::new();
    let shunned = "ETE";
    let has = |unit: &Unit| {
        unit.grids().iter().any(|grid| {
            let rows = grid.cells().chunks(11).map(<[u8]>::to_vec);
            let column = |column| {
                grid.cells()
                    .iter()
                    .skip(column)
                    .step_by(11)
                    .copied()
                    .collect()
            };
            let mut lines = rows.chain((0..11).map(column));
            lines.any(|line| {
                line.split(|&cell| cell == b'.')
                    .any(|run| run == shunned.as_bytes())
            })
        })
    };
    let units = block.units(&block.outcomes(), |spares, number, outcome| {
        let mut unit = honest(spares, number, outcome);
        for spare in (1..).take_while(|_| outcome != Outcome::LOSING) {
            if !has(&unit) {
                break;
            }
            unit = spares.make(number, spare, outcome);
        }
        unit
    });
    let audit = block.audit(&units);
    let found = standing_out(&audit);
    assert!(
        found.contains(&("one word by winning or not", shunned)),
        "{found:?}"
    );
}

/// Of eight letter sets that lose, a losing unit has the one with the most words that lack a letter.
#[test]
fn near_misses_that_are_made_are_found() {
    let block = Block::new();
    let mut solver = Solver::new(&block.game.grids);
    let mut draws = Draws(2);
    let near_misses = |unit: &Unit, letters: LetterSet| -> usize {
        let lacks_one = |run: &&[u8]| (LetterSet::of(run).0 & !letters.0).is_power_of_two();
        let grids = unit.grids().iter().map(|grid| {
            let rows = grid.cells().chunks(11);
            let runs = rows.flat_map(|row| row.split(|&cell| cell == b'.'));
            runs.filter(|run| run.len() > 1).filter(lacks_one).count()
        });
        grids.sum()
    };
    let units = block.units(&block.outcomes(), |spares, number, outcome| {
        let mut unit = honest(spares, number, outcome);
        for _ in (0..8).take_while(|_| outcome == Outcome::LOSING) {
            let mut other = unit.clone();
            other.letters_mut().copy_from_slice(&draws.letters());
            let words = solver.solve(&other);
            let [before, after] =
                [&unit, &other].map(|unit| near_misses(unit, LetterSet::of(unit.letters())));
            if prize(&words) == 0 && after > before {
                other.words_mut().copy_from_slice(&words[..2]);
                unit = other;
            }
        }
        unit
    });
    let audit = block.audit(&units);
    assert_eq!(
        failing(&audit),
        [""; 0],
        "the grids tell nothing: {audit:#?}"
    );
    let found = standing_out(&audit);
    let name = "words that lack a letter, losing units";
    assert!(found.iter().any(|found| found.0 == name), "{found:?}");
}

/// Units that show the same, a prize too many, and rows that are none.
#[test]
fn structure_is_judged_and_what_cannot_be_read_is_an_error() {
    let block = Block::new();
    let units = block.units(&block.outcomes(), honest);
    let mut wrong = units.clone();
    let losing = |unit: &&Unit| unit.prize_cents == 0;
    let loser = units.iter().find(losing).expect("a loser").clone();
    let other = units.iter().filter(losing).nth(1).expect("another").number;
    wrong[other as usize - 1] = loser.clone();
    wrong[other as usize - 1].number = other;
    wrong[loser.number as usize - 1].prize_cents = 500;
    let audit = block.audit(&wrong);
    assert_eq!(failing(&audit), ["prizes", "twins"]);
    let found: Vec<&str> = audit
        .verdicts
        .iter()
        .map(|verdict| verdict.found.as_str())
        .collect();
    assert_eq!(
        found[..2],
        [
            "3,001 lots of 5.00, must be 3,000",
            "1 unit shows what an earlier one shows"
        ]
    );
    let standard = Standard::new(&block.game, &block.words, &BLOCKED);
    let error = audit::rows(&standard, [b"1,00000000,ABC"]).expect_err("no row");
    assert_eq!(
        error.to_string(),
        "unit 1 is none of this game and word list: run `emission verify` on its block"
    );
    let error = audit::rows(&standard, [b""; 0]).expect_err("no rows");
    assert_eq!(
        error.to_string(),
        "0 rows are no block of 20,000 units: give all rows of one block"
    );
}
