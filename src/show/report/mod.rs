//! The page that is filed of a block: what verifying and auditing found, in one HTML file that prints well.
//!
//! `checks` says what was checked, `plots` draws; [`page`] puts all together, escaped by maud. The page needs nothing but
//! itself: no script, no font, no network. The same block gives the same bytes.
//!
//! It never says where a winner stands. So it names no unit at all: of findings it gives kinds and numbers, without the
//! details, which name units or quote rows; it leaves out the statistics from which winners at the block's ends could be
//! counted, and all of the order where winners are few; and [`BlockAudit::segments`](crate::audit::BlockAudit) has no segments that are too small.

mod checks;
mod plots;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::checks::{Answer, Check};
use super::audit::{SUBJECTS, probability, sign, state};
use super::tables::words;
use crate::audit::{BlockAudit, Kind, State, Statistic, Subject};
use crate::format::manifest::Manifest;
use crate::game::{Game, counted, money, thousands};
use crate::verify::{self, TierFound};

const STYLE: &str = include_str!("style.css");

/// What the browser may do for the page: apply the style that is in it, and nothing else.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What was found of a block.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    /// The game that it was checked for.
    pub game: &'a Game,
    /// What verifying found.
    pub verified: &'a verify::Report,
    /// What auditing found; `None` where nothing was audited, since verifying found something.
    pub audited: Option<&'a BlockAudit>,
    /// The options that name game and words, with a blank before each; empty for those that a command takes by itself.
    pub options: &'a str,
    /// The same for the second implementation; `None` where it can't read the block.
    pub script_options: Option<&'a str>,
}

impl Found<'_> {
    /// Verdicts of the audit that fail.
    #[must_use]
    pub fn failures(&self) -> u64 {
        let verdicts = self.audited.iter().flat_map(|audit| &audit.verdicts);
        let failing = verdicts.filter(|verdict| verdict.state == State::Fails);
        failing.count() as u64
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.verified.findings.is_empty() && self.failures() == 0
    }

    /// The verdict, in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        let (findings, failures) = (self.verified.findings.total(), self.failures());
        if findings > 0 && !self.verified.has_units() {
            format!(
                "Nothing is proved of this block: {}",
                counted(findings, "finding")
            )
        } else if findings > 0 {
            format!("This block is NOT right: {}", counted(findings, "finding"))
        } else if failures == 1 {
            "This block is NOT cleared: 1 verdict of the audit fails".into()
        } else if failures > 1 {
            format!("This block is NOT cleared: {failures} verdicts of the audit fail")
        } else {
            "This block is right".into()
        }
    }

    /// Statistics of the audit, in the order of reports.
    fn statistics(&self) -> &[Statistic] {
        self.audited.map_or(&[], |audit| &audit.statistics)
    }

    /// Those that may be told. From the p of a count its value follows, as from the order of few winners where they stand.
    fn told(&self) -> Vec<&Statistic> {
        let winners_are_few = self.audited.is_none_or(|audit| audit.segments.is_empty());
        let tells = |statistic: &&Statistic| {
            statistic.kind == Kind::Count || winners_are_few && statistic.subject == Subject::Order
        };
        self.statistics().iter().filter(|one| !tells(one)).collect()
    }
}

/// The page.
#[must_use]
pub fn page(found: &Found) -> String {
    let block = name(found);
    let title = format!("{block}: {}", found.verdict());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(margins(found))) }
            }
            body {
                header { p.of { (block) } (verdict(found)) }
                main { (sections(found)) }
                (footer())
            }
        }
    };
    page.into_string() + "\n"
}

fn sections(found: &Found) -> Markup {
    html! {
        section { h2 { "What was checked" } (checked(found)) }
        @if !found.verified.findings.is_empty() {
            section { h2 { "Findings" } (findings(found)) }
        }
        section { h2 { "The block" } (about(found)) }
        section { h2 { "Prizes" } (prizes(found)) }
        section.commands { h2 { "Check it again" } (commands(found)) }
        @if let Some(audit) = found.audited {
            section {
                h2 { "Winners, words, letters" }
                @if audit.segments.is_empty() {
                    p.none {
                        "How many winners fall into each part of the block is not shown: there are so few that it would \
                         tell where they stand."
                    }
                }
                @for plot in plots::all(audit, &found.told()) { (plot.markup()) }
            }
            section { h2 { "Statistics" } (statistics(found)) }
        }
    }
}

