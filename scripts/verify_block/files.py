"""How a block lies in files: sections 1 and 2."""

from __future__ import annotations

PART_UNITS = 1 << 17
CHUNK_UNITS = 1 << 13
PLAIN, ZSTD = ".csv", ".csv.zst"


def part_name(number: int, suffix: str) -> str:
    """The file of a part, by its number from 1."""
    return f"units-{number:04}{suffix}"


def names_of_part(number: int) -> tuple[str, str]:
    """The files that a part may be, without compression or with."""
    return part_name(number, PLAIN), part_name(number, ZSTD)
