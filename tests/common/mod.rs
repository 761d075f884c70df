//! Small blocks for tests: right ones, which a test then makes wrong in one way.

#![allow(dead_code, reason = "each test uses a share of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use emission::format::manifest::{Hex, Made, Manifest, Part};
use emission::format::part::{self, Packed, Packer, Packing};
use emission::format::{
    CHECKSUMS, MANIFEST, SIGNATURE, UNITS_PER_CHUNK, UNITS_PER_PART, csv, parquet,
};
use emission::game::Game;
use emission::seal::checksums::{self, Checksum};
use emission::seal::{AllowedSigners, SigningKey, allowed_signers_line, merkle};
use emission::unit::{RowShape, Unit};
use emission::verify::{self, Report, Request};
use emission::watch::Watch;
use emission::words::{BlockList, WordList};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

/// Words of small grids.
pub(crate) const WORDS: &str =
    "ECRAN\nECRIN\nELANS\nEXILS\nPARLE\nPORTE\nSEC\nSOL\nTABLE\nTAS\nTIGRE\nTIR\n";

/// Words that small grids must not have; the first, also what revealed letters must not spell.
pub(crate) const BLOCKED: &str = "GROS\tvulgaire\nPOSTE\tmarque\n";

/// Who signs.
pub(crate) const IDENTITY: &str = "emission";

/// The grids of every unit: two rings of four words.
pub(crate) const GRIDS: [&str; 2] = ["PORTEA...XR...IL...LELANS", "TABLEI...CG...RR...AECRIN"];

/// Letters of the first units: units 1 to 5 win with 3 words, 2 and 2, 2, 2 and 1, and 2 in the other grid.
const FIRST_LETTERS: [&str; 5] = [
    "AELNOPRST",
    "ACEILNPRS",
    "AELOPRTVX",
    "ACELNOPRT",
    "ACEINRUVX",
];

/// Rows and columns of small grids.
pub(crate) const SIDE: usize = 5;

/// All letters of the small game.
const ALPHABET: &str = "ABCDEFGHIJLMNOPQRSTUVXYZ";
const REVEALED: usize = 9;

/// Complete words of a unit's grids, highest first, without those that win nothing.
type WinningWords = Vec<u8>;

/// A block in memory, and what it is verified against.
pub(crate) struct SmallBlock {
    dir: TempDir,
    pub(crate) game: Game,
    pub(crate) words: WordList,
    pub(crate) blocked: BlockList,
    pub(crate) key: SigningKey,
    pub(crate) signers: AllowedSigners,
    pub(crate) packing: Packing,
    pub(crate) units: Vec<Unit>,
}

/// A watcher who looks away.
pub(crate) struct Nobody;

