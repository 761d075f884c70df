//! What verifying checks, as a few lines that people can tick off.

use crate::verify::{Kind, Report};

/// A line of what was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    Folder,
    Manifest,
    Signature,
    Checksums,
    Parts,
    Units,
    Prizes,
    Root,
}

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Holds,
    /// With so many findings.
    Fails(u64),
    /// Something else that is wrong left nothing to check it by.
    NotMade,
}

impl Check {
    /// All, from the outside of a block in.
    pub(super) const ALL: [Self; 8] = [
        Self::Folder,
        Self::Manifest,
        Self::Signature,
        Self::Checksums,
        Self::Parts,
        Self::Units,
        Self::Prizes,
        Self::Root,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Folder => "Folder",
            Self::Manifest => "Manifest",
            Self::Signature => "Signature",
            Self::Checksums => "Checksums",
            Self::Parts => "Parts",
            Self::Units => "Units",
            Self::Prizes => "Prize table",
            Self::Root => "Root",
        }
    }

    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Folder => "The folder holds the files of this block, and no others.",
            Self::Manifest => {
                "The manifest is of this game, word list and block list, in its canonical bytes."
            }
            Self::Signature => "The manifest is signed by a key that the list of signers allows.",
            Self::Checksums => "SHA256SUMS lists every part and the manifest, with their SHA-256.",
            Self::Parts => "Each part is whole, and is the file that the manifest says.",
            Self::Units => {
                "Each unit, read from its characters as a player would, shows what it pays; no two are alike."
            }
            Self::Prizes => "Each prize, in each way to show it, is won as often as the game says.",
            Self::Root => "The tree over all units (RFC 9162) has the root that is signed.",
        }
    }

    /// What came of it.
    pub(super) fn answer(self, report: &Report) -> Answer {
        let findings = report.findings.iter();
        let own = findings.filter(|finding| Self::of(finding.kind) == self);
        match own.map(|finding| finding.count).sum() {
            0 if self.is_made(report) => Answer::Holds,
            0 => Answer::NotMade,
            count => Answer::Fails(count),
        }
    }

    /// Whether there was enough of the block to check this.
    fn is_made(self, report: &Report) -> bool {
        let (has_manifest, has_units) = (report.manifest.is_some(), report.merkle_root.is_some());
        match self {
            Self::Folder => true,
            Self::Manifest => has_manifest,
            Self::Signature => report.signer.is_some(),
            Self::Checksums => has_manifest || report.has_units(),
            Self::Units | Self::Prizes => has_units,
            Self::Parts | Self::Root => has_manifest && has_units,
        }
    }

    /// The check that a kind of finding belongs to.
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::FolderName | Kind::FileExtra | Kind::FileKind => Self::Folder,
            Kind::ManifestMissing
            | Kind::ManifestForm
            | Kind::ManifestVersion
            | Kind::ManifestBytes
            | Kind::ManifestGame
            | Kind::ManifestWords
            | Kind::ManifestBlockList
            | Kind::ManifestNumber
            | Kind::ManifestUnits
            | Kind::ManifestPrizes
            | Kind::ManifestTotals
            | Kind::ManifestParts => Self::Manifest,
            Kind::SignatureMissing
            | Kind::SignatureForm
            | Kind::SignatureNamespace
            | Kind::SignatureKey
            | Kind::SignerUnknown
            | Kind::SignerNamespace
            | Kind::SignatureWrong => Self::Signature,
            Kind::ChecksumsMissing
            | Kind::ChecksumsForm
            | Kind::ChecksumsFiles
            | Kind::ChecksumsWrong => Self::Checksums,
            Kind::PartMissing
            | Kind::PartSize
            | Kind::PartChecksum
            | Kind::PartFrame
            | Kind::PartFooter
            | Kind::PartHeader
            | Kind::PartRows
            | Kind::PartRoot => Self::Parts,
            Kind::RowForm
            | Kind::RowNumber
            | Kind::RowNonce
            | Kind::LettersAlphabet
            | Kind::LettersRepeated
            | Kind::LettersReadable
            | Kind::Cells
            | Kind::RunCount
            | Kind::RunLength
            | Kind::WordUnknown
            | Kind::WordBlocked
            | Kind::WordRepeated
            | Kind::CellAlone
            | Kind::Islands
            | Kind::WordCount
            | Kind::Prize
            | Kind::Outcome
            | Kind::Twins => Self::Units,
            Kind::PrizeTable | Kind::Ways => Self::Prizes,
            // A proof's root is the block's.
            Kind::BlockRoot
            | Kind::ProofForm
            | Kind::ProofVersion
            | Kind::ProofBytes
            | Kind::ProofUnit
            | Kind::ProofPath => Self::Root,
        }
    }
}
