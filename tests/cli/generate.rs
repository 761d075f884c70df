//! `emission generate`.

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::support::{Folder, Run, TINY};

const BLOCK: &str = "out/emission-0001/block-0001";

/// Makes the tiny block with the default secrets.
fn generate(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("generate --game tiny.toml {options}"))
}

/// A folder with the tiny game and secrets, so that nothing is said of new ones.
fn with_secrets() -> Folder {
    let folder = Folder::with_tiny_game();
    folder.run("--quiet key new").succeeds();
    folder.run("--quiet seed new").succeeds();
    folder
}

/// The bytes of every file of a block.
fn bytes(folder: &Folder, block: &str) -> Vec<(String, Vec<u8>)> {
    let names = folder.names(block).into_iter();
    let read = |name: String| {
        let bytes = fs::read(folder.path(block).join(&name)).unwrap();
        (name, bytes)
    };
    names.map(read).collect()
}

fn json(run: Run) -> serde_json::Value {
    serde_json::from_str(&run.succeeds()).unwrap()
}

#[test]
fn with_no_secrets_at_all_it_makes_them_and_says_so() {
    let folder = Folder::with_tiny_game();
    let run = generate(&folder, "");
    let said: Vec<&str> = run
        .stderr
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(
        said,
        [
            "made emission.seed",
            "made emission.key",
            "made emission.key.pub",
            "made emission.allowed_signers"
        ]
    );
    assert_eq!(
        (folder.mode("emission.seed"), folder.mode("emission.key")),
        (0o600, 0o600)
    );
    run.succeeds();
    assert_eq!(
        folder.names(BLOCK),
        [
            "SHA256SUMS",
            "manifest.json",
            "manifest.json.sig",
            "units-0001.csv.zst"
        ]
    );
    assert_eq!(folder.names("out/emission-0001"), ["block-0001"]);
}

#[test]
fn with_secrets_it_uses_them_and_says_nothing() {
    let folder = with_secrets();
    let seed = folder.read("emission.seed");
    let run = generate(&folder, "");
    assert_eq!(run.stderr, "");
    assert_eq!(folder.read("emission.seed"), seed);
}

#[test]
fn it_ends_with_the_table() {
    let folder = with_secrets();
    let text = generate(&folder, "").succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..11],
        [
            "out/emission-0001/block-0001: 300 units, signed",
            "────────────────────",
            " Prize  Lots  Amount",
            "════════════════════",
            " 15.00     3   45.00",
            " 10.00    30  300.00",
            "  5.00    40  200.00",
            "────────────────────",
            " Total    73  545.00",
            "────────────────────",
            lines[10],
        ]
    );
    let figures = ["Words", "Layouts", "Drawn again", "Time", "Root"];
    for (line, figure) in lines[10..].iter().zip(figures) {
        assert!(line.trim_start().starts_with(figure), "{text}");
    }
    assert_eq!(lines.len(), 10 + figures.len());
    let manifest: serde_json::Value =
        serde_json::from_str(&folder.read(format!("{BLOCK}/manifest.json"))).unwrap();
    assert!(text.ends_with(&format!("{}\n", manifest["merkle_root"].as_str().unwrap())));
}

#[test]
fn figures_say_of_what_they_are_a_share() {
    let folder = with_secrets();
    let text = generate(&folder, "").succeeds();
    for (start, end) in [
        (" Words ", " % of grids"),
        (" Layouts ", " of 600 grids"),
        (
            " Drawn again ",
            ", whose grids could not show their outcome",
        ),
    ] {
        let line = text.lines().find(|line| line.starts_with(start)).unwrap();
        assert!(line.ends_with(end), "{line}");
    }
    assert!(text.contains(" in use; most used word: "), "{text}");
}

#[test]
fn a_report_that_cannot_be_written_is_no_reason_to_doubt_the_block() {
    let folder = with_secrets();
    for (options, block) in [("", "1"), ("--json", "2")] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let args = format!("generate --game tiny.toml --block {block} {options}");
        let output = folder
            .command(args.split_whitespace())
            .stdout(full)
            .output()
            .unwrap();
        Run::from(output).fails(&[&format!(
            "out/emission-0001/block-000{block} is made and signed, but what is said of it can't be written (No space \
             left on device): send that to a place that has room and is yours"
        )]);
    }
    folder.run("verify out --game tiny.toml").succeeds();
}

