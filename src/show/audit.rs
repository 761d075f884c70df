//! An audit as people read it: verdicts first, then what informs.

use std::fmt::Write as _;

use super::figures::percent;
use super::tables;
use crate::audit::{
    Audit, BlockAudit, Facts, Kind, NearMisses, Revealed, State, Statistic, Subject, Verdict,
};
use crate::game::{counted, thousands};
use crate::one_line::one_line;

/// Characters of a statistic's name in its line.
const NAME: usize = 40;

/// The report of a run that took so long.
#[must_use]
pub fn report(audit: &Audit, seconds: f64) -> String {
    let mut text: String = audit.blocks.iter().map(block).collect();
    if audit.blocks.len() > 1 {
        let blocks = counted(audit.blocks.len() as u64, "block");
        text += &heading(&blocks, &audit.verdicts, &audit.statistics);
        text += &verdicts(&audit.verdicts);
        text += &statistics(&audit.statistics);
        text.push('\n');
    }
    let _ = writeln!(text, "Time: {seconds:.1} s");
    text + advice(audit)
}

/// One block.
fn block(block: &BlockAudit) -> String {
    let name = one_line(block.folder.display());
    let mut text = heading(&name, &block.verdicts, &block.statistics);
    text += &verdicts(&block.verdicts);
    text += &statistics(&block.statistics);
    text += "\n Facts\n";
    text += &tables::pairs(facts(block));
    text + "\n"
}

fn heading(what: &str, verdicts: &[Verdict], statistics: &[Statistic]) -> String {
    let failed = verdicts
        .iter()
        .filter(|verdict| verdict.state == State::Fails);
    let failed = failed.count() as u64;
    let out = statistics.iter().filter(|statistic| statistic.stands_out());
    let (out, all) = (out.count(), counted(statistics.len() as u64, "statistic"));
    let verdicts = match failed {
        0 => "no verdict fails".into(),
        1 => "1 verdict fails".into(),
        _ => format!("{} fail", counted(failed, "verdict")),
    };
    let stand = if out == 1 || statistics.len() == 1 {
        "stands"
    } else {
        "stand"
    };
    format!("{what}: {verdicts}; {out} of {all} {stand} out\n")
}

/// A verdict's state in words.
pub(super) fn state(state: State) -> &'static str {
    match state {
        State::Holds => "holds",
        State::Fails => "FAILS",
        State::NotJudged => "not judged",
    }
}

fn verdicts(verdicts: &[Verdict]) -> String {
    let line = |verdict: &Verdict| {
        let state = state(verdict.state);
        format!(" {:<6}  {state}  {}\n", verdict.name, verdict.found)
    };
    verdicts.iter().map(line).collect()
}

/// What statistics are about, in the order of reports.
pub(super) const SUBJECTS: [(Subject, &str); 5] = [
    (Subject::Order, "Order"),
    (Subject::Leak, "Winners' words and layouts"),
    (Subject::Letters, "Letters"),
    (Subject::NearMisses, "Near misses"),
    (Subject::Between, "Between blocks"),
];

/// The statistics, subject by subject.
fn statistics(statistics: &[Statistic]) -> String {
    let mut text = String::new();
    for (subject, title) in SUBJECTS {
        let mut lines = statistics
            .iter()
            .filter(|statistic| statistic.subject == subject)
            .map(line)
            .peekable();
        if lines.peek().is_some() {
            let _ = writeln!(
                text,
                "\n {title:<NAME$} {:>5} {:>9} {:>5} {:>7} {:>7}",
                "", "value", "of", "p", "Holm"
            );
            text.extend(lines);
        }
    }
    text
}

/// The sign of a statistic's distribution.
pub(super) fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::ChiSquare => "χ²",
        Kind::Z => "z",
        Kind::LargestZ => "max z",
        Kind::Count => "count",
    }
}

fn line(statistic: &Statistic) -> String {
    let kind = sign(statistic.kind);
    let of = statistic.of.map(thousands).unwrap_or_default();
    let value = match statistic.kind {
        Kind::Count => format!("{:.0}", statistic.value),
        _ => format!("{:.2}", statistic.value),
    };
    let (p, holm) = (probability(statistic.p), probability(statistic.p_holm));
    let mark = if statistic.stands_out() { " ◂" } else { "" };
    let (name, below) = name(statistic);
    format!(" {name:<NAME$} {kind:>5} {value:>9} {of:>5} {p:>7} {holm:>7}{mark}\n{below}")
}

