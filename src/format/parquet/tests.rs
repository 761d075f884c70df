use std::io::Write as _;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use super::*;
use crate::format::part::{Form, Packer};
use crate::format::{UNITS_PER_CHUNK, UNITS_PER_PART};
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::seal::hex;

/// Widths of the game that is built in.
fn maxi() -> RowShape {
    RowShape::of(&Game::parse(MAXI_MOTS_CROISES).expect("the embedded game"))
}

/// Other widths.
fn wide() -> RowShape {
    RowShape {
        prize_digits: 3,
        letters: 6,
        grids: 4,
        cells: 225,
        word_digits: 2,
    }
}

/// Rows of units from a number on, each other than the one before.
fn rows(shape: &RowShape, first: u32, count: u32) -> Vec<u8> {
    let mut text = Vec::new();
    for unit in first..first + count {
        let letters: Vec<u8> = (b'A'..=b'Z')
            .cycle()
            .skip(unit as usize % 26)
            .take(225)
            .collect();
        let mut fields = vec![
            unit.to_string().into_bytes(),
            format!("{:0width$}", unit % 7 * 100, width = shape.prize_digits).into_bytes(),
            letters[..shape.letters].to_vec(),
        ];
        fields.resize(3 + shape.grids, letters[..shape.cells].to_vec());
        let words = format!("{:0width$}", unit % 10, width = shape.word_digits);
        fields.resize(3 + 2 * shape.grids, words.into_bytes());
        fields.push(format!("{unit:032x}").into_bytes());
        text.extend(fields.join(&b','));
        text.push(b'\n');
    }
    text
}

/// A chunk as it stands in a file.
fn packed(shape: &RowShape, rows: Vec<u8>) -> (Vec<u8>, RowGroup) {
    let mut packer = Packer::new(Form::Parquet(shape)).expect("a packer");
    let chunk = packer.pack(rows).expect("packed");
    (chunk.bytes, chunk.row_group.expect("a row group"))
}

/// What unpacking a chunk gives: its rows and what the footer says, or what is wrong.
fn unpacked(shape: &RowShape, chunk: &[u8]) -> Result<(Vec<u8>, RowGroup), String> {
    let (table, group) = Table::unpack(chunk, shape).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    table.write_rows(&mut text);
    Ok((text, group))
}

#[test]
fn columns_give_back_the_rows_they_were_made_of() {
    for shape in [maxi(), wide()] {
        for count in [1, 2, 128, 129, 130, 257, UNITS_PER_CHUNK] {
            let rows = rows(&shape, UNITS_PER_PART - 3, count);
            let (chunk, group) = packed(&shape, rows.clone());
            assert_eq!(chunk_len(&chunk, &shape), Some(chunk.len()));
            assert_eq!(unpacked(&shape, &chunk), Ok((rows, group)), "{count} rows");
        }
    }
}

/// The other implementation in this language reads what stands here, and its own statistics are the ones written.
#[test]
fn another_reader_sees_the_same_values() {
    let shape = maxi();
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(MAGIC).expect("written");
    let (mut groups, mut text) = (Vec::new(), Vec::new());
    for (first, count) in [(1, 300), (301, 200)] {
        let rows = rows(&shape, first, count);
        let (chunk, group) = packed(&shape, rows.clone());
        file.write_all(&chunk).expect("written");
        groups.push(group);
        text.extend(rows);
    }
    file.write_all(&footer(&groups)).expect("written");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let metadata = reader.metadata().file_metadata();
    assert_eq!(
        (metadata.num_rows(), metadata.created_by()),
        (500, Some("emission version 1"))
    );
    let found = reader.get_row_iter(None).expect("rows").map(|row| {
        let row = row.expect("a row");
        let fields = row.get_column_iter().zip(Column::all(&shape));
        let fields = fields.map(|((_, field), column)| match (field, column) {
            (Field::UInt(unit), Column::Unit) => unit.to_string(),
            (Field::Long(cents), Column::Cents { digits }) => format!("{cents:0digits$}"),
            (Field::UByte(words), Column::Words { digits }) => format!("{words:0digits$}"),
            (Field::Str(text), Column::Text { .. }) => text.clone(),
            other => panic!("{other:?}"),
        });
        fields.collect::<Vec<_>>().join(",") + "\n"
    });
    assert_eq!(found.collect::<String>().into_bytes(), text);
    for group in reader.metadata().row_groups() {
        for column in group.columns() {
            let statistics = column.statistics().expect("statistics");
            assert_eq!(statistics.null_count_opt(), Some(0));
            assert!(statistics.min_is_exact() && statistics.max_is_exact());
        }
    }
}

