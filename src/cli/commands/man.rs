//! `emission man`: the manual, from the definitions that the command line is parsed with.

use std::fs;
use std::path::Path;

use clap::CommandFactory as _;

use crate::cli::args::{Arguments, ManArgs};
use crate::cli::files::FileError;
use crate::cli::{Console, Error, Outcome};

/// Prints the page of `emission`, or writes the pages of all commands into a folder.
pub(in crate::cli) fn run(args: &ManArgs, console: &Console) -> Result<Outcome, Error> {
    match &args.out {
        Some(folder) => write_all(folder)?,
        None => console.print_bytes(&page())?,
    }
    Ok(Outcome::Fine)
}

fn page() -> Vec<u8> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(Arguments::command());
    man.render(&mut page).expect("memory takes every byte");
    page
}

fn write_all(folder: &Path) -> Result<(), FileError> {
    let written = fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    written.map_err(|cause| FileError::Write {
        path: folder.to_owned(),
        cause,
    })
}
