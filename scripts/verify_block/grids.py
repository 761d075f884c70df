"""The runs of a grid and how they hang together: section 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LETTER, WRONG = ord("#"), ord("?")


@dataclass(frozen=True)
class Shape:
    """What a grid's letter cells make: a slice of its cells for each run, and findings about them."""

    runs: tuple[slice, ...]
    kinds: tuple[str, ...]


def shape_of(pattern: bytes, rows: int, columns: int, words: int) -> Shape:
    """The shape of a pattern of cells: `#` is a letter, `.` grey, `?` neither and counts as grey."""
    is_letter = [cell == LETTER for cell in pattern]
    runs = [*find_runs(is_letter, rows, columns)]
    in_runs = {cell for run in runs for cell in range(len(pattern))[run]}
    kinds = {
        "cells": WRONG in pattern,
        "run-count": len(runs) != words,
        "cell-alone": len(in_runs) != sum(is_letter),
        "islands": len(runs) == words and not are_connected(runs, len(pattern)),
    }
    return Shape(tuple(runs), tuple(kind for kind, found in kinds.items() if found))


def find_runs(is_letter: list[bool], rows: int, columns: int) -> Iterator[slice]:
    """The maximal runs of two or more letters, across by row, then down by column."""
    for row in range(rows):
        yield from runs_of_line(is_letter, range(row * columns, (row + 1) * columns))
    for column in range(columns):
        yield from runs_of_line(is_letter, range(column, rows * columns, columns))


def runs_of_line(is_letter: list[bool], line: range) -> Iterator[slice]:
    """The runs of one line of cells."""
    start = 0
    for place in range(len(line) + 1):
        if place < len(line) and is_letter[line[place]]:
            continue
        if place - start >= 2:
            yield slice(line[start], line[place - 1] + 1, line.step)
        start = place + 1


def are_connected(runs: list[slice], cells: int) -> bool:
    """Whether all runs hang together through the cells that they share."""
    rest = [set(range(cells)[run]) for run in runs]
    reached = rest.pop()
    while touching := [run for run in rest if run & reached]:
        reached |= set().union(*touching)
        rest = [run for run in rest if not run <= reached]
    return not rest
