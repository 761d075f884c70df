use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::reference::{self, Grid};
use super::*;
use crate::unit::Outcome;

/// The small game with its words.
struct Small {
    game: Game,
    words: WordList,
    blocked: BlockList,
}

/// A losing unit, without a fault.
const ROW: &str = "7,0000,ACDEGHNOR,PORTEA...XR...IL...LELANS,TABLEI...CG...RR...AECRIN,0,1,00112233445566778899aabbccddeeff";

impl Small {
    fn new() -> Self {
        let game = Game::parse(reference::GAME).expect("a good game");
        let nothing = BlockList::parse("").expect("an empty list");
        Self {
            words: WordList::parse(reference::WORDS, &game.alphabet, &nothing)
                .expect("a good list"),
            blocked: BlockList::parse(reference::BLOCKED).expect("a good list"),
            game,
        }
    }

    /// What the checker finds about a row in the place of unit 7.
    fn check(&self, row: &[u8]) -> Findings {
        let standard = Standard::new(&self.game, &self.words, &self.blocked);
        let mut checker = Checker::new(&standard);
        checker.check(7, row);
        checker.findings
    }

    fn kinds(&self, row: &[u8]) -> BTreeSet<Kind> {
        self.check(row).iter().map(|finding| finding.kind).collect()
    }
}

/// The same checks, slow and obvious: with texts, lists and sets.
mod slow {
    use super::*;

    pub(super) fn kinds(small: &Small, row: &[u8]) -> BTreeSet<Kind> {
        // Each byte as one character, whatever it is.
        let row: String = row.iter().copied().map(char::from).collect();
        let fields: Vec<&str> = row.split(',').collect();
        let widths: Vec<usize> = fields.iter().map(|field| field.chars().count()).collect();
        if widths.len() != 8 || widths[1..] != [4, 9, 25, 25, 1, 1, 32] {
            return BTreeSet::from([Kind::RowForm]);
        }
        let grids: Vec<Sheet> = fields[3..5]
            .iter()
            .map(|cells| Sheet::read(small, cells))
            .collect();
        let counts: Vec<u8> = grids
            .iter()
            .map(|sheet| sheet.complete(fields[2]))
            .collect();
        let prize = small.game.prize_cents(&counts);
        let mut kinds = letters(small, fields[2]);
        let mut find = |kind, is_wrong| {
            if is_wrong {
                kinds.insert(kind);
            }
        };
        find(Kind::RowNumber, fields[0] != "7");
        find(
            Kind::RowNonce,
            !fields[7]
                .chars()
                .all(|digit| "0123456789abcdef".contains(digit)),
        );
        find(
            Kind::WordCount,
            fields[5] != counts[0].to_string() || fields[6] != counts[1].to_string(),
        );
        find(Kind::Prize, fields[1] != format!("{prize:04}"));
        find(Kind::Outcome, !is_outcome(&counts));
        let words: Vec<&String> = grids.iter().flat_map(|sheet| &sheet.words).collect();
        find(
            Kind::WordRepeated,
            words.iter().collect::<BTreeSet<_>>().len() < words.len(),
        );
        for sheet in &grids {
            kinds.extend(sheet.kinds(small));
        }
        kinds
    }

    fn letters(small: &Small, letters: &str) -> BTreeSet<Kind> {
        let mut kinds = BTreeSet::new();
        if letters
            .chars()
            .any(|letter| !small.game.alphabet.contains(letter))
        {
            kinds.insert(Kind::LettersAlphabet);
        }
        if letters.chars().collect::<BTreeSet<_>>().len() < 9 {
            kinds.insert(Kind::LettersRepeated);
        }
        let backwards: String = letters.chars().rev().collect();
        if kinds.is_empty()
            && [letters, &backwards]
                .iter()
                .any(|letters| letters.contains("GROS"))
        {
            kinds.insert(Kind::LettersReadable);
        }
        kinds
    }

    fn is_outcome(counts: &[u8]) -> bool {
        let mut counts = counts.to_vec();
        counts.sort_unstable();
        matches!(counts[..], [0 | 1, 0..=3] | [2, 3])
    }

    /// A grid on paper.
    struct Sheet {
        is_strange: bool,
        grid: Grid,
        words: Vec<String>,
    }

    impl Sheet {
        fn read(small: &Small, cells: &str) -> Self {
            let is_known = |cell: char| cell == '.' || small.game.alphabet.contains(cell);
            let known = |cell: char| if is_known(cell) { cell } else { '.' };
            let seen: String = cells.chars().map(known).collect();
            let grid = Grid {
                cells: seen.clone().into_bytes(),
                columns: 5,
            };
            Self {
                is_strange: cells != seen,
                words: grid.words(),
                grid,
            }
        }

        fn complete(&self, letters: &str) -> u8 {
            let is_complete = |word: &&String| word.chars().all(|letter| letters.contains(letter));
            u8::try_from(self.words.iter().filter(is_complete).count()).expect("few words")
        }