#[test]
fn sha256sum_and_ssh_keygen_accept_the_block() {
    let folder = with_secrets();
    generate(&folder, "").succeeds();
    let script = format!(
        "cd {BLOCK} && sha256sum -c --quiet SHA256SUMS && ssh-keygen -Y verify -f ../../../emission.allowed_signers \
         -I emission -n emission-block -s manifest.json.sig < manifest.json"
    );
    let output = folder.shell("sh", ["-c", &script]).output().unwrap();
    let run = Run::from(output);
    assert!(
        run.succeeds()
            .starts_with("Good \"emission-block\" signature for emission")
    );
}

#[test]
fn the_same_seed_makes_the_same_bytes_with_any_number_of_threads() {
    let folder = with_secrets();
    generate(&folder, "--jobs 1 --out one").succeeds();
    generate(&folder, "--jobs 3 --out three").succeeds();
    assert_eq!(
        bytes(&folder, "one/emission-0001/block-0001"),
        bytes(&folder, "three/emission-0001/block-0001")
    );
}

#[test]
fn several_blocks_in_one_go_and_their_figures_as_json() {
    let folder = with_secrets();
    let blocks = json(generate(
        &folder,
        "--emission 7 --block 2-4 --compression none --json",
    ));
    assert_eq!(
        folder.names("out/emission-0007"),
        ["block-0002", "block-0003", "block-0004"]
    );
    let blocks = blocks.as_array().unwrap();
    assert_eq!(blocks.len(), 3);
    let block = &blocks[1];
    assert_eq!(block["folder"], "out/emission-0007/block-0003");
    assert_eq!(
        (&block["emission"], &block["block"]),
        (&7.into(), &3.into())
    );
    assert_eq!(
        (&block["units"], &block["total_lots"]),
        (&300.into(), &73.into())
    );
    assert_eq!(block["total_prizes_cents"], 54_500);
    assert_eq!(block["prize_table"][1]["lots"], 30);
    assert_eq!(block["grids"], 600);
    assert_ne!(block["merkle_root"], blocks[0]["merkle_root"]);
    assert!(
        folder
            .read("out/emission-0007/block-0003/units-0001.csv")
            .starts_with("unit,prize_cents,letters,")
    );
}

#[test]
fn a_block_that_is_there_is_never_touched() {
    let folder = with_secrets();
    generate(&folder, "--block 2").succeeds();
    let before = bytes(&folder, "out/emission-0001/block-0002");
    for block in ["2", "1-3"] {
        generate(&folder, &format!("--block {block}")).fails(&[
            "out/emission-0001/block-0002 is there already and was left as it is: choose another place with --out, \
             or replace it with --overwrite",
        ]);
    }
    assert_eq!(folder.names("out/emission-0001"), ["block-0002"]);
    assert_eq!(bytes(&folder, "out/emission-0001/block-0002"), before);
}

#[test]
fn overwriting_replaces_it() {
    let folder = with_secrets();
    generate(&folder, "--compression none").succeeds();
    generate(&folder, "--overwrite").succeeds();
    assert_eq!(
        folder.names(BLOCK),
        [
            "SHA256SUMS",
            "manifest.json",
            "manifest.json.sig",
            "units-0001.csv.zst"
        ]
    );
    assert_eq!(folder.names("out/emission-0001"), ["block-0001"]);
}

