"""What a seed says of each unit's outcome: sections 8, 9 and 11."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from verify_block.findings import Findings
from verify_block.game import Game
from verify_block.keys import Stream, block_key
from verify_block.rules import Rules
from verify_block.units import way_of

CHUNK = 1 << 16
BUCKETS = 64
FIRST_BUCKET_STREAM = 1 << 32


@dataclass(frozen=True)
class Plan:
    """A seed's keys for a block."""

    rules: Rules
    seed: bytes
    emission: int
    block: int

    def key(self, purpose: str) -> bytes:
        """The key for a purpose."""
        return block_key(self.seed, self.rules.game, self.rules.word_list, purpose, self.emission, self.block)

    @cached_property
    def unit_key(self) -> bytes:
        """The key that units draw from."""
        return self.key("unit")

    @cached_property
    def game(self) -> Game:
        """The game of the block."""
        return self.rules.game

    def outcomes(self) -> bytes:
        """The outcome of each unit: the number of its way, 0 if it loses."""
        return shuffled_outcomes(self.game, self.key("order"))

    def judge(self, unit: int, outcome: int, counts: tuple[int, ...], findings: Findings) -> None:
        """Find a unit that shows another outcome than its place in the order has."""
        if self.shown_way(counts) != outcome:
            findings.add("order", unit, f"its grids show {counts} complete words, its outcome is {outcome}")
        elif outcome and tuple(map(self.win, counts)) != self.wins(unit, outcome):
            findings.add("order-grids", unit, f"its grids show {counts} complete words, must be in another order")

    @cached_property
    def shown_ways(self) -> dict[tuple[int, ...], int | None]:
        """The outcomes that word counts show, of those that were met."""
        return {}

    def shown_way(self, counts: tuple[int, ...]) -> int | None:
        """The outcome that word counts show."""
        if counts not in self.shown_ways:
            self.shown_ways[counts] = way_of(self.game, counts)
        return self.shown_ways[counts]

    def win(self, count: int) -> int | None:
        """A grid's word count if it pays."""
        return count if count >= self.game.first_step else None

    def wins(self, unit: int, outcome: int) -> tuple[int | None, ...]:
        """The word count of each grid that pays."""
        return unit_wins(self.game, outcome, Stream(self.unit_key, unit))


def unit_wins(game: Game, outcome: int, stream: Stream) -> tuple[int | None, ...]:
    """Section 11, step 1: the word count that each grid wins with; None for a losing grid."""
    grids = [*range(game.grids)]
    stream.shuffle(grids)
    wins: list[int | None] = [None] * game.grids
    for grid, words in zip(grids, game.ways[outcome - 1][1].words if outcome else ()):
        wins[grid] = words
    return tuple(wins)


def shuffled_outcomes(game: Game, order_key: bytes) -> bytes:
    """Section 9: the outcomes of a block's units, a byte each, in order."""
    outcomes = bytearray()
    for outcome, (_, way) in enumerate(game.ways, start=1):
        outcomes += bytes([outcome]) * way.lots
    outcomes += bytes(game.units_per_block - len(outcomes))
    buckets = scatter(outcomes, order_key)
    for number, bucket in enumerate(buckets):
        Stream(order_key, FIRST_BUCKET_STREAM + number).shuffle(bucket)
    return b"".join(buckets)


def scatter(outcomes: bytearray, order_key: bytes) -> list[bytearray]:
    """The outcomes of each bucket, before its shuffle."""
    buckets = [bytearray() for _ in range(BUCKETS)]
    for number, start in enumerate(range(0, len(outcomes), CHUNK)):
        chunk = outcomes[start : start + CHUNK]
        for outcome, byte in zip(chunk, Stream(order_key, number).bytes(len(chunk))):
            buckets[byte % BUCKETS].append(outcome)
    return buckets
