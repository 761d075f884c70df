#!/usr/bin/env python3
"""Makes the testkit: small blocks, each with one fault, from one good block.

    tests/testkit/make.py EMISSION     EMISSION is the built command; zstd and ssh-keygen must be installed

Each case is a folder: a block at `emission-0001/block-0001`, and `expect`, which says what a verifier finds: lines
`finding KIND UNIT` (`-` for a finding about files or the whole block, else the first unit that it is about), then
`exit CODE`. The kinds are those of docs/block-format.md, section 13. For each case this script says which finding its
fault must give; what else follows from the fault is what EMISSION finds, to be read before it is committed, and what
the second implementation must find as well.

The keys that sign the cases are made for one run of this script and thrown away.
"""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACE = Path("emission-0001") / "block-0001"
PART = "units-0001.csv.zst"
SIDE = 11
LOSING = b"00000"


def run(command: list, stdin: bytes = b"", **kwargs) -> bytes:
    return subprocess.run([str(part) for part in command], input=stdin, check=True, capture_output=True, **kwargs).stdout


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def root(leaves: list[bytes]) -> bytes:
    """Root of the tree over leaf hashes (RFC 9162, section 2.1.1)."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root(leaves[:split]) + root(leaves[split:])).digest()


def zstd(content: bytes, *options: str) -> bytes:
    """One frame with its content size and, unless the options say otherwise, a checksum."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        return run(["zstd", "-19", "-q", "-c", *options, file.name])


