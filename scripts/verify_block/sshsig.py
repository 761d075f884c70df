"""SSHSIG signatures and lists of allowed signers: section 6, OpenSSH's PROTOCOL.sshsig and ssh-keygen(1)."""

from __future__ import annotations

import base64
import binascii
import fnmatch
import hashlib
import re
import struct
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from verify_block import VerifyError
from verify_block.game import read_text

MAGIC = b"SSHSIG"
ED25519 = b"ssh-ed25519"
NAMESPACE = b"emission-block"
IDENTITY = "emission"
FIRST_LINE, LAST_LINE = b"-----BEGIN SSH SIGNATURE-----", b"-----END SSH SIGNATURE-----"
ARMOR_WIDTH = 70


class FormError(ValueError):
    """A signature's bytes that are not as PROTOCOL.sshsig says."""


@dataclass(frozen=True)
class Signature:
    """The fields of an SSHSIG signature; `key` and `signature` are blobs in SSH's wire format."""

    key: bytes
    namespace: bytes
    reserved: bytes
    hash_name: bytes
    signature: bytes


class Reader:
    """Strings of SSH's wire format: a big-endian 32-bit length and so many bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def take(self, length: int) -> bytes:
        """The next bytes."""
        if len(self.data) < length:
            raise FormError
        taken, self.data = self.data[:length], self.data[length:]
        return taken

    def string(self) -> bytes:
        """The next string."""
        return self.take(struct.unpack(">I", self.take(4))[0])

    def end(self) -> None:
        """Nothing may be left."""
        if self.data:
            raise FormError


def read_signature(text: bytes) -> Signature:
    """The fields of an armored signature."""
    reader = Reader(unarmored(text))
    if reader.take(len(MAGIC)) != MAGIC or reader.take(4) != b"\0\0\0\1":
        raise FormError
    signature = Signature(*(reader.string() for _ in range(5)))
    reader.end()
    if signature.hash_name not in (b"sha512", b"sha256"):
        raise FormError
    return signature


def unarmored(text: bytes) -> bytes:
    """The bytes of an armored signature, whose every byte is as `ssh-keygen` writes it."""
    lines = text.split(b"\n")
    try:
        blob = base64.b64decode(b"".join(lines[1:-2]), validate=True)
    except binascii.Error:
        raise FormError from None
    if text != armored(blob):
        raise FormError
    return blob


def armored(blob: bytes) -> bytes:
    """A signature's file."""
    text = base64.b64encode(blob)
    lines = [text[i : i + ARMOR_WIDTH] for i in range(0, len(text), ARMOR_WIDTH)]
    return b"\n".join([FIRST_LINE, *lines, LAST_LINE, b""])


def two_strings(blob: bytes) -> tuple[bytes, bytes]:
    """An algorithm's name and its bytes, from a key or a signature blob."""
    reader = Reader(blob)
    strings = reader.string(), reader.string()
    reader.end()
    return strings


def key_algorithm(blob: bytes) -> bytes:
    """The algorithm of a key blob."""
    return Reader(blob).string()


def signature_holds(signature: Signature, message: bytes) -> bool:
    """Whether an Ed25519 signature is one of the message, whoever made it."""
    _, public = two_strings(signature.key)
    algorithm, value = two_strings(signature.signature)
    if algorithm != ED25519 or len(public) != 32 or len(value) != 64:
        return False
    digest = hashlib.new(signature.hash_name.decode(), message).digest()
    fields = (signature.namespace, signature.reserved, signature.hash_name, digest)
    signed = MAGIC + b"".join(struct.pack(">I", len(field)) + field for field in fields)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(value, signed)
    except InvalidSignature:
        return False
    return True


@dataclass(frozen=True)
class AllowedSigner:
    """A line of an allowed signers file: patterns of identities, those of namespaces if any, key blob."""

    patterns: tuple[str, ...]
    namespaces: str | None
    key: bytes

    def may_sign(self, namespace: str) -> bool:
        """Whether the key may sign in a namespace."""
        return self.namespaces is None or matches(namespace, tuple(self.namespaces.split(",")))


ONE_OPTION = r'[A-Za-z-]+(?:="(?:[^"\\]|\\.)*")?'
OPTION = re.compile(r'([A-Za-z-]+)(?:="((?:[^"\\]|\\.)*)")?(?:,|$)')
KNOWN_OPTION = "namespaces"
LINE = re.compile(
    r'(?P<principals>"[^"]*"|\S+)\s+'
    rf"(?:(?P<options>{ONE_OPTION}(?:,{ONE_OPTION})*)\s+)??"
    r"(?P<type>[a-z0-9@.-]+)\s+(?P<key>[A-Za-z0-9+/]+=*)(?:\s.*)?"
)


def read_allowed_signers(path: Path) -> list[AllowedSigner]:
    """The lines of an allowed signers file that hold a key; comments and empty lines left out."""
    lines = enumerate(read_text(path).splitlines(), start=1)
    return [
        read_signer(line.strip(), f"{path}:{number}")
        for number, line in lines
        if line.strip() and not line.lstrip().startswith("#")
    ]


def read_signer(line: str, where: str) -> AllowedSigner:
    """The signer of a line: principals, options, key type, key, comment."""
    parsed = LINE.fullmatch(line)
    if not parsed:
        raise VerifyError(f"{where}: not a line of allowed signers; see ALLOWED SIGNERS in ssh-keygen(1)")
    try:
        key = base64.b64decode(parsed["key"], validate=True)
        if key_algorithm(key) != parsed["type"].encode():
            raise FormError
    except (binascii.Error, FormError):
        raise VerifyError(f"{where}: the key is not one of {parsed['type']}; copy the line of a .pub file") from None
    options = {name.lower(): value for name, value in OPTION.findall(parsed["options"] or "")}
    if others := options.keys() - {KNOWN_OPTION}:
        raise VerifyError(f"{where}: option {min(others)} is not supported; remove it, or the line")
    return AllowedSigner(tuple(parsed["principals"].strip('"').split(",")), options.get(KNOWN_OPTION), key)


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether a name matches a list of patterns with `*` and `?`, and none of those with `!`."""
    refused = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    accepted = [pattern for pattern in patterns if not pattern.startswith("!")]
    return matches_one(name, accepted) and not matches_one(name, refused)


def matches_one(name: str, patterns: list[str]) -> bool:
    """Whether a name matches one of the patterns with `*` and `?`."""
    return any(fnmatch.fnmatchcase(name, pattern.replace("[", "[[]")) for pattern in patterns)


def judge_signature(text: bytes, message: bytes, signers: list[AllowedSigner]) -> str | None:
    """The finding about a signature of a message (section 13); None if an allowed signer made it."""
    try:
        signature = read_signature(text)
        if signature.namespace != NAMESPACE:
            return "signature-namespace"
        if key_algorithm(signature.key) != ED25519:
            return "signature-key"
        return judge_signer(signature.key, signers) or judge_value(signature, message)
    except FormError:
        return "signature-form"


def judge_signer(key: bytes, signers: list[AllowedSigner]) -> str | None:
    """The finding about a key: whether it may sign blocks as `emission`."""
    known = [signer for signer in signers if signer.key == key and matches(IDENTITY, signer.patterns)]
    if not known:
        return "signer-unknown"
    return None if any(signer.may_sign(NAMESPACE.decode()) for signer in known) else "signer-namespace"


def judge_value(signature: Signature, message: bytes) -> str | None:
    """The finding about a signature's value: whether it is one of the message."""
    return None if signature_holds(signature, message) else "signature-wrong"
