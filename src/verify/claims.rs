//! What a manifest claims, against the game and against what was found.

use super::Request;
use super::findings::{Findings, Kind};
use super::part::{Found, Plan};
use crate::format::manifest::{Hex, Manifest, Part, prize_table};
use crate::game::{BuiltIn, counted, thousands};
use crate::seal::merkle::Digest;

/// Checks that the block is made from the game and the words at hand.
pub(super) fn check_origin(request: &Request, manifest: &Manifest, findings: &mut Findings) {
    let (game, words) = (request.game, Hex(request.words.sha256()));
    let game_sha256 = Hex(game.sha256());
    if manifest.game_sha256 == game_sha256 {
        same(
            findings,
            Kind::ManifestGame,
            "game",
            &manifest.game,
            &game.name,
        );
    } else {
        findings.add(Kind::ManifestGame, || {
            let advice = BuiltIn::how_to_give(&manifest.game_sha256.0);
            format!(
                "{advice}: game_sha256 is {}, and that of {:?} is {game_sha256}",
                manifest.game_sha256, game.name
            )
        });
    }
    if manifest.wordlist_sha256 != words {
        findings.add(Kind::ManifestWords, || {
            format!(
                "give its list with --words: wordlist_sha256 is {}, and that of the list at hand is {words}",
                manifest.wordlist_sha256
            )
        });
    }
}

/// Checks what the manifest says of the game, the words and the block's place.
pub(super) fn check_manifest(
    request: &Request,
    manifest: &Manifest,
    place: (Option<u32>, Option<u32>),
    findings: &mut Findings,
) {
    let game = request.game;
    check_origin(request, manifest, findings);
    let blocked = Hex(request.blocked.sha256());
    same(
        findings,
        Kind::ManifestBlockList,
        "blocklist_sha256",
        &manifest.blocklist_sha256,
        &blocked,
    );
    check_numbers(manifest, place, findings);
    same(
        findings,
        Kind::ManifestUnits,
        "units",
        &manifest.units,
        &game.units_per_block,
    );
    if manifest.prize_table != prize_table(game) {
        findings.add(Kind::ManifestPrizes, || {
            "prize_table is not the game's".into()
        });
    }
    same(
        findings,
        Kind::ManifestTotals,
        "total_lots",
        &manifest.total_lots,
        &game.total_lots(),
    );
    let cents = game.total_prizes_cents();
    same(
        findings,
        Kind::ManifestTotals,
        "total_prizes_cents",
        &manifest.total_prizes_cents,
        &cents,
    );
}

/// Checks the block's numbers, which its place tells too.
pub(super) fn check_numbers(
    manifest: &Manifest,
    place: (Option<u32>, Option<u32>),
    findings: &mut Findings,
) {
    for (key, number, place) in [
        ("emission", manifest.emission, place.0),
        ("block", manifest.block, place.1),
    ] {
        if number == 0 {
            findings.add(Kind::ManifestNumber, || {
                format!("{key} is 0, must be 1 or more")
            });
        }
        if let Some(place) = place {
            same(findings, Kind::FolderName, key, &number, &place);
        }
    }
}

/// Checks the manifest's list of parts against the plan, and each part against what it is.
pub(super) fn check_parts(
    manifest: &Manifest,
    plans: &[Plan],
    found: &[Option<Found>],
    findings: &mut Findings,
) {
    let (listed, parts) = (manifest.parts.len(), plans.len());
    if listed != parts {
        findings.add(Kind::ManifestParts, || {
            format!("{listed} are listed, must be {parts}")
        });
    }
    for ((plan, found), part) in plans.iter().zip(found).zip(&manifest.parts) {
        check_place(plan, part, findings);
        if let Some(found) = found {
            check_part(plan, found, part, findings);
        }
    }
}

fn check_place(plan: &Plan, part: &Part, findings: &mut Findings) {
    let (file, unit) = (plan.file_name(), plan.first_unit);
    if part.file != file {
        findings.add_unit(Kind::ManifestParts, unit, || {
            format!("file is {:?}, must be {file:?}", part.file)
        });
    }
    if (part.first_unit, part.units) != (plan.first_unit, plan.units) {
        findings.add_unit(Kind::ManifestParts, unit, || {
            let (first, units) = (part.first_unit, part.units);
            format!(
                "{file}: first_unit and units are {first} and {units}, must be {unit} and {}",
                plan.units
            )
        });
    }
}

fn check_part(plan: &Plan, found: &Found, part: &Part, findings: &mut Findings) {
    let unit = plan.first_unit;
    let file = plan.file_name();
    if found.bytes != part.bytes {
        let detail = || {
            format!(
                "{file} has {}, the manifest says {}",
                counted(found.bytes, "byte"),
                thousands(part.bytes)
            )
        };
        findings.add_unit(Kind::PartSize, unit, detail);
    }
    if found.sha256 != part.sha256.0 {
        let detail = || {
            format!(
                "{file} has {}, the manifest says {}",
                Hex(found.sha256),
                part.sha256
            )
        };
        findings.add_unit(Kind::PartChecksum, unit, detail);
    }
    if let Some(root) = found.root
        && root != part.merkle_root.0
    {
        let detail = || {
            format!(
                "{file} has {}, the manifest says {}",
                Hex(root),
                part.merkle_root
            )
        };
        findings.add_unit(Kind::PartRoot, unit, detail);
    }
}

/// Checks the root over all units, if they could be read.
pub(super) fn check_root(manifest: &Manifest, root: Option<Digest>, findings: &mut Findings) {
    if let Some(root) = root
        && root != manifest.merkle_root.0
    {
        findings.add(Kind::BlockRoot, || {
            format!(
                "the units have {}, the manifest says {}",
                Hex(root),
                manifest.merkle_root
            )
        });
    }
}

/// Compares a value of the manifest with the right one.
fn same<T: PartialEq + std::fmt::Debug>(
    findings: &mut Findings,
    kind: Kind,
    key: &str,
    found: &T,
    right: &T,
) {
    if found != right {
        findings.add(kind, || format!("{key} is {found:?}, must be {right:?}"));
    }
}
