"""How fast judgements come in, and who has not been there for long."""

from typing import NamedTuple

from sqlalchemy import bindparam, func, literal_column, select, text

from jurybox.store.columns import select_as
from jurybox.store.schema import assignment, judgement, membership
from jurybox.store.statement import Run, Scalar, Select, Tuples

P = bindparam
A, J, M = assignment.c, judgement.c, membership.c
LOOKED_AT = 20
"""So many of a rater's last assignments are looked at for when they were there."""


class _At(NamedTuple):
    seq: int
    received_at: int


_NEXT = Select(
    _At,
    select_as(_At, judgement).where(J.study_id == P("study"), J.seq >= P("start")).order_by(J.seq).limit(1),
)
_LAST = Scalar(int, select(func.coalesce(func.max(J.seq), 0)).where(J.study_id == P("study")))
_COUNT = Scalar(int, select(func.count()).where(J.study_id == P("study"), J.seq >= P("start"), J.seq < P("end")))
_LATELY = (
    select(A.id)
    .where(A.membership_id == P("member"), A.shown >= literal_column("0"))
    .order_by(A.position.desc())
    .limit(P("most"))
    .subquery()
)
_SEEN = Scalar(int, select(func.max(J.received_at)).join(_LATELY, _LATELY.c.id == J.assignment_id))
_PLANNED = (
    select(A.id)
    .where(A.membership_id == M.id, text("stage IS NOT NULL"), A.state == literal_column("'planned'"))
    .where(A.purpose == literal_column("'rating'"))
    .order_by(A.position)
    .limit(literal_column("1000000"))
    .correlate(membership)
    .subquery()
)
"""Ordered only so that SQLite takes the index of open assignments."""
_WAITING = Tuples[tuple[int, int]](
    select(M.id, select(func.count()).select_from(_PLANNED).scalar_subquery()).where(M.study_id == P("study"))
)


class PlaceInLog(NamedTuple):
    """A place in the log of a study: the first seq behind it, and how many judgements come before."""

    seq: int = 1
    before: int = 0


def place_at(run: Run, study: int, *, at: int, earlier: PlaceInLog = PlaceInLog()) -> PlaceInLog:  # noqa: B008
    """Where the log of a study stood at that time, found from where it stood at an earlier one."""
    seq = first_since(run, study, at=at, low=earlier.seq)
    passed = _COUNT.only(run, study=study, start=earlier.seq, end=seq) if seq > earlier.seq else 0
    return PlaceInLog(seq, earlier.before + passed)


def first_since(run: Run, study: int, *, at: int, low: int = 1) -> int:
    """The first seq of a study that came in at that time or later, as if they had come in the order of the log.

    Looked for by halves: an index of times would be written at every judgement. Mostly not much has happened since
    `low`, so the steps from there begin small.
    """
    high, step = _LAST.only(run, study=study) + 1, 64
    while low < high and step < high - low:
        found = _NEXT.one(run, study=study, start=low + step)
        if found is None or found.received_at >= at:
            high = low + step
        else:
            low, step = found.seq + 1, step * 8
    while low < high:
        middle = (low + high) // 2
        found = _NEXT.one(run, study=study, start=middle)
        if found is None or found.received_at >= at:
            high = middle
        else:
            low = found.seq + 1
    return low


def last_seen(run: Run, member: int) -> int | None:
    """When the last judgement of a rater came in."""
    return _SEEN.one(run, member=member, most=LOOKED_AT)


def waiting_units(run: Run, study: int) -> dict[int, int]:
    """How many units wait for each rater that nobody else gets: of a fixed list or a workbook."""
    return dict(_WAITING.all(run, study=study))
