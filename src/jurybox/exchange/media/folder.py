"""Where stored media are: a folder, in which each file stands under the hash of its bytes."""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from jurybox.exchange.files import keep_names, passing_name

NAME = re.compile(r"[0-9a-f]{64}")
CHUNK = 1 << 20


def is_media_name(name: str) -> bool:
    return NAME.fullmatch(name) is not None


class MediaFolder:
    """<first 2>/<sha256> in a folder. What stands there never changes.

    `before` is where media were kept before they were kept here, if anywhere.
    """

    def __init__(self, folder: Path, before: "MediaFolder | None" = None) -> None:
        self.folder, self.before = folder, before

    def at_hand(self, file: str) -> Path | None:
        """Where a file is, if it can be read at once."""
        path = self.place(file)
        return path if path.is_file() else None

    def find(self, file: str) -> Path:
        """Where a file can be read, brought here if need be; FileNotFoundError where there is none."""
        path = self.at_hand(file)
        if path is None:
            raise FileNotFoundError(file)
        return path

    def keep(self, chunks: Iterable[bytes]) -> tuple[str, int]:
        """Store a file, whole or not at all; the same content is stored once. Its hash and size."""
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.folder / passing_name()
        try:
            hash, size = _write(chunks, os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            _move(fresh, self.place(hash))
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        return hash, size

    def has(self, file: str) -> bool:
        return self.place(file).is_file()

    def remove(self, file: str) -> None:
        self.place(file).unlink(missing_ok=True)
        if self.before is not None:
            self.before.remove(file)

    def names(self) -> Iterator[str]:
        """Every stored file, in order."""
        for path in sorted(self.folder.glob("??/*")):
            if is_media_name(path.name):
                yield path.name

    def missing(self, files: Iterable[str]) -> list[str]:
        """Which of these are not stored, in order."""
        return sorted(file for file in files if not self.has(file))

    def check(self) -> None:
        """Raises what keeps files from being read, if anything does."""
        self.folder.stat()

    def only_before(self) -> list[str]:
        """Files that are only where they were kept before."""
        return [] if self.before is None else self.missing(self.before.names())

    def take_over(self) -> None:
        """Store here what is only where it was kept before."""
        if self.before is not None:
            for file in self.only_before():
                with self.before.find(file).open("rb") as source:
                    self.keep(iter(partial(source.read, CHUNK), b""))

    def tidy(self) -> None:
        """Remove what is only a copy and no longer wanted."""

    def place(self, file: str) -> Path:
        return self.folder / file[:2] / file


def _write(chunks: Iterable[bytes], handle: int) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with os.fdopen(handle, "wb") as out:
        for chunk in chunks:
            out.write(chunk)
            digest.update(chunk)
            size += len(chunk)
        out.flush()
        os.fsync(out.fileno())
    return digest.hexdigest(), size


def _move(fresh: Path, target: Path) -> None:
    """Into place in one step; after that the name survives a power cut too."""
    if target.exists():
        fresh.unlink()
        return
    target.parent.mkdir(exist_ok=True)
    fresh.replace(target)
    for folder in (target.parent, target.parent.parent):
        keep_names(folder)