impl Watch for Nobody {
    fn units(&self, _more: u64) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// The small game with a prize table.
fn game(units: usize, lots: &BTreeMap<WinningWords, usize>) -> Game {
    let prize = |words: &WinningWords| -> u64 { words.iter().map(|&words| gain(words)).sum() };
    let mut tiers: BTreeMap<u64, Vec<(&WinningWords, usize)>> = BTreeMap::new();
    for (words, &lots) in lots {
        tiers.entry(prize(words)).or_default().push((words, lots));
    }
    let way =
        |&(words, lots): &(&WinningWords, usize)| format!("{{ words = {words:?}, lots = {lots} }}");
    let sum =
        |ways: &[(&WinningWords, usize)]| -> usize { ways.iter().map(|(_, lots)| lots).sum() };
    let tier = |(prize, ways): (&u64, &Vec<(&WinningWords, usize)>)| {
        let list: Vec<String> = ways.iter().map(way).collect();
        format!(
            "{{ prize_cents = {prize}, lots = {}, ways = [{}] }}",
            sum(ways),
            list.join(", ")
        )
    };
    let list: Vec<String> = tiers.iter().rev().map(tier).collect();
    let total: usize = tiers.values().map(|ways| sum(ways)).sum();
    let cents: u64 = tiers
        .iter()
        .map(|(prize, ways)| prize * sum(ways) as u64)
        .sum();
    let toml = format!(
        r#"
            name = "Small"
            currency = "EUR"
            units_per_block = {units}
            unit_price_cents = 100
            alphabet = "{ALPHABET}"
            revealed_letters = {REVEALED}
            ladder = [{{ words = 2, prize_cents = 100 }}, {{ words = 3, prize_cents = 1_200 }}]
            tiers = [{}]
            [grids]
            count = 2
            rows = 5
            columns = 5
            words = 4
            min_length = 3
            max_length = 5
            combination = "sum"
            [totals]
            lots = {total}
            prizes_cents = {cents}
        "#,
        list.join(", ")
    );
    Game::parse(&toml).unwrap_or_else(|error| panic!("{error}\n{toml}"))
}

/// What the ladder of the small game pays.
pub(crate) fn gain(words: u8) -> u64 {
    match words {
        2 => 100,
        3 => 1_200,
        _ => 0,
    }
}

/// Words of a grid, from its lines as texts.
pub(crate) fn words(cells: &[u8]) -> Vec<String> {
    let cell = |row: usize, column: usize| char::from(cells[SIDE * row + column]);
    let across = (0..SIDE).map(|row| (0..SIDE).map(|column| cell(row, column)).collect());
    let down = (0..SIDE).map(|column| (0..SIDE).map(|row| cell(row, column)).collect());
    let lines: Vec<String> = across.chain(down).collect();
    let words = lines.iter().flat_map(|line| line.split('.'));
    words
        .filter(|word| word.len() >= 2)
        .map(str::to_owned)
        .collect()
}

/// Complete words of a grid.
pub(crate) fn complete_words(cells: &[u8], letters: &[u8]) -> u8 {
    let is_complete = |word: &&String| word.bytes().all(|letter| letters.contains(&letter));
    let complete = words(cells).iter().filter(is_complete).count();
    u8::try_from(complete).expect("few words")
}

/// A set of letters for each number, another one for each below a million.
fn letters(number: usize) -> String {
    const SETS: usize = 1_307_504;
    const STEP: usize = 786_433;
    let choose =
        |of: usize, some: usize| (0..some).fold(1, |sets, taken| sets * (of - taken) / (taken + 1));
    let (mut rank, mut wanted) = (number * STEP % SETS, REVEALED);
    let mut letters = String::new();
    for (index, letter) in ALPHABET.chars().enumerate() {
        let without = choose(ALPHABET.len() - index - 1, wanted);
        if rank >= without {
            rank -= without;
            wanted -= 1;
            letters.push(letter);
        }
    }
    letters
}

impl SmallBlock {
    /// A right block with so many units, all with the same grids and each with other letters.
    pub(crate) fn new(units: usize) -> Self {
        let any = game(units, &BTreeMap::from([(vec![2], 1)]));
        let others = (0..)
            .map(letters)
            .filter(|letters| !FIRST_LETTERS.contains(&letters.as_str()));
        let letters = FIRST_LETTERS.map(str::to_owned).into_iter().chain(others);
        let units = (1..).zip(letters.take(units)).map(|(number, letters)| {
            let mut unit = Unit::blank(&any);
            unit.number = number;
            unit.letters_mut().copy_from_slice(letters.as_bytes());
            for (grid, cells) in unit.grids_mut().iter_mut().zip(GRIDS) {
                grid.cells_mut().copy_from_slice(cells.as_bytes());
            }
            unit.nonce[..4].copy_from_slice(&number.wrapping_mul(0x9E37_79B9).to_le_bytes());
            unit
        });
        let key = SigningKey::generate("test").expect("a key");
        let nothing = BlockList::parse("").expect("an empty list");
        let mut block = Self {
            dir: tempfile::tempdir().expect("a folder"),
            words: WordList::parse(WORDS, ALPHABET, &nothing).expect("a good list"),
            blocked: BlockList::parse(BLOCKED).expect("a good list"),
            signers: AllowedSigners::parse(&allowed_signers_line(IDENTITY, &key))
                .expect("a good line"),
            packing: Packing::CsvZstd,
            units: units.collect(),
            game: any,
            key,
        };
        block.solve();
        block.game = block.game_of_units();
        block
    }

    /// The same with another packing.
    pub(crate) fn with(mut self, packing: Packing) -> Self {
        self.packing = packing;
        self
    }

