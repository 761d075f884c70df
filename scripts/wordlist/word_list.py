"""The French word list: common words that a player reads as words."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wordlist import BuildError
from wordlist.editorial import Editorial, Entry
from wordlist.lexique import Row, group_by, is_infinitive
from wordlist.sources import Sources
from wordlist.spelling import normalise
from wordlist.wordfreq import Centizipf

LENGTHS = range(3, 11)
"""Letters of a word. The règlement's game takes 3 to 9; the tens are for games with wider grids."""

NAMING = frozenset({"NOM", "ADJ", "ADV", "ADJ:num"})
"""Parts of speech that a crossword takes as they stand. Of verbs it takes infinitives alone."""


class Use(NamedTuple):
    """How often a form is used: a million words in Lexique, and as a Zipf value in wordfreq."""

    per_million: float
    centizipf: int


# These thresholds were tuned by reading the lists that they gave, whole and at their margins.

USE = Use(0.2, 200)
"""The least use of a common word."""

USE_OF_INFLECTED_PARTICIPLE = Use(0.8, 280)
"""Feminines and plurals of participles are legion, and dull: only the usual ones."""

USE_IF_NOT_SURVEYED = Use(0.5, 300)
"""The survey left out most lemmas of three letters or fewer, so that use alone decides."""

KNOWN_AND_USED = ((90, 0), (85, 300), (75, 380))
"""Percentages of people who know a word, each with the Zipf value, in hundredths, that a word so
well known needs: the fewer know it, the more it must be used."""

RECENT_KNOWN_PERCENT = 90
RECENT_CENTIZIPF = 270
"""A word so well known needs no use in Lexique, whose texts end in 2007."""

NAMED_SHARE = 0.25
NAMED_SHARE_PARTICIPLE = 0.6
"""Least share of a spelling's use as a noun, adjective, adverb or infinitive, for a player to read
it as such. More for participles: as adjectives they are never quite apart from their verb."""

EXTRA_FORM_CENTIZIPF = 200
"""Forms of an extra lemma come along when they are at least this common."""


class WordList(NamedTuple):
    """The words of the game."""

    scores: dict[str, float]
    """Spelling to how common it is, about 1 to 7, in tenths; spellings in ascending order."""
    dropped: Counter[str]
    """How many common words were left out, by reason."""
    extra: list[str]
    """The words that only the editorial files brought in."""


def build_word_list(sources: Sources, blocked: Mapping[str, str], editorial: Editorial) -> WordList:
    """Choose the common words that a player reads as words, and score them."""
    words, dropped = choose_words(sources, blocked, editorial)
    extra = choose_extra(sources, words, blocked, editorial)
    scores = score_words(sources, words.union(extra))
    return WordList(scores, dropped, extra)


def choose_words(
    sources: Sources, blocked: Mapping[str, str], editorial: Editorial
) -> tuple[set[str], Counter[str]]:
    """The common words of Lexique, and how many were dropped for which reason."""
    participles = participle_forms(sources.rows)
    common = [row for row in sources.rows if is_common(row, sources.zipf, participles)]
    named_share = named_shares(sources.rows)
    words = set()
    dropped: Counter[str] = Counter()
    for spelling, rows in sorted(group_by(common, lambda row: row.spelling).items()):
        reads_as_word = named_share[spelling] >= least_share(rows, participles)
        if spelling in blocked:
            dropped["blocked"] += 1
        elif spelling in editorial.exclude:
            dropped["excluded by hand"] += 1
        elif not (reads_as_word or spelling in editorial.keep):
            dropped["reads as a conjugated form"] += 1
        else:
            words.add(spelling)
    return words, dropped


def participle_forms(rows: Iterable[Row]) -> set[str]:
    """The forms that are a past participle, or a present participle of a full verb."""
    return {
        row.form
        for row in rows
        if (row.part_of_speech in ("VER", "AUX") and "par:pas" in row.inflection)
        or (row.part_of_speech == "VER" and "par:pre" in row.inflection)
    }


def is_dictionary_word(row: Row) -> bool:
    """Whether a row is a word that a crossword takes."""
    return row.part_of_speech in NAMING or is_infinitive(row)


def is_participle(row: Row, participles: set[str]) -> bool:
    """Whether a row is a participle used as an adjective."""
    return row.part_of_speech == "ADJ" and row.form in participles


def is_common(row: Row, zipf: Centizipf, participles: set[str]) -> bool:
    """Whether a row is a word that nearly every player knows."""
    if not is_dictionary_word(row) or not has_playable_form(row):
        return False
    centizipf = zipf.get(row.form, 0)
    if row.known_percent is None:
        return is_used(row, centizipf, USE_IF_NOT_SURVEYED)
    if not is_known(row.known_percent, centizipf):
        return False
    inflected_participle = is_participle(row, participles) and row.form != row.lemma
    if inflected_participle and not is_used(row, centizipf, USE_OF_INFLECTED_PARTICIPLE):
        return False
    is_recent = row.known_percent >= RECENT_KNOWN_PERCENT and centizipf >= RECENT_CENTIZIPF
    return is_recent or is_used(row, centizipf, USE)


