//! A block of another game, or from another word list, than those at hand. Held against these, each of its units would
//! be wrong; what binds its files is judged all the same.

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::findings::{Findings, Kind};
use super::folder::{Contents, Folder};
use super::report::Report;
use super::seals::{self, FileSum, ManifestFile};
use super::{Request, VerifyError, claims};
use crate::format::manifest::{Hex, Manifest, Part};
use crate::format::part::Packing;
use crate::format::{CHECKSUMS, MANIFEST, MAX_PART_BYTES, SIGNATURE};
use crate::game::thousands;
use crate::watch::Watch;

/// Whether the block is one of other rules than those it is to be verified with.
pub(super) fn is(request: &Request, file: &ManifestFile) -> bool {
    file.manifest.as_ref().is_some_and(|manifest| {
        manifest.game_sha256.0 != request.game.sha256()
            || manifest.wordlist_sha256.0 != request.words.sha256()
    })
}

/// Checks the block's place, seals and checksums. The report says nothing of its units.
pub(super) fn report(
    request: &Request,
    folder: &Folder,
    mut file: ManifestFile,
    watch: &dyn Watch,
) -> Result<Report, VerifyError> {
    let mut findings = std::mem::take(&mut file.findings);
    if let Some(manifest) = &file.manifest {
        let sums = files(request, folder, manifest, watch, &mut findings)?;
        let own = (MANIFEST.to_owned(), file.sha256);
        let sums: Vec<FileSum> = sums.into_iter().chain([own]).collect();
        seals::checksums(folder, &sums, &mut findings)?;
    }
    Ok(Report {
        game: request.game.name.clone(),
        currency: request.game.currency.clone(),
        folder: request.folder.into(),
        manifest: file.manifest,
        signer: file.signer,
        refused_signer: file.refused_signer,
        findings,
        ..Report::default()
    })
}

/// Checks what the manifest says of the block's origin, place and files; gives the sums of its parts.
fn files(
    request: &Request,
    folder: &Folder,
    manifest: &Manifest,
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<Vec<FileSum>, VerifyError> {
    claims::check_origin(request, manifest, findings);
    claims::check_numbers(manifest, folder.numbers(), findings);
    folder.check_extra(&file_names(manifest), findings);
    let parts = manifest.parts.par_iter().enumerate();
    let parts = parts.map(|(index, part)| check_part(folder, index, part, watch));
    let parts: Vec<(Findings, FileSum)> = parts.collect::<Result<_, _>>()?;
    let sum = |(found, sum)| {
        findings.append(found);
        sum
    };
    Ok(parts.into_iter().map(sum).collect())
}

/// The files that the manifest says are in the folder.
fn file_names(manifest: &Manifest) -> Vec<String> {
    let parts = manifest.parts.iter().map(|part| part.file.clone());
    let seals = [MANIFEST, SIGNATURE, CHECKSUMS].map(str::to_owned);
    parts.chain(seals).collect()
}

/// Compares a part file with its entry, of which the index gives the name.
fn check_part(
    folder: &Folder,
    index: usize,
    part: &Part,
    watch: &dyn Watch,
) -> Result<(Findings, FileSum), VerifyError> {
    if watch.cancelled() {
        return Err(VerifyError::Cancelled);
    }
    let mut findings = Findings::default();
    let index = u32::try_from(index).expect("a manifest of few megabytes lists few parts");
    if Packing::of_file_name(&part.file, index).is_none() {
        findings.add(Kind::ManifestParts, || {
            format!("{:?} is not the name of part {}", part.file, index + 1)
        });
        return Ok((findings, (part.file.clone(), None)));
    }
    let most = part.bytes.min(MAX_PART_BYTES);
    let kinds = [Kind::PartMissing, Kind::PartSize];
    let sum = match folder.read(&part.file, most, kinds, &mut findings)? {
        Contents::Bytes(bytes) => Some(check_bytes(part, &bytes, &mut findings)),
        Contents::Large(_) => folder.sha256(&part.file)?,
        Contents::None => None,
    };
    Ok((findings, (part.file.clone(), sum)))
}

/// Compares a part's bytes with its entry; gives their SHA-256.
fn check_bytes(part: &Part, bytes: &[u8], findings: &mut Findings) -> [u8; 32] {
    let (file, len) = (&part.file, bytes.len());
    if len as u64 != part.bytes {
        findings.add(Kind::PartSize, || {
            let (len, bytes) = (thousands(len as u64), thousands(part.bytes));
            format!("{file} has {len} bytes, the manifest says {bytes}")
        });
    }
    let sha256: [u8; 32] = Sha256::digest(bytes).into();
    if sha256 != part.sha256.0 {
        findings.add(Kind::PartChecksum, || {
            format!(
                "{file} has {}, the manifest says {}",
                Hex(sha256),
                part.sha256
            )
        });
    }
    sha256
}
