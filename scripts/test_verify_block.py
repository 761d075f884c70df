"""Tests of the second verifier: vectors, small broken blocks and, with EMISSION, blocks of the first.

EMISSION=target/checked/emission python3 -m unittest discover -s scripts -p 'test_verify_block.py'
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import os
import re
import struct
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import zstandard
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from scaled_game import scaled
from verify_block import VerifyError, merkle
from verify_block.block import Request, verify_block
from verify_block.canonical import canonical_bytes
from verify_block.cli import main
from verify_block.game import read_game
from verify_block.keys import Stream, hkdf_sha256, layout_key
from verify_block.letters import LetterSets, Outcome
from verify_block.manifest import FORM
from verify_block.proof import FORM as PROOF_FORM
from verify_block.proof import verify_proof
from verify_block.rebuild import Rebuilder
from verify_block.rules import Rules
from verify_block.seed import Plan
from verify_block.sshsig import armored, judge_signature, read_allowed_signers
from verify_block.units import header
from verify_block.words import read_block_list, read_word_list

ROOT = Path(__file__).resolve().parent.parent
SEED = bytes(range(32))
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
EMISSION = os.environ.get("EMISSION")

# ------------------------------------------------------------------------------ a block made by hand

TINY = """\
name = "Tiny \\"essai\\""
currency = "EUR"
units_per_block = {units}
unit_price_cents = 300
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
revealed_letters = 16
ladder = [{{ words = 2, prize_cents = 300 }}, {{ words = 3, prize_cents = 1_000 }}]

[grids]
count = 2
rows = 8
columns = 8
words = 6
min_length = 3
max_length = 7
combination = "sum"

[[tiers]]
prize_cents = 1_300
lots = {lots}
ways = [{{ words = [2, 3], lots = {lots} }}]

[[tiers]]
prize_cents = 300
lots = {lots}
ways = [{{ words = [2], lots = {lots} }}]

[totals]
lots = {total_lots}
prizes_cents = {total_cents}
"""

WIDE = """\
name = "Large"
currency = "EUR"
units_per_block = 150
unit_price_cents = 300
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
revealed_letters = 16
ladder = [{ words = 3, prize_cents = 300 }, { words = 4, prize_cents = 1_000 }]

[grids]
count = 3
rows = 9
columns = 10
words = 9
min_length = 3
max_length = 8
combination = "highest"

[[tiers]]
prize_cents = 1_000
lots = 30
ways = [{ words = [4], lots = 20 }, { words = [4, 4, 3], lots = 10 }]

[[tiers]]
prize_cents = 300
lots = 30
ways = [{ words = [3], lots = 30 }]

[totals]
lots = 60
prizes_cents = 39_000
"""

UNITS = 40
LOTS = 4


def tiny(units: int, lots: int) -> str:
    """The definition of a small game."""
    return TINY.format(units=units, lots=lots, total_lots=2 * lots, total_cents=1_600 * lots)


@cache
def rules_of(definition: str) -> Rules:
    """The rules of a definition, with the project's word list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.toml")
        path.write_text(definition)
        blocked = read_block_list(ROOT / "wordlists/blocklist_fr.tsv")
        return Rules(read_game(path), read_word_list(ROOT / "wordlists/fr.txt", blocked), blocked)


@cache
def tiny_rules() -> Rules:
    """The rules of the small game."""
    return rules_of(tiny(UNITS, LOTS))


@cache
def tiny_rows() -> tuple[bytes, ...]:
    """The rows of a block of the small game."""
    plan = Plan(tiny_rules(), SEED, 1, 1)
    rebuilder = Rebuilder(plan)
    return tuple(rebuilder.row(unit, outcome) for unit, outcome in enumerate(plan.outcomes(), start=1))


def frame(content: bytes, **options: bool) -> bytes:
    """A zstd frame."""
    options = {"write_checksum": True, "write_content_size": True, **options}
    return zstandard.ZstdCompressor(level=1, **options).compress(content)


def content_of(rows: tuple[bytes, ...]) -> bytes:
    """The content of a part of one chunk."""
    return b"".join(line + b"\n" for line in (header(tiny_rules().game), *rows))


def text(data: bytes) -> bytes:
    """A string of SSH's wire format."""
    return struct.pack(">I", len(data)) + data


def key_blob(key: Ed25519PrivateKey) -> bytes:
    """The public half of a key in SSH's wire format."""
    return text(b"ssh-ed25519") + text(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))