#[test]
fn nothing_is_made_before_all_that_can_be_refused_is_looked_at() {
    let folder = Folder::with_tiny_game();
    folder.write("broken.toml", TINY.replace("lots = 73", "lots = 74"));
    folder.write("few.txt", "CHAT\nCHIEN\n");
    folder
        .run("generate --game broken.toml")
        .fails(&["broken.toml, line 13: totals.lots: is 74, and the tiers add up to 73"]);
    folder.run("generate --game tiny.toml --words few.txt").fails(&[
        "tiny.toml: grids.words: the word list has 2 words of 3 to 9 letters, and one unit needs 36 different ones: \
         take a larger list with --words, or lower grids.words",
    ]);
    let four = include_str!("../../wordlists/fr.txt")
        .lines()
        .filter(|word| word.len() == 4);
    folder.write("four.txt", four.collect::<Vec<_>>().join("\n"));
    for command in ["generate --game", "game check"] {
        let run = folder.run(&format!("{command} tiny.toml --words four.txt"));
        let finding = "tiny.toml: grids.words: the word list has no word of 3 letters, and grids have words of 3 to 9: \
                       take another list with --words, or change grids.min_length or grids.max_length";
        if command == "game check" {
            assert_eq!(run.stdout, format!("{finding}\ntiny.toml: 1 finding\n"));
        } else {
            run.fails(&[finding]);
        }
    }
    folder.run("generate --words nowhere.txt").fails(&[
        "nowhere.txt can't be read (No such file or directory): check its path and its permissions",
    ]);
    fs::create_dir_all(folder.path(BLOCK)).unwrap();
    assert_eq!(generate(&folder, "").code, Some(2));
    fs::remove_dir_all(folder.path("out")).unwrap();
    assert_eq!(
        folder.names(""),
        ["broken.toml", "few.txt", "four.txt", "tiny.toml"]
    );
}

#[test]
fn a_secret_that_is_named_must_be_there() {
    let folder = Folder::with_tiny_game();
    generate(&folder, "--seed-file my.seed").fails(&[
        "missing seed my.seed: check its path, or make one for new blocks with `emission seed new --seed-file my.seed`",
    ]);
    // What it tells to run can be pasted.
    let args = ["show", "--seed-file", "my first.seed", "--unit", "1"];
    Run::from(folder.command(args).output().unwrap()).fails(&[
        "missing seed my first.seed: check its path, or make one for new blocks with `emission seed new --seed-file 'my first.seed'`",
    ]);
    let args = ["generate", "--game", "tiny.toml", "--key", "./-my key"];
    Run::from(folder.command(args).output().unwrap()).fails(&[
        "missing key ./-my key: check its path, or make one with `emission key new --key './-my key'`",
    ]);
    generate(&folder, "--key my.key").fails(&[
        "missing key my.key: check its path, or make one with `emission key new --key my.key`",
    ]);
    assert_eq!(folder.names(""), ["tiny.toml"]);
}

/// Of two secrets, the one that is missing is not made when the other one is no good.
#[test]
fn no_secret_is_made_for_a_run_that_cannot_go_on() {
    let folder = Folder::with_tiny_game();
    folder.write_secret("text", "hello\n");
    generate(&folder, "--key text").fails(&[
        "text: this is not an OpenSSH private key: make one with `emission key new` or `ssh-keygen -t ed25519`",
    ]);
    folder.write("emission.key.pub", "whose?");
    generate(&folder, "").fails(&[
        "emission.key.pub is there already and was left as it is: give another name, or move it away",
    ]);
    assert_eq!(folder.names(""), ["emission.key.pub", "text", "tiny.toml"]);
}

#[test]
fn a_bad_seed_is_refused() {
    let folder = with_secrets();
    let seed = folder.read("emission.seed");
    folder.write_secret("short.seed", &(seed[..79].to_owned() + "\n"));
    folder.write_secret("open.seed", &seed);
    let chmod = folder.shell("chmod", ["644", "open.seed"]).status();
    assert!(chmod.unwrap().success());
    generate(&folder, "--seed-file short.seed").fails(&[
        "short.seed: the seed has 63 digits where 64 belong: restore the file from its backup",
    ]);
    generate(&folder, "--seed-file emission.key").fails(&[
        "emission.key: this is a private key, not a seed: give the file that `emission seed new` made",
    ]);
    // What is no seed at all is named as what it is, whoever may read it.
    generate(&folder, "--seed-file tiny.toml").fails(&[
        "tiny.toml: this is not a seed: give the file that `emission seed new` made, one line of `emission-seed-1:` \
         and 64 hex digits",
    ]);
    generate(&folder, "--seed-file open.seed")
        .fails(&["secret file open.seed is open to others (mode 0644): run `chmod 600 open.seed`"]);
    assert!(!folder.path("out").exists());
}

