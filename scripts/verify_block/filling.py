"""Fills layouts with words: section 11."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from verify_block.keys import Stream
from verify_block.layouts import FillSlot
from verify_block.rules import Rules

LOOKED_AT = 16
STEPS_BACK = 9

Pin = tuple[int, str]


class Words:
    """The game's words by their length and letters in certain places."""

    def __init__(self, rules: Rules) -> None:
        words = sorted(word.decode() for word in rules.masks)
        self.by_length = {
            length: [*group] for length, group in groupby(sorted(words, key=len), key=len)
        }
        self.with_pins = lru_cache(None)(self.find)

    def find(self, length: int, pins: tuple[Pin, ...]) -> list[str]:
        """The words of a length with these letters in these places, in alphabetical order."""
        if not pins:
            return self.by_length.get(length, [])
        *others, (place, letter) = pins
        return [word for word in self.with_pins(length, tuple(others)) if word[place] == letter]


class Filler:
    """Fills one layout of a unit."""

    def __init__(self, words: Words, slots: tuple[FillSlot, ...], used: set[str], stream: Stream) -> None:
        self.words = words
        self.slots = slots
        self.used = used
        self.stream = stream
        self.filled: list[str] = []

    def fill(self) -> list[str] | None:
        """The words of the slots, in the fill order; None if filling fails."""
        steps_back = 0
        while len(self.filled) < len(self.slots):
            slot = self.slots[len(self.filled)]
            word = self.choose(slot)
            if word is not None:
                self.filled.append(word)
                continue
            steps_back += 1
            if steps_back == STEPS_BACK or not slot.earlier:
                return None
            del self.filled[slot.earlier[-1].other :]
        return self.filled

    def choose(self, slot: FillSlot) -> str | None:
        """The word that the next slot gets, if there is one."""
        pins = tuple((crossing.place, self.filled[crossing.other][crossing.other_place]) for crossing in slot.earlier)
        words = self.words.with_pins(len(slot.cells), tuple(sorted(pins[:2])))
        n = len(words)
        if n == 0:
            return None
        place = self.stream.below(n)
        step = max(1, n // LOOKED_AT)
        for _ in range(min(n, LOOKED_AT)):
            if self.is_right(words[place], slot, pins[2:]):
                return words[place]
            place = (place + step) % n
        return None

    def is_right(self, word: str, slot: FillSlot, further: tuple[Pin, ...]) -> bool:
        """Whether a word agrees with all crossings, is new, and leaves later slots a word."""
        return (
            all(word[place] == letter for place, letter in further)
            and not self.is_used(word)
            and all(self.leaves_a_word(word[later.place], later.other, later.other_place) for later in slot.later)
        )

    def is_used(self, word: str) -> bool:
        """Whether a word is in the unit already."""
        return word in self.used or word in self.filled

    def leaves_a_word(self, letter: str, later: int, place: int) -> bool:
        """Whether a later slot has a word with a letter and that of each of its earlier crossings."""
        slot = self.slots[later]
        for crossing in slot.earlier:
            if crossing.other >= len(self.filled):
                break
            pin = crossing.place, self.filled[crossing.other][crossing.other_place]
            if not self.words.with_pins(len(slot.cells), tuple(sorted([pin, (place, letter)]))):
                return False
        return True
