//! `--verbose`: what is read, and each step with its time; `--quiet`: none of it; `--version`: which blocks, from which source.

use crate::support::Folder;

/// The lines without the figures that change from run to run: hashes, keys and seconds.
fn lines(stderr: &str) -> Vec<String> {
    let words = |line: &str| {
        let words = line.split(' ').map(|word| {
            let is_hash = word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
            match word {
                _ if is_hash => "HASH",
                _ if word.starts_with("SHA256:") => "KEY",
                _ if word.parse::<f64>().is_ok() && word.contains('.') => "0.00",
                _ => word,
            }
        });
        words.collect::<Vec<_>>().join(" ")
    };
    stderr.lines().map(words).collect()
}

const RULES: [&str; 2] = [
    "game: tiny.toml, Tiny, game_sha256 HASH",
    "words: fr.txt (built in), 21,325 words, 0 more taken out by the block list, wordlist_sha256 HASH",
];

#[test]
fn each_step_is_told_with_what_it_reads() {
    let folder = Folder::with_tiny_block();
    let block = "out/emission-0001/block-0001";
    let told = |args: &str| lines(&folder.run(args).stderr);
    let steps = |lines: &[&'static str]| [&RULES, lines].concat();
    assert_eq!(
        told("generate -v --game tiny.toml --jobs 2 --overwrite --compression none"),
        steps(&[
            "threads: 2",
            "seed: emission.seed",
            "key: KEY",
            "emission 1, block 1: 1 part made and written, 0.00 s",
            "emission 1, block 1: flushed to the disk, 0.00 s",
            "emission 1, block 1: manifest and checksums written and signed, 0.00 s",
        ])
    );
    assert_eq!(
        told("verify --verbose out --game tiny.toml --jobs 2"),
        steps(&[
            "allowed signers: emission.allowed_signers",
            "threads: 2",
            "out/emission-0001/block-0001: 300 units read, 0.00 s",
        ])
    );
    assert_eq!(
        told(&format!("reproduce -v {block} --game tiny.toml --jobs 2")),
        steps(&[
            "seed: emission.seed",
            "threads: 2",
            "emission 1, block 1: made in memory, 0.00 s",
            "emission 1, block 1: compared with its files, 0.00 s",
        ])
    );
    assert_eq!(
        told(&format!("audit -v {block} --game tiny.toml --jobs 2")),
        [
            &["threads: 2"],
            RULES.as_slice(),
            &["out/emission-0001/block-0001: 300 units audited, 0.00 s"],
        ]
        .concat()
    );
    assert_eq!(
        told("show -v --seed-file emission.seed --game tiny.toml --unit 1"),
        steps(&["seed: emission.seed"])
    );
}

#[test]
fn results_are_the_same_without_it() {
    let folder = Folder::with_tiny_block();
    let show = "show out/emission-0001/block-0001 --game tiny.toml --unit 7";
    let plain = folder.run(show);
    assert_eq!(plain.stderr, "");
    for option in ["--quiet", "--verbose"] {
        let run = folder.run(&format!("{show} {option}"));
        assert_eq!(run.stdout, plain.stdout, "{option}");
    }
    let both = folder.run(&format!("{show} --quiet --verbose"));
    assert_eq!(both.code, Some(2));
    assert!(both.stderr.contains("cannot be used with"), "{both:#?}");
}

#[test]
fn the_version_names_format_and_commit() {
    let version = Folder::new().run("--version").succeeds();
    let commit = version
        .strip_prefix(&format!(
            "emission {} (format 1, commit ",
            env!("CARGO_PKG_VERSION")
        ))
        .and_then(|rest| rest.strip_suffix(")\n"))
        .unwrap_or_else(|| panic!("{version}"));
    let commit = commit.strip_suffix(" with changes").unwrap_or(commit);
    let is_hash = commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash || commit == "unknown", "{version}");
}

#[test]
fn the_near_word_is_offered_for_a_wrong_one() {
    for (typed, near) in [
        ("gnerate", "'generate'"),
        (
            "verify out --alowed-signers x",
            "a similar argument exists: '--allowed-signers'",
        ),
        (
            "generate --compression zst",
            "a similar value exists: 'zstd'",
        ),
        ("game chek", "a similar subcommand exists: 'check'"),
    ] {
        let run = Folder::new().run(typed);
        assert_eq!(run.code, Some(2), "{typed}");
        assert!(run.stderr.contains(near), "{typed}: {}", run.stderr);
    }
}
