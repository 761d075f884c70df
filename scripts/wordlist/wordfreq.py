"""wordfreq: how often words are used, in texts of many kinds."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Mapping
from pathlib import Path

from wordlist import BuildError
from wordlist.msgpack import MsgpackReader

WORDFREQ_FORMAT = {"format": "cB", "version": 1}

Centizipf = Mapping[str, int]
"""Word to 100 times its Zipf value: log10 of its occurrences a billion words. 300 is one in a
million. wordfreq keeps two decimals, so whole hundredths lose nothing and compare exactly."""


def read_wordfreq(archive: Path, language: str) -> Centizipf:
    """The Zipf values of a language's words, in hundredths.

    In format cB the list is a header, then one list of words for each hundredth downwards from a
    frequency of 1, whose Zipf value is 9.
    """
    name = f"wordfreq/data/large_{language}.msgpack.gz"
    with zipfile.ZipFile(archive) as wheel:
        packed = gzip.decompress(wheel.read(name))
    try:
        header, *bins = MsgpackReader(packed).read_only_value()
        if header != WORDFREQ_FORMAT:
            raise ValueError(f"the format is {header}, not {WORDFREQ_FORMAT}")
    except ValueError as error:
        where = f"{archive}: {name}"
        raise BuildError(f"{where}: {error}; pin a release that this script can read") from error
    return {word: 900 - index for index, words in enumerate(bins) for word in words}