def sign(message: bytes, key: Ed25519PrivateKey = KEY, namespace: bytes = b"emission-block") -> bytes:
    """The signature file of a message."""
    digest = hashlib.sha512(message).digest()
    signed = b"SSHSIG" + text(namespace) + text(b"") + text(b"sha512") + text(digest)
    value = text(b"ssh-ed25519") + text(key.sign(signed))
    blob = b"SSHSIG\0\0\0\1" + b"".join(map(text, (key_blob(key), namespace, b"", b"sha512", value)))
    return armored(blob)


def manifest_of(part: bytes, rows: tuple[bytes, ...]) -> dict[str, Any]:
    """The manifest of a block of the small game in one part."""
    rules = tiny_rules()
    game = rules.game
    root = merkle.root([*map(merkle.leaf_hash, rows)]).hex()
    return {
        "format_version": 1,
        "tool": "test",
        "tool_version": "0",
        "game": game.name,
        "game_sha256": game.sha256.hex(),
        "wordlist_sha256": rules.word_list.sha256.hex(),
        "blocklist_sha256": rules.block_list.sha256.hex(),
        "emission": 1,
        "block": 1,
        "units": game.units_per_block,
        "prize_table": [{"prize_cents": tier.prize_cents, "lots": tier.lots} for tier in game.tiers],
        "total_lots": game.total_lots,
        "total_prizes_cents": game.total_prizes_cents,
        "merkle_root": root,
        "seed_commitment": Plan(rules, SEED, 1, 1).key("commitment").hex(),
        "parts": [
            {
                "file": "units-0001.csv.zst",
                "first_unit": 1,
                "units": game.units_per_block,
                "bytes": len(part),
                "sha256": hashlib.sha256(part).hexdigest(),
                "merkle_root": root,
            }
        ],
    }


Edit = Callable[[dict[str, Any]], Any]


def write_block(
    folder: Path,
    rows: tuple[bytes, ...] | None = None,
    part: bytes | None = None,
    edit: Edit | None = None,
    manifest: bytes | None = None,
) -> Path:
    """A signed block of the small game: of these rows, this part, and a manifest that is edited."""
    rows = tiny_rows() if rows is None else rows
    part = frame(content_of(rows)) if part is None else part
    values = manifest_of(part, rows)
    if edit:
        edit(values)
    data = canonical_bytes(values, FORM) if manifest is None else manifest
    path = folder / "emission-0001" / "block-0001"
    path.mkdir(parents=True)
    files = {"units-0001.csv.zst": part, "manifest.json": data}
    sums = "".join(f"{hashlib.sha256(file).hexdigest()}  {name}\n" for name, file in files.items())
    for name, file in {**files, "manifest.json.sig": sign(data), "SHA256SUMS": sums.encode()}.items():
        (path / name).write_bytes(file)
    return path


def signers_file(folder: Path, key: Ed25519PrivateKey = KEY, options: str = "") -> Path:
    """A list of allowed signers with one key."""
    path = folder / "allowed_signers"
    path.write_text(f"emission {options}ssh-ed25519 {base64.b64encode(key_blob(key)).decode()} a comment\n")
    return path


def changed(unit: int, column: int, change: Callable[[bytes], bytes]) -> tuple[bytes, ...]:
    """The rows of the small block with one field changed; columns from 0."""
    rows = [*tiny_rows()]
    fields = rows[unit - 1].split(b",")
    fields[column] = change(fields[column])
    rows[unit - 1] = b",".join(fields)
    return tuple(rows)


def keys(**values: Any) -> Edit:
    """An edit of a manifest's keys."""
    return lambda manifest: manifest.update(values)


def part_keys(**values: Any) -> Edit:
    """An edit of the keys of a manifest's part."""
    return lambda manifest: manifest["parts"][0].update(values)


def both(first: Edit, second: Edit) -> Edit:
    """Two edits of a manifest."""
    return lambda manifest: (first(manifest), second(manifest))


