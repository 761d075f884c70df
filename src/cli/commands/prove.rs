//! `emission prove`: the proof that one unit belongs to its block.

use std::path::{Path, PathBuf};

use crate::cli::args::ProveArgs;
use crate::cli::{Console, Error, Outcome, files, stored};
use crate::format::SIGNATURE;
use crate::format::manifest::Manifest;
use crate::format::proof::Proof;
use crate::prove::Block;

/// Writes the proof of a unit, whole or not at all, and says so.
pub(in crate::cli) fn run(args: &ProveArgs, console: &Console) -> Result<Outcome, Error> {
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("unit-{}.proof.json", args.unit)));
    let (manifest, proof) = proof(&args.dir, args.unit)?;
    files::write_whole(&out, &proof.to_json())?;
    console.print(&format!(
        "{}: unit {} of block {}, emission {}\n",
        out.display(),
        args.unit,
        manifest.block,
        manifest.emission
    ))?;
    Ok(Outcome::Fine)
}

/// Proves a unit from the files of its block; gives the block's manifest too.
fn proof(folder: &Path, unit: u32) -> Result<(Manifest, Proof), Error> {
    let refused = |error| Error::Prove {
        folder: folder.to_owned(),
        error,
    };
    let (manifest, json) = stored::any_manifest(folder)?;
    let signature = folder.join(SIGNATURE);
    files::regular(&signature)?;
    let signature = files::read_text(&signature, files::SIGNATURE)?;
    let block = Block::new(&manifest, &json, &signature).map_err(refused)?;
    let place = block.place(unit).ok_or(Error::NoSuchUnit {
        unit,
        units: manifest.units,
    })?;
    let part = folder.join(place.file_name());
    files::regular(&part)?;
    let proof = block.prove(place, &files::read(&part, files::PART)?);
    let proof = proof.map_err(refused)?;
    Ok((manifest, proof))
}
