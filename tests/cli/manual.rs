//! `emission completions` and `emission man`.

use std::fs;

use crate::support::{Folder, Run};

#[test]
fn every_shell_gets_its_completions() {
    let folder = Folder::new();
    for (shell, sign) in [
        ("bash", "complete -F _emission"),
        ("zsh", "#compdef emission"),
        ("fish", "complete -c emission"),
        ("elvish", "edit:completion:arg-completer[emission]"),
        (
            "powershell",
            "Register-ArgumentCompleter -Native -CommandName 'emission'",
        ),
    ] {
        let script = folder.run(&format!("completions {shell}")).succeeds();
        assert!(script.contains(sign), "{script}");
        assert!(script.contains("allowed-signers"), "{script}");
    }
}

#[test]
fn the_page_is_printed() {
    let folder = Folder::new();
    let page = folder.run("man").succeeds();
    assert!(
        page.contains(".TH emission 1  \"emission 0.1.0\" Emission\n"),
        "{page}"
    );
    assert!(
        page.contains("\n.SH EXIT STATUS\n.TP\n.B 0\nall is well\n"),
        "{page}"
    );
    assert!(
        page.contains("\n.SH EXAMPLES\n.nf\nemission generate "),
        "{page}"
    );
    assert!(
        !page.contains("emission\\-help"),
        "a page that is named is written: {page}"
    );
}

#[test]
fn the_pages_are_written_one_for_each_command() {
    let folder = Folder::new();
    folder.run("man --out share/man1").succeeds();
    let names = folder.names("share/man1");
    // The commands are those whose help is a test.
    let help = fs::read_dir("tests/cli/help").unwrap();
    let mut pages: Vec<String> = help
        .map(|file| file.unwrap().path())
        .map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned())
        .map(|command| match command.as_str() {
            "emission" => "emission.1".into(),
            command => format!("emission-{command}.1"),
        })
        .collect();
    pages.sort();
    assert_eq!(names, pages);
    assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
    let page = folder.read("share/man1/emission-show.1");
    for text in [
        ".TH emission-show 1  \"emission 0.1.0\" Emission\n",
        "\n.SH SYNOPSIS\nemission show <DIR> \\-\\-unit <N>\n.br\nemission show \\-\\-seed\\-file <FILE> ",
        "\n.SH NOTES\nFrom the seed, the unit is made alone",
        "\n.nf\nemission show out/emission\\-0001/block\\-0001 \\-\\-unit 42\n",
        "\n.SH EXIT STATUS\n",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

/// A limit on the size of files stops writing where a full disk would: after some of the pages.
#[test]
fn a_disk_without_room_leaves_no_half_of_the_pages() {
    let folder = Folder::new();
    folder.run("man --out man").succeeds();
    let names = folder.names("man");
    let longest = names
        .iter()
        .max_by_key(|name| folder.read(format!("man/{name}")).len());
    let longest = format!("man/{}", longest.unwrap());
    let before = folder.read(&longest);
    let blocks = (before.len() - 1) / 512;
    let emission = env!("CARGO_BIN_EXE_emission");
    for out in ["man", "empty"] {
        folder.write("man/emission.1", "of before");
        let script = format!("ulimit -f {blocks}; exec {emission} man --out {out}");
        Run::from(folder.shell("sh", ["-c", &script]).output().unwrap()).fails(&[&format!(
            "{out} can't be written (File too large): raise the limit on the size of files (`ulimit -f`), or choose another file system"
        )]);
    }
    assert_eq!(folder.names("man"), names);
    assert_eq!(folder.read("man/emission.1"), "of before");
    assert_eq!(folder.names("empty"), [""; 0]);
    folder.run("man --out man").succeeds();
    assert_eq!(folder.read(&longest), before);
    assert!(folder.read("man/emission.1") != "of before");
}

#[test]
fn pages_need_a_folder() {
    let folder = Folder::new();
    folder.write("file", "");
    folder.run("man --out file").fails(&[
        "file can't be written (File exists): a file is in the place of a folder: move it away, or \
         choose another folder",
    ]);
}