        fn kinds(&self, small: &Small) -> BTreeSet<Kind> {
            let mut kinds: BTreeSet<Kind> = self
                .words
                .iter()
                .filter_map(|word| word_kind(small, word))
                .collect();
            let mut find = |kind, is_wrong| {
                if is_wrong {
                    kinds.insert(kind);
                }
            };
            find(Kind::Cells, self.is_strange);
            find(Kind::RunCount, self.words.len() != 4);
            find(
                Kind::Islands,
                self.words.len() == 4 && !self.grid.connected(),
            );
            find(Kind::CellAlone, !self.grid.alone().is_empty());
            kinds
        }
    }

    fn word_kind(small: &Small, word: &str) -> Option<Kind> {
        match word.len() {
            3..=5 if small.blocked.contains(word) => Some(Kind::WordBlocked),
            3..=5 if small.words.iter().any(|listed| listed == word) => None,
            3..=5 => Some(Kind::WordUnknown),
            _ => Some(Kind::RunLength),
        }
    }
}

/// A row with some pieces changed for others of the same length.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(ROW.to_owned(), |row, (old, new)| {
        assert!(row.contains(old), "{old}");
        row.replacen(old, new, 1)
    })
}

#[test]
fn each_fault_is_found_as_what_it_is() {
    let small = Small::new();
    for (kinds, changes) in [
        (&[][..], &[][..]),
        (&[Kind::RowForm], &[("7,", "7;")]),
        (&[Kind::RowForm], &[("ACDEGHNOR", "ACEGHINO")]),
        (&[Kind::RowForm], &[("ACDEGHNOR", "ACDEGHNORS")]),
        (&[Kind::RowForm], &[("ACDEGHNOR", "ACEG,INOR")]),
        (&[Kind::RowForm], &[("ddeeff", "ddeeff\r")]),
        (&[Kind::RowForm], &[("7,0000", "7,\"0000\"")]),
        (&[Kind::RowNumber], &[("7,", "8,")]),
        (&[Kind::RowNumber], &[("7,", "07,")]),
        (&[Kind::RowNumber], &[("7,", "+7,")]),
        (&[Kind::RowNumber], &[("7,", ",")]),
        (&[Kind::RowNumber], &[("7,", "18446744073709551623,")]),
        (&[Kind::RowNonce], &[("aabb", "aABb")]),
        (&[Kind::RowNonce], &[("aabb", "aagb")]),
        (&[Kind::LettersAlphabet], &[("ACDE", "ACWE")]),
        (&[Kind::LettersAlphabet], &[("ACDE", "ACdE")]),
        (&[Kind::LettersRepeated], &[("ACDE", "ACCE")]),
        (
            &[Kind::LettersAlphabet, Kind::LettersRepeated],
            &[("ACDEG", "ACWEW")],
        ),
        (&[Kind::LettersReadable], &[("ACDEGHNOR", "ACDEGROSN")]),
        (&[Kind::LettersReadable], &[("ACDEGHNOR", "NSORGEDCA")]),
        (&[], &[("ACDEGHNOR", "AVIDENGHO"), (",0,1,", ",0,0,")]),
        (&[Kind::Cells], &[("XR...I", "XR.:.I")]),
        (&[Kind::WordCount], &[(",0,1,", ",1,1,")]),
        (&[Kind::WordCount], &[(",0,1,", ",0,0,")]),
        (&[Kind::WordCount], &[(",0,1,", ", ,1,")]),
        (&[Kind::Prize], &[("0000", "0100")]),
        (&[Kind::Prize], &[("0000", "00 0")]),
        (&[Kind::WordUnknown], &[("TABLE", "TALLE")]),
        (&[Kind::WordBlocked], &[("PORTE", "POSTE")]),
        (
            &[Kind::WordRepeated],
            &[
                ("PORTEA...XR...IL...LELANS", "TABLEI...CG...RR...AECRIN"),
                (",0,1,", ",1,1,"),
            ],
        ),
    ] {
        let row = changed(changes);
        let expected: BTreeSet<Kind> = kinds.iter().copied().collect();
        assert_eq!(slow::kinds(&small, row.as_bytes()), expected, "slow {row}");
        assert_eq!(small.kinds(row.as_bytes()), expected, "{row}");
    }
}

#[test]
fn faults_of_shape_are_found() {
    let small = Small::new();
    for (grid, kinds) in [
        ("PORTE A...X R...I L...L ELANS", &[][..]),
        ("PORTE A...X R.S.I L...L ELANS", &[Kind::CellAlone]),
        ("PORTE A...X R...I L...L ELAN.", &[Kind::WordUnknown]),
        ("PORTE A.... R.... L.... E....", &[Kind::RunCount]),
        ("PORTE ..... ELANS ..... PARLE", &[Kind::RunCount]),
        (
            "SOL.. E...T C.TAS ..I.O ..R..",
            &[Kind::RunCount, Kind::WordUnknown],
        ),
        ("SOL.. E.... C.TAS ..I.. ..R..", &[Kind::Islands]),
        (
            "LOT.. ..I.. SOR.. E.... C....",
            &[Kind::WordBlocked, Kind::WordUnknown],
        ),
        (
            "PORTE A...X R...I L...L EL...",
            &[Kind::RunLength, Kind::WordUnknown],
        ),
        ("..... ..... ..... ..... .....", &[Kind::RunCount]),
    ] {
        let row = changed(&[("PORTEA...XR...IL...LELANS", &grid.replace(' ', ""))]);
        let expected: BTreeSet<Kind> = kinds.iter().copied().collect();
        assert_eq!(slow::kinds(&small, row.as_bytes()), expected, "slow {row}");
        assert_eq!(small.kinds(row.as_bytes()), expected, "{row}");
    }
}

