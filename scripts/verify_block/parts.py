"""Cuts a part into its chunks' rows: section 2, and the findings of section 13 about parts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import zstandard

from verify_block.findings import Findings
from verify_block.files import CHUNK_UNITS
from verify_block.units import UnitReader, header, row_length

DATA_MAGIC = b"\x28\xb5\x2f\xfd"
SKIPPABLE_MAGIC = b"\x2a\x4d\x18"
RLE, RESERVED = 1, 3
LONGEST_HEADER = 18
NO_FRAME = "no whole zstd frame starts here"
MOST_DIGITS = 10
SLACK = 1 << 16


class FrameError(ValueError):
    """A zstd frame that can't be read."""


def frame_end(data: memoryview, start: int) -> int:
    """Where a whole frame that starts here ends, by its blocks (RFC 8878, section 3.1)."""
    if data[start + 1 : start + 4] == SKIPPABLE_MAGIC and data[start] >> 4 == 5:
        end = start + 8 + int.from_bytes(data[start + 4 : start + 8], "little")
    else:
        end = data_frame_end(data, start)
    if end > len(data):
        raise FrameError(NO_FRAME)
    return end


def data_frame_end(data: memoryview, start: int) -> int:
    """Where a frame of data ends: behind its last block and its checksum."""
    head = bytes(data[start : start + LONGEST_HEADER])
    try:
        end = start + zstandard.frame_header_size(head)
        has_checksum = zstandard.get_frame_parameters(head).has_checksum
    except (zstandard.ZstdError, ValueError):
        raise FrameError(NO_FRAME) from None
    is_last = False
    while not is_last:
        block = int.from_bytes(data[end : end + 3], "little")
        is_last, kind, size = bool(block & 1), block >> 1 & 3, block >> 3
        end += 3 + (1 if kind == RLE else size)
        if end > len(data) or kind == RESERVED:
            raise FrameError(NO_FRAME)
    return end + 4 * has_checksum


def frame_content(frame: bytes, most: int) -> bytes:
    """The content of a whole frame, which may have so many bytes at most."""
    if frame[:4] != DATA_MAGIC:
        raise FrameError("not a zstd frame of data")
    parameters = zstandard.get_frame_parameters(frame)
    size = zstandard.frame_content_size(frame)
    if size < 0:
        raise FrameError("a zstd frame without its content size")
    if not parameters.has_checksum:
        raise FrameError("a zstd frame without a checksum of its content")
    if size > most:
        raise FrameError(f"a zstd frame of {size} bytes, must be {most} at most")
    if size == 0:
        return b""
    try:
        return zstandard.ZstdDecompressor(max_window_size=1 << 27).decompress(frame)
    except zstandard.ZstdError as error:
        raise FrameError(f"the zstd frame is damaged: {error}") from None


class PartCutter:
    """Cuts parts of a game's blocks."""

    def __init__(self, reader: UnitReader) -> None:
        self.reader = reader
        self.header = header(reader.game)
        self.longest_row = row_length(reader.game, MOST_DIGITS)

    def chunks(
        self, data: bytes, first: int, units: int, is_zstd: bool, findings: Findings
    ) -> Iterator[list[bytes] | None]:
        """The rows of each chunk of a part of so many units; None where they can't be read."""
        contents = self.frames(data, first, units, findings) if is_zstd else self.lines(data, units, findings)
        starts = range(first, first + units, CHUNK_UNITS)
        for start, content in zip(starts, contents):
            count = min(CHUNK_UNITS, first + units - start)
            yield None if content is None else self.rows(content, start, count, start == first, findings)
        for _ in contents:  # what a part's contents find behind the last chunk
            pass

    def frames(self, data: bytes, first: int, units: int, findings: Findings) -> Iterator[bytes | None]:
        """The content of each frame of a part, up to the first that does not end."""
        view = memoryview(data)
        end = 0
        for start in range(first, first + units, CHUNK_UNITS):
            most = (min(CHUNK_UNITS, first + units - start) + 1) * self.longest_row + SLACK
            try:
                begin, end = end, frame_end(view, end)
            except FrameError as error:
                findings.add("part-frame", start, str(error))
                yield None
                return
            yield self.frame(data[begin:end], start, most, findings)
        if end < len(data):
            findings.add("part-frame", detail=f"{len(data) - end} bytes behind the last frame")

    def frame(self, frame: bytes, unit: int, most: int, findings: Findings) -> bytes | None:
        """The content of a frame that starts with a unit."""
        try:
            return frame_content(frame, most)
        except FrameError as error:
            findings.add("part-frame", unit, str(error))
            return None

    def lines(self, data: bytes, units: int, findings: Findings) -> Iterator[bytes]:
        """The lines of each chunk of a part without compression."""
        end = 0
        for done in range(0, units, CHUNK_UNITS):
            begin = end
            for _ in range(min(CHUNK_UNITS, units - done) + (done == 0)):
                end = data.find(b"\n", end) + 1 or len(data)
            yield data[begin:end]
        if end < len(data):
            findings.add("part-rows", detail=f"{len(data) - end} bytes behind the last chunk")

    def rows(self, content: bytes, first: int, count: int, has_header: bool, findings: Findings) -> list[bytes]:
        """The rows of a chunk's content, as many as it has units at most."""
        if content and not content.endswith(b"\n"):
            findings.add("part-rows", first, "the last row does not end with a line feed")
        lines = content.removesuffix(b"\n").split(b"\n") if content else []
        if has_header:
            lines = self.without_header(lines, first, findings)
        if len(lines) != count:
            findings.add("part-rows", first, f"{len(lines)} rows from here on, must be {count}")
        return [*islice(lines, count)]

    def without_header(self, lines: list[bytes], first: int, findings: Findings) -> list[bytes]:
        """A part's first lines without the header; another line goes too, unless it has a row's form."""
        if lines and lines[0] == self.header:
            return lines[1:]
        findings.add("part-header", first)
        return lines if lines and self.reader.is_row(lines[0]) else lines[1:]
