"""WordNet 3.1: which English words are nouns, verbs, adjectives and adverbs, and how often each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from wordlist.archives import read_tar_member

PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
SENSE_TYPES = {"1": "noun", "2": "verb"}
"""The digit behind the `%` of a sense's key, of the two parts of speech whose use is compared."""


class WordNet(NamedTuple):
    """What WordNet says of its lemmas."""

    parts_of_speech: Mapping[str, frozenset[str]]
    """Lemma to its parts of speech; a lemma is the singular, the infinitive, the positive."""
    uses: Mapping[str, Mapping[str, int]]
    """Lemma to how often WordNet's tagged texts use it as a noun, and as a verb."""


def read_wordnet(archive: Path) -> WordNet:
    """The lemmas of one word each, and their counts in tagged texts."""
    parts_of_speech: dict[str, set[str]] = defaultdict(set)
    for part_of_speech in PARTS_OF_SPEECH:
        for line in database_lines(archive, f"index.{part_of_speech}"):
            lemma = line.split(" ", 1)[0]
            if lemma.isalpha():
                parts_of_speech[lemma].add(part_of_speech)
    return WordNet(
        {lemma: frozenset(parts) for lemma, parts in parts_of_speech.items()},
        read_uses(database_lines(archive, "index.sense")),
    )


def read_uses(lines: list[str]) -> dict[str, dict[str, int]]:
    """The counts of a lemma's senses, added up by part of speech."""
    uses: dict[str, dict[str, int]] = {}
    for line in lines:
        key, _, _, count = line.split()
        lemma, _, kind = key.partition("%")
        if part_of_speech := SENSE_TYPES.get(kind[0]):
            of_lemma = uses.setdefault(lemma, {"noun": 0, "verb": 0})
            of_lemma[part_of_speech] += int(count)
    return uses


def database_lines(archive: Path, name: str) -> list[str]:
    """The lines of a file of the database, without the licence at its head, which is indented."""
    text = read_tar_member(archive, f"package/dict/{name}")
    return [line for line in text.splitlines() if line and not line.startswith(" ")]
