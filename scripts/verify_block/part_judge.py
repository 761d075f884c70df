"""Judges one part of a block: its bytes, its units, and what a seed says of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify_block import merkle
from verify_block.files import CHUNK_UNITS, ZSTD
from verify_block.parts import PartCutter
from verify_block.rebuild import Rebuilder
from verify_block.rules import Rules
from verify_block.seed import Plan
from verify_block.units import Tally, UnitReader


@dataclass(frozen=True)
class PartTask:
    """A part to judge: its file, its units, and what the manifest and the seed say of them.

    `outcomes` has a byte a unit, or is None without a seed.
    """

    path: Path
    first: int
    units: int
    listed: dict[str, Any] | None
    outcomes: bytes | None


@dataclass
class PartResult:
    """What was found in a part; `root` is None if not all of it could be read."""

    tally: Tally
    bytes: int
    sha256: str
    root: bytes | None


class PartJudge:
    """Judges parts by rules and, if there is a plan, by a seed; `rebuild` has the units to make again."""

    def __init__(self, rules: Rules, plan: Plan | None, rebuild: range) -> None:
        self.reader = UnitReader(rules)
        self.cutter = PartCutter(self.reader)
        self.plan = plan
        self.rebuild = rebuild
        self.rebuilder = Rebuilder(plan) if plan and rebuild else None

    def judge(self, task: PartTask) -> PartResult:
        """Judge a part whole."""
        data = task.path.read_bytes()
        tally = Tally()
        roots: list[bytes | None] = []
        chunks = self.cutter.chunks(data, task.first, task.units, task.path.name.endswith(ZSTD), tally.findings)
        for number, rows in enumerate(chunks):
            roots.append(None if rows is None else merkle.root([*map(merkle.leaf_hash, rows)]))
            self.judge_rows(rows or [], task.first + number * CHUNK_UNITS, task, tally)
        root = merkle.root(roots) if all(roots) else None
        return PartResult(tally, len(data), hashlib.sha256(data).hexdigest(), root)

    def judge_rows(self, rows: list[bytes], first: int, task: PartTask, tally: Tally) -> None:
        """Judge the rows of a chunk that starts with a unit."""
        if self.plan is None:
            for unit, row in enumerate(rows, start=first):
                self.reader.read(row, unit, tally)
            return
        for unit, row in enumerate(rows, start=first):
            self.judge_with_seed(row, unit, task.outcomes[unit - task.first], tally)

    def judge_with_seed(self, row: bytes, unit: int, outcome: int, tally: Tally) -> None:
        """Judge a row, by the outcome that the seed gives its unit too."""
        counts = self.reader.read(row, unit, tally)
        if counts is not None:
            self.plan.judge(unit, outcome, counts, tally.findings)
        if unit in self.rebuild and row != self.rebuilder.row(unit, outcome):
            tally.findings.add("rebuild", unit)
