"""All that the archives hold, read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wordlist.archives import PACKAGES, obtain
from wordlist.imported import read_imported_blocks
from wordlist.lexique import Row, read_lexique
from wordlist.wordfreq import Centizipf, read_wordfreq


class Sources(NamedTuple):
    """All that comes from the archives."""

    rows: list[Row]
    zipf: Centizipf
    imported: list[tuple[str, str]]


def read_sources(cache: Path) -> Sources:
    """Get the archives and read them."""
    paths = {name: obtain(package, cache) for name, package in PACKAGES.items()}
    return Sources(
        rows=read_lexique(paths["lexique"]),
        zipf=read_wordfreq(paths["wordfreq"]),
        imported=read_imported_blocks(paths["naughty-words"], paths["french-badwords-list"]),
    )
