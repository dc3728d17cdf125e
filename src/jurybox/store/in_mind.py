"""The next free units of the pool as a writer has them in mind: looked up for many jobs at once."""

from sqlalchemy import ARRAY, BigInteger, Text, any_, bindparam, cast, select

from jurybox.store import items, pool, slots
from jurybox.store.free_units import FreeStretch, FreeUnit
from jurybox.store.memory import Memory
from jurybox.store.schema import assignment
from jurybox.store.statement import AsksTogether, Run, Tuples, asks_together, memory_of

P = bindparam
A = assignment.c
STRETCH = 64
"""How many free units are looked up at once. On PostgreSQL so many as there are jobs: others pass them over."""
BEHIND = 64
"""On PostgreSQL: how far behind another rater's place may be for both to be served from one stretch."""
_HAD = Tuples[tuple[int, int]](
    select(A.membership_id, A.unit_id).where(
        A.membership_id == any_(cast(P("members", type_=Text), ARRAY(BigInteger))),
        A.unit_id == any_(cast(P("units", type_=Text), ARRAY(BigInteger))),
        pool.IS_THEIRS,
    )
)


def take_next(run: Run, search: pool.Search, place: int) -> FreeUnit | None:
    """Take a slot of the first free unit beyond a place that the rater has not had.

    None where it can't say: units that depend on who asks are not kept in mind, and there may be none beyond it.
    """
    memory = memory_of(run)
    if memory is None or search.groups or search.reveals is not None or search.checks:
        return None
    hand = asks_together(run)
    if hand is not None:
        return _take_held(run, memory, hand, search, place) if memory.askers else None
    found = _beyond(memory, search, place)
    if found is None:
        rows = pool.stretch(run, search, after=place, most=STRETCH)
        memory.free = FreeStretch.of(search.study, search.stage, place, rows)
        found = memory.free.beyond(place)
    if found is None or not slots.take_unseen(run, unit=found.unit, stage=search.stage, member=search.member):
        return None
    return found


def _beyond(memory: Memory, search: pool.Search, place: int) -> FreeUnit | None:
    kept = memory.free
    return kept.beyond(place) if kept and (kept.study, kept.stage) == (search.study, search.stage) else None


def _take_held(run: Run, memory: Memory, hand: AsksTogether, search: pool.Search, place: int) -> FreeUnit | None:
    """On PostgreSQL the stretch is held still until the transaction ends, so that nobody waits for what a take says."""
    found = _beyond(memory, search, place)
    if found is None:
        _look_up(run, memory, hand, search, place)
        found = _beyond(memory, search, place)
    while found is not None and (search.member, found.unit) in memory.had:
        found = _beyond(memory, search, found.place)
    if found is not None:
        memory.had.add((search.member, found.unit))
        slots.take_held(run, unit=found.unit, stage=search.stage)
    return found


def _look_up(run: Run, memory: Memory, hand: AsksTogether, search: pool.Search, place: int) -> None:
    """The next free units for all who ask, who of them has had which, and what they show."""
    present = [memory.present] if memory.present else []
    raters = [rater for rater in (*memory.raters.values(), *present) if rater.member.study == search.study]
    places = [rater.place.cursor for rater in raters if rater.place]
    after = min([place, *(cursor for cursor in places if cursor > place - BEHIND)])
    rows = pool.stretch(run, search, after=after, most=memory.askers + 2)
    memory.free = FreeStretch.of(search.study, search.stage, after, rows)
    if not rows:
        return
    had, parts = hand.gather([
        _HAD.ready(run, members=_list([rater.member.id for rater in raters]), units=_list([u.unit for u, _ in rows])),
        items.question_of_contents(run, _list([u.item for u, _ in rows])),
    ])  # fmt: skip
    memory.had.update((int(str(member)), int(str(unit))) for member, unit in had)
    memory.contents.update(items.contents_of_parts(parts))


def _list(numbers: list[int]) -> str:
    """An array as PostgreSQL reads it."""
    return "{" + ",".join(map(str, numbers)) + "}"
