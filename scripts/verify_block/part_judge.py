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
    """What was found in a part of `size` bytes; `root` is None if not all of it could be read."""

    tally: Tally
    size: int
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
        roots: list[bytes] = []
        is_whole = True
        chunks = self.cutter.chunks(data, task.first, task.units, task.path.name.endswith(ZSTD), tally.findings)
        for number, rows in enumerate(chunks):
            if rows is None:
                is_whole = False
                continue
            roots.append(merkle.root([*map(merkle.leaf_hash, rows)]))
            self.judge_rows(rows, task.first + number * CHUNK_UNITS, task, tally)
        root = merkle.root(roots) if is_whole else None
        return PartResult(tally, len(data), hashlib.sha256(data).hexdigest(), root)

    def judge_rows(self, rows: list[bytes], first: int, task: PartTask, tally: Tally) -> None:
        """Judge the rows of a chunk that starts with a unit."""
        for unit, row in enumerate(rows, start=first):
            counts = self.reader.read(row, unit, tally)
            if self.plan and task.outcomes:
                self.judge_by_seed(row, unit, task.outcomes[unit - task.first], counts, self.plan, tally)

    def judge_by_seed(
        self, row: bytes, unit: int, outcome: int, counts: tuple[int, ...] | None, plan: Plan, tally: Tally
    ) -> None:
        """Judge what a row shows, and the row itself, by the outcome that the seed gives its unit."""
        if counts is not None:
            plan.judge(unit, outcome, counts, tally.findings)
        if self.rebuilder and unit in self.rebuild and row != self.rebuilder.row(unit, outcome):
            tally.findings.add("rebuild", unit)
