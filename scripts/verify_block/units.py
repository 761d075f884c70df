"""Reads units as their players do: sections 2 and 3, and the findings of section 13 about rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

from verify_block.findings import Findings
from verify_block.game import Game
from verify_block.grids import LETTER, WRONG, Shape, shape_of
from verify_block.rules import Rules, letters_of
from verify_block.words import READABLE_LENGTH

HEX_DIGITS = b"0123456789abcdef"
TWIN_BYTES, NUMBER_BYTES = 16, 4
CACHED_SHAPES = 1 << 16


@dataclass
class Tally:
    """What units show: how often each tuple of word counts, and their contents.

    `shown` holds a record a unit: a digest of its grids and set of letters, then its number.
    """

    findings: Findings = field(default_factory=Findings)
    counts: Counter[tuple[int, ...]] = field(default_factory=Counter)
    shown: bytearray = field(default_factory=bytearray)


@dataclass(frozen=True)
class Result:
    """What a unit with certain word counts pays: as written, in cents, and the way (0 loses).

    `way` is None where the counts are no way of the prize table.
    """

    written: tuple[bytes, ...]
    prize_cents: int
    way: int | None


class UnitReader:
    """Judges the units of a block by the rules."""

    def __init__(self, rules: Rules) -> None:
        game = rules.game
        self.game = game
        self.masks = rules.masks
        self.blocked = {word.encode() for word in rules.block_list.categories}
        self.widths = field_widths(game)
        self.tail_length = sum(self.widths) + len(self.widths)
        self.grid_fields = slice(2, 2 + game.grids)
        self.bits = [0] * 256
        for letter in game.alphabet.encode():
            self.bits[letter] = 1 << letter - 65
        self.readable = by_start(rules.block_list.readable)
        self.starts = range(game.revealed_letters - READABLE_LENGTH + 1)
        self.patterns = pattern_table(game.alphabet)
        self.shape = lru_cache(CACHED_SHAPES)(self.uncached_shape)
        self.result = lru_cache(CACHED_SHAPES)(self.uncached_result)

    def read(self, row: bytes, unit: int, tally: Tally) -> tuple[int, ...] | None:
        """Judge a unit's row, without its line feed; the word counts that its grids show.

        None where the row's fields don't stand where they must.
        """
        number, _, rest = row.partition(b",")
        fields = rest.split(b",")
        if [len(text) for text in fields] != self.widths:
            tally.findings.add("row-form", unit, repr(row[:80]))
            return None
        if number != b"%d" % unit:
            tally.findings.add("row-number", unit, f"its row says {number[:20]!r}")
        if fields[-1].translate(None, HEX_DIGITS):
            tally.findings.add("row-nonce", unit)
        letters = self.read_letters(fields[1], unit, tally.findings)
        counts = self.read_grids(fields[self.grid_fields], letters, unit, tally.findings)
        self.compare(fields, counts, unit, tally.findings)
        tally.counts[counts] += 1
        shown = b"".join(fields[self.grid_fields]) + b"%d" % letters
        tally.shown += blake2b(shown, digest_size=TWIN_BYTES).digest() + unit.to_bytes(NUMBER_BYTES, "big")
        return counts

    def read_letters(self, letters: bytes, unit: int, findings: Findings) -> int:
        """The set of the revealed letters as bits, and findings about them."""
        mask = sum(map(self.bits.__getitem__, letters))
        if mask.bit_count() != self.game.revealed_letters:
            return self.wrong_letters(letters, unit, findings)
        for start in self.starts:
            words = self.readable.get(letters[start : start + READABLE_LENGTH])
            if words and any(letters.startswith(word, start) for word in words):
                findings.add("letters-readable", unit, repr(letters))
                break
        return mask

    def wrong_letters(self, letters: bytes, unit: int, findings: Findings) -> int:
        """The set of letters that are not all different or not of the alphabet, and the findings."""
        if not all(self.bits[letter] for letter in letters):
            findings.add("letters-alphabet", unit, repr(letters))
        if len(set(letters)) != len(letters):
            findings.add("letters-repeated", unit, repr(letters))
        return letters_of(letters)

    def read_grids(self, grids: list[bytes], letters: int, unit: int, findings: Findings) -> tuple[int, ...]:
        """How many words of each grid are complete, and findings about the grids."""
        hidden = ~letters
        counts = []
        all_words = []
        for grid in grids:
            shape = self.shape(grid.translate(self.patterns))
            for kind in shape.kinds:
                findings.add(kind, unit)
            words = [grid[run] for run in shape.runs]
            try:
                masks = [self.masks[word] for word in words]
            except KeyError:
                masks = self.judge_words(words, unit, findings)
            counts.append([mask & hidden for mask in masks].count(0))
            all_words += words
        if len(set(all_words)) != len(all_words):
            findings_of_repeats(all_words, unit, findings)
        return tuple(counts)

    def judge_words(self, words: list[bytes], unit: int, findings: Findings) -> list[int]:
        """The letters of a grid's words as bits, and findings about those that are not in the list."""
        for word in words:
            if word not in self.masks:
                findings.add(self.kind_of(word), unit, word.decode())
        return [letters_of(word) for word in words]

    def kind_of(self, word: bytes) -> str:
        """The finding about a word that is not in the list."""
        if not self.game.min_length <= len(word) <= self.game.max_length:
            return "run-length"
        return "word-blocked" if word in self.blocked else "word-unknown"

    def compare(self, fields: list[bytes], counts: tuple[int, ...], unit: int, findings: Findings) -> None:
        """Find written numbers that are not those that the grids show."""
        result = self.result(counts)
        if result.way is None:
            findings.add("outcome", unit, f"its grids show {counts} complete words")
        if (fields[0], *fields[self.grid_fields.stop : -1]) == result.written:
            return
        prize, *words = result.written
        if fields[0] != prize:
            findings.add("prize", unit, f"prize_cents is {fields[0]!r}, its grids pay {result.prize_cents}")
        for written, right in zip(fields[self.grid_fields.stop : -1], words):
            if written != right:
                findings.add("word-count", unit, f"{written!r} is written, the grid shows {right!r}")

    def uncached_shape(self, pattern: bytes) -> Shape:
        """The shape of a pattern of cells."""
        return shape_of(pattern, self.game.rows, self.game.columns, self.game.words)

    def uncached_result(self, counts: tuple[int, ...]) -> Result:
        """What a unit with these word counts pays."""
        prize_cents = self.game.prize_cents(counts)
        numbers = zip((prize_cents, *counts), (self.widths[0], *self.widths[self.grid_fields.stop : -1]))
        written = tuple(b"%0*d" % (width, number) for number, width in numbers)
        return Result(written, prize_cents, way_of(self.game, counts))

    def is_row(self, line: bytes) -> bool:
        """Whether a line has the form of a row, whatever its number."""
        return [len(text) for text in line.partition(b",")[2].split(b",")] == self.widths


