//! Words of a foreign file, fit to be printed.

use std::fmt::Display;

use unicode_properties::GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
use unicode_properties::UnicodeGeneralCategory as _;

/// Whether a character is not seen as itself: it is a command, breaks the line, turns what follows around, or takes no room
/// at all (Unicode's general categories Cc, Cf, Zl and Zp).
pub(crate) fn is_unseen(character: char) -> bool {
    matches!(
        character.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator
    )
}

/// The text with `\u{fffd}` for each character that is not seen as itself, so that nothing found in a file breaks the line,
/// reads as something else, or reaches the terminal as a command.
pub(crate) fn one_line(text: impl Display) -> String {
    let text = text.to_string();
    text.replace(is_unseen, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_stays() {
        for text in [
            "été `a\\b`",
            "e\u{301}te\u{301}",
            "Bravo\u{202f}!",
            "→ ┌ 🍀 字",
        ] {
            assert_eq!(one_line(text), text);
        }
    }

    /// Commands and lines of a terminal; the right-to-left override and isolate; line and paragraph separators; a space of no
    /// width, a soft hyphen, a mark of byte order, and a letter of the tags that no font shows.
    #[test]
    fn what_is_not_seen_as_itself_is_replaced() {
        for unseen in [
            "\n",
            "\0",
            "\u{1b}",
            "\u{9b}",
            "\u{202e}",
            "\u{2066}",
            "\u{2028}",
            "\u{2029}",
            "\u{200b}",
            "\u{ad}",
            "\u{feff}",
            "\u{e0041}",
        ] {
            assert_eq!(one_line(format!("a{unseen}b")), "a\u{fffd}b");
        }
    }
}
