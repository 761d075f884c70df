//! A whole block of the embedded game, made and proved as a user would: with the command, and with tools that anybody
//! has.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The seed of the test vectors, 00 to 1f.
const SEED: &str =
    "emission-seed-1:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n";

/// The root of that seed's first block. Another is a new format version.
const ROOT: &str = "137fbebf75f417e88fe80c23735b7dba3427710c326008e2335321b13c7d04f1";

fn run(program: &str, arguments: &[&str], folder: &Path, input: Stdio) -> Output {
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(input)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}: scripts/test installs what is missing"))
}

fn text(output: &Output) -> String {
    let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    texts.concat()
}

/// Runs a program that must succeed, and gives what it prints.
fn succeed(program: &str, arguments: &[&str], folder: &Path, input: Stdio) -> String {
    let output = run(program, arguments, folder, input);
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}",
        text(&output)
    );
    text(&output)
}

fn emission(arguments: &str, folder: &Path) -> String {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    succeed(
        env!("CARGO_BIN_EXE_emission"),
        &arguments,
        folder,
        Stdio::null(),
    )
}

#[test]
fn a_whole_block_is_made_and_proved() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path();
    fs::write(folder.join("emission.seed"), SEED).expect("a seed file");
    succeed("chmod", &["600", "emission.seed"], folder, Stdio::null());

    let made = emission("generate --jobs 2", folder);
    assert!(made.contains(ROOT), "{made}");
    emission("generate --jobs 1 --out again", folder);
    for file in ["SHA256SUMS", "manifest.json", "manifest.json.sig"] {
        let read = |out: &str| {
            fs::read(folder.join(out).join("emission-0001/block-0001").join(file)).expect(file)
        };
        assert!(
            read("out") == read("again"),
            "{file}: threads change nothing"
        );
    }
    fs::remove_dir_all(folder.join("again")).expect("room");

    let verified = emission("verify out", folder);
    assert!(verified.contains("0 findings"), "{verified}");
    assert!(
        verified.contains("787,545 lots for 10,500,000.00"),
        "{verified}"
    );
    emission(
        "reproduce out/emission-0001/block-0001 --seed-file emission.seed",
        folder,
    );

    let block = folder.join("out/emission-0001/block-0001");
    succeed(
        "sha256sum",
        &["--check", "--strict", "SHA256SUMS"],
        &block,
        Stdio::null(),
    );
    let manifest = fs::File::open(block.join("manifest.json")).expect("the manifest");
    let signers = "../../../emission.allowed_signers";
    let verify = [
        "-Y",
        "verify",
        "-f",
        signers,
        "-I",
        "emission",
        "-n",
        "emission-block",
        "-s",
        "manifest.json.sig",
    ];
    succeed("ssh-keygen", &verify, &block, manifest.into());
    let sum = "zstdcat units-*.csv.zst | awk -F, '$2 + 0 > 0 { lots++; cents += $2 } END { print lots, cents }'";
    assert_eq!(
        succeed("sh", &["-c", sum], &block, Stdio::null()),
        "787545 1050000000\n"
    );
}
