//! Every value that a seed gives is frozen: the vectors of `docs/block-format.md`, made again.
//!
//! A vector that differs is a new format version, and the changelog says so under "Value-breaking".

use emission::game::{Game, MAXI_MOTS_CROISES};
use emission::generate::rng::{BlockKeys, Stream, layout_key};
use emission::generate::{Generator, Maker, assign};
use emission::seal::hex::encode;
use emission::seal::{MasterSeed, merkle};
use emission::unit::RowShape;
use emission::verify::Kind;
use emission::words::{BLOCKED, FRENCH, WordList};
use sha2::{Digest as _, Sha256};

const DOCUMENT: &str = include_str!("../docs/block-format.md");

/// The vectors as the document has them, name and value.
fn documented() -> Vec<(&'static str, &'static str)> {
    let section = DOCUMENT
        .split("## 12. Test vectors")
        .nth(1)
        .expect("the section");
    section
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.split_once(" = "))
        .collect()
}

/// The same vectors, computed.
fn computed() -> Vec<(&'static str, String)> {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    let seed = MasterSeed::from_bytes(&std::array::from_fn(|index| {
        u8::try_from(index).expect("below 32")
    }));
    let keys = BlockKeys::derive(&seed, &game.sha256(), &words.sha256(), 1, 1);
    let mut stream = Stream::new(&keys.unit, 1);
    let first: Vec<u8> = (0..16).flat_map(|_| stream.word().to_le_bytes()).collect();
    let outcomes = assign(&game, &keys.order);
    let outcome_bytes: Vec<u8> = outcomes.iter().map(|outcome| outcome.0).collect();
    let generator = Generator::new(&game, &words, &BLOCKED).expect("a generator");
    let mut maker = Maker::new(&generator, &keys.unit);
    let shape = RowShape::of(&game);
    let rows: Vec<Vec<u8>> = (1..=8_192)
        .zip(&outcomes)
        .map(|(number, &outcome)| {
            let mut row = Vec::new();
            maker
                .make(number, outcome)
                .expect("a unit")
                .write_canonical(&shape, &mut row);
            row
        })
        .collect();
    let leaves: Vec<_> = rows.iter().map(|row| merkle::leaf_hash(row)).collect();
    let mut lines = Sha256::new();
    for row in &rows {
        lines.update(row);
        lines.update(b"\n");
    }
    vec![
        ("game_sha256", encode(&game.sha256())),
        ("wordlist_sha256", encode(&words.sha256())),
        ("blocklist_sha256", encode(&BLOCKED.sha256())),
        ("order_key", encode(&**keys.order)),
        ("unit_key", encode(&**keys.unit)),
        ("seed_commitment", encode(&keys.commitment)),
        ("layout_key", encode(&*layout_key(&game.sha256()))),
        ("unit_stream_1", encode(&first)),
        ("outcomes_sha256", encode(&Sha256::digest(&outcome_bytes))),
        (
            "unit_1",
            String::from_utf8(rows[0].clone()).expect("a row is ASCII"),
        ),
        ("leaf_1", encode(&leaves[0])),
        ("rows_sha256", encode(&lines.finalize())),
        ("chunk_root_1", encode(&merkle::root(&leaves))),
    ]
}

#[test]
fn values_are_those_of_the_document() {
    let computed = computed();
    let text: Vec<String> = computed
        .iter()
        .map(|(name, value)| format!("    {name} = {value}"))
        .collect();
    let computed: Vec<(&str, &str)> = computed
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    assert_eq!(computed, documented(), "computed:\n{}", text.join("\n"));
}

/// The document lists every kind of finding, in the order of reports, with its meaning.
#[test]
fn findings_are_those_of_the_document() {
    let rows = DOCUMENT
        .split("\n## ")
        .find(|section| section.starts_with("13. Findings"))
        .expect("the section")
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| `")?
                .strip_suffix(" |")?
                .split_once("` | ")
        });
    let kinds = Kind::ALL.iter().map(|kind| (kind.name(), kind.meaning()));
    assert_eq!(rows.collect::<Vec<_>>(), kinds.collect::<Vec<_>>());
}
