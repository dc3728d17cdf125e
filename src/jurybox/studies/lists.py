"""Fixed lists: every unit given to its raters when the study opens, in each rater's own order."""

import json
from itertools import groupby
from typing import Any

from jurybox.design.blinding import candidate_order
from jurybox.design.order import shuffled
from jurybox.design.overlap import Work, fixed_lists
from jurybox.design.repeats import chosen_of_list, gap
from jurybox.store import imports, people, pool
from jurybox.store.people import MembershipRow
from jurybox.store.statement import Run
from jurybox.studies.view import StudyView
from jurybox.studies.workbench import Workbench

UnitRow = tuple[int, int, str, list[int]]
"""Unit, item, group, candidates."""


def plan_lists(bench: Workbench, view: StudyView) -> None:
    """Deal out all slots that are still free to the raters the study has now."""
    members, units = bench.database.read(lambda run: (people.memberships(run, view.id), _free_units(run, view)))
    active = {m.uid: m for m in members if m.revoked_at is None}
    work = [_work(view, list(group)) for _, group in groupby(units, key=lambda u: u[1] if view.hides else u[0])]
    by_unit = {unit[0]: unit for unit in units}
    lists = fixed_lists(work, {uid: m.groups for uid, m in active.items()}, view.row.seed)
    for uid, pieces in lists.items():
        rows = _list_of(view, active[uid], pieces, by_unit)
        bench.database.write(lambda run, member=active[uid], rows=rows: _write(run, bench, view, member, rows))  # type: ignore[misc]


def _free_units(run: Run, view: StudyView) -> list[UnitRow]:
    units = [
        (id, item, grp, json.loads(candidates)) for id, item, grp, candidates in run.all(imports.UNITS, study=view.id)
    ]
    if view.hides:
        units.sort(key=lambda u: u[1])
    return units


def _work(view: StudyView, units: list[UnitRow]) -> Work:
    group = units[0][2]
    quorum = max(view.settings.quorum_of(stage.id, group) for stage in view.protocol.stages)
    return Work(tuple(u[0] for u in units), group, quorum)


def _list_of(view: StudyView, member: MembershipRow, pieces: list[Work], by_unit: dict[int, UnitRow]) -> list[UnitRow]:
    """A rater's units in order: drawn per rater, or as the items came."""
    ordered = pieces
    if view.settings.order == "random":
        ordered = shuffled(pieces, view.row.seed, "list", member.uid, key=lambda w: w.units[0])
    return [by_unit[unit] for piece in ordered for unit in piece.units]


def _write(run: Run, bench: Workbench, view: StudyView, member: MembershipRow, units: list[UnitRow]) -> None:
    """Write a rater's list, with its repeats where they come."""
    writer = _Writer(run, bench, view, member)
    taken = [(unit, stages) for unit, stages in ((u, _take_slots(run, u[0])) for u in units) if stages]
    between = gap(len(taken))
    again = set(chosen_of_list([u[0] for u, _ in taken], view.settings.repeats, view.row.seed, member.uid))
    waiting: list[tuple[int, UnitRow, int, list[int]]] = []
    for n, (unit, stages) in enumerate(taken):
        order = candidate_order(unit[3], view.row.seed, member.uid, unit[0])
        batch = n // view.settings.batch
        id = writer.add(unit, order, batch, stages, purpose="rating", repeat_of=None, due=0)
        if n in again and view.repeatable:
            waiting.append((n + between, unit, id, order))
        while waiting and waiting[0][0] <= n:
            place, first, first_id, avoid = waiting.pop(0)
            fresh = candidate_order(first[3], view.row.seed, member.uid, first[0], "repeat", avoid)
            writer.add(first, fresh, batch, view.repeatable, purpose="repeat", repeat_of=first_id, due=place + 1)


def _take_slots(run: Run, unit: int) -> list[int]:
    """Take a free slot of every stage of a unit; the stages this rater then has."""
    slots = run.all(pool.SLOTS_OF_UNIT, unit=unit)
    return [stage for stage, quorum, _, _ in slots if quorum == 0 or pool.take_slot(run, unit, stage)]


class _Writer:
    """Writes the assignments of one rater's list one after the other."""

    def __init__(self, run: Run, bench: Workbench, view: StudyView, member: MembershipRow) -> None:
        self.run, self.bench, self.view, self.member = run, bench, view, member
        last = run.one(pool.LAST_OF_MEMBER, member=member.id)
        self.position: int = last[0] if last else -1

    def add(self, unit: UnitRow, order: list[int], batch: int, stages: list[int], **what: Any) -> int:
        self.position += 1
        id: int = self.run.value(
            pool.INSERT, uid=self.bench.new_id(), study=self.view.id, unit=unit[0], item=unit[1], member=self.member.id,
            candidates=json.dumps(order), batch=batch, position=self.position, cursor=-1, epoch=self.view.row.epoch,
            stages=json.dumps(stages), stage=stages[0], shown=-1, state="planned", lease_until=None,
            now=self.bench.now(), **what,
        )  # fmt: skip
        return id