class Unit:
    """The fields of a row."""

    def __init__(self, row: bytes) -> None:
        self.fields = row.split(b",")

    def row(self) -> bytes:
        return b",".join(self.fields)

    @property
    def letters(self) -> bytes:
        return self.fields[2]

    @letters.setter
    def letters(self, letters: bytes) -> None:
        self.fields[2] = letters

    def grid(self, number: int) -> list[bytearray]:
        """The rows of cells of grid 1 or 2."""
        cells = self.fields[2 + number]
        return [bytearray(cells[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE)]

    def set_grid(self, number: int, rows: list[bytearray]) -> None:
        self.fields[2 + number] = b"".join(rows)

    def set_words(self, number: int, words: int) -> None:
        self.fields[4 + number] = b"%d" % words

    def words(self, number: int) -> int:
        return int(self.fields[4 + number])


class Block:
    """A block in memory. What is changed is sealed again by `seal`, so that one fault stays one."""

    def __init__(self, folder: Path, keys: Path) -> None:
        self.keys = keys
        self.files = {path.name: path.read_bytes() for path in folder.iterdir()}
        lines = run(["zstd", "-d", "-c", "-q"], self.files[PART]).split(b"\n")[:-1]
        self.header, self.units = lines[0], [Unit(line) for line in lines[1:]]
        self.manifest = json.loads(self.files["manifest.json"])
        self.links: dict[str, str] = {}
        self.key = "signer"
        self.namespace = "emission-block"

    def content(self) -> bytes:
        return b"".join(line + b"\n" for line in [self.header, *(unit.row() for unit in self.units)])

    def seal_units(self) -> None:
        """Writes the units into the part, and all that follows from them."""
        leaves = [hashlib.sha256(b"\0" + unit.row()).digest() for unit in self.units]
        self.manifest["merkle_root"] = self.manifest["parts"][0]["merkle_root"] = root(leaves).hex()
        self.seal_part(zstd(self.content()))

    def seal_part(self, part: bytes) -> None:
        self.files[PART] = part
        self.manifest["parts"][0].update(bytes=len(part), sha256=sha256(part))
        self.seal_manifest()

    def seal_manifest(self) -> None:
        self.seal_text((json.dumps(self.manifest, indent=2, ensure_ascii=False) + "\n").encode())

    def seal_text(self, manifest: bytes) -> None:
        """Signs any bytes as the manifest, and writes the checksums of all files."""
        self.files["manifest.json"] = manifest
        self.files["manifest.json.sig"] = self.sign(manifest)
        self.set_sums([PART, "manifest.json"])

    def sign(self, text: bytes) -> bytes:
        return run(["ssh-keygen", "-Y", "sign", "-q", "-f", self.keys / self.key, "-n", self.namespace], text)

    def set_sums(self, names: list[str]) -> None:
        self.files["SHA256SUMS"] = "".join(f"{sha256(self.files[name])}  {name}\n" for name in names).encode()

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(data)
        for name, target in self.links.items():
            (folder / name).unlink(missing_ok=True)
            (folder / name).symlink_to(target)


# Looking at grids -------------------------------------------------------------------------------------------------


def slots(rows: list[bytearray]) -> list[list[tuple[int, int]]]:
    """The cells of each maximal run of two letters or more, across and then down."""
    found = []
    for lines in (
        [[(row, column) for column in range(SIDE)] for row in range(SIDE)],
        [[(row, column) for row in range(SIDE)] for column in range(SIDE)],
    ):
        for line in lines:
            run_cells: list[tuple[int, int]] = []
            for cell in [*line, None]:
                if cell is not None and rows[cell[0]][cell[1]] != ord("."):
                    run_cells.append(cell)
                    continue
                if len(run_cells) > 1:
                    found.append(run_cells)
                run_cells = []
    return found


def word(rows: list[bytearray], cells: list[tuple[int, int]]) -> bytes:
    return bytes(rows[row][column] for row, column in cells)


def put(rows: list[bytearray], cells: list[tuple[int, int]], letters: bytes) -> None:
    for (row, column), letter in zip(cells, letters, strict=True):
        rows[row][column] = letter


def complete(unit: Unit, number: int) -> int:
    rows = unit.grid(number)
    return sum(set(word(rows, cells)) <= set(unit.letters) for cells in slots(rows))


def crossings(all_slots: list, cells: list) -> list[tuple[int, int]]:
    """The cells of a slot that are in another one too."""
    return [cell for cell in cells if sum(cell in other for other in all_slots) > 1]


def leaf(rows: list[bytearray]) -> list[tuple[int, int]]:
    """A slot that crosses one other only: without it the grid hangs together still."""
    found = slots(rows)
    return next(cells for cells in found if len(crossings(found, cells)) == 1)


def neighbours(cell: tuple[int, int]) -> list[tuple[int, int]]:
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def free(rows: list[bytearray], length: int) -> list[tuple[int, int]] | None:
    """A place for a word that touches no other."""
    is_free = lambda cell: all(rows[r][c] == ord(".") for r, c in [cell, *neighbours(cell)])
    for row in range(SIDE):
        for column in range(SIDE):
            for by_row, by_column in ((0, 1), (1, 0)):
                cells = [(row + at * by_row, column + at * by_column) for at in range(length)]
                if cells[-1][0] < SIDE and cells[-1][1] < SIDE and all(map(is_free, cells)):
                    return cells
    return None


# The cases --------------------------------------------------------------------------------------------------------

CASES: list[tuple[str, str, Callable[[Block], None]]] = []
WORDS: list[bytes] = []


def case(kind: str):
    """A fault, and the kind of finding that it must give."""

    def add(change: Callable[[Block], None]):
        CASES.append((change.__name__.replace("_", "-"), kind, change))
        return change

    return add


def losing(block: Block) -> list[Unit]:
    return [unit for unit in block.units if unit.words(1) < 2 and unit.words(2) < 2]


@case("manifest-missing")
def no_manifest(block: Block) -> None:
    del block.files["manifest.json"]


@case("signature-missing")
def no_signature(block: Block) -> None:
    del block.files["manifest.json.sig"]


@case("checksums-missing")
def no_checksums(block: Block) -> None:
    del block.files["SHA256SUMS"]


@case("part-missing")
def no_part(block: Block) -> None:
    del block.files[PART]


@case("file-extra")
def another_file(block: Block) -> None:
    block.files["units-0002.csv.zst"] = block.files[PART]


@case("file-extra")
def an_unsealed_note(block: Block) -> None:
    block.files["README"] = b"what is not signed does not belong here\n"


@case("file-kind")
def a_link_for_a_part(block: Block) -> None:
    block.files["elsewhere"] = block.files[PART]
    block.links[PART] = "elsewhere"


@case("folder-name")
def another_block_number(block: Block) -> None:
    block.manifest["block"] = 2
    block.seal_manifest()


# Signatures


@case("signer-unknown")
def another_signer(block: Block) -> None:
    block.key = "stranger"
    block.seal_manifest()


@case("signature-namespace")
def another_namespace(block: Block) -> None:
    block.namespace = "file"
    block.seal_manifest()


@case("signature-key")
def an_rsa_signature(block: Block) -> None:
    block.key = "rsa"
    block.seal_manifest()


@case("signature-form")
def no_armor(block: Block) -> None:
    block.files["manifest.json.sig"] = b"not a signature\n"


@case("signature-form")
def a_cut_signature(block: Block) -> None:
    lines = block.files["manifest.json.sig"].splitlines(keepends=True)
    block.files["manifest.json.sig"] = b"".join(lines[:2] + lines[-1:])


@case("signature-wrong")
def a_total_changed_after_signing(block: Block) -> None:
    signature = block.files["manifest.json.sig"]
    block.manifest["total_lots"] += 1
    block.seal_manifest()
    block.files["manifest.json.sig"] = signature


# Checksums


@case("checksums-form")
def one_space_in_the_checksums(block: Block) -> None:
    block.files["SHA256SUMS"] = block.files["SHA256SUMS"].replace(b"  ", b" ")


@case("checksums-files")
def checksums_in_another_order(block: Block) -> None:
    block.set_sums(["manifest.json", PART])


@case("checksums-files")
def a_checksum_too_few(block: Block) -> None:
    block.set_sums([PART])


@case("checksums-form")
def a_path_in_the_checksums(block: Block) -> None:
    block.files["SHA256SUMS"] = block.files["SHA256SUMS"].replace(b"  units", b"  ../block-0001/units")


@case("checksums-wrong")
def another_checksum(block: Block) -> None:
    block.files["SHA256SUMS"] = sha256(b"").encode() + block.files["SHA256SUMS"][64:]


# Manifests, signed


@case("manifest-version")
def format_version_2(block: Block) -> None:
    block.manifest["format_version"] = 2
    block.seal_manifest()


@case("manifest-form")
def an_unknown_key(block: Block) -> None:
    block.manifest["note"] = "hello"
    block.seal_manifest()


@case("manifest-form")
def a_key_too_few(block: Block) -> None:
    del block.manifest["seed_commitment"]
    block.seal_manifest()


@case("manifest-form")
def a_huge_number(block: Block) -> None:
    block.manifest["units"] = 99_999_999_999_999_999_999
    block.seal_manifest()


@case("manifest-form")
def a_negative_number(block: Block) -> None:
    block.manifest["total_lots"] = -1
    block.seal_manifest()


@case("manifest-form")
def a_root_in_capitals(block: Block) -> None:
    block.manifest["merkle_root"] = block.manifest["merkle_root"].upper()
    block.seal_manifest()


@case("manifest-form")
def a_manifest_that_is_no_text(block: Block) -> None:
    block.seal_text(block.files["manifest.json"].replace(b"Testkit", b"Testk\xff\xfe"))


@case("manifest-form")
def no_json(block: Block) -> None:
    block.seal_text(b"{")


@case("manifest-bytes")
def a_space_too_many(block: Block) -> None:
    block.seal_text(block.files["manifest.json"].replace(b'"block": 1', b'"block":  1'))


@case("manifest-bytes")
def keys_in_another_order(block: Block) -> None:
    block.manifest["game"] = block.manifest.pop("game")
    block.seal_manifest()


@case("manifest-game")
def another_game(block: Block) -> None:
    block.manifest["game_sha256"] = sha256(b"another game")
    block.seal_manifest()


@case("manifest-game")
def another_name_of_the_game(block: Block) -> None:
    block.manifest["game"] = "Another"
    block.seal_manifest()


@case("manifest-words")
def another_word_list(block: Block) -> None:
    block.manifest["wordlist_sha256"] = sha256(b"other words")
    block.seal_manifest()


@case("manifest-blocklist")
def another_block_list(block: Block) -> None:
    block.manifest["blocklist_sha256"] = sha256(b"other words")
    block.seal_manifest()


@case("manifest-number")
def block_0(block: Block) -> None:
    block.manifest["block"] = 0
    block.seal_manifest()


@case("manifest-units")
def a_unit_too_many_in_the_manifest(block: Block) -> None:
    block.manifest["units"] += 1
    block.seal_manifest()


@case("manifest-prizes")
def another_prize_table(block: Block) -> None:
    block.manifest["prize_table"][0]["lots"] += 1
    block.seal_manifest()


@case("manifest-totals")
def another_total(block: Block) -> None:
    block.manifest["total_prizes_cents"] += 500
    block.seal_manifest()


@case("manifest-parts")
def a_part_in_the_folder_above(block: Block) -> None:
    block.manifest["parts"][0]["file"] = "../" + PART
    block.seal_manifest()


@case("manifest-parts")
def a_part_at_an_absolute_path(block: Block) -> None:
    block.manifest["parts"][0]["file"] = "/etc/passwd"
    block.seal_manifest()


@case("manifest-parts")
def a_part_listed_twice(block: Block) -> None:
    block.manifest["parts"].append(dict(block.manifest["parts"][0]))
    block.seal_manifest()


@case("manifest-parts")
def another_first_unit(block: Block) -> None:
    block.manifest["parts"][0]["first_unit"] = 2
    block.seal_manifest()


@case("part-size")
def another_size_of_a_part(block: Block) -> None:
    block.manifest["parts"][0]["bytes"] += 1
    block.seal_manifest()


@case("part-checksum")
def another_checksum_of_a_part(block: Block) -> None:
    block.manifest["parts"][0]["sha256"] = sha256(b"")
    block.seal_manifest()


@case("part-root")
def another_root_of_a_part(block: Block) -> None:
    block.manifest["parts"][0]["merkle_root"] = sha256(b"")
    block.seal_manifest()


@case("block-root")
def another_root_of_the_block(block: Block) -> None:
    block.manifest["merkle_root"] = sha256(b"")
    block.seal_manifest()


@case("block-root")
def a_tree_of_last_leaf_twice(block: Block) -> None:
    """The tree that lets the last leaf of an odd level stand twice, as Bitcoin's does."""
    block.units.pop()
    level = [hashlib.sha256(b"\0" + unit.row()).digest() for unit in block.units]
    block.seal_units()
    while len(level) > 1:
        level += level[-1:] * (len(level) % 2)
        level = [hashlib.sha256(b"\1" + level[at] + level[at + 1]).digest() for at in range(0, len(level), 2)]
    block.manifest["merkle_root"] = block.manifest["parts"][0]["merkle_root"] = level[0].hex()
    block.seal_manifest()


# Parts, sealed


@case("part-frame")
def a_cut_frame(block: Block) -> None:
    block.seal_part(block.files[PART][:-100])


@case("part-frame")
def a_byte_changed_in_a_frame(block: Block) -> None:
    part = bytearray(block.files[PART])
    part[len(part) // 2] ^= 1
    block.seal_part(bytes(part))


@case("part-frame")
def a_frame_without_checksum(block: Block) -> None:
    block.seal_part(zstd(block.content(), "--no-check"))


@case("part-frame")
def a_frame_without_content_size(block: Block) -> None:
    block.seal_part(run(["zstd", "-19", "-q", "-c"], block.content()))


@case("part-frame")
def bytes_behind_the_last_frame(block: Block) -> None:
    block.seal_part(block.files[PART] + b"more")


@case("part-frame")
def a_zstd_bomb(block: Block) -> None:
    block.seal_part(zstd(bytes(1 << 30), "--long=27"))


@case("part-frame")
def two_frames_for_a_chunk(block: Block) -> None:
    content = block.content()
    middle = content.index(b"\n", len(content) // 2) + 1
    block.seal_part(zstd(content[:middle]) + zstd(content[middle:]))


@case("part-frame")
def an_empty_part(block: Block) -> None:
    block.seal_part(b"")


@case("part-header")
def another_header(block: Block) -> None:
    block.header = block.header.replace(b"prize_cents", b"prize")
    block.seal_units()


@case("part-header")
def no_header(block: Block) -> None:
    block.seal_part(zstd(block.content()[len(block.header) + 1 :]))


@case("part-rows")
def a_row_too_few(block: Block) -> None:
    block.units.pop()
    block.seal_units()


@case("part-rows")
def a_row_too_many(block: Block) -> None:
    extra = copy.deepcopy(block.units[-1])
    extra.fields[0] = b"41"
    block.units.append(extra)
    block.seal_units()


@case("part-rows")
def no_last_line_feed(block: Block) -> None:
    block.seal_part(zstd(block.content()[:-1]))


@case("row-form")
def line_ends_of_windows(block: Block) -> None:
    block.seal_part(zstd(block.content().replace(b"\n", b"\r\n")))


# Rows, sealed


@case("row-number")
def two_rows_exchanged(block: Block) -> None:
    block.units[4], block.units[9] = block.units[9], block.units[4]
    block.seal_units()


@case("row-number")
def a_leading_zero(block: Block) -> None:
    block.units[6].fields[0] = b"07"
    block.seal_units()


@case("row-number")
def a_huge_unit_number(block: Block) -> None:
    block.units[2].fields[0] = b"9" * 30
    block.seal_units()


@case("row-form")
def a_quoted_field(block: Block) -> None:
    block.units[2].fields[2] = b'"' + block.units[2].letters + b'"'
    block.seal_units()


@case("row-form")
def a_field_too_many(block: Block) -> None:
    block.units[2].fields.append(b"0")
    block.seal_units()


@case("row-form")
def a_prize_without_zeros(block: Block) -> None:
    block.units[2].fields[1] = b"0"
    block.seal_units()


@case("row-nonce")
def a_nonce_in_capitals(block: Block) -> None:
    block.units[3].fields[7] = b"ABCDEF" + block.units[3].fields[7][6:]
    block.seal_units()


@case("row-form")
def seventeen_letters(block: Block) -> None:
    block.units[5].letters = block.units[5].letters[:17]
    block.seal_units()


@case("row-form")
def nineteen_letters(block: Block) -> None:
    unit = block.units[5]
    unit.letters += next(bytes([letter]) for letter in b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in unit.letters)
    block.seal_units()


@case("letters-repeated")
def a_letter_twice(block: Block) -> None:
    unit = block.units[5]
    unit.letters = unit.letters[:17] + unit.letters[:1]
    block.seal_units()


@case("letters-alphabet")
def a_small_letter(block: Block) -> None:
    unit = block.units[5]
    unit.letters = unit.letters[:4] + unit.letters[4:5].lower() + unit.letters[5:]
    block.seal_units()


@case("letters-readable")
def letters_that_insult_backwards(block: Block) -> None:
    unit = next(unit for unit in block.units if set(b"PUTE") <= set(unit.letters))
    rest = bytes(letter for letter in unit.letters if letter not in b"PUTE")
    unit.letters = rest[:5] + b"ETUP" + rest[5:]
    block.seal_units()


# Grids, sealed


@case("cells")
def a_cell_that_is_no_letter(block: Block) -> None:
    unit = losing(block)[0]
    rows = unit.grid(1)
    row, column = next((row, column) for row in range(SIDE) for column in range(SIDE) if rows[row][column] == ord("."))
    rows[row][column] = ord("?")
    unit.set_grid(1, rows)
    block.seal_units()


@case("cells")
def a_cell_that_is_no_text(block: Block) -> None:
    unit = losing(block)[1]
    rows = unit.grid(2)
    row, column = slots(rows)[0][0]
    rows[row][column] = 0xFF
    unit.set_grid(2, rows)
    block.seal_units()


@case("run-count")
def an_accidental_run(block: Block) -> None:
    """A letter beside a word makes a run that is none of the 18."""
    unit = losing(block)[0]
    rows = unit.grid(1)
    for row in range(SIDE):
        for column in range(SIDE):
            around = [rows[r][c] for r, c in neighbours((row, column)) if rows[r][c] != ord(".")]
            if rows[row][column] == ord(".") and len(around) == 1:
                trial = [bytearray(line) for line in rows]
                trial[row][column] = ord("W")
                if len(slots(trial)) == 19:
                    unit.set_grid(1, trial)
                    block.seal_units()
                    return


@case("run-count")
def seventeen_words(block: Block) -> None:
    unit = losing(block)[0]
    rows = unit.grid(1)
    cells = leaf(rows)
    for cell in set(cells) - set(crossings(slots(rows), cells)):
        put(rows, [cell], b".")
    unit.set_grid(1, rows)
    block.seal_units()


def with_free_place(block: Block, length: int, removed: bool) -> tuple[Unit, int, list[bytearray], list]:
    """A losing unit's grid with room for a word apart, once one of its words is taken out if so asked."""
    for unit in losing(block):
        for number in (1, 2):
            rows = unit.grid(number)
            found = slots(rows)
            leaves = [cells for cells in found if len(crossings(found, cells)) == 1] if removed else [[]]
            for cells in leaves:
                trial = [bytearray(row) for row in rows]
                for cell in set(cells) - set(crossings(found, cells)):
                    put(trial, [cell], b".")
                place = free(trial, length)
                if place and len(slots(trial)) == 18 - removed:
                    return unit, number, trial, place
    sys.exit(f"no losing unit has room for {length} cells apart: make the good block again")


def unused(unit: Unit, length: int) -> bytes:
    """A word that the unit does not have and that stays hidden."""
    taken = {word(unit.grid(number), cells) for number in (1, 2) for cells in slots(unit.grid(number))}
    return next(w for w in WORDS if len(w) == length and w not in taken and not set(w) <= set(unit.letters))


@case("run-count")
def nineteen_words(block: Block) -> None:
    unit, number, rows, place = with_free_place(block, 3, removed=False)
    put(rows, place, unused(unit, 3))
    unit.set_grid(number, rows)
    block.seal_units()


@case("islands")
def an_island(block: Block) -> None:
    unit, number, rows, place = with_free_place(block, 3, removed=True)
    put(rows, place, unused(unit, 3))
    unit.set_grid(number, rows)
    block.seal_units()


@case("cell-alone")
def a_letter_alone(block: Block) -> None:
    unit, number, rows, place = with_free_place(block, 1, removed=False)
    put(rows, place, b"Q")
    unit.set_grid(number, rows)
    block.seal_units()


@case("word-unknown")
def a_word_backwards(block: Block) -> None:
    """A word whose reversal is none, in cells that cross no other word but where the letters agree."""
    for unit in losing(block):
        rows = unit.grid(1)
        found = slots(rows)
        for cells in found:
            backwards = word(rows, cells)[::-1]
            crossed = crossings(found, cells)
            agrees = all(rows[r][c] == backwards[cells.index((r, c))] for r, c in crossed)
            if agrees and backwards not in WORDS:
                put(rows, cells, backwards)
                unit.set_grid(1, rows)
                block.seal_units()
                return
    sys.exit("no word can be turned: make the good block again")


@case("word-unknown")
def an_unknown_word(block: Block) -> None:
    unit = losing(block)[2]
    rows = unit.grid(2)
    cells = leaf(rows)
    lonely = next(cell for cell in cells if cell not in crossings(slots(rows), cells))
    old = rows[lonely[0]][lonely[1]]
    for letter in b"ZXWKQJ":
        put(rows, [lonely], bytes([letter]))
        if letter != old and word(rows, cells) not in WORDS:
            break
    unit.set_grid(2, rows)
    block.seal_units()


def exchange(block: Block, wanted: Callable[[bytes, Unit], bytes | None]) -> None:
    """Puts another word into a slot that crosses one other only, the crossing letter being the same."""
    for unit in losing(block):
        for number in (1, 2):
            rows = unit.grid(number)
            found = slots(rows)
            for cells in (cells for cells in found if len(crossings(found, cells)) == 1):
                at = cells.index(crossings(found, cells)[0])
                old = word(rows, cells)
                for new in wanted(old, unit):
                    if len(new) == len(old) and new[at] == old[at] and new != old:
                        put(rows, cells, new)
                        unit.set_grid(number, rows)
                        block.seal_units()
                        return
    sys.exit("no word can be exchanged: make the good block again")


@case("word-blocked")
def a_blocked_word(block: Block) -> None:
    lines = (ROOT / "wordlists" / "blocklist_fr.tsv").read_bytes().splitlines()
    blocked = [line.split(b"\t")[0] for line in lines]
    exchange(block, lambda old, unit: (w for w in blocked if not set(w) <= set(unit.letters)))


@case("word-repeated")
def a_word_in_both_grids(block: Block) -> None:
    def others(old: bytes, unit: Unit):
        all_words = [word(unit.grid(n), cells) for n in (1, 2) for cells in slots(unit.grid(n))]
        return (w for w in all_words if not set(w) <= set(unit.letters) and not set(old) <= set(unit.letters))

    exchange(block, others)


@case("run-length")
def a_word_of_ten_letters(block: Block) -> None:
    """A word of nine letters, lengthened by a cell that no other word touches."""
    for unit in block.units:
        for number in (1, 2):
            rows = unit.grid(number)
            for cells in slots(rows):
                (r0, c0), (r1, c1) = cells[0], cells[-1]
                step = ((r1 > r0), (c1 > c0))
                end = (r1 + step[0], c1 + step[1])
                if len(cells) == 9 and end[0] < SIDE and end[1] < SIDE:
                    trial = [bytearray(row) for row in rows]
                    put(trial, [end], b"W")
                    if len(slots(trial)) == 18 and ord("W") not in unit.letters:
                        unit.set_grid(number, trial)
                        block.seal_units()
                        return
    sys.exit("no word of nine letters can grow: make the good block again")


# Counts and prizes, sealed


@case("word-count")
def a_word_that_starts_another_is_counted(block: Block) -> None:
    """As if CHAT counted for itself where CHATEAU stands."""
    for unit in losing(block):
        for number in (1, 2):
            rows = unit.grid(number)
            for cells in slots(rows):
                text = word(rows, cells)
                for length in range(3, len(text)):
                    start = text[:length]
                    if start in WORDS and set(start) <= set(unit.letters) and not set(text) <= set(unit.letters):
                        unit.set_words(number, unit.words(number) + 1)
                        block.seal_units()
                        return
    sys.exit("no word within a word is complete: make the good block again")


@case("word-count")
def a_diagonal_is_counted(block: Block) -> None:
    for unit in losing(block):
        for number in (1, 2):
            rows = unit.grid(number)
            for row in range(SIDE - 2):
                for column in range(SIDE - 2):
                    text = bytes(rows[row + at][column + at] for at in range(3))
                    if text in WORDS and set(text) <= set(unit.letters):
                        unit.set_words(number, unit.words(number) + 1)
                        block.seal_units()
                        return
    unit = losing(block)[3]
    unit.set_words(1, unit.words(1) + 1)
    block.seal_units()


@case("word-count")
def a_word_read_backwards_is_counted(block: Block) -> None:
    for unit in losing(block):
        for number in (1, 2):
            rows = unit.grid(number)
            for cells in slots(rows):
                text = word(rows, cells)[::-1]
                if text in WORDS and set(text) <= set(unit.letters):
                    unit.set_words(number, unit.words(number) + 1)
                    block.seal_units()
                    return
    unit = losing(block)[4]
    unit.set_words(2, unit.words(2) + 1)
    block.seal_units()


@case("word-count")
def a_word_across_both_grids_is_counted(block: Block) -> None:
    """As if the last row of grid 1 went on in the first row of grid 2."""
    unit = losing(block)[5]
    unit.set_words(1, unit.words(1) + 1)
    block.seal_units()


@case("word-count")
def counts_of_the_grids_exchanged(block: Block) -> None:
    unit = next(unit for unit in block.units if unit.words(1) != unit.words(2) and unit.words(1) + unit.words(2) > 2)
    one, two = unit.words(1), unit.words(2)
    unit.set_words(1, two)
    unit.set_words(2, one)
    block.seal_units()


@case("prize")
def a_losing_unit_is_paid(block: Block) -> None:
    losing(block)[0].fields[1] = b"%04d" % 500
    block.seal_units()


@case("prize")
def the_right_total_by_two_wrongs(block: Block) -> None:
    winner = next(unit for unit in block.units if int(unit.fields[1]) == 500)
    loser = losing(block)[-1]
    winner.fields[1], loser.fields[1] = loser.fields[1], winner.fields[1]
    block.seal_units()


@case("prize")
def a_prize_in_euros(block: Block) -> None:
    unit = next(unit for unit in block.units if int(unit.fields[1]) == 1000)
    unit.fields[1] = b"%04d" % 10
    block.seal_units()


@case("outcome")
def ten_complete_words(block: Block) -> None:
    """Letters that complete more words than the ladder has steps."""
    best = None
    for unit in losing(block):
        for number in (1, 2):
            trial = copy.deepcopy(unit)
            rows = trial.grid(number)
            texts = sorted({frozenset(word(rows, cells)) for cells in slots(rows)}, key=len)
            letters: set[int] = set()
            for text in texts:
                if len(letters | text) <= 18:
                    letters |= text
            rest = [letter for letter in b"WKXQYJZHBVFGPMDCULOTNRISAE" if letter not in letters]
            trial.letters = bytes(sorted(letters)) + bytes(rest[: 18 - len(letters)])
            count = complete(trial, number)
            if best is None or count > best[0]:
                best = (count, unit, trial)
    count, unit, trial = best
    if count < 10:
        sys.exit(f"at most {count} words are complete: make the good block again")
    unit.letters = trial.letters
    for number in (1, 2):
        unit.set_words(number, min(complete(unit, number), 9))
    block.seal_units()


@case("outcome")
def two_grids_win_outside_the_table(block: Block) -> None:
    """A unit that shows what no way of the table shows, with what it pays: the first of many letter sets."""
    import itertools

    for unit in losing(block):
        for hidden in itertools.combinations(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", 8):
            trial = copy.deepcopy(unit)
            trial.letters = bytes(letter for letter in b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in hidden)
            counts = sorted((complete(trial, 1), complete(trial, 2)))
            if counts == [2, 4]:
                unit.letters = trial.letters
                for number in (1, 2):
                    unit.set_words(number, complete(unit, number))
                unit.fields[1] = b"%04d" % 2500
                block.seal_units()
                return


@case("prize-table")
def a_winner_for_a_loser(block: Block) -> None:
    """The grids and letters of a winner stand where a losing unit stood, all written as shown."""
    winner = next(unit for unit in block.units if int(unit.fields[1]) == 500)
    loser = losing(block)[-1]
    loser.fields[1:7] = winner.fields[1:7]
    block.seal_units()


@case("twins")
def two_units_alike(block: Block) -> None:
    one, two = losing(block)[:2]
    two.fields[1:7] = one.fields[1:7]
    block.seal_units()


@case("twins")
def two_units_alike_in_another_order_of_letters(block: Block) -> None:
    one, two = losing(block)[:2]
    two.fields[1:7] = one.fields[1:7]
    two.letters = bytes(sorted(two.letters, reverse=True))
    block.seal_units()


# Making -----------------------------------------------------------------------------------------------------------


def make_keys(folder: Path) -> None:
    for name, kind in (("signer", "ed25519"), ("stranger", "ed25519"), ("rsa", "rsa")):
        run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", name, "-f", folder / name])
    kind, key = (folder / "signer.pub").read_text().split()[:2]
    rsa, rsa_key = (folder / "rsa.pub").read_text().split()[:2]
    signers = f'emission namespaces="emission-block" {kind} {key}\nemission namespaces="emission-block" {rsa} {rsa_key}\n'
    (HERE / "allowed_signers").write_text(signers)


def good_block(emission: Path, folder: Path) -> Path:
    game = HERE / "game.toml"
    (folder / "seed").write_text("emission-seed-1:" + "07" * 32 + "\n")
    (folder / "seed").chmod(0o600)
    run([emission, "--quiet", "generate", "--game", game, "--seed-file", folder / "seed", "--key", folder / "signer"], cwd=folder)
    return folder / "out" / PLACE


def findings(emission: Path, folder: Path) -> list[tuple[str, str]]:
    """What EMISSION finds: kinds with their first units."""
    command = [emission, "verify", folder, "--json", "--game", HERE / "game.toml", "--allowed-signers", HERE / "allowed_signers"]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    blocks = report["blocks"] if "blocks" in report else report
    return [(finding["kind"], str(finding["units"][0]) if finding["units"] else "-") for finding in blocks[0]["findings"]]


def make(emission: Path, good: Path, keys: Path, name: str, kind: str | None, change: Callable[[Block], None]) -> bool:
    """Makes one case; says so when its fault is not found."""
    target = HERE / name
    shutil.rmtree(target, ignore_errors=True)
    block = Block(good, keys)
    change(block)
    block.write(target / PLACE)
    found = findings(emission, target)
    if kind is not None and kind not in dict(found):
        print(f"{name}: {kind} is not found, but {found}", file=sys.stderr)
        return False
    lines = [f"finding {found_kind} {unit}" for found_kind, unit in found] + [f"exit {int(bool(found))}"]
    (target / "expect").write_text("\n".join(lines) + "\n")
    return True


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: tests/testkit/make.py EMISSION")
    emission = Path(sys.argv[1]).resolve()
    WORDS.extend((ROOT / "wordlists" / "fr.txt").read_bytes().split())
    with tempfile.TemporaryDirectory() as temporary:
        keys = Path(temporary)
        make_keys(keys)
        good = good_block(emission, keys)
        made = [make(emission, good, keys, "good", None, lambda block: block.seal_units())]
        made += [make(emission, good, keys, name, kind, change) for name, kind, change in CASES]
    print(f"{sum(made) - 1} faults of {len(CASES)}")
    sys.exit(0 if all(made) else 1)


if __name__ == "__main__":
    main()
