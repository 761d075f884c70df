//! Which units of a block to look at: by their numbers, by their prizes, or by chance.

use std::ops::ControlFlow;

use super::Error;
use super::args::PickArgs;
use super::source::Source;
use crate::game::{Game, money};
use crate::generate::rng::{Key, Stream};

/// Most units that are picked: a page of so many has some 400 kB.
pub(super) const MAX_PICKED: u32 = 1_000;

/// Units of each prize that are picked when no number is given.
const FIRST: u32 = 10;

/// Picks units; gives their numbers, rising.
pub(super) fn numbers(args: &PickArgs, source: &Source) -> Result<Vec<u32>, Error> {
    let named = args.unit.map(|unit| unit..=unit);
    if let Some(units) = named.or_else(|| args.units.clone()) {
        source.check_unit(*units.start())?;
        source.check_unit(*units.end())?;
        check_count(units.end() - units.start() + 1)?;
        return Ok(units.collect());
    }
    let mut picked = match args.random {
        Some(count) if args.prize.is_empty() => of_all(&source.game, count)?,
        random => of_prizes(source, &args.prize, random)?,
    };
    picked.sort_unstable();
    Ok(picked)
}

/// So many units, drawn among all.
fn of_all(game: &Game, count: u32) -> Result<Vec<u32>, Error> {
    let mut numbers: Vec<u32> = (1..=game.units_per_block).collect();
    check_enough(&numbers, count, "")?;
    draw(&mut numbers, count)?;
    Ok(numbers)
}

fn check_count(units: u32) -> Result<(), Error> {
    if units > MAX_PICKED {
        let most = MAX_PICKED;
        return Err(Error::TooManyUnits { units, most });
    }
    Ok(())
}

/// The first units of each prize, or so many that are drawn among all of them.
fn of_prizes(source: &Source, prizes: &[u64], random: Option<u32>) -> Result<Vec<u32>, Error> {
    let game = &source.game;
    let mut lots = lots(game, prizes, random)?;
    source.each_prize(|number, prize| {
        for lots in &mut lots {
            lots.take(number, prize);
        }
        if lots.iter().all(Lots::is_full) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let mut picked = Vec::new();
    for Lots {
        prize_cents,
        mut numbers,
        ..
    } in lots
    {
        check_enough(
            &numbers,
            random.unwrap_or(1),
            &format!(" of {}", amount(game, prize_cents)),
        )?;
        if let Some(count) = random {
            draw(&mut numbers, count)?;
        }
        picked.append(&mut numbers);
    }
    Ok(picked)
}

/// The units of one prize.
struct Lots {
    prize_cents: u64,
    /// Units to look for: the first ones, or all of the block.
    enough: u32,
    numbers: Vec<u32>,
}

impl Lots {
    fn is_full(&self) -> bool {
        self.numbers.len() >= self.enough as usize
    }

    fn take(&mut self, number: u32, prize_cents: u64) {
        if prize_cents == self.prize_cents && !self.is_full() {
            self.numbers.push(number);
        }
    }
}

/// The units to look for of each prize, which must be one of the game, and each once.
fn lots(game: &Game, prizes: &[u64], random: Option<u32>) -> Result<Vec<Lots>, Error> {
    let mut lots: Vec<Lots> = Vec::new();
    for &prize_cents in prizes {
        let of_block = units_of(game, prize_cents);
        if of_block == 0 {
            return Err(no_such_prize(game, prize_cents));
        }
        let enough = random.map_or(FIRST.min(of_block), |_| of_block);
        if lots.iter().all(|lots| lots.prize_cents != prize_cents) {
            lots.push(Lots {
                prize_cents,
                enough,
                numbers: Vec::new(),
            });
        }
    }
    let each = random.unwrap_or(FIRST);
    check_count(each.saturating_mul(u32::try_from(lots.len()).unwrap_or(u32::MAX)))?;
    Ok(lots)
}

/// Units of a block that pay this, in cents; for 0, those that win nothing.
fn units_of(game: &Game, prize_cents: u64) -> u32 {
    let tiers = game.tiers.iter();
    let lots = |all: bool| {
        let of_prize = tiers
            .clone()
            .filter(|tier| all || tier.prize_cents == prize_cents);
        of_prize.map(|tier| tier.lots).sum::<u32>()
    };
    if prize_cents == 0 {
        game.units_per_block - lots(true)
    } else {
        lots(false)
    }
}

fn no_such_prize(game: &Game, prize_cents: u64) -> Error {
    let tiers = game.tiers.iter().map(|tier| tier.prize_cents);
    let prizes = tiers.chain([0]).filter(|&prize| units_of(game, prize) > 0);
    let prizes: Vec<String> = prizes.map(money).collect();
    Error::NoSuchPrize {
        prize: amount(game, prize_cents),
        prizes: prizes.join(", "),
    }
}

fn amount(game: &Game, cents: u64) -> String {
    format!("{} {}", money(cents), game.currency)
}

/// Checks that there are so many numbers; `whose` they are is said when there are not.
fn check_enough(numbers: &[u32], wanted: u32, whose: &str) -> Result<(), Error> {
    if numbers.len() < wanted as usize {
        return Err(Error::TooFewUnits {
            found: numbers.len() as u64,
            whose: whose.into(),
            wanted,
        });
    }
    Ok(())
}

/// Leaves so many of the numbers, drawn by the operating system's randomness: a sample to look at, and no value of a block.
fn draw(numbers: &mut Vec<u32>, count: u32) -> Result<(), Error> {
    let mut key = Key::default();
    getrandom::getrandom(key.as_mut_slice()).map_err(Error::Random)?;
    Stream::new(&key, 0).shuffle(numbers);
    numbers.truncate(count as usize);
    Ok(())
}
