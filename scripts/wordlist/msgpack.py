"""A decoder for the few msgpack types that wordfreq's lists use, so as to need no package."""

from __future__ import annotations

from typing import Any


class MsgpackReader:
    """A decoder for the few msgpack types that wordfreq's lists use, so as to need no package.

    Types: positive fixint, fixmap, fixarray, fixstr, str 8, str 16, array 16, array 32.
    Source: https://github.com/msgpack/msgpack/blob/master/spec.md
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def read_only_value(self) -> Any:
        """The value that makes up the whole of the data; a ValueError if none does."""
        value = self._value()
        if self._position != len(self._data):
            raise ValueError(f"bytes left over after byte {self._position}")
        return value

    def _value(self) -> Any:
        kind = self._unsigned(1)
        if kind <= 0x7F:
            return kind
        if kind <= 0x8F:
            return {self._value(): self._value() for _ in range(kind & 0x0F)}
        if kind <= 0x9F:
            return [self._value() for _ in range(kind & 0x0F)]
        if kind <= 0xBF:
            return self._take(kind & 0x1F).decode("utf-8")
        return self._value_with_size(kind)

    def _value_with_size(self, kind: int) -> Any:
        if kind in (0xD9, 0xDA):
            size = self._unsigned(1 if kind == 0xD9 else 2)
            return self._take(size).decode("utf-8")
        if kind in (0xDC, 0xDD):
            size = self._unsigned(2 if kind == 0xDC else 4)
            return [self._value() for _ in range(size)]
        raise ValueError(f"msgpack type {kind:#04x} at byte {self._position - 1} is not supported")

    def _unsigned(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def _take(self, size: int) -> bytes:
        taken = self._data[self._position : self._position + size]
        if len(taken) < size:
            raise ValueError(f"cut at byte {len(self._data)}")
        self._position += size
        return taken
