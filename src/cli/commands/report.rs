//! `emission report`: what is known of a block, as a page to file.

use std::fmt::Write as _;

use super::{audit, verify};
use crate::audit::State;
use crate::cli::args::{ReportArgs, RulesArgs};
use crate::cli::inputs::Inputs;
use crate::cli::progress::{self, Progress};
use crate::cli::{Console, Error, Outcome, block, files, interrupt, stored};
use crate::show::report::{Found, page};

/// Verifies a block, audits it if nothing is found, and writes the page, whole or not at all.
pub(in crate::cli) fn run(args: &ReportArgs, console: &Console) -> Result<Outcome, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let rules = inputs.rules_of(stored::game_sha256(&args.dir).as_ref())?;
    let signers = verify::signers(&args.allowed_signers, console)?;
    let threads = block::threads(&args.jobs, console)?;
    stored::check_is_block(&args.dir)?;
    files::check_is_new(&args.html)?;
    interrupt::watch()?;
    let label = progress::block_in(&args.dir);
    let progress = Progress::new(console, label, rules.game.units_per_block.into());
    let verified =
        threads.install(|| verify::block(&args.dir, &rules, &signers, &progress, console))?;
    drop(progress);
    let audited = if verified.findings.is_empty() {
        let folders = std::slice::from_ref(&args.dir);
        threads
            .install(|| audit::audit(folders, &rules, console))?
            .blocks
    } else {
        Vec::new()
    };
    let found = Found {
        game: &rules.game,
        verified: &verified,
        audited: audited.first(),
        options: options(&args.rules),
    };
    files::write_whole(&args.html, &page(&found))?;
    console.print(&format!(
        "{}: {}\n{}",
        args.html.display(),
        found.verdict(),
        what_fails(&found)
    ))?;
    Ok(Outcome::of(usize::from(!found.is_right())))
}

/// How the commands of the page name game and words: no path of this machine stands in it.
fn options(rules: &RulesArgs) -> &'static str {
    match (&rules.game, &rules.words) {
        (None, None) => "",
        (Some(_), None) => " --game GAME.toml",
        (None, Some(_)) => " --words WORDS.txt",
        (Some(_), Some(_)) => " --game GAME.toml --words WORDS.txt",
    }
}

/// Each finding, as `emission verify` says it, and each verdict of the audit that fails.
fn what_fails(found: &Found) -> String {
    let mut text: String = found
        .verified
        .findings
        .iter()
        .map(verify::finding_text)
        .collect();
    let verdicts = found.audited.iter().flat_map(|audit| &audit.verdicts);
    for verdict in verdicts.filter(|verdict| verdict.state == State::Fails) {
        let _ = writeln!(text, " {}: {}", verdict.name, verdict.found);
    }
    text
}
