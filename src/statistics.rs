//! Chi-square for tests with fixed seeds: enough to tell a uniform draw from a biased one.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "counts of tests are small"
)]

/// Pearson's statistic against equal expected counts.
pub(crate) fn chi_square_uniform(observed: &[u32]) -> f64 {
    let total: f64 = observed.iter().map(|&count| f64::from(count)).sum();
    let expected = total / observed.len() as f64;
    observed
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

/// Whether a statistic is one that chance gives, with a probability of about 1 in 15,000 to say no wrongly: by the
/// normal approximation of Wilson and Hilferty (1931), within four standard deviations on either side.
pub(crate) fn plausible(statistic: f64, degrees_of_freedom: u32) -> bool {
    let freedom = f64::from(degrees_of_freedom);
    let variance = 2.0 / (9.0 * freedom);
    let deviation = ((statistic / freedom).cbrt() - (1.0 - variance)) / variance.sqrt();
    deviation.abs() < 4.0
}

/// The 0.1 % and 99.9 % points of tables pass; what no table would call chance does not.
#[test]
fn plausible_agrees_with_tables() {
    for (freedom, low, high) in [(1, 0.02, 10.83), (9, 1.152, 27.88), (100, 61.92, 149.4)] {
        assert!(
            plausible(low, freedom) && plausible(high, freedom),
            "{freedom}"
        );
        assert!(!plausible(3.0 * high, freedom), "{freedom}");
    }
    assert!(!plausible(30.0, 100), "too even to be chance");
}
