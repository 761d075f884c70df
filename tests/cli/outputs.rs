//! Where the one file goes that a command makes: `-`, and what becomes of it when there is no room.

use std::io::Read as _;
use std::process::{Child, Stdio};

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

/// Every command that writes files, but for the name of what it makes.
fn writers() -> Vec<String> {
    let mut writers: Vec<String> = commands().map(|(command, _)| command).into();
    writers.push(format!("audit {BLOCK} --game tiny.toml --json "));
    writers.push(format!(
        "convert {BLOCK} --game tiny.toml --format parquet --out "
    ));
    writers
}

/// A limit on the size of files stops writing where a full disk would.
#[test]
fn a_disk_without_room_is_named_and_nothing_is_left() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    let emission = env!("CARGO_BIN_EXE_emission");
    for command in writers() {
        let script = format!("ulimit -f 2; exec {emission} {command}made");
        let made = if command.starts_with("convert") {
            "made/emission-0001/block-0001"
        } else {
            "made"
        };
        Run::from(folder.shell("sh", ["-c", &script]).output().unwrap()).fails(&[&format!(
            "{made} can't be written (File too large): raise the limit on the size of files (`ulimit -f`), or choose another file system"
        )]);
        assert_eq!(folder.names(""), before, "{command}");
    }
    let script = format!("ulimit -f 0; exec {emission} seed new --seed-file made");
    Run::from(folder.shell("sh", ["-c", &script]).output().unwrap()).fails(&[
        "secret file made can't be written (File too large): check that its folder exists, is yours and has room",
    ]);
    assert_eq!(folder.names(""), before);
    let script = format!("ulimit -f 0; exec {emission} game show >shown");
    Run::from(folder.shell("sh", ["-c", &script]).output().unwrap()).fails(&[
        "the output can't be written (File too large): send it to a place that has room and is yours",
    ]);
}

/// Runs a command whose standard output has no room.
fn run_full(folder: &Folder, command: &str) -> Run {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let mut command = folder.command(command.split_whitespace());
    command.stdout(full.unwrap()).output().unwrap().into()
}

#[test]
fn what_was_made_stays_when_standard_output_has_no_room() {
    let folder = Folder::with_tiny_block();
    for command in writers() {
        let (made, how) = if command.starts_with("convert") {
            ("full/emission-0001/block-0001", "made and signed")
        } else {
            ("full", "written")
        };
        run_full(&folder, &format!("{command}full")).fails(&[&format!(
            "{made} is {how}, but what is said of it can't be written (No space left on device): send that to a place \
             that has room and is yours"
        )]);
        folder.run(&format!("{command}room")).succeeds();
        let same = folder.shell("diff", ["-r", "full", "room"]).status();
        assert!(same.unwrap().success(), "{command}");
        folder.shell("rm", ["-r", "full", "room"]).status().unwrap();
    }
}

#[test]
fn what_is_printed_needs_room() {
    let folder = Folder::with_tiny_block();
    let mut printers: Vec<String> = commands().map(|(command, _)| format!("{command}-")).into();
    let others = [
        "--help",
        "--version",
        "help game",
        "verify --help",
        "verify out --game tiny.toml",
        "man",
        "completions bash",
    ];
    printers.extend(others.map(Into::into));
    for command in printers {
        run_full(&folder, &command).fails(&[
            "the output can't be written (No space left on device): send it to a place that has room and is yours",
        ]);
    }
}

/// To watch for signals takes two files more.
#[test]
fn too_few_files_to_watch_for_signals_are_named() {
    let folder = Folder::with_tiny_block();
    let emission = env!("CARGO_BIN_EXE_emission");
    let script = format!("ulimit -n 4; exec {emission} reproduce {BLOCK} --game tiny.toml");
    Run::from(folder.shell("sh", ["-c", &script]).output().unwrap()).fails(&[
        "Ctrl-C can't be watched for (Too many open files): allow the process more open files and threads, with `ulimit`",
    ]);
}

/// util-linux's `flock` holds a file as a run does that is at work on it.
#[test]
fn what_killed_runs_left_goes_and_what_others_are_writing_stays() {
    let folder = Folder::with_tiny_block();
    let (left, written) = (
        ".emission-0123456789abcdef.inprogress",
        ".emission-1.inprogress",
    );
    let others = [".emission-man.inprogress", ".emission-1", ".1.inprogress"];
    std::fs::create_dir(folder.path(others[0])).unwrap();
    for name in [left, written, others[1], others[2]] {
        folder.write(name, "half");
    }
    let mut owner = folder
        .shell("flock", [written, "sh", "-c", "echo locked; exec cat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    owner
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0; 7])
        .unwrap();
    let before = folder.names("");
    let prove = |unit: u32| {
        folder
            .run(&format!("prove {BLOCK} --unit {unit}"))
            .succeeds()
    };
    prove(7);
    let mut expected: Vec<String> = before.into_iter().filter(|name| name != left).collect();
    expected.push("unit-7.proof.json".into());
    assert_eq!(folder.names(""), expected);
    drop(owner.stdin.take());
    owner.wait().unwrap();
    prove(8);
    expected.retain(|name| name != written);
    expected.push("unit-8.proof.json".into());
    assert_eq!(folder.names(""), expected);
}

/// Of several runs that make the same file at once, one makes it, and the others leave it as it is.
#[test]
fn one_of_several_runs_at_once_makes_the_file() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    for (command, said) in commands() {
        let start = |_| {
            let command = format!("{command}made");
            folder
                .command(command.split_whitespace())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let children: Vec<Child> = (0..8).map(start).collect();
        let ends = children
            .into_iter()
            .map(|child| Run::from(child.wait_with_output().unwrap()));
        let (made, refused): (Vec<Run>, Vec<Run>) = ends.partition(|run| run.code == Some(0));
        assert_eq!(made.len(), 1, "{refused:#?}");
        assert_eq!(made[0].stdout, format!("made: {said}\n"));
        for run in refused {
            run.fails(&[
                "made is there already and was left as it is: give another name, or move it away",
            ]);
        }
        let whole = folder.run(&format!("--quiet {command}-")).succeeds();
        assert!(folder.read("made") == whole, "{command}");
        std::fs::remove_file(folder.path("made")).unwrap();
        assert_eq!(folder.names(""), before);
    }
}

#[test]
fn a_name_may_be_as_long_as_the_file_system_takes() {
    let folder = Folder::with_tiny_block();
    let before = folder.names("");
    for (command, _) in commands() {
        for length in [244, 255] {
            let name = "n".repeat(length);
            folder.run(&format!("{command}{name}")).succeeds();
            assert!(!folder.read(&name).is_empty());
            std::fs::remove_file(folder.path(&name)).unwrap();
        }
        let name = "n".repeat(256);
        folder.run(&format!("{command}{name}")).fails(&[&format!(
            "{name} can't be written (File name too long): choose a shorter name"
        )]);
    }
    // A key has no half without the other.
    let name = "k".repeat(252);
    folder
        .run(&format!("key new --key {name}"))
        .fails(&[&format!(
            "{name}.pub can't be written (File name too long): choose a shorter name"
        )]);
    assert_eq!(folder.names(""), before);
}
