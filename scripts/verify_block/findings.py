"""What a verifier finds: kinds of section 13, each with its count and the first units."""

from __future__ import annotations

from collections.abc import Iterable

FIRST_UNITS = 5


class Findings:
    """Counts of findings by kind, with the lowest unit numbers of each."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.units: dict[str, list[int]] = {}
        self.details: dict[str, str] = {}

    def add(self, kind: str, unit: int | None = None, detail: str = "", count: int = 1) -> None:
        """Count findings of a kind; of a unit, or with a detail of the first."""
        self.counts[kind] = self.counts.get(kind, 0) + count
        self.keep_units(kind, [] if unit is None else [unit])
        if detail:
            self.details.setdefault(kind, detail)

    def merge(self, other: Findings) -> None:
        """Add the findings of another collection, of other units."""
        for kind, count in other.counts.items():
            self.counts[kind] = self.counts.get(kind, 0) + count
            self.keep_units(kind, other.units.get(kind, []))
        for kind, detail in other.details.items():
            self.details.setdefault(kind, detail)

    def keep_units(self, kind: str, units: Iterable[int]) -> None:
        """Keep the lowest unit numbers of a kind."""
        kept = self.units.setdefault(kind, [])
        kept[:] = sorted({*kept, *units})[:FIRST_UNITS]

    def as_json(self) -> list[dict[str, object]]:
        """The findings as `--json` prints them, in the order in which they were made."""
        return [
            {"kind": kind, "count": count, "units": self.units[kind], "detail": self.details.get(kind)}
            for kind, count in self.counts.items()
        ]

    def __bool__(self) -> bool:
        return bool(self.counts)
