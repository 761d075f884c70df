//! Columns: what the values of each are, and how a page holds them.

use crate::unit::{NONCE_BYTES, RowShape, write_number};

use crate::format::csv;

/// Values that a block of Parquet's encoding of differences has, and its parts.
const DIFFERENCES_IN_BLOCK: u32 = 128;
const PARTS_OF_BLOCK: u8 = 4;

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Numbers of units: 32 bits, without a sign.
    Unit,
    /// Sums in cents: 64 bits, with a sign. A row has so many digits at least.
    Cents { digits: usize },
    /// Numbers of words: 32 bits, without a sign. A row has so many digits at least.
    Words { digits: usize },
    /// Texts, each of so many bytes.
    Text { width: usize },
}

/// How a page holds values (`Encoding` of `parquet.thrift`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Numbers one after another, little-endian.
    Plain,
    /// The lengths of all texts, then the texts one after another.
    DeltaLengthByteArray,
}

impl Encoding {
    /// Its number.
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Plain => 0,
            Self::DeltaLengthByteArray => 6,
        }
    }
}

impl Column {
    /// The columns of a part, in the order of the CSV's.
    pub(super) fn all(shape: &RowShape) -> Vec<Self> {
        let text = |width| Self::Text { width };
        let digits = shape.prize_digits;
        let mut columns = vec![Self::Unit, Self::Cents { digits }, text(shape.letters)];
        columns.resize(columns.len() + shape.grids, text(shape.cells));
        let digits = shape.word_digits;
        columns.resize(columns.len() + shape.grids, Self::Words { digits });
        columns.push(text(2 * NONCE_BYTES));
        columns
    }

    pub(super) fn encoding(self) -> Encoding {
        match self {
            Self::Text { .. } => Encoding::DeltaLengthByteArray,
            _ => Encoding::Plain,
        }
    }

    /// Bytes of a value.
    fn width(self) -> usize {
        match self {
            Self::Unit | Self::Words { .. } => size_of::<u32>(),
            Self::Cents { .. } => size_of::<i64>(),
            Self::Text { width } => width,
        }
    }

    /// Bytes of a page's content for so many rows.
    pub(super) fn content_len(self, rows: u32) -> usize {
        let mut start = Vec::new();
        self.start(rows, &mut start);
        start.len() + rows as usize * self.width()
    }

    /// Appends what stands before the values: of texts, their lengths, which are all the same.
    ///
    /// They are written as `DELTA_BINARY_PACKED`: sizes of its blocks, number of values, the first value, and then
    /// differences of 0, of which each block says that they take no bits.
    pub(super) fn start(self, rows: u32, content: &mut Vec<u8>) {
        let Self::Text { width } = self else {
            return;
        };
        write_varint(u64::from(DIFFERENCES_IN_BLOCK), content);
        content.push(PARTS_OF_BLOCK);
        write_varint(rows.into(), content);
        write_signed(width, content);
        let blocks = rows.saturating_sub(1).div_ceil(DIFFERENCES_IN_BLOCK) as usize;
        let block = 1 + usize::from(PARTS_OF_BLOCK);
        content.resize(content.len() + blocks * block, 0);
    }

    /// Appends a row's field as a value; `None` when the value would not give back the field.
    pub(super) fn push(self, field: &[u8], content: &mut Vec<u8>) -> Option<()> {
        match self {
            Self::Unit => push_short(field, 1, content),
            Self::Words { digits } => push_short(field, digits, content),
            Self::Cents { digits } => {
                let cents = i64::try_from(number(field, digits)?).ok()?;
                content.extend_from_slice(&cents.to_le_bytes());
                Some(())
            }
            Self::Text { width } => {
                content.extend_from_slice(field);
                (field.len() == width).then_some(())
            }
        }
    }

    /// The values of a page's content, which must be one for such a column and so many rows.
    pub(super) fn values(self, rows: u32, content: &[u8]) -> std::slice::ChunksExact<'_, u8> {
        let start = content.len() - rows as usize * self.width();
        content[start..].chunks_exact(self.width())
    }

    /// Whether a page's content is one for so many rows, by its length and what stands before the values.
    pub(super) fn fits(self, rows: u32, content: &[u8]) -> bool {
        let mut start = Vec::new();
        self.start(rows, &mut start);
        content.starts_with(&start) && content.len() == start.len() + rows as usize * self.width()
    }

    /// Appends a value as a row's field. A number of more digits than the column's makes a longer field.
    pub(super) fn write(self, value: &[u8], text: &mut Vec<u8>) {
        match self {
            Self::Unit => write_number(text, u32_of(value).into(), 1),
            Self::Words { digits } => write_number(text, u32_of(value).into(), digits),
            Self::Cents { digits } => write_number(text, i64_of(value).cast_unsigned(), digits),
            Self::Text { .. } => text.extend_from_slice(value),
        }
    }

    /// The least and the greatest value of a page's content.
    pub(super) fn extremes(self, rows: u32, content: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let values = || self.values(rows, content);
        let (least, greatest) = match self {
            Self::Unit | Self::Words { .. } => (
                values().min_by_key(|value| u32_of(value)),
                values().max_by_key(|value| u32_of(value)),
            ),
            Self::Cents { .. } => (
                values().min_by_key(|value| i64_of(value)),
                values().max_by_key(|value| i64_of(value)),
            ),
            Self::Text { .. } => (values().min(), values().max()),
        };
        let owned = |value: Option<&[u8]>| value.unwrap_or_default().to_vec();
        (owned(least), owned(greatest))
    }
}

/// A number of 32 bits, as a page holds it.
pub(super) fn u32_of(value: &[u8]) -> u32 {
    u32::from_le_bytes(value.try_into().expect("four bytes"))
}

/// A number of 64 bits, as a page holds it.
pub(super) fn i64_of(value: &[u8]) -> i64 {
    i64::from_le_bytes(value.try_into().expect("eight bytes"))
}

fn push_short(field: &[u8], digits: usize, content: &mut Vec<u8>) -> Option<()> {
    let number = u32::try_from(number(field, digits)?).ok()?;
    content.extend_from_slice(&number.to_le_bytes());
    Some(())
}

/// The number in a field, if it has so many digits, or more and no zero before them.
fn number(field: &[u8], digits: usize) -> Option<u64> {
    let is_padded = field.len() == digits || (field.len() > digits && field[0] != b'0');
    csv::number(field).filter(|_| is_padded)
}

/// Appends a number as Thrift and Parquet write it: seven bits a byte, the lowest first.
pub(super) fn write_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}

/// Appends a number that could have a sign: its lowest bit is for the sign.
pub(super) fn write_signed(number: usize, bytes: &mut Vec<u8>) {
    write_varint(2 * number as u64, bytes);
}