/// What the page is of.
fn name(found: &Found) -> String {
    let game = game_name(found);
    match &found.verified.manifest {
        Some(Manifest {
            emission, block, ..
        }) => format!("{game}, emission {emission}, block {block}"),
        None => format!("{game}, a block without a readable manifest"),
    }
}

/// Name of the game: the one that a block says it is of, where it is another than the one at hand.
fn game_name<'a>(found: &'a Found) -> &'a str {
    let own = found.verified.manifest.as_ref();
    let own = own.filter(|_| !found.verified.has_units());
    own.map_or(&found.game.name, |manifest| &manifest.game)
}

/// What stands in the margins of each printed page. Of the block's own texts, hexadecimal digits and numbers alone.
fn margins(found: &Found) -> String {
    let block = found
        .verified
        .manifest
        .as_ref()
        .map_or_else(String::new, |manifest| {
            let root = manifest.merkle_root.to_string();
            let (emission, block) = (manifest.emission, manifest.block);
            format!("emission {emission}, block {block}, root {}…", &root[..16])
        });
    format!(
        "@page {{ @top-left {{ content: \"{block}\"; font: 8pt sans-serif; }}\n\
         @bottom-right {{ content: counter(page) \" / \" counter(pages); font: 8pt sans-serif; }} }}\n"
    )
}

fn verdict(found: &Found) -> Markup {
    let class = if found.is_right() {
        "verdict"
    } else {
        "verdict wrong"
    };
    html! {
        div class=(class) {
            h1 { (found.verdict()) "." }
            p { (in_short(found)) }
        }
    }
}

/// What the verdict rests on, and what to do.
fn in_short(found: &Found) -> String {
    let report = found.verified;
    if !report.findings.is_empty() {
        return if report.has_units() {
            "Do not sell it: ask its maker for a fresh copy. No audit was made, since an audit asks of blocks that are \
             verified."
        } else {
            "It is a block of another game or word list than those at hand: check it with its own. Its units were not \
             looked at, and no audit was made."
        }
        .into();
    }
    let statistics = found.statistics();
    let out = statistics
        .iter()
        .filter(|statistic| statistic.stands_out())
        .count();
    let whole = format!(
        "All {} units were read again from the files, as a player would: they pay {} {} in {}, exactly as the prize table \
         has it. ",
        thousands(report.units),
        money(report.prizes_cents),
        found.game.currency,
        counted(report.lots, "lot"),
    );
    let out = match out {
        0 => format!(
            "None of {} stands out of what chance gives.",
            counted(statistics.len() as u64, "statistic")
        ),
        out => format!(
            "{out} of {} stand out of what chance gives, as in 1 of 100 right blocks: audit other blocks of its maker.",
            counted(statistics.len() as u64, "statistic")
        ),
    };
    let failing = match found.failures() {
        0 => "",
        _ => {
            " Do not sell it before the cause of what fails is found: docs/audit.md says what to do."
        }
    };
    whole + &out + failing
}

fn checked(found: &Found) -> Markup {
    html! {
        table {
            thead { tr { th { "Check" } th { "What must hold" } th { "Result" } } }
            tbody {
                @for check in Check::ALL {
                    tr {
                        th scope="row" { (check.name()) }
                        td { (check.meaning()) }
                        (answer(check.answer(found.verified)))
                    }
                }
                (audited(found))
            }
        }
    }
}

fn answer(answer: Answer) -> Markup {
    match answer {
        Answer::Holds => html! { td.state.holds { "holds" } },
        Answer::Fails(count) => html! { td.state.fails { "FAILS: " (counted(count, "finding")) } },
        Answer::NotMade => html! { td.state.none { "not checked" } },
    }
}

/// The audit's lines among what was checked.
fn audited(found: &Found) -> Markup {
    let Some(audit) = found.audited else {
        return html! {
            tr {
                th scope="row" { "Audit" }
                td { "Order, grids and letters are what chance gives." }
                td.state.none { "not made" }
            }
        };
    };
    html! {
        @for verdict in &audit.verdicts {
            @let class = match verdict.state {
                State::Holds => "state holds",
                State::Fails => "state fails",
                State::NotJudged => "state none",
            };
            tr {
                th scope="row" { "Audit: " (verdict.name) }
                td { (capital(&verdict.found)) "." }
                td class=(class) { (state(verdict.state)) }
            }
        }
    }
}

