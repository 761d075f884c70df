//! `emission prove`: the proof that one unit belongs to its block.

use serde::Serialize;

use crate::cli::args::ProveArgs;
use crate::cli::files::Target;
use crate::cli::inputs::Definition;
use crate::cli::{Console, Error, Outcome, files, json, stored};
use crate::format::SIGNATURE;
use crate::format::manifest::{Hex, Manifest};
use crate::format::part::Packing;
use crate::format::proof::Proof;
use crate::game::BuiltIn;
use crate::one_line::one_line;
use crate::prove::Block;
use crate::unit::RowShape;

/// Writes the proof of a unit, whole or not at all, and says so.
pub(in crate::cli) fn run(args: &ProveArgs, console: &Console) -> Result<Outcome, Error> {
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| Target::File(format!("unit-{}.proof.json", args.unit).into()));
    out.check(args.json)?;
    let (manifest, proof) = proof(args)?;
    let said = Said {
        file: out.to_string(),
        emission: manifest.emission,
        block: manifest.block,
        unit: args.unit,
        merkle_root: manifest.merkle_root,
    };
    let said = if args.json { json(&said) } else { said.text() };
    out.write(&proof.to_json(), &said, console)?;
    Ok(Outcome::Fine)
}

/// What is said of the proof.
#[derive(Serialize)]
struct Said {
    file: String,
    emission: u32,
    block: u32,
    unit: u32,
    merkle_root: Hex,
}

impl Said {
    fn text(&self) -> String {
        let Self {
            file,
            emission,
            block,
            unit,
            ..
        } = self;
        let file = one_line(file);
        format!("{file}: unit {unit} of block {block}, emission {emission}\n")
    }
}

/// Proves a unit from the files of its block; gives the block's manifest too.
fn proof(args: &ProveArgs) -> Result<(Manifest, Proof), Error> {
    let (folder, unit) = (args.dir.as_path(), args.unit);
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
    let shape = shape(args, &manifest, place.packing())?;
    let form = place.packing().form(&shape);
    let proof = block.prove(place, form, &files::read(&part, files::PART)?);
    let proof = proof.map_err(refused)?;
    Ok((manifest, proof))
}

/// Widths of the block's rows, which only the columns of a Parquet part need: the text of a CSV part has its own.
fn shape(args: &ProveArgs, manifest: &Manifest, packing: Packing) -> Result<RowShape, Error> {
    let game = match (&args.game, BuiltIn::of_sha256(&manifest.game_sha256.0)) {
        (None, Some(own)) => own.game(),
        (named, _) => Definition::read(named.as_deref())?.game()?,
    };
    if packing == Packing::Parquet {
        stored::manifest(&args.dir, &game)?;
    }
    Ok(RowShape::of(&game))
}
