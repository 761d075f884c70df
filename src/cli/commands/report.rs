//! `emission report`: what is known of a block, as a page to file.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::{audit, verify};
use crate::audit::{State, Verdict};
use crate::cli::args::{ReportArgs, RulesArgs};
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress};
use crate::cli::{Console, Error, Outcome, block, interrupt, json, stored};
use crate::format::manifest::{Hex, Manifest};
use crate::format::part::Packing;
use crate::game::BuiltIn;
use crate::one_line::one_line;
use crate::show::report::{Found, page};
use crate::verify::Findings;
use crate::words::Language;

/// Verifies a block, audits it if nothing is found, and writes the page, whole or not at all.
pub(in crate::cli) fn run(args: &ReportArgs, console: &Console) -> Result<Outcome, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let rules = inputs.rules_of(stored::game_sha256(&args.dir).as_ref())?;
    let signers = verify::signers(&args.allowed_signers, console)?;
    let threads = block::threads(&args.jobs, console)?;
    stored::check_is_block(&args.dir)?;
    args.html.check(args.json)?;
    interrupt::watch()?;
    let label = progress::block_in(&args.dir);
    let progress = Progress::new(console, label, rules.game.units_per_block.into());
    let verified =
        threads.install(|| verify::block(&args.dir, &rules, &signers, &progress, console))?;
    drop(progress);
    let manifest = verified.manifest.as_ref();
    let packing = manifest.map_or_else(Packing::default, Manifest::packing);
    let audited = if verified.findings.is_empty() {
        let block = audit::Block {
            folder: args.dir.clone(),
            packing,
        };
        threads
            .install(|| audit::audit(&[block], &rules, console))?
            .blocks
    } else {
        Vec::new()
    };
    let script_options = script_options(&args.rules, &rules, packing);
    let found = Found {
        game: &rules.game,
        verified: &verified,
        audited: audited.first(),
        options: &options(&args.rules),
        script_options: script_options.as_deref(),
    };
    let file = args.html.to_string();
    let said = if args.json {
        json(&Said::new(file, &found))
    } else {
        let heading = format!("{}: {}\n", one_line(file), found.verdict());
        heading + &what_fails(&found)
    };
    args.html.write(&page(&found), &said, console)?;
    Ok(Outcome::of(usize::from(!found.is_right())))
}

/// How the commands of the page name game and words: no path of this machine stands in it.
fn options(rules: &RulesArgs) -> String {
    let game = rules.game.as_deref().map(|game| {
        let built_in = game.to_str().and_then(BuiltIn::named);
        format!(" --game {}", built_in.map_or("GAME.toml", |game| game.name))
    });
    let words = rules.words.as_deref().map(|words| {
        let language = words.to_str().and_then(Language::of_code);
        format!(" --words {}", language.map_or("WORDS.txt", Language::code))
    });
    game.unwrap_or_default() + &words.unwrap_or_default()
}

/// The same for the second implementation, which takes files alone, French rules without them, and reads CSV.
fn script_options(args: &RulesArgs, rules: &Rules, packing: Packing) -> Option<String> {
    let built_in = BuiltIn::of_sha256(&rules.game.sha256());
    let game = match built_in {
        Some(game) if game == BuiltIn::default_game() => String::new(),
        Some(game) => format!(" --game src/game/{}", game.file_name()),
        None => " --game GAME.toml".into(),
    };
    let named = args.words.as_deref();
    let language = named.map_or(Some(rules.game.language), |words| {
        Language::of_code(words.to_str()?)
    });
    let words = match language {
        Some(Language::French) => String::new(),
        Some(language) => format!(" --words wordlists/{}.txt", language.code()),
        None => " --words WORDS.txt".into(),
    };
    // A list of one's own is held against the block list of the game's language.
    let blocked = match language.unwrap_or(rules.game.language) {
        Language::French => String::new(),
        Language::English => " --blocklist wordlists/blocklist_en.tsv".into(),
    };
    (packing != Packing::Parquet).then(|| game + &words + &blocked)
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

/// What `--json` prints. Of the audit it has the verdicts alone: figures of the order could tell where winners stand.
#[derive(Serialize)]
struct Said<'a> {
    file: String,
    folder: &'a Path,
    emission: Option<u32>,
    block: Option<u32>,
    units: u64,
    merkle_root: Option<Hex>,
    signer: Option<&'a str>,
    refused_signer: Option<&'a str>,
    is_right: bool,
    verdict: String,
    findings: &'a Findings,
    verdicts: &'a [Verdict],
}

impl<'a> Said<'a> {
    fn new(file: String, found: &Found<'a>) -> Self {
        let verified = found.verified;
        let manifest = verified.manifest.as_ref();
        Self {
            file,
            folder: &verified.folder,
            emission: manifest.map(|manifest| manifest.emission),
            block: manifest.map(|manifest| manifest.block),
            units: verified.units,
            merkle_root: verified.merkle_root,
            signer: verified.signer.as_deref(),
            refused_signer: verified.refused_signer.as_deref(),
            is_right: found.is_right(),
            verdict: found.verdict(),
            findings: &verified.findings,
            verdicts: found.audited.map_or(&[], |audit| &audit.verdicts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(game: Option<&str>, words: Option<&str>) -> RulesArgs {
        RulesArgs {
            game: game.map(Into::into),
            words: words.map(Into::into),
        }
    }

    fn both(game: Option<&str>, words: Option<&str>) -> (String, Option<String>) {
        let args = args(game, words);
        let console = Console::new(true, false);
        let rules = Rules::read(&args, &console).expect("games that are built in");
        (options(&args), script_options(&args, &rules, Packing::Csv))
    }

    #[test]
    fn the_commands_of_the_page_name_game_and_words_as_they_take_them() {
        let script = |text: &str| Some(text.to_owned());
        assert_eq!(both(None, None), (String::new(), script("")));
        assert_eq!(
            both(Some("double-cashword"), None),
            (
                " --game double-cashword".into(),
                script(
                    " --game src/game/double_cashword.toml --words wordlists/en.txt --blocklist wordlists/blocklist_en.tsv"
                )
            )
        );
        assert_eq!(
            both(Some("./src/game/cashword.toml"), Some("en")),
            (
                " --game GAME.toml --words en".into(),
                script(
                    " --game src/game/cashword.toml --words wordlists/en.txt --blocklist wordlists/blocklist_en.tsv"
                )
            )
        );
        assert_eq!(
            both(None, Some("./wordlists/fr.txt")),
            (" --words WORDS.txt".into(), script(" --words WORDS.txt"))
        );
        assert_eq!(
            both(Some("cashword"), Some("./wordlists/en.txt")).1,
            script(
                " --game src/game/cashword.toml --words WORDS.txt --blocklist wordlists/blocklist_en.tsv"
            )
        );
    }

    #[test]
    fn the_second_implementation_is_not_named_for_parquet() {
        let args = args(None, None);
        let rules = Rules::read(&args, &Console::new(true, false)).expect("the default");
        assert_eq!(script_options(&args, &rules, Packing::Parquet), None);
    }
}
