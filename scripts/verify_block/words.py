"""The word list and the block list: their checksums (section 5) and what must not be read (section 3)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from verify_block import VerifyError
from verify_block.game import read_text

READABLE_CATEGORIES = frozenset({"vulgaire", "sexuel", "raciste"})
READABLE_LENGTH = 4


@dataclass(frozen=True)
class BlockList:
    """Blocked words, each with its category."""

    categories: dict[str, str]

    @cached_property
    def sha256(self) -> bytes:
        """`blocklist_sha256`, 32 bytes."""
        lines = (f"{word}\t{category}\n" for word, category in sorted(self.categories.items()))
        return hashlib.sha256("".join(lines).encode()).digest()

    @cached_property
    def readable(self) -> list[bytes]:
        """The words that the revealed letters must not say, in either direction."""
        words = [
            word
            for word, category in self.categories.items()
            if category in READABLE_CATEGORIES and len(word) >= READABLE_LENGTH
        ]
        return [text.encode() for word in words for text in (word, word[::-1])]


@dataclass(frozen=True)
class WordList:
    """The words that grids are made of, in alphabetical order, blocked ones left out."""

    words: list[str]

    @cached_property
    def sha256(self) -> bytes:
        """`wordlist_sha256`, 32 bytes."""
        return hashlib.sha256("".join(f"{word}\n" for word in self.words).encode()).digest()


def read_block_list(path: Path) -> BlockList:
    """The block list of a file of word, tab, category."""
    categories = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        word, tab, category = line.partition("\t")
        if not (is_word(word) and tab and category):
            raise VerifyError(f"{path}:{number}: not a word, a tab and a category; give a list like blocklist_fr.tsv")
        categories[word] = category
    return BlockList(categories)


def read_word_list(path: Path, blocked: BlockList) -> WordList:
    """The word list of a file of a word a line, without its blocked words."""
    words = set()
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not is_word(line):
            raise VerifyError(f"{path}:{number}: {line!r} is not a word of capitals A to Z; one word a line is needed")
        words.add(line)
    return WordList(sorted(words - blocked.categories.keys()))


def is_word(text: str) -> bool:
    """Whether a text is capitals A to Z alone."""
    return text.isascii() and text.isalpha() and text.isupper()
