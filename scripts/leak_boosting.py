#!/usr/bin/env python3
"""Can the grids of a block tell its winners? Gradient boosting, beside the logistic regression of `emission audit`.

    python3 -m venv venv && venv/bin/pip install numpy scikit-learn zstandard
    venv/bin/python scripts/leak_boosting.py out/emission-0001/block-0001 --units 300000

Learns from half of a sample, drawn at random, and is tried on the rest. For games with square grids of 7 x 7 cells or more. Prints the area under the curve (AUC) with its 99 %
interval (Hanley and McNeil 1982) and exits with 1 when the interval does not hold 0.5.
"""

import argparse
import math
import pathlib
import random
import sys

import numpy as np
import zstandard
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score

UNITS_OF_PART = 131_072  # docs/block-format.md, section 2
Z_99 = 2.5758


def rows(block: pathlib.Path, wanted: int):
    """A sample of about as many rows as wanted, drawn so that no period of the order can hide."""
    parts = sorted(block.glob("units-*.csv*"))
    share = wanted / (len(parts) * UNITS_OF_PART)
    draw = random.Random(1).random
    for part in parts:
        data = part.read_bytes()
        if part.suffix == ".zst":
            reader = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True)
            data = reader.read()
        for line in data.splitlines():
            if not line.startswith(b"unit,") and draw() < share:
                yield line


def features(line: bytes):
    """Numbers that describe a unit of square grids without its letters and prize, and whether it wins."""
    fields = line.split(b",")
    grids = [field for field in fields if len(field) > 40]
    unit, prize = int(fields[0]), int(fields[1])
    cells = np.array([np.frombuffer(grid, np.uint8) for grid in grids])
    side = math.isqrt(cells.shape[1])
    letters = np.bincount(cells[cells != ord(".")] - ord("A"), minlength=26)
    lengths = np.zeros(16)
    buckets = np.zeros(32)
    different = np.zeros(10)
    for grid in grids:
        text = grid.decode()
        lines = [text[start : start + side] for start in range(0, len(text), side)]
        lines += [text[start::side] for start in range(side)]
        for word in ".".join(lines).split("."):
            if len(word) > 1:
                lengths[len(word)] += 1
                different[min(len(set(word)), 9)] += 1
                buckets[sum(ord(letter) * 31**place for place, letter in enumerate(word)) % 32] += 1
    shape = [
        (cells != ord(".")).sum(),
        len(set(grids[0]) & set(grids[-1])),
        min(len(set(grid)) for grid in grids),
        max(len(set(grid)) for grid in grids),
        unit,
        unit % 7,
        unit % 10,
        unit % 16,
        len(line),
    ]
    filled = [(grid.reshape(-1, side) != ord(".")).sum(axis=1) for grid in cells.reshape(len(grids), -1)]
    return np.concatenate([letters, lengths, different, buckets, shape, *filled]), prize > 0


def interval(area: float, winners: int, others: int):
    """Ends of the 99 % interval (Hanley and McNeil 1982)."""
    q1 = area / (2 - area)
    q2 = 2 * area * area / (1 + area)
    variance = area * (1 - area) + (winners - 1) * (q1 - area**2) + (others - 1) * (q2 - area**2)
    half = Z_99 * math.sqrt(variance / (winners * others))
    return area - half, area + half


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("block", type=pathlib.Path, help="block folder")
    parser.add_argument("--units", type=int, default=300_000, help="units of the sample")
    options = parser.parse_args()
    table, wins = zip(*map(features, rows(options.block, options.units)))
    table, wins = np.array(table, np.float32), np.array(wins)
    learnt = np.random.default_rng(1).random(len(wins)) < 0.5
    model = HistGradientBoostingClassifier(max_iter=200, learning_rate=0.05, random_state=1)
    model.fit(table[learnt], wins[learnt])
    tried = wins[~learnt]
    area = roc_auc_score(tried, model.decision_function(table[~learnt]))
    low, high = interval(area, int(tried.sum()), int((~tried).sum()))
    print(f"learnt from {learnt.sum():,} units as {table.shape[1]} numbers each, tried on {len(tried):,} others")
    print(f"AUC {area:.4f}, 99 % interval {low:.4f} to {high:.4f}")
    sys.exit(0 if low <= 0.5 <= high else 1)


if __name__ == "__main__":
    main()
