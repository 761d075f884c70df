use super::*;

fn unreadable(lines: &str) -> Unreadable {
    Unreadable::new(&BlockList::parse(lines).expect("a block list"))
}

#[test]
fn words_of_the_worst_categories_are_seen_both_ways() {
    let unreadable = unreadable("BITE\tvulgaire\nPAGODE\tsexuel\nCRUS\tpolitique\nCON\tvulgaire\n");
    for row in [
        "BITE", "XBITEZ", "XYZBITE", "ETIB", "AZETIBX", "ZPAGODEX", "EDOGAP",
    ] {
        assert!(unreadable.is_in(row.as_bytes()), "{row}");
    }
    for row in ["BIT", "BIXTE", "PAGODX", "CRUS", "CONX", "", "ITEB"] {
        assert!(!unreadable.is_in(row.as_bytes()), "{row}");
    }
}

/// Orders are uniform among those that are allowed: of the 24 of four letters, two say the word.
#[test]
fn orders_are_uniform_among_the_allowed() {
    let unreadable = unreadable("ABCD\traciste\n");
    let mut stream = Stream::new(&zeroize::Zeroizing::new([1; 32]), 1);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..22 * 500 {
        let mut row = [0; 4];
        order(LetterSet::of(b"DBCA"), &unreadable, &mut stream, &mut row).expect("an order");
        *seen.entry(row).or_insert(0_u32) += 1;
    }
    let counts: Vec<u32> = seen.values().copied().collect();
    assert_eq!(counts.len(), 22);
    assert!(!seen.contains_key(b"ABCD") && !seen.contains_key(b"DCBA"));
    let statistic = crate::statistics::chi_square_uniform(&counts);
    assert!(crate::statistics::plausible(statistic, 21), "{statistic}");
}

#[test]
fn letters_without_an_allowed_order_are_given_up() {
    let all = [
        "ABCD", "ABDC", "ACBD", "ACDB", "ADBC", "ADCB", "BACD", "BADC", "BCAD", "BDAC", "CABD",
        "CBAD",
    ]
    .map(|word| format!("{word}\tsexuel\n"))
    .concat();
    let mut stream = Stream::new(&zeroize::Zeroizing::new([1; 32]), 2);
    let mut row = [0; 4];
    assert_eq!(
        order(
            LetterSet::of(b"ABCD"),
            &unreadable(&all),
            &mut stream,
            &mut row
        ),
        None
    );
}
