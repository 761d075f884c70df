//! `emission completions` and `emission man`.

use crate::support::Folder;

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
    assert!(page.contains(".TH emission 1"), "{page}");
    assert!(page.contains("Exit codes"), "{page}");
}

#[test]
fn the_pages_are_written_one_for_each_command() {
    let folder = Folder::new();
    folder.run("man --out share/man1").succeeds();
    let names = folder.names("share/man1");
    for command in [
        "",
        "-game-check",
        "-generate",
        "-key-new",
        "-man",
        "-seed-new",
        "-show",
    ] {
        assert!(names.contains(&format!("emission{command}.1")), "{names:?}");
    }
    assert!(
        folder
            .read("share/man1/emission-generate.1")
            .contains("overwrite")
    );
}

#[test]
fn pages_need_a_folder() {
    let folder = Folder::new();
    folder.write("file", "");
    folder.run("man --out file").fails(&[
        "file can't be written (File exists (os error 17)): a file is in the place of a folder: move it away, or \
         choose another folder",
    ]);
}
