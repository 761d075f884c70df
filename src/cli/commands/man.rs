//! `emission man`: the manual, from the definitions that the command line is parsed with.

use std::fs;
use std::io;
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

/// The folder, below the one for the pages, where they are written until all are whole.
const STAGED: &str = ".emission-man.inprogress";

/// Writes all pages, or none: those that stood there before stay.
fn write_all(folder: &Path) -> Result<(), FileError> {
    let staged = folder.join(STAGED);
    // What a killed run left.
    let _ = fs::remove_dir_all(&staged);
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::create_dir(&staged))
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), &staged))
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