#[test]
fn a_bad_key_is_refused() {
    let folder = with_secrets();
    let keygen = ["-q", "-t", "ecdsa", "-N", "", "-f", "ecdsa.key"];
    assert!(
        folder
            .shell("ssh-keygen", keygen)
            .status()
            .unwrap()
            .success()
    );
    folder.write_secret("text.key", "hello\n");
    generate(&folder, "--key emission.key.pub").fails(&[
        "emission.key.pub: this is a public key: give its private half, the file of the same name without `.pub`",
    ]);
    generate(&folder, "--key emission.seed").fails(&[
        "emission.seed: this is a seed, not a key: give the file that `emission key new` made",
    ]);
    generate(&folder, "--key ecdsa.key").fails(&[
        "ecdsa.key: this is a key of type ecdsa-sha2-nistp256, but blocks are signed with Ed25519: make one with \
         `emission key new` or `ssh-keygen -t ed25519`",
    ]);
    generate(&folder, "--key text.key").fails(&[
        "text.key: this is not an OpenSSH private key: make one with `emission key new` or `ssh-keygen -t ed25519`",
    ]);
    assert!(!folder.path("out").exists());
}

#[test]
fn a_key_with_a_passphrase_takes_it_from_a_file() {
    let folder = with_secrets();
    let keygen = [
        "-q",
        "-t",
        "ed25519",
        "-N",
        "open sesame",
        "-C",
        "me",
        "-f",
        "locked.key",
    ];
    assert!(
        folder
            .shell("ssh-keygen", keygen)
            .status()
            .unwrap()
            .success()
    );
    folder.write_secret("right", "open sesame\n");
    folder.write_secret("wrong", "open\n");
    generate(&folder, "--key locked.key --passphrase-file wrong").fails(&[
        "locked.key: this passphrase does not open the private key: try again, or use another key",
    ]);
    let run = generate(&folder, "--key locked.key --passphrase-file right");
    let public = folder.read("locked.key.pub");
    assert_eq!(
        run.stderr,
        format!(
            "emission.allowed_signers does not list the key, and was left as it is; to accept its blocks, add the \
             line\n  emission namespaces=\"emission-block\" {}\n",
            public.trim_end().strip_suffix(" me").unwrap()
        )
    );
    run.succeeds();
    // With no terminal at all, nobody can be asked.
    let emission = env!("CARGO_BIN_EXE_emission");
    let args = [
        "-w",
        emission,
        "generate",
        "--game",
        "tiny.toml",
        "--out",
        "more",
        "--key",
        "locked.key",
    ];
    Run::from(folder.shell("setsid", args).output().unwrap()).fails(&[
        "locked.key: the key has a passphrase, and there is no terminal to ask for it (No such device or address): give it in a file with --passphrase-file",
    ]);
}

/// util-linux's `script` gives the command a terminal, and types what it reads.
#[test]
fn on_a_terminal_the_passphrase_is_asked_for_and_asked_again() {
    let folder = with_secrets();
    let keygen = "ssh-keygen -q -t ed25519 -N sesame -f locked.key";
    let emission = env!("CARGO_BIN_EXE_emission");
    let generate = format!("{emission} generate --game tiny.toml --key locked.key");
    let type_it = "printf 'open\nsesame\n'; sleep 2";
    let script = format!("{keygen} && ({type_it}) | script -qefc '{generate}' typescript");
    let run = Run::from(folder.shell("sh", ["-c", &script]).output().unwrap());
    assert!(
        run.stdout.contains("Passphrase of locked.key (SHA256:"),
        "{run:#?}"
    );
    assert!(
        run.stdout
            .contains("That is not it. Passphrase of locked.key (SHA256:"),
        "{run:#?}"
    );
    assert!(
        run.stdout
            .contains("out/emission-0001/block-0001: 300 units, signed"),
        "{run:#?}"
    );
    assert_eq!(run.code, Some(0), "{run:#?}");
}

