use super::*;
use crate::game::MAXI_MOTS_CROISES;
use crate::words::{BLOCKED, FRENCH};

fn manifest() -> Manifest {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    let part = Part {
        file: "units-0001.csv.zst".into(),
        first_unit: 1,
        units: 131_072,
        bytes: 1,
        sha256: Hex([0xab; 32]),
        merkle_root: Hex([1; 32]),
    };
    let made = Made {
        emission: 1,
        block: 2,
        seed_commitment: [2; 32],
        parts: vec![part],
        merkle_root: [3; 32],
    };
    Manifest::new(&game, &words, &BLOCKED, made)
}

#[test]
fn a_manifest_is_read_as_it_is_written() {
    let manifest = manifest();
    assert_eq!(Manifest::parse(&manifest.to_json()), Ok(manifest));
}

/// Keys stand in the documented order, and nothing in the file tells when or where it was made.
#[test]
fn keys_are_stable() {
    let json = manifest().to_json();
    let keys: Vec<&str> = json
        .lines()
        .filter(|line| line.starts_with("  \""))
        .filter_map(|line| line.split('"').nth(1))
        .collect();
    assert_eq!(
        keys,
        [
            "format_version",
            "tool",
            "tool_version",
            "game",
            "game_sha256",
            "wordlist_sha256",
            "blocklist_sha256",
            "emission",
            "block",
            "units",
            "prize_table",
            "total_lots",
            "total_prizes_cents",
            "merkle_root",
            "seed_commitment",
            "parts"
        ]
    );
    assert!(json.ends_with("}\n"));
}

#[test]
fn other_bytes_are_refused_with_their_reason() {
    let json = manifest().to_json();
    let cases = [
        (
            json.replace("  \"", "    \""),
            "it is not in the canonical form",
        ),
        (json.clone() + "\n", "it is not in the canonical form"),
        (
            json.replacen("\"format_version\": 1", "\"format_version\": 2", 1),
            "format_version is 2, and this tool reads 1",
        ),
        (
            json.replacen("\"units\"", "\"unit\"", 1),
            "line 11: unknown field `unit`",
        ),
        (
            json.replacen("\"units\"", "\"\\u001b[2J\\n\"", 1),
            "line 11: unknown field `\u{fffd}[2J\u{fffd}`",
        ),
        (
            json.replacen("\"units\": 3000000", "\"units\": 99999999999", 1),
            "line 11: invalid value: integer `99999999999`",
        ),
        (json.replacen("abab", "ABAB", 1), "line 60: "),
        (json[..200].to_owned(), "line 7: EOF while parsing"),
        (String::new(), "line 1: EOF while parsing a value"),
    ];
    for (text, expected) in cases {
        let error = Manifest::parse(&text).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}\n{expected}");
    }
}
