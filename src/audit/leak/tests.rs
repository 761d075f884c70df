use super::*;

/// Units of two features, of which the second tells winners, the first nothing, and a third never varies.
fn table(units: u32) -> Table {
    let rows = (0..units).flat_map(|unit| {
        let noise = f64::from(unit.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24);
        [
            f64::from(unit % 7),
            1000.0 + noise + f64::from(unit % 3),
            5.0,
        ]
    });
    let rows: Vec<f64> = rows.collect();
    Table {
        rows: Array2::from_shape_vec((units as usize, 3), rows).unwrap(),
        wins: (0..units).map(|unit| unit % 3 == 2).collect(),
    }
}

#[test]
fn what_tells_gets_the_weight() {
    let model = Model::fit(table(3_000)).unwrap();
    let weights: Vec<f64> = model.weights.to_vec();
    assert!(weights[1] > 2.0 && weights[0].abs() < 0.2, "{weights:?}");
    assert!(weights[2].abs() < 1e-9, "{weights:?}");
    assert!(model.score(&[3.0, 1_002.9, 5.0]) > model.score(&[3.0, 1_000.2, 5.0]));
}

#[test]
fn without_winners_there_is_nothing_to_learn() {
    let mut table = table(300);
    table.wins.fill(false);
    assert!(Model::fit(table).is_none());
}