#[test]
fn a_way_that_the_table_does_not_have_is_no_outcome() {
    let small = Small::new();
    for (letters, counts, prize, kinds) in [
        ("PORTEALNS", ",3,0,", "1200", &[][..]),
        ("PORTEALCN", ",2,1,", "0100", &[]),
        ("ELANSPRCI", ",2,2,", "0200", &[Kind::Outcome]),
    ] {
        let row = changed(&[("ACDEGHNOR", letters), (",0,1,", counts), ("0000", prize)]);
        let expected = kinds.iter().copied().collect();
        assert_eq!(small.kinds(row.as_bytes()), expected, "{row}");
    }
}

#[test]
fn every_unit_is_counted_as_what_its_grids_show() {
    let small = Small::new();
    let standard = Standard::new(&small.game, &small.words, &small.blocked);
    let mut checker = Checker::new(&standard);
    let winning = changed(&[
        ("ACDEGHNOR", "PORTEALNS"),
        (",0,1,", ",3,0,"),
        ("7,0000", "8,1200"),
    ]);
    let lying = changed(&[("7,0000", "9,1200")]);
    for (unit, row) in (7..).zip([ROW, &winning, &lying, "no row"]) {
        checker.check(unit, row.as_bytes());
    }
    assert_eq!(checker.tally.units(), 3);
    assert_eq!(checker.tally.of(Outcome::LOSING), 2);
    assert_eq!(checker.tally.of(Outcome(2)), 1);
    let found = checker.findings.get(Kind::Prize).expect("a finding");
    assert_eq!((found.count, &found.units[..]), (1, &[9][..]));
    assert_eq!(checker.words_seen().filter(|&seen| seen).count(), 8);
}

#[test]
fn only_what_is_shown_makes_a_fingerprint() {
    let small = Small::new();
    let standard = Standard::new(&small.game, &small.words, &small.blocked);
    let print = |row: &str| Checker::new(&standard).check(7, row.as_bytes());
    let same = changed(&[
        ("7,0000", "8,0100"),
        ("ACDEGH", "HGEDCA"),
        (",0,1,", ",1,0,"),
        ("00112233", "44556677"),
    ]);
    assert_eq!(print(ROW), print(&same));
    let mut prints = BTreeSet::from([print(ROW)]);
    let cells = ROW.find("PORTE").expect("a grid")..ROW.find(",0,1,").expect("counts");
    for at in cells.clone().filter(|&at| at != cells.start + 25) {
        let mut row = ROW.to_owned();
        row.replace_range(at..=at, "Z");
        assert!(prints.insert(print(&row)), "{row}");
    }
    let swapped = changed(&[(
        "PORTEA...XR...IL...LELANS,TABLEI...CG...RR...AECRIN",
        "TABLEI...CG...RR...AECRIN,PORTEA...XR...IL...LELANS",
    )]);
    assert!(prints.insert(print(&swapped)));
    assert!(prints.insert(print(&changed(&[("ACDEGH", "ACDEGB")]))));
}

/// Changes that make a row wrong in one way or another, or in none.
fn row() -> impl Strategy<Value = Vec<u8>> {
    let grids = [
        "TABLEI...CG...RR...AECRIN",
        "SOL..O....L..LO...O.L..TS",
        "PORTE.....ELANS.....PARLE",
        "EXILS.....LOT..........SO",
    ];
    let letters = ["PORTEALNS", "PORTEALXI", "GROSINABE", "BELTACRIN"];
    let grid = proptest::option::weighted(0.2, prop::sample::select(grids.to_vec()));
    let letters = proptest::option::weighted(0.5, prop::sample::select(letters.to_vec()));
    let character = prop_oneof![
        4 => b'A'..=b'Z',
        2 => Just(b'.'),
        2 => b'0'..=b'9',
        1 => any::<u8>(),
    ];
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), character), 0..4);
    (grid, letters, changes).prop_map(|(grid, letters, changes)| {
        let mut row = ROW.to_owned();
        if let Some(grid) = grid {
            row = row.replacen("PORTEA...XR...IL...LELANS", grid, 1);
        }
        if let Some(letters) = letters {
            row = row.replacen("ACDEGHNOR", letters, 1);
        }
        let mut row = row.into_bytes();
        for (at, character) in changes {
            *at.get_mut(&mut row) = character;
        }
        row
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn findings_are_those_of_the_slow_checks(row in row()) {
        let small = Small::new();
        prop_assert_eq!(small.kinds(&row), slow::kinds(&small, &row), "{}", String::from_utf8_lossy(&row));
    }
}
