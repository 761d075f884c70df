//! Parquet parts: the columns of the CSV as numbers and texts (`docs/block-format.md`, section 15).
//!
//! A chunk is a row group, and a column of it is one page: `page` has their bytes, `columns` what is in them. Behind the
//! last row group stands the footer, which `footer` makes from what the chunks are: their sizes, and the least and the
//! greatest value of each column.
//!
//! Nothing here reads a footer. Pages follow one another, and each says how long it is; so rows are read from the pages
//! alone, and a footer is right when it has the bytes that are made from these. A page is unpacked only when it says the
//! size that such a column must have: no file makes a reader take more memory than its rows are worth.

mod columns;
mod footer;
mod page;

use std::io;

use columns::Column;
use page::{Page, PageError, PageSize};

use super::csv::{self, Row};
use crate::unit::RowShape;

pub use footer::footer;

/// What a Parquet file starts and ends with.
pub const MAGIC: &[u8] = b"PAR1";

/// A page that is not the one which its column must have.
#[derive(Debug, thiserror::Error)]
#[error("column {column}: {error}")]
pub struct DamagedColumn {
    column: String,
    error: PageError,
}

/// The units of a chunk, column by column.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    rows: u32,
    /// Each column with the content of its page.
    columns: Vec<(Column, Vec<u8>)>,
}

/// What the footer says of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowGroup {
    rows: u32,
    columns: Vec<ColumnChunk>,
}

/// What the footer says of a column of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ColumnChunk {
    column: Column,
    size: PageSize,
    /// The least value, as the page holds it.
    least: Vec<u8>,
    /// The greatest one.
    greatest: Vec<u8>,
}

/// Bytes of the chunk at the start of `bytes`; `None` when there are not as many whole pages as columns.
#[must_use]
pub fn chunk_len(bytes: &[u8], shape: &RowShape) -> Option<usize> {
    let columns = Column::all(shape);
    columns.iter().try_fold(0, |len, _| {
        let page = Page::first_of(bytes.get(len..)?)?;
        Some(len + page.size().packed)
    })
}

impl Table {
    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The columns of a chunk's rows, each with its LF; `None` when the columns could not give back these very rows.
    #[must_use]
    pub fn of_rows(text: &[u8], shape: &RowShape) -> Option<Self> {
        let rows = u32::try_from(csv::count(text, b'\n')).ok()?;
        let with_space = |column: Column| {
            let mut content = Vec::with_capacity(column.content_len(rows));
            column.start(rows, &mut content);
            (column, content)
        };
        let mut columns: Vec<_> = Column::all(shape).into_iter().map(with_space).collect();
        for line in text.strip_suffix(b"\n")?.split(|&byte| byte == b'\n') {
            let row = Row::split(line, shape)?;
            for ((column, content), field) in columns.iter_mut().zip(row.fields()) {
                column.push(field, content)?;
            }
        }
        Some(Self { rows, columns })
    }

    /// Appends the rows, each with its LF.
    ///
    /// # Panics
    /// Never: a table has whole columns.
    pub fn write_rows(&self, text: &mut Vec<u8>) {
        let columns = self.columns.iter();
        let mut columns: Vec<_> = columns
            .map(|(column, content)| (column, column.values(self.rows, content)))
            .collect();
        for _ in 0..self.rows {
            for (column, values) in &mut columns {
                let value = values.next().expect("a column has a value for each row");
                column.write(value, text);
                text.push(b',');
            }
            text.pop();
            text.push(b'\n');
        }
    }

    /// The bytes of the chunk in the file, each page packed by `compress`, and what the footer says of it.
    ///
    /// # Errors
    /// When a page cannot be packed.
    pub fn pack(
        &self,
        mut compress: impl FnMut(&[u8]) -> io::Result<Vec<u8>>,
    ) -> io::Result<(Vec<u8>, RowGroup)> {
        let (mut packed, mut sizes) = (Vec::new(), Vec::new());
        for (column, content) in &self.columns {
            let frame = compress(content)?;
            let page = Page::new(*column, self.rows, content, &frame);
            page.write(&mut packed);
            sizes.push(page.size());
        }
        Ok((packed, self.row_group(&sizes)))
    }

    /// Unpacks a chunk of the file, which [`chunk_len`] gives.
    ///
    /// # Errors
    /// The first column whose page is not such a one.
    pub fn unpack(packed: &[u8], shape: &RowShape) -> Result<(Self, RowGroup), DamagedColumn> {
        let (mut rest, mut sizes) = (packed, Vec::new());
        let mut table = Self {
            rows: 0,
            columns: Vec::new(),
        };
        for (column, name) in Column::all(shape).into_iter().zip(names(shape.grids)) {
            let page = Page::first_of(rest).ok_or(PageError::Missing);
            let read = page.and_then(|page| Ok((page, table.add(column, &page)?)));
            let (page, ()) = read.map_err(|error| DamagedColumn {
                column: name,
                error,
            })?;
            rest = &rest[page.size().packed..];
            sizes.push(page.size());
        }
        let group = table.row_group(&sizes);
        Ok((table, group))
    }

    /// Takes in the next column.
    fn add(&mut self, column: Column, page: &Page) -> Result<(), PageError> {
        let (rows, content) = page.unpack(column)?;
        if self.columns.is_empty() {
            self.rows = rows;
        }
        if rows != self.rows {
            return Err(PageError::OtherRows {
                rows,
                first: self.rows,
            });
        }
        self.columns.push((column, content));
        Ok(())
    }

    fn row_group(&self, sizes: &[PageSize]) -> RowGroup {
        let columns = self.columns.iter().zip(sizes);
        let chunk = |((column, content), &size): (&(Column, Vec<u8>), &PageSize)| {
            let (least, greatest) = column.extremes(self.rows, content);
            ColumnChunk {
                column: *column,
                size,
                least,
                greatest,
            }
        };
        RowGroup {
            rows: self.rows,
            columns: columns.map(chunk).collect(),
        }
    }
}

/// Names of the columns: those of the CSV.
fn names(grids: usize) -> Vec<String> {
    csv::header(grids).split(',').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
