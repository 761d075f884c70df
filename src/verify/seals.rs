//! The small files of a block: manifest, signature, checksums.

use sha2::{Digest as _, Sha256};

use super::findings::{Findings, Kind};
use super::folder::{Contents, Folder};
use super::{Request, VerifyError};
use crate::format::manifest::{Manifest, ManifestError};
use crate::format::proof::Proof;
use crate::format::{CHECKSUMS, MANIFEST, MAX_SEAL_BYTES, SIGNATURE};
use crate::seal::SignatureError;
use crate::seal::checksums::{self, Checksum};
use crate::seal::merkle::Digest;

/// A file and its SHA-256; `None` when the file cannot be read, which is a finding of its own.
pub(super) type FileSum = (String, Option<Digest>);

/// What the manifest's file holds.
#[derive(Default)]
pub(super) struct ManifestFile {
    pub(super) manifest: Option<Manifest>,
    pub(super) sha256: Option<Digest>,
    /// Fingerprint of the key that signed it.
    pub(super) signer: Option<String>,
    /// Fingerprint of the key that the signature names, when it may not sign blocks.
    pub(super) refused_signer: Option<String>,
    /// What is wrong with it and its signature.
    pub(super) findings: Findings,
}

/// Reads the manifest and its signature.
pub(super) fn manifest(request: &Request, folder: &Folder) -> Result<ManifestFile, VerifyError> {
    let mut file = ManifestFile::default();
    let armored = folder.read(
        SIGNATURE,
        MAX_SEAL_BYTES,
        [Kind::SignatureMissing, Kind::SignatureForm],
        &mut file.findings,
    )?;
    let json = folder.read(
        MANIFEST,
        MAX_SEAL_BYTES,
        [Kind::ManifestMissing, Kind::ManifestForm],
        &mut file.findings,
    )?;
    match json {
        Contents::Bytes(json) => {
            if let Some(armored) = armored.bytes() {
                file.check_signature(request, &json, &armored);
            }
            file.sha256 = Some(Sha256::digest(&json).into());
            file.manifest = parse(&json, &mut file.findings);
        }
        Contents::Large(_) => file.sha256 = folder.sha256(MANIFEST)?,
        Contents::None => {}
    }
    Ok(file)
}

/// Reads the manifest and the signature that a proof has.
pub(super) fn of_proof(request: &Request, proof: &Proof) -> ManifestFile {
    let mut file = ManifestFile::default();
    let (json, armored) = (proof.manifest.as_bytes(), proof.signature.as_bytes());
    file.check_signature(request, json, armored);
    file.manifest = parse(json, &mut file.findings);
    file
}

fn parse(json: &[u8], findings: &mut Findings) -> Option<Manifest> {
    let Ok(json) = std::str::from_utf8(json) else {
        findings.add(Kind::ManifestForm, || "it is not UTF-8".into());
        return None;
    };
    match Manifest::parse(json) {
        Ok(manifest) => Some(manifest),
        Err(error) => {
            let kind = match error {
                ManifestError::Syntax { .. } => Kind::ManifestForm,
                ManifestError::Version(_) => Kind::ManifestVersion,
                ManifestError::NotCanonical => Kind::ManifestBytes,
            };
            findings.add(kind, || error.to_string());
            None
        }
    }
}

impl ManifestFile {
    /// Finds out who signed the manifest, and whether they may.
    fn check_signature(&mut self, request: &Request, json: &[u8], armored: &[u8]) {
        let Ok(armored) = std::str::from_utf8(armored) else {
            return self
                .findings
                .add(Kind::SignatureForm, || "it is not text".into());
        };
        match request.signers.verify(request.identity, json, armored) {
            Ok(fingerprint) => self.signer = Some(fingerprint),
            Err(error) => {
                self.findings
                    .add(signature_kind(&error), || error.to_string());
                self.refused_signer = refused(error);
            }
        }
    }
}

/// The key that a signature names, when that is what is wrong with it.
fn refused(error: SignatureError) -> Option<String> {
    match error {
        SignatureError::UnknownSigner { fingerprint, .. }
        | SignatureError::NotForBlocks { fingerprint, .. } => Some(fingerprint),
        _ => None,
    }
}

fn signature_kind(error: &SignatureError) -> Kind {
    match error {
        SignatureError::OtherKind | SignatureError::Damaged(_) | SignatureError::NotCanonical => {
            Kind::SignatureForm
        }
        SignatureError::Namespace { .. } => Kind::SignatureNamespace,
        SignatureError::NotEd25519(_) => Kind::SignatureKey,
        SignatureError::UnknownSigner { .. } => Kind::SignerUnknown,
        SignatureError::NotForBlocks { .. } => Kind::SignerNamespace,
        SignatureError::Invalid { .. } => Kind::SignatureWrong,
    }
}

/// Compares the list of checksums with the files that it must be about.
pub(super) fn checksums(
    folder: &Folder,
    files: &[FileSum],
    findings: &mut Findings,
) -> Result<(), VerifyError> {
    let text = folder.read(
        CHECKSUMS,
        MAX_SEAL_BYTES,
        [Kind::ChecksumsMissing, Kind::ChecksumsForm],
        findings,
    )?;
    if let Some(text) = text.bytes() {
        match parse_checksums(&text) {
            Ok(list) => compare(&list, files, findings),
            Err(problem) => findings.add(Kind::ChecksumsForm, || problem),
        }
    }
    Ok(())
}

/// Reads the list, and accepts only the bytes that the format gives it.
fn parse_checksums(text: &[u8]) -> Result<Vec<Checksum>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not UTF-8")?;
    let list = checksums::parse(text).map_err(|error| error.to_string())?;
    match checksums::to_text(&list) {
        Ok(canonical) if canonical == text => Ok(list),
        _ => Err("it is not in the canonical form: two spaces stand before each name".into()),
    }
}

fn compare(list: &[Checksum], files: &[FileSum], findings: &mut Findings) {
    let listed: Vec<&str> = list.iter().map(|checksum| checksum.name.as_str()).collect();
    let expected: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    if listed != expected {
        let differ = listed
            .iter()
            .zip(&expected)
            .take_while(|(listed, expected)| listed == expected)
            .count();
        let name = |names: &[&str]| {
            names
                .get(differ)
                .map_or("the end".into(), |name| format!("{name:?}"))
        };
        let detail = format!(
            "line {} is {}, must be {}",
            differ + 1,
            name(&listed),
            name(&expected)
        );
        findings.add(Kind::ChecksumsFiles, || detail);
    }
    for checksum in list {
        let file = files.iter().find(|(name, _)| *name == checksum.name);
        if let Some((name, Some(digest))) = file
            && *digest != checksum.digest
        {
            findings.add(Kind::ChecksumsWrong, || name.clone());
        }
    }
}