#[test]
fn a_game_that_no_search_can_make_says_which_rule_is_to_blame() {
    let folder = with_secrets();
    let narrow = TINY.replace("columns = 11", "columns = 3");
    folder.write("narrow.toml", narrow);
    let run = folder.run("generate --game narrow.toml");
    let blame = "error: no layout of 18 words fits 11 × 3 cells in ";
    assert!(run.stderr.starts_with(blame), "{run:#?}");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(!folder.path("out").exists());
}

#[test]
fn a_file_in_the_place_of_the_output_folder_is_named() {
    let folder = with_secrets();
    folder.write("out", "a file");
    generate(&folder, "").fails(&[
        "out can't be written (File exists): a file is in the place of a folder: move it away, or \
         choose another folder",
    ]);
    assert_eq!(folder.read("out"), "a file");
}

/// A limit on the size of files stops writing where a full disk would.
#[test]
fn a_disk_without_room_is_named_and_nothing_is_left() {
    let folder = with_secrets();
    let emission = env!("CARGO_BIN_EXE_emission");
    let script = format!("ulimit -f 8; exec {emission} generate --game tiny.toml");
    let run = Run::from(folder.shell("sh", ["-c", &script]).output().unwrap());
    run.fails(&[
        "out/emission-0001/block-0001 can't be written (File too large): raise the limit on the \
         size of files (`ulimit -f`), or choose another file system",
    ]);
    assert!(!folder.path("out").exists());
}

/// Starts a whole block of Maxi Mots Croisés, and waits until its first units are written.
fn start_long_run(folder: &Folder) -> Child {
    let child = folder
        .command(["generate"])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let part = folder.path("out/emission-0001/.block-0001.inprogress/units-0001.csv.zst");
    wait_for(|| fs::metadata(&part).is_ok_and(|part| part.len() > 0));
    child
}

fn wait_for(holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "this should have come true"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(folder: &Folder, child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = folder.shell("kill", ["-s", name, &id]).status();
    assert!(sent.unwrap().success());
}

/// So do the signals of `kill`, of a shutdown and of a terminal that is closed; and so does a second one that comes at
/// once.
#[test]
fn ctrl_c_ends_it_with_130_and_leaves_nothing() {
    let folder = with_secrets();
    for signals in [&["INT"][..], &["TERM"], &["HUP"], &["INT", "INT", "TERM"]] {
        let child = start_long_run(&folder);
        for name in signals {
            signal(&folder, &child, name);
        }
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (
                Some(130),
                "error: interrupted: nothing half done was kept; run the command again\n"
            )
        );
        assert!(!folder.path("out").exists());
    }
}

/// Nobody reads what it prints: it waits, and does not see that it is asked to stop.
#[test]
fn a_second_ctrl_c_ends_what_is_stuck() {
    let folder = with_secrets();
    let mut child = folder
        .command(["generate", "--game", "tiny.toml", "--block", "1-9999"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let blocks = || fs::read_dir(folder.path("out/emission-0001")).map_or(0, Iterator::count);
    // A full pipe has some of a report: the number of blocks stays as it is.
    wait_for(|| {
        let before = blocks();
        std::thread::sleep(Duration::from_secs(1));
        before > 10 && before == blocks()
    });
    signal(&folder, &child, "INT");
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "it is stuck");
    signal(&folder, &child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(
        run.stderr,
        "error: interrupted before the work could stop: run the command again; half a block, if one was being made, \
         goes when `emission generate` next makes a block of its emission\n"
    );
}

#[test]
fn two_runs_do_not_make_the_same_block_and_a_killed_one_leaves_nothing_for_long() {
    let folder = with_secrets();
    let mut child = start_long_run(&folder);
    generate(&folder, "").fails(&[
        "out/emission-0001/block-0001 is being made by another run: wait for its end, or choose another place with \
         --out",
    ]);
    generate(&folder, "--block 2").succeeds();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        folder.names("out/emission-0001"),
        [".block-0001.inprogress", ".block-0001.lock", "block-0002"]
    );
    generate(&folder, "").succeeds();
    assert_eq!(
        folder.names("out/emission-0001"),
        ["block-0001", "block-0002"]
    );
}
