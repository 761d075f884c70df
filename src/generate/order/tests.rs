#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "counts of tests are small"
)]

use std::collections::BTreeMap;

use zeroize::Zeroizing;

use super::*;
use crate::statistics::{chi_square_uniform, plausible};

fn key(number: u64) -> Key {
    let mut key = [0x5a; 32];
    key[..8].copy_from_slice(&number.to_le_bytes());
    Zeroizing::new(key)
}

fn factorial(n: u32) -> usize {
    (1..=n as usize).product()
}

/// Every order of a few elements is as likely as another.
#[test]
fn all_permutations_are_equally_likely() {
    for n in 2..=5_u32 {
        let items: Vec<u32> = (0..n).collect();
        let mut seen: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for trial in 0..60 * factorial(n) {
            *seen.entry(shuffle(&items, &key(trial as u64))).or_default() += 1;
        }
        assert_eq!(
            seen.len(),
            factorial(n),
            "every order of {n} elements occurs"
        );
        let counts: Vec<u32> = seen.into_values().collect();
        let statistic = chi_square_uniform(&counts);
        assert!(
            plausible(statistic, counts.len() as u32 - 1),
            "{n} elements: {statistic}"
        );
    }
}

/// The same over several chunks, where an element's chunk and place must not show: each element is as likely in
/// each tenth of the result.
#[test]
fn elements_of_all_chunks_go_everywhere() {
    let items: Vec<u32> = (0..3 * CHUNK as u32 + 777).collect();
    let shuffled = shuffle(&items, &key(1));
    let tenth = items.len().div_ceil(10);
    let mut from_to = [0_u32; 100];
    for (place, &item) in shuffled.iter().enumerate() {
        from_to[item as usize / tenth * 10 + place / tenth] += 1;
    }
    let statistic = chi_square_uniform(&from_to);
    // The margins are fixed, so a table of 10 × 10 has 81 degrees of freedom; the last tenth is a hair shorter.
    assert!(plausible(statistic, 81), "{statistic}");
}

#[test]
fn shuffling_keeps_every_element() {
    for n in [0, 1, 3, 4, 5, 63, 64, 65, CHUNK - 1, CHUNK, CHUNK + 1] {
        let items: Vec<usize> = (0..n).collect();
        let mut shuffled = shuffle(&items, &key(7));
        shuffled.sort_unstable();
        assert_eq!(shuffled, items, "{n} elements");
    }
}

/// A slow reading of the specification: each byte of chunk c's stream is a bucket number modulo 64, and so on.
#[test]
fn shuffling_agrees_with_the_specification() {
    let items: Vec<u32> = (0..CHUNK as u32 + 1_001).collect();
    let key = key(11);
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); 64];
    for (number, chunk) in items.chunks(65_536).enumerate() {
        let mut stream = Stream::new(&key, number as u64);
        let words = (0..chunk.len().div_ceil(4)).map(|_| stream.word());
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        for (&item, byte) in chunk.iter().zip(bytes) {
            buckets[usize::from(byte & 63)].push(item);
        }
    }
    for (number, bucket) in buckets.iter_mut().enumerate() {
        let mut stream = Stream::new(&key, 4_294_967_296 + number as u64);
        for last in (1..bucket.len()).rev() {
            let other = stream.below(last as u32 + 1) as usize;
            bucket.swap(last, other);
        }
    }
    assert_eq!(shuffle(&items, &key), buckets.concat());
}

fn block() -> (Game, Vec<Outcome>) {
    let game = Game::parse(crate::game::MAXI_MOTS_CROISES).expect("the embedded game");
    let outcomes = assign(&game, &key(2));
    (game, outcomes)
}

#[test]
fn a_block_is_the_prize_table_to_the_unit() {
    let (game, outcomes) = block();
    assert_eq!(outcomes.len(), 3_000_000);
    let mut lots = vec![0_u32; 256];
    for outcome in outcomes {
        lots[usize::from(outcome.0)] += 1;
    }
    assert_eq!(lots[0], 3_000_000 - 787_545);
    let ways: Vec<u32> = game.ways().map(|paid| paid.way.lots).collect();
    assert_eq!(lots[1..=ways.len()], ways);
}

/// Winners fall evenly over segments of a block, and one position says nothing of the next.
#[test]
fn winners_lie_anywhere() {
    let (_, outcomes) = block();
    let wins: Vec<u32> = outcomes
        .iter()
        .map(|&outcome| u32::from(outcome != Outcome::LOSING))
        .collect();
    let share = 787_545.0 / 3_000_000.0;
    let segments: Vec<u32> = wins
        .chunks(1_000)
        .map(|segment| segment.iter().sum())
        .collect();
    // Winners in a segment are not Poisson but binomial: the statistic shrinks by the share that loses.
    let statistic = chi_square_uniform(&segments) / (1.0 - share);
    assert!(
        plausible(statistic, segments.len() as u32 - 1),
        "{statistic}"
    );
    for lag in [1, 2, 3, 18, 64, 65_536] {
        let pairs = wins.len() - lag;
        let both: u32 = wins
            .iter()
            .zip(&wins[lag..])
            .map(|(one, other)| one & other)
            .sum();
        let deviation = (f64::from(both) / pairs as f64 - share * share) * (pairs as f64).sqrt();
        let standard = share * (1.0 - share);
        assert!(
            (deviation / standard).abs() < 4.0,
            "lag {lag}: {}",
            deviation / standard
        );
    }
}

#[test]
fn threads_change_nothing() {
    let (game, outcomes) = block();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        assert!(
            pool.install(|| assign(&game, &key(2))) == outcomes,
            "{threads} threads"
        );
    }
}

/// One place asked for alone has what the whole shuffle puts there: first and last of several buckets among them.
#[test]
fn one_place_alone_has_the_same_element() {
    let items: Vec<u32> = (0..CHUNK as u32 + 777).collect();
    let (key, shuffled) = (key(2), shuffle(&items, &key(2)));
    let scattered = Scattered::new(&items, &key);
    let ends = (0..BUCKETS).scan(0, |end, bucket| {
        *end += scattered.shuffled(bucket).len();
        Some(*end)
    });
    let places: Vec<usize> = std::iter::once(0)
        .chain(ends.flat_map(|end| [end - 1, end]))
        .collect();
    for &place in &places[..2 * BUCKETS] {
        assert_eq!(scattered.at(place), shuffled[place], "place {place}");
    }
}
