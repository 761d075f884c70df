//! `emission key new` and `emission seed new`, and what becomes of secrets that are no good.

use crate::support::{Folder, Run};

/// The words of a note that are the same every time.
#[track_caller]
fn says(run: &Run, lines: &[&str]) {
    let said: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(said.len(), lines.len(), "{run:#?}");
    for (said, line) in said.iter().zip(lines) {
        assert!(said.starts_with(line), "{said:?} starts with {line:?}");
    }
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
}

#[test]
fn a_new_seed_is_for_its_owner_alone() {
    let folder = Folder::new();
    let run = folder.run("seed new");
    says(
        &run,
        &[
            "made emission.seed: every winner follows from this seed; show it to nobody, and keep a copy",
        ],
    );
    assert_eq!(folder.mode("emission.seed"), 0o600);
    assert!(folder.read("emission.seed").starts_with("emission-seed-1:"));
}

#[test]
fn a_seed_is_never_overwritten() {
    let folder = Folder::new();
    folder.write_secret("my.seed", "precious");
    folder
        .run("seed new --seed-file my.seed")
        .fails(&["my.seed is there already and was left as it is: give another name; should you move it away, keep it, for the blocks made with it need it"]);
    assert_eq!(folder.read("my.seed"), "precious");
}

#[test]
fn a_new_key_comes_with_its_public_half_and_the_list() {
    let folder = Folder::new();
    says(
        &folder.run("key new"),
        &[
            "made emission.key: this key signs blocks; show it to nobody, and keep a copy",
            "made emission.key.pub: its public half, SHA256:",
            "made emission.allowed_signers: accepts the blocks that this key signs",
        ],
    );
    assert_eq!(folder.mode("emission.key"), 0o600);
    let public = folder.read("emission.key.pub");
    let key = public.trim_end().strip_suffix(" emission").unwrap();
    assert_eq!(
        folder.read("emission.allowed_signers"),
        format!("emission namespaces=\"emission-block\" {key}\n")
    );
}

#[test]
fn ssh_keygen_reads_the_key() {
    let folder = Folder::new();
    folder.run("key new");
    let derived = folder
        .shell("ssh-keygen", ["-y", "-f", "emission.key"])
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(derived.stdout).unwrap(),
        folder.read("emission.key.pub")
    );
}

#[test]
fn a_list_that_is_there_is_left_and_the_missing_line_is_said() {
    let folder = Folder::new();
    folder.run("key new");
    let list = folder.read("emission.allowed_signers");
    let run = folder.run("key new --key other.key");
    says(
        &run,
        &[
            "made other.key: ",
            "made other.key.pub: ",
            "emission.allowed_signers does not list the key, and was left as it is; to accept its blocks, add the line",
            "  emission namespaces=\"emission-block\" ssh-ed25519 ",
        ],
    );
    assert_eq!(folder.read("emission.allowed_signers"), list);
}

#[test]
fn no_half_of_a_key_is_ever_overwritten() {
    let folder = Folder::new();
    folder.write_secret("emission.key", "precious");
    folder
        .run("key new")
        .fails(&["emission.key is there already and was left as it is: give another name; should you move it away, keep it, for the blocks made with it need it"]);
    assert_eq!(folder.names(""), ["emission.key"]);
    folder.write("lost.key.pub", "precious");
    folder.run("key new --key lost.key").fails(&[
        "lost.key.pub is there already and was left as it is: give another name, or move it away",
    ]);
    assert_eq!(folder.names(""), ["emission.key", "lost.key.pub"]);
    assert_eq!(
        folder.read("emission.key") + &folder.read("lost.key.pub"),
        "preciousprecious"
    );
}

#[test]
fn a_secret_needs_its_folder() {
    let folder = Folder::new();
    folder.run("seed new --seed-file keys/my.seed").fails(&[
        "secret file keys/my.seed can't be written (No such file or directory): check that its folder \
         exists, is yours and has room",
    ]);
    folder.run("key new --key keys/my.key").fails(&[
        "secret file keys/my.key can't be written (No such file or directory): check that its folder \
         exists, is yours and has room",
    ]);
}

#[test]
fn quiet_says_nothing_of_what_went_well() {
    let folder = Folder::new();
    says(&folder.run("--quiet key new"), &[]);
    says(&folder.run("seed new -q"), &[]);
    assert_eq!(folder.names("").len(), 4);
}
