"""Layouts of grids, grown from a game's definition: section 10."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from verify_block import VerifyError
from verify_block.game import Game
from verify_block.keys import Stream, layout_key

LAYOUTS = 4096
ATTEMPTS = 4096
ATTEMPTS_A_DRAW = 64
WEIGHTS = dict(zip(range(2, 16), (2, 6, 16, 30, 26, 14, 6, 2, 2, 1, 1, 1, 1, 1)))
SHORT = 3
WORDS_A_SHORT = 9
MOST_CROSSINGS = 2
ACROSS, DOWN = 0, 1

Cell = tuple[int, int]


@dataclass(frozen=True)
class Slot:
    """A word's place: direction, the row and column of its first cell, letters."""

    direction: int
    row: int
    column: int
    length: int

    def cells(self) -> tuple[Cell, ...]:
        """Its cells as (row, column), in reading order."""
        if self.direction == ACROSS:
            return tuple((self.row, self.column + i) for i in range(self.length))
        return tuple((self.row + i, self.column) for i in range(self.length))


@dataclass(frozen=True)
class Crossing:
    """A cell that a slot shares with another: its place in the slot, the other's index, its place in that."""

    place: int
    other: int
    other_place: int


@dataclass(frozen=True)
class FillSlot:
    """A slot in the fill order: its cells as indexes into the grid, and its crossings by fill order."""

    cells: tuple[int, ...]
    earlier: tuple[Crossing, ...]
    later: tuple[Crossing, ...]


class Lines:
    """Cells as bits, along one direction: bit = line × (cells of a line + 1) + place in the line.

    The bit behind each line stays empty, so that shifts never run into the next line.
    """

    def __init__(self, lines: int, length: int) -> None:
        self.stride = length + 1
        self.taken = 0
        self.own = 0
        self.starts = [
            sum(1 << line * self.stride + place for line in range(lines) for place in range(length - size + 1))
            for size in range(length + 1)
        ]

    def places(self, length: int, is_first: bool) -> int:
        """The first cells, as bits, of all places that a word has along this direction."""
        if length >= len(self.starts):
            return 0
        taken = self.taken
        free = taken | ~(taken << self.stride | taken >> self.stride)
        free &= ~self.own
        places = self.starts[length] & ~(taken << 1 | taken >> length)
        crossed = 0
        for i in range(length):
            places &= free >> i
            crossed |= taken >> i
        return places if is_first else places & crossed

    def take(self, line: int, place: int) -> int:
        """Mark a cell as taken; its bit."""
        bit = 1 << line * self.stride + place
        self.taken |= bit
        return bit


class Grower:
    """One attempt to place a layout's words."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.slots: list[Slot] = []
        self.lines = (Lines(game.rows, game.columns), Lines(game.columns, game.rows))

    def place(self, length: int, stream: Stream) -> bool:
        """Place a word of a length at one of its places, if it has any."""
        is_first = not self.slots
        across, down = (lines.places(length, is_first) for lines in self.lines)
        count = across.bit_count()
        total = count + down.bit_count()
        if total == 0:
            return False
        draw = stream.below(total)
        direction, bit = (ACROSS, nth_bit(across, draw)) if draw < count else (DOWN, nth_bit(down, draw - count))
        line, place = divmod(bit, self.lines[direction].stride)
        row, column = (line, place) if direction == ACROSS else (place, line)
        self.take(Slot(direction, row, column, length))
        return True

    def take(self, slot: Slot) -> None:
        """Mark a slot's cells."""
        self.slots.append(slot)
        for row, column in slot.cells():
            bits = self.lines[ACROSS].take(row, column), self.lines[DOWN].take(column, row)
            self.lines[slot.direction].own |= bits[slot.direction]


def nth_bit(bits: int, n: int) -> int:
    """The index of the nth lowest bit that is set, from 0."""
    for _ in range(n):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def draw_length(game: Game, stream: Stream) -> int:
    """A length drawn by the weights."""
    lengths = range(game.min_length, game.max_length + 1)
    rest = stream.below(sum(WEIGHTS[length] for length in lengths))
    for length in lengths:
        if rest < WEIGHTS[length]:
            return length
        rest -= WEIGHTS[length]
    raise AssertionError("a draw is below the sum of the weights")


