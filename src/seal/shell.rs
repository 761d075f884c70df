//! Paths in a command that people paste into a shell.

use std::path::Path;

/// The path as one word of a POSIX shell (Shell Command Language, 2.2 Quoting), which no command takes for an option.
pub(crate) fn shell_word(path: &Path) -> String {
    let path = path.display().to_string();
    let path = if path.starts_with('-') {
        format!("./{path}")
    } else {
        path
    };
    if !path.is_empty() && path.chars().all(is_plain) {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// Whether a character means itself, wherever in a word it stands.
fn is_plain(character: char) -> bool {
    character.is_alphanumeric() || "/._-+,:@%".contains(character)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn only_what_needs_quotes_has_them() {
        for (path, word) in [
            ("keys/emission-1.seed", "keys/emission-1.seed"),
            ("clés/été.seed", "clés/été.seed"),
            ("my seed", "'my seed'"),
            ("it's", r"'it'\''s'"),
            ("~/x", "'~/x'"),
            ("-x", "./-x"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }

    #[test]
    fn a_shell_reads_the_path_again() {
        for path in [
            "a b", "it's", "$HOME", "`id`", "a\"b", "a\\b", "*", "#a", "a;b&c|d", "~", "!!", "(a)",
            "",
        ] {
            let script = format!("printf %s {}", shell_word(Path::new(path)));
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), path);
        }
    }
}
