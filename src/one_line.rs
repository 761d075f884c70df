//! Words of a foreign file, fit to be printed.

use std::fmt::Display;

/// The text with `\u{fffd}` for each control character, so that nothing found in a file breaks the
/// line or reaches the terminal as a command.
pub(crate) fn one_line(text: impl Display) -> String {
    let text = text.to_string();
    text.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_characters_are_replaced() {
        assert_eq!(one_line("été `a\\b`"), "été `a\\b`");
        assert_eq!(
            one_line("a\nb\u{1b}[2J\u{9b}"),
            "a\u{fffd}b\u{fffd}[2J\u{fffd}"
        );
    }
}
