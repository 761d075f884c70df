"""The built files: made in memory, then written or compared."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from wordlist.block_list import BlockList
from wordlist.word_list import WordList

SCORE_STEPS = (3.0, 3.5, 4.0, 4.5)
SAMPLE_SIZE = 60
SAMPLE_SEED = 1


def make_files(language: str, word_list: WordList, block_list: BlockList) -> dict[str, bytes]:
    """The lists and the report by file name. The report holds the lists' checksums."""
    lists = make_lists(language, word_list, block_list)
    report = to_bytes(report_lines(lists, word_list, block_list))
    return {**lists, f"report_{language}.txt": report}


def make_lists(language: str, word_list: WordList, block_list: BlockList) -> dict[str, bytes]:
    """The lists, each once for programs that want words alone and once with a column more."""
    scores = word_list.scores
    categories = sorted(block_list.categories.items())
    return {
        f"{language}.txt": to_bytes(scores),
        f"{language}_freq.tsv": to_bytes(f"{word}\t{scores[word]:.1f}" for word in scores),
        f"blocklist_{language}.txt": to_bytes(spelling for spelling, _ in categories),
        f"blocklist_{language}.tsv": to_bytes("\t".join(pair) for pair in categories),
    }


def to_bytes(lines: Iterable[str]) -> bytes:
    """Lines as a file holds them: ASCII, each with a line feed, whatever the locale."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def report_lines(
    lists: Mapping[str, bytes], word_list: WordList, block_list: BlockList
) -> list[str]:
    """The summary by which a reviewer sees at a glance what a change did to the lists."""
    by_category = Counter(block_list.categories.values())
    words = list(word_list.scores)
    return [
        *(file_line(name, content) for name, content in lists.items()),
        f"dropped: {dict(word_list.dropped)} | extras added: {len(word_list.extra)}",
        f"block forms skipped because also ordinary: {' '.join(block_list.spared)}",
        f"block by category: {dict(by_category)}",
        length_line(words),
        score_line(word_list.scores),
        *letter_lines(words),
        f"sample: {' '.join(sample(words))}",
    ]


def file_line(name: str, content: bytes) -> str:
    """A file's name, size in lines and checksum."""
    digest = hashlib.sha256(content).hexdigest()
    return f"{name:20} {content.count(10):6} lines  sha256 {digest}"


def length_line(words: Sequence[str]) -> str:
    """How many words there are, in all and by length."""
    by_length = sorted(Counter(map(len, words)).items())
    counts = " ".join(f"{length}:{count}" for length, count in by_length)
    return f"total {len(words)} by length {counts}"


def score_line(scores: Mapping[str, float]) -> str:
    """How many words are at least so common."""
    counts = {step: sum(score >= step for score in scores.values()) for step in SCORE_STEPS}
    return f"words with score >= t: {counts}"


def letter_lines(words: Sequence[str]) -> list[str]:
    """How the letters are spread, since the 18 revealed ones must leave grids to complete."""
    uses = Counter(letter for word in words for letter in word)
    holders = Counter(letter for word in words for letter in set(word))
    total = sum(uses.values())
    frequency = (f"{letter}:{100 * uses[letter] / total:.2f}" for letter in sorted(uses))
    holding = (f"{letter}:{100 * holders[letter] / len(words):.1f}" for letter in sorted(uses))
    mean_length = total / len(words)
    mean_distinct = sum(holders.values()) / len(words)
    return [
        f"letter frequency %: {' '.join(frequency)}",
        f"words containing %: {' '.join(holding)}",
        f"K words {holders['K']} W words {holders['W']}",
        f"mean length {mean_length:.3f}  mean distinct letters {mean_distinct:.3f}",
    ]


def sample(words: Sequence[str]) -> list[str]:
    """Some words to judge the list by, the same on every run."""
    return random.Random(SAMPLE_SEED).sample(words, min(SAMPLE_SIZE, len(words)))


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files, each under another name first, so that none is ever half-written."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        unfinished = folder / f"{name}.inprogress"
        try:
            unfinished.write_bytes(content)
            unfinished.replace(folder / name)
        finally:
            unfinished.unlink(missing_ok=True)


def find_differences(files: Mapping[str, bytes], folder: Path) -> dict[str, str]:
    """The names of the files that are not the same in the folder, each with what differs."""
    found = {name: find_difference(folder / name, content) for name, content in files.items()}
    return {name: difference for name, difference in found.items() if difference}


def find_difference(path: Path, expected: bytes) -> str | None:
    """How a file differs from its expected content, or None."""
    if not path.exists():
        return "missing"
    lines = zip_longest(path.read_bytes().split(b"\n"), expected.split(b"\n"))
    for number, (found, rebuilt) in enumerate(lines, start=1):
        if found != rebuilt:
            return f"differs from line {number} on: {quoted(found)} here, {quoted(rebuilt)} rebuilt"
    return None


def quoted(line: bytes | None) -> str:
    """A line in quotes and in ASCII, whatever its bytes; None is beyond the last one."""
    if line is None:
        return "the end of the file"
    return repr(line.decode("ascii", errors="backslashreplace")[:80])
