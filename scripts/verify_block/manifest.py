"""The manifest: section 5, and what section 13 finds in it."""

from __future__ import annotations

from typing import Any

from verify_block.canonical import HASH, FormError, Items, Keys, Number, Text, is_canonical, parse
from verify_block.findings import Findings
from verify_block.files import PART_UNITS, part_name
from verify_block.rules import Rules

FORMAT_VERSION = 1
COUNT, LARGE, SHA256 = Number(32), Number(64), Text(HASH)
FORM = Keys(
    {
        "format_version": COUNT,
        "tool": Text(),
        "tool_version": Text(),
        "game": Text(),
        "game_sha256": SHA256,
        "wordlist_sha256": SHA256,
        "blocklist_sha256": SHA256,
        "emission": COUNT,
        "block": COUNT,
        "units": COUNT,
        "prize_table": Items(Keys({"prize_cents": LARGE, "lots": COUNT})),
        "total_lots": LARGE,
        "total_prizes_cents": LARGE,
        "merkle_root": SHA256,
        "seed_commitment": SHA256,
        "parts": Items(
            Keys(
                {
                    "file": Text(),
                    "first_unit": COUNT,
                    "units": COUNT,
                    "bytes": LARGE,
                    "sha256": SHA256,
                    "merkle_root": SHA256,
                }
            )
        ),
    }
)


def read_manifest(data: bytes, findings: Findings) -> dict[str, Any] | None:
    """The manifest of a file's bytes; None if it can't be read or is of another version or form."""
    try:
        manifest = parse(data, FORM)
    except FormError as error:
        findings.add("manifest-form", detail=str(error))
        return None
    if manifest["format_version"] != FORMAT_VERSION:
        findings.add("manifest-version", detail=f"format_version is {manifest['format_version']}")
        return None
    if not is_canonical(data, manifest, FORM):
        findings.add("manifest-bytes", detail="keys, spaces or line ends are not as they must be")
        return None
    return manifest


def judge_rules(manifest: dict[str, Any], rules: Rules, findings: Findings) -> bool:
    """Find another game or word list; whether the rest can be judged by the rules at hand."""
    for key, kind, right in (
        ("game_sha256", "manifest-game", rules.game.sha256.hex()),
        ("wordlist_sha256", "manifest-words", rules.word_list.sha256.hex()),
    ):
        if manifest[key] != right:
            findings.add(kind, detail=f"{key} is {manifest[key]}, that of the one at hand is {right}")
    return not ({"manifest-game", "manifest-words"} & findings.counts.keys())


def judge_numbers(manifest: dict[str, Any], findings: Findings) -> None:
    """The emission and the block are numbered from 1."""
    for key in ("emission", "block"):
        if manifest[key] == 0:
            findings.add("manifest-number", detail=f"{key} is 0")


def judge_contents(manifest: dict[str, Any], rules: Rules, findings: Findings) -> None:
    """Find what is not the game's, in a manifest of this game."""
    game = rules.game
    prize_table = [{"prize_cents": tier.prize_cents, "lots": tier.lots} for tier in game.tiers]
    for key, kind, right in (
        ("game", "manifest-game", game.name),
        ("blocklist_sha256", "manifest-blocklist", rules.block_list.sha256.hex()),
        ("units", "manifest-units", game.units_per_block),
        ("prize_table", "manifest-prizes", prize_table),
        ("total_lots", "manifest-totals", game.total_lots),
        ("total_prizes_cents", "manifest-totals", game.total_prizes_cents),
    ):
        if manifest[key] != right:
            findings.add(kind, detail=f"{key} is {manifest[key]!r}, must be {right!r}")


def judge_parts(manifest: dict[str, Any], units: int, suffix: str, findings: Findings) -> None:
    """Find a list of parts that is not the one of a block of so many units."""
    listed = manifest["parts"]
    right = -(-units // PART_UNITS)
    if len(listed) != right:
        findings.add("manifest-parts", detail=f"{len(listed)} are listed, must be {right}")
    for number, part in enumerate(listed[:right], start=1):
        first = (number - 1) * PART_UNITS + 1
        if part["file"] != part_name(number, suffix):
            findings.add("manifest-parts", first, f"file is {part['file']!r}, must be {part_name(number, suffix)!r}")
        if (part["first_unit"], part["units"]) != (first, min(PART_UNITS, units - first + 1)):
            findings.add("manifest-parts", first, f"part {number} is not of the units from {first} on")
