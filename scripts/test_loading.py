"""Runs the commands of docs/loading.md, as they stand there, on blocks that `emission` makes.

EMISSION=target/checked/emission python3 -m unittest discover -s scripts -p 'test_loading.py'

Needs Debian's postgresql, sqlite3 and zstd, and the command `duckdb`. The PostgreSQL server is the test's own: its data are in
a temporary folder, it listens on a socket there and nowhere else, and it is stopped at the end.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
from collections.abc import Callable
from functools import cache
from glob import glob
from pathlib import Path

from scaled_game import scaled

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = (ROOT / "docs" / "loading.md").read_text(encoding="utf-8")
GAME = (ROOT / "src" / "game" / "maxi_mots_croises.toml").read_text(encoding="utf-8")
EMISSION = os.environ.get("EMISSION")
BLOCK = Path("out/emission-0001/block-0001")
UNITS_OF_PARTS = 150_000
"""Units of a block of two parts, the second of which starts with a header too."""
UNITS_OF_A_FEW = 3_000

# ------------------------------------------------------------------------------------- the document


def commands(heading: str) -> list[str]:
    """The commands under a heading of the document, block by block, each after those that all share."""
    intro, *sections = re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)
    (section,) = [text for text in sections if text.startswith(f"{heading}\n")]
    fence = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    (shared,) = fence.findall(intro)
    return [shared + block for block in fence.findall(section)]


# ------------------------------------------------------------------------------------------- blocks


@cache
def made_block(units: int) -> tuple[tempfile.TemporaryDirectory[str], str]:
    """A folder with a block of fewer units, and the definition of its game."""
    folder = tempfile.TemporaryDirectory(prefix="emission-loading-")
    definition = scaled(GAME, 3_000_000 // units)
    Path(folder.name, "game.toml").write_text(definition, encoding="utf-8")
    command = [str(Path(EMISSION or "").resolve()), "generate", "--quiet", "--game", "game.toml"]
    subprocess.run(command, cwd=folder.name, stdout=subprocess.DEVNULL, check=True)
    return folder, definition


def prize_table(definition: str) -> list[tuple[int, int, int, int]]:
    """Prize in cents, lots declared, lots found and their cents, highest prize first, as a game says."""
    tiers = tomllib.loads(definition)["tiers"]
    lines = [(tier["prize_cents"], tier["lots"]) for tier in tiers]
    return [(cents, lots, lots, cents * lots) for cents, lots in sorted(lines, reverse=True)]


COLUMNS = ("unit", "prize_cents", "letters", "grid_1", "grid_2", "words_1", "words_2", "nonce")
Row = dict[str, str]


def changed(column: str, change: Callable[[str], str]) -> Callable[[Row], Row]:
    """A row with another value in one column."""
    return lambda row: {**row, column: change(row[column])}


WRONG: dict[str, tuple[str, Callable[[Row], Row]]] = {
    "unit_in_range": ("unit 0", changed("unit", lambda _: "0")),
    "unit_in_range ": ("a unit beyond the last", changed("unit", lambda _: "3000001")),
    "unit_number": ("a unit that is there already", changed("unit", lambda _: "1")),
    "unit_letters": ("a letter too few", changed("letters", lambda letters: letters[1:])),
    "unit_letters ": ("a small letter", changed("letters", str.lower)),
    "unit_letters_differ": ("a letter twice", changed("letters", lambda text: text[1] + text[1:])),
    "unit_grid_1": ("a cell too many", changed("grid_1", lambda cells: cells + ".")),
    "unit_grid_2": ("a cell of no kind", changed("grid_2", lambda cells: "?" + cells[1:])),
    "unit_words_1": ("more words than pay", changed("words_1", lambda _: "10")),
    "unit_words_2": ("fewer words than none", changed("words_2", lambda _: "-1")),
    "unit_nonce": ("a nonce in capitals", changed("nonce", lambda nonce: "A" + nonce[1:])),
    "unit_nonce ": ("a nonce too short", changed("nonce", lambda nonce: nonce[1:])),
    "unit_pays": ("a prize that the words don't pay", changed("prize_cents", lambda _: "25000000")),
    "unit_prize": (
        "a prize that words pay and the table lacks",
        lambda row: {**row, "prize_cents": "00002500", "words_1": "4", "words_2": "2"},
    ),
    "null": ("no nonce at all", changed("nonce", lambda _: "")),
}
"""The constraint that a wrong row breaks, as PostgreSQL names it, what the row is, and how it is made."""


def put_wrong_row(block: Path, right: bytes, change: Callable[[Row], Row]) -> None:
    """Write the block's part with its 1,000th row changed. Its unit wins nothing by itself."""
    lines = right.decode().splitlines()
    row = change(dict(zip(COLUMNS, lines[1_000].split(","), strict=True)))
    lines[1_000] = ",".join(row.values())
    part = block / "units-0001.csv.zst"
    content = ("\n".join(lines) + "\n").encode()
    packed = subprocess.run(["zstd", "-q", "-c"], input=content, capture_output=True, check=True)
    part.write_bytes(packed.stdout)


