"""JSON files whose every byte is specified: sections 5, 7 and 14."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

HASH = re.compile(r"[0-9a-f]{64}\Z")


class FormError(ValueError):
    """A JSON file that is not of its form: not JSON, or with other keys or types."""


class Number:
    """A whole number below 2 to the power of `bits`."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def check(self, value: Any, where: str) -> None:
        """Refuse other values."""
        if type(value) is not int or not 0 <= value < 1 << self.bits:
            raise FormError(f"{where} is not a whole number below 2^{self.bits}")


class Text:
    """A string, of a pattern if there is one."""

    def __init__(self, pattern: re.Pattern[str] | None = None) -> None:
        self.pattern = pattern

    def check(self, value: Any, where: str) -> None:
        """Refuse other values."""
        if type(value) is not str or (self.pattern and not self.pattern.match(value)):
            raise FormError(f"{where} is not {'64 hexadecimal digits' if self.pattern else 'a text'}")


class Items:
    """A list of values of one form."""

    def __init__(self, form: Any) -> None:
        self.form = form

    def check(self, value: Any, where: str) -> None:
        """Refuse other values."""
        if type(value) is not list:
            raise FormError(f"{where} is not a list")
        for number, item in enumerate(value, start=1):
            self.form.check(item, f"{where}, item {number}")


class Keys:
    """An object with these keys and no others; `in_order` has them as the canonical bytes do."""

    def __init__(self, forms: Mapping[str, Any]) -> None:
        self.forms = forms

    def check(self, value: Any, where: str) -> None:
        """Refuse other values."""
        if type(value) is not dict:
            raise FormError(f"{where} is not an object")
        for key in [*self.forms, *value]:
            if key not in value or key not in self.forms:
                raise FormError(f"{where} {'lacks' if key in self.forms else 'has an unknown'} key {key!r}")
            self.forms[key].check(value[key], key)


def parse(data: bytes, form: Keys) -> dict[str, Any]:
    """The object of a JSON file of a form, in any layout."""
    try:
        value = json.loads(
            data.decode(), object_pairs_hook=object_without_repeats, parse_constant=refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise FormError(f"not JSON: {error}") from None
    form.check(value, "the file")
    return value


def object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of pairs whose keys are all different."""
    keys = dict(pairs)
    if len(keys) != len(pairs):
        raise FormError("a key stands twice in an object")
    return keys


def refuse_constant(name: str) -> None:
    """Refuse NaN and the infinities, which are not JSON."""
    raise FormError(f"{name} is no JSON")


def is_canonical(data: bytes, value: Mapping[str, Any], form: Keys) -> bool:
    """Whether a file has the one layout that its value may have."""
    try:
        return data == canonical_bytes(value, form)
    except UnicodeEncodeError:
        return False


def canonical_bytes(value: Mapping[str, Any], form: Keys) -> bytes:
    """The file of a value: two spaces of indentation, keys in order, LF at the end."""
    return (json.dumps(in_order(value, form), ensure_ascii=False, indent=2) + "\n").encode()


def in_order(value: Any, form: Any) -> Any:
    """A value with its objects' keys in the order of its form."""
    if isinstance(form, Keys):
        return {key: in_order(value[key], inner) for key, inner in form.forms.items()}
    if isinstance(form, Items):
        return [in_order(item, form.form) for item in value]
    return value
