//! Part files, as `verify` and `prove` read them.

use emission::format::part::{self, Packing};
use emission::format::{MANIFEST, SIGNATURE, csv};
use emission::prove::Block;
use emission::unit::RowShape;
use emission::verify::{self, Report};

use super::common::SmallBlock;
use super::{Reader, Verdict, assert_bounded, assert_one_line, row};

/// Units of the block whose part is replaced.
const UNITS: usize = 6;

/// Kinds that say of a part that it is another one, with whatever rows.
const OTHER_UNITS: [&str; 5] = ["twins", "prize-table", "ways", "part-root", "block-root"];

/// Reads parts of plain CSV.
pub struct Csv(SmallBlock);

/// Reads compressed parts.
pub struct Zstd(SmallBlock);

impl Reader for Csv {
    const NAME: &'static str = "csv";

    fn new() -> Self {
        Self(block(Packing::Csv))
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        let shape = RowShape::of(&self.0.game);
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        for line in &lines {
            check_row(line, &shape);
        }
        let report = verify_part(&self.0, bytes);
        if has_right_rows(&report) {
            let header = csv::header(shape.grids);
            let rows = [header.as_bytes()].into_iter();
            check_lines(&self.0, rows.chain(lines.into_iter().skip(1)));
        }
        verdict(&self.0, &report)
    }
}

impl Reader for Zstd {
    const NAME: &'static str = "zstd";

    fn new() -> Self {
        Self(block(Packing::CsvZstd))
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        check_frame(bytes);
        let report = verify_part(&self.0, bytes);
        if has_right_rows(&report) {
            let content = part::unpack_frame(bytes, MAX_CONTENT).expect("verify could");
            check_lines(&self.0, content.split(|&byte| byte == b'\n'));
        }
        verdict(&self.0, &report)
    }
}

fn block(packing: Packing) -> SmallBlock {
    let block = SmallBlock::new(UNITS).with(packing);
    block.write();
    block
}

/// A row that splits is its fields with commas between them.
fn check_row(line: &[u8], shape: &RowShape) {
    let Some(row) = csv::Row::split(line, shape) else {
        return;
    };
    let mut fields = vec![row.unit, row.prize_cents, row.letters];
    fields.extend(row.grids());
    fields.extend(row.words());
    fields.push(row.nonce);
    assert_eq!(fields.join(&b','), line);
    let number = str::from_utf8(row.unit).ok();
    let number = number.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    let right: Option<u64> = number.and_then(|digits| digits.parse().ok());
    assert_eq!(csv::number(row.unit), right);
}

/// Content that the frames of this block do not exceed by far.
const MAX_CONTENT: usize = 1 << 20;

/// A frame is not longer than what it stands in, and gives no more than it was allowed to.
fn check_frame(bytes: &[u8]) {
    let Some(len) = part::frame_len(bytes) else {
        return;
    };
    assert!((1..=bytes.len()).contains(&len));
    if let Ok(content) = part::unpack_frame(&bytes[..len], MAX_CONTENT) {
        assert!(content.len() <= MAX_CONTENT);
        let stated = part::content_len(bytes).ok();
        assert!(stated.is_none_or(|stated| stated >= content.len() as u64));
    }
}

/// Puts a part into the block, whose key signs it, and verifies the block; proves units of it too.
fn verify_part(block: &SmallBlock, bytes: &[u8]) -> Report {
    block.replace_part(0, bytes);
    let report = block.verify();
    assert_bounded(&report.findings);
    let read = |name: &str| std::fs::read_to_string(block.path(name)).expect("a text");
    let (json, signature) = (read(MANIFEST), read(SIGNATURE));
    let manifest = report.manifest.as_ref().expect("a good manifest");
    let sealed = Block::new(manifest, &json, &signature).expect("a good signature");
    let shape = RowShape::of(&block.game);
    for unit in [1, manifest.units] {
        let place = sealed.place(unit).expect("the block has this unit");
        match sealed.prove(place, place.packing().form(&shape), bytes) {
            Ok(proof) => {
                let request = block.request(std::path::Path::new("unit.proof.json"));
                let proved = verify::proof(&request, proof.to_json().as_bytes());
                assert!(proved.findings.is_empty(), "{:#?}", proved.findings);
            }
            Err(error) => assert_one_line(error),
        }
    }
    report
}

/// Whether `verify` finds nothing wrong with any row for itself.
fn has_right_rows(report: &Report) -> bool {
    let mut kinds = report.findings.iter().map(|finding| finding.kind.name());
    kinds.all(|kind| OTHER_UNITS.contains(&kind))
}

/// Asserts that the lines of a part that `verify` finds right are so to the plain reader too.
fn check_lines<'a>(block: &SmallBlock, mut lines: impl Iterator<Item = &'a [u8]>) {
    let header = csv::header(block.game.grids.count.into());
    assert_eq!(lines.next(), Some(header.as_bytes()));
    for unit in 1..=block.game.units_per_block {
        let line = lines.next().expect("a row for each unit");
        let text = String::from_utf8_lossy(line);
        assert!(row::is_right(block, unit, line), "{text}");
    }
    assert_eq!(lines.next(), Some(&b""[..]), "behind the last line feed");
    assert_eq!(lines.next(), None);
}

/// A part is accepted when the block is, and then it has the very rows that were sealed.
fn verdict(block: &SmallBlock, report: &Report) -> Verdict {
    if !report.findings.is_empty() {
        return Verdict::Refused;
    }
    assert!(has_right_rows(report));
    assert_eq!(report.units, u64::from(block.game.units_per_block));
    assert_eq!(report.prizes_cents, block.game.total_prizes_cents());
    Verdict::Accepted
}