class BlockCase(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def findings(self, path: Path, rebuild: range = range(0), seed: bytes | None = None) -> dict[str, int]:
        """The counts of findings of a block of the small game."""
        signers = read_allowed_signers(signers_file(self.folder))
        request = Request(tiny_rules(), signers, seed, rebuild, 1)
        return verify_block(path, request).findings.counts

    def broken(self, **changes: Any) -> dict[str, int]:
        """The counts of findings of a block that is made with changes."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            return self.findings(write_block(Path(folder), **changes))


# ------------------------------------------------------------------------------ vectors


class Vectors(unittest.TestCase):
    """Published test vectors, and those of the document."""

    def test_hkdf_of_rfc_5869(self) -> None:
        ikm, salt, info = b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA))
        first = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        third = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        self.assertEqual(hkdf_sha256(ikm, salt, info, 42).hex(), first)
        self.assertEqual(hkdf_sha256(ikm, b"", b"", 42).hex(), third)

    def test_streams_are_those_of_rfc_8439(self) -> None:
        first = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        fifth = "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
        self.assertEqual(Stream(bytes(32), 0).bytes(32).hex(), first)
        self.assertEqual(Stream(bytes(32), 2 << 56).bytes(32).hex(), fifth)

    def test_tree_is_that_of_certificate_transparency(self) -> None:
        leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
        hashes = [merkle.leaf_hash(bytes.fromhex(leaf)) for leaf in leaves]
        self.assertEqual(merkle.root([]).hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        for size, root in (
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
            (7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
            (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
        ):
            self.assertEqual(merkle.root(hashes[:size]).hex(), root)

    def test_vectors_of_the_document(self) -> None:
        document = (ROOT / "docs/block-format.md").read_text()
        section = document[document.index("## 12.") : document.index("## 13.")]
        vectors = dict(re.findall(r"^    (\w+) = (.+)$", section, re.MULTILINE))
        rules = rules_of((ROOT / "src/game/maxi_mots_croises.toml").read_text())
        plan = Plan(rules, SEED, 1, 1)
        outcomes = plan.outcomes()
        unit_1 = Rebuilder(plan).row(1, outcomes[0])
        for name, value in {
            "game_sha256": rules.game.sha256.hex(),
            "wordlist_sha256": rules.word_list.sha256.hex(),
            "blocklist_sha256": rules.block_list.sha256.hex(),
            "order_key": plan.key("order").hex(),
            "unit_key": plan.unit_key.hex(),
            "seed_commitment": plan.key("commitment").hex(),
            "layout_key": layout_key(rules.game).hex(),
            "unit_stream_1": Stream(plan.unit_key, 1).bytes(64).hex(),
            "outcomes_sha256": hashlib.sha256(outcomes).hexdigest(),
            "unit_1": unit_1.decode(),
            "leaf_1": merkle.leaf_hash(unit_1).hex(),
        }.items():
            with self.subTest(name):
                self.assertEqual(value, vectors[name])

    def test_every_finding_of_the_document_is_known(self) -> None:
        document = (ROOT / "docs/block-format.md").read_text()
        section = document[document.index("## 13.") : document.index("## 14.")]
        kinds = re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)
        kinds.remove("part-footer")  # of Parquet parts, which are not read here
        code = "".join(path.read_text() for path in (ROOT / "scripts/verify_block").glob("*.py"))
        self.assertEqual([kind for kind in kinds if f'"{kind}"' not in code], [])

    def test_sets_are_found_one_by_one_as_in_the_listing(self) -> None:
        game = tiny_rules().game
        sets = LetterSets(game)
        outcome = Outcome(game, [[0b111, 0b1 << 25, 0b11 << 13], [0b1, 0b10, 0b1000, 0b11 << 5]], [2, None])
        numbers = range(0, sets.count, 9_973)
        listed = set(outcome.all_shown(sets))
        self.assertEqual(len({sets.set(number) for number in numbers}), len(numbers))
        for number in numbers:
            self.assertEqual(outcome.is_shown(sets.set(number)), sets.set(number) in listed)


# ------------------------------------------------------------------------------ broken blocks


class Files(BlockCase):
    """Findings about the folder, the manifest, the checksums and the signature."""

    def test_a_right_block(self) -> None:
        path = write_block(self.folder)
        self.assertEqual(self.findings(path), {})
        self.assertEqual(self.findings(path, range(1, UNITS + 1), SEED), {})

    def test_a_block_without_compression(self) -> None:
        path = write_block(self.folder, part=content_of(tiny_rows()), edit=part_keys(file="units-0001.csv"))
        (path / "units-0001.csv.zst").rename(path / "units-0001.csv")
        sums = (path / "SHA256SUMS").read_text()
        (path / "SHA256SUMS").write_text(sums.replace(".csv.zst", ".csv"))
        self.assertEqual(self.findings(path), {})

    def test_parquet_is_not_read(self) -> None:
        path = write_block(self.folder)
        (path / "units-0001.csv.zst").rename(path / "units-0001.parquet")
        message = "reads CSV only; make CSV of them with `emission convert --format csv`"
        with self.assertRaisesRegex(VerifyError, message):
            self.findings(path)

    def test_files_that_are_missing(self) -> None:
        for name, kind in {
            "manifest.json": "manifest-missing",
            "manifest.json.sig": "signature-missing",
            "SHA256SUMS": "checksums-missing",
            "units-0001.csv.zst": "part-missing",
        }.items():
            with self.subTest(kind), tempfile.TemporaryDirectory() as folder:
                path = write_block(Path(folder))
                (path / name).rename(Path(folder) / "elsewhere")
                self.assertEqual(self.findings(path), {kind: 1})
                (path / name).symlink_to(Path(folder) / "elsewhere")
                self.assertEqual(self.findings(path), {"file-kind": 1})

    def test_files_and_folders_of_other_names(self) -> None:
        path = write_block(self.folder)
        (path / "notes").mkdir()
        moved = path.rename(path.with_name("block-0002"))
        self.assertEqual(self.findings(moved), {"folder-name": 1, "file-extra": 1})

    def test_manifests(self) -> None:
        right = canonical_bytes(manifest_of(frame(content_of(tiny_rows())), tiny_rows()), FORM)
        for changes, findings in (
            ({"manifest": b"{"}, {"manifest-form": 1}),
            ({"manifest": right.replace(b'"tool"', b'"tools"')}, {"manifest-form": 1}),
            ({"manifest": right.replace(b'"tool"', b'"tool": "x",\n  "tool"', 1)}, {"manifest-form": 1}),
            ({"edit": keys(emission=1 << 32)}, {"manifest-form": 1}),
            ({"edit": keys(format_version=2)}, {"manifest-version": 1}),
            ({"manifest": right + b"\n"}, {"manifest-bytes": 1}),
            ({"edit": keys(game_sha256="0" * 64, units=1)}, {"manifest-game": 1}),
            ({"edit": keys(game="x")}, {"manifest-game": 1}),
            ({"edit": keys(wordlist_sha256="0" * 64)}, {"manifest-words": 1}),
            ({"edit": keys(blocklist_sha256="0" * 64)}, {"manifest-blocklist": 1}),
            ({"edit": keys(emission=0)}, {"manifest-number": 1, "folder-name": 1}),
            ({"edit": keys(units=41)}, {"manifest-units": 1}),
            ({"edit": keys(prize_table=[])}, {"manifest-prizes": 1}),
            ({"edit": keys(total_lots=1, total_prizes_cents=1)}, {"manifest-totals": 2}),
            ({"edit": keys(total_lots=1 << 63)}, {"manifest-totals": 1}),
            ({"edit": keys(parts=[])}, {"manifest-parts": 1}),
            ({"edit": part_keys(file="x", first_unit=2)}, {"manifest-parts": 2}),
            ({"edit": part_keys(bytes=1)}, {"part-size": 1}),
            ({"edit": part_keys(sha256="0" * 64)}, {"part-checksum": 1}),
            ({"edit": part_keys(merkle_root="0" * 64)}, {"part-root": 1}),
            ({"edit": keys(merkle_root="0" * 64)}, {"block-root": 1}),
        ):
            with self.subTest(findings=findings):
                self.assertEqual(self.broken(**changes), findings)

    def test_files_of_another_game(self) -> None:
        for values, findings in (
            ({"bytes": 1, "sha256": "0" * 64}, {"part-size": 1, "part-checksum": 1}),
            ({"merkle_root": "0" * 64, "first_unit": 2}, {}),
            ({"file": "x"}, {"manifest-parts": 1, "file-extra": 1, "checksums-files": 1}),
        ):
            with self.subTest(findings=findings):
                found = self.broken(edit=both(keys(game_sha256="0" * 64), part_keys(**values)))
                self.assertEqual(found, {"manifest-game": 1, **findings})

    def test_checksums(self) -> None:
        path = write_block(self.folder)
        sums = (path / "SHA256SUMS").read_bytes()
        first, second, _ = sums.split(b"\n")
        for text_of_sums, findings in {
            b"": {"checksums-form": 1},
            sums[:-1]: {"checksums-form": 1},
            sums.replace(b"  ", b" *"): {"checksums-form": 1},
            sums + first + b"\n": {"checksums-form": 1},
            second + b"\n" + first + b"\n": {"checksums-files": 1},
            first + b"\n": {"checksums-files": 1},
            b"0" * 64 + sums[64:]: {"checksums-wrong": 1},
        }.items():
            with self.subTest(sums=text_of_sums):
                (path / "SHA256SUMS").write_bytes(text_of_sums)
                self.assertEqual(self.findings(path), findings)

    def test_signatures(self) -> None:
        signers = read_allowed_signers(signers_file(self.folder, options='namespaces="file,emission-*" '))
        others = read_allowed_signers(signers_file(self.folder, options='namespaces="file" '))
        right = sign(b"message")
        for signature, allowed, kind in (
            (right, signers, None),
            (right + b"\n", signers, "signature-form"),
            (right.replace(b"\n", b"\r\n"), signers, "signature-form"),
            (b"", signers, "signature-form"),
            (sign(b"message", namespace=b"file"), signers, "signature-namespace"),
            (sign(b"message", Ed25519PrivateKey.generate()), signers, "signer-unknown"),
            (right, [], "signer-unknown"),
            (right, others, "signer-namespace"),
            (sign(b"another message"), signers, "signature-wrong"),
        ):
            with self.subTest(kind):
                self.assertEqual(judge_signature(signature, b"message", allowed), kind)

    def test_another_key_type(self) -> None:
        blob = text(text(b"ssh-rsa")) + text(b"emission-block") + text(b"") + text(b"sha512") + text(b"")
        self.assertEqual(judge_signature(armored(b"SSHSIG\0\0\0\1" + blob), b"", []), "signature-key")

    def test_allowed_signers_that_cannot_be_read(self) -> None:
        path = self.folder / "signers"
        key = base64.b64encode(key_blob(KEY)).decode()
        for line in (
            "emission",
            f"emission ssh-rsa {key}",
            f"emission cert-authority ssh-ed25519 {key}",
            f'emission namespaces="emission-block",valid-before="20300101" ssh-ed25519 {key}',
        ):
            with self.subTest(line):
                path.write_text(line)
                self.assertRaises(VerifyError, read_allowed_signers, path)


class Parts(BlockCase):
    """Findings about a part's frames and lines."""

    def test_parts(self) -> None:
        rows = tiny_rows()
        right = content_of(rows)
        head, body = right.split(b"\n", 1)
        for part, findings in (
            (b"", {"part-frame": 1}),
            (frame(right)[:-1], {"part-frame": 1}),
            (frame(right) + b"x", {"part-frame": 1}),
            (frame(right, write_checksum=False), {"part-frame": 1}),
            (frame(right, write_content_size=False), {"part-frame": 1}),
            (frame(right + b"x" * 200_000), {"part-frame": 1}),
            (b"\x50\x2a\x4d\x18\0\0\0\0", {"part-frame": 1}),
            (frame(head.upper() + b"\n" + body), {"part-header": 1}),
            (frame(body), {"part-header": 1}),
            (frame(right[:-1]), {"part-rows": 1}),
            (frame(right + rows[0] + b"\n"), {"part-rows": 1}),
            (frame(right + b"\n"), {"part-rows": 1}),
        ):
            with self.subTest(findings=findings, bytes=len(part)):
                self.assertEqual(self.broken(part=part), findings)

    def test_a_damaged_frame(self) -> None:
        part = bytearray(frame(content_of(tiny_rows())))
        part[-1] ^= 1
        self.assertEqual(self.broken(part=bytes(part)), {"part-frame": 1})


class Units(BlockCase):
    """Findings about rows."""

    def setUp(self) -> None:
        super().setUp()
        self.losing = next(unit for unit, row in enumerate(tiny_rows(), start=1) if b",0,0," in row)

    def test_fields(self) -> None:
        for column, change, findings in (
            (0, lambda number: b"0" + number, {"row-number": 1}),
            (7, lambda nonce: nonce + b"0", {"row-form": 1}),
            (7, lambda nonce: b"," + nonce[1:], {"row-form": 1}),
            (7, lambda nonce: nonce[:-1] + b"A", {"row-nonce": 1}),
            (1, lambda _: b"0300", {"prize": 1}),
            (5, lambda _: b"1", {"word-count": 1}),
        ):
            with self.subTest(findings=findings):
                self.assertEqual(self.broken(rows=changed(self.losing, column, change)), findings)

    def test_letters(self) -> None:
        for letters, kind in {
            b"aBCDEFGHIJKLMNOP": "letters-alphabet",
            b"AACDEFGHIJKLMNOP": "letters-repeated",
            b"BITEACDFGHJKLMNO": "letters-readable",
            b"ONMLKJHGFDCAETIB": "letters-readable",
        }.items():
            with self.subTest(kind):
                found = self.broken(rows=changed(self.losing, 2, lambda _: letters))
                self.assertEqual(found.get(kind), 1)

    def test_grids(self) -> None:
        empty = b"." * 8
        for lines, findings in (
            ([b"AB?....."], {"cells": 1, "run-count": 1, "run-length": 1}),
            ([b"A......."], {"cell-alone": 1, "run-count": 1}),
            ([b"SAC.....", b"A.......", b"CAP.....", b"....MER.", b"....E...", b"....RAT."], {"islands": 1}),
            ([b"ABCES...", empty, b"VIVRES..", empty, b"XQXQX"], {"word-blocked": 1, "word-unknown": 1}),
            ([b"GATEAU..", empty, b"GATEAU.."], {"word-repeated": 1}),
            ([b"GATEAUXS"], {"run-length": 1}),
        ):
            grid = b"".join(lines).ljust(64, b".")
            with self.subTest(findings=findings):
                found = self.broken(rows=changed(self.losing, 3, lambda _: grid))
                self.assertEqual({kind: found.get(kind) for kind in findings}, findings)

    def test_an_outcome_that_no_way_has(self) -> None:
        grid = b"ABA.....BAB.....".ljust(64, b".")
        rows = [*changed(self.losing, 3, lambda _: grid)]
        fields = rows[self.losing - 1].split(b",")
        fields[2] = b"ABCDEFGHIJKLMNOP"
        rows[self.losing - 1] = b",".join(fields)
        self.assertEqual(self.broken(rows=tuple(rows)).get("outcome"), 1)

    def test_twins_and_the_prize_table(self) -> None:
        rows = [*tiny_rows()]
        winning = next(unit for unit, row in enumerate(rows, start=1) if row.split(b",")[1] == b"0300")
        rows[self.losing - 1] = b",".join([b"%d" % self.losing, *rows[winning - 1].split(b",")[1:]])
        self.assertEqual(self.broken(rows=tuple(rows)), {"twins": 1, "prize-table": 1, "ways": 1})


class Seeds(BlockCase):
    """Findings about a seed."""

    def test_another_seed(self) -> None:
        findings = self.findings(write_block(self.folder), range(1, 3), bytes(32))
        self.assertEqual((findings["seed-commitment"], findings["rebuild"]), (1, 2))
        self.assertIn("order", findings)

    def test_grids_that_are_exchanged(self) -> None:
        rows = [*tiny_rows()]
        unit = next(unit for unit, row in enumerate(rows, start=1) if row.split(b",")[1] == b"1300")
        number, prize, letters, one, two, words_1, words_2, nonce = rows[unit - 1].split(b",")
        rows[unit - 1] = b",".join([number, prize, letters, two, one, words_2, words_1, nonce])
        findings = self.findings(write_block(self.folder, rows=tuple(rows)), range(unit, unit + 1), SEED)
        self.assertEqual(findings, {"order-grids": 1, "rebuild": 1})


class Proofs(BlockCase):
    """Findings about proofs of one unit."""

    unit = 38

    def prove(self, **values: Any) -> Path:
        """A proof of a unit of the small block, with some values changed."""
        rows = tiny_rows()
        manifest = canonical_bytes(manifest_of(frame(content_of(rows)), rows), FORM)
        proof = {
            "format_version": 1,
            "unit": self.unit,
            "row": rows[self.unit - 1].decode(),
            "inclusion_path": inclusion_path(self.unit - 1, [*map(merkle.leaf_hash, rows)]),
            "manifest": manifest.decode(),
            "signature": sign(manifest).decode(),
        }
        path = self.folder / "proof.json"
        path.write_bytes(canonical_bytes({**proof, **values}, PROOF_FORM))
        return path

    def judge(self, path: Path) -> dict[str, int]:
        """The counts of a proof's findings."""
        return verify_proof(path, tiny_rules(), read_allowed_signers(signers_file(self.folder))).findings.counts

    def test_a_right_proof(self) -> None:
        result = verify_proof(self.prove(), tiny_rules(), read_allowed_signers(signers_file(self.folder)))
        prize = int(tiny_rows()[self.unit - 1].split(b",")[1])
        self.assertEqual((result.findings.counts, result.unit, result.prize_cents), ({}, self.unit, prize))

    def test_every_unit_has_a_path(self) -> None:
        for size in range(1, 18):
            leaves = [merkle.leaf_hash(bytes([i])) for i in range(size)]
            for index in range(size):
                path = [bytes.fromhex(sibling) for sibling in inclusion_path(index, leaves)]
                self.assertEqual(merkle.path_root(leaves[index], index, size, path), merkle.root(leaves))
                self.assertIsNone(merkle.path_root(leaves[index], index, size, path + [bytes(32)]))

    def test_wrong_proofs(self) -> None:
        rows = tiny_rows()
        path = inclusion_path(self.unit - 1, [*map(merkle.leaf_hash, rows)])
        for values, findings in (
            ({"format_version": 2}, {"proof-version": 1}),
            ({"unit": UNITS + 1}, {"proof-unit": 1}),
            ({"unit": 0}, {"proof-unit": 1}),
            ({"unit": self.unit - 1}, {"proof-path": 1, "row-number": 1}),
            ({"inclusion_path": path[:-1]}, {"proof-path": 1}),
            ({"inclusion_path": path[::-1]}, {"proof-path": 1}),
            ({"row": rows[self.unit - 1].decode() + "0"}, {"proof-path": 1, "row-form": 1}),
            ({"signature": sign(b"another").decode()}, {"signature-wrong": 1}),
            ({"manifest": ""}, {"manifest-form": 1, "signature-wrong": 1}),
        ):
            with self.subTest(findings=findings):
                self.assertEqual(self.judge(self.prove(**values)), findings)

    def test_a_changed_bit_fails(self) -> None:
        path = self.prove()
        data = path.read_bytes()
        for place in range(0, len(data), 7):
            path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            self.assertTrue(self.judge(path), f"byte {place}")


def inclusion_path(index: int, leaves: list[bytes]) -> list[str]:
    """The path of RFC 9162, section 2.1.3.1, by its recursion."""
    if len(leaves) == 1:
        return []
    split = 1 << (len(leaves) - 1).bit_length() - 1
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return [*inclusion_path(index, left), merkle.root(right).hex()]
    return [*inclusion_path(index - split, right), merkle.root(left).hex()]


# ------------------------------------------------------------------------------ the command


class Command(BlockCase):
    """Exit codes and what is printed."""

    def run_command(self, *arguments: object) -> tuple[int, str, str]:
        """The exit code, what was printed, and the errors."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = main([*map(str, arguments)])
        return code, output.getvalue(), errors.getvalue()

    def arguments(self) -> list[object]:
        """The options that judge blocks of the small game; its canonical JSON is as good as its TOML."""
        game = self.folder / "game.json"
        game.write_bytes(tiny_rules().game.canonical)
        return ["--allowed-signers", signers_file(self.folder), "--game", game]

    def test_nothing_found(self) -> None:
        code, output, _ = self.run_command(write_block(self.folder), *self.arguments())
        self.assertEqual(code, 0)
        self.assertIn("nothing found", output)

    def test_findings_as_json(self) -> None:
        path = write_block(self.folder, rows=changed(5, 7, bytes.upper))
        code, output, _ = self.run_command(path, "--json", *self.arguments())
        document = json.loads(output)
        self.assertEqual((code, len(document["merkle_root"])), (1, 64))
        self.assertEqual([(found["kind"], found["units"]) for found in document["findings"]], [("row-nonce", [5])])

    def test_what_cannot_be_run(self) -> None:
        for arguments in (
            [self.folder / "missing", *self.arguments()],
            self.arguments(),
            [self.folder, "--units", "1-2", *self.arguments()],
            [self.folder, *self.arguments(), "--seed-file", self.folder / "allowed_signers"],
            [self.folder, *self.arguments(), "--game", self.folder / "allowed_signers"],
        ):
            with self.subTest(arguments=arguments):
                code, _, errors = self.run_command(*arguments)
                self.assertEqual((code, errors.count("\n")), (2, 1))


# ------------------------------------------------------------------------------ blocks of the first verifier


@unittest.skipUnless(EMISSION, "EMISSION does not name a built emission")
class OtherImplementation(BlockCase):
    """Blocks that `emission` makes, and what it finds in them."""

    def generate(self, definition: str, *options: str) -> Path:
        """A block of a game, made from the seed of the test vectors."""
        (self.folder / "game.toml").write_text(definition)
        seed = self.folder / "emission.seed"
        seed.write_text(f"emission-seed-1:{SEED.hex()}\n")
        seed.chmod(0o600)
        self.emission("generate", "--quiet", "--overwrite", "--game", "game.toml", *options)
        return self.folder / "out/emission-0001/block-0001"

    def emission(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `emission` in the test's folder."""
        command = [str(Path(EMISSION or "").resolve()), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def found(self, path: Path, definition: str, rebuild: range) -> dict[str, Any]:
        """What the second verifier finds: kinds with counts and first units."""
        signers = read_allowed_signers(self.folder / "emission.allowed_signers")
        request = Request(rules_of(definition), signers, SEED, rebuild, os.cpu_count() or 1)
        return as_dictionary(verify_block(path, request).findings.as_json())

    def found_by_emission(self) -> dict[str, Any]:
        """What `emission verify` finds."""
        output = self.emission("verify", "out", "--game", "game.toml", "--json", "--quiet").stdout
        return as_dictionary(json.loads(output)[0]["findings"])

    def test_small_blocks_are_rebuilt_whole(self) -> None:
        for definition in (tiny(300, 20), WIDE):
            game = rules_of(definition).game
            with self.subTest(game.name):
                path = self.generate(definition)
                self.assertEqual(self.found(path, definition, range(1, game.units_per_block + 1)), {})

    def test_a_game_with_words_and_blocked_words_of_its_own(self) -> None:
        words = ROOT / "wordlists"
        definition = scaled((ROOT / "src/game/cashword.toml").read_text(), 5_000)
        path = self.generate(definition, "--words", "en")
        block_list = read_block_list(words / "blocklist_en.tsv")
        game = read_game(self.folder / "game.toml")
        rules = Rules(game, read_word_list(words / "en.txt", block_list), block_list)
        signers = read_allowed_signers(self.folder / "emission.allowed_signers")
        request = Request(rules, signers, SEED, range(1, game.units_per_block + 1), os.cpu_count() or 1)
        self.assertEqual(as_dictionary(verify_block(path, request).findings.as_json()), {})

    def test_a_full_part(self) -> None:
        definition = tiny(1 << 17, 9_000)
        path = self.generate(definition)
        self.assertEqual(self.found(path, definition, range(1 << 17, (1 << 17) + 1)), {})

    def test_proofs_that_emission_writes(self) -> None:
        game = self.folder / "game.toml"
        self.generate(tiny(300, 20))
        options = ["--allowed-signers", str(self.folder / "emission.allowed_signers"), "--game", str(game)]
        for unit in (1, 255, 256, 257, 300):
            name = f"unit-{unit}.proof.json"
            made = self.emission("prove", "out/emission-0001/block-0001", "--unit", str(unit))
            self.assertEqual(made.returncode, 0, made.stderr)
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(main(["--proof", str(self.folder / name), *options]), 0)

    def test_both_find_the_same(self) -> None:
        definition = tiny(300, 20)
        path = self.generate(definition)
        part = path / "units-0001.csv.zst"
        content = zstandard.ZstdDecompressor().decompress(part.read_bytes())
        rows = content.split(b"\n")
        rows[5], rows[6], rows[8] = rows[6], rows[5].lower(), rows[8].replace(b"E", b"Q")
        rows[9] = rows[10]
        part.write_bytes(frame(b"\n".join(rows)))
        (path / "notes").write_text("")
        found = {kind: value for kind, value in self.found(path, definition, range(0)).items() if kind[:5] != "order"}
        self.assertEqual(found, self.found_by_emission())


TESTKIT = ROOT / "tests" / "testkit"


class Testkit(unittest.TestCase):
    """Blocks with one fault each: what both implementations must find."""

    def test_each_fault_is_found_as_what_it_is(self) -> None:
        request = Request(
            rules_of((TESTKIT / "game.toml").read_text()), read_allowed_signers(TESTKIT / "allowed_signers"), None, range(0), 1
        )
        cases = sorted(path.parent for path in TESTKIT.glob("*/expect"))
        self.assertGreater(len(cases), 90)
        for case in cases:
            lines = [line.split() for line in (case / "expect").read_text().splitlines()]
            expected = {line[1]: line[2] for line in lines if line[0] == "finding"}
            with self.subTest(case.name):
                judged = verify_block(case / "emission-0001" / "block-0001", request).findings.as_json()
                found = {one["kind"]: str(one["units"][0]) if one["units"] else "-" for one in judged}
                self.assertEqual(found, expected)


def as_dictionary(findings: list[dict[str, Any]]) -> dict[str, Any]:
    """Findings as kinds with counts and first units."""
    return {found["kind"]: (found["count"], sorted(found["units"])) for found in findings}


if __name__ == "__main__":
    unittest.main()
