use super::*;

#[test]
fn every_kind_has_a_name_and_a_meaning_of_its_own() {
    let mut names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let mut meanings: Vec<&str> = Kind::ALL.iter().map(|kind| kind.meaning()).collect();
    let kinds = names.len();
    for list in [&mut names, &mut meanings] {
        list.sort_unstable();
        list.dedup();
        assert_eq!(list.len(), kinds);
    }
    let is_plain = |name: &&str| {
        name.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    assert!(names.iter().all(is_plain));
    assert!(Kind::ALL.is_sorted());
}

/// A hundred findings of one kind are one entry that says how many there are and where they start.
#[test]
fn many_findings_are_counted_and_the_first_are_shown() {
    let mut findings = Findings::default();
    for unit in 11..=110 {
        findings.add_unit(Kind::Prize, unit, || format!("detail {unit}"));
        findings.add_unit(Kind::Prize, unit, || "another grid".into());
    }
    let found = findings.get(Kind::Prize).expect("findings");
    assert_eq!(found.count, 200);
    assert_eq!(found.units, [11, 12, 13, 14, 15]);
    assert_eq!(
        found.details[..2],
        ["unit 11: detail 11", "unit 11: another grid"]
    );
    assert_eq!(found.details.len(), SHOWN);
    assert_eq!(findings.total(), 200);
    assert!(!findings.is_empty() && Findings::default().is_empty());
}

/// Shares give the same list whether there are many or one.
#[test]
fn shares_add_up_to_the_whole() {
    let share = |units: std::ops::Range<u32>| {
        let mut findings = Findings::default();
        for unit in units {
            findings.add_unit(Kind::Cells, unit, || format!("a {unit}"));
            findings.add_unit(Kind::Cells, unit, || format!("b {unit}"));
            if unit % 2 == 0 {
                findings.add_unit(Kind::Twins, unit, String::new);
            }
        }
        findings
    };
    for cut in 1..12 {
        let mut findings = share(1..cut);
        findings.append(share(cut..12));
        assert_eq!(findings, share(1..12), "{cut}");
    }
}

#[test]
fn findings_stand_in_the_order_of_kinds() {
    let mut findings = Findings::default();
    findings.add(Kind::BlockRoot, String::new);
    findings.add_unit(Kind::Prize, 3, || "it pays".into());
    findings.add(Kind::FileExtra, || "notes.txt".into());
    let json = serde_json::to_value(&findings).expect("plain data serialises");
    let expected = serde_json::json!([
        { "kind": "file-extra", "count": 1, "units": [], "details": ["notes.txt"] },
        { "kind": "prize", "count": 1, "units": [3], "details": ["unit 3: it pays"] },
        { "kind": "block-root", "count": 1, "units": [], "details": [""] },
    ]);
    assert_eq!(json, expected);
}

#[test]
fn whatever_a_file_holds_a_detail_is_one_printable_line() {
    let mut findings = Findings::default();
    findings.add(Kind::FileExtra, || "\u{1b}[2Ja\nb\0".into());
    findings.add(Kind::FileExtra, || quoted(b"\x1b[2J\xff\n"));
    findings.add(Kind::FileExtra, || quoted(&vec![b'x'; 100_000]));
    let details = &findings.get(Kind::FileExtra).expect("findings").details;
    assert_eq!(
        details[..2],
        ["\u{fffd}[2Ja\u{fffd}b\u{fffd}", "\"\\u{1b}[2J\u{fffd}\\n\""]
    );
    assert_eq!(details[2].chars().count(), MAX_DETAIL);
}
