"""How fast judgements come in, and who has not been there for long."""

from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import bindparam, func, literal_column, select, text

from jurybox.store.columns import select_as
from jurybox.store.schema import assignment, judgement
from jurybox.store.statement import Run, Scalar, Select

P = bindparam
A, J = assignment.c, judgement.c
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
    .where(A.membership_id == P("member"), text("stage IS NOT NULL"), A.state == literal_column("'planned'"))
    .where(A.purpose == literal_column("'rating'"))
    .order_by(A.position)
    .limit(literal_column("1000000"))
    .subquery()
)
"""Ordered only so that SQLite takes the index of open assignments."""
_WAITING = Scalar(int, select(func.count()).select_from(_PLANNED))


def first_since(run: Run, study: int, at: int) -> int:
    """The first seq of a study that came in at that time or later, as if they had come in the order of the log.

    Looked for by halves: an index of times would be written at every judgement.
    """
    low, high = 1, _LAST.only(run, study=study) + 1
    while low < high:
        middle = (low + high) // 2
        found = _NEXT.one(run, study=study, start=middle)
        if found is None or found.received_at >= at:
            high = middle
        else:
            low = found.seq + 1
    return low


def counts_between(run: Run, study: int, moments: list[int]) -> list[int]:
    """How many judgements came in from each moment to the next; after the last, all there are."""
    seqs = [first_since(run, study, at) for at in moments] + [2**62]
    return [_COUNT.only(run, study=study, start=start, end=end) for start, end in pairwise(seqs)]


def last_seen(run: Run, member: int) -> int | None:
    """When the last judgement of a rater came in."""
    return _SEEN.one(run, member=member, most=LOOKED_AT)


def waiting_units(run: Run, member: int) -> int:
    """How many units wait for a rater that nobody else gets: of a fixed list or a workbook."""
    return _WAITING.only(run, member=member)
