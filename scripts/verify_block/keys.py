"""Keys, streams and draws: section 8."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, MutableSequence
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from verify_block import VerifyError
from verify_block.game import Game, read_text
from verify_block.words import WordList

SEED_LINE = re.compile(r"emission-seed-1:([0-9a-f]{64})\n\Z")
KEY_BYTES = 32
WORDS_AT_ONCE = 256
WORD_BITS = 32
WORD_MASK = (1 << WORD_BITS) - 1


def read_seed(path: Path) -> bytes:
    """The 32 bytes of a seed file."""
    line = SEED_LINE.match(read_text(path))
    if not line:
        raise VerifyError(f"{path}: not a seed; a line of emission-seed-1: and 64 hexadecimal digits is needed")
    return bytes.fromhex(line[1])


def hkdf_sha256(ikm: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869)."""
    pseudorandom_key = hmac.digest(salt or bytes(32), ikm, hashlib.sha256)
    output = block = b""
    for number in range(1, -(-length // 32) + 1):
        block = hmac.digest(pseudorandom_key, block + info + bytes([number]), hashlib.sha256)
        output += block
    return output[:length]


def block_key(seed: bytes, game: Game, words: WordList, purpose: str, emission: int, block: int) -> bytes:
    """The key of a block for a purpose: `order`, `unit` or `commitment`."""
    info = f"emission/v1/{purpose}/{emission}/{block}".encode()
    return hkdf_sha256(seed, game.sha256 + words.sha256, info, KEY_BYTES)


def layout_key(game: Game) -> bytes:
    """The key that a game's layouts are grown with."""
    return hkdf_sha256(game.sha256, b"", b"emission/v1/layouts", KEY_BYTES)


class Stream:
    """A ChaCha20 keystream (RFC 8439), read as little-endian 32-bit words."""

    def __init__(self, key: bytes, number: int) -> None:
        nonce = bytes(4) + number.to_bytes(8, "little")
        self.encryptor = Cipher(ChaCha20(key, bytes(4) + nonce), mode=None).encryptor()
        self.words: Iterator[int] = iter(())

    def bytes(self, count: int) -> bytes:
        """The next bytes, of a stream of which no words were read."""
        return self.encryptor.update(bytes(count))

    def word(self) -> int:
        """The next word."""
        for word in self.words:
            return word
        data = self.bytes(4 * WORDS_AT_ONCE)
        self.words = iter([int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)])
        return next(self.words)

    def below(self, n: int) -> int:
        """A draw below n."""
        while (draw := draw_of(self.word(), n)) is None:
            pass
        return draw

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place."""
        below = self.below
        for i in range(len(items) - 1, 0, -1):
            j = below(i + 1)
            items[i], items[j] = items[j], items[i]


def draw_of(word: int, n: int) -> int | None:
    """What a word gives as a draw below n; None if it is passed over."""
    product = word * n
    rest = product & WORD_MASK
    if rest < n and rest < (1 << WORD_BITS) % n:
        return None
    return product >> WORD_BITS
