"""Media in an S3-compatible object store, read through a folder of copies beside each server.

A file is uploaded before anything names it, and brought here whole when it is first asked for: then byte ranges,
thumbnails and workbooks read it as a file of the machine. What was brought is checked against its name, which is the
hash of its bytes. Where the store is and who may use it comes from the configuration and from AWS_* alone.
"""

import logging
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Lock
from weakref import WeakValueDictionary

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from jurybox.core import Busy, Fault, Refused
from jurybox.exchange.media.folder import CHUNK, MediaFolder, is_media_name

log = logging.getLogger("jurybox.media")
COPIES_MB = 10_240
"""How much may lie beside a server."""
IN_USE_S = 600
"""A copy that was asked for so lately is not removed."""
MARKED_S = 60
"""How exactly a copy remembers when it was asked for."""
CONNECT_S, ANSWER_S, TRIES = 5, 60, 2


class _Turn:
    """A lock for one file, forgotten when nobody holds it."""

    def __init__(self) -> None:
        self.lock = Lock()


class MediaBucket(MediaFolder):
    """`folder` holds copies, each of which can be brought again."""

    def __init__(self, address: str, folder: Path, before: MediaFolder, most_mb: int = COPIES_MB) -> None:
        super().__init__(folder, before)
        self.address, self.most = address, most_mb << 20
        self._store = _opened(address)
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._guard = Lock()
        self._added = 0

    def at_hand(self, file: str) -> Path | None:
        path = super().at_hand(file)
        if path is not None:
            _mark(path)
        return path

    def find(self, file: str) -> Path:
        with self._alone(file):
            path = self.at_hand(file)
            return path if path is not None else self._bring(file)

    def keep(self, chunks: Iterable[bytes]) -> tuple[str, int]:
        hash, size = super().keep(chunks)
        with self._alone(hash):
            self._upload(hash, self.place(hash))
        self._count(size)
        return hash, size

    def has(self, file: str) -> bool:
        try:
            with self._in_words():
                obstore.head(self._store, _key(file))
        except FileNotFoundError:
            return False
        return True

    def remove(self, file: str) -> None:
        with self._in_words():
            obstore.delete(self._store, _key(file))
        super().remove(file)

    def names(self) -> Iterator[str]:
        with self._in_words():
            for page in obstore.list(self._store):
                for found in page:
                    name = found["path"].rpartition("/")[2]
                    if is_media_name(name):
                        yield name

    def missing(self, files: Iterable[str]) -> list[str]:
        wanted = set(files)
        return sorted(wanted - set(self.names())) if wanted else []

    def check(self) -> None:
        with self._in_words():
            next(iter(obstore.list(self._store, chunk_size=1)), None)

    def tidy(self) -> None:
        """Remove copies of what was erased, and the oldest beyond the limit."""
        stored, lately = set(self.names()), time.time() - IN_USE_S
        for asked, _, path in self._copies():
            if path.name not in stored and asked < lately:
                path.unlink(missing_ok=True)
        self._prune()

    def _bring(self, file: str) -> Path:
        with self._in_words():
            found = obstore.get(self._store, _key(file)).stream(min_chunk_size=CHUNK)
            hash, size = super().keep(bytes(chunk) for chunk in found)
        if hash != file:
            self.place(hash).unlink(missing_ok=True)
            log.error("media at %s: %s is not what it was when it was stored", self.address, file)
            raise Busy.of("media.store_damaged")
        self._count(size)
        return self.place(file)

    def _upload(self, file: str, path: Path) -> None:
        if self.has(file):
            return
        try:
            with self._in_words():
                obstore.put(self._store, _key(file), path)
        except FileNotFoundError as error:  # of the bucket itself
            raise _away(self.address, error) from error

    def _count(self, size: int) -> None:
        """Look at the limit after each twentieth of it."""
        self._added += size
        if self._added > self.most // 20:
            self._added = 0
            self._prune()

    def _prune(self) -> None:
        """Down to the limit; those go first that were not asked for longest."""
        copies, lately = sorted(self._copies()), time.time() - IN_USE_S
        over = sum(size for _, size, _ in copies) - self.most
        for asked, size, path in copies:
            if over <= 0 or asked >= lately:
                return
            path.unlink(missing_ok=True)
            over -= size

    def _copies(self) -> Iterator[tuple[float, int, Path]]:
        """When each was last asked for, how large it is, and where."""
        for path in self.folder.glob("??/*"):
            try:
                about = path.stat()
            except FileNotFoundError:  # another process was quicker
                continue
            yield about.st_mtime, about.st_size, path

    @contextmanager
    def _alone(self, file: str) -> Iterator[None]:
        """One thread at a time brings a file: a player asks for several ranges of a film at once."""
        with self._guard:
            turn = self._turns.setdefault(file, _Turn())
        with turn.lock:
            yield

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """What keeps the store from answering; that it lacks a file is another matter."""
        try:
            yield
        except BaseError as error:
            raise _away(self.address, error) from error


def _opened(address: str) -> S3Store:
    endpoint = next((os.environ[name] for name in ("AWS_ENDPOINT_URL", "AWS_ENDPOINT") if os.environ.get(name)), "")
    try:
        return S3Store.from_url(
            address,
            client_options={
                "allow_http": endpoint.startswith("http://"),
                "connect_timeout": timedelta(seconds=CONNECT_S),
                "timeout": timedelta(seconds=ANSWER_S),
            },
            retry_config={"max_retries": TRIES, "retry_timeout": timedelta(seconds=2 * ANSWER_S)},
        )
    except (BaseError, ValueError) as error:
        reason = _first_line(error)
        raise Refused.of("config.bad_media", "media", address, "s3://bucket/prefix", reason=reason) from error


def _away(address: str, error: Exception) -> Busy:
    """Why stands in the log: raters are told it too, and where media lie is none of their business."""
    log.error("media at %s: %s", address, _first_line(error))
    return Busy(Fault("media.store_away", params={"reason": f"{address}: {_first_line(error)}"}))


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:300]


def _key(file: str) -> str:
    return f"{file[:2]}/{file}"


def _mark(path: Path) -> None:
    """A copy that is asked for stays longer."""
    now = time.time()
    try:
        if now - path.stat().st_mtime > MARKED_S:
            os.utime(path, (now, now))
    except OSError:  # gone, or of another user: what is served does not depend on it
        pass
