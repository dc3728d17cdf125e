"""Which unit a rater gets next: what they have begun, then what came back, then the pool; each slot taken once."""

import msgspec

from jurybox.core import LEASE_US, MOST_AHEAD, Assignment, AssignmentState, Member, NextWish, StudyState
from jurybox.design import candidate_order, draw
from jurybox.store import pool
from jurybox.store.statement import Row, Run, Statement
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

RENEW_AFTER_US = 60 * 1_000_000
"""Leases are written anew once a minute at the most, and last that much longer instead."""
SCARCE = 20
"""With fewer free units than this beyond what was asked for, a rater holds one at a time."""
MOST_OPEN = 2_000
MOST_LAPSED = 50
NOTHING_SEEN = 32_767
_to_json, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
Statements = dict[tuple[bool, bool], Statement]


def next_assignments(
    run: Run, view: StudyView, member: Member, wish: NextWish, server: TimeAndIds
) -> tuple[list[Assignment], str]:
    """The assignments asked for whose next stage can be answered now, and the state: rate, wait or done."""
    wanted = max(1, min(wish.ahead, MOST_AHEAD))
    seen = pool.glance(run, member, min(member.stages, default=0), server.now)
    is_drawn = wish.way == "stream" and view.settings.assign == "fixed"
    most = MOST_OPEN if view.hides or view.gate is not None or is_drawn or wish.first else MOST_AHEAD * 4
    mine = pool.open_assignments(run, member.id, member.done, most) if seen.begun else []
    renew_leases(run, mine, member.id, server.now)
    if seen.expired:
        release_expired(run, server.now)
        seen.lapsed = seen.returned = True
    if seen.lapsed and len(mine) < wanted:
        mine += _taken_again(run, view, member.id, wanted - len(mine), server.now)
    if view.settings.assign == "fixed":
        mine = _current_batch(mine)
    ready = [a for a in mine if not _waits(view, a) and not _spoils(view, a, mine)]
    if is_drawn:  # what was begun comes first
        ready.sort(key=lambda a: (a.shown < (a.stage or 0), draw(view.row.seed, member.uid, "stream", a.id)))
    if wish.first:
        ready.sort(key=lambda a: a.uid != wish.first)
    if view.settings.assign == "pool":
        _bring_forward(run, ready[:wanted], seen, server)
    mark_shown(run, ready[:wanted])  # before new units are taken: what these show may spoil those
    room = wanted - len(mine if view.gate is None else ready)
    if room > 0 and view.row.state == StudyState.OPEN:
        ready += _take_new(Taker(run, view, member, server, seen, wanted - room), mine, room)
    if not ready:
        ready = _opened_gate(view, mine)
        mark_shown(run, ready[:wanted])
    if ready:
        return ready[:wanted], "rate"
    return [], "wait" if _is_held_by_others(run, view, member) else "done"


def _bring_forward(run: Run, ready: list[Assignment], seen: pool.Glance, server: TimeAndIds) -> None:
    """A repeat was made when it was planned; its number and id are made when it is served, like any other unit's."""
    for a in ready:
        if a.purpose == "repeat" and a.shown < 0:
            seen.position += 1
            a.uid, a.position, a.batch = server.new_id(), seen.position, seen.batch
            run.do(
                pool.BRING_FORWARD, assignment=a.id, new_uid=a.uid, new_position=a.position, new_batch=a.batch,
                new_cursor=seen.cursor, new_epoch=seen.epoch,
            )  # fmt: skip


def _is_held_by_others(run: Run, view: StudyView, member: Member) -> bool:
    """Whether somebody holds a unit that could still come back and be this rater's."""
    who = {"study": view.id, "member": member.id}
    if not member.groups:
        return run.value(pool.HELD_BY_OTHERS[False], **who) is not None
    return any(run.value(pool.HELD_BY_OTHERS[True], grp=group, **who) for group in member.groups)


