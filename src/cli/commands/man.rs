//! `emission man`: the manual, from the definitions that the command line is parsed with.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::cli::args::{Arguments, ManArgs};
use crate::cli::files::FileError;
use crate::cli::{Console, Error, Outcome};

/// What the exit codes of every command mean.
const EXIT_STATUS: [(u8, &str); 4] = [
    (0, "all is well"),
    (1, "a check found something"),
    (2, "the command could not run"),
    (130, "interrupted"),
];

/// Prints the page of `emission`, or writes the pages of all commands into a folder.
pub(in crate::cli) fn run(args: &ManArgs, console: &Console) -> Result<Outcome, Error> {
    let mut command = without_help(Arguments::command());
    command.build();
    match &args.out {
        Some(folder) => write_all(folder, command)?,
        None => console.print_bytes(&page(command))?,
    }
    Ok(Outcome::Fine)
}

/// The command, and those below it, without `help`: there is no page for it.
fn without_help(command: Command) -> Command {
    let command = command.disable_help_subcommand(true);
    command.mut_subcommands(without_help)
}

/// The folder, below the one for the pages, where they are written until all are whole.
const STAGED: &str = ".emission-man.inprogress";

/// Writes all pages, or none: those that stood there before stay.
fn write_all(folder: &Path, command: Command) -> Result<(), FileError> {
    let staged = folder.join(STAGED);
    // What a killed run left.
    let _ = fs::remove_dir_all(&staged);
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::create_dir(&staged))
        .and_then(|()| write_below(&staged, command))
        .and_then(|()| move_all(&staged, folder));
    // The first failure is the one to tell.
    let _ = fs::remove_dir_all(&staged);
    written.map_err(|cause| FileError::Write {
        path: folder.to_owned(),
        cause,
    })
}

fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Writes the page of a command, and of each below it.
fn write_below(folder: &Path, command: Command) -> io::Result<()> {
    for below in command.get_subcommands() {
        write_below(folder, below.clone())?;
    }
    let name = Man::new(command.clone()).get_filename();
    fs::write(folder.join(name), page(command))
}

/// A page in the sections and the order of man-pages(7).
fn page(mut command: Command) -> Vec<u8> {
    let usage = synopsis(&command.render_usage().to_string());
    let help = command.get_after_help().map(ToString::to_string);
    let has_commands = command.has_subcommands();
    let name = command.get_display_name().unwrap_or("emission").to_owned();
    let man = Man::new(command)
        .title(name)
        .source(concat!("emission ", env!("CARGO_PKG_VERSION")))
        .manual("Emission");
    let mut page = Vec::new();
    let mut render = || {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        page.extend_from_slice(usage.as_bytes());
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if has_commands {
            man.render_subcommands_section(&mut page)?;
        }
        io::Result::Ok(())
    };
    render().expect("memory takes every byte");
    page.extend_from_slice(end(&help.unwrap_or_default()).as_bytes());
    page
}

/// The forms that a command line may have, one a line.
fn synopsis(usage: &str) -> String {
    let forms = usage.trim_start_matches("Usage: ").lines();
    let forms: Vec<String> = forms.map(|form| escaped(form.trim())).collect();
    format!(".SH SYNOPSIS\n{}\n", forms.join("\n.br\n"))
}

/// The sections behind the options, from what `--help` ends with: exit status, notes, examples.
fn end(help: &str) -> String {
    let is_codes = |paragraph: &&str| paragraph.starts_with("Exit codes:");
    let paragraphs = help
        .split("\n\n")
        .filter(|text| !text.is_empty() && !is_codes(text));
    let (examples, notes): (Vec<&str>, Vec<&str>) =
        paragraphs.partition(|text| text.starts_with("Examples:"));
    exit_status() + &notes_section(&notes) + &examples_section(&examples)
}

fn exit_status() -> String {
    let mut text = String::from(".SH EXIT STATUS\n");
    for (code, meaning) in EXIT_STATUS {
        let _ = writeln!(text, ".TP\n.B {code}\n{}", escaped(meaning));
    }
    text
}

fn notes_section(notes: &[&str]) -> String {
    let mut text = String::new();
    for (index, note) in notes.iter().enumerate() {
        text.push_str(if index == 0 { ".SH NOTES\n" } else { ".PP\n" });
        text.push_str(&escaped(note));
        text.push('\n');
    }
    text
}

/// The examples, line by line as they stand.
fn examples_section(examples: &[&str]) -> String {
    let lines = examples.iter().flat_map(|text| text.lines().skip(1));
    let lines: String = lines.map(|line| escaped(line.trim()) + "\n").collect();
    if lines.is_empty() {
        lines
    } else {
        format!(".SH EXAMPLES\n.nf\n{lines}.fi\n")
    }
}

/// A line that roff prints as it is: none of its signs, no hyphens where there are minus signs.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let is_request = text.starts_with(['.', '\'']);
    if is_request {
        format!("\\&{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_codes_are_those_of_the_help() {
        let help = Arguments::command().render_help().to_string();
        for (code, meaning) in EXIT_STATUS {
            assert!(help.contains(&format!("{code} {meaning}")), "{help}");
        }
    }

    #[test]
    fn no_text_is_a_request_of_roff() {
        assert_eq!(escaped(".so a-b"), "\\&.so a\\-b");
        assert_eq!(escaped("a\\b"), "a\\eb");
    }
}
