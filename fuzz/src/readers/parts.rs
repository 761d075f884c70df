//! Part files, as `verify` and `prove` read them.

use emission::format::parquet::{self, Table};
use emission::format::part::{self, Form, Packer, Packing};
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

/// Reads Parquet parts. An input is one, or stands for one that is right but for the page of one column: the column's
/// number, and then the page's content. That content is packed here, for nobody finds the checksum of a zstd frame by
/// changing bytes.
pub struct Parquet {
    block: SmallBlock,
    /// The pages of the right part, each with its header, column after column.
    pages: Vec<Vec<u8>>,
}

impl Reader for Parquet {
    const NAME: &'static str = "parquet";

    fn new() -> Self {
        let block = block(Packing::Parquet);
        let part = std::fs::read(block.path(&block.part(0))).expect("a part");
        let shape = RowShape::of(&block.game);
        let columns = csv::header(shape.grids).split(',').count();
        let mut rest = &part[parquet::MAGIC.len()..];
        let mut page = || {
            let start = rest.windows(4).position(|bytes| bytes == ZSTD_MAGIC);
            let start = start.expect("a frame");
            let len = start + part::frame_len(&rest[start..]).expect("a whole frame");
            let (page, behind) = rest.split_at(len);
            rest = behind;
            page.to_vec()
        };
        let pages = (0..columns).map(|_| page()).collect();
        Self { block, pages }
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        let of_page;
        let bytes = match bytes {
            [column, content @ ..] if !bytes.starts_with(parquet::MAGIC) => {
                of_page = self.part_with(usize::from(*column) % self.pages.len(), content);
                &of_page
            }
            _ => bytes,
        };
        let report = verify_part(&self.block, bytes);
        if let Some(content) = self.content(bytes) {
            self.check_packing(&content);
            if has_right_rows(&report) {
                check_lines(&self.block, content.split(|&byte| byte == b'\n'));
            }
        }
        verdict(&self.block, &report)
    }
}

impl Parquet {
    /// The right part with another page for a column; with the footer for its pages, if they can be read.
    fn part_with(&self, column: usize, content: &[u8]) -> Vec<u8> {
        let mut pages = self.pages.clone();
        pages[column] = page(content, &pages[column]);
        let pages = pages.concat();
        let shape = RowShape::of(&self.block.game);
        let footer = Table::unpack(&pages, &shape)
            .map(|(_, group)| parquet::footer(&[group]))
            .unwrap_or_default();
        [parquet::MAGIC, &pages, &footer].concat()
    }

    /// What is packed is unpacked the same, unless it is refused for a number that its column can't give back.
    fn check_packing(&self, content: &[u8]) {
        let shape = RowShape::of(&self.block.game);
        let mut packer = Packer::new(Form::Parquet(&shape)).expect("a packer");
        if let Ok(chunk) = packer.pack(content.to_vec()) {
            let part = self.block.bytes_of_part(&[chunk]);
            assert_eq!(self.content(&part).as_deref(), Some(content));
        }
    }

    /// The CSV text of a part's one chunk, if it can be unpacked.
    fn content(&self, part: &[u8]) -> Option<Vec<u8>> {
        let shape = RowShape::of(&self.block.game);
        let form = Packing::Parquet.form(&shape);
        let mut chunks = form.chunks(part, self.block.game.units_per_block);
        let chunk = chunks.next().expect("a chunk is asked for").ok()?;
        form.unpack(&chunk).map(std::borrow::Cow::into_owned)
    }
}

/// First bytes of a zstd frame (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// A page as another writer makes it: with a content of its own, and the rows and the encoding of a right page.
fn page(content: &[u8], right: &[u8]) -> Vec<u8> {
    let mut packer = Packer::new(Form::CsvZstd).expect("a packer");
    let frame = packer.pack(content.to_vec()).expect("packed").bytes;
    // Both sizes stand behind a byte for their type. What follows them is as it was: it starts with a 0x2c, and has no
    // other.
    let end = right.windows(4).position(|bytes| bytes == ZSTD_MAGIC);
    let right = &right[..end.expect("a frame")];
    let behind = right.iter().rposition(|&byte| byte == 0x2c);
    let behind = &right[behind.expect("a data page's header")..];
    let mut page = vec![0x15, 0x00];
    for len in [content.len(), frame.len()] {
        page.push(0x15);
        write_signed(len, &mut page);
    }
    page.extend_from_slice(behind);
    page.extend_from_slice(&frame);
    page
}

/// Appends a number as Thrift's compact protocol has it.
fn write_signed(number: usize, bytes: &mut Vec<u8>) {
    let mut number = 2 * number;
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
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
