"""SSHSIG signatures and lists of allowed signers: section 6, OpenSSH's PROTOCOL.sshsig and ssh-keygen(1)."""

from __future__ import annotations

import base64
import binascii
import fnmatch
import hashlib
import re
import struct
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from verify_block import VerifyError
from verify_block.game import read_text

MAGIC = b"SSHSIG"
ED25519 = b"ssh-ed25519"
NAMESPACE = b"emission-block"
IDENTITY = "emission"
ARMOR = re.compile(
    rb"-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----(?:\r?\n)*\Z"
)


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
    armored = ARMOR.match(text)
    if not armored:
        raise FormError
    try:
        blob = base64.b64decode(re.sub(rb"[\r\n]", b"", armored[1]), validate=True)
    except binascii.Error:
        raise FormError from None
    reader = Reader(blob)
    if reader.take(len(MAGIC)) != MAGIC or reader.take(4) != b"\0\0\0\1":
        raise FormError
    signature = Signature(*(reader.string() for _ in range(5)))
    reader.end()
    if signature.hash_name not in (b"sha512", b"sha256"):
        raise FormError
    return signature


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


def fingerprint(key: bytes) -> str:
    """A key as `ssh-keygen -l` names it."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")


@dataclass(frozen=True)
class AllowedSigner:
    """A line of an allowed signers file: patterns of identities, options in lower case, key blob."""

    patterns: tuple[str, ...]
    options: dict[str, str]
    key: bytes

    def is_valid(self, now: datetime) -> bool:
        """Whether the key may be used at a time, as `valid-after` and `valid-before` say."""
        after, before = self.options.get("valid-after"), self.options.get("valid-before")
        return not (after and now < read_time(after)) and not (before and now > read_time(before))


OPTION = re.compile(r'([A-Za-z-]+)(?:="((?:[^"\\]|\\.)*)")?(?:,|$)')
LINE = re.compile(r'(?P<principals>"[^"]*"|\S+)\s+(?:(?P<options>[A-Za-z-]+(?:="(?:[^"\\]|\\.)*")?(?:,[A-Za-z-]+(?:="(?:[^"\\]|\\.)*")?)*)\s+)??(?P<type>[a-z0-9@.-]+)\s+(?P<key>[A-Za-z0-9+/]+=*)(?:\s.*)?')


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
    signer = AllowedSigner(tuple(parsed["principals"].strip('"').split(",")), options, key)
    check_times(signer, where)
    return signer


def check_times(signer: AllowedSigner, where: str) -> None:
    """Refuse times that can't be read."""
    try:
        signer.is_valid(datetime.now(timezone.utc))
    except ValueError:
        raise VerifyError(f"{where}: a time is not YYYYMMDD[HHMM[SS]][Z]; see ssh-keygen(1)") from None


def read_time(text: str) -> datetime:
    """A time as ssh-keygen(1) writes it; local without a Z."""
    digits = text.rstrip("Zz")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(digits), "")
    time = datetime.strptime(digits, form)
    return time.replace(tzinfo=timezone.utc) if digits != text else time.astimezone()


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether a name matches a list of patterns with `*` and `?`, and none of those with `!`."""
    refused = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    accepted = [pattern for pattern in patterns if not pattern.startswith("!")]
    is_match = lambda pattern: fnmatch.fnmatchcase(name, pattern.replace("[", "[[]"))  # noqa: E731
    return any(map(is_match, accepted)) and not any(map(is_match, refused))


def judge_signature(text: bytes, message: bytes, signers: list[AllowedSigner]) -> list[str]:
    """The findings about a signature of a message (section 13); none if an allowed signer made it."""
    try:
        signature = read_signature(text)
        algorithm = key_algorithm(signature.key)
        if algorithm != ED25519:
            return ["signature-key"]
        two_strings(signature.key)
        two_strings(signature.signature)
    except FormError:
        return ["signature-form"]
    if signature.namespace != NAMESPACE:
        return ["signature-namespace"]
    kinds = [] if signature_holds(signature, message) else ["signature-wrong"]
    return signer_findings(signature.key, signers) + kinds


def signer_findings(key: bytes, signers: list[AllowedSigner]) -> list[str]:
    """The findings about a key: whether it may sign blocks as `emission`, now."""
    now = datetime.now(timezone.utc)
    known = [
        signer
        for signer in signers
        if signer.key == key
        and matches(IDENTITY, signer.patterns)
        and "cert-authority" not in signer.options
        and signer.is_valid(now)
    ]
    if not known:
        return ["signer-unknown"]
    namespace = NAMESPACE.decode()
    if any(matches(namespace, tuple(signer.options.get("namespaces", namespace).split(","))) for signer in known):
        return []
    return ["signer-namespace"]
