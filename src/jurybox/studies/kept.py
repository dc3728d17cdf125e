"""What is kept in the process: to count or read it at every look would keep raters waiting."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar, cast

from jurybox.store import Kept, Run, StudyRow, guidelines, log, pace

T = TypeVar("T")
LARGE = 20_000
"""From so many units on."""
SECONDS = 2.0
UNSETTLED = 20_000
"""So many of the last judgements are counted at each look: numbers of PostgreSQL's log are not given out in order."""


class KeptCounts:
    """By study and name, each good for one version of the study and two seconds."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._kept: dict[tuple[int, str], tuple[int, float, object]] = {}

    def of(self, row: StudyRow, name: str, count: Callable[[], T]) -> T:
        if row.places < LARGE:
            return count()
        version, until, value = self._kept.get((row.id, name), (None, 0.0, None))
        if version != row.version or self._timer() >= until:
            value = count()
            self._kept[row.id, name] = row.version, self._timer() + SECONDS, value
        return cast(T, value)


class KeptDocuments:
    """What the worker found, as it was read last: by study and options, until it was made anew."""

    def __init__(self) -> None:
        self._read: dict[tuple[int, str], tuple[Kept, object]] = {}

    def of(self, study: int, options: str, about: Kept, read: Callable[[], T]) -> T:
        """`about` is all that is known of it but the document itself."""
        known = self._read.get((study, options))
        if known is None or known[0] != about:
            known = self._read[study, options] = about, read()
        return cast(T, known[1])


class KeptPlaces:
    """Where the log of each study stood at moments that are asked for again and again, by the names of the moments.

    A moment mostly moves forward: what came in before it is not counted twice.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], tuple[int, pace.PlaceInLog]] = {}

    def before(self, run: Run, study: int, name: str, at: int) -> int:
        """How many judgements had come in then."""
        known_at, known = self._kept.get((study, name), (0, pace.PlaceInLog()))
        found = pace.place_at(run, study, at=at, earlier=known if known_at <= at else pace.PlaceInLog())
        self._kept[study, name] = at, found
        return found.before


class KeptRevisions:
    """How many judgements were made under each revision of a guideline, counted on from where the log stood."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[int, Counter[str]]] = {}

    def judged_under(self, run: Run, study: int) -> dict[str, int]:
        seq, known = self._kept.get(study, (0, Counter[str]()))
        settled = log.last_seq(run, study) - UNSETTLED
        if settled > seq:
            known = known + Counter(guidelines.judged_under(run, study, after=seq, until=settled))
            seq = settled
            self._kept[study] = seq, known
        return known + Counter(guidelines.judged_under(run, study, after=seq))
