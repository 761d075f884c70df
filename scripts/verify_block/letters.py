"""The letters that a unit reveals: section 11."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from verify_block.game import Game
from verify_block.keys import Stream, draw_of
from verify_block.rules import Rules

BATCH = 8
BATCHES = 8192
SHUFFLES = 1000


class LetterSets:
    """The sets of hidden letters of a game, numbered; a set is an integer with A as bit 0."""

    def __init__(self, game: Game) -> None:
        bits = [1 << ord(letter) - 65 for letter in sorted(game.alphabet)]
        half = len(bits) // 2
        hidden = len(bits) - game.revealed_letters
        self.all = sum(bits)
        self.groups = [
            (subsets(bits[:half], count), subsets(bits[half:], hidden - count))
            for count in range(hidden + 1)
            if count <= half and hidden - count <= len(bits) - half
        ]
        self.count = comb(len(bits), hidden)

    def set(self, number: int) -> int:
        """The set of a number."""
        for firsts, others in self.groups:
            if number < len(firsts) * len(others):
                return firsts[number // len(others)] | others[number % len(others)]
            number -= len(firsts) * len(others)
        raise AssertionError("a draw is below the number of sets")


def subsets(bits: list[int], count: int) -> list[int]:
    """The sets of so many of these bits, by rising value."""
    return sorted(map(sum, combinations(bits, count)))


class Outcome:
    """The words of a unit's grids, as sets of letters, and what hidden letters must show of them."""

    def __init__(self, game: Game, masks: Sequence[Sequence[int]], wins: Sequence[int | None]) -> None:
        self.masks = masks
        self.right = [{win} if win is not None else set(range(game.first_step)) for win in wins]

    def is_shown(self, hidden: int) -> bool:
        """Whether a set of hidden letters shows the outcome in every grid."""
        return all(
            [mask & hidden for mask in masks].count(0) in right for masks, right in zip(self.masks, self.right)
        )

    def all_shown(self, sets: LetterSets) -> Iterator[int]:
        """All sets that show the outcome, by their numbers.

        A word is a bit here: a set hides the words of its letters in either half of the alphabet.
        """
        words = [mask for masks in self.masks for mask in masks]
        grids = [*zip(bits_of_grids(self.masks), self.right)]
        for firsts, others in sets.groups:
            hidden_by_others = [(other, hidden_words(words, other)) for other in others]
            for first in firsts:
                seen = ~hidden_words(words, first)
                for other, hidden in hidden_by_others:
                    shown = seen & ~hidden
                    if all((shown & grid).bit_count() in right for grid, right in grids):
                        yield first | other


def bits_of_grids(masks: Sequence[Sequence[int]]) -> Iterator[int]:
    """The words of each grid, as bits."""
    start = 0
    for words in masks:
        yield (1 << len(words)) - 1 << start
        start += len(words)


def hidden_words(words: Sequence[int], letters: int) -> int:
    """The words, as bits, that have one of these letters."""
    return sum(1 << index for index, mask in enumerate(words) if mask & letters)


def find_hidden(sets: LetterSets, outcome: Outcome, stream: Stream) -> int | None:
    """A set of hidden letters that shows the outcome; None if there is none."""
    for _ in range(BATCHES):
        words = [stream.word() for _ in range(BATCH)]
        numbers = [draw_of(word, sets.count) for word in words]
        for number in numbers:
            if number is not None and outcome.is_shown(hidden := sets.set(number)):
                return hidden
    shown = [*outcome.all_shown(sets)]
    return shown[stream.below(len(shown))] if shown else None


def reveal(letters: int, rules: Rules, stream: Stream) -> str | None:
    """Revealed letters in an order that says no blocked word; None if none was found."""
    alphabetical = [chr(65 + bit) for bit in range(26) if letters >> bit & 1]
    for _ in range(SHUFFLES):
        order = alphabetical.copy()
        stream.shuffle(order)
        text = "".join(order)
        if not any(word in text.encode() for word in rules.block_list.readable):
            return text
    return None
