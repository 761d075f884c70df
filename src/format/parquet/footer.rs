//! The footer: what any reader of Parquet needs to know of a part.

use std::sync::Arc;

use parquet::basic::{CompressionCodec, Encoding};
use parquet::data_type::ByteArray;
use parquet::errors::Result;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::statistics::Statistics;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor};

use super::columns::{self, Column, i64_of, u32_of};
use super::{ColumnChunk, MAGIC, RowGroup, names};
use crate::format::FORMAT_VERSION;

/// Version of Parquet's own format: the first that has the encoding of the texts.
const PARQUET_VERSION: i32 = 2;

/// Columns of a part besides the two for each grid.
const OTHER_COLUMNS: usize = 4;

/// What stands behind the last row group of a part, up to the end of the file.
///
/// # Panics
/// Without a row group; never with those of a part.
#[must_use]
pub fn footer(groups: &[RowGroup]) -> Vec<u8> {
    let metadata = metadata(groups).expect("the columns of row groups are those of the schema");
    let mut footer = Vec::new();
    let writer = ParquetMetaDataWriter::new(&mut footer, &metadata);
    writer.finish().expect("memory takes all that is written");
    footer
}

fn metadata(groups: &[RowGroup]) -> Result<ParquetMetaData> {
    let schema = schema(&groups[0].columns)?;
    let mut offset = MAGIC.len();
    let described = (0..).zip(groups).map(|(index, group)| {
        let described = row_group(index, group, offset, &schema);
        offset += group.packed_len();
        described
    });
    let described = described.collect::<Result<Vec<_>>>()?;
    let rows = groups.iter().map(|group| i64::from(group.rows)).sum();
    let maker = format!("{} version {FORMAT_VERSION}", env!("CARGO_PKG_NAME"));
    let file = FileMetaData::new(PARQUET_VERSION, rows, Some(maker), None, schema, None);
    Ok(ParquetMetaData::new(file, described))
}

/// Names and types of the columns.
fn schema(columns: &[ColumnChunk]) -> Result<SchemaDescPtr> {
    let grids = (columns.len() - OTHER_COLUMNS) / 2;
    let fields = columns.iter().zip(names(grids));
    let fields = fields.map(|(chunk, name)| match chunk.column {
        Column::Unit => format!("required int32 {name} (INTEGER(32, false));"),
        Column::Cents { .. } => format!("required int64 {name};"),
        Column::Words { .. } => format!("required int32 {name} (INTEGER(8, false));"),
        Column::Text { .. } => format!("required binary {name} (STRING);"),
    });
    let message = format!("message unit {{ {} }}", fields.collect::<String>());
    let schema = Arc::new(parse_message_type(&message)?);
    Ok(Arc::new(SchemaDescriptor::new(schema)))
}

/// What is said of a row group that starts at an offset of the file.
fn row_group(
    index: i32,
    group: &RowGroup,
    start: usize,
    schema: &SchemaDescPtr,
) -> Result<RowGroupMetaData> {
    let mut offset = start;
    let columns = group.columns.iter().zip(schema.columns());
    let columns = columns.map(|(chunk, descriptor)| {
        let described = ColumnChunkMetaData::builder(Arc::clone(descriptor))
            .set_encodings(vec![encoding(chunk.column)])
            .set_compression_codec(CompressionCodec::ZSTD)
            .set_num_values(group.rows.into())
            .set_total_uncompressed_size(signed(chunk.size.unpacked))
            .set_total_compressed_size(signed(chunk.size.packed))
            .set_data_page_offset(signed(offset))
            .set_statistics(statistics(chunk))
            .build();
        offset += chunk.size.packed;
        described
    });
    let columns = columns.collect::<Result<Vec<_>>>()?;
    let unpacked: usize = group.columns.iter().map(|chunk| chunk.size.unpacked).sum();
    RowGroupMetaData::builder(Arc::clone(schema))
        .set_num_rows(group.rows.into())
        .set_total_byte_size(signed(unpacked))
        .set_file_offset(signed(start))
        .set_ordinal(index)
        .set_column_metadata(columns)
        .build()
}

fn encoding(column: Column) -> Encoding {
    match column.encoding() {
        columns::Encoding::Plain => Encoding::PLAIN,
        columns::Encoding::DeltaLengthByteArray => Encoding::DELTA_LENGTH_BYTE_ARRAY,
    }
}

/// The least and the greatest value of a column, of which none is missing.
fn statistics(chunk: &ColumnChunk) -> Statistics {
    let extremes = [&chunk.least, &chunk.greatest];
    let nulls = Some(0);
    match chunk.column {
        Column::Unit | Column::Words { .. } => {
            let [least, greatest] = extremes.map(|value| Some(u32_of(value).cast_signed()));
            Statistics::int32(least, greatest, None, nulls, false)
        }
        Column::Cents { .. } => {
            let [least, greatest] = extremes.map(|value| Some(i64_of(value)));
            Statistics::int64(least, greatest, None, nulls, false)
        }
        Column::Text { .. } => {
            let [least, greatest] = extremes.map(|value| Some(ByteArray::from(value.clone())));
            Statistics::byte_array(least, greatest, None, nulls, false)
        }
    }
}

impl RowGroup {
    fn packed_len(&self) -> usize {
        self.columns.iter().map(|chunk| chunk.size.packed).sum()
    }
}

/// A size or an offset, as Parquet counts them.
fn signed(bytes: usize) -> i64 {
    i64::try_from(bytes).expect("a part has at most a gigabyte")
}
