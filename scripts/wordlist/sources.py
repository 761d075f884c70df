"""All that the archives of the French lists hold, read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wordlist.archives import obtain
from wordlist.imported import read_french_blocks
from wordlist.lexique import Row, read_lexique
from wordlist.wordfreq import Centizipf, read_wordfreq


class Sources(NamedTuple):
    """All that comes from the archives."""

    rows: list[Row]
    zipf: Centizipf
    imported: list[tuple[str, str]]


def read_sources(cache: Path) -> Sources:
    """Get the archives and read them."""
    return Sources(
        rows=read_lexique(obtain("lexique", cache)),
        zipf=read_wordfreq(obtain("wordfreq", cache), "fr"),
        imported=read_french_blocks(
            obtain("naughty-words", cache), obtain("french-badwords-list", cache)
        ),
    )
