"""Checks a proof that a unit belongs to a signed block: section 14."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify_block import merkle
from verify_block.canonical import HASH, FormError, Items, Keys, Number, Text, is_canonical, parse
from verify_block.findings import Findings
from verify_block.manifest import judge_contents, judge_numbers, judge_rules, read_manifest
from verify_block.rules import Rules
from verify_block.sshsig import AllowedSigner, judge_signature
from verify_block.units import Tally, UnitReader

FORMAT_VERSION = 1
FORM = Keys(
    {
        "format_version": Number(32),
        "unit": Number(32),
        "row": Text(),
        "inclusion_path": Items(Text(HASH)),
        "manifest": Text(),
        "signature": Text(),
    }
)


@dataclass
class ProofResult:
    """What was found in a proof; what its unit pays is None if that can't be told."""

    findings: Findings = field(default_factory=Findings)
    unit: int | None = None
    prize_cents: int | None = None
    merkle_root: bytes | None = None


def verify_proof(path: Path, rules: Rules, signers: list[AllowedSigner]) -> ProofResult:
    """Judge a proof's file."""
    result = ProofResult()
    proof = read_proof(path.read_bytes(), result.findings)
    if proof:
        judge_proof(proof, rules, signers, result)
    return result


def read_proof(data: bytes, findings: Findings) -> dict[str, Any] | None:
    """The proof of a file's bytes; None if it can't be read or is of another version."""
    try:
        proof = parse(data, FORM)
        for text in (proof["row"], proof["manifest"], proof["signature"]):
            text.encode()
    except (FormError, UnicodeEncodeError) as error:
        findings.add("proof-form", detail=str(error))
        return None
    if proof["format_version"] != FORMAT_VERSION:
        findings.add("proof-version", detail=f"format_version is {proof['format_version']}")
        return None
    if not is_canonical(data, proof, FORM):
        findings.add("proof-bytes")
    return proof


def judge_proof(proof: dict[str, Any], rules: Rules, signers: list[AllowedSigner], result: ProofResult) -> None:
    """Judge the manifest, its signature, the unit's place in the tree, and the unit."""
    findings = result.findings
    text = proof["manifest"].encode()
    manifest = read_manifest(text, findings)
    if kind := judge_signature(proof["signature"].encode(), text, signers):
        findings.add(kind)
    if not manifest:
        return
    judge_numbers(manifest, findings)
    is_at_hand = judge_rules(manifest, rules, findings)
    if not 1 <= proof["unit"] <= manifest["units"]:
        findings.add("proof-unit", proof["unit"], f"the block has units 1 to {manifest['units']}")
        return
    judge_path(proof, manifest, result)
    if is_at_hand:
        judge_contents(manifest, rules, findings)
        judge_unit(proof, rules, result)


def judge_path(proof: dict[str, Any], manifest: dict[str, Any], result: ProofResult) -> None:
    """Find a path that does not lead from the row to the block's root."""
    leaf = merkle.leaf_hash(proof["row"].encode())
    path = map(bytes.fromhex, proof["inclusion_path"])
    result.merkle_root = merkle.path_root(leaf, proof["unit"] - 1, manifest["units"], path)
    if result.merkle_root is None or result.merkle_root.hex() != manifest["merkle_root"]:
        result.findings.add("proof-path", proof["unit"], "it does not lead to the manifest's merkle_root")


def judge_unit(proof: dict[str, Any], rules: Rules, result: ProofResult) -> None:
    """Judge the unit as section 3 says, and tell what it pays."""
    tally = Tally()
    counts = UnitReader(rules).read(proof["row"].encode(), proof["unit"], tally)
    result.findings.merge(tally.findings)
    result.unit = proof["unit"]
    result.prize_cents = None if counts is None else rules.game.prize_cents(counts)
