//! `emission rng-dump`.

use std::process::{Command, Output};

use emission::seal::hex::encode;

use crate::support::{Folder, Run};

const DOCUMENT: &str = include_str!("../../docs/block-format.md");

/// The seed of the document's vectors, 00 01 02 … 1f.
const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn with_seed() -> Folder {
    let folder = Folder::new();
    folder.write_secret("emission.seed", &format!("emission-seed-1:{SEED}\n"));
    folder
}

/// The bytes that a dump writes, and nothing else.
#[track_caller]
fn dump(folder: &Folder, options: &str) -> Vec<u8> {
    let args = format!("rng-dump {options}");
    let Output {
        status,
        stdout,
        stderr,
    } = folder.command(args.split(' ')).output().unwrap();
    assert_eq!((status.code(), stderr.as_slice()), (Some(0), &b""[..]));
    stdout
}

/// A stream as the document has it is what one alone begins with, and what all begin with.
#[test]
fn it_dumps_the_streams_of_the_document() {
    let (_, rest) = DOCUMENT.split_once("unit_stream_1 = ").unwrap();
    let stream_1 = rest.lines().next().unwrap();
    let folder = with_seed();
    for options in ["--purpose unit --stream 1", "--purpose unit"] {
        let bytes = dump(&folder, &format!("{options} --bytes 64"));
        assert_eq!(encode(&bytes), stream_1, "{options}");
    }
    let others = [
        "--purpose order",
        "--purpose unit --block 2",
        "--purpose unit --emission 2",
    ];
    for options in others {
        let bytes = dump(&folder, &format!("{options} --bytes 64"));
        assert_ne!(encode(&bytes), stream_1, "{options}");
    }
}

#[test]
fn the_next_stream_follows_where_a_unit_or_a_chunk_ends() {
    let folder = with_seed();
    for (purpose, first, each) in [("unit", 1, 256), ("order", 0, 65_536)] {
        let all = dump(
            &folder,
            &format!("--purpose {purpose} --bytes {}", 3 * each + 5),
        );
        assert_eq!(all.len(), 3 * each + 5);
        for (index, bytes) in all.chunks(each).enumerate() {
            let (stream, len) = (first + index, bytes.len());
            let options = format!("--purpose {purpose} --stream {stream} --bytes {len}");
            assert!(dump(&folder, &options) == bytes, "{options}");
        }
    }
    assert_eq!(dump(&folder, "--purpose unit --bytes 0"), b"");
}

#[test]
fn a_dump_without_end_ends_quietly_with_its_reader() {
    let folder = with_seed();
    let emission = env!("CARGO_BIN_EXE_emission");
    let script =
        format!("{{ {emission} rng-dump --purpose unit; echo $? >code; }} | head -c 300000");
    let output = folder.shell("sh", ["-c", &script]).output().unwrap();
    assert_eq!(output.stdout.len(), 300_000);
    assert_eq!(output.stderr, b"");
    assert_eq!(folder.read("code"), "0\n");
}

/// util-linux's `script` gives the command a terminal.
#[test]
fn no_bytes_go_to_a_terminal() {
    let folder = with_seed();
    let emission = env!("CARGO_BIN_EXE_emission");
    let command = format!("{emission} rng-dump --purpose unit");
    let mut script: Command = folder.shell("script", ["-qec", &command, "/dev/null"]);
    let run = Run::from(script.env("NO_COLOR", "1").output().unwrap());
    let line = "error: standard output is a terminal, and these bytes are no text: send them to a program, as in \
                `emission rng-dump --purpose unit | dieharder -a -g 200`, or to a file";
    assert!(run.stdout.contains(line), "{run:#?}");
    assert_eq!(
        (run.code, run.stdout.lines().count()),
        (Some(2), 1),
        "{run:#?}"
    );
}

#[test]
fn what_keeps_it_from_dumping_is_named() {
    let folder = Folder::new();
    folder.run("rng-dump --purpose unit").fails(&[
        "missing seed emission.seed: check its path, or make one for new blocks with `emission seed new --seed-file emission.seed`",
    ]);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let folder = with_seed();
    let mut command = folder.command(["rng-dump", "--purpose", "unit"]);
    Run::from(command.stdout(full.unwrap()).output().unwrap()).fails(&[
        "the output can't be written (No space left on device): send it to a place that has room and is yours",
    ]);
}
