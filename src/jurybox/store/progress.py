"""How far a rater is: where they stand, what they hold, what they have finished and seen."""

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Integer, bindparam, exists, func, literal_column, select, text

from jurybox.core import Member
from jurybox.store.assignments import LAPSED, RATING
from jurybox.store.columns import maker, select_as
from jurybox.store.memory import Memory, RaterPosition
from jurybox.store.schema import assignment, judgement, returned
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples, memory_of

P = bindparam
A, J = assignment.c, judgement.c
_MINUTE_US = 60_000_000
EXAMPLES_AT = -1_000_000_000
"""Worked examples have positions up to this one, below those of everything that is rated."""


@dataclass(slots=True)
class Glance:
    """Where a rater stands, and which of the things are there that mostly are not: one statement instead of five."""

    position: int = -1
    batch: int = 0
    cursor: int = -1
    epoch: int | None = None
    begun: bool = True
    """Whether the rater has something open."""
    lapsed: bool = True
    """Whether leases of the rater have run out."""
    expired: bool = True
    """Whether leases of anybody are to be released."""
    returned: bool = True
    """Whether units came back to the pool."""


class LastGiven(NamedTuple):
    """A rater's last assignment."""

    position: int
    batch: int


class InBatch(NamedTuple):
    """A rater's batch: how many units are in it, and the highest stage of them that was shown."""

    units: int
    shown: int | None


class Pace(NamedTuple):
    """How many units a rater has answered something of, and in what time; worked examples aside."""

    tasks: int
    elapsed_ms: int


class Finished(NamedTuple):
    """How many units a rater has finished, how many of them could not be judged, and in what time."""

    tasks: int
    skipped: int
    elapsed_ms: int


_MINE = A.membership_id == P("member")
_OTHER = assignment.alias()
_OPEN = (
    select(_OTHER.c.position)
    .where(_OTHER.c.membership_id == P("member"), _OTHER.c.stage.is_not(None))
    .order_by(_OTHER.c.position)
    .limit(literal_column("1"))
)
"""Ordered only so that SQLite takes the index of open assignments instead of going through all of the rater's."""
_GLANCE = Select(
    Glance,
    select_as(
        Glance,
        assignment,
        begun=_OPEN.where(_OTHER.c.state != LAPSED, _OTHER.c.due <= P("done")).scalar_subquery().is_not(None),
        lapsed=_OPEN.where(_OTHER.c.state == LAPSED).scalar_subquery().is_not(None),
        expired=exists().where(_OTHER.c.state == literal_column("'leased'"), _OTHER.c.lease_until < P("now")),
        returned=exists().where(returned.c.study_id == P("study"), returned.c.stage == P("stage")),
    )
    .where(_MINE)
    .order_by(A.position.desc())
    .limit(literal_column("1")),
)
_LAST = Select(
    LastGiven,
    select_as(LastGiven, assignment).where(_MINE).order_by(A.position.desc()).limit(literal_column("1")),
)
_LAST_OF_BATCH_BEFORE = (
    select(_OTHER.c.position)
    .where(_OTHER.c.membership_id == P("member"), _OTHER.c.batch < P("batch"))
    .order_by(_OTHER.c.position.desc())
    .limit(literal_column("1"))
    .scalar_subquery()
)
"""Found from the rater's last position backwards: batches follow each other as positions do."""
_IN_BATCH = Select(
    InBatch,
    select_as(InBatch, units=func.count(), shown=func.max(A.shown)).where(
        _MINE,
        A.position > func.coalesce(_LAST_OF_BATCH_BEFORE, literal_column("-1")),
        A.batch == P("batch"),
        A.purpose == RATING,
        A.state != LAPSED,
    ),
)
_HAS_SEEN = Statement(
    select(literal_column("1")).where(_MINE, A.item_id == P("item"), A.shown >= P("reveals")).limit(literal_column("1"))
)
_STAGES_BEGUN = Scalar(
    int,
    select(func.coalesce(func.sum(A.stage - P("first", type_=Integer)), 0)).where(
        _MINE, text("stage IS NOT NULL"), text("purpose IN ('rating', 'check')")
    ),
)
_OPEN_UNITS = Scalar(
    int, select(func.count()).where(_MINE, text("stage IS NOT NULL"), A.position >= literal_column("0"))
)
"""The index of open assignments answers it alone."""
_RATINGS = Scalar(
    int, select(func.count()).where(_MINE, A.purpose == RATING, text("state IN ('leased', 'planned', 'done')"))
)
_REPEATS = select(func.count()).where(_MINE, text("repeat_of IS NOT NULL"))
_ALL_REPEATS = Scalar(int, _REPEATS)
_FINISHED_REPEATS = Scalar(int, _REPEATS.where(text("stage IS NULL")))
_OPEN_REPEATS = Scalar(int, _REPEATS.where(text("stage IS NOT NULL")))
_BEGUN_AT = Scalar(int, select(func.min(A.created_at)).where(_MINE, A.shown >= 0))
_LATELY = (
    select(A.id).where(_MINE, A.position >= literal_column("0")).order_by(A.position.desc()).limit(P("most")).subquery()
)
_ELAPSED = func.coalesce(func.sum(J.elapsed_ms), 0)
_PACE = Select(
    maker(Pace, elapsed_ms=int),
    select_as(Pace, tasks=func.count(J.assignment_id.distinct()), elapsed_ms=_ELAPSED)
    .join(_LATELY, _LATELY.c.id == J.assignment_id)
    .where(J.received_at >= P("since")),
)
_OF_STATE = select(func.count()).where(_MINE, text("example IS NULL"))
_FINISHED = Select(
    maker(Finished, elapsed_ms=int),
    select_as(
        Finished,
        tasks=_OF_STATE.where(A.state == literal_column("'done'")).scalar_subquery(),
        skipped=_OF_STATE.where(A.state == literal_column("'cannot'")).scalar_subquery(),
        elapsed_ms=select(_ELAPSED)
        .join(assignment, A.id == J.assignment_id)
        .where(_MINE, text("assignment.example IS NULL"))
        .scalar_subquery(),
    ),
)
_FIRST_ANSWERS = Tuples[tuple[int, int, int]](
    select(J.assignment_id, J.stage, func.min(J.seq))
    .join(assignment, A.id == J.assignment_id)
    .where(_MINE, text("assignment.stage IS NULL"), text("assignment.example IS NULL"))
    .group_by(J.assignment_id, J.stage)
    .order_by(J.assignment_id, J.stage)
)