    /// Changes a unit and writes into it what its grids show then.
    pub(crate) fn change(&mut self, number: u32, change: impl FnOnce(&mut Unit)) {
        change(&mut self.units[number as usize - 1]);
        self.solve();
    }

    /// Writes into each unit what its grids show.
    fn solve(&mut self) {
        for unit in &mut self.units {
            let letters = unit.letters().to_vec();
            let words: Vec<u8> = unit
                .grids()
                .iter()
                .map(|grid| complete_words(grid.cells(), &letters))
                .collect();
            unit.words_mut().copy_from_slice(&words);
            unit.prize_cents = words.iter().map(|&words| gain(words)).sum();
        }
    }

    /// The game whose prize table the units are.
    fn game_of_units(&self) -> Game {
        let mut lots = BTreeMap::new();
        for unit in &self.units {
            let mut words: WinningWords = unit
                .words()
                .iter()
                .copied()
                .filter(|&words| gain(words) > 0)
                .collect();
            words.sort_unstable_by(|a, b| b.cmp(a));
            if !words.is_empty() {
                *lots.entry(words).or_default() += 1;
            }
        }
        game(self.units.len(), &lots)
    }

    /// The folder above all emissions.
    pub(crate) fn out(&self) -> PathBuf {
        self.dir.path().join("out")
    }

    /// The block's folder.
    pub(crate) fn folder(&self) -> PathBuf {
        self.out().join("emission-0001").join("block-0001")
    }

    /// A file of the block.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Name of a part, from 0.
    pub(crate) fn part(&self, index: u32) -> String {
        part::file_name(index, self.packing)
    }

    /// The rows of the units, without line feeds.
    pub(crate) fn rows(&self) -> Vec<Vec<u8>> {
        let shape = RowShape::of(&self.game);
        let row = |unit: &Unit| {
            let mut row = Vec::new();
            unit.write_canonical(&shape, &mut row);
            row
        };
        self.units.iter().map(row).collect()
    }

    /// Writes the whole block.
    pub(crate) fn write(&self) {
        self.write_rows(&self.rows());
    }

    /// Writes a block whose seals are right and whose rows are these.
    pub(crate) fn write_rows(&self, rows: &[Vec<u8>]) {
        fs::create_dir_all(self.folder()).expect("a folder");
        let parts: Vec<Part> = (0..)
            .zip(rows.chunks(UNITS_PER_PART as usize))
            .map(|(index, rows)| self.write_part(index, rows))
            .collect();
        let roots: Vec<merkle::Digest> = parts.iter().map(|part| part.merkle_root.0).collect();
        let made = Made {
            emission: 1,
            block: 1,
            seed_commitment: [7; 32],
            parts,
            merkle_root: merkle::root(&roots),
        };
        self.seal(&Manifest::new(&self.game, &self.words, &self.blocked, made).to_json());
    }

    fn write_part(&self, index: u32, rows: &[Vec<u8>]) -> Part {
        let chunks: Vec<&[Vec<u8>]> = rows.chunks(UNITS_PER_CHUNK as usize).collect();
        let contents = chunks
            .iter()
            .enumerate()
            .map(|(index, rows)| content(rows, index == 0));
        let packed: Vec<Packed> = contents.map(|content| self.chunk(content)).collect();
        let bytes = self.bytes_of_part(&packed);
        let root = |rows: &&[Vec<u8>]| {
            merkle::root(
                &rows
                    .iter()
                    .map(|row| merkle::leaf_hash(row))
                    .collect::<Vec<_>>(),
            )
        };
        let roots: Vec<merkle::Digest> = chunks.iter().map(root).collect();
        let (first_unit, units) = part::range(self.game.units_per_block, index);
        let part = Part {
            file: self.part(index),
            first_unit,
            units,
            bytes: bytes.len() as u64,
            sha256: Hex(Sha256::digest(&bytes).into()),
            merkle_root: Hex(merkle::root(&roots)),
        };
        fs::write(self.path(&part.file), bytes).expect("written");
        part
    }

    /// The bytes of a part with one chunk.
    pub(crate) fn pack(&self, content: Vec<u8>) -> Vec<u8> {
        self.bytes_of_part(&[self.chunk(content)])
    }

