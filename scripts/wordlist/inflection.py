"""How English words inflect: the lemmas that a form may come from. A dictionary says which do."""

from __future__ import annotations


def singulars(form: str) -> list[str]:
    """What a form may be the plural of, or the third person: BOXES of BOXE, BOX."""
    if not form.endswith("s") or form.endswith("ss"):
        return []
    endings = {"s": ("",), "es": ("",), "ies": ("y",), "ves": ("f", "fe")}
    return replaced(form, endings)


def positives(form: str) -> list[str]:
    """What a form may be the comparative or superlative of: BIGGER of BIGG, BIGGE, BIG."""
    endings = {"er": ("", "e"), "est": ("", "e"), "ier": ("y",), "iest": ("y",)}
    return replaced(form, endings) + undoubled(form, ("er", "est"))


def infinitives(form: str) -> list[str]:
    """What a form may be a participle of: STOPPED of STOPP, STOPPE, STOP."""
    endings = {"ed": ("", "e"), "ing": ("", "e"), "ied": ("y",)}
    return replaced(form, endings) + undoubled(form, ("ed", "ing"))


def replaced(form: str, endings: dict[str, tuple[str, ...]]) -> list[str]:
    """The form with each ending that it has replaced by each of those that it may stand for."""
    return [
        form.removesuffix(ending) + replacement
        for ending, replacements in endings.items()
        if form.endswith(ending)
        for replacement in replacements
    ]


def undoubled(form: str, endings: tuple[str, ...]) -> list[str]:
    """The form without an ending, and without the consonant that was doubled before it."""
    stems = [form.removesuffix(ending) for ending in endings if form.endswith(ending)]
    return [stem[:-1] for stem in stems if len(stem) > 2 and stem[-1] == stem[-2]]
