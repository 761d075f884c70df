"""A game's definition, and its canonical form: section 7."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from verify_block import VerifyError


@dataclass(frozen=True)
class Way:
    """Complete words of the winning grids, from the highest, and the units that show them."""

    words: tuple[int, ...]
    lots: int


@dataclass(frozen=True)
class Tier:
    """A prize, the units that win it, and the ways that show it."""

    prize_cents: int
    lots: int
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Game:
    """The rules of a game and its prize table; `ladder` holds (words, prize_cents)."""

    name: str
    currency: str
    units_per_block: int
    unit_price_cents: int
    alphabet: str
    revealed_letters: int
    grids: int
    rows: int
    columns: int
    words: int
    min_length: int
    max_length: int
    combination: str
    ladder: tuple[tuple[int, int], ...]
    tiers: tuple[Tier, ...]

    @cached_property
    def canonical(self) -> bytes:
        """The canonical definition."""
        document = {
            "name": self.name,
            "currency": self.currency,
            "units_per_block": self.units_per_block,
            "unit_price_cents": self.unit_price_cents,
            "alphabet": self.alphabet,
            "revealed_letters": self.revealed_letters,
            "grids": {
                "count": self.grids,
                "rows": self.rows,
                "columns": self.columns,
                "words": self.words,
                "min_length": self.min_length,
                "max_length": self.max_length,
                "combination": self.combination,
            },
            "ladder": [{"words": words, "prize_cents": cents} for words, cents in self.ladder],
            "tiers": [tier_document(tier) for tier in self.tiers],
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    @cached_property
    def sha256(self) -> bytes:
        """`game_sha256`, 32 bytes."""
        return hashlib.sha256(self.canonical).digest()

    @cached_property
    def gains(self) -> dict[int, int]:
        """What a grid pays, in cents, by its number of complete words."""
        return dict(self.ladder)

    @cached_property
    def first_step(self) -> int:
        """The fewest complete words that pay."""
        return min(self.gains)

    @cached_property
    def ways(self) -> list[tuple[int, Way]]:
        """The ways of all tiers with their prize in cents; outcome k is number k - 1 (section 9)."""
        return [(tier.prize_cents, way) for tier in self.tiers for way in tier.ways]

    @cached_property
    def total_lots(self) -> int:
        """Winning units of a block."""
        return sum(tier.lots for tier in self.tiers)

    @cached_property
    def total_prizes_cents(self) -> int:
        """What a block pays, in cents."""
        return sum(tier.lots * tier.prize_cents for tier in self.tiers)

    def prize_cents(self, counts: tuple[int, ...]) -> int:
        """What a unit pays for the complete words of its grids (section 3)."""
        gains = [self.gains.get(count, 0) for count in counts]
        return sum(gains) if self.combination == "sum" else max(gains)


def tier_document(tier: Tier) -> dict[str, Any]:
    """A tier as the canonical definition has it."""
    ways = [{"words": list(way.words), "lots": way.lots} for way in tier.ways]
    return {"prize_cents": tier.prize_cents, "lots": tier.lots, "ways": ways}


def read_game(path: Path) -> Game:
    """The game of a TOML file or of a canonical JSON file."""
    text = read_text(path)
    try:
        document = json.loads(text) if text.startswith("{") else tomllib.loads(text)
        game = game_from(document)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise VerifyError(f"{path}: not a game's definition ({error!r}); `emission game check` says more") from None
    check_game(game, path)
    return game


def read_text(path: Path) -> str:
    """The text of a UTF-8 file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise VerifyError(f"{path}: not UTF-8 at byte {error.start}; give a text file") from None


def game_from(document: dict[str, Any]) -> Game:
    """The game that a definition's keys say."""
    grids = document["grids"]
    return Game(
        name=document["name"],
        currency=document["currency"],
        units_per_block=document["units_per_block"],
        unit_price_cents=document["unit_price_cents"],
        alphabet=document["alphabet"],
        revealed_letters=document["revealed_letters"],
        grids=grids["count"],
        rows=grids["rows"],
        columns=grids["columns"],
        words=grids["words"],
        min_length=grids["min_length"],
        max_length=grids["max_length"],
        combination=grids["combination"],
        ladder=tuple((step["words"], step["prize_cents"]) for step in document["ladder"]),
        tiers=tuple(tier_from(tier) for tier in document["tiers"]),
    )


def tier_from(tier: dict[str, Any]) -> Tier:
    """A tier; a way's word counts from the highest down."""
    ways = (Way(tuple(sorted(way["words"], reverse=True)), way["lots"]) for way in tier["ways"])
    return Tier(tier["prize_cents"], tier["lots"], tuple(ways))


def check_game(game: Game, path: Path) -> None:
    """Refuse a definition that the rest can't work with; `emission game check` judges it whole."""
    wrong = [
        key
        for key, right in {
            "alphabet": game.alphabet.isascii() and game.alphabet.isupper() and game.alphabet.isalpha(),
            "revealed_letters": 0 < game.revealed_letters < len(set(game.alphabet)),
            "combination": game.combination in ("sum", "highest"),
            "ladder": bool(game.ladder),
            "tiers": all(tier.lots == sum(way.lots for way in tier.ways) for tier in game.tiers),
            "units_per_block": 0 < game.total_lots <= game.units_per_block,
        }.items()
        if not right
    ]
    if wrong:
        raise VerifyError(f"{path}: {wrong[0]} is no game's; `emission game check` says what is wrong")
