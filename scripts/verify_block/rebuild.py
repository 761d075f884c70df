"""Rebuilds a unit from a seed: section 11."""

from __future__ import annotations

from verify_block import VerifyError
from verify_block.filling import Filler, Words
from verify_block.keys import Stream
from verify_block.layouts import Layouts
from verify_block.letters import LetterSets, Outcome, find_hidden, reveal
from verify_block.seed import Plan, unit_wins
from verify_block.units import field_widths

LAYOUTS_TRIED = 20_000
TIMES_DRAWN = 500
NONCE_WORDS = 4


class Rebuilder:
    """Makes the units of a block."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.game
        self.layouts = Layouts(plan.game)
        self.words = Words(plan.rules)
        self.sets = LetterSets(plan.game)

    def row(self, unit: int, outcome: int) -> bytes:
        """The row of a unit with an outcome, without its line feed."""
        stream = Stream(self.plan.unit_key, unit)
        wins = unit_wins(self.game, outcome, stream)
        for _ in range(TIMES_DRAWN):
            grids, masks = self.draw_grids(unit, stream)
            hidden = find_hidden(self.sets, Outcome(self.game, masks, wins), stream)
            if hidden is not None:
                return self.finish(unit, grids, masks, hidden, stream)
        raise VerifyError(f"unit {unit}: no grids show its outcome, so there is no block of this seed")

    def draw_grids(self, unit: int, stream: Stream) -> tuple[list[str], list[list[int]]]:
        """The cells of each grid, and the letters of its words as bits."""
        numbers = [stream.below(self.layouts.count) for _ in range(self.game.grids)]
        used: set[str] = set()
        grids, masks = [], []
        for number in numbers:
            grid, words = self.fill(unit, number, used, stream)
            used.update(words)
            grids.append(grid)
            masks.append([self.plan.rules.masks[word.encode()] for word in words])
        return grids, masks

    def fill(self, unit: int, number: int, used: set[str], stream: Stream) -> tuple[str, list[str]]:
        """The cells and words of a grid, from the first of its layouts that can be filled."""
        for _ in range(LAYOUTS_TRIED):
            slots = self.layouts.plan(number)
            words = Filler(self.words, slots, used, stream).fill()
            if words is not None:
                return self.cells([slot.cells for slot in slots], words), words
            number = stream.below(self.layouts.count)
        raise VerifyError(f"unit {unit}: no layout could be filled, so there is no block of this seed")

    def cells(self, places: list[tuple[int, ...]], words: list[str]) -> str:
        """The cells of a grid, row by row."""
        cells = ["."] * (self.game.rows * self.game.columns)
        for place, word in zip(places, words):
            for cell, letter in zip(place, word):
                cells[cell] = letter
        return "".join(cells)

    def finish(self, unit: int, grids: list[str], masks: list[list[int]], hidden: int, stream: Stream) -> bytes:
        """The row of a unit with these grids and hidden letters."""
        letters = reveal(self.sets.all & ~hidden, self.plan.rules, stream)
        if letters is None:
            raise VerifyError(f"unit {unit}: its letters say a blocked word in every order that was tried")
        nonce = b"".join(stream.word().to_bytes(4, "little") for _ in range(NONCE_WORDS)).hex()
        counts = tuple(sum(not mask & hidden for mask in words) for words in masks)
        widths = field_widths(self.game)
        prize = f"{self.game.prize_cents(counts):0{widths[0]}}"
        written = [f"{count:0{widths[-2]}}" for count in counts]
        return ",".join([str(unit), prize, letters, *grids, *written, nonce]).encode()
