use super::*;
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::words::{BLOCKED, FRENCH};

fn has(table: &WordTable, word: &str) -> bool {
    let word = Word::new(word.as_bytes());
    table.has(word, table.place(word, word.len()))
}

fn rules(lengths: std::ops::RangeInclusive<u8>) -> GridRules {
    let mut rules = Game::parse(MAXI_MOTS_CROISES)
        .expect("the embedded game")
        .grids;
    (rules.min_length, rules.max_length) = lengths.into_inner();
    rules
}

fn list(words: &str) -> WordList {
    let nothing = BlockList::parse("").expect("an empty list");
    WordList::parse(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", &nothing).expect("a good list")
}

#[test]
fn every_word_of_the_list_has_a_place_of_its_own() {
    let words = list(FRENCH);
    let table = WordTable::new(&rules(2..=15), &words, &BLOCKED);
    let mut taken = vec![false; table.places()];
    for word in words.iter() {
        assert!(has(&table, word), "{word}");
        let word = Word::new(word.as_bytes());
        assert!(
            !std::mem::replace(&mut taken[table.place(word, word.len())], true),
            "{word}"
        );
    }
}

/// Every text that differs from a word in one letter is in the table just when it is in the list.
#[test]
fn no_other_text_is_a_word() {
    let words = list(FRENCH);
    let table = WordTable::new(&rules(2..=15), &words, &BLOCKED);
    let listed: std::collections::HashSet<&str> = words.iter().collect();
    let (mut near, mut known) = (0, 0);
    for word in words.iter().step_by(50) {
        for at in 0..word.len() {
            for letter in 'A'..='Z' {
                let other = format!("{}{letter}{}", &word[..at], &word[at + 1..]);
                assert_eq!(
                    has(&table, &other),
                    listed.contains(other.as_str()),
                    "{other}"
                );
                near += 1;
                known += u32::from(listed.contains(other.as_str()));
            }
        }
        assert_eq!(
            has(&table, &word[1..]),
            listed.contains(&word[1..]),
            "{word}"
        );
    }
    assert!(near > 50_000 && known > 3_000, "{near}, {known}");
}

#[test]
fn words_of_other_lengths_and_blocked_ones_are_left_out() {
    let blocked = BlockList::parse("MAUVAIS\tinsulte\n").expect("a good list");
    let table = WordTable::new(
        &rules(3..=7),
        &list("OR\nMOT\nMAUVAIS\nGENTIL\nMEILLEUR\n"),
        &blocked,
    );
    let words = ["OR", "MOT", "MAUVAIS", "GENTIL", "MEILLEUR", "X"];
    assert_eq!(
        words.map(|word| has(&table, word)),
        [false, true, false, true, false, false]
    );
}

/// Words that differ far from their start only, and in letters that change few bits.
#[test]
fn long_words_that_look_alike_are_told_apart() {
    let text = (0..26 * 26)
        .map(|number| {
            format!(
                "AAAAAAAAAAAAA{}{}\n",
                letter(number / 26),
                letter(number % 26)
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let words = list(&text);
    let table = WordTable::new(&rules(2..=15), &words, &BLOCKED);
    assert!(words.iter().all(|word| has(&table, word)));
    assert!(!has(&table, "AAAAAAAAAAAAA"));
    assert!(!has(&table, "BAAAAAAAAAAAAAA"));
}

fn letter(number: u32) -> char {
    char::from(b'A' + u8::try_from(number).expect("a letter"))
}

#[test]
fn a_list_without_words_has_none() {
    let table = WordTable::new(&rules(2..=15), &list(""), &BLOCKED);
    assert!(!has(&table, "MOT"));
}