/// A sentence's start.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The kinds of what was found. Which units they are about is not told here: it could be winners.
fn findings(found: &Found) -> Markup {
    html! {
        table.whole {
            thead { tr { th { "Kind" } th { "What is wrong" } th.n { "Times" } } }
            tbody {
                @for finding in found.verified.findings.iter() {
                    tr {
                        th scope="row" { code { (finding.kind.name()) } }
                        td { (capital(finding.kind.meaning())) "." }
                        td.n { (thousands(finding.count)) }
                    }
                }
            }
        }
        p.none {
            "Which units and files they are about is said by " code { "emission verify" } ", and not here, where it could \
             name winners."
        }
    }
}

/// What the block is, and who says so.
fn about(found: &Found) -> Markup {
    let report = found.verified;
    let signer = report.signer.clone().or_else(|| {
        let refused = report.refused_signer.as_ref()?;
        Some(format!("{refused} (NOT allowed)"))
    });
    let game = found.game;
    let grids = counted(game.grids.count.into(), "grid");
    let rules = format!(
        ": {grids} of {} × {} with {} words each, {} of {} letters revealed, {} {} a unit",
        game.grids.rows,
        game.grids.columns,
        game.grids.words,
        game.revealed_letters,
        game.alphabet.len(),
        money(game.unit_price_cents),
        game.currency
    );
    html! {
        @if report.manifest.is_some() && !found.verified.findings.is_empty() {
            p.none { "As its manifest says, which is not to be believed before all holds:" }
        }
        dl {
            dt { "Game" } dd { (game_name(found)) @if report.has_units() { (rules) } }
            @if let Some(manifest) = &report.manifest {
                dt { "Block" }
                dd {
                    "block " (manifest.block) " of emission " (manifest.emission) ", "
                    (counted(manifest.units.into(), "unit"))
                }
                dt { "Root" } dd.hash { (manifest.merkle_root) }
            }
            dt { "Signer" } dd.hash { (signer.as_deref().unwrap_or("unknown")) }
            @if let Some(manifest) = &report.manifest {
                dt { "Seed bound by" } dd.hash { (manifest.seed_commitment) }
                dt { "Game, SHA-256" } dd.hash { (manifest.game_sha256) }
                dt { "Words, SHA-256" } dd.hash { (manifest.wordlist_sha256) }
                dt { "Block list, SHA-256" } dd.hash { (manifest.blocklist_sha256) }
                dt { "Format" }
                dd { "version " (manifest.format_version) ", " (counted(manifest.parts.len() as u64, "part")) }
            }
            dt { "Checked by" } dd { "emission " (env!("CARGO_PKG_VERSION")) ", commit " (env!("EMISSION_COMMIT")) }
        }
    }
}

/// The prize table, expected and found.
fn prizes(found: &Found) -> Markup {
    let report = found.verified;
    if !report.has_units() {
        return html! { p.none { "Not checked: the block is one of another game or word list." } };
    }
    let lots = report.tiers.iter().map(|tier| u64::from(tier.lots)).sum();
    let all = report.tiers.iter().map(|tier| tier.found).sum();
    html! {
        table.whole {
            thead {
                tr {
                    th.n { "Prize, " (found.game.currency) }
                    th.n { "Complete words" } th.n { "Lots expected" } th.n { "Lots found" } th.n { "Amount found" }
                }
            }
            tbody { @for tier in &report.tiers { (tier_rows(report, tier)) } }
            tfoot {
                tr {
                    th.n { "Total" } td {} td.n { (thousands(lots)) }
                    (lots_found(lots, all))
                    td.n { (money(report.prizes_cents)) }
                }
            }
        }
    }
}

/// A prize, and a line for each way to show it if there are several.
fn tier_rows(report: &verify::Report, tier: &TierFound) -> Markup {
    let ways = || {
        report
            .ways
            .iter()
            .filter(|way| way.prize_cents == tier.prize_cents)
    };
    let several = ways().count() > 1;
    let cents = tier.prize_cents.saturating_mul(tier.found);
    html! {
        tr {
            th.n scope="row" { (money(tier.prize_cents)) }
            td.n { @if !several { @for way in ways() { (words(&way.words)) } } }
            td.n { (thousands(tier.lots.into())) }
            (lots_found(tier.lots.into(), tier.found))
            td.n { (money(cents)) }
        }
        @if several {
            @for way in ways() {
                tr.way {
                    th {} td.n { (words(&way.words)) } td.n { (thousands(way.lots.into())) }
                    (lots_found(way.lots.into(), way.found))
                    td {}
                }
            }
        }
    }
}

