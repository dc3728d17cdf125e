"""What must not be done twice at once: filling and opening a study, by commands and workers of any process."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from jurybox.core import Conflict
from jurybox.exchange.files import is_gone, process_mark
from jurybox.store import Run, study_work
from jurybox.studies.workbench import Workbench

BEAT_EVERY_S = 5.0
SILENT_US = 60_000_000
"""Who has not been heard of for so long is taken for dead."""
log = logging.getLogger("jurybox.jobs")


@contextmanager
def alone_with(bench: Workbench, study: int, key: str) -> Iterator[None]:
    """Nobody else fills or opens the study meanwhile; Conflict where somebody does."""
    worker, now = process_mark(), bench.now()

    def take(run: Run) -> bool:
        before = study_work.holder(run, study)
        if before is not None and is_gone(before):  # a command that was killed, or had no room to say that it ended
            study_work.let_go(run, worker=before)
        return study_work.hold(run, study=study, worker=worker, now=now, alive_since=now - SILENT_US)

    if not bench.database.write(take):
        raise Conflict.of("study.in_work", given=key)
    try:
        with beating(lambda: bench.database.write(lambda run: study_work.beat(run, worker=worker, now=bench.now()))):
            yield
    finally:
        bench.database.write(lambda run: study_work.let_go(run, worker=worker))


@contextmanager
def beating(beat: Callable[[], None]) -> Iterator[None]:
    """While this lasts, a second thread says every few seconds that this one is alive."""
    ended = threading.Event()

    def beat_on() -> None:
        while not ended.wait(BEAT_EVERY_S):
            try:
                beat()
            except Exception:  # a database that is away for a moment: the next beat may find it again
                log.warning("a worker could not say that it is alive", exc_info=True)

    thread = threading.Thread(target=beat_on, name="jurybox-heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
