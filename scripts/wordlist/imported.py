"""Two published lists of offensive French words."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path


def read_imported_blocks(naughty_words: Path, badwords: Path) -> list[tuple[str, str]]:
    """Pairs of category and word of the two imported lists, in their order."""
    first = json.loads(read_tar_member(naughty_words, "package/fr.json"))
    second = read_tar_member(badwords, "package/list.txt").splitlines()
    return [("ldnoobw", word) for word in first] + [("badwords", word) for word in second]


def read_tar_member(archive: Path, name: str) -> str:
    """The text of one file of an archive, read without unpacking anything to disk."""
    with tarfile.open(archive) as tar:
        member = tar.extractfile(name)
        assert member is not None, f"{name} is a regular file in the pinned archive"
        return member.read().decode("utf-8")
