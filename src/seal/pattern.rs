//! OpenSSH's pattern lists (PATTERNS in `ssh_config(5)`): `*` stands for any characters, `?` for
//! one byte, and a pattern after `!` excludes what it matches.

/// Whether a text matches one of the patterns, separated by commas, and none after `!`.
pub(super) fn matches_list(text: &str, list: &str) -> bool {
    let mut found = false;
    for pattern in list.split(',') {
        match pattern.strip_prefix('!') {
            Some(excluded) if matches(text.as_bytes(), excluded.as_bytes()) => return false,
            Some(_) => {}
            None => found |= matches(text.as_bytes(), pattern.as_bytes()),
        }
    }
    found
}

/// Whether the whole text matches one pattern. After a mismatch, the latest `*` takes one byte
/// more: an earlier one need never change, so the time is at most the product of the lengths.
fn matches(text: &[u8], pattern: &[u8]) -> bool {
    let (mut at, mut next) = (0, 0);
    let mut star = None;
    while at < text.len() {
        match pattern.get(next) {
            Some(b'*') => {
                star = Some((at, next));
                next += 1;
            }
            Some(&byte) if byte == b'?' || byte == text[at] => {
                at += 1;
                next += 1;
            }
            _ => {
                let Some((taken, place)) = star else {
                    return false;
                };
                star = Some((taken + 1, place));
                (at, next) = (taken + 1, place + 1);
            }
        }
    }
    pattern[next..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meaning of a pattern, plain and slow.
    fn matches_slowly(text: &[u8], pattern: &[u8]) -> bool {
        match (pattern, text) {
            ([], _) => text.is_empty(),
            ([b'*', rest @ ..], _) => {
                (0..=text.len()).any(|taken| matches_slowly(&text[taken..], rest))
            }
            ([byte, rest @ ..], [first, left @ ..]) => {
                (*byte == b'?' || byte == first) && matches_slowly(left, rest)
            }
            (_, []) => false,
        }
    }

    /// All texts of at most `length` letters of an alphabet.
    fn texts(alphabet: &[u8], length: u32) -> Vec<Vec<u8>> {
        if length == 0 {
            return vec![vec![]];
        }
        let shorter = texts(alphabet, length - 1);
        let longest = shorter
            .iter()
            .filter(|text| text.len() + 1 == length as usize);
        let longer = longest.flat_map(|text| {
            alphabet
                .iter()
                .map(|letter| [text.as_slice(), &[*letter]].concat())
        });
        shorter.iter().cloned().chain(longer).collect()
    }

    #[test]
    fn agrees_with_the_meaning_on_all_short_patterns() {
        let subjects = texts(b"ab", 5);
        for pattern in texts(b"ab*?", 5) {
            for text in &subjects {
                let expected = matches_slowly(text, &pattern);
                assert_eq!(matches(text, &pattern), expected, "{pattern:?} {text:?}");
            }
        }
    }

    #[test]
    fn many_stars_take_little_time() {
        let text = vec![b'a'; 1000];
        let pattern = [b"a*".repeat(100), b"b".to_vec()].concat();
        assert!(!matches(&text, &pattern));
    }

    #[test]
    fn a_list_needs_one_match_and_no_excluded_one() {
        for (list, expected) in [
            ("emission", true),
            ("other,emission", true),
            ("emi*", true),
            ("?mission", true),
            ("*", true),
            ("", false),
            ("other", false),
            ("Emission", false),
            ("emission2", false),
            ("!emission,*", false),
            ("*,!emission", false),
            ("*,!emi?", true),
            ("!other", false),
            ("!other,emission", true),
        ] {
            assert_eq!(matches_list("emission", list), expected, "{list}");
        }
    }
}
