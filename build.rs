//! The commit that the command was built from, for `emission --version`.
//!
//! No value depends on it: blocks carry the number of the package alone.

use std::process::Command;

/// What the command is built from.
const SOURCES: [&str; 5] = ["Cargo.lock", "Cargo.toml", "build.rs", "src", "wordlists"];

fn main() {
    println!("cargo::rustc-env=EMISSION_COMMIT={}", commit());
    // Asked again when a source changes, and when there is a new commit.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    for path in SOURCES.into_iter().chain(log.as_deref()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// The commit, and whether sources differ from it; `unknown` outside of a repository.
fn commit() -> String {
    // Within another repository, the commit would be that one's.
    let at_top = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| at_top) else {
        return "unknown".into();
    };
    let status = [&["status", "--porcelain", "--"], SOURCES.as_slice()].concat();
    match git(&status).as_deref() {
        Some("") => commit,
        _ => commit + " with changes",
    }
}

/// What git says; `None` when it can't say it.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
