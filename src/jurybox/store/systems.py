"""Systems, and the candidates that they made."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, literal_column, select, update

from jurybox.core import System
from jurybox.store.columns import insert_into, select_as
from jurybox.store.schema import candidate, candidate_system, item, system
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement, Tuples

P = bindparam
C = candidate_system.c
_AT_ONCE = 50_000
"""How many candidates are looked up at once."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    id: int
    name: str
    kind: str
    withdrawn_at: int | None


class Maker(NamedTuple):
    """A system behind a candidate."""

    name: str
    withdrawn: bool


_SYSTEMS = Select(
    SystemRow,
    select_as(SystemRow, system).where(system.c.study_id == P("study")).order_by(system.c.id),
)
_ADD = NewRow(insert_into(system, without=("withdrawn_at",)))
_DROP = Statement(delete(system).where(system.c.id == P("system")))
_WITHDRAW = Statement(
    update(system)
    .where(system.c.study_id == P("study"), system.c.name == P("system_name"), system.c.withdrawn_at.is_(None))
    .values(withdrawn_at=P("now"))
)
_RESTORE = Statement(
    update(system)
    .where(system.c.study_id == P("study"), system.c.name == P("system_name"), system.c.withdrawn_at.is_not(None))
    .values(withdrawn_at=literal_column("NULL"))
)
_MADE = candidate_system.join(system, system.c.id == C.system_id)
_OF_STUDY = system.c.study_id == P("study")
_WITHDRAWN_CANDIDATES = Scalar(
    int,
    select(C.candidate_id)
    .select_from(_MADE)
    .where(_OF_STUDY)
    .group_by(C.candidate_id)
    .having(func.count(system.c.withdrawn_at) == func.count()),
)
_MAKERS = Tuples[tuple[int, str, int | None]](
    select(C.candidate_id, system.c.name, system.c.withdrawn_at)
    .select_from(_MADE)
    .where(_OF_STUDY)
    .order_by(C.candidate_id, system.c.id)
)
_OF_ITEM = Tuples[tuple[int, str]](
    select(candidate.c.id, system.c.name)
    .join(candidate_system, C.candidate_id == candidate.c.id)
    .join(system, system.c.id == C.system_id)
    .where(candidate.c.item_id == P("item"))
    .order_by(candidate.c.id, system.c.id)
)
_OF_CANDIDATE = Scalar(
    str,
    select(system.c.name)
    .select_from(_MADE)
    .where(C.candidate_id == P("candidate"), system.c.withdrawn_at.is_(None))
    .order_by(system.c.id),
)
_BY_NAMES = Tuples[tuple[str, str, int]](
    select(item.c.key, system.c.name, candidate.c.id)
    .select_from(_MADE)
    .join(candidate, candidate.c.id == C.candidate_id)
    .join(item, item.c.id == candidate.c.item_id)
    .where(item.c.study_id == P("study"))
)
_BOUNDS = Tuples[tuple[int | None, int | None]](
    select(func.min(C.candidate_id), func.max(C.candidate_id)).select_from(_MADE).where(_OF_STUDY)
)
_MADE_WITHIN = Tuples[tuple[int, int]](
    select(C.candidate_id, C.system_id)
    .select_from(_MADE)
    .where(_OF_STUDY, C.candidate_id >= P("first"), C.candidate_id < P("until"))
    .order_by(C.candidate_id, C.system_id)
)


def systems_of(run: Run, study: int) -> list[SystemRow]:
    return _SYSTEMS.all(run, study=study)


def add(run: Run, *, study: int, systems: Iterable[System], known: dict[str, int]) -> None:
    """Write the systems that are not `known` yet, which learns their ids by name."""
    for entry in systems:
        if entry.name not in known:
            known[entry.name] = _ADD.insert(run, study=study, name=entry.name, kind=entry.kind.value)


def drop(run: Run, system: int) -> None:
    _DROP.do(run, system=system)


def withdraw(run: Run, *, study: int, name: str, now: int) -> bool:
    """Whether there is a system of that name that was not withdrawn before."""
    return _WITHDRAW.do(run, study=study, system_name=name, now=now) > 0


def restore(run: Run, *, study: int, name: str) -> bool:
    """Whether there is a system of that name that was withdrawn."""
    return _RESTORE.do(run, study=study, system_name=name) > 0


def withdrawn_candidates(run: Run, study: int) -> frozenset[int]:
    """Candidates of which every system has been withdrawn."""
    return frozenset(_WITHDRAWN_CANDIDATES.all(run, study=study))


def makers_of(run: Run, study: int) -> dict[int, list[Maker]]:
    """The systems behind each candidate of a study."""
    found: dict[int, list[Maker]] = {}
    for id, name, gone in _MAKERS.all(run, study=study):
        found.setdefault(id, []).append(Maker(name=name, withdrawn=gone is not None))
    return found


def standing_makers(run: Run, candidate: int) -> list[str]:
    """The names of the systems behind a candidate that were not withdrawn."""
    return _OF_CANDIDATE.all(run, candidate=candidate)


def makers_of_item(run: Run, item: int) -> dict[int, list[str]]:
    """The names of the systems behind each candidate of an item."""
    found: dict[int, list[str]] = {}
    for id, name in _OF_ITEM.all(run, item=item):
        found.setdefault(id, []).append(name)
    return found


def candidates_by_name(run: Run, study: int) -> dict[tuple[str, str], int]:
    """The candidate that shows what a system made of an item, by the item's key and the system's name."""
    return {(key, name): id for key, name, id in _BY_NAMES.all(run, study=study)}


class CandidateMakers:
    """The systems behind each candidate: four bytes for each, and a list only where several made the same."""

    def __init__(self, run: Run, study: int, withdrawn_too: bool) -> None:
        self._names: list[list[str]] = []
        place: dict[int, int] = {}
        for found in systems_of(run, study):
            place[found.id] = len(self._names)
            self._names.append([found.name] if withdrawn_too or found.withdrawn_at is None else [])
        first, last = _BOUNDS.one(run, study=study) or (None, None)
        self._first: int = first or 0
        self._one = array("i", [])
        self._more: dict[int, list[int]] = {}
        for start in range(self._first, (last or -1) + 1, _AT_ONCE):
            self._one.extend([-1] * _AT_ONCE)
            for made, made_by in _MADE_WITHIN.all(run, study=study, first=start, until=start + _AT_ONCE):
                self._put(made, place[made_by])

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