def is_used(row: Row, centizipf: int, least: Use) -> bool:
    """Whether a form is used often enough, in both sources."""
    return row.per_million >= least.per_million and centizipf >= least.centizipf


def has_playable_form(row: Row) -> bool:
    """Whether a form fits a grid: letters only, no proper noun, not too short, not too long."""
    is_plain = row.form.isalpha() and row.form.islower()
    return is_plain and has_playable_length(row.spelling)


def has_playable_length(spelling: str) -> bool:
    """Whether a spelling has a length that the list covers; the empty one never has."""
    return len(spelling) in LENGTHS


def is_known(known_percent: float, centizipf: int) -> bool:
    """Whether enough people knew a word in the survey, given how much it is used."""
    return any(known_percent >= percent and centizipf >= used for percent, used in KNOWN_AND_USED)


def named_shares(rows: Iterable[Row]) -> dict[str, float]:
    """Spelling to the share of its use that is a word of NAMING or an infinitive.

    Past participles count for neither side: the same use appears once more under the adjective.
    """
    named: dict[str, float] = defaultdict(float)
    other: dict[str, float] = defaultdict(float)
    for row in rows:
        if is_dictionary_word(row):
            named[row.spelling] += row.per_million
        elif not is_only_past_participle(row):
            other[row.spelling] += row.per_million
    return {
        spelling: named[spelling] / total if (total := named[spelling] + other[spelling]) else 1.0
        for spelling in named
    }


def is_only_past_participle(row: Row) -> bool:
    """Whether a verb's form is a past participle and nothing else."""
    moods = row.inflection.strip('"').rstrip(";").split(";")
    return row.part_of_speech in ("VER", "AUX") and set(moods) == {"par:pas"}


def least_share(rows: Iterable[Row], participles: set[str]) -> float:
    """The share of use as a named word that the rows of one spelling must have."""
    only_participles = all(is_participle(row, participles) for row in rows)
    return NAMED_SHARE_PARTICIPLE if only_participles else NAMED_SHARE


def choose_extra(
    sources: Sources, words: set[str], blocked: Mapping[str, str], editorial: Editorial
) -> list[str]:
    """The extra lemmas and their common forms, as far as they are not in the word list yet."""
    common_forms = spellings_of_lemmas(sources)
    extra: dict[str, None] = {}
    for entry in editorial.extra:
        head = normalise(entry.word)
        check_extra(entry, head, blocked, LENGTHS)
        for spelling in sorted({head} | common_forms.get(entry.word, set())):
            if has_playable_length(spelling) and not (
                spelling in words or spelling in blocked or spelling in editorial.exclude
            ):
                extra[spelling] = None
    return list(extra)


def check_extra(entry: Entry, spelling: str, blocked: Mapping[str, str], lengths: range) -> None:
    """Refuse an extra lemma that can never enter the word list."""
    if len(spelling) not in lengths:
        raise BuildError(
            f"{entry.place}: {entry.word!r} has {len(spelling)} letters; take it out, "
            f"words have {lengths[0]} to {lengths[-1]}"
        )
    if spelling in blocked:
        raise BuildError(
            f"{entry.place}: {entry.word!r} is on the block list ({blocked[spelling]}); take it "
            "out here, or there"
        )


def spellings_of_lemmas(sources: Sources) -> dict[str, set[str]]:
    """Lemma to the spellings of its nouns and adjectives that are common enough to come along."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for row in sources.rows:
        is_noun_or_adjective = row.part_of_speech in ("NOM", "ADJ")
        if is_noun_or_adjective and sources.zipf.get(row.form, 0) >= EXTRA_FORM_CENTIZIPF:
            spellings[row.lemma].add(row.spelling)
    return spellings


def score_words(sources: Sources, words: set[str]) -> dict[str, float]:
    """How common each word is: the mean of the Zipf values of both sources.

    Words that share a spelling, as COTE does, add up in Lexique; wordfreq's best one counts.
    """
    per_million: dict[str, float] = dict.fromkeys(words, 0.0)
    centizipf = dict.fromkeys(words, 0)
    for row in sources.rows:
        if row.spelling in words and is_dictionary_word(row):
            per_million[row.spelling] += row.per_million
    for word, value in sources.zipf.items():
        spelling = normalise(word)
        if spelling in words:
            centizipf[spelling] = max(centizipf[spelling], value)
    return {word: score(per_million[word], centizipf[word]) for word in sorted(words)}


LEXIQUE_UNSEEN_ZIPF = 1.0
"""What a word counts as that Lexique never met: once in a hundred million words."""


def score(per_million: float, centizipf: int) -> float:
    """The mean of two Zipf values, rounded to tenths.

    The nudge, far below the sources' two decimals, rounds a half up on every machine, however its
    logarithm rounds the last bit.
    """
    lexique = 3 + math.log10(per_million) if per_million > 0 else LEXIQUE_UNSEEN_ZIPF
    return round((lexique + centizipf / 100) / 2 + 1e-9, 1)
