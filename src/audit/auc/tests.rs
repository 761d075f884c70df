use super::*;

fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value}, not {expected}");
}

/// Winners 3, 4, 4 against others 1, 2, 4: they beat 2, 2.5 and 2.5 of 3. The others are beaten by 0, 0 and 2 of 3, and
/// the last ties twice: it beats 2 of 3.
#[test]
fn the_area_and_its_error_agree_with_a_count_by_hand() {
    let auc = Auc::of(vec![3.0, 4.0, 4.0], vec![1.0, 2.0, 4.0], 0.99).unwrap();
    close(auc.area, 7.0 / 9.0);
    // Winners: 2/3, 5/6, 5/6, variance 1/108. Others beat 0, 0 and (1 + 2 / 2) / 3: variance 4/27.
    close(auc.error.powi(2), (1.0 / 108.0 + 4.0 / 27.0) / 3.0);
    close(auc.high - auc.area, 2.575_829_303_549 * auc.error);
    assert_eq!(auc.units, 6);
}

#[test]
fn chance_is_held_and_a_perfect_score_is_not() {
    let low: Vec<f64> = (0..50).map(f64::from).collect();
    let high: Vec<f64> = (50..100).map(f64::from).collect();
    let perfect = Auc::of(high.clone(), low.clone(), 0.99).unwrap();
    close(perfect.area, 1.0);
    assert!(!perfect.holds_chance());
    assert!(!Auc::of(low.clone(), high, 0.99).unwrap().holds_chance());
    assert!(Auc::of(low.clone(), low, 0.99).unwrap().holds_chance());
    let constant = Auc::of(vec![1.0; 9], vec![1.0; 9], 0.99).unwrap();
    close(constant.area, 0.5);
    assert!(constant.holds_chance());
}

#[test]
fn too_few_scores_have_no_area() {
    assert_eq!(Auc::of(vec![1.0], vec![0.0; 9], 0.99), None);
    assert_eq!(Auc::of(vec![1.0; 9], vec![0.0], 0.99), None);
}