    /// A chunk as it is to stand in the file.
    pub(crate) fn chunk(&self, content: Vec<u8>) -> Packed {
        let shape = RowShape::of(&self.game);
        let mut packer = Packer::new(self.packing.form(&shape)).expect("a packer");
        packer.pack(content).expect("packed")
    }

    /// The bytes of a part with these chunks.
    pub(crate) fn bytes_of_part(&self, chunks: &[Packed]) -> Vec<u8> {
        let pages: Vec<u8> = chunks
            .iter()
            .flat_map(|chunk| chunk.bytes.clone())
            .collect();
        let groups = chunks.iter().filter_map(|chunk| chunk.row_group.clone());
        match self.packing {
            Packing::Csv | Packing::CsvZstd => pages,
            Packing::Parquet => {
                let footer = parquet::footer(&groups.collect::<Vec<_>>());
                [parquet::MAGIC, &pages, &footer].concat()
            }
        }
    }

    /// Writes the bytes of a part, and seals the block again so that no checksum differs.
    pub(crate) fn replace_part(&self, index: u32, bytes: &[u8]) {
        fs::write(self.path(&self.part(index)), bytes).expect("written");
        self.reseal(|manifest| {
            let part = &mut manifest.parts[index as usize];
            part.bytes = bytes.len() as u64;
            part.sha256 = Hex(Sha256::digest(bytes).into());
        });
    }

    /// Changes the manifest, and seals the block again.
    pub(crate) fn reseal(&self, change: impl FnOnce(&mut Manifest)) {
        let json = fs::read_to_string(self.path(MANIFEST)).expect("a manifest");
        let mut manifest = Manifest::parse(&json).expect("a good manifest");
        change(&mut manifest);
        self.seal(&manifest.to_json());
    }

    /// Writes a text as the manifest, with the checksums and the signature that belong to it.
    pub(crate) fn seal(&self, manifest: &str) {
        fs::write(self.path(MANIFEST), manifest).expect("written");
        let parts = (0..part::count(self.game.units_per_block)).map(|index| self.part(index));
        let checksum = |name: String| {
            let bytes = fs::read(self.path(&name)).expect("a file");
            Checksum {
                digest: Sha256::digest(bytes).into(),
                name,
            }
        };
        let list: Vec<Checksum> = parts.chain([MANIFEST.to_owned()]).map(checksum).collect();
        fs::write(
            self.path(CHECKSUMS),
            checksums::to_text(&list).expect("a list"),
        )
        .expect("written");
        fs::write(self.path(SIGNATURE), self.key.sign(manifest.as_bytes())).expect("written");
    }

    /// Verifies the block.
    pub(crate) fn verify(&self) -> Report {
        verify::block(&self.request(&self.folder()), &Nobody).expect("it runs to the end")
    }

    /// A request about the block, in some folder.
    pub(crate) fn request<'a>(&'a self, folder: &'a std::path::Path) -> Request<'a> {
        Request {
            folder,
            game: &self.game,
            words: &self.words,
            blocked: &self.blocked,
            signers: &self.signers,
            identity: IDENTITY,
        }
    }

    /// The kinds of what verifying finds, by their names.
    pub(crate) fn kinds(&self) -> Vec<&'static str> {
        let report = self.verify();
        report
            .findings
            .iter()
            .map(|finding| finding.kind.name())
            .collect()
    }

    /// Asserts what verifying finds: each kind, by its name, with its first units.
    #[track_caller]
    pub(crate) fn assert_finds(&self, expected: &[(&str, &[u32])]) {
        let report = self.verify();
        let found: Vec<(&str, &[u32])> = report
            .findings
            .iter()
            .map(|finding| (finding.kind.name(), finding.units.as_slice()))
            .collect();
        assert_eq!(found, expected, "{:#?}", report.findings);
    }
}

/// Rows as a chunk has them: each with its line feed, behind the header in a part's first.
pub(crate) fn content(rows: &[Vec<u8>], is_first: bool) -> Vec<u8> {
    let header = csv::header(GRIDS.len()).into_bytes();
    let lines = is_first.then_some(&header).into_iter().chain(rows);
    lines
        .flat_map(|line| [line.as_slice(), b"\n"].concat())
        .collect()
}
