"""Several people edit one study: who comes second is told what the first one did, and nothing is lost.

The server says once per request upon which version of the study it was thought of (`based_on`); the store compares it
in the transaction that writes, whatever is changed. Nothing is compared where nobody said so: the command line reads
and writes at once.
"""

from collections.abc import Collection, Iterable

from jurybox.core import Conflict, EventKind, JuryboxError, NotFound, Overtaken
from jurybox.store import Run, seen_version, studies
from jurybox.store import based_on as based_on
from jurybox.studies.history import HistoryEntry, tell_history
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench
from jurybox.texts import Words

MOST_TOLD = 10


def check_seen(bench: Workbench, key: str, kind: EventKind) -> None:
    """For what the worker does later: refuse it now where somebody changed what it is about."""
    bench.database.read(lambda run: _check(run, key, kind))


def _check(run: Run, key: str, kind: EventKind) -> None:
    studies.refuse_overtaken(run, find_study(run, key), kind=kind, data={})


def tell_meanwhile(bench: Workbench, key: str, error: JuryboxError, words: Words) -> list[HistoryEntry]:
    """What was done to the same thing, in words, with who and when.

    Where something can't be done any more for another reason, all that was done since is told: it may be why.
    """
    seen = seen_version()
    if isinstance(error, Overtaken):
        numbers = {number for fault in error.faults for number in _numbers(fault.params.get("numbers"))}
        return [entry for entry in tell_history(bench, key, words) if entry["number"] in numbers]
    if seen is None or not isinstance(error, (Conflict, NotFound)):
        return []
    return [entry for entry in tell_history(bench, key, words) if entry["number"] > seen][-MOST_TOLD:]


def _numbers(given: object) -> Iterable[int]:
    return given if isinstance(given, Collection) and not isinstance(given, str) else ()
