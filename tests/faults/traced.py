"""What a program did to a folder and what it promised, in order, read from a trace of its system calls."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.faults.disk import Disk, File, Piece

CALLS = (
    "openat,?open,write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,?unlink,unlinkat,?rename,?renameat,renameat2,"
    "sendto,sendmsg"
)
OTHER_WAYS = ("fallocate", "copy_file_range", "sendfile", "splice", "sync_file_range", "link", "linkat", "truncate")
"""Ways to change a file that are not replayed; a test looks that nobody takes them."""
LINE = re.compile(r"^(\d+)\s+(?:<\.\.\. )?(\w+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
PLACE = re.compile(r"\((\d+)<((?:\\x[0-9a-f]{2})*)>")
NUMBERS = re.compile(r", (\d+)\)\s+=|, (\d+) <unfinished")
RESULT = re.compile(r"= (-?\d+)")


def traced(strace: Path, log: Path) -> list[str | Path]:
    """What a command is run under, so that `Trace` can read what it did."""
    calls = ",".join([CALLS, *(f"?{name}" for name in OTHER_WAYS)])
    return [strace, "-f", "-y", "-xx", "-s", "1000000", "-qq", "--seccomp-bpf", "-e", f"trace={calls}",
            "-e", "signal=none", "-o", log]  # fmt: skip


def plain(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


@dataclass(frozen=True, slots=True)
class Call:
    """One system call, when it was begun or when it was over, or both."""

    thread: str
    name: str
    line: str
    is_begun: bool
    is_over: bool

    @property
    def texts(self) -> list[bytes]:
        found = TEXT.findall(self.line)
        assert not any(cut for _, cut in found), "strace cut a text off"
        return [plain(text) for text, _ in found]

    @property
    def place(self) -> tuple[int, str]:
        """The descriptor that it was about, and its path."""
        found = PLACE.search(self.line)
        return (int(found[1]), plain(found[2]).decode()) if found else (-1, "")

    @property
    def last_number(self) -> int:
        found = NUMBERS.search(self.line)
        assert found, self.line[:200]
        return int(found[1] or found[2])

    @property
    def failed(self) -> bool:
        found = RESULT.search(self.line.rpartition(")")[2])
        return found is not None and int(found[1]) < 0


def calls(log: Path) -> Iterator[Call]:
    with log.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            if found := LINE.match(line):
                yield Call(found[1], found[2], line, "resumed>" not in line[:80], "<unfinished ..." not in line[-40:])


class Trace:
    """A disk as one program leaves it, step by step; `sent` is all that it wrote elsewhere."""

    def __init__(self, disk: Disk, folder: Path, log: Path, forgets_syncs: bool = False) -> None:
        self.disk, self.folder, self.log, self.forgets_syncs = disk, str(folder), log, forgets_syncs
        self.sent = bytearray()
        self.syncs = 0
        self._ends: dict[int, int] = {}
        """Where the next plain write to a descriptor goes."""
        self._begun: dict[str, tuple[File | Disk, int]] = {}
        """Syncs that are not over, by thread, with how much was unsafe when they began."""

    def steps(self) -> Iterator[Call]:
        """After each the power may go."""
        for call in calls(self.log):
            assert call.name not in OTHER_WAYS or self.folder not in self._paths(call), (
                f"not replayed: {call.line[:200]}"
            )
            if call.name in ("fsync", "fdatasync"):
                self._sync(call)
            elif call.name in ("open", "openat"):
                self._open(call)
            elif call.is_begun:
                self._do(call)
            yield call

    @staticmethod
    def _paths(call: Call) -> str:
        return f"{call.place[1]} {b' '.join(call.texts)!r}"

    def _name(self, path: str) -> str | None:
        """Of a file in the folder itself."""
        parent, _, name = path.rpartition("/")
        return name if parent == self.folder and not name.endswith("-shm") else None

    def _file(self, path: str) -> File | None:
        name = self._name(path.removesuffix(" (deleted)"))
        return self.disk.now.get(name) if name else None

    def _open(self, call: Call) -> None:
        if not call.is_over or "= -1" in call.line or not call.texts:
            return
        path, opened = call.texts[0].decode(), RESULT.search(call.line)
        name = self._name(path)
        if name is None or opened is None:
            return
        if "O_CREAT" in call.line:
            self.disk.create(name)
        file = self.disk.now.get(name)
        if file is None:  # a folder
            return
        if "O_TRUNC" in call.line:
            file.write(Piece(0, None))
        self._ends[int(opened[1])] = file.size if "O_APPEND" in call.line else 0

    def _sync(self, call: Call) -> None:
        if call.is_begun:
            path = call.place[1]
            found: File | Disk | None = self.disk if path == self.folder else self._file(path)
            if found is not None:
                unsafe = found.changes if isinstance(found, Disk) else found.unsafe
                self._begun[call.thread] = (found, len(unsafe))
        if call.is_over and call.thread in self._begun:
            synced, count = self._begun.pop(call.thread)
            assert not call.failed, call.line[:200]
            self.syncs += 1
            if not self.forgets_syncs:
                synced.sync(count)

    def _do(self, call: Call) -> None:
        """What takes effect at once, as others see it."""
        if call.name in ("unlink", "unlinkat") and not call.failed:
            if name := self._name(call.texts[-1].decode()):
                self.disk.unlink(name)
        elif call.name.startswith("rename") and not call.failed:
            old, new = (self._name(text.decode()) for text in call.texts[-2:])
            if old and new:
                self.disk.rename(old, new)
        elif call.name in ("write", "writev", "pwrite64", "pwritev", "ftruncate", "sendto", "sendmsg"):
            self._write(call)

    def _write(self, call: Call) -> None:
        descriptor, path = call.place
        file = self._file(path)
        if file is None:
            if (call.name in ("write", "writev", "sendto", "sendmsg") and not path.startswith("/")) or descriptor == 1:
                self.sent += b"".join(call.texts)
        elif call.name == "ftruncate":
            file.write(Piece(call.last_number, None))
        elif call.name in ("pwrite64", "pwritev"):
            file.write(Piece(call.last_number, b"".join(call.texts)))
        else:
            data = b"".join(call.texts)
            at = self._ends.get(descriptor, 0)
            file.write(Piece(at, data))
            self._ends[descriptor] = at + len(data)
