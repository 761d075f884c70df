use super::*;

/// Some marks on all rows but the last and on all columns but the last.
fn rows(mut seed: u32) -> [u32; SIDE] {
    let mut rows = [0; SIDE];
    for row in &mut rows[..MAX_SIDE] {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *row = seed >> 1 & 0x7FFF_7FFF;
    }
    rows
}

#[test]
fn two_marks_are_told_apart() {
    let rows = rows(1);
    let [low, high] = Marks::pair(&rows);
    assert_eq!(low, Marks::pair(&rows.map(|row| row & 0xFFFF))[0]);
    assert_eq!(high, Marks::pair(&rows.map(|row| row >> 16))[0]);
    assert_ne!(low, high);
}

#[test]
fn bits_tell_layouts_apart() {
    let mut rows = [0; SIDE];
    rows[0] = 0b101;
    rows[5] = 0b1;
    let [marks, none] = Marks::pair(&rows);
    assert_eq!(marks.bits(), [0b101, 1 << SIDE, 0, 0]);
    assert_eq!(none.bits(), [0; WORDS]);
}

#[test]
fn transposing_exchanges_rows_and_columns() {
    for seed in 0..100 {
        let rows = rows(seed);
        let bit = |row: usize, column: usize| rows[row] >> column & 1;
        let columns =
            std::array::from_fn(|column| (0..MAX_SIDE).map(|row| bit(row, column) << row).sum());
        let [marks, _] = Marks::pair(&rows.map(|row| row & 0xFFFF));
        assert_eq!(marks.transposed(), Marks::pair(&columns)[0], "{seed}");
        assert_eq!(marks.transposed().transposed(), marks, "{seed}");
    }
}

#[test]
fn the_first_cell_is_the_first_by_rows() {
    for (row, column) in [(0, 0), (0, 14), (3, 14), (4, 0), (14, 14)] {
        let mut rows = [0; SIDE];
        rows[row] = 1 << column;
        rows[14] |= 1 << 14;
        assert_eq!(Marks::pair(&rows)[0].first(), Some((row, column)));
    }
    assert_eq!(Marks::default().first(), None);
}