def mark_shown(run: Run, assignments: list[Assignment]) -> None:
    for a in assignments:
        if a.stage is not None and a.shown < a.stage:
            run.do(pool.SET_SHOWN, assignment=a.id, now_shown=a.stage)
            a.shown = a.stage


def renew_leases(run: Run, mine: list[Assignment], member: int, now: int) -> None:
    """Contact with a rater keeps all their leases alive."""
    if any(a.lease_until is not None and a.lease_until < now + LEASE_US for a in mine if a.state == "leased"):
        run.do(pool.RENEW_LEASES, member=member, until=now + LEASE_US + RENEW_AFTER_US)


def release_expired(run: Run, now: int, most: int = 20) -> None:
    """Give the slots of run-out leases back."""
    for row in run.all(pool.EXPIRED, now=now, most=most):
        release(run, pool.as_assignment(row), AssignmentState.LAPSED)


def release(run: Run, a: Assignment, state: AssignmentState) -> None:
    """Return the slots of all stages that an assignment has not finished; it keeps its next stage."""
    for stage in remaining(a):
        pool.give_slot_back(run, a.unit, stage)
    run.do(pool.SET_STATE, assignment=a.id, new_state=state.value, new_stage=a.stage, until=None)


def release_all(run: Run, member: int) -> None:
    """Give back every slot that a rater holds."""
    for row in run.all(pool.HELD_BY_MEMBER, member=member):
        release(run, pool.as_assignment(row), AssignmentState.LAPSED)


def remaining(a: Assignment) -> list[int]:
    """The stages an assignment has not finished."""
    return [] if a.stage is None else [stage for stage in a.stages if stage >= a.stage]


def _taken_again(run: Run, view: StudyView, member: int, wanted: int, now: int) -> list[Assignment]:
    """A rater came back: lapsed assignments go on if their slots are still free; those of a batch all together."""
    most = wanted if view.gate is None else MOST_LAPSED
    taken: list[Assignment] = []
    for row in reversed(run.all(pool.LAPSED_OF_MEMBER, member=member, most=MOST_LAPSED)):
        a = pool.as_assignment(row)
        if len(taken) < most and not is_spoilt(run, view, a, a.stage) and take_slots(run, a, remaining(a), now):
            taken.append(a)
    return taken


def is_spoilt(run: Run, view: StudyView, a: Assignment, stage: int | None) -> bool:
    """Whether the rater has seen what a stage hides, in this unit or another one of its item."""
    reveals = None if stage is None else view.reveals[stage]
    return reveals is not None and bool(run.value(pool.SEEN_SINCE, member=a.membership, item=a.item, reveals=reveals))


def take_slots(run: Run, a: Assignment, stages: list[int], now: int) -> bool:
    """Lease these stages of a lapsed assignment again: all or nothing."""
    quorums = {stage: (quorum, free) for stage, quorum, free, _ in run.all(pool.SLOTS_OF_UNIT, unit=a.unit)}
    needed = [stage for stage in stages if quorums[stage][0] > 0]
    if a.purpose != "rating" or any(quorums[stage][1] < 1 for stage in needed):
        return False
    for n, stage in enumerate(needed):
        if not pool.take_slot(run, a.unit, stage):  # another transaction was quicker
            for taken in needed[:n]:
                pool.give_slot_back(run, a.unit, taken)
            return False
    a.state, a.lease_until = AssignmentState.LEASED, now + LEASE_US + RENEW_AFTER_US
    run.do(pool.SET_STATE, assignment=a.id, new_state=a.state, new_stage=a.stage, until=a.lease_until)
    return True


def _current_batch(mine: list[Assignment]) -> list[Assignment]:
    """The batches of a fixed list are all there from the start, and done one after the other."""
    batch = min((a.batch for a in mine if a.purpose == "rating"), default=None)
    return [a for a in mine if a.batch == batch or a.purpose != "rating"]


def _waits(view: StudyView, a: Assignment) -> bool:
    """Whether the next stage of an assignment opens only with its batch."""
    gate = view.gate
    return a.purpose == "rating" and gate is not None and a.stage is not None and a.stages[0] < gate <= a.stage


