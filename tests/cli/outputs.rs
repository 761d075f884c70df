//! Where the one file goes that a command makes: `-`, and what becomes of it when there is no room.

use crate::support::{Folder, Run};

const BLOCK: &str = "out/emission-0001/block-0001";

/// The commands that make one file, but for its name, and what they say of it.
fn commands() -> [(String, &'static str); 3] {
    let unit = "unit 42 of block 1, emission 1";
    [
        (format!("prove {BLOCK} --unit 42 --out "), unit),
        (
            format!("preview {BLOCK} --game tiny.toml --unit 42 --out "),
            unit,
        ),
        (
            format!("report {BLOCK} --game tiny.toml --html "),
            "This block is right",
        ),
    ]
}

#[test]
fn standard_output_takes_the_file_and_nothing_else() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    for (command, said) in commands() {
        let run = folder.run(&format!("{command}-"));
        assert_eq!(run.stderr, format!("standard output: {said}\n"));
        let quiet = folder.run(&format!("--quiet {command}-"));
        assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
        assert!(quiet.stdout == run.stdout, "{command}");
        assert_eq!(folder.names(""), before);
        // A file of that name has a name that can be told.
        let text = folder.run(&format!("{command}./-")).succeeds();
        assert_eq!(text, format!("./-: {said}\n"));
        assert!(folder.read("-") == run.succeeds(), "{command}");
        std::fs::remove_file(folder.path("-")).unwrap();
    }
}

#[test]
fn standard_output_does_not_take_two_results() {
    let folder = Folder::with_tiny_block();
    for (command, _) in commands() {
        folder.run(&format!("{command}- --json")).fails(&[
            "standard output can't take both the file and what --json prints: name a file, or leave out --json",
        ]);
    }
}

/// The page says what is wrong; the exit code and standard error tell it too.
#[test]
fn findings_are_told_beside_standard_output() {
    let folder = Folder::with_tiny_block();
    let part = format!("{BLOCK}/units-0001.csv");
    folder.write(&part, folder.read(&part).replacen(",0000,", ",0500,", 1));
    let run = folder.run(&format!("report {BLOCK} --game tiny.toml --html -"));
    assert!(run.stdout.starts_with("<!DOCTYPE html>"), "{run:#?}");
    let said = "standard output: This block is NOT right: ";
    assert!(run.stderr.starts_with(said), "{run:#?}");
    assert!(run.stderr.contains("\n prize: "), "{run:#?}");
    assert_eq!(run.code, Some(1));
}