def lengths_from(length: int, game: Game) -> Iterator[int]:
    """A length and, after it, those around it within the game's: L, L + 1, L - 1, L + 2, …"""
    yield length
    for distance in range(1, game.max_length - game.min_length + 1):
        for other in (length + distance, length - distance):
            if game.min_length <= other <= game.max_length:
                yield other


def attempt(game: Game, stream: Stream, draws: int) -> list[Slot] | None:
    """The slots of one attempt, in the order of their placing; None if it fails."""
    lengths = [min(draw_length(game, stream) for _ in range(draws)) for _ in range(game.words)]
    lengths.sort(reverse=True)
    is_strict = draws == 1
    grower = Grower(game)
    for length in lengths:
        if not place_near(grower, length, is_strict, stream):
            return None
    if is_strict and not is_dense(game, grower.slots):
        return None
    return grower.slots


def place_near(grower: Grower, length: int, is_strict: bool, stream: Stream) -> bool:
    """Place a word of a length, or else of the nearest one that has a place."""
    short = sum(slot.length <= SHORT for slot in grower.slots)
    no_more_short = is_strict and short >= grower.game.words // WORDS_A_SHORT
    return any(
        grower.place(other, stream)
        for other in lengths_from(length, grower.game)
        if not (no_more_short and other <= SHORT)
    )


def is_dense(game: Game, slots: list[Slot]) -> bool:
    """Whether the words have letters enough, and none crosses many before it in the fill order."""
    if 10 * sum(slot.length for slot in slots) < 52 * game.words:
        return False
    crossed = crossings(slots)
    order = fill_order(slots)
    return all(
        len(crossed[slot] & set(order[:place])) <= MOST_CROSSINGS for place, slot in enumerate(order)
    )


def crossings(slots: list[Slot]) -> list[set[int]]:
    """The slots that each slot crosses."""
    cells = [set(slot.cells()) for slot in slots]
    return [
        {other for other in range(len(slots)) if other != slot and cells[slot] & cells[other]}
        for slot in range(len(slots))
    ]


def fill_order(slots: list[Slot]) -> list[int]:
    """The slots in the order in which they are filled."""
    crossed = crossings(slots)
    rest = [*range(len(slots))]
    order: list[int] = []
    while rest:
        placed = set(order) if order else set(rest)
        best = min(rest, key=lambda slot: (-len(crossed[slot] & placed), slots[slot].length, slot))
        rest.remove(best)
        order.append(best)
    return order


class Layouts:
    """A game's layouts in all symmetries, each grown when it is first asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.key = layout_key(game)
        self.symmetries = 8 if game.rows == game.columns else 4
        self.count = LAYOUTS * self.symmetries
        self.grown = lru_cache(None)(self.grow)
        self.plan = lru_cache(1 << 12)(self.make_plan)

    def grow(self, number: int) -> list[Slot]:
        """The slots of a layout, in their fill order."""
        stream = Stream(self.key, number)
        for a in range(ATTEMPTS):
            slots = attempt(self.game, stream, 1 + a // ATTEMPTS_A_DRAW)
            if slots:
                return [slots[i] for i in fill_order(slots)]
        raise VerifyError(f"the game has no layout {number}, so there is no block of it")

    def make_plan(self, number: int) -> tuple[FillSlot, ...]:
        """The slots of a layout in a symmetry, in their fill order."""
        layout, symmetry = divmod(number, self.symmetries)
        slots = [
            tuple(sorted(self.turned(cell, symmetry) for cell in slot.cells())) for slot in self.grown(layout)
        ]
        return tuple(fill_slot(slots, index) for index in range(len(slots)))

    def turned(self, cell: Cell, symmetry: int) -> int:
        """The index of a cell in a symmetry."""
        row, column = cell
        if symmetry & 1:
            column = self.game.columns - 1 - column
        if symmetry & 2:
            row = self.game.rows - 1 - row
        if symmetry & 4:
            row, column = column, row
        return row * self.game.columns + column


def fill_slot(slots: list[tuple[int, ...]], index: int) -> FillSlot:
    """A slot with its crossings, of slots in their fill order."""
    cells = slots[index]
    crossed = [
        Crossing(cells.index(cell), other, slots[other].index(cell))
        for other in range(len(slots))
        if other != index
        for cell in {*cells} & {*slots[other]}
    ]
    earlier = tuple(crossing for crossing in crossed if crossing.other < index)
    return FillSlot(cells, earlier, tuple(crossing for crossing in crossed if crossing.other > index))