fn lots_found(expected: u64, found: u64) -> Markup {
    html! {
        @if expected == found { td.n { (thousands(found)) } }
        @else { td.n.state.fails { (thousands(found)) } }
    }
}

/// The commands that say the same, each with what it says of a right block.
fn commands(found: &Found) -> Markup {
    let (report, options) = (found.verified, found.options);
    let (emission, block) = report
        .manifest
        .as_ref()
        .map_or((1, 1), |manifest| (manifest.emission, manifest.block));
    let root = report
        .manifest
        .as_ref()
        .map_or_else(|| "…".into(), |manifest| manifest.merkle_root.to_string());
    let key = report.signer.as_deref().unwrap_or("SHA256:…");
    html! {
        p {
            "In the folder with " code { "out" } " and the list of signers, which is to come by another way than the \
             block. Below each command is what it says of a right block."
        }
        pre { "block=out/emission-" (format!("{emission:04}")) "/block-" (format!("{block:04}")) }
        (command("(cd $block && sha256sum -c SHA256SUMS)", &html! { code { "OK" } " behind each file." }))
        (command(
            "ssh-keygen -Y verify -f emission.allowed_signers -I emission -n emission-block \\\n    \
             -s $block/manifest.json.sig < $block/manifest.json",
            &html! { "Good “emission-block” signature for emission with ED25519 key " span.hash { (key) } "." },
        ))
        (command(&format!("emission verify $block{options}"), &html! { "0 findings, and the root " span.hash { (root) } "." }))
        (command(&format!("emission audit $block{options}"), &html! { "No verdict fails, and the statistics of this page." }))
        @if let Some(options) = found.script_options {
            (command(
                &format!("scripts/verify_block.py $block --allowed-signers emission.allowed_signers{options}"),
                &html! { "“nothing found”, and the same root, by a second implementation that shares no code with the first." },
            ))
        }
    }
}

fn command(line: &str, says: &Markup) -> Markup {
    html! { pre { (line) } p { (says) } }
}

/// All statistics, subject by subject.
fn statistics(found: &Found) -> Markup {
    let told = found.told();
    let untold = found.statistics().len() - told.len();
    html! {
        p {
            "Each has the probability p of a value as far out by chance alone, and p after Holm’s correction for all of \
             them: one below " (crate::audit::STANDS_OUT) " stands out, as in 1 of 100 right blocks. docs/audit.md \
             explains each. "
            (counted(untold as u64, "statistic")) " from which it could follow where winners stand, told by emission audit, \
             left out here."
        }
        table.statistics {
            thead {
                tr { th { "Statistic" } th { "Kind" } th.n { "Value" } th.n { "Of" } th.n { "p" } th.n { "Holm" } }
            }
            @for (subject, title) in SUBJECTS {
                @let mut of_subject = told.iter().filter(|one| one.subject == subject).peekable();
                @if of_subject.peek().is_some() {
                    tbody {
                        tr.subject { th colspan="6" { (title) } }
                        @for statistic in of_subject { (statistic_row(statistic)) }
                    }
                }
            }
        }
    }
}

fn statistic_row(statistic: &Statistic) -> Markup {
    let of = statistic.of.map(thousands).unwrap_or_default();
    let holm = probability(statistic.p_holm);
    html! {
        tr {
            td { (statistic.name) @if let Some(of_what) = &statistic.of_what { ": " (of_what) } }
            td { (sign(statistic.kind)) }
            td.n { (format!("{:.2}", statistic.value)) }
            td.n { (of) }
            td.n { (probability(statistic.p)) }
            @if statistic.stands_out() { td.n.state.fails { (holm) } } @else { td.n { (holm) } }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer {
            p {
                "Nothing here says which units win: no unit is named, and counts are of large parts of the block. The \
                 same version gives the same page of the same block, byte for byte."
            }
        }
    }
}

#[cfg(test)]
mod tests;
