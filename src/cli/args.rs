//! What people may type: the one definition behind parsing, `--help`, completions and man pages.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use serde::Serialize;

use super::Error;
use super::files::{Target, is_standard_output};
use crate::format::FORMAT_VERSION;
use crate::format::part::Packing;
use crate::game::{MAX_UNITS, thousands};
use crate::words::Language;

use super::pick::MAX_PICKED;

/// Highest number of an emission or a block: their folders have four digits.
const MAX_NUMBER: u32 = 9999;

/// Place in `--help` of the option that all commands have.
const LAST: usize = 900;

/// Most threads: more than any machine has use for, fewer than any refuses to start.
const MAX_JOBS: u32 = 1024;

/// Makes the blocks of an instant-win crossword game, offline, and proves that they are right
#[derive(Debug, Parser)]
#[command(name = "emission", version = version(), max_term_width = 100, after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Print results and errors only: no notes, no progress
    #[arg(long, short, global = true, display_order = LAST)]
    pub(super) quiet: bool,
    /// Say on standard error what is read, with what it holds, and how long each step took
    #[arg(long, short, global = true, display_order = LAST, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// `0.1.0 (format 1, commit 0123456789ab)`: which blocks it makes, and from which source it was built.
fn version() -> String {
    let (package, commit) = (env!("CARGO_PKG_VERSION"), env!("EMISSION_COMMIT"));
    format!("{package} (format {FORMAT_VERSION}, commit {commit})")
}

const EXAMPLES: &str = "\
Examples:
  emission generate                   make block 1 of emission 1 in the folder `out`
  emission verify out                 check every block in `out`, from its files alone
  emission game check my_game.toml    say all that is wrong with a definition
  emission show out/emission-0001/block-0001 --unit 42

Exit codes: 0 all is well, 1 a check found something, 2 the command could not run, 130 interrupted.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make signed blocks from a seed
    Generate(GenerateArgs),
    /// Prove blocks right, from their files alone
    Verify(VerifyArgs),
    /// Ask of blocks what a statistician would: is the order chance, do grids tell winners?
    Audit(AuditArgs),
    /// Write what verifying and auditing say of one block as a page to file
    Report(ReportArgs),
    /// Make a block again from its seed, and compare it with its files
    Reproduce(ReproduceArgs),
    /// Show one unit as its player sees it
    Show(ShowArgs),
    /// Write a page that plays units in a browser
    Preview(PreviewArgs),
    /// Write the proof that one unit belongs to its block
    Prove(ProveArgs),
    /// Check the proof of one unit, without its block
    CheckProof(CheckProofArgs),
    /// Write a block anew as Parquet or as CSV, without its seed
    Convert(ConvertArgs),
    /// List, check or show games
    #[command(subcommand)]
    Game(GameCommand),
    /// Make keys that sign blocks
    #[command(subcommand)]
    Key(KeyCommand),
    /// Make seeds that blocks follow from
    #[command(subcommand)]
    Seed(SeedCommand),
    /// Write the random bytes that a block is drawn from, for statistical tests
    RngDump(RngDumpArgs),
    /// Print the completions of a shell
    Completions(CompletionsArgs),
    /// Print the man page, or write one for each command
    Man(ManArgs),
}

/// Which rules and which words: of every command that needs both.
#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// Game that is built in, by its name, or file of a definition [default: maxi-mots-croises; of a block, its own if
    /// it is built in]
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub(super) game: Option<PathBuf>,
    /// Words that are built in, `fr` or `en`, or file with one word a line [default: those of the game]
    #[arg(long, value_name = "LANG|FILE", value_hint = ValueHint::FilePath)]
    pub(super) words: Option<PathBuf>,
}

/// How many threads: of every command with long work.
#[derive(Debug, Args)]
pub(super) struct JobsArgs {
    /// Threads to work with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(super) jobs: Option<u32>,
}

/// Arguments of `emission generate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission generate                             block 1 of emission 1
  emission generate --emission 2 --block 1-10   ten blocks of emission 2
  emission generate --key ~/.ssh/id_ed25519     sign with a key of yours
  emission generate --format parquet            for DuckDB, Polars and other databases

