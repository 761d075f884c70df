"""What DuckDB and Polars read of a Parquet block is what Python's csv reads of the CSV block that the same seed gives.

scripts/test runs it, with EMISSION=target/checked/emission, the built command.
"""

from __future__ import annotations

import csv
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import duckdb
import polars

EMISSION = Path(os.environ.get("EMISSION", "target/checked/emission")).resolve()
SEED = f"emission-seed-1:{'0b' * 32}\n"

# One whole part; then two row groups, the second of them short.
UNITS = 131_072 + 8_192 + 100
# Lots of each prize in cents.
PRIZES = {25_000_000: 1, 1_500: 300, 1_000: 3_000, 500: 20_000}
GAME = f"""
name = "Databases"
currency = "EUR"
units_per_block = {UNITS}
unit_price_cents = 500
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
revealed_letters = 18
ladder = [
    {{ words = 2, prize_cents = 500 }}, {{ words = 3, prize_cents = 1_000 }}, {{ words = 9, prize_cents = 12_500_000 }}
]
tiers = [
    {{ prize_cents = 25_000_000, lots = 1, ways = [{{ words = [9, 9], lots = 1 }}] }},
    {{ prize_cents = 1_500, lots = 300, ways = [{{ words = [3, 2], lots = 300 }}] }},
    {{ prize_cents = 1_000, lots = 3_000, ways = [{{ words = [3], lots = 2_000 }}, {{ words = [2, 2], lots = 1_000 }}] }},
    {{ prize_cents = 500, lots = 20_000, ways = [{{ words = [2], lots = 20_000 }}] }},
]
totals = {{ lots = {sum(PRIZES.values())}, prizes_cents = {sum(prize * lots for prize, lots in PRIZES.items())} }}

[grids]
count = 2
rows = 11
columns = 11
words = 18
min_length = 3
max_length = 9
combination = "sum"
"""

COLUMNS = ["unit", "prize_cents", "letters", "grid_1", "grid_2", "words_1", "words_2", "nonce"]
NUMBERS = {"unit", "prize_cents", "words_1", "words_2"}


def emission(folder: Path, *args: str) -> None:
    subprocess.run([EMISSION, "-q", *args], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def csv_rows(block: Path) -> list[tuple[int | str, ...]]:
    """All rows of a block's CSV parts, numbers as numbers."""
    rows = []
    for part in sorted(block.glob("units-*.csv")):
        with part.open(newline="") as file:
            for row in csv.DictReader(file):
                rows.append(tuple(int(row[name]) if name in NUMBERS else row[name] for name in COLUMNS))
    return rows


class Databases(unittest.TestCase):
    """One block, made as CSV and as Parquet."""

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        (cls.folder / "game.toml").write_text(GAME)
        seed = cls.folder / "emission.seed"
        seed.write_text(SEED)
        seed.chmod(0o600)
        game = ("--game", "game.toml")
        emission(cls.folder, "generate", *game, "--out", "csv", "--compression", "none")
        emission(cls.folder, "generate", *game, "--out", "parquet", "--format", "parquet")
        emission(cls.folder, "verify", *game, "csv", "parquet")
        cls.rows = csv_rows(cls.folder / "csv/emission-0001/block-0001")
        cls.parts = str(cls.folder / "parquet/emission-0001/block-0001/units-*.parquet")

    def test_the_csv_has_all_units(self) -> None:
        """The other tests compare with something."""
        self.assertEqual([row[0] for row in self.rows], list(range(1, UNITS + 1)))

    def test_duckdb_reads_what_the_csv_says(self) -> None:
        """Equal values in every row, of whole types."""
        found = duckdb.sql(f"FROM '{self.parts}' ORDER BY unit")
        self.assertEqual(found.columns, COLUMNS)
        text = "VARCHAR"
        types = ["UINTEGER", "BIGINT", text, text, text, "UTINYINT", "UTINYINT", text]
        self.assertEqual([str(kind) for kind in found.types], types)
        self.assertEqual(found.fetchall(), self.rows)

    def test_polars_reads_what_the_csv_says(self) -> None:
        """Equal values in every row, of whole types."""
        found = polars.read_parquet(self.parts).sort("unit")
        text = polars.String
        types = [polars.UInt32, polars.Int64, text, text, text, polars.UInt8, polars.UInt8, text]
        self.assertEqual(dict(found.schema), dict(zip(COLUMNS, types, strict=True)))
        self.assertEqual(found.rows(), self.rows)

    def test_the_prize_table_is_a_query(self) -> None:
        """Both count the game's lots."""
        query = "SELECT prize_cents, count(*) FROM '{}' WHERE prize_cents > 0 GROUP BY ALL"
        self.assertEqual(dict(duckdb.sql(query.format(self.parts)).fetchall()), PRIZES)
        winning = polars.scan_parquet(self.parts).filter(polars.col("prize_cents") > 0)
        self.assertEqual(dict(winning.group_by("prize_cents").len().collect().rows()), PRIZES)

    def test_what_statistics_pass_over_is_not_there(self) -> None:
        """Filters on every column find what a search in all rows finds: the statistics hide nothing."""
        winner = next(row for row in self.rows if row[1] == max(PRIZES))
        for row in (self.rows[0], self.rows[8_191], self.rows[8_192], self.rows[-1], winner):
            for index, column in enumerate(COLUMNS):
                units = [other[0] for other in self.rows if other[index] == row[index]]
                value = row[index] if column in NUMBERS else f"'{row[index]}'"
                found = duckdb.sql(f"SELECT unit FROM '{self.parts}' WHERE {column} = {value} ORDER BY unit")
                self.assertEqual([unit for (unit,) in found.fetchall()], units, column)
                found = polars.scan_parquet(self.parts).filter(polars.col(column) == row[index]).select("unit")
                self.assertEqual(found.sort("unit").collect()["unit"].to_list(), units, column)

    def test_duckdb_sees_statistics_of_every_column(self) -> None:
        """A least and a greatest value, no nulls, and zstd, in every column of every row group."""
        metadata = duckdb.sql(f"FROM parquet_metadata('{self.parts}')")
        columns = "row_group_num_rows, path_in_schema, compression, stats_null_count, stats_min_value, stats_max_value"
        for rows, name, codec, nulls, least, greatest in metadata.select(columns).fetchall():
            self.assertIn(rows, (8_192, 100))
            self.assertEqual((codec, nulls), ("ZSTD", 0), name)
            self.assertIsNotNone(least, name)
            self.assertIsNotNone(greatest, name)
        self.assertEqual(len(metadata), (16 + 2) * len(COLUMNS))

    def test_converted_parts_are_the_generated_ones(self) -> None:
        """Either way, byte for byte."""
        game = ("--game", "game.toml")
        for start, kind, there in (("csv", "parquet", "parquet"), ("parquet", "csv", "csv")):
            block = f"{start}/emission-0001/block-0001"
            more = ("--compression", "none") if kind == "csv" else ()
            emission(self.folder, "convert", block, *game, "--format", kind, *more, "--out", f"to-{kind}")
            names = sorted(path.name for path in (self.folder / there / "emission-0001/block-0001").iterdir())
            for name in names:
                right = self.folder / there / "emission-0001/block-0001" / name
                found = self.folder / f"to-{kind}/emission-0001/block-0001" / name
                self.assertEqual(found.read_bytes(), right.read_bytes(), name)


if __name__ == "__main__":
    unittest.main()
