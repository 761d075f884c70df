use super::*;

#[test]
fn parts_and_chunks_cover_a_block() {
    for units in [1, 8_191, 8_192, 8_193, 131_071, 131_072, 131_073, 3_000_000] {
        let parts: Vec<_> = (0..count(units)).map(|index| range(units, index)).collect();
        let pieces: Vec<_> = (0..chunks(units))
            .map(|index| chunk_range(units, index))
            .collect();
        for spans in [parts, pieces] {
            let mut next = 1;
            for (first, count) in spans {
                assert_eq!(first, next);
                assert!(count >= 1);
                next += count;
            }
            assert_eq!(next, units + 1);
        }
    }
    assert_eq!(
        (count(3_000_000), range(3_000_000, 22)),
        (23, (2_883_585, 116_416))
    );
    assert!(starts_part(0) && !starts_part(15) && starts_part(16));
}

#[test]
fn file_names_tell_part_and_packing() {
    assert_eq!(file_name(0, Packing::CsvZstd), "units-0001.csv.zst");
    assert_eq!(file_name(22, Packing::Csv), "units-0023.csv");
    assert_eq!(
        Packing::of_file_name("units-0001.csv.zst", 0),
        Some(Packing::CsvZstd)
    );
    assert_eq!(
        Packing::of_file_name("units-0001.csv", 0),
        Some(Packing::Csv)
    );
    assert_eq!(file_name(1, Packing::Parquet), "units-0002.parquet");
    assert_eq!(
        Packing::of_file_name("units-0002.parquet", 1),
        Some(Packing::Parquet)
    );
    for name in [
        "units-0002.csv",
        "../units-0001.csv",
        "units-1.csv",
        "units-0001.csv.gz",
        "",
    ] {
        assert_eq!(Packing::of_file_name(name, 0), None, "{name}");
    }
}

/// Chunks come as they are asked for; behind one that is not whole, none.
#[test]
fn chunks_are_those_of_the_units() {
    let frames = [b"unit\n1\n".as_slice(), b"2\n"].map(|rows| {
        let mut packer = Packer::new(Form::CsvZstd).expect("a packer");
        packer.pack(rows.to_vec()).expect("a frame").bytes
    });
    let part = [frames.concat(), b"more".to_vec()].concat();
    let mut chunks = Form::CsvZstd.chunks(&part, UNITS_PER_CHUNK + 1);
    let first = chunks.next().expect("a chunk").expect("a whole one");
    assert_eq!((first.index, first.units), (0, UNITS_PER_CHUNK));
    assert_eq!(
        Form::CsvZstd.unpack(&first).as_deref(),
        Some(b"unit\n1\n".as_slice())
    );
    let second = chunks.next().expect("a chunk").expect("a whole one");
    assert_eq!((second.index, second.units), (1, 1));
    assert_eq!(second.packed, frames[1]);
    assert!(chunks.next().is_none());
    assert!(!chunks.is_at_end());
    assert_eq!(chunks.rest(), b"more");

    let mut chunks = Form::CsvZstd.chunks(&part[1..], UNITS_PER_CHUNK + 1);
    assert_eq!(chunks.next(), Some(Err(NoChunk)));
    assert_eq!(chunks.next(), None);

    let mut chunks = Form::Csv.chunks(b"unit\n1\n2\n3\n", 2);
    let first = chunks.next().expect("a chunk").expect("a whole one");
    assert_eq!(first.packed, b"unit\n1\n2\n");
    assert_eq!(chunks.rest(), b"3\n");
}

#[test]
fn frames_unpack_to_what_was_packed() {
    let rows = b"unit\n1\n2\n".repeat(500);
    let mut packer = Packer::new(Form::CsvZstd).expect("a packer");
    let frame = packer.pack(rows.clone()).expect("a frame").bytes;
    let again = packer.pack(rows.clone()).expect("a frame").bytes;
    assert_eq!(frame, again, "a packer's past does not show");
    let two = [frame.clone(), again].concat();
    assert_eq!(frame_len(&two), Some(frame.len()));
    assert_eq!(unpack_frame(&frame, rows.len()).expect("the rows"), rows);
    assert_eq!(
        Packer::new(Form::Csv)
            .and_then(|mut packer| packer.pack(rows.clone()))
            .expect("rows")
            .bytes,
        rows
    );
}

/// A frame may not hold more than the reader expects, and damage to its content is seen by its own
/// checksum (some bits of a frame mean nothing; the file's checksum covers them).
#[test]
fn bad_frames_are_errors() {
    let frame = Packer::new(Form::CsvZstd)
        .and_then(|mut packer| packer.pack(vec![b'A'; 1_000_000]))
        .expect("a frame")
        .bytes;
    assert!(frame.len() < 1_000, "a bomb");
    assert!(unpack_frame(&frame, 999_999).is_err());
    assert!(unpack_frame(&frame[..frame.len() - 1], 1_000_000).is_err());
    assert_eq!(frame_len(&frame[..frame.len() - 1]), None);
    for at in 0..frame.len() {
        let mut changed = frame.clone();
        changed[at] ^= 1;
        let content = unpack_frame(&changed, 1_000_000);
        assert!(
            content.is_err()
                || content.is_ok_and(|content| content.len() == 1_000_000
                    && content.iter().all(|&byte| byte == b'A')),
            "byte {at}"
        );
    }
    assert_eq!(frame_len(b""), None);
    assert_eq!(frame_len(b"unit,prize_cents"), None);
}
