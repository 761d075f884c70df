"""A block's folder: its name and files (section 1), and its checksums (section 6)."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path
from typing import Any

from verify_block import VerifyError
from verify_block.findings import Findings
from verify_block.files import PART_UNITS, PLAIN, ZSTD, part_name

MANIFEST, SIGNATURE, CHECKSUMS = "manifest.json", "manifest.json.sig", "SHA256SUMS"
MISSING = {MANIFEST: "manifest-missing", SIGNATURE: "signature-missing", CHECKSUMS: "checksums-missing"}
CHECKSUM_LINE = re.compile(r"([0-9a-f]{64})  (?!\.{1,2}\Z)([^/\\\x00-\x1f\x7f]+)\Z")
PART = re.compile(r"units-\d{4,}(\.csv(?:\.zst)?)\Z")
PARQUET = re.compile(r"units-\d{4,}\.parquet\Z")
BUFFER = 1 << 20


class Folder:
    """The entries of a block's folder; `regular` are those that are regular files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.entries = {entry.name: is_regular(entry) for entry in os.scandir(path)}
        except NotADirectoryError:
            raise VerifyError(f"{path}: not a folder; give a block's folder") from None

    @property
    def regular(self) -> set[str]:
        """The names of regular files."""
        return {name for name, regular in self.entries.items() if regular}

    def check_is_csv(self) -> None:
        """Refuse a block whose parts are Parquet."""
        if not any(map(PART.match, self.regular)) and any(map(PARQUET.match, self.regular)):
            raise VerifyError(
                f"{self.path}: its parts are Parquet, and this verifier reads CSV only; make CSV of them with "
                "`emission convert --format csv`"
            )

    def read(self, name: str) -> bytes | None:
        """The bytes of a regular file; None if there is none."""
        return (self.path / name).read_bytes() if name in self.regular else None

    def size(self, name: str) -> int:
        """The bytes of a file."""
        return (self.path / name).stat().st_size

    def suffix(self) -> str:
        """The ending of most parts, that of zstd if as many have the other."""
        suffixes = [match[1] for match in map(PART.match, self.regular) if match]
        return PLAIN if suffixes.count(PLAIN) > suffixes.count(ZSTD) else ZSTD

    def judge_name(self, manifest: dict[str, Any], findings: Findings) -> None:
        """Find numbers in the folder's and its parent's name that are not the manifest's."""
        path = self.path.resolve()
        for key, name in (("emission", path.parent.name), ("block", path.name)):
            number = re.fullmatch(rf"{key}-(\d{{4,}})", name, re.ASCII)
            if number and int(number[1]) != manifest[key]:
                findings.add("folder-name", detail=f"{key} is {manifest[key]}, the folder says {number[1]}")

    def judge_files(self, parts: list[str], findings: Findings) -> None:
        """Find files that are missing, of another kind, or too many."""
        expected = [MANIFEST, SIGNATURE, CHECKSUMS, *parts]
        for name in expected:
            if name not in self.entries:
                findings.add(MISSING.get(name, "part-missing"), detail=name)
            elif name not in self.regular:
                findings.add("file-kind", detail=name)
        for name in sorted(self.entries.keys() - expected):
            findings.add("file-extra", detail=repr(name))


def is_regular(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a regular file, and not a link to one."""
    return stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode)


def part_names(units: int, suffix: str) -> list[str]:
    """The parts of a block of so many units."""
    return [part_name(number + 1, suffix) for number in range(-(-units // PART_UNITS))]


def read_checksums(data: bytes, findings: Findings) -> list[tuple[str, str]] | None:
    """The lines of SHA256SUMS as (checksum, name); None if they can't be read."""
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        lines = [""]
    matched = [CHECKSUM_LINE.match(line) for line in lines[:-1]]
    names = [match[2] for match in matched if match]
    if lines[-1] or not names or not all(matched) or len(set(names)) != len(names):
        findings.add("checksums-form")
        return None
    return [(match[1], match[2]) for match in matched if match]


def judge_checksums(data: bytes, files: list[str], found: dict[str, str], findings: Findings) -> None:
    """Find checksums that are not those of the files; `found` has those that could be taken."""
    listed = read_checksums(data, findings)
    if listed is None:
        return
    if [name for _, name in listed] != files:
        findings.add("checksums-files", detail=f"{len(listed)} lines, must be {len(files)}, each of its file, in order")
    for checksum, name in listed:
        if name in found and checksum != found[name]:
            findings.add("checksums-wrong", detail=name)


def file_checksum(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal."""
    checksum = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(BUFFER):
            checksum.update(data)
    return checksum.hexdigest()
