//! Pages: a header, and one zstd frame with the values of a chunk's column.
//!
//! The header is a `PageHeader` of `parquet.thrift` in Thrift's compact protocol. Of the many that it could be, exactly
//! one has the right bytes: so the reader takes no other, and needs no more of Thrift than two kinds of bytes, those that
//! must stand there and three numbers.

use super::columns::{Column, write_signed};
use crate::format::UNITS_PER_CHUNK;
use crate::format::part::{self, FrameError};

/// Before the size of the content: field 1, the type of page, is a data page; field 2 follows.
const TYPE: &[u8] = &[0x15, 0x00, 0x15];
/// Before the size of the frame: field 3.
const FRAME: &[u8] = &[0x15];
/// Before the number of values: field 5, the data page's own header, with its field 1.
const VALUES: &[u8] = &[0x2c, 0x15];
/// Before the encoding: field 2.
const ENCODING: &[u8] = &[0x15];
/// Behind it: fields 3 and 4, the encoding of levels, which are none, is RLE; the ends of both structures.
const END: &[u8] = &[0x15, 0x06, 0x15, 0x06, 0x00, 0x00];

/// Bytes that the longest number of a header has.
const MAX_NUMBER_BYTES: usize = 5;

/// Why a page is not the one which its column must have.
#[derive(Debug, thiserror::Error)]
pub(super) enum PageError {
    #[error("no whole page starts here")]
    Missing,
    #[error("the page's values are encoded in another way")]
    Encoding,
    #[error("a page of {0} rows, must be 1 to {UNITS_PER_CHUNK}")]
    Rows(u32),
    #[error("a page of {rows} rows, the first column has {first}")]
    OtherRows { rows: u32, first: u32 },
    #[error("a page of {found} bytes of content, must be {right}")]
    Size { found: u64, right: usize },
    #[error(transparent)]
    Frame(#[from] FrameError),
    #[error("bytes follow the page's zstd frame")]
    Surplus,
    #[error("its texts are not all of the same length")]
    Lengths,
}

/// Bytes of a page, with its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageSize {
    pub(super) packed: usize,
    pub(super) unpacked: usize,
}

/// A page of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page<'a> {
    content_len: usize,
    rows: u32,
    /// Number of the encoding.
    encoding: u8,
    header_len: usize,
    frame: &'a [u8],
}

impl<'a> Page<'a> {
    /// The page of a column that has this content, and this frame of it.
    pub(super) fn new(column: Column, rows: u32, content: &[u8], frame: &'a [u8]) -> Self {
        let mut page = Self {
            content_len: content.len(),
            rows,
            encoding: column.encoding().number(),
            header_len: 0,
            frame,
        };
        page.header_len = page.header().len();
        page
    }

    /// The page at the start of these bytes; `None` when there is no whole one.
    pub(super) fn first_of(bytes: &'a [u8]) -> Option<Self> {
        let mut header = Header(bytes);
        let content_len = header.number_behind(TYPE)?;
        let frame_len = header.number_behind(FRAME)?;
        let rows = header.number_behind(VALUES)?.try_into().ok()?;
        let encoding = header.number_behind(ENCODING)?.try_into().ok()?;
        header.take(END)?;
        let frame = header.0.get(..frame_len)?;
        let page = Self {
            content_len,
            rows,
            encoding,
            header_len: bytes.len() - header.0.len(),
            frame,
        };
        // Numbers may be written in more bytes than they need.
        bytes.starts_with(&page.header()).then_some(page)
    }

    pub(super) fn size(&self) -> PageSize {
        PageSize {
            packed: self.header_len + self.frame.len(),
            unpacked: self.header_len + self.content_len,
        }
    }

    /// Appends header and frame.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.header());
        bytes.extend_from_slice(self.frame);
    }

    /// The number of rows and the content, if they are those of such a column. All sizes are looked at before.
    pub(super) fn unpack(&self, column: Column) -> Result<(u32, Vec<u8>), PageError> {
        let rows = self.rows;
        if self.encoding != column.encoding().number() {
            return Err(PageError::Encoding);
        }
        if !(1..=UNITS_PER_CHUNK).contains(&rows) {
            return Err(PageError::Rows(rows));
        }
        let right = column.content_len(rows);
        for found in [self.content_len as u64, part::content_len(self.frame)?] {
            if found != right as u64 {
                return Err(PageError::Size { found, right });
            }
        }
        if part::frame_len(self.frame) != Some(self.frame.len()) {
            return Err(PageError::Surplus);
        }
        let content = part::unpack_frame(self.frame, right)?;
        if column.fits(rows, &content) {
            Ok((rows, content))
        } else {
            Err(PageError::Lengths)
        }
    }

    fn header(&self) -> Vec<u8> {
        let mut header = Vec::new();
        for (before, number) in [
            (TYPE, self.content_len),
            (FRAME, self.frame.len()),
            (VALUES, self.rows as usize),
            (ENCODING, self.encoding.into()),
        ] {
            header.extend_from_slice(before);
            write_signed(number, &mut header);
        }
        header.extend_from_slice(END);
        header
    }
}

/// What is left of a header, and what is behind it.
struct Header<'a>(&'a [u8]);

impl Header<'_> {
    fn take(&mut self, bytes: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(bytes)?;
        Some(())
    }

    /// The number behind these bytes: whole, with 0 as the bit of its sign.
    fn number_behind(&mut self, bytes: &[u8]) -> Option<usize> {
        self.take(bytes)?;
        let mut number = 0_u64;
        for index in 0..MAX_NUMBER_BYTES {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                return (number & 1 == 0).then_some(usize::try_from(number / 2).ok()?);
            }
        }
        None
    }
}
