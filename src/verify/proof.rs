//! A proof of one unit: what it says of its block, its path to the block's root, and the unit itself.

use std::path::PathBuf;

use serde::Serialize;

use super::findings::{Findings, Kind};
use super::seals::{self, ManifestFile};
use super::unit::{Checker, Standard};
use super::{Request, claims, foreign};
use crate::format::manifest::{Hex, Manifest};
use crate::format::proof::{Proof, ProofError};
use crate::game::thousands;
use crate::seal::merkle;

/// What a proof proves, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ProofReport {
    /// The proof's file, as it was given.
    pub file: PathBuf,
    /// Number of the unit, as the proof says, if it can be read.
    pub unit: Option<u32>,
    /// The unit's canonical bytes; `None` if the proof fails, for then nothing is proved.
    pub row: Option<String>,
    /// What the unit's grids pay, in cents; `None` if the proof fails.
    pub prize_cents: Option<u64>,
    /// The block's manifest, if it can be read.
    pub manifest: Option<Manifest>,
    /// Fingerprint of the allowed key that signed the manifest.
    pub signer: Option<String>,
    /// Fingerprint of the key that the signature names, when it is not allowed to sign blocks.
    pub refused_signer: Option<String>,
    /// What is wrong.
    pub findings: Findings,
}

/// Checks the bytes of a proof: all that `docs/block-format.md`, section 14, lists. It goes on to the end whatever is
/// wrong, and lists it in the report.
///
/// # Panics
/// Never, whatever the bytes are.
#[must_use]
pub fn proof(request: &Request, bytes: &[u8]) -> ProofReport {
    let mut report = ProofReport {
        file: request.folder.into(),
        ..ProofReport::default()
    };
    if let Some(proof) = parse(bytes, &mut report.findings) {
        report.fill(request, proof);
    }
    report
}

fn parse(bytes: &[u8], findings: &mut Findings) -> Option<Proof> {
    let Ok(json) = std::str::from_utf8(bytes) else {
        findings.add(Kind::ProofForm, || "it is not UTF-8".into());
        return None;
    };
    Proof::parse(json).map_or_else(
        |error| {
            let kind = match error {
                ProofError::Syntax { .. } => Kind::ProofForm,
                ProofError::Version(_) => Kind::ProofVersion,
                ProofError::NotCanonical => Kind::ProofBytes,
            };
            findings.add(kind, || error.to_string());
            None
        },
        Some,
    )
}

impl ProofReport {
    /// Checks a proof that can be read.
    fn fill(&mut self, request: &Request, proof: Proof) {
        let mut file = seals::of_proof(request, &proof);
        let mut findings = std::mem::take(&mut file.findings);
        let mut prize_cents = None;
        if let Some(manifest) = &file.manifest {
            let is_placed = check_path(&proof, manifest, &mut findings);
            let is_foreign = check_rules(request, &file, manifest, &mut findings);
            if is_placed && !is_foreign {
                prize_cents = check_row(request, &proof, &mut findings);
            }
        }
        self.unit = Some(proof.unit);
        if findings.is_empty() {
            self.prize_cents = prize_cents;
            self.row = Some(proof.row);
        }
        self.manifest = file.manifest;
        self.signer = file.signer;
        self.refused_signer = file.refused_signer;
        self.findings = findings;
    }
}

/// Checks the manifest against the rules at hand, as far as they are the block's. Says whether they are other ones.
fn check_rules(
    request: &Request,
    file: &ManifestFile,
    manifest: &Manifest,
    findings: &mut Findings,
) -> bool {
    let is_foreign = foreign::is(request, file);
    if is_foreign {
        claims::check_origin(request, manifest, findings);
        claims::check_numbers(manifest, (None, None), findings);
    } else {
        claims::check_manifest(request, manifest, (None, None), findings);
    }
    is_foreign
}

/// Checks the row as that of its unit. Gives what the unit pays, in cents, if the row can be read.
fn check_row(request: &Request, proof: &Proof, findings: &mut Findings) -> Option<u64> {
    let standard = Standard::new(request.game, request.words, request.blocked);
    let mut checker = Checker::new(&standard);
    let is_read = checker.check(proof.unit, proof.row.as_bytes()).is_some();
    findings.append(checker.findings);
    let prizes = checker.tally.by_prize(request.game);
    is_read.then(|| prizes.into_keys().next().unwrap_or(0))
}

/// Checks that the path leads from the row to the manifest's root. Says whether the block has such a unit at all.
fn check_path(proof: &Proof, manifest: &Manifest, findings: &mut Findings) -> bool {
    let (unit, units) = (proof.unit, manifest.units);
    if !(1..=units).contains(&unit) {
        findings.add(Kind::ProofUnit, || {
            let (unit, units) = (thousands(unit.into()), thousands(units.into()));
            format!("unit is {unit}, the manifest says 1 to {units}")
        });
        return false;
    }
    let path: Vec<merkle::Digest> = proof.inclusion_path.iter().map(|hash| hash.0).collect();
    let leaf = merkle::leaf_hash(proof.row.as_bytes());
    match merkle::root_of_path(&leaf, u64::from(unit - 1), units.into(), &path) {
        Some(root) if root == manifest.merkle_root.0 => {}
        Some(root) => findings.add(Kind::ProofPath, || {
            let (root, stated) = (Hex(root), manifest.merkle_root);
            format!("it leads to {root}, the manifest says {stated}")
        }),
        None => findings.add(Kind::ProofPath, || {
            let (hashes, units) = (path.len(), thousands(units.into()));
            format!("{hashes} is not the number of hashes for unit {unit} of {units}")
        }),
    }
    true
}