# ------------------------------------------------------------------------------------------ servers


def as_postgres(*command: str) -> None:
    """Run a command as PostgreSQL's own user, as root may not run it; say what it said if it fails."""
    as_user = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    done = subprocess.run(
        [*as_user, *command], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")


def start_server(test: type[unittest.TestCase]) -> dict[str, str]:
    """A server for the tests of a class; the variables that `psql` finds it by."""
    programs = Path(sorted(glob("/usr/lib/postgresql/*/bin"))[-1])
    folder = Path(tempfile.mkdtemp(prefix="emission-pg-"))
    test.addClassCleanup(shutil.rmtree, folder)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data, log = folder / "data", folder / "log"
    as_postgres(str(programs / "initdb"), "--no-sync", "--auth=trust", "--username=postgres", f"--pgdata={data}")
    control = (str(programs / "pg_ctl"), "-w", f"--pgdata={data}")
    settings = f"-k {folder} -c listen_addresses= -c fsync=off"
    test.addClassCleanup(stop_server, control)
    as_postgres(*control, f"--log={log}", f"--options={settings}", "start")
    return {"PGHOST": str(folder), "PGUSER": "postgres", "PGDATABASE": "postgres"}


def stop_server(control: tuple[str, ...]) -> None:
    """Stop the server, which may not have started."""
    try:
        as_postgres(*control, "--mode=immediate", "stop")
    except RuntimeError as error:
        print(error, file=sys.stderr)


# -------------------------------------------------------------------------------------------- tests


class DocumentTest(unittest.TestCase):
    def test_the_ladder_is_the_game_s(self) -> None:
        steps = {step["words"]: step["prize_cents"] for step in tomllib.loads(GAME)["ladder"]}
        ladder = [steps.get(words, 0) for words in range(max(steps) + 1)]
        found = re.findall(r"\[((?:\d+, )+\d+)\]", DOCUMENT)
        self.assertEqual(len(found), 6)
        for numbers in found:
            self.assertEqual([int(number) for number in numbers.split(", ")], ladder)

    def test_the_figures_of_a_whole_block(self) -> None:
        totals = tomllib.loads(GAME)["totals"]
        lots, cents = totals["lots"], totals["prizes_cents"]
        self.assertIn(f" {lots} | {lots} | {cents}\n", DOCUMENT)
        self.assertIn(f"{lots:,} lots and {cents // 100:,} €", DOCUMENT)


@unittest.skipUnless(EMISSION, "needs EMISSION, the command's path")
class LoadingCase(unittest.TestCase):
    """Commands of the document, run in a folder with a block."""

    variables: dict[str, str] = {}

    def folder_with_block(self, units: int) -> tuple[Path, str]:
        """A folder that goes with the test, with a block of so many units; the block's game."""
        made, definition = made_block(units)
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(Path(made.name, "out"), folder / "out")
        return folder, definition

    def bash(self, folder: Path, script: str) -> subprocess.CompletedProcess[str]:
        """Run a script that ends at its first error."""
        tools = str(Path(sys.executable).parent)
        environment = {**os.environ, **self.variables, "PATH": f"{tools}:{os.environ['PATH']}"}
        command = ["bash", "-euo", "pipefail", "-c", script]
        return subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    def succeeds(self, folder: Path, script: str) -> str:
        """Run a script that must succeed and complain of nothing; its output."""
        done = self.bash(folder, script)
        self.assertEqual((done.returncode, done.stderr), (0, ""), script)
        return done.stdout

    def rows(self, folder: Path, client: str, query: str) -> list[tuple[int, ...]]:
        """The numbers that a query gives."""
        output = self.succeeds(folder, f"{client} '{query}'")
        return [tuple(int(field) for field in line.split("|")) for line in output.splitlines()]

    def each_wrong_block(self, check: Callable[[Path, str], None]) -> None:
        """Check a folder with a small block, one row of which is wrong, and the constraint that it breaks."""
        folder, _ = self.folder_with_block(UNITS_OF_A_FEW)
        part = folder / BLOCK / "units-0001.csv.zst"
        right = subprocess.run(["zstdcat", str(part)], capture_output=True, check=True).stdout
        for constraint, (what, change) in WRONG.items():
            with self.subTest(what):
                put_wrong_row(folder / BLOCK, right, change)
                check(folder, constraint.strip())


class PostgresqlTest(LoadingCase):
    """The tables are made anew in a schema of their own for each test."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.variables = start_server(cls)

    def setUp(self) -> None:
        schema = "drop schema public cascade; create schema public"
        self.succeeds(Path("/"), f"psql -q -c 'set client_min_messages = error; {schema}'")

    def test_a_block_of_two_parts(self) -> None:
        folder, definition = self.folder_with_block(UNITS_OF_PARTS)
        make, load, look = commands("PostgreSQL")
        self.assertEqual(self.succeeds(folder, make), "")
        self.assertEqual(self.succeeds(folder, load), "")
        client = "psql -At -c"
        self.assertEqual(self.rows(folder, client, "select * from prize_table"), prize_table(definition))
        self.assertEqual(self.rows(folder, client, "select count(*) from unit"), [(UNITS_OF_PARTS,)])
        totals = tomllib.loads(definition)["totals"]
        shown = self.succeeds(folder, look)
        self.assertRegex(shown, rf"\n +{totals['lots']} +\| +{totals['lots']} +\| +{totals['prizes_cents']}\n")

    def test_wrong_rows(self) -> None:
        make, load, _ = commands("PostgreSQL")

        def check(folder: Path, constraint: str) -> None:
            self.setUp()
            self.succeeds(folder, make)
            done = self.bash(folder, load)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, rf'constraint "{constraint}"|violates not-{constraint} constraint')
            self.assertRegex(done.stderr, r"COPY unit, line 1001|Key \(prize_cents\)=\(2500\)")
            self.assertEqual(self.rows(folder, "psql -At -c", "select count(*) from unit"), [(0,)])

        self.each_wrong_block(check)

    def test_a_part_of_other_columns(self) -> None:
        folder, _ = self.folder_with_block(UNITS_OF_A_FEW)
        part = folder / BLOCK / "units-0001.csv.zst"
        self.succeeds(
            folder, f"zstdcat {part} | sed '1s/words_1/words/' | zstd -q -f -o {part}.new; mv {part}.new {part}"
        )
        make, load, _ = commands("PostgreSQL")
        self.succeeds(folder, make)
        done = self.bash(folder, load)
        self.assertIn('column name mismatch in header line field 6: got "words", expected "words_1"', done.stderr)


class DuckdbTest(LoadingCase):
    def test_a_block_of_two_parts(self) -> None:
        folder, definition = self.folder_with_block(UNITS_OF_PARTS)
        load, look = commands("DuckDB")
        self.assertEqual(self.succeeds(folder, load), "")
        client = "duckdb -list -noheader block.duckdb"
        self.assertEqual(self.rows(folder, client, "select * from prize_table"), prize_table(definition))
        self.assertEqual(self.rows(folder, client, "select count(*) from unit"), [(UNITS_OF_PARTS,)])
        self.assertIn("25000000", self.succeeds(folder, look))

    def test_wrong_rows(self) -> None:
        load, _ = commands("DuckDB")

        def check(folder: Path, constraint: str) -> None:
            (folder / "block.duckdb").unlink(missing_ok=True)
            done = self.bash(folder, load)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, "Constraint Error", constraint)
            client = "duckdb -list -noheader block.duckdb"
            self.assertEqual(self.rows(folder, client, "select count(*) from unit"), [(0,)])

        self.each_wrong_block(check)


class SqliteTest(LoadingCase):
    def test_a_block_of_two_parts(self) -> None:
        folder, definition = self.folder_with_block(UNITS_OF_PARTS)
        make, load, look = commands("SQLite")
        self.assertEqual(self.succeeds(folder, make), "")
        self.assertEqual(self.succeeds(folder, load), "")
        client = "sqlite3 block.sqlite"
        self.assertEqual(self.rows(folder, client, "select * from prize_table"), prize_table(definition))
        self.assertTrue(self.succeeds(folder, look).endswith(f"\n{UNITS_OF_PARTS}\n"))

    def test_wrong_rows(self) -> None:
        make, load, look = commands("SQLite")

        def check(folder: Path, _: str) -> None:
            (folder / "block.sqlite").unlink(missing_ok=True)
            self.succeeds(folder, make)
            done = self.bash(folder, load)
            self.assertRegex(done.stderr, r":1001: INSERT failed: .* constraint failed")
            self.assertTrue(self.succeeds(folder, look).endswith(f"\n{UNITS_OF_A_FEW - 1}\n"))

        self.each_wrong_block(check)


if __name__ == "__main__":
    unittest.main()