A block stands under its name only when it is whole and signed. One that is there already is never touched, \
unless --overwrite says so. Whoever has the seed can find every winner.")]
pub(super) struct GenerateArgs {
    /// Number of the emission, 1 to 9999
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    pub(super) emission: u32,
    /// Number of the block, or of the first and the last one, 1 to 9999
    #[arg(long, value_name = "N|A-B", default_value = "1")]
    pub(super) block: Blocks,
    /// Seed of the emission [default: emission.seed, made if missing]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) seed_file: Option<PathBuf>,
    /// OpenSSH private key to sign with, Ed25519 [default: emission.key, made if missing]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) key: Option<PathBuf>,
    /// File with the key's passphrase [default: asked on the terminal, if the key has one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) passphrase_file: Option<PathBuf>,
    /// Folder for the blocks
    #[arg(
        long,
        value_name = "DIR",
        default_value = "out",
        value_hint = ValueHint::DirPath,
        value_parser = named("a folder")
    )]
    pub(super) out: PathBuf,
    /// What to write the parts as
    #[arg(long, value_name = "KIND", default_value = "csv")]
    pub(super) format: FormatArg,
    /// How to pack CSV parts: in zstd frames, or not at all
    #[arg(long, value_name = "KIND", default_value = "zstd")]
    pub(super) compression: CompressionArg,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    /// Replace a block that is there already
    #[arg(long)]
    pub(super) overwrite: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission verify out                            every block in `out`
  emission verify out/emission-0001/block-0001   one block
  emission verify out --allowed-signers board.allowed_signers
  emission verify out --json > findings.json

Exits with 1 when there is a finding. A block of an unknown signer is one. Where one game is expected, name it: without \
--game, a block is held to whichever game that is built in it says it is of.")]
pub(super) struct VerifyArgs {
    /// Block folders, or folders above blocks
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) dirs: Vec<PathBuf>,
    /// Keys that may sign, with the identity `emission`, in OpenSSH's allowed signers format
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::ALLOWED_SIGNERS,
        value_hint = ValueHint::FilePath
    )]
    pub(super) allowed_signers: PathBuf,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    /// Print the findings as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission audit`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission audit out                            every block in `out`, and each two of them
  emission audit out/emission-0001/block-0001   one block
  emission audit out --json audit.json          the figures for programs too, in a new file

Exits with 1 when a verdict fails; statistics inform. Verify blocks first: an audit believes what `emission verify` \
checks.")]
pub(super) struct AuditArgs {
    /// Block folders, or folders above blocks
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) dirs: Vec<PathBuf>,
    /// Write all figures as JSON into a new file; `-` prints them instead of the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = target())]
    pub(super) json: Option<Target>,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
}

/// Arguments of `emission report`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission report out/emission-0001/block-0001 --html report.html
  emission report out/emission-0001/block-0001 --html 1.html --allowed-signers board.signers

Verifies the block, and audits it when nothing was found: the page has the verdict first, then prizes, plots and \
statistics. It is one file that needs no network and prints well; the same version gives the same bytes of the same block. It never says \
which units win. Exits with 1 when there is a finding or a verdict of the audit fails, and writes the page all the same.")]
pub(super) struct ReportArgs {
    /// Block folder
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) dir: PathBuf,
    /// File to make, `-` for standard output; one that is there is left as it is
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = target())]
    pub(super) html: Target,
    /// Keys that may sign, with the identity `emission`, in OpenSSH's allowed signers format
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::ALLOWED_SIGNERS,
        value_hint = ValueHint::FilePath
    )]
    pub(super) allowed_signers: PathBuf,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    /// Print the verdict and what fails as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission reproduce`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission reproduce out/emission-0001/block-0001 --seed-file emission.seed

Makes the block again in memory and writes nothing. Exits with 1 when a root or a checksum differs.")]
pub(super) struct ReproduceArgs {
    /// Block folder
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) dir: PathBuf,
    /// Seed of the emission
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::DEFAULT_SEED,
        value_hint = ValueHint::FilePath
    )]
    pub(super) seed_file: PathBuf,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    /// Print the results as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission show`.
#[derive(Debug, Args)]
#[command(
    override_usage = "emission show <DIR> --unit <N>\n       \
                      emission show --seed-file <FILE> [--emission <N>] [--block <N>] --unit <N>",
    after_help = "\
Examples:
  emission show out/emission-0001/block-0001 --unit 42
  emission show --seed-file emission.seed --emission 1 --block 1 --unit 42
  emission show out/emission-0001/block-0001 --unit 42 --json

