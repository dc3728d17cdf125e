"""The log with what each judgement was about, for export: a page at a time, whatever the size."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import bindparam, func, select, text

from jurybox.store.columns import select_as
from jurybox.store.schema import assignment, item, judgement
from jurybox.store.statement import Run, Scalar, Select

P = bindparam
J, A = judgement.c, assignment.c
_PAGE = 500
END_OF_LOG = 2**62


class LogBounds(NamedTuple):
    """The first and the last judgement of a study, by their seqs."""

    first: int | None
    last: int | None


class Logged(NamedTuple):
    """A judgement with its assignment, as it is exported."""

    seq: int
    id: str
    stage: int
    answers: str
    cannot: str | None
    comment: str | None
    supersedes: str | None
    standing: str
    channel: str
    answered_at: int | None
    received_at: int
    elapsed_ms: int | None
    membership: int
    candidates: str
    purpose: str
    example: int | None
    """Which worked example was rated; then there is no item."""
    item_id: int | None
    item: str | None
    group: str | None


_LOG = (
    select_as(Logged, judgement, assignment, item, membership=A.membership_id, item=item.c.key)
    .join(assignment, A.id == J.assignment_id)
    .outerjoin(item, item.c.id == A.item_id)
    .where(J.study_id == P("study"), J.seq > P("after"), J.seq <= P("until"))
    .order_by(J.seq)
    .limit(P("most"))
)
_EVERYTHING = Select(Logged, _LOG)
_COUNTED = Select(
    Logged,
    _LOG.where(J.standing == "counted", item.c.withdrawn_at.is_(None), text("assignment.purpose <> 'merged'")),
)
_SUPERSEDED = Scalar(
    str,
    select(J.supersedes).where(
        J.study_id == P("study"), J.standing == "counted", J.supersedes.is_not(None), J.seq <= P("until")
    ),
)
_OF_STUDY = J.study_id == P("study")
_BOUNDS = Select(
    LogBounds,
    select_as(
        LogBounds,
        first=select(func.min(J.seq)).where(_OF_STUDY).scalar_subquery(),
        last=select(func.max(J.seq)).where(_OF_STUDY).scalar_subquery(),
    ),
)


def pages(
    run: Run, study: int, *, after: int = 0, until: int = END_OF_LOG, everything: bool = True
) -> Iterator[list[Logged]]:
    """The log of a study in order, a page at a time; or only what counts of it."""
    statement = _EVERYTHING if everything else _COUNTED
    while page := statement.all(run, study=study, after=after, until=until, most=_PAGE):
        yield page
        after = page[-1].seq


def superseded(run: Run, *, study: int, until: int) -> set[str]:
    """What counted judgements stand in place of: as much memory as there were corrections, and no more."""
    return set(_SUPERSEDED.all(run, study=study, until=until))


def bounds(run: Run, study: int) -> LogBounds:
    return _BOUNDS.one(run, study=study) or LogBounds(first=None, last=None)