_FIRST_LEASE = Scalar(
    int, select(A.lease_until).where(A.state == literal_column("'leased'")).order_by(A.lease_until).limit(1)
)


def glance(run: Run, member: Member, *, stage: int, now: int, has_repeats: bool = True) -> Glance:
    """A rater without any assignment, worked examples aside, is told to look everywhere.

    Where nothing comes to them again, SQLite's writer remembers what it finds.
    """
    memory = None if has_repeats else memory_of(run)
    known = None if memory is None else memory.known(member.id)
    if memory is not None and known is not None and known.place is not None and now < _first_lease(run, memory, now):
        return Glance(*known.place, begun=known.open != {}, lapsed=False, expired=False, returned=False)
    found = _GLANCE.one(run, member=member.id, done=member.done, study=member.study, stage=stage, now=now)
    if found is None or found.position <= EXAMPLES_AT:
        return Glance()
    if known is not None and not (found.lapsed or found.expired or found.returned):
        known.place = RaterPosition(found.position, found.batch, found.cursor, found.epoch)
        known.open = None if found.begun else {}
    return found


def _first_lease(run: Run, memory: Memory, now: int) -> int:
    """No lease ends before then: those that are given from now on last longer than a minute."""
    if memory.no_lease_ends_before <= now:
        first = _FIRST_LEASE.one(run)
        memory.no_lease_ends_before = now + _MINUTE_US if first is None else min(first, now + _MINUTE_US)
    return memory.no_lease_ends_before


def last_given(run: Run, member: int) -> LastGiven | None:
    """None where a rater was given nothing yet, worked examples and repeats to come aside."""
    found = _LAST.one(run, member=member)
    return found if found and found.position >= 0 else None


def in_batch(run: Run, *, member: int, batch: int) -> InBatch:
    """Of the last batch; it looks at no more than that."""
    return _IN_BATCH.one(run, member=member, batch=batch) or InBatch(units=0, shown=None)


def has_seen(run: Run, *, member: int, item: int, reveals: int) -> bool:
    """Whether a rater was shown that stage, or a later one, of any unit of an item."""
    return _HAS_SEEN.finds(run, member=member, item=item, reveals=reveals)


def stages_begun(run: Run, member: int, *, first: int) -> int:
    """How many stages a rater, whose first one this is, has answered of the units that are not finished."""
    return _STAGES_BEGUN.only(run, member=member, first=first)


def count_open(run: Run, member: int) -> int:
    """How many units a rater has open, worked examples and what has no number yet aside."""
    return _OPEN_UNITS.only(run, member=member)


def count_ratings(run: Run, member: int) -> int:
    """How many units a rater rates or has rated."""
    return _RATINGS.only(run, member=member)


def count_repeats(run: Run, member: int, *, finished: bool | None = None) -> int:
    """How many units come or came to a rater once more; those alone that are finished, or not, where that is said."""
    statement = _ALL_REPEATS if finished is None else _FINISHED_REPEATS if finished else _OPEN_REPEATS
    return statement.only(run, member=member)


def begun_at(run: Run, member: int) -> int | None:
    """When the first of what a rater was shown was given to them."""
    return _BEGUN_AT.one(run, member=member)


def finished(run: Run, member: int) -> Finished:
    """All that a rater has done."""
    return _FINISHED.one(run, member=member) or Finished(0, 0, 0)


def finished_lately(run: Run, member: int, *, most: int) -> set[int]:
    """The assignments that a rater finished last. What was corrected since counts from when it was finished."""
    finished_at = {assignment: seq for assignment, _, seq in _FIRST_ANSWERS.all(run, member=member)}
    return set(sorted(finished_at, key=lambda assignment: -finished_at[assignment])[:most])


def pace(run: Run, *, member: int, since: int, most: int) -> Pace:
    """Of how many units a rater has answered something since then, and in what time, among their last so many."""
    return _PACE.one(run, member=member, since=since, most=most) or Pace(0, 0)
