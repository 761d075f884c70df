//! Shares and odds with two decimals, rounded half up. All in integers: what is printed is exact.

use crate::game::thousands;

/// `70.00` for 7 of 10: a share in per cent. Nothing has no shares: 0.00.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    decimal(hundredths(u128::from(part) * 100, whole))
}

/// `3.81` for 787,545 of 3,000,000: one in so many. Without a single one there are no odds: 0.00.
#[must_use]
pub fn one_in(part: u64, whole: u64) -> String {
    decimal(hundredths(whole.into(), part))
}

/// Hundredths of a quotient, rounded half up; 0 when there is nothing to divide by.
fn hundredths(dividend: u128, divisor: u64) -> u128 {
    let divisor = u128::from(divisor);
    (dividend * 200 + divisor)
        .checked_div(divisor * 2)
        .unwrap_or(0)
}

fn decimal(hundredths: u128) -> String {
    let whole = u64::try_from(hundredths / 100).unwrap_or(u64::MAX);
    format!("{}.{:02}", thousands(whole), hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_half_up() {
        assert_eq!(percent(1_050_000_000, 1_500_000_000), "70.00");
        assert_eq!(percent(1, 3), "33.33");
        assert_eq!(percent(2, 3), "66.67");
        assert_eq!(percent(1, 20_000), "0.01");
        assert_eq!(percent(1, 20_001), "0.00");
        assert_eq!(percent(u64::MAX, u64::MAX), "100.00");
    }

    #[test]
    fn odds_are_counted_in_units_a_lot() {
        assert_eq!(one_in(787_545, 3_000_000), "3.81");
        assert_eq!(one_in(2, 3_000_000), "1,500,000.00");
        assert_eq!(one_in(1, 1), "1.00");
    }

    #[test]
    fn nothing_has_no_share_and_no_odds() {
        assert_eq!(percent(0, 0), "0.00");
        assert_eq!(one_in(0, 10), "0.00");
    }
}
