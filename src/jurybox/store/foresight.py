"""What the jobs of one transaction of PostgreSQL will ask for, asked once for all of them before the first one runs.

Each question is a way to the server and back. What the answers say is put into the writer's memory, which lasts as
long as the transaction: the rows of raters, of what they judge and of the units they may get are held still by it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import ARRAY, ColumnElement, Text, any_, bindparam, cast, exists, func, select, text, true

from jurybox.core import Assignment, AssignmentState, Member, Purpose, is_uuid
from jurybox.store import assignments, people, progress
from jurybox.store.memory import Caller, KnownRater, Memory, RaterPosition
from jurybox.store.schema import assignment, judgement, membership, returned
from jurybox.store.statement import Run, Select, Tuples, Value, asks_together, memory_of

P = bindparam
A, M = assignment.c, membership.c


def _texts(name: str) -> ColumnElement[str]:
    return any_(cast(P(name, type_=Text), ARRAY(Text)))  # type: ignore[return-value]


class _Standing(NamedTuple):
    """A rater before the jobs begin."""

    member: int
    position: int
    batch: int
    cursor: int
    epoch: int
    open: int
    """How many assignments they have open: none, one, or two for more than one."""
    returned: bool
    first_lease: int | None


def _with_token(token: str, *columns: Value) -> tuple[str, Member]:
    return token, people.as_member(*columns)


_LAST = (
    select(A.position, A.batch, A.cursor, A.epoch)
    .where(A.membership_id == M.id)
    .order_by(A.position.desc())
    .limit(1)
    .lateral("last")
)
_SOME_OPEN = (
    select(A.id).where(A.membership_id == M.id, text("stage IS NOT NULL")).correlate(membership).limit(2).subquery()
)
_FIRST_LEASE = select(A.lease_until).where(text("state = 'leased'")).order_by(A.lease_until).limit(1)
_ASKING = select(func.coalesce(M.merged_into, M.id)).where(M.token_hash == _texts("tokens"))
_STANDINGS = Select(
    _Standing,
    select(
        M.id,
        *_LAST.c,
        select(func.count()).select_from(_SOME_OPEN).scalar_subquery(),
        exists().where(returned.c.study_id == M.study_id),
        _FIRST_LEASE.scalar_subquery(),
    )
    .select_from(membership.join(_LAST, true()))
    .where(M.id.in_(_ASKING)),
)
_MEMBERS = Select(_with_token, people.by_tokens(_texts("tokens")))
_TO_JUDGE = Select(assignments.as_assignment, assignments.of_uids(_texts("uids")))
_KNOWN = Tuples[tuple[str]](select(judgement.c.id).where(judgement.c.id == _texts("judgements")))


def look_ahead(run: Run, askers: Sequence[Caller]) -> None:
    """Fetch what is needed of who asks, in one way to the server and back."""
    memory, hand = memory_of(run), asks_together(run)
    if memory is None or hand is None or not askers:
        return
    tokens = _list(asker.token_hash for asker in askers)
    uids = _list(asker.assignment for asker in askers if is_uuid(asker.assignment))
    judgements = [asker.judgement for asker in askers if is_uuid(asker.judgement)]
    answers = hand.gather([
        _MEMBERS.ready(run, tokens=tokens), _TO_JUDGE.ready(run, uids=uids),
        _KNOWN.ready(run, judgements=_list(judgements)), _STANDINGS.ready(run, tokens=tokens),
    ])  # fmt: skip
    members, to_judge, known, standings = answers
    memory.askers = len(askers)
    memory.not_judged = set(judgements) - {id for (id,) in known}
    found = {_Standing(*row).member: _Standing(*row) for row in standings}  # type: ignore[arg-type]
    held = [assignments.as_assignment(*row) for row in to_judge]
    for row in members:
        token, member = _with_token(*row)  # type: ignore[arg-type]
        rater = memory.meet(token, member)
        _stand(memory, rater, found.get(member.id), [a for a in held if a.membership == member.id])
        memory.end()


def _stand(memory: Memory, rater: KnownRater, found: _Standing | None, held: list[Assignment]) -> None:
    rater.states = {a.uid: a.state for a in held}
    open_here = {a.uid: a for a in held if a.stage is not None}
    is_plain = all(a.state == AssignmentState.LEASED and a.purpose == Purpose.RATING for a in open_here.values())
    if found is None or found.returned or found.position <= progress.EXAMPLES_AT or found.open > len(open_here):
        return
    if is_plain:
        rater.place = RaterPosition(found.position, found.batch, found.cursor, found.epoch)
        rater.open = open_here
        memory.no_lease_ends_before = 2**62 if found.first_lease is None else found.first_lease


def _list(values: Iterable[str]) -> str:
    """An array as PostgreSQL reads it; of ids alone, which need no quotes."""
    return "{" + ",".join(values) + "}"
