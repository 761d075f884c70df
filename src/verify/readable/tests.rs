use proptest::prelude::*;

use super::*;
use crate::words::BLOCKED;

fn find(list: &str, letters: &str) -> Option<String> {
    let unreadable = Unreadable::new(&BlockList::parse(list).expect("a good list"));
    let word = unreadable.find(letters.as_bytes())?;
    Some(String::from_utf8_lossy(word).into_owned())
}

const LIST: &str =
    "ABLE\tvulgaire\nABLETS\tsexuel\nCRUX\traciste\nDOG\tvulgaire\nFERN\tmort\nGAGA\tvulgaire\n";

#[test]
fn words_are_found_both_ways_and_anywhere() {
    assert_eq!(find(LIST, "ABLEQWT").as_deref(), Some("ABLE"));
    assert_eq!(find(LIST, "QWABLE").as_deref(), Some("ABLE"));
    assert_eq!(find(LIST, "QELBAW").as_deref(), Some("ELBA"));
    assert_eq!(find(LIST, "QWZXURC").as_deref(), Some("XURC"));
    assert_eq!(
        find("ABLETS\tsexuel\n", "ABLETS").as_deref(),
        Some("ABLETS")
    );
}

#[test]
fn other_letters_spell_nothing() {
    for letters in [
        "ABQLEWT", "ABL", "ABLQE", "CRUWX", "DOGQWT", "FERNQW", "ABLTESQ", "",
    ] {
        assert_eq!(find(LIST, letters), None, "{letters}");
    }
    assert_eq!(find("ABLETS\tsexuel\n", "ABLETQS"), None);
    assert_eq!(find("", "ABLE"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Compares with a plain search for each word, both ways, in rows that often hold one.
    #[test]
    fn the_search_is_that_of_each_word(
        order in Just(('A'..='Z').collect::<Vec<char>>()).prop_shuffle(),
        planted in any::<prop::sample::Index>(),
        at in 0..12_usize,
        cut in 0..3_usize,
    ) {
        let words: Vec<&str> = BLOCKED.readable().collect();
        let planted = *planted.get(&words);
        let planted = &planted[..planted.len() - cut.min(planted.len())];
        let mut letters: String = order.iter().filter(|&&letter| !planted.contains(letter)).collect();
        letters.insert_str(at, planted);
        letters.truncate(18);
        let backwards: String = letters.chars().rev().collect();
        let expected = words.iter().any(|word| letters.contains(word) || backwards.contains(word));
        prop_assert_eq!(Unreadable::new(&BLOCKED).find(letters.as_bytes()).is_some(), expected);
    }
}
