"""A large export by several processes at once: each writes every n-th piece of the log, and they are taken in turn."""

import contextlib
import gc
import multiprocessing
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from typing import NamedTuple

from jurybox.core import Refused
from jurybox.store import export, open_database
from jurybox.studies.carry.export.log import Log
from jurybox.studies.carry.export.rows import quick_lines
from jurybox.studies.study import StudyView, load_view

PIECE = 10_000
"""Judgements, or a little fewer where other studies have some between them."""
WORTH = 300_000
"""Fewer than this are written sooner than another process starts."""
READY, CHANGED = b"ready", b"changed"


class LogShare(NamedTuple):
    """What one process writes: the pieces `number`, `number + of` and so on of the log from `after` to `until`."""

    address: str
    study: int
    version: int
    everything: bool
    names: bool
    between: str
    after: int
    until: int
    number: int
    of: int
    size: int

    def pieces(self) -> Iterator[tuple[int, int]]:
        starts = range(self.after + self.number * self.size, self.until, self.of * self.size)
        return ((start, start + self.size) for start in starts)


def piece_lines(log: Log, address: str, between: str, processes: int) -> Iterator[bytes]:
    """The lines of a study's judgements, without the head."""
    run, view = log.run, log.view
    first, last = export.bounds(run, view.id)
    if processes < 2 or first is None or last is None or last - first < WORTH:
        yield from quick_lines(log, between)
        return
    parts = [
        LogShare(
            address, view.id, view.row.version, log.everything, log.names, between, first - 1, last, n, processes, PIECE
        )
        for n in range(processes)
    ]
    with _started(parts) as pipes:
        if all(_next_piece(pipe, view) == READY for pipe in pipes):
            pieces = len(range(first - 1, last, PIECE))
            yield from (_next_piece(pipes[number % processes], view) for number in range(pieces))
            return
    yield from quick_lines(log, between)  # the study was changed in this very moment


def _next_piece(pipe: "Connection[bytes, bytes]", view: StudyView) -> bytes:
    try:
        return pipe.recv_bytes()
    except EOFError as error:
        reason = "a process that wrote a part of it was ended from outside"
        raise Refused.of("export.not_written", given=view.row.key, reason=reason) from error


@contextlib.contextmanager
def _started(parts: list[LogShare]) -> Iterator[list["Connection[bytes, bytes]"]]:
    """A process for each part, and where its pieces come from; it waits when they are not taken, and ends with this."""
    context = multiprocessing.get_context("spawn")
    pipes, started = [], []
    try:
        for part in parts:
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_write, args=(there, part), daemon=True)
            process.start()
            there.close()
            pipes.append(here)
            started.append(process)
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        for process in started:
            process.terminate()
            process.join()


def _write(pipe: "Connection[bytes, bytes]", part: LogShare) -> None:
    """All processes see the same judgements, since those are only ever appended, and the same version of the study."""
    gc.disable()  # rows make no cycles, and looking for some takes a tenth of the time
    with closing(open_database(part.address)) as database, database.snapshot() as run:
        view = load_view(run, part.study)
        if view.row.version != part.version:
            pipe.send_bytes(CHANGED)
            return
        log = Log(run, view, part.everything, part.until, part.names)
        pipe.send_bytes(READY)
        for after, until in part.pieces():
            pipe.send_bytes(b"".join(quick_lines(log, part.between, after, until)))
