use super::*;

const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn parse(text: &str) -> Result<WordList, WordListError> {
    WordList::parse(text, ALPHABET, &BLOCKED)
}

/// `sha256sum wordlists/fr.txt` is the list's hash: the file is canonical, and none of its words is blocked.
#[test]
fn the_french_list_is_its_own_canonical_form() {
    let words = parse(FRENCH).expect("the embedded list");
    assert_eq!(words.blocked(), 0);
    assert_eq!(words.sha256(), <[u8; 32]>::from(Sha256::digest(FRENCH)));
    assert_eq!(words.iter().count(), 21_325);
}

#[test]
fn the_block_list_is_its_own_canonical_form() {
    let file = include_str!("../../wordlists/blocklist_fr.tsv");
    assert_eq!(BLOCKED.sha256(), <[u8; 32]>::from(Sha256::digest(file)));
    assert!(BLOCKED.contains("ABSINTHE") && !BLOCKED.contains("MAISON"));
    assert!(BLOCKED.readable().count() > 100);
    assert!(BLOCKED.readable().all(|word| word.len() >= 4));
}

#[test]
fn the_english_lists_are_their_own_canonical_form() {
    let blocked = Language::English.blocked();
    let words = WordList::parse(ENGLISH, ALPHABET, blocked).expect("the embedded list");
    assert_eq!(words.blocked(), 0);
    assert_eq!(words.sha256(), <[u8; 32]>::from(Sha256::digest(ENGLISH)));
    assert!(words.iter().all(|word| (3..=9).contains(&word.len())));
    let file = include_str!("../../wordlists/blocklist_en.tsv");
    assert_eq!(blocked.sha256(), <[u8; 32]>::from(Sha256::digest(file)));
    assert!(blocked.contains("WHISKEY") && !blocked.contains("HOUSE"));
    assert!(blocked.readable().count() > 100);
}

/// `COIN` is a coin in English and a corner in French; `CON` is only harmless in one of them.
#[test]
fn each_language_blocks_words_of_its_own() {
    for language in Language::ALL {
        assert_eq!(Language::of_code(language.code()), Some(language));
        assert!(language.words().lines().any(|word| word == "COIN"));
    }
    assert_eq!(Language::of_code("de"), None);
    let [french, english] = Language::ALL.map(Language::blocked);
    assert!(french.contains("CON") && !english.contains("CON"));
    assert!(english.contains("PISS") && !french.contains("PISS"));
}

#[test]
fn words_are_sorted_and_blocked_ones_left_out() {
    let words = parse("ZEBRE\nABSINTHE\nCHAT").expect("a list");
    assert_eq!(words.iter().collect::<Vec<_>>(), ["CHAT", "ZEBRE"]);
    assert_eq!(words.blocked(), 1);
    assert_eq!(
        words.sha256(),
        <[u8; 32]>::from(Sha256::digest("CHAT\nZEBRE\n"))
    );
}

#[test]
fn a_bad_line_is_refused_with_its_number() {
    let letter = "is not a letter of the game's alphabet: write one word a line in unaccented capitals, with LF line ends";
    let cases = [
        ("CHAT\nchat\n", format!("line 2: 'c' {letter}")),
        ("ÉTÉ\n", format!("line 1: 'É' {letter}")),
        ("CHAT\r\n", format!("line 1: '\\r' {letter}")),
        ("CHAT \n", format!("line 1: ' ' {letter}")),
        (
            "CHAT\n\nEAU\n",
            "line 2: a word of 0 letters: words have 2 to 15".to_owned(),
        ),
        (
            "A\n",
            "line 1: a word of 1 letter: words have 2 to 15".to_owned(),
        ),
        (
            "ABCDEFGHIJKLMNOP\n",
            "line 1: a word of 16 letters: words have 2 to 15".to_owned(),
        ),
        (
            "EAU\nCHAT\nEAU\n",
            "line 3: EAU stands on line 1 already: give each word once".to_owned(),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn letters_outside_the_game_are_refused() {
    let error = WordList::parse("KIWI\n", "ABCDEFGHIJ", &BLOCKED).expect_err("no K");
    assert_eq!(
        error,
        WordListError::Letter {
            line: 1,
            character: 'K'
        }
    );
}

#[test]
fn a_block_list_line_has_a_word_and_its_category() {
    for text in [
        "A\tb\nCHAT\n",
        "A\tb\n\tvulgaire\n",
        "A\tb\nchat\tmort\n",
        "A\tb\nCHAT\t\n",
    ] {
        let error = BlockList::parse(text).expect_err(text);
        assert_eq!(
            error.to_string(),
            "line 2: must be a word in capitals, a tab and its category"
        );
    }
}

#[test]
fn only_rows_of_different_letters_can_spell() {
    let list =
        BlockList::parse("BITE\tvulgaire\nBITTE\tvulgaire\nNUL\tvulgaire\nVOTE\tpolitique\n")
            .expect("a list");
    assert_eq!(list.readable().collect::<Vec<_>>(), ["BITE"]);
}