From the seed, the unit is made alone, without its block. Revealed letters are capitals, hidden ones are not. \
Colours show on a terminal only, and not where NO_COLOR is set; complete words are listed below their grid in \
any case."
)]
pub(super) struct ShowArgs {
    /// Number of the unit in its block, from 1
    #[arg(long, value_name = "N", value_parser = unit_number)]
    pub(super) unit: u32,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Print the unit as JSON, with each word of its grids
    #[arg(long)]
    pub(super) json: bool,
}

/// Where units come from: a block's files, or its seed.
#[derive(Debug, Args)]
pub(super) struct SourceArgs {
    /// Block folder to read from
    #[arg(
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        required_unless_present = "seed_file",
        conflicts_with_all = ["seed_file", "emission", "block", "words"]
    )]
    pub(super) dir: Option<PathBuf>,
    /// Seed of the emission, to make units from
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) seed_file: Option<PathBuf>,
    /// Number of the emission, 1 to 9999
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    pub(super) emission: u32,
    /// Number of the block, 1 to 9999
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    pub(super) block: u32,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
}

/// Arguments of `emission preview`.
#[derive(Debug, Args)]
#[command(
    override_usage = "emission preview <DIR> <UNITS>\n       \
                      emission preview --seed-file <FILE> [--emission <N>] [--block <N>] <UNITS>",
    after_help = "\
Examples:
  emission preview out/emission-0001/block-0001 --unit 42
  emission preview out/emission-0001/block-0001 --prize 200.00 --prize 0.00 --random 5
  emission preview --seed-file emission.seed --units 1-20 --lang en --out board.html

<UNITS> is --unit, --units, --prize or --random, or --prize with --random. --prize alone picks the first 10 units of \
each prize. One file has 1,000 units at most.

The file needs no network, and plays the units as a player would see them: letters under question marks, in any order or \
by AUTO, in all grids at once, with complete words, gains and prize as they come.

Who has the file can see what its units pay: it is for its owner alone (mode 0600) until you hand it out. Make it of a \
block that is not for sale."
)]
pub(super) struct PreviewArgs {
    #[command(flatten)]
    pub(super) pick: PickArgs,
    /// Language of the page: French or English [default: the game's]
    #[arg(long, value_name = "LANGUAGE")]
    pub(super) lang: Option<LanguageArg>,
    /// File to make, `-` for standard output; one that is there is left as it is [default: unit-N.html, or preview.html
    /// for several]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = target())]
    pub(super) out: Option<Target>,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Print what was written as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Which units of a block.
#[derive(Debug, Args)]
#[group(required = true)]
pub(super) struct PickArgs {
    /// Number of one unit in its block, from 1
    #[arg(long, value_name = "N", value_parser = unit_number, conflicts_with_all = ["units", "prize", "random"])]
    pub(super) unit: Option<u32>,
    /// Numbers of the first and the last of several units
    #[arg(long, value_name = "A-B", value_parser = unit_numbers, conflicts_with_all = ["prize", "random"])]
    pub(super) units: Option<RangeInclusive<u32>>,
    /// Units that pay this, 0.00 for those that win nothing; may be given several times
    #[arg(long, value_name = "AMOUNT", value_parser = cents)]
    pub(super) prize: Vec<u64>,
    /// So many units drawn at random, or so many of each prize
    #[arg(long, value_name = "K", value_parser = count)]
    pub(super) random: Option<u32>,
}

/// A language of the pages for a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LanguageArg {
    Fr,
    En,
}

impl From<LanguageArg> for Language {
    fn from(language: LanguageArg) -> Self {
        match language {
            LanguageArg::Fr => Self::French,
            LanguageArg::En => Self::English,
        }
    }
}

/// Arguments of `emission prove`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission prove out/emission-0001/block-0001 --unit 42
  emission prove out/emission-0001/block-0001 --unit 42 --out claims/2026-117.json

Reads manifest, signature and the unit's part of the block, and writes nothing when they do not hold together. \
`emission check-proof` checks the proof without the block. It tells what the unit pays: it is for its owner alone \
(mode 0600) until you hand it out, once the unit is sold.")]
pub(super) struct ProveArgs {
    /// Block folder
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) dir: PathBuf,
    /// Number of the unit in its block, from 1
    #[arg(long, value_name = "N", value_parser = unit_number)]
    pub(super) unit: u32,
    /// File to make, `-` for standard output; one that is there is left as it is [default: unit-N.proof.json]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = target())]
    pub(super) out: Option<Target>,
    /// Game that Parquet parts are read with: one that is built in, by its name, or file of a definition [default: the
    /// block's own if it is built in]
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub(super) game: Option<PathBuf>,
    /// Print what was written as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission check-proof`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission check-proof unit-42.proof.json
  emission check-proof unit-42.proof.json --allowed-signers board.allowed_signers
  emission check-proof unit-42.proof.json --json