def field_widths(game: Game) -> list[int]:
    """The widths of a row's fields behind its number (section 2)."""
    prize = len(str(max(tier.prize_cents for tier in game.tiers)))
    words = len(str(max(game.gains)))
    return [prize, game.revealed_letters, *[game.rows * game.columns] * game.grids, *[words] * game.grids, 32]


def row_length(game: Game, digits: int) -> int:
    """Bytes of a row with its line feed, its number written in so many digits."""
    widths = field_widths(game)
    return digits + sum(widths) + len(widths) + 1


def header(game: Game) -> bytes:
    """The first line of a part, without its line feed (section 2)."""
    grids = range(1, game.grids + 1)
    columns = [*(f"grid_{grid}" for grid in grids), *(f"words_{grid}" for grid in grids)]
    return ",".join(["unit", "prize_cents", "letters", *columns, "nonce"]).encode()


def pattern_table(alphabet: str) -> bytes:
    """What `bytes.translate` makes a grid's cells a pattern with."""
    table = bytearray([WRONG]) * 256
    table[ord(".")] = ord(".")
    for letter in alphabet.encode():
        table[letter] = LETTER
    return bytes(table)


def by_start(words: list[bytes]) -> dict[bytes, list[bytes]]:
    """Words by their first letters, as many as the shortest has."""
    starts: dict[bytes, list[bytes]] = {}
    for word in words:
        starts.setdefault(word[:READABLE_LENGTH], []).append(word)
    return starts


def way_of(game: Game, counts: tuple[int, ...]) -> int | None:
    """The outcome that word counts show: a way from 1, 0 for a losing unit, None for neither."""
    winning = tuple(sorted((count for count in counts if count >= game.first_step), reverse=True))
    if not winning:
        return 0
    ways = [way.words for _, way in game.ways]
    return ways.index(winning) + 1 if winning in ways else None


def findings_of_repeats(words: list[bytes], unit: int, findings: Findings) -> None:
    """Find the words that an earlier one of the unit is the same as."""
    seen = set()
    for word in words:
        if word in seen:
            findings.add("word-repeated", unit, word.decode())
        seen.add(word)
