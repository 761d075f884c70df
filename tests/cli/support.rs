//! A folder of its own for each test, and `emission` run in it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A game that is made in an instant: the rules of Maxi Mots Croisés, 300 units, three tiers.
pub(crate) const TINY: &str = include_str!("tiny.toml");

/// A definition with fewer units, and as many times fewer lots of each way, one at least.
pub(crate) fn scaled(definition: &str, divisor: i64) -> String {
    let mut game: toml::Table = definition.parse().unwrap();
    let units = game["units_per_block"].as_integer().unwrap();
    game["units_per_block"] = (units / divisor).into();
    let (mut all_lots, mut all_cents) = (0, 0);
    for tier in game["tiers"].as_array_mut().unwrap() {
        let mut lots = 0;
        for way in tier["ways"].as_array_mut().unwrap() {
            let fewer = (way["lots"].as_integer().unwrap() / divisor).max(1);
            way["lots"] = fewer.into();
            lots += fewer;
        }
        tier["lots"] = lots.into();
        all_lots += lots;
        all_cents += lots * tier["prize_cents"].as_integer().unwrap();
    }
    game["totals"]["lots"] = all_lots.into();
    game["totals"]["prizes_cents"] = all_cents.into();
    toml::to_string(&game).unwrap()
}

/// A folder that goes with the test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with the definition of the tiny game, `tiny.toml`.
    pub(crate) fn with_tiny_game() -> Self {
        let folder = Self::new();
        folder.write("tiny.toml", TINY);
        folder
    }

    /// The same with a block of it, in plain CSV, which is the same in every run.
    pub(crate) fn with_tiny_block() -> Self {
        let folder = Self::with_tiny_game();
        folder.write_seed();
        folder
            .run("--quiet generate --game tiny.toml --compression none")
            .succeeds();
        folder
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Writes the seed `emission.seed`, always the same.
    pub(crate) fn write_seed(&self) {
        let seed = format!("emission-seed-1:{}\n", "5b".repeat(32));
        self.write_secret("emission.seed", &seed);
    }

    /// Writes a file that its owner alone may read.
    pub(crate) fn write_secret(&self, name: &str, text: &str) {
        self.write(name, text);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o600)).unwrap();
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Permission bits of a file.
    pub(crate) fn mode(&self, name: &str) -> u32 {
        fs::metadata(self.path(name)).unwrap().permissions().mode() & 0o7777
    }

    /// The names in it or in a folder of it, hidden ones too.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// `emission`, to be run in this folder with no terminal and no wish for colours.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        self.shell(env!("CARGO_BIN_EXE_emission"), args)
    }

    /// Any program, to be run in this folder.
    pub(crate) fn shell<A: AsRef<OsStr>>(
        &self,
        program: &str,
        args: impl IntoIterator<Item = A>,
    ) -> Command {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(self.0.path())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null());
        command
    }

    /// Runs `emission` with arguments separated by blanks.
    pub(crate) fn run(&self, args: &str) -> Run {
        self.command(args.split_whitespace())
            .output()
            .unwrap()
            .into()
    }
}

/// How a command ended, and what it said.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Expects success; gives standard output.
    #[track_caller]
    pub(crate) fn succeeds(self) -> String {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self.stdout
    }

    /// Expects exit code 2, no output, and exactly these errors.
    #[track_caller]
    pub(crate) fn fails(&self, errors: &[&str]) {
        let lines: Vec<&str> = self.stderr.lines().collect();
        let errors: Vec<String> = errors
            .iter()
            .map(|error| format!("error: {error}"))
            .collect();
        assert_eq!(lines, errors);
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""));
    }
}
