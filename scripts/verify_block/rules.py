"""What a block is judged by: a game, a word list and a block list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from verify_block.game import Game
from verify_block.words import BlockList, WordList


@dataclass(frozen=True)
class Rules:
    """The rules at hand."""

    game: Game
    word_list: WordList
    block_list: BlockList

    @cached_property
    def masks(self) -> dict[bytes, int]:
        """The words that may stand in a grid, with their letters as bits: A is bit 0."""
        shortest, longest = self.game.min_length, self.game.max_length
        return {
            word.encode(): letters_of(word.encode())
            for word in self.word_list.words
            if shortest <= len(word) <= longest
        }


def letters_of(text: bytes) -> int:
    """The set of a text's capitals as bits: A is bit 0, Z bit 25; other bytes count nothing."""
    letters = 0
    for letter in text:
        if 65 <= letter <= 90:
            letters |= 1 << letter - 65
    return letters
