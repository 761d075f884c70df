//! What people may type: the one definition behind parsing, `--help`, completions and man pages.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};

/// Place in `--help` of the option that all commands have.
const LAST: usize = 900;

/// Makes the blocks of an instant-win crossword game, offline, and proves that they are right
#[derive(Debug, Parser)]
#[command(name = "emission", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    /// Print results and errors only: no notes, no progress
    #[arg(long, short, global = true, display_order = LAST)]
    pub(super) quiet: bool,
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  emission game check my_game.toml    say all that is wrong with a definition

Exit codes: 0 all is well, 1 a check found something, 2 the command could not run.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check or show a game's definition
    #[command(subcommand)]
    Game(GameCommand),
    /// Make keys that sign blocks
    #[command(subcommand)]
    Key(KeyCommand),
    /// Make seeds that blocks follow from
    #[command(subcommand)]
    Seed(SeedCommand),
    /// Print the completions of a shell
    Completions(CompletionsArgs),
    /// Print the man page, or write one for each command
    Man(ManArgs),
}

/// The commands of `emission game`.
#[derive(Debug, Subcommand)]
pub(super) enum GameCommand {
    /// Say all that is wrong with a definition
    Check(GameCheckArgs),
    /// Show the rules and the prize table of a definition
    Show(GameShowArgs),
}

/// Arguments of `emission game check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  emission game check                          the definition that is built in
  emission game check my_game.toml
  emission game check my_game.toml --words my_words.txt --json

Exits with 1 when there is a finding.")]
pub(super) struct GameCheckArgs {
    /// Definition of the game [default: Maxi Mots Croisés, built in]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) file: Option<PathBuf>,
    /// Word list that must fill the grids, one word a line [default: French, built in]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
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
  emission game show my_game.toml --json
  emission game show --canonical | sha256sum   the `game_sha256` of a manifest")]
pub(super) struct GameShowArgs {
    /// Definition of the game [default: Maxi Mots Croisés, built in]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) file: Option<PathBuf>,
    /// Print the rules and the prize table as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Print the canonical bytes, whose SHA-256 is a manifest's `game_sha256`
    #[arg(long, conflicts_with = "json")]
    pub(super) canonical: bool,
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
        value_hint = ValueHint::FilePath
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
        value_hint = ValueHint::FilePath
    )]
    pub(super) seed_file: PathBuf,
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
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_has_no_contradiction() {
        Arguments::command().debug_assert();
    }
}