/// The name with what it is of, and a line below it where that is too long.
fn name(statistic: &Statistic) -> (String, String) {
    let name = statistic.name.clone();
    let Some(of_what) = &statistic.of_what else {
        return (name, String::new());
    };
    let whole = format!("{name}: {of_what}");
    if whole.chars().count() <= NAME {
        (whole, String::new())
    } else {
        (name, format!("   {of_what}\n"))
    }
}

/// Four decimals, or the order of magnitude.
pub(super) fn probability(p: f64) -> String {
    const LEAST: f64 = 0.000_1;
    if p >= LEAST {
        format!("{p:.4}")
    } else if p < 1e-99 {
        "<1e-99".into()
    } else {
        format!("{p:.0e}")
    }
}

fn facts(block: &BlockAudit) -> Vec<(&'static str, String)> {
    let facts = &block.facts;
    let lots = counted(facts.lots, "lot");
    let mut pairs = vec![
        ("Units", format!("{}, {lots}", thousands(facts.units))),
        ("Words", words(facts)),
        (
            "Layouts",
            format!(
                "{} in use, the most used one in {}",
                thousands(facts.layouts),
                counted(facts.most_used_layout, "grid")
            ),
        ),
        ("Lengths", lengths(facts)),
        ("Crossings", crossings(facts)),
    ];
    let sample = format!("of {}", counted(block.letters.units, "sampled unit"));
    pairs.push(("Letters", sample));
    let [losing, winning] = &block.letters.near_misses;
    pairs.push(("Lack one", near_misses("losing", losing)));
    pairs.push(("", near_misses("winning", winning)));
    let leak = &block.leak;
    if let Some(auc) = &leak.grids {
        let learnt = format!(
            "learnt from {} as {} numbers each, tried on {} others",
            counted(leak.fitted, "unit"),
            leak.features,
            thousands(auc.units)
        );
        pairs.push(("Leak", learnt));
    }
    let mut name = "Revealed";
    for revealed in &leak.revealed {
        pairs.push((std::mem::take(&mut name), of_revealed(revealed)));
    }
    pairs
}

fn words(facts: &Facts) -> String {
    let (words, list) = (thousands(facts.words), thousands(facts.list));
    let most = &facts.most_used_word;
    let share = facts.most_used_word_share * 100.0;
    format!("{words} of {list} in use, the most used one {most} in {share:.2} % of grids")
}

/// The lengths in use with their shares: `3 12.1 %, 4 20.5 %`.
fn lengths(facts: &Facts) -> String {
    let all: u64 = facts.lengths.iter().sum();
    let lengths = facts.lengths.iter().enumerate();
    let share = |(length, &words): (usize, &u64)| {
        (words > 0).then(|| format!("{length}: {}", percent(words, all)))
    };
    let shares: Vec<String> = lengths.filter_map(share).collect();
    format!(
        "{:.2} on average; % {}",
        facts.mean_length,
        shares.join(", ")
    )
}

fn crossings(facts: &Facts) -> String {
    let used = |&crossings: &usize| facts.crossings[crossings] > 0;
    let least = (0..facts.crossings.len()).find(used).unwrap_or(0);
    let most = facts.crossings.len().saturating_sub(1);
    let mean = facts.mean_crossings;
    format!("{mean:.2} a grid on average, {least} to {most}")
}

fn near_misses(which: &str, found: &NearMisses) -> String {
    format!(
        "{:.3} words of a {which} unit, expected {:.3}",
        found.found, found.expected
    )
}

fn of_revealed(Revealed { letters, auc }: &Revealed) -> String {
    format!(
        "after {letters} letters, AUC {:.4}, {:.4} to {:.4}",
        auc.area, auc.low, auc.high
    )
}

/// What to do.
fn advice(audit: &Audit) -> &'static str {
    let of_blocks = audit.blocks.iter().flat_map(|block| &block.statistics);
    let mut statistics = of_blocks.chain(&audit.statistics);
    if audit.failures() > 0 {
        "A verdict fails: do not sell before its cause is found. docs/audit.md says what each one means, and how often\n\
         chance alone fails it.\n"
    } else if statistics.any(Statistic::stands_out) {
        "A statistic stands out, as by chance in 1 of 100 runs at most: audit other blocks of the same maker, and see\n\
         docs/audit.md for what it means.\n"
    } else {
        ""
    }
}