/// Every byte of a part but zstd's: what writes the footer may not change it.
#[test]
fn the_bytes_are_frozen() {
    let shape = maxi();
    let plain = |content: &[u8]| Ok(content.to_vec());
    let (mut bytes, mut groups) = (MAGIC.to_vec(), Vec::new());
    for (first, count) in [(1, 200), (201, 100)] {
        let table = Table::of_rows(&rows(&shape, first, count), &shape).expect("a table");
        let (chunk, group) = table.pack(plain).expect("packed");
        bytes.extend(chunk);
        groups.push(group);
    }
    let pages = hex::encode(&Sha256::digest(&bytes));
    let footer = footer(&groups);
    let footer_sha256 = hex::encode(&Sha256::digest(&footer));
    assert_eq!(
        (pages.as_str(), footer.len(), footer_sha256.as_str()),
        (
            "94a77053a083cc4c7004386c164b708a0a859376c70d5a178438475dff08ccc9",
            2_236,
            "78cb45e26d031416ec9edf21f53e612e965472c193e77a3910e982ca6453fa38"
        )
    );
}

/// What the columns would not give back as it is written is no table.
#[test]
fn rows_of_another_form_are_refused() {
    let shape = maxi();
    let right = rows(&shape, 7, 1);
    let right = String::from_utf8(right).expect("text");
    assert!(Table::of_rows(right.as_bytes(), &shape).is_some());
    for wrong in [
        right.replacen("7,", "07,", 1),
        right.replacen("7,", "x,", 1),
        right.replacen("7,", ",", 1),
        right.replacen("7,", "4294967296,", 1),
        right.replacen(",00000000,", ",0000000x,", 1),
        right.replacen(",00000000,", ",000000000,", 1),
        right.trim_end().to_owned(),
        right.clone() + "\n",
        String::new(),
    ] {
        assert_eq!(Table::of_rows(wrong.as_bytes(), &shape), None, "{wrong:?}");
    }
}

/// A number that is too large for its width makes a row of another length, and no number is taken for another one.
#[test]
fn numbers_of_any_size_are_rows_of_their_own() {
    let shape = maxi();
    let text = String::from_utf8(rows(&shape, 7, 1)).expect("text");
    let mut table = Table::of_rows(text.as_bytes(), &shape).expect("a table");
    let cents = |table: &mut Table, value: i64| {
        table.columns[1].1 = value.to_le_bytes().to_vec();
        let mut text = Vec::new();
        table.write_rows(&mut text);
        String::from_utf8(text).expect("text")
    };
    assert_eq!(cents(&mut table, 0), text);
    for (value, field) in [
        (99_999_999, "99999999"),
        (100_000_000, "100000000"),
        (-1, "18446744073709551615"),
        (i64::MIN, "9223372036854775808"),
    ] {
        let expected = text.replacen("00000000", field, 1);
        assert_eq!(cents(&mut table, value), expected);
    }
}

/// A page with a change in its header, and the same content and frame.
fn with_header(chunk: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = chunk.windows(from.len()).position(|bytes| bytes == from);
    let at = at.expect("such a header");
    [&chunk[..at], to, &chunk[at + from.len()..]].concat()
}

#[test]
fn pages_of_other_sizes_are_refused_before_they_are_unpacked() {
    let shape = maxi();
    let (chunk, _) = packed(&shape, rows(&shape, 1, 3));
    let problem = |chunk: &[u8]| unpacked(&shape, chunk).expect_err("refused");
    // The first page: 12 bytes of content, 3 rows.
    let start = &chunk[..4];
    assert_eq!(start, [0x15, 0x00, 0x15, 24]);
    assert_eq!(
        problem(&with_header(&chunk, start, &[0x15, 0x00, 0x15, 26])),
        "column unit: a page of 13 bytes of content, must be 12"
    );
    assert_eq!(
        problem(&with_header(
            &chunk,
            start,
            &[0x15, 0x00, 0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f]
        )),
        "column unit: a page of 2147483647 bytes of content, must be 12"
    );
    let rows_of = |rows: &[u8]| [&[0x2c, 0x15], rows].concat();
    for (rows, count) in [(&[0][..], 0), (&[0x82, 0x80, 0x01], 8_193)] {
        assert_eq!(
            problem(&with_header(&chunk, &rows_of(&[6]), &rows_of(rows))),
            format!("column unit: a page of {count} rows, must be 1 to 8192")
        );
    }
    assert_eq!(
        problem(&with_header(
            &chunk,
            &rows_of(&[6, 0x15, 0]),
            &rows_of(&[6, 0x15, 12])
        )),
        "column unit: the page's values are encoded in another way"
    );
    for header in [
        // In more bytes than it needs; of no data page; with a sign; without an end.
        &[0x15, 0x00, 0x15, 0x98, 0x00][..],
        &[0x15, 0x02, 0x15, 24],
        &[0x15, 0x00, 0x15, 25],
        &[0x15, 0x00, 0x15, 0x98, 0x80, 0x80, 0x80, 0x80, 0x00],
    ] {
        let changed = with_header(&chunk, start, header);
        assert_eq!(problem(&changed), "column unit: no whole page starts here");
        assert_eq!(chunk_len(&changed, &shape), None);
    }
    assert_eq!(
        problem(&chunk[..chunk.len() - 1]),
        "column nonce: no whole page starts here"
    );
}

