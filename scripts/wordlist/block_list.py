"""The French block list: what must never be printed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wordlist.editorial import Editorial
from wordlist.lexique import Row, group_by, is_infinitive
from wordlist.spelling import normalise

FULLY_CONJUGATED_CATEGORIES = frozenset({"vulgaire", "sexuel", "insulte", "raciste"})
"""Here every form of a verb is blocked. Elsewhere only infinitives and past participles are: other
forms neither enter the word list nor shock, and would block many an innocent homograph."""

INFLECTING = frozenset({"NOM", "ADJ", "ADV", "ONO", "VER"})
"""Parts of speech whose forms are blocked along with their lemma."""

HOMOGRAPH_PARTS_OF_SPEECH = frozenset({"NOM", "ADJ", "ADV", "PRE", "CON"})
HOMOGRAPH_PER_MILLION = 1.0
"""From here on a homograph of a blocked verb's form counts as an ordinary word."""

BLOCK_MIN_LETTERS = 2
"""A single letter is no word."""


class BlockList(NamedTuple):
    """The blocked spellings."""

    categories: dict[str, str]
    """Spelling to category, in the order in which they were added."""
    spared: list[str]
    """Forms of blocked verbs that stay free, being ordinary words too."""


def build_block_list(
    rows: Sequence[Row], imported: Iterable[tuple[str, str]], editorial: Editorial
) -> BlockList:
    """Expand the hand-written lemmas to their forms, then add the imported lists.

    A spelling's category is that of the first entry that names it; hand-written ones come first.
    """
    categories, verb_forms = expand_entries(rows, editorial)
    ordinary = ordinary_spellings(rows, {entry.word for entry in editorial.block})
    spared = add_verb_forms(categories, verb_forms, ordinary)
    add_imported(categories, imported, editorial.allow)
    long_enough = {
        spelling: category
        for spelling, category in categories.items()
        if len(spelling) >= BLOCK_MIN_LETTERS
    }
    return BlockList(long_enough, spared)


def expand_entries(
    rows: Iterable[Row], editorial: Editorial
) -> tuple[dict[str, str], dict[str, set[str]]]:
    """The categories of the entries and of their forms, and apart those of conjugated verb forms.

    Verb forms wait until all entries are known: many are ordinary words of another lemma.
    """
    rows_by_lemma = group_by(rows, lambda row: row.lemma)
    categories: dict[str, str] = {}
    verb_forms: dict[str, set[str]] = defaultdict(set)
    for entry in editorial.block:
        categories.setdefault(normalise(entry.word), entry.category)
        for row in rows_by_lemma.get(entry.word, ()):
            if not is_blocked_form(row, entry.category) or row.spelling in editorial.allow:
                continue
            if row.part_of_speech == "VER" and not is_infinitive(row):
                verb_forms[row.spelling].add(entry.category)
            else:
                categories.setdefault(row.spelling, entry.category)
    return categories, verb_forms


def is_blocked_form(row: Row, category: str) -> bool:
    """Whether a form of a lemma of this category is to be blocked."""
    if not row.spelling or row.part_of_speech not in INFLECTING:
        return False
    if row.part_of_speech != "VER" or category in FULLY_CONJUGATED_CATEGORIES:
        return True
    return "inf" in row.inflection or "par:pas" in row.inflection


def ordinary_spellings(rows: Sequence[Row], blocked_lemmas: set[str]) -> set[str]:
    """Spellings that are usual words of a lemma that is not blocked, as CAMERA is beside `camer`.

    Participles of blocked verbs don't count: Lexique lists them once more as adjectives.
    """
    participles = {
        row.form
        for row in rows
        if row.part_of_speech == "VER" and row.lemma in blocked_lemmas and "par:" in row.inflection
    }
    return {
        row.spelling
        for row in rows
        if row.part_of_speech in HOMOGRAPH_PARTS_OF_SPEECH
        and row.per_million >= HOMOGRAPH_PER_MILLION
        and row.lemma not in blocked_lemmas
        and row.form not in participles
    }


def add_verb_forms(
    categories: dict[str, str], verb_forms: Mapping[str, set[str]], ordinary: set[str]
) -> list[str]:
    """Add the conjugated forms that are not ordinary words; the ordinary ones are returned."""
    new_forms = [spelling for spelling in sorted(verb_forms) if spelling not in categories]
    for spelling in new_forms:
        if spelling not in ordinary:
            # Of two categories that share a form, the alphabet's first: any fixed rule would do.
            categories[spelling] = min(verb_forms[spelling])
    return [spelling for spelling in new_forms if spelling in ordinary]


def add_imported(
    categories: dict[str, str], imported: Iterable[tuple[str, str]], allow: frozenset[str]
) -> None:
    """Add the imported words, each with a plural, since those lists hold mostly singulars."""
    for category, word in imported:
        spelling = normalise(word)
        for form in (spelling, spelling + "S"):
            if spelling and not {spelling, form} & allow:
                categories.setdefault(form, category)
