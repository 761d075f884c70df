"""The tree over the units: section 4, and RFC 9162, sections 2.1.1 and 2.1.3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256


def leaf_hash(row: bytes) -> bytes:
    """The hash of a unit's canonical bytes."""
    return sha256(b"\0" + row).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return sha256(b"\1" + left + right).digest()


def root(hashes: Sequence[bytes]) -> bytes:
    """The root over leaves, or over the roots of full subtrees of one size, the last one at most that size.

    To pair neighbours level by level, carrying an odd one up, is to split at the largest powers of two.
    """
    level = list(hashes)
    if not level:
        return sha256().digest()
    while len(level) > 1:
        paired = [sha256(b"\1" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)]
        level = paired + level[len(paired) * 2 :]
    return level[0]


def path_root(leaf: bytes, index: int, size: int, path: Iterable[bytes]) -> bytes | None:
    """The root that an inclusion path leads to from leaf `index` of `size`; None if its length is wrong.

    RFC 9162, section 2.1.3.2, with its names fn and sn.
    """
    fn, sn, result = index, size - 1, leaf
    for sibling in path:
        if sn == 0:
            return None
        if fn & 1 or fn == sn:
            result = node_hash(sibling, result)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            result = node_hash(result, sibling)
        fn, sn = fn >> 1, sn >> 1
    return result if sn == 0 else None
