//! `emission check-proof`: the proof of one unit, checked without its block.

use super::verify::{finding_text, signer, signers};
use crate::cli::args::CheckProofArgs;
use crate::cli::inputs::Inputs;
use crate::cli::{Console, Error, Outcome, files, json, secrets, stored};
use crate::format::manifest::Manifest;
use crate::format::proof::Proof;
use crate::game::{Game, counted, money, thousands};
use crate::one_line::one_line;
use crate::show::{Look, tables, terminal};
use crate::unit::Unit;
use crate::verify::{self, Kind, ProofReport, Request};

/// Checks a proof, and shows its unit if it holds.
pub(in crate::cli) fn run(args: &CheckProofArgs, console: &Console) -> Result<Outcome, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let signers = signers(&args.allowed_signers, console)?;
    let bytes = files::read(&args.file, files::PROOF)?;
    let rules = inputs.rules_of(game_sha256(&bytes).as_ref())?;
    let request = Request {
        folder: &args.file,
        game: &rules.game,
        words: &rules.words,
        blocked: rules.blocked,
        signers: &signers,
        identity: secrets::IDENTITY,
    };
    let mut report = verify::proof(&request, &bytes);
    // JSON has no other way to say a path.
    report.file = args.file.to_string_lossy().into_owned().into();
    let text = if args.json {
        json(&report)
    } else {
        text(&report, &rules.game, console.look())
    };
    console.print(&text)?;
    Ok(Outcome::of(usize::from(!report.findings.is_empty())))
}

/// The hash that the manifest in a proof says of its game's definition, if it can be read.
fn game_sha256(proof: &[u8]) -> Option<[u8; 32]> {
    let proof = Proof::parse(str::from_utf8(proof).ok()?).ok()?;
    let manifest = Manifest::parse(&proof.manifest).ok()?;
    Some(manifest.game_sha256.0)
}

/// What was found; the unit and its block if that is nothing, or else that nothing is proved.
fn text(report: &ProofReport, game: &Game, look: Look) -> String {
    let found = counted(report.findings.total(), "finding");
    let heading = format!("{}: {found}\n", one_line(report.file.display()));
    let proved = report.manifest.as_ref().zip(report.row.as_ref());
    let Some((manifest, row)) = proved else {
        let signer = signer(report.signer.as_deref(), report.refused_signer.as_deref());
        let findings: String = report.findings.iter().map(finding_text).collect();
        let advice = if report.findings.get(Kind::ProofForm).is_some() {
            NO_PROOF
        } else {
            ADVICE
        };
        return heading + &findings + &tables::pairs([("Signer", signer)]) + advice;
    };
    let unit = stored::unit_of_text(row, game);
    let unit = unit.expect("a row without a finding is a unit's");
    heading + &picture(manifest, &unit, game, look) + &figures(report, manifest, &unit, game)
}

/// What to do about a proof with findings. Its unit is not shown: it may be of anybody's making.
const ADVICE: &str =
    "Nothing is proved: pay nothing for it; ask for a fresh proof from the block's maker.\n";

/// What to do about a file of another kind.
const NO_PROOF: &str = "This is no proof of a unit: pay nothing for it; give the file that `emission prove DIR --unit N` wrote.\n";

/// The unit, as its player sees it.
fn picture(manifest: &Manifest, unit: &Unit, game: &Game, look: Look) -> String {
    let title = terminal::title(game, manifest.emission, manifest.block, unit.number);
    format!("\n{}\n", terminal::unit(game, unit, &title, look))
}

/// What the unit pays, of which block, and who says so.
fn figures(report: &ProofReport, manifest: &Manifest, unit: &Unit, game: &Game) -> String {
    let pays = match report.prize_cents {
        None | Some(0) => "nothing".into(),
        Some(cents) => format!("{} {}", money(cents), game.currency),
    };
    let (number, units) = (
        thousands(unit.number.into()),
        thousands(manifest.units.into()),
    );
    let (block, emission) = (manifest.block, manifest.emission);
    let place = format!("{number} of {units}, block {block}, emission {emission}");
    tables::pairs([
        ("Pays", pays),
        ("Unit", place),
        ("Signer", signer(report.signer.as_deref(), None)),
        ("Root", manifest.merkle_root.to_string()),
    ])
}
