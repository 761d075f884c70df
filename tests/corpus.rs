//! Every input that fuzzing kept is read again, by the code that the fuzz targets call: what must hold whatever a file
//! is, holds for these. `docs/testing.md` says how inputs come here.

#[path = "../fuzz/src/readers/mod.rs"]
mod readers;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use readers::{
    Checksums, Csv, Definition, Manifest, Parquet, Proof, Reader, Secrets, Signature, Signers,
    Verdict, Words, Zstd,
};

/// Inputs of a reader, and bytes of all inputs: few enough for everybody's checkout.
const MOST_INPUTS: usize = 60;
const MOST_BYTES: u64 = 200_000;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// What is in a folder, in the order of names.
fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// Reads the inputs of a reader; some are right, some wrong.
fn replay<R: Reader>() {
    let reader = R::new();
    let mut verdicts = Vec::new();
    for path in entries(&corpus().join(R::NAME)) {
        // Shown when the test fails: the last one is the input that it failed at.
        println!("{}", path.display());
        verdicts.push(reader.read(&fs::read(path).expect("an input")));
    }
    assert!((2..=MOST_INPUTS).contains(&verdicts.len()));
    for verdict in [Verdict::Accepted, Verdict::Refused] {
        assert!(verdicts.contains(&verdict), "no input is {verdict:?}");
    }
}

/// A test for each reader, and the list of their names.
macro_rules! readers {
    ($($test:ident $reader:ident)*) => {
        $(
            #[test]
            fn $test() {
                replay::<$reader>();
            }
        )*

        const NAMES: &[&str] = &[$($reader::NAME),*];
    };
}

readers! {
    checksums Checksums
    csv Csv
    definition Definition
    manifest Manifest
    parquet Parquet
    proof Proof
    secrets Secrets
    signature Signature
    signers Signers
    words Words
    zstd Zstd
}

#[test]
fn each_folder_of_inputs_has_its_reader() {
    let folders = entries(&corpus());
    let names: Vec<&str> = folders
        .iter()
        .filter_map(|folder| folder.file_name()?.to_str())
        .collect();
    assert_eq!(names, NAMES);
}

/// A target that is built from another package could be forgotten there.
#[test]
fn each_reader_has_its_fuzz_target() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).expect("a text");
    let targets = entries(&fuzz.join("targets"));
    assert_eq!(targets.len(), NAMES.len());
    for name in NAMES {
        let path = format!("targets/{name}.rs");
        assert!(targets.contains(&fuzz.join(&path)), "{path}");
        assert!(manifest.contains(&format!("path = {path:?}")), "{path}");
    }
}

#[test]
fn the_inputs_are_small() {
    let files = entries(&corpus())
        .into_iter()
        .flat_map(|folder| entries(&folder));
    let bytes: u64 = files
        .map(|file| fs::metadata(file).expect("an input").len())
        .sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
}
