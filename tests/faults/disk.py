"""A disk that forgets: what was written since the last sync may be there, in part, in any order, or not at all.

A file keeps its bytes by a sync of the file, its name by a sync of the folder, as POSIX promises and no more.
"""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
"""What a disk writes whole or not at all."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes at a place of a file; without bytes, the file ends there."""

    at: int
    data: bytes | None

    def on(self, content: bytearray) -> None:
        if self.data is None:
            del content[self.at :]
            content.extend(bytes(self.at - len(content)))
        else:
            content.extend(bytes(max(0, self.at + len(self.data) - len(content))))
            content[self.at : self.at + len(self.data)] = self.data

    def sectors(self) -> "list[Piece]":
        if self.data is None:
            return [self]
        cuts = [0, *range(SECTOR - self.at % SECTOR, len(self.data), SECTOR), len(self.data)]
        return [Piece(self.at + a, self.data[a:b]) for a, b in itertools.pairwise(cuts)]


@dataclass
class File:
    safe: bytearray = field(default_factory=bytearray)
    """What the disk has for certain."""
    unsafe: list[Piece] = field(default_factory=list)
    """What was written since the last sync."""
    size: int = 0

    def write(self, piece: Piece) -> None:
        self.unsafe.append(piece)
        self.size = piece.at if piece.data is None else max(self.size, piece.at + len(piece.data))

    def sync(self, count: int) -> None:
        for piece in self.unsafe[:count]:
            piece.on(self.safe)
        del self.unsafe[:count]


Names = dict[str, File]
Change = Callable[[Names], None]
Choice = Callable[[list[Piece]], list[Piece]]


@dataclass
class Disk:
    """One folder and the files in it, without those of folders below."""

    now: Names = field(default_factory=dict)
    """As the program sees it."""
    safe: Names = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    """Names given and taken since the folder was synced."""

    @classmethod
    def of(cls, folder: Path) -> "Disk":
        """What has long been on the disk."""
        files = {}
        for path in folder.iterdir():
            if path.is_file() and not path.name.endswith("-shm"):
                content = bytearray(path.read_bytes())
                files[path.name] = File(content, [], len(content))
        return cls(dict(files), dict(files))

    def _change(self, change: Change) -> None:
        change(self.now)
        self.changes.append(change)

    def create(self, name: str) -> None:
        if name not in self.now:
            made = File()
            self._change(lambda names: names.__setitem__(name, made))

    def rename(self, old: str, new: str) -> None:
        if moved := self.now.get(old):

            def change(names: Names) -> None:
                if names.get(old) is moved:
                    del names[old]
                names[new] = moved

            self._change(change)

    def unlink(self, name: str) -> None:
        gone = self.now.get(name)

        def change(names: Names) -> None:
            if names.get(name) is gone:
                del names[name]

        if gone is not None:
            self._change(change)

    def sync(self, count: int) -> None:
        for change in self.changes[:count]:
            change(self.safe)
        del self.changes[:count]

    def after_power_cut(self, folder: Path, chance: random.Random) -> None:
        """One of the states that a power cut may leave, put into a folder. What maps memory is left to chance."""
        names = dict(self.safe)
        for change in self.changes[: chance.randint(0, len(self.changes))]:  # a journal keeps their order
            change(names)
        choose = chance.choice(CHOICES)
        for name, file in names.items():
            content = bytearray(file.safe)
            for piece in choose(chance, file.unsafe):
                piece.on(content)
            path = folder / name
            path.write_bytes(content)
            path.chmod(0o600)
        if "jurybox.db" in names:
            (folder / "jurybox.db-shm").write_bytes(chance.randbytes(32768))


def nothing(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    return []


def everything(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    return pieces


def a_beginning(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    return pieces[: chance.randint(0, len(pieces))]


def some(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    """As where a disk writes in another order than it was told."""
    return [piece for piece in pieces if chance.random() < 0.5]


def some_sectors(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    """Torn pages."""
    return [sector for piece in pieces for sector in piece.sectors() if chance.random() < 0.7]


def all_but_one(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    left_out = chance.randrange(len(pieces)) if pieces else 0
    return [piece for n, piece in enumerate(pieces) if n != left_out]


CHOICES = (nothing, everything, a_beginning, some, some_sectors, all_but_one)