def _spoils(view: StudyView, a: Assignment, mine: list[Assignment]) -> bool:
    """Whether the next stage of an assignment shows what another open one of the same item still hides."""
    if not view.hides or a.stage is None:
        return False
    hidden = (view.reveals[b.stage] for b in mine if b.item == a.item and b.stage is not None)
    return any(reveals is not None and a.stage >= reveals for reveals in hidden)


def _opened_gate(view: StudyView, mine: list[Assignment]) -> list[Assignment]:
    """Assignments whose batch has finished the stages before the gate."""
    gate = view.gate
    if gate is None:
        return []
    behind = {a.batch for a in mine if a.stage is not None and a.stage < gate}
    return [a for a in mine if _waits(view, a) and a.batch not in behind]


def _take_new(taker: "Taker", mine: list[Assignment], wanted: int) -> list[Assignment]:
    view, first = taker.view, min(taker.member.stages, default=0)
    if view.settings.assign == "fixed":
        return [] if mine else taker.from_returned(wanted)
    if view.gate is not None and first < view.gate:
        return _take_into_batch(taker, mine, wanted, first)
    return taker.from_pool(first, wanted) or ([] if mine else taker.from_later_stages(first))


def _take_into_batch(taker: "Taker", mine: list[Assignment], wanted: int, first: int) -> list[Assignment]:
    """Fill the rater's batch; when it is full, only with further units of the items that are in it."""
    run, view, member = taker.run, taker.view, taker.member
    in_batch, shown = run.one(pool.IN_BATCH, member=member.id, batch=taker.batch) or (0, None)
    if in_batch and not any(a.batch == taker.batch and a.purpose == "rating" for a in mine):
        taker.batch, in_batch, shown = taker.batch + 1, 0, None
    if shown is not None and view.gate is not None and shown >= view.gate:
        return []
    room = view.settings.batch - in_batch
    if room > 0:
        return taker.from_pool(first, min(wanted, room)) or ([] if mine else taker.from_later_stages(first))
    return taker.from_batch(first, wanted)