/// Pages whose frames hold something else than their headers say.
#[test]
fn frames_hold_what_their_page_says_and_nothing_else() {
    let shape = maxi();
    let table = Table::of_rows(&rows(&shape, 1, 300), &shape).expect("a table");
    let pack = |with: &dyn Fn(&[u8]) -> Vec<u8>| {
        let (chunk, _) = table.pack(|content| Ok(with(content))).expect("packed");
        unpacked(&shape, &chunk).expect_err("refused")
    };
    let frame = |content: &[u8]| zstd::bulk::compress(content, 1).expect("a frame");
    assert_eq!(
        pack(&frame),
        "column unit: a zstd frame without a checksum of its content"
    );
    let checked = |content: &[u8]| {
        let mut zstd = zstd::bulk::Compressor::new(1).expect("a compressor");
        let flag = zstd::zstd_safe::CParameter::ChecksumFlag(true);
        zstd.set_parameter(flag).expect("a flag");
        zstd.compress(content).expect("a frame")
    };
    let bomb = vec![0; 1 << 26];
    for (problem, with) in [
        (
            "a page of 67108864 bytes of content, must be 1200",
            &(|_: &[u8]| checked(&bomb)) as &dyn Fn(&[u8]) -> Vec<u8>,
        ),
        ("bytes follow the page's zstd frame", &|content| {
            [checked(content), checked(content)].concat()
        }),
        ("bytes follow the page's zstd frame", &|content| {
            [checked(content), vec![0]].concat()
        }),
        ("not a zstd frame of data", &|content| content.to_vec()),
        (
            "the zstd frame is damaged: Restored data doesn't match checksum",
            &|content| {
                let mut frame = checked(content);
                let last = frame.len() - 1;
                frame[last] ^= 1;
                frame
            },
        ),
    ] {
        assert_eq!(pack(with), format!("column unit: {problem}"));
    }
}

#[test]
fn columns_have_the_same_number_of_rows_and_texts_the_same_length() {
    let shape = maxi();
    let table = |count| Table::of_rows(&rows(&shape, 1, count), &shape).expect("a table");
    let (mut mixed, other) = (table(3), table(4));
    let checked = |content: &[u8]| {
        let mut packer = Packer::new(Form::CsvZstd)?;
        Ok(packer.pack(content.to_vec())?.bytes)
    };
    let (chunk, _) = mixed.pack(checked).expect("packed");
    let (longer, _) = other.pack(checked).expect("packed");
    let first = Page::first_of(&chunk).expect("a page").size().packed;
    let second = Page::first_of(&longer).expect("a page").size().packed;
    let spliced = [&chunk[..first], &longer[second..]].concat();
    assert_eq!(
        unpacked(&shape, &spliced).expect_err("refused"),
        "column prize_cents: a page of 4 rows, the first column has 3"
    );
    // One letter more in the first set of letters, one less in the second: the same bytes in all.
    mixed.columns.truncate(3);
    let lengths = &mut mixed.columns[2].1;
    assert_eq!(lengths[..6], [0x80, 0x01, 4, 3, 36, 0]);
    lengths[4] = 38;
    let (chunk, _) = mixed.pack(checked).expect("packed");
    assert_eq!(
        unpacked(&shape, &chunk).expect_err("refused"),
        "column letters: its texts are not all of the same length"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever is changed in a chunk is seen, or is nothing: and no bytes make the reader panic.
    #[test]
    fn changed_bytes_are_seen(at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let shape = maxi();
        let (chunk, group) = packed(&shape, rows(&shape, 1, 3));
        let mut changed = chunk.clone();
        *at.get_mut(&mut changed) = byte;
        if let Ok((text, found)) = unpacked(&shape, &changed) {
            prop_assert_eq!(text, rows(&shape, 1, 3));
            prop_assert_eq!(found, group);
        }
        prop_assert!(unpacked(&shape, &chunk[..cut.index(chunk.len())]).is_err());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(unpacked(&maxi(), &bytes).is_err());
        prop_assert_eq!(chunk_len(&bytes, &maxi()), None);
    }
}