Checks the signature of the block's manifest and its signer, the path from the unit to the manifest's root, and the \
unit from its characters; then shows the unit. Exits with 1 when there is a finding, and shows no unit then. Get the \
list of allowed signers by another way than the proof.")]
pub(super) struct CheckProofArgs {
    /// Proof of a unit
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) file: PathBuf,
    /// Keys that may sign, with the identity `emission`, in OpenSSH's allowed signers format
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::ALLOWED_SIGNERS,
        value_hint = ValueHint::FilePath
    )]
    pub(super) allowed_signers: PathBuf,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    /// Print the findings as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission convert`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission convert out/emission-0001/block-0001 --format parquet --out parquet
  emission convert parquet/emission-0001/block-0001 --format csv --out csv
  emission convert out/emission-0001/block-0001 --format csv --compression none --out plain

Verifies the block first, and writes nothing when there is a finding (exit code 1). The new block has the same units, \
roots and manifest, but for names, sizes and checksums of its parts; so it is signed anew, with your key.")]
pub(super) struct ConvertArgs {
    /// Block folder
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) dir: PathBuf,
    /// What to write the parts as
    #[arg(long, value_name = "KIND")]
    pub(super) format: FormatArg,
    /// How to pack CSV parts: in zstd frames, or not at all
    #[arg(long, value_name = "KIND", default_value = "zstd")]
    pub(super) compression: CompressionArg,
    /// Folder for the new block
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = named("a folder"))]
    pub(super) out: PathBuf,
    /// OpenSSH private key to sign with, Ed25519
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::DEFAULT_KEY,
        value_hint = ValueHint::FilePath
    )]
    pub(super) key: PathBuf,
    /// File with the key's passphrase [default: asked on the terminal, if the key has one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) passphrase_file: Option<PathBuf>,
    /// Keys that may have signed the block, with the identity `emission`, in OpenSSH's allowed signers format
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::ALLOWED_SIGNERS,
        value_hint = ValueHint::FilePath
    )]
    pub(super) allowed_signers: PathBuf,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    /// Replace a block that is there already
    #[arg(long)]
    pub(super) overwrite: bool,
    /// Print what was written, or the findings, as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The commands of `emission game`.
#[derive(Debug, Subcommand)]
pub(super) enum GameCommand {
    /// List the games that are built in
    List(GameListArgs),
    /// Say all that is wrong with a definition
    Check(GameCheckArgs),
    /// Show the rules and the prize table of a definition
    Show(GameShowArgs),
}

/// Arguments of `emission game list`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission game list
  emission generate --game cashword

Wherever a command takes a game, it takes one of these names or the file of a definition. A name goes before a file \
of that name: `./cashword` is the file.")]
pub(super) struct GameListArgs {
    /// Print the list as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission game check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission game check                          the default game
  emission game check cashword                 another one that is built in
  emission game check my_game.toml
  emission game check my_game.toml --words my_words.txt --json

Exits with 1 when there is a finding.")]
pub(super) struct GameCheckArgs {
    /// Game that is built in, by its name, or file of a definition [default: maxi-mots-croises]
    #[arg(value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub(super) game: Option<PathBuf>,
    /// Words that must fill the grids: built in, `fr` or `en`, or file with one word a line [default: those of the game]
    #[arg(long, value_name = "LANG|FILE", value_hint = ValueHint::FilePath)]
    pub(super) words: Option<PathBuf>,
    /// Print the findings and the prize table as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `emission game show`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission game show
  emission game show cashword
  emission game show my_game.toml --json
  emission game show --toml > my_game.toml     a start for another game
  emission game show --canonical | sha256sum   the `game_sha256` of a manifest")]
pub(super) struct GameShowArgs {
    /// Game that is built in, by its name, or file of a definition [default: maxi-mots-croises]
    #[arg(value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub(super) game: Option<PathBuf>,
    /// Print the rules and the prize table as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Print the canonical bytes, whose SHA-256 is a manifest's `game_sha256`
    #[arg(long, conflicts_with = "json")]
    pub(super) canonical: bool,
    /// Print the definition's own text
    #[arg(long, conflicts_with_all = ["json", "canonical"])]
    pub(super) toml: bool,
}

/// The commands of `emission key`.
#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Make a new key
    New(KeyNewArgs),
}

/// Arguments of `emission key new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission key new
  emission key new --key keys/2026.key

Makes the private key, for its owner only; its public half beside it, with `.pub` behind its name; and \
`emission.allowed_signers` in the current folder if there is none. Files that are there already are left as \
they are. `ssh-keygen -p -f emission.key` gives the key a passphrase.")]
pub(super) struct KeyNewArgs {
    /// File to make
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::DEFAULT_KEY,
        value_hint = ValueHint::FilePath,
        value_parser = named("a secret")
    )]
    pub(super) key: PathBuf,
}