class Taker:
    """Takes free slots for one rater and makes assignments of them."""

    def __init__(
        self, run: Run, view: StudyView, member: Member, server: TimeAndIds, seen: pool.Glance, holding: int
    ) -> None:
        self.run, self.view, self.member, self.server, self.holding = run, view, member, server, holding
        self.position, self.batch, self.returned = seen.position, seen.batch, seen.returned
        self.cursor = seen.cursor if seen.epoch == view.row.epoch else -1

    def _search(self, stage: int) -> dict[str, int]:
        reveals = self.view.reveals[stage]
        return {
            "study": self.view.id, "stage": stage, "member": self.member.id,
            "reveals": NOTHING_SEEN if reveals is None else reveals,
        }  # fmt: skip

    def from_pool(self, stage: int, wanted: int) -> list[Assignment]:
        if (wanted > 1 or self.holding) and self._is_scarce(stage, wanted):
            wanted = 0 if self.holding else 1
        taken = self._from_returned(stage, wanted)
        if len(taken) < wanted:
            taken += self._beyond(pool.FREE, stage, wanted - len(taken), self.cursor)
        if wanted and not taken and self.cursor >= 0:
            # On PostgreSQL the cursor passes units that another transaction is looking at.
            taken = self._beyond(pool.FREE_OR_HELD, stage, 1, -1)
        return taken

    def _is_scarce(self, stage: int, wanted: int) -> bool:
        """Whether few units are left, so that nobody should sit on more than one of them."""
        return len(self._free(pool.FREE_OR_HELD, stage, wanted + SCARCE, self.cursor)) < wanted + SCARCE

    def from_returned(self, wanted: int) -> list[Assignment]:
        """Only what other raters gave back, at any stage: for those who have finished their fixed list."""
        self.returned = True
        stages = self.member.stages or range(len(self.view.protocol.stages))
        return next((taken for stage in sorted(stages) if (taken := self._from_returned(stage, wanted))), [])

    def _from_returned(self, stage: int, wanted: int) -> list[Assignment]:
        if not self.returned:
            return []
        taken: list[Assignment] = []
        found = self._rows(pool.FREE_RETURNED[bool(self.member.groups)], most=SCARCE, **self._search(stage))
        for row in {row[0]: row for row in found}.values():  # a unit may have come back more than once
            if len(taken) == wanted:
                break
            self.run.do(pool.FORGET_RETURNED, id=row[5])
            a = self._assign(row, stage)
            taken += [a] if a else []
        return taken

    def _beyond(self, free: Statements, stage: int, wanted: int, cursor: int) -> list[Assignment]:
        rows = self._free(free, stage, wanted, cursor)
        self.cursor = max(self.cursor, *(row[3] for row in rows)) if rows else self.cursor
        return [a for a in (self._assign(row, stage) for row in rows) if a]

    def _free(self, free: Statements, stage: int, wanted: int, cursor: int) -> list[Row]:
        """Free units beyond a place in the pool, in its order."""
        search, hiding = self._search(stage), self.view.reveals[stage] is not None
        if not hiding:
            del search["reveals"]
        rows = self._rows(free[bool(self.member.groups), hiding], cursor=cursor, most=wanted, **search)
        return sorted(rows, key=lambda row: int(row[3]))[:wanted]

    def _rows(self, statement: Statement, **search: int) -> list[Row]:
        """What a search finds in the rater's groups."""
        if not self.member.groups:
            return self.run.all(statement, **search)
        return [row for group in self.member.groups for row in self.run.all(statement, grp=group, **search)]

    def from_batch(self, stage: int, wanted: int) -> list[Assignment]:
        rows = self.run.all(pool.FREE_IN_BATCH, batch=self.batch, most=wanted, **self._search(stage))
        allowed = [row for row in rows if not self.member.groups or row[2] in self.member.groups]
        return [a for a in (self._assign(row, stage) for row in allowed) if a]

    def from_later_stages(self, first: int) -> list[Assignment]:
        """Units whose first stage others have done, where a later one still has a slot."""
        for stage in range(first + 1, len(self.view.protocol.stages)):
            if self.member.stages and stage not in self.member.stages:
                continue
            for row in self._free(pool.FREE, stage, 1, -1):
                a = self._assign(row, stage)
                if a:
                    return [a]
        return []

    def _assign(self, row: Row, first: int) -> Assignment | None:
        unit, item, _, _, candidates = row[:5]
        shown = [c for c in _from_json(candidates) if c not in self.view.withdrawn]
        if not shown or not pool.take_slot(self.run, unit, first):
            return None
        stages = [first, *self._later_slots(unit, first)]
        self.position += 1
        order = candidate_order(shown, self.view.row.seed, self.member.uid, unit)
        until = self.server.now + LEASE_US + RENEW_AFTER_US
        uid = self.server.new_id()
        id = self.run.insert(
            pool.INSERT, uid=uid, study=self.view.id, unit=unit, item=item, member=self.member.id,
            candidates=_to_json(order).decode(), batch=self.batch, position=self.position, cursor=self.cursor,
            epoch=self.view.row.epoch, purpose="rating", repeat_of=None, due=0, stages=_to_json(stages).decode(),
            stage=first, shown=first, state="leased", lease_until=until, now=self.server.now,
        )  # fmt: skip
        return Assignment(
            id, uid, unit, item, self.member.id, order, self.batch, self.position, "rating", None, 0, stages,
            first, first, "leased", until,
        )  # fmt: skip

    def _later_slots(self, unit: int, first: int) -> list[int]:
        """Slots of the later stages go to the same rater where there are any."""
        if len(self.view.protocol.stages) == first + 1:
            return []
        return [
            stage
            for stage, quorum, _, _ in self.run.all(pool.SLOTS_OF_UNIT, unit=unit)
            if stage > first
            and (not self.member.stages or stage in self.member.stages)
            and (quorum == 0 or pool.take_slot(self.run, unit, stage))
        ]
