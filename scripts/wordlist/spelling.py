"""How words are spelled: in a dictionary, and in a grid."""

from __future__ import annotations

import unicodedata


def normalise(text: str) -> str:
    """The spelling of a French word in a grid: capitals A to Z, no accents, ligatures split.

    Empty when anything but letters is left: a grid has no hyphen, apostrophe, space or digit.
    """
    split = text.strip().lower().replace("œ", "oe").replace("æ", "ae")
    decomposed = unicodedata.normalize("NFD", split)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char)).upper()
    return plain if is_spelling(plain) else ""


def is_spelling(text: str) -> bool:
    """Whether a text is a word as a grid spells it."""
    return text.isascii() and text.isalpha() and text.isupper()


def is_lemma(text: str) -> bool:
    """Whether a text is a French word as a dictionary spells it, with lower case and accents."""
    return text.isalpha() and text.islower() and bool(normalise(text))
