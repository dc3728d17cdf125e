"""The log with what each judgement was about, for export: a page at a time, whatever the size."""

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from jurybox.store.schema import assignment, candidate_system, item, judgement, system
from jurybox.store.statement import Row, Run, Statement

P = bindparam
J, A = judgement.c, assignment.c
PAGE = 500
END_OF_LOG = 2**62
CANDIDATES = 50_000
"""How many candidates are looked up at once."""
_LOG = (
    select(
        J.seq, J.id, J.stage, J.answers, J.cannot, J.comment, J.supersedes, J.standing, J.channel, J.answered_at,
        J.received_at, J.elapsed_ms, J.membership_id, A.candidates, A.purpose, A.example, A.item_id, item.c.key,
        item.c.grp,
    )
    .join(assignment, A.id == J.assignment_id).outerjoin(item, item.c.id == A.item_id)
    .where(J.study_id == P("study"), J.seq > P("after"), J.seq <= P("until")).order_by(J.seq).limit(P("most"))
)  # fmt: skip
LOG = Statement(_LOG)
COUNTED = Statement(_LOG.where(J.standing == "counted", item.c.withdrawn_at.is_(None)))
SUPERSEDED = Statement(
    select(J.supersedes)
    .where(J.study_id == P("study"), J.standing == "counted", J.supersedes.is_not(None), J.seq <= P("until"))
)  # fmt: skip
"""What a counted judgement stands in place of: as much memory as there were corrections, and no more."""
_OF = J.study_id == P("study")
FIRST_AND_LAST = Statement(
    select(select(func.min(J.seq)).where(_OF).scalar_subquery(), select(func.max(J.seq)).where(_OF).scalar_subquery())
)
SYSTEMS_OF_CANDIDATE = Statement(
    select(candidate_system.c.candidate_id, system.c.name, system.c.withdrawn_at)
    .join(system, system.c.id == candidate_system.c.system_id)
    .where(system.c.study_id == P("study")).order_by(candidate_system.c.candidate_id, system.c.id)
)  # fmt: skip
_OF_STUDY = candidate_system.join(system, system.c.id == candidate_system.c.system_id)
SYSTEMS = Statement(
    select(system.c.id, system.c.name, system.c.withdrawn_at).where(system.c.study_id == P("study"))
    .order_by(system.c.id)
)  # fmt: skip
BOUNDS = Statement(
    select(func.min(candidate_system.c.candidate_id), func.max(candidate_system.c.candidate_id))
    .select_from(_OF_STUDY).where(system.c.study_id == P("study"))
)  # fmt: skip
MADE = Statement(
    select(candidate_system.c.candidate_id, candidate_system.c.system_id).select_from(_OF_STUDY)
    .where(
        system.c.study_id == P("study"), candidate_system.c.candidate_id >= P("first"),
        candidate_system.c.candidate_id < P("until"),
    ).order_by(candidate_system.c.candidate_id, candidate_system.c.system_id)
)  # fmt: skip


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


def pages(
    run: Run, study: int, after: int = 0, until: int = END_OF_LOG, everything: bool = True
) -> Iterator[list[Row]]:
    """The log of a study in order, as plain rows with the columns of Logged; or only what counts of it."""
    statement = LOG if everything else COUNTED
    while rows := run.all(statement, study=study, after=after, until=until, most=PAGE):
        yield rows
        after = rows[-1][0]


class CandidateMakers:
    """The systems behind each candidate: four bytes for each, and a list only where several made the same."""

    def __init__(self, run: Run, study: int, withdrawn_too: bool) -> None:
        self._names: list[list[str]] = []
        place: dict[int, int] = {}
        for id, name, gone in run.all(SYSTEMS, study=study):
            place[id] = len(self._names)
            self._names.append([name] if withdrawn_too or gone is None else [])
        first, last = run.one(BOUNDS, study=study) or (None, None)
        self._first: int = first or 0
        self._one = array("i", [])
        self._more: dict[int, list[int]] = {}
        for start in range(self._first, (last or -1) + 1, CANDIDATES):
            self._one.extend([-1] * CANDIDATES)
            for candidate, made_by in run.all(MADE, study=study, first=start, until=start + CANDIDATES):
                self._put(candidate, place[made_by])

    def _put(self, candidate: int, system: int) -> None:
        at = candidate - self._first
        if self._one[at] < 0:
            self._one[at] = system
        else:
            self._more.setdefault(candidate, [self._one[at]]).append(system)

    def of(self, candidate: int) -> list[str]:
        """Their names, without those that were withdrawn."""
        if candidate in self._more:
            return [name for system in self._more[candidate] for name in self._names[system]]
        return self._names[self._one[candidate - self._first]]

    def shown(self, candidate: int) -> str:
        """One name for a candidate: of the first system that made it, withdrawn or not."""
        names = self.of(candidate)
        return names[0] if names else ""


def candidate_systems(run: Run, study: int) -> dict[int, list[tuple[str, bool]]]:
    """The systems behind each candidate, and whether each has been withdrawn."""
    found: dict[int, list[tuple[str, bool]]] = {}
    for id, name, gone in run.all(SYSTEMS_OF_CANDIDATE, study=study):
        found.setdefault(id, []).append((name, gone is not None))
    return found
