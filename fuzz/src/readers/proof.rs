//! Proofs of one unit.

use std::path::Path;

use emission::format::proof::{self, ProofError};
use emission::format::{FORMAT_VERSION, MANIFEST};
use emission::verify::{self, ProofReport};

use super::common::SmallBlock;
use super::{Reader, Verdict, assert_bounded, assert_one_line, read_text, row};

/// Reads proofs, and checks each as it is and signed by the block's key.
pub struct Proof {
    block: SmallBlock,
    manifest: String,
}

impl Reader for Proof {
    const NAME: &'static str = "proof";

    fn new() -> Self {
        let block = SmallBlock::new(6);
        block.write();
        let manifest = std::fs::read_to_string(block.path(MANIFEST)).expect("a text");
        Self { block, manifest }
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        let as_is = self.check(bytes);
        assert!(as_is.row.is_none(), "nobody else has the key");
        read_text(bytes, |text| {
            let parsed = proof::Proof::parse(text);
            match &parsed {
                Ok(proof) => assert_eq!(proof.to_json(), text),
                Err(error) => assert_one_line(error),
            }
            // Keys in another order or other spaces keep no values from the verifier here.
            let values: Option<proof::Proof> = serde_json::from_str(text).ok();
            let values = values.inspect(|values| check_canonical(values, parsed.is_ok()));
            if values.is_some_and(|values| self.proves(values)) && parsed.is_ok() {
                Verdict::Accepted
            } else {
                Verdict::Refused
            }
        })
    }
}

/// The canonical bytes of values that stand in a text are read back, if they are of this version.
fn check_canonical(values: &proof::Proof, is_canonical: bool) {
    let again = proof::Proof::parse(&values.to_json());
    if values.format_version == FORMAT_VERSION {
        assert_eq!(again.as_ref(), Ok(values));
    } else {
        assert_eq!(again, Err(ProofError::Version(values.format_version)));
        assert!(!is_canonical);
    }
}

impl Proof {
    /// Checks a proof. A row and a prize are told if it holds, and only then.
    fn check(&self, bytes: &[u8]) -> ProofReport {
        let request = self.block.request(Path::new("unit.proof.json"));
        let report = verify::proof(&request, bytes);
        assert_bounded(&report.findings);
        let holds = report.findings.is_empty();
        assert_eq!(report.row.is_some(), holds);
        assert_eq!(report.prize_cents.is_some(), holds);
        report
    }

    /// Checks a proof whose manifest the block's key signs, whatever it says. Says whether it holds: then its row is a
    /// right one, and the block's own if the manifest is.
    fn proves(&self, mut proof: proof::Proof) -> bool {
        proof.signature = self.block.key.sign(proof.manifest.as_bytes());
        let report = self.check(proof.to_json().as_bytes());
        let Some(row) = report.row else {
            return false;
        };
        assert!(row::is_right(&self.block, proof.unit, row.as_bytes()));
        if proof.manifest == self.manifest {
            let rows = self.block.rows();
            assert_eq!(row.as_bytes(), rows[proof.unit as usize - 1]);
        }
        true
    }
}
