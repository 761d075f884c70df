use super::*;

fn close(value: f64, expected: f64, error: f64) {
    assert!((value - expected).abs() <= error, "{value}, not {expected}");
}

/// Two-sided points of the standard normal table.
#[test]
fn tails_and_quantiles_agree_with_tables() {
    close(both_tails(1.96), 0.05, 1e-4);
    close(both_tails(-2.5758), 0.01, 1e-6);
    close(quantile_both_tails(0.01), 2.5758, 1e-4);
    close(quantile_both_tails(0.05), 1.95996, 1e-5);
}

/// 5 % and 1 % points of the chi-square table.
#[test]
fn chi_square_agrees_with_tables() {
    for (value, freedom, p) in [(3.841, 1, 0.05), (16.919, 9, 0.05), (135.807, 100, 0.01)] {
        let of = ChiSquare { value, freedom };
        let statistic = Statistic::chi_square(Subject::Order, "x", of).unwrap();
        close(statistic.p, p, 1e-4);
        assert_eq!(statistic.of, Some(freedom));
    }
    let nothing = ChiSquare {
        value: 0.0,
        freedom: 0,
    };
    assert_eq!(Statistic::chi_square(Subject::Order, "x", nothing), None);
}

/// A die thrown 60 times: (5−10)² + (8−10)² + (9−10)² + (8−10)² + (10−10)² + (20−10)² = 134, over 10.
#[test]
fn counts_are_held_against_expected_ones() {
    let throws = [5, 8, 9, 8, 10, 20].map(|count| (count, 10.0));
    let statistic = chi_square(throws, 1);
    close(statistic.value, 13.4, 1e-12);
    assert_eq!(statistic.freedom, 5);
}

/// Cells of 4 and 4 expect 8 together, and the last one of 3 joins the one before it.
#[test]
fn cells_that_expect_too_few_are_pooled() {
    let statistic = chi_square([(6, 4.0), (4, 4.0), (8, 10.0), (3, 3.0)], 1);
    close(statistic.value, 4.0 / 8.0 + 4.0 / 13.0, 1e-12);
    assert_eq!(statistic.freedom, 1);
    let nothing = chi_square([(1, 2.0)], 1);
    assert_eq!(nothing.freedom, 0);
}

/// Fisher's table of smokers would do: 90, 60, 104, 95 against 30, 50, 51, 20 and 30, 40, 45, 35 gives 24.57 with 6
/// degrees of freedom (the example of Wikipedia's "Chi-squared test").
#[test]
fn a_table_agrees_with_a_published_one() {
    let rows = [
        vec![90, 30, 30],
        vec![60, 50, 40],
        vec![104, 51, 45],
        vec![95, 20, 35],
    ];
    let statistic = chi_square_of_table(rows.to_vec());
    close(statistic.value, 24.57, 0.005);
    assert_eq!(statistic.freedom, 6);
}

/// Columns of 80 and 20: a row must sum to 25. Rows of 10, 8 and 2 are one, and an empty column is none.
#[test]
fn small_rows_of_a_table_are_pooled() {
    let whole = chi_square_of_table(vec![vec![60, 20, 0], vec![20, 0, 0]]);
    let split = chi_square_of_table(vec![
        vec![6, 0, 0],
        vec![60, 20, 0],
        vec![10, 0, 0],
        vec![4, 0, 0],
    ]);
    assert_eq!((whole.freedom, split.freedom), (0, 0));
    let table = |rest: &[[u64; 2]]| {
        let rows = [[40, 10]].iter().chain(rest);
        chi_square_of_table(rows.map(|row| row.to_vec()).collect())
    };
    assert_eq!(table(&[[40, 10]]), table(&[[10, 8], [28, 1], [2, 1]]));
}

/// 5 red balls of 50, 10 drawn: P(4 or more red) is 0.00396 + 0.000119 (hypergeometric distribution, Wikipedia).
#[test]
fn winners_drawn_without_putting_back_are_exact() {
    let statistic = Statistic::winners_among("x", 4, 10, 5, 50).unwrap();
    close(statistic.p, 2.0 * (0.003_964_583 + 0.000_118_937), 1e-7);
    let none = Statistic::winners_among("x", 0, 10, 5, 50).unwrap();
    close(none.p, 2.0 * 0.310_562_8, 1e-6);
}

/// 8 heads of 10: 2 × (45 + 10 + 1) / 1024.
#[test]
fn binomial_tails_are_exact() {
    close(binomial_both_tails(8, 10, 0.5), 112.0 / 1024.0, 1e-12);
    close(binomial_both_tails(2, 10, 0.5), 112.0 / 1024.0, 1e-12);
    close(binomial_both_tails(0, 10, 0.5), 2.0 / 1024.0, 1e-12);
    close(binomial_both_tails(5, 10, 0.5), 1.0, 1e-12);
}

/// The example of Holm's procedure with four hypotheses of 0.01, 0.04, 0.03 and 0.005: 0.03, 0.06, 0.06, 0.02.
#[test]
fn holm_corrects_for_all_statistics() {
    let p = [0.01, 0.04, 0.03, 0.005];
    let mut statistics: Vec<Statistic> = p
        .iter()
        .map(|&p| Statistic::new(Subject::Order, "x", Kind::Z, 0.0, p))
        .collect();
    holm(statistics.iter_mut());
    let corrected = statistics.iter().map(|statistic| statistic.p_holm);
    for (corrected, expected) in corrected.zip([0.03, 0.06, 0.06, 0.02]) {
        close(corrected, expected, 1e-12);
    }
    assert!(statistics.iter().all(|statistic| !statistic.stands_out()));
    statistics[0].p = 0.002;
    holm(statistics.iter_mut());
    assert!(statistics[0].stands_out());
}

/// The largest of 63 values has Bonferroni's bound.
#[test]
fn the_largest_is_one_of_many() {
    let largest = |p| Largest {
        z: 3.0,
        p,
        of_what: "7 apart".into(),
    };
    let statistic = Statistic::largest(Subject::Order, "x", largest(0.0027), 63);
    close(statistic.p, 0.1701, 1e-12);
    close(
        Statistic::largest(Subject::Order, "x", largest(0.1), 63).p,
        1.0,
        0.0,
    );
}
