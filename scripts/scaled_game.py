"""A game with fewer units, for tests: of the rules that are sold, and made in a moment."""

from __future__ import annotations

import re
import tomllib


def scaled(definition: str, divisor: int) -> str:
    """A definition with fewer units and as many times fewer lots, of each way one at least.

    The lots of a tier's ways must add up to the tier's when all of them are divided.
    """

    def fewer(found: re.Match[str]) -> str:
        return f"{found[1]} = {max(1, int(found[2]) // divisor)}"

    rules = re.sub(r"\b(lots|units_per_block) = ([\d_]+)", fewer, definition.partition("[totals]")[0])
    tiers = tomllib.loads(rules)["tiers"]
    lots = sum(tier["lots"] for tier in tiers)
    cents = sum(tier["lots"] * tier["prize_cents"] for tier in tiers)
    return f"{rules}[totals]\nlots = {lots}\nprizes_cents = {cents}\n"