/// The commands of `emission seed`.
#[derive(Debug, Subcommand)]
pub(super) enum SeedCommand {
    /// Make a new seed
    New(SeedNewArgs),
}

/// Arguments of `emission seed new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission seed new
  emission seed new --seed-file seeds/emission-2.seed

The seed comes from the operating system and is for its owner only. A file that is there already is left as it is.")]
pub(super) struct SeedNewArgs {
    /// File to make
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::DEFAULT_SEED,
        value_hint = ValueHint::FilePath,
        value_parser = named("a secret")
    )]
    pub(super) seed_file: PathBuf,
}

/// Arguments of `emission rng-dump`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission rng-dump --purpose unit | dieharder -a -g 200
  emission rng-dump --purpose unit --stream 42 | dieharder -d 0 -g 200
  emission rng-dump --purpose order --bytes 1000000000 > order.bin

Writes the ChaCha20 keystreams that a block draws from. Of `unit`, the first 256 bytes of streams 1, 2, 3 and so on, \
which units 1, 2, 3 and so on draw whole; of `order`, the first 65,536 bytes of streams 0, 1, 2 and so on, all that a \
chunk of the shuffle draws; with --stream, that one stream on and on. There is no end but --bytes, or the reader's.

These bytes locate the winners of the block, as the seed does: test those of a seed that no block for sale comes from, \
or keep them as secret as the seed.")]
pub(super) struct RngDumpArgs {
    /// Which key's streams: of the order of the prizes, or of what the units show
    #[arg(long, value_name = "KEY")]
    pub(super) purpose: PurposeArg,
    /// One stream alone, by its number: that of a unit is the unit's
    #[arg(long, value_name = "N", value_parser = any_number)]
    pub(super) stream: Option<u64>,
    /// How many bytes to write [default: without end]
    #[arg(long, value_name = "N", value_parser = any_number)]
    pub(super) bytes: Option<u64>,
    /// Seed of the emission
    #[arg(
        long,
        value_name = "FILE",
        default_value = super::secrets::DEFAULT_SEED,
        value_hint = ValueHint::FilePath
    )]
    pub(super) seed_file: PathBuf,
    /// Number of the emission, 1 to 9999
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    pub(super) emission: u32,
    /// Number of the block, 1 to 9999
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    pub(super) block: u32,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
}

/// Which of a block's secret keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PurposeArg {
    Order,
    Unit,
}

/// Arguments of `emission completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission completions bash > ~/.local/share/bash-completion/completions/emission
  emission completions zsh > ~/.zfunc/_emission
  emission completions fish > ~/.config/fish/completions/emission.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

/// Arguments of `emission man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission man | man -l -
  emission man --out ~/.local/share/man/man1")]
pub(super) struct ManArgs {
    /// Folder for the pages, one for each command
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = named("a folder"))]
    pub(super) out: Option<PathBuf>,
}

/// What to write the parts of a block as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum FormatArg {
    Csv,
    Parquet,
}

/// How to pack the parts of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum CompressionArg {
    None,
    Zstd,
}

impl FormatArg {
    /// How parts are written that are packed so; Parquet is packed in one way alone.
    pub(super) fn packing(self, compression: CompressionArg) -> Result<Packing, Error> {
        match (self, compression) {
            (Self::Csv, CompressionArg::None) => Ok(Packing::Csv),
            (Self::Csv, CompressionArg::Zstd) => Ok(Packing::CsvZstd),
            (Self::Parquet, CompressionArg::None) => Err(Error::PlainParquet),
            (Self::Parquet, CompressionArg::Zstd) => Ok(Packing::Parquet),
        }
    }
}

/// One block or a range of them: first and last number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Blocks {
    /// Number of the first block.
    pub(super) first: u32,
    /// Number of the last block, the first one or later.
    pub(super) last: u32,
}

