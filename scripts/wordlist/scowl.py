"""SCOWL: English words by how widely they are known, as spelled on both sides of the Atlantic."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from wordlist.archives import read_tar_member

SCOWL_SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
"""SCOWL's sizes, from the words that everybody knows to those of a large dictionary."""

Sizes = Mapping[str, int]
"""Word to the smallest size of SCOWL that holds it."""


def read_scowl(archive: Path) -> Sizes:
    """The words of SCOWL's lists `english-words`, which hold no spelling of one country alone."""
    sizes: dict[str, int] = {}
    for size in SCOWL_SIZES:
        for word in json.loads(read_tar_member(archive, f"package/english-words-{size}.json")):
            sizes.setdefault(word, size)
    return sizes
