//! What is wrong with a block, by kind.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::one_line::one_line;

/// Units, and details, that are kept of each kind of finding: enough to start looking, however many there are.
pub const SHOWN: usize = 5;

/// Characters of a detail: a line or two of a terminal.
const MAX_DETAIL: usize = 300;

macro_rules! kinds {
    ($($variant:ident $name:literal $meaning:literal)*) => {
        /// A kind of finding. Its name stands in reports for machines and never changes its meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $(#[doc = $meaning] $variant,)*
        }

        impl Kind {
            /// Every kind, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name for machines.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What it says of the block.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)*
                }
            }
        }
    };
}

kinds! {
    FolderName "folder-name" "the manifest's emission or block is not the folder's"
    ManifestMissing "manifest-missing" "there is no manifest"
    SignatureMissing "signature-missing" "there is no signature"
    ChecksumsMissing "checksums-missing" "there is no list of checksums"
    PartMissing "part-missing" "a part is missing"
    FileExtra "file-extra" "a file does not belong in the folder"
    FileKind "file-kind" "a link, a folder or a device stands where a regular file must"
    SignatureForm "signature-form" "the signature cannot be read"
    SignatureNamespace "signature-namespace" "the signature is not one of a block"
    SignatureKey "signature-key" "the signature's key is not Ed25519"
    SignerUnknown "signer-unknown" "the signer is not among the allowed ones"
    SignerNamespace "signer-namespace" "the signer is not allowed to sign blocks"
    SignatureWrong "signature-wrong" "the signature is not one of this manifest"
    ChecksumsForm "checksums-form" "the list of checksums cannot be read"
    ChecksumsFiles "checksums-files" "the checksums are not those of the parts, in order, and of the manifest"
    ChecksumsWrong "checksums-wrong" "a checksum is not its file's"
    ManifestForm "manifest-form" "the manifest cannot be read"
    ManifestVersion "manifest-version" "the manifest is of another format version"
    ManifestBytes "manifest-bytes" "the manifest's bytes are not the canonical ones"
    ManifestGame "manifest-game" "the block is one of another game"
    ManifestWords "manifest-words" "the block is made from another word list"
    ManifestBlockList "manifest-blocklist" "the block is made with another block list"
    ManifestNumber "manifest-number" "the emission or the block has no number"
    ManifestUnits "manifest-units" "the number of units is not the game's"
    ManifestPrizes "manifest-prizes" "the manifest's prize table is not the game's"
    ManifestTotals "manifest-totals" "the manifest's totals are not the game's"
    ManifestParts "manifest-parts" "the manifest's list of parts is not the one of such a block"
    PartSize "part-size" "a part has another size"
    PartChecksum "part-checksum" "a part has another checksum than the manifest says"
    PartFrame "part-frame" "a part's compressed data cannot be read"
    PartHeader "part-header" "a part does not start with the header line"
    PartFooter "part-footer" "a Parquet part's footer is not the one of its pages and rows"
    PartRows "part-rows" "a part has more rows or fewer than units"
    PartRoot "part-root" "a part's units have another Merkle root than the manifest says"
    RowForm "row-form" "a row's fields are not as wide as the game makes them"
    RowNumber "row-number" "a row does not have the number of its place"
    RowNonce "row-nonce" "a nonce is not 32 lower-case hexadecimal digits"
    LettersAlphabet "letters-alphabet" "a revealed letter is not in the game's alphabet"
    LettersRepeated "letters-repeated" "a letter is revealed twice"
    LettersReadable "letters-readable" "the revealed letters spell a blocked word"
    Cells "cells" "a cell is neither grey nor a letter of the game's alphabet"
    RunCount "run-count" "a grid has more words or fewer than the game says"
    RunLength "run-length" "a word is too short or too long"
    WordUnknown "word-unknown" "a word is not in the word list"
    WordBlocked "word-blocked" "a word is in the block list"
    WordRepeated "word-repeated" "a word stands twice in a unit"
    CellAlone "cell-alone" "a letter is in no word"
    Islands "islands" "a grid's words are not all connected"
    WordCount "word-count" "a grid has another number of complete words than is written"
    Prize "prize" "a unit pays another prize than is written"
    Outcome "outcome" "a unit's complete words are no way of the prize table"
    Twins "twins" "two units show the same grids and letters"
    PrizeTable "prize-table" "the units' prizes are not the prize table"
    Ways "ways" "the ways that prizes are shown in are not the game's"
    BlockRoot "block-root" "the units have another Merkle root than the manifest says"
    ProofForm "proof-form" "the proof cannot be read"
    ProofVersion "proof-version" "the proof is of another format version"
    ProofBytes "proof-bytes" "the proof's bytes are not the canonical ones"
    ProofUnit "proof-unit" "the block has no unit of the proof's number"
    ProofPath "proof-path" "the proof's path does not lead from its row to the manifest's root"
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// All findings of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The kind.
    pub kind: Kind,
    /// How many there are.
    pub count: u64,
    /// The first units that they are about, at most [`SHOWN`]; none when they are about files.
    pub units: Vec<u32>,
    /// What the first of them say, at most [`SHOWN`].
    pub details: Vec<String>,
}

/// The findings about a block or a share of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings(BTreeMap<Kind, Finding>);

impl Findings {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are, of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.iter().map(|finding| finding.count).sum()
    }

    /// What was found of one kind.
    #[must_use]
    pub fn get(&self, kind: Kind) -> Option<&Finding> {
        self.0.get(&kind)
    }

    /// What was found, in the order of [`Kind::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.0.values()
    }

    /// Adds a finding about a file or the whole block.
    pub(super) fn add(&mut self, kind: Kind, detail: impl FnOnce() -> String) {
        self.record(kind, None, detail);
    }

    /// Adds a finding about a unit. Those of a share must come in the order of the units.
    pub(super) fn add_unit(&mut self, kind: Kind, unit: u32, detail: impl FnOnce() -> String) {
        self.record(kind, Some(unit), detail);
    }

    /// Adds the findings of the share that comes next.
    pub(super) fn append(&mut self, next: Self) {
        for (kind, next) in next.0 {
            let finding = self.entry(kind);
            finding.count += next.count;
            finding.units.extend(next.units);
            finding.units.dedup();
            finding.units.truncate(SHOWN);
            finding.details.extend(next.details);
            finding.details.truncate(SHOWN);
        }
    }

    #[cold]
    fn record(&mut self, kind: Kind, unit: Option<u32>, detail: impl FnOnce() -> String) {
        let finding = self.entry(kind);
        finding.count += 1;
        let is_new = unit.is_some() && finding.units.last() != unit.as_ref();
        if is_new && finding.units.len() < SHOWN {
            finding.units.extend(unit);
        }
        if finding.details.len() < SHOWN {
            let detail = detail();
            let detail =
                unit.map_or_else(|| detail.clone(), |unit| format!("unit {unit}: {detail}"));
            finding.details.push(printable(&detail));
        }
    }

    fn entry(&mut self, kind: Kind) -> &mut Finding {
        self.0.entry(kind).or_insert_with(|| Finding {
            kind,
            count: 0,
            units: Vec::new(),
            details: Vec::new(),
        })
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Bytes of a file, in quotes, fit to be shown: only the first when they are many.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(MAX_DETAIL)];
    format!("{:?}", String::from_utf8_lossy(shown))
}

/// Whatever the files hold, a detail is one line of limited length that no terminal takes for a command.
fn printable(detail: &str) -> String {
    one_line(detail.chars().take(MAX_DETAIL).collect::<String>())
}

#[cfg(test)]
mod tests;