impl Blocks {
    /// The numbers, rising.
    pub(super) fn numbers(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }
}

impl FromStr for Blocks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = range(text, number)?;
        Ok(Self { first, last })
    }
}

/// Takes a file to make, or `-` for standard output.
fn target() -> impl TypedValueParser<Value = Target> {
    PathBufValueParser::new().map(Target::from)
}

/// Takes the path of what can't go to standard output.
fn named(what: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        if is_standard_output(&path) {
            return Err(format!(
                "it stands for standard output, which can't take {what}: give a name, or ./- for that one"
            ));
        }
        Ok(path)
    })
}

/// Reads a range as `1-10`, or a number alone, the first of which is not above the last.
fn range(text: &str, number: fn(&str) -> Result<u32, String>) -> Result<(u32, u32), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    if ![first, last].into_iter().all(is_digits) {
        return Err("write a number, or a range as 1-10".into());
    }
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("the range goes down: write {last}-{first}"));
    }
    Ok((first, last))
}

/// Reads the number of an emission or a block.
fn number(text: &str) -> Result<u32, String> {
    number_to(MAX_NUMBER, text)
}

/// Reads the number of a unit. Which numbers there are, its block says.
fn unit_number(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|_| is_digits(text));
    let most = thousands(MAX_UNITS.into());
    number.ok_or_else(|| format!("units are numbered from 1 on, up to {most} in a block"))
}

/// Reads a range of unit numbers.
fn unit_numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = range(text, unit_number)?;
    Ok(first..=last)
}

/// Reads a number of units to draw.
fn count(text: &str) -> Result<u32, String> {
    number_to(MAX_PICKED, text)
}

/// Reads an amount as this tool writes it, its thousands set apart or not, and gives its cents.
fn cents(text: &str) -> Result<u64, String> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "00"));
    let plain = whole.replace(',', "");
    let units = plain.parse().ok().filter(|_| is_digits(&plain));
    let cents = cents
        .parse()
        .ok()
        .filter(|_| is_digits(cents) && cents.len() == 2);
    let is_set_apart = |units| whole == plain || whole == thousands(units);
    let amount = units.filter(|&units| is_set_apart(units)).zip(cents);
    let amount =
        amount.and_then(|(units, cents): (u64, u64)| units.checked_mul(100)?.checked_add(cents));
    amount.ok_or_else(|| "write an amount as 10.00".into())
}

/// Reads a number of 64 bits, in digits alone.
fn any_number(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|_| is_digits(text));
    number.ok_or_else(|| format!("numbers go from 0 to {}", u64::MAX))
}

/// Reads a number of threads.
fn jobs(text: &str) -> Result<u32, String> {
    number_to(MAX_JOBS, text)
}

/// Reads a number from 1 on, in digits alone.
fn number_to(most: u32, text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|_| is_digits(text));
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("numbers go from 1 to {most}"))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_has_no_contradiction() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_block_is_a_range_of_one() {
        assert_eq!("7".parse(), Ok(Blocks { first: 7, last: 7 }));
        assert_eq!(
            "1-9999".parse(),
            Ok(Blocks {
                first: 1,
                last: 9999
            })
        );
    }

    #[test]
    fn amounts_are_read_as_they_are_written() {
        for (text, amount) in [
            ("10.00", 1_000),
            ("10", 1_000),
            ("0.00", 0),
            ("0.05", 5),
            ("10000.50", 1_000_050),
            ("10,000.50", 1_000_050),
            ("1,000,000", 100_000_000),
        ] {
            assert_eq!(cents(text), Ok(amount), "{text}");
        }
        for text in [
            "",
            "10.",
            ".50",
            "10.0",
            "10.000",
            "10,00",
            "1,0000",
            "10,00.00",
            "-1.00",
            "+1",
            "1e3",
            "5 EUR",
            "184467440737095517",
        ] {
            assert_eq!(
                cents(text),
                Err("write an amount as 10.00".into()),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_range_says_why() {
        let refusal = |text: &str| text.parse::<Blocks>().unwrap_err();
        for text in ["0", "10000", "1-10000", "99999999999"] {
            assert_eq!(refusal(text), "numbers go from 1 to 9999", "{text}");
        }
        for text in ["", "-3", "3-", "1-2-3", "+1", "1–2", "1,2", "one"] {
            assert_eq!(
                refusal(text),
                "write a number, or a range as 1-10",
                "{text}"
            );
        }
        assert_eq!(refusal("4-1"), "the range goes down: write 1-4");
    }
}
