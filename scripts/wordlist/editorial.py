"""The hand-written files: what people decided about single words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from wordlist import BuildError
from wordlist.spelling import is_lemma, is_spelling

CATEGORIES = (
    "vulgaire",
    "sexuel",
    "insulte",
    "handicap",
    "raciste",
    "religion",
    "violence",
    "mort",
    "maladie",
    "drogue",
    "alcool_tabac",
    "jeu_argent",
    "politique",
    "marque",
)
"""The headings of block_fr.txt and block_en.txt. Readers of the block list treat some of them more
strictly, so that a mistyped heading must not pass."""


class Entry(NamedTuple):
    """One word of an editorial file, and the file and line where it stands."""

    word: str
    place: str
    category: str = ""


class Editorial(NamedTuple):
    """The hand-made decisions, one file each."""

    allow: frozenset[str]
    """Spellings that the block list must not take up on its own: ordinary words."""
    exclude: frozenset[str]
    """Spellings kept out of the word list for quality: names, abbreviations, rare words."""
    keep: frozenset[str]
    """Spellings kept although they read as a conjugated form more often than not."""
    extra: list[Entry]
    """Lemmas that the sources lack or rank too low."""
    block: list[Entry]
    """Lemmas to block, each with its category."""


def read_editorial(folder: Path, language: str) -> Editorial:
    """Read and check the editorial files of a language."""
    return Editorial(
        allow=read_spellings(folder / f"allow_{language}.txt"),
        exclude=read_spellings(folder / f"exclude_{language}.txt"),
        keep=read_spellings(folder / f"keep_{language}.txt"),
        extra=read_lemmas(folder / f"extra_{language}.txt"),
        block=read_block_entries(folder / f"block_{language}.txt"),
    )


def read_spellings(path: Path) -> frozenset[str]:
    """The words of a file of spellings."""
    return frozenset(
        entry.word
        for place, line in content_lines(path)
        for entry in line_entries(line, place, is_spelling, "capitals A to Z, without accents")
    )


def read_lemmas(path: Path) -> list[Entry]:
    """The words of a file of lemmas, in the file's order."""
    return [entry for place, line in content_lines(path) for entry in lemma_entries(line, place)]


def read_block_entries(path: Path) -> list[Entry]:
    """The words of the block file, in the file's order, each with the category it stands under."""
    category = ""
    entries = []
    for place, line in content_lines(path):
        if line.startswith("["):
            category = block_category(line, place)
            continue
        if not category:
            raise BuildError(f"{place}: a word before any heading; write a [category] above it")
        entries += [entry._replace(category=category) for entry in lemma_entries(line, place)]
    return entries


def block_category(line: str, place: str) -> str:
    """The category that a heading such as `[mort]` names."""
    heading = re.fullmatch(r"\[(\w+)\]", line)
    if not heading or heading[1] not in CATEGORIES:
        raise BuildError(
            f"{place}: {line!r} is not a heading; write one of these in brackets: "
            + ", ".join(CATEGORIES)
        )
    return heading[1]


def lemma_entries(line: str, place: str) -> Iterator[Entry]:
    """The lemmas of one line."""
    return line_entries(line, place, is_lemma, "lower-case letters, with accents")


def line_entries(
    line: str, place: str, is_valid: Callable[[str], bool], expected: str
) -> Iterator[Entry]:
    """The words of one line, each of them checked."""
    for word in line.split():
        if not is_valid(word):
            raise BuildError(f"{place}: {word!r} is malformed; write {expected}, spaces between")
        yield Entry(word, place)


def content_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Pairs of place and text of the lines that are neither empty nor a `#` comment."""
    for number, raw in enumerate(path.read_bytes().split(b"\n"), start=1):
        place = f"{path}:{number}"
        try:
            line = raw.decode("utf-8").strip()
        except UnicodeDecodeError:
            raise BuildError(f"{place}: not UTF-8; save the file in that encoding") from None
        if line and not line.startswith("#"):
            yield place, line
