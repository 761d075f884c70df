//! Why the operating system refused something, in its own words.

use std::fmt::Display;

/// The words of an error, without the number that Rust puts behind them (`(os error 2)`): it tells a reader nothing.
pub(crate) fn reason(error: &impl Display) -> String {
    let text = error.to_string();
    let words = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" (os error "));
    match words {
        Some((words, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => words.into(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn the_number_of_an_error_is_left_out_and_nothing_else() {
        assert_eq!(
            reason(&io::Error::from_raw_os_error(2)),
            "No such file or directory"
        );
        assert_eq!(
            reason(&io::Error::other("it is no regular file")),
            "it is no regular file"
        );
        assert_eq!(reason(&"a (b)"), "a (b)");
        assert_eq!(reason(&"a (os error x)"), "a (os error x)");
    }
}
