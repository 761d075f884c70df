//! The small files beside the parts: manifest, checksums, signature, and the list of who may sign.

use emission::format::manifest::{self, ManifestError};
use emission::format::{FORMAT_VERSION, MANIFEST};
use emission::seal::{AllowedSigners, checksums, signed_by};

use super::common::{IDENTITY, SmallBlock};
use super::{Reader, Verdict, assert_bounded, assert_one_line, read_text};

/// A manifest that was signed, its signature, and who may sign it: of the testkit's good block.
const SIGNED: &str =
    include_str!("../../../tests/testkit/good/emission-0001/block-0001/manifest.json");
const SIGNATURE: &str =
    include_str!("../../../tests/testkit/good/emission-0001/block-0001/manifest.json.sig");
const SIGNERS: &str = include_str!("../../../tests/testkit/allowed_signers");

/// Reads manifests, and verifies a block with each, signed by its key.
pub struct Manifest {
    block: SmallBlock,
    good: manifest::Manifest,
}

impl Reader for Manifest {
    const NAME: &'static str = "manifest";

    fn new() -> Self {
        let block = SmallBlock::new(6);
        block.write();
        let json = std::fs::read_to_string(block.path(MANIFEST)).expect("a text");
        let good = manifest::Manifest::parse(&json).expect("a good manifest");
        Self { block, good }
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| {
            let parsed = manifest::Manifest::parse(text);
            match &parsed {
                Ok(manifest) => assert_eq!(manifest.to_json(), text),
                Err(error) => assert_one_line(error),
            }
            // Keys in another order or other spaces keep no values from the verifier here.
            let values = serde_json::from_str(text).ok();
            let values = values.inspect(|values| check_canonical(values, &parsed));
            if values.is_some_and(|values| self.verify(&values)) && parsed.is_ok() {
                Verdict::Accepted
            } else {
                Verdict::Refused
            }
        })
    }
}

/// The canonical bytes of values that stand in a text are read back, if they are of this version.
fn check_canonical(
    values: &manifest::Manifest,
    parsed: &Result<manifest::Manifest, ManifestError>,
) {
    let again = manifest::Manifest::parse(&values.to_json());
    if values.format_version == FORMAT_VERSION {
        assert_eq!(again.as_ref(), Ok(values));
        let refusal = parsed.as_ref().err();
        assert!(refusal.is_none_or(|error| *error == ManifestError::NotCanonical));
    } else {
        assert_eq!(again, Err(ManifestError::Version(values.format_version)));
        assert!(parsed.is_err());
    }
}

impl Manifest {
    /// Verifies the block with a manifest of these values and right seals. Says whether it is right: then they are those
    /// of the block's own manifest, but for what no file of the block tells.
    fn verify(&self, values: &manifest::Manifest) -> bool {
        self.block.seal(&values.to_json());
        let report = self.block.verify();
        assert_bounded(&report.findings);
        let is_right = report.findings.is_empty();
        if is_right {
            let told = manifest::Manifest {
                tool: self.good.tool.clone(),
                tool_version: self.good.tool_version.clone(),
                seed_commitment: self.good.seed_commitment,
                ..values.clone()
            };
            assert_eq!(told, self.good);
        }
        is_right
    }
}

/// Reads lists of checksums.
pub struct Checksums;

impl Reader for Checksums {
    const NAME: &'static str = "checksums";

    fn new() -> Self {
        Self
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| match checksums::parse(text) {
            Ok(list) => {
                let written = checksums::to_text(&list).expect("a list that was read");
                assert_eq!(checksums::parse(&written).as_ref(), Ok(&list));
                assert_eq!(written.len(), text.len());
                for (written, read) in written.lines().zip(text.lines()) {
                    // Of the two blanks behind the digits, the second may be a star.
                    assert_eq!(written[..65], read[..65]);
                    assert_eq!(written[66..], read[66..]);
                }
                let leads_out = |name: &str| name == ".." || name.contains('/');
                assert!(!list.iter().any(|checksum| leads_out(&checksum.name)));
                Verdict::Accepted
            }
            Err(error) => {
                assert_one_line(error);
                Verdict::Refused
            }
        })
    }
}

/// Reads signatures.
pub struct Signature(AllowedSigners);

impl Reader for Signature {
    const NAME: &'static str = "signature";

    fn new() -> Self {
        Self(AllowedSigners::parse(SIGNERS).expect("a good list"))
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| {
            let verified = self.0.verify(IDENTITY, SIGNED.as_bytes(), text);
            let signed = signed_by(SIGNED.as_bytes(), text);
            if let Err(error) = &signed {
                assert_one_line(error);
            }
            match verified {
                Ok(fingerprint) => {
                    assert_eq!(text, SIGNATURE, "the one signature that was made");
                    assert_eq!(signed, Ok(fingerprint));
                    Verdict::Accepted
                }
                Err(error) => {
                    assert_one_line(error);
                    Verdict::Refused
                }
            }
        })
    }
}

/// Reads lists of who may sign.
pub struct Signers;

/// The only key that signed, as a list of allowed signers has it.
const SIGNER: &str = "AAAAC3NzaC1lZDI1NTE5AAAAIIZD5z9OBCYHDoOU8LQRm5tGGaumC8tS+JQHFK04tT4C";

impl Reader for Signers {
    const NAME: &'static str = "signers";

    fn new() -> Self {
        Self
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| match AllowedSigners::parse(text) {
            Ok(list) => {
                match list.verify(IDENTITY, SIGNED.as_bytes(), SIGNATURE) {
                    Ok(_) => assert!(text.contains(SIGNER), "a key that is not listed"),
                    Err(error) => assert_one_line(error),
                }
                let other = list.verify(IDENTITY, b"something else", SIGNATURE);
                assert!(other.is_err());
                Verdict::Accepted
            }
            Err(error) => {
                assert_one_line(error);
                Verdict::Refused
            }
        })
    }
}
