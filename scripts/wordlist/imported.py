"""Published lists of offensive words."""

from __future__ import annotations

import json
from pathlib import Path

from wordlist.archives import read_tar_member


def read_french_blocks(naughty_words: Path, badwords: Path) -> list[tuple[str, str]]:
    """Pairs of category and word of the two lists in French, in their order."""
    second = read_tar_member(badwords, "package/list.txt").splitlines()
    return read_ldnoobw(naughty_words, "fr") + [("badwords", word) for word in second]


def read_english_blocks(naughty_words: Path, badwords: Path) -> list[tuple[str, str]]:
    """Pairs of category and word of the two lists in English, in their order."""
    script = read_tar_member(badwords, "package/lib/array.js")
    second = json.loads(script.partition("=")[2].strip().rstrip(";"))
    return read_ldnoobw(naughty_words, "en") + [("badwords", word) for word in second]


def read_ldnoobw(naughty_words: Path, language: str) -> list[tuple[str, str]]:
    """Pairs of category and word of the "list of dirty, naughty, obscene words" of a language."""
    words = json.loads(read_tar_member(naughty_words, f"package/{language}.json"))
    return [("ldnoobw", word) for word in words]
