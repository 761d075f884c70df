use super::*;

fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value}, not {expected}");
}

fn classes(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| byte - b'0').collect()
}

/// Units of a generator of its own (Knuth's MMIX), a quarter of them winners.
fn chance(units: usize, mut state: u64) -> Vec<u8> {
    let draw = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u8::from(state >> 62 == 0)
    };
    (0..units).map(draw).collect()
}

#[test]
fn winners_are_counted_by_words_as_one_by_one() {
    let classes = chance(1_000, 1);
    let winners = Winners::of(&classes);
    let wins = |unit: usize| classes[unit] > 0;
    assert_eq!(
        winners.count,
        (0..1_000).filter(|&unit| wins(unit)).count() as u64
    );
    for lag in [1, 2, 63, 64, 65, 130] {
        let pairs = (0..1_000 - lag).filter(|&unit| wins(unit) && wins(unit + lag));
        assert_eq!(winners.pairs(lag), pairs.count() as u64, "{lag}");
    }
    let changes = (1..1_000).filter(|&unit| wins(unit) != wins(unit - 1));
    assert_eq!(winners.runs(), changes.count() as u64 + 1);
}

/// +++−−−++−−: the mean is 2 × 5 × 5 / 10 + 1 = 6, the variance 50 × 40 / (100 × 9), and there are 4 runs.
#[test]
fn runs_agree_with_a_count_by_hand() {
    let winners = Winners::of(&classes("1110001100"));
    assert_eq!(winners.runs(), 4);
    let statistic = runs(&winners).unwrap();
    close(statistic.value, (4.0 - 6.0) / (2_000.0_f64 / 900.0).sqrt());
}

/// 1100, neighbours: the products about the mean are ¼, −¼ and ¼; over the variance of ¼ that is 1, which chance has at
/// −3 / 3, with a deviation of √3.
#[test]
fn correlation_agrees_with_a_count_by_hand() {
    let winners = Winners::of(&classes("1100"));
    close(winners.correlation(1), 2.0 / 3.0_f64.sqrt());
}

/// Of 4 units, 2 win in both blocks: 1 place in common is the mean, and 2 are beyond it by 1 / √(1 / 3).
#[test]
fn coincidences_agree_with_a_count_by_hand() {
    let block = |text| Winners::of(&classes(text));
    close(block("1100").coincidences(&block("0110")), 0.0);
    close(block("1100").coincidences(&block("1100")), 3.0_f64.sqrt());
}

/// After half of the units another one wins: half of the gaps are 1 unit long, half of the rest 2, and so on.
#[test]
fn gaps_are_held_against_the_geometric_distribution() {
    let mut winners = vec![0];
    for gap in std::iter::repeat_n(1, 80)
        .chain(std::iter::repeat_n(2, 40))
        .chain(std::iter::repeat_n(3, 20))
        .chain(std::iter::repeat_n(4, 20))
    {
        winners.push(winners.last().unwrap() + gap);
    }
    // Expected are 80, 40, 20, 10, 5 and 5 more beyond: 20 in place of 10, and twice 0 in place of 5.
    let statistic = gaps(&winners, 0.5).unwrap();
    close(statistic.value, 10.0 + 5.0 + 5.0);
    assert_eq!(statistic.of, Some(4));
}

/// 40 lots of 400 units in 4 segments of 100: 20, 10, 10 and 0, where 10 are expected, each with 90 others.
#[test]
fn segments_agree_with_a_count_by_hand() {
    let lots: Vec<u32> = (0..20).chain(100..110).chain(200..210).collect();
    let statistic = over_segments("lots", &lots, 400).unwrap();
    let by_hand = [20.0_f64, 10.0, 10.0, 0.0]
        .map(|lots| (lots - 10.0).powi(2) / 10.0 + (lots - 10.0).powi(2) / 90.0);
    close(statistic.value, by_hand.iter().sum());
    assert_eq!(
        (statistic.name.as_str(), statistic.of),
        ("lots, 4 segments", Some(3))
    );
    assert_eq!(over_segments("lots", &lots[..19], 400), None);
}

/// Over a thousand orders by chance, standard normal values have mean 0 and variance 1.
#[test]
fn chance_gives_standard_normal_values() {
    let values = |value: fn(&Winners) -> f64| {
        let values: Vec<f64> = (0..1_000)
            .map(|seed| value(&Winners::of(&chance(2_000, seed * 7_919 + 17))))
            .collect();
        let mean = values.iter().sum::<f64>() / 1_000.0;
        let variance = values
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>()
            / 1_000.0;
        assert!(
            mean.abs() < 0.15 && (0.85..1.15).contains(&variance),
            "{mean} {variance}"
        );
    };
    values(|winners| winners.correlation(1));
    values(|winners| winners.correlation(40));
    values(|winners| runs(winners).unwrap().value);
}
