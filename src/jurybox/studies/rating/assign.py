"""Which unit a rater gets next: what they have begun, then what came back, then the pool; each slot taken once."""

from typing import Literal, NamedTuple

from jurybox.core import LEASE_US, MOST_AHEAD, Assignment, AssignmentState, NextWish, StudyState
from jurybox.design import candidate_order, draw
from jurybox.store import Run, assignments, pool, progress, slots
from jurybox.studies.rating.link import Visit
from jurybox.studies.rating.outlook import Outlook, outlook_of
from jurybox.studies.rating.share import share_left, within_share
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

RENEW_AFTER_US = 60 * 1_000_000
"""Leases are written anew once a minute at the most, and last that much longer instead."""
SCARCE = 20
"""With fewer free units than this beyond what was asked for, a rater holds one at a time."""
MOST_OPEN = 2_000
MOST_LAPSED = 50


class Handed(NamedTuple):
    """What a rater is given, the state that they are in, and what there is beyond it."""

    units: list[Assignment]
    state: Literal["rate", "wait", "done"]
    outlook: Outlook


def next_assignments(run: Run, visit: Visit, wish: NextWish, server: TimeAndIds) -> Handed:
    """The assignments asked for whose next stage can be answered now."""
    view, member = visit.view, visit.member
    wanted = max(1, min(wish.ahead, MOST_AHEAD))
    seen = progress.glance(run, member, stage=min(member.stages, default=0), now=server.now)
    is_drawn = wish.way == "stream" and view.settings.assign == "fixed"
    most = MOST_OPEN if view.hides or view.gate is not None or is_drawn or wish.first else MOST_AHEAD * 4
    mine = assignments.open_of(run, member=member.id, done=member.done, most=most) if seen.begun else []
    renew_leases(run, mine, member.id, server.now)
    if seen.expired:
        release_expired(run, server.now)
        seen.lapsed = seen.returned = True
    if seen.lapsed and len(mine) < wanted:
        again = within_share(visit, mine, wanted - len(mine))
        mine += _taken_again(run, view, member.id, again, server.now) if again else []
    if view.settings.assign == "fixed":
        mine = _current_batch(mine)
    ready = [a for a in mine if not waits_for_batch(view, a) and not would_spoil(view, a, mine)]
    if is_drawn:  # what was begun comes first
        ready.sort(key=lambda a: (a.shown < (a.stage or 0), draw(view.row.seed, member.uid, "stream", a.id)))
    if wish.first:
        ready.sort(key=lambda a: a.uid != wish.first)
    if view.settings.assign == "pool":
        number_repeats(run, ready[:wanted], seen, server)
    mark_shown(run, ready[:wanted])  # before new units are taken: what these show may spoil those
    holding = len(mine if view.gate is None else ready)
    room = within_share(visit, mine, wanted - holding)
    taker, new = Taker(run, visit, server, seen, holding), []
    if room > 0 and view.row.state == StudyState.OPEN:
        new = _take_new(taker, mine, room)
        ready += new
    if not ready:
        ready = at_the_open_gate(view, mine)
        mark_shown(run, ready[:wanted])
    outlook = outlook_of([*mine, *new], taker.position, taker.cursor, taker.left)
    if ready:
        return Handed(ready[:wanted], "rate", outlook)
    if share_left(visit, mine) == 0:
        return Handed([], "done", outlook)
    is_held = pool.is_held_by_others(run, study=view.id, member=member.id, groups=member.groups)
    return Handed([], "wait" if is_held else "done", outlook)


def number_repeats(run: Run, ready: list[Assignment], seen: progress.Glance, server: TimeAndIds) -> None:
    """A repeat was made when it was planned; its number and id are made when it is served, like any other unit's."""
    for a in ready:
        if a.purpose == "repeat" and a.shown < 0:
            seen.position += 1
            a.uid, a.position, a.batch = server.new_id(), seen.position, seen.batch
            assignments.bring_forward(run, a, cursor=seen.cursor, epoch=seen.epoch)


def mark_shown(run: Run, sent: list[Assignment]) -> None:
    for a in sent:
        if a.stage is not None and a.shown < a.stage:
            a.shown = a.stage
            assignments.set_shown(run, a)


def renew_leases(run: Run, mine: list[Assignment], member: int, now: int) -> None:
    """Contact with a rater keeps all their leases alive."""
    if any(a.lease_until is not None and a.lease_until < now + LEASE_US for a in mine if a.state == "leased"):
        assignments.renew_leases(run, member=member, until=now + LEASE_US + RENEW_AFTER_US)


def release_expired(run: Run, now: int, most: int = 20) -> None:
    """Give the slots of run-out leases back."""
    for a in assignments.expired(run, now=now, most=most):
        release(run, a)


def release(run: Run, a: Assignment) -> None:
    """Let an assignment lapse: the slots of all stages that it has not finished go back; it keeps its next stage."""
    for stage in remaining(a):
        slots.give_back(run, unit=a.unit, stage=stage)
    a.state, a.lease_until = AssignmentState.LAPSED.value, None
    assignments.set_state(run, a)


def release_all(run: Run, member: int) -> None:
    """Give back every slot that a rater holds."""
    for a in assignments.held_by(run, member):
        release(run, a)


def remaining(a: Assignment) -> list[int]:
    """The stages an assignment has not finished."""
    return [] if a.stage is None else [stage for stage in a.stages if stage >= a.stage]


def _taken_again(run: Run, view: StudyView, member: int, wanted: int, now: int) -> list[Assignment]:
    """A rater came back: lapsed assignments go on if their slots are still free; those of a batch all together."""
    most = wanted if view.gate is None else MOST_LAPSED
    taken: list[Assignment] = []
    for a in assignments.lapsed_of(run, member=member, most=MOST_LAPSED):
        if len(taken) < most and not is_spoilt(run, view, a, a.stage) and take_slots(run, a, remaining(a), now):
            taken.append(a)
    return taken


def is_spoilt(run: Run, view: StudyView, a: Assignment, stage: int | None) -> bool:
    """Whether the rater has seen what a stage hides, in this unit or another one of its item."""
    reveals = None if stage is None else view.reveals[stage]
    return reveals is not None and progress.has_seen(run, member=a.membership, item=a.item, reveals=reveals)


def take_slots(run: Run, a: Assignment, stages: list[int], now: int) -> bool:
    """Lease these stages of a lapsed assignment again: all or nothing."""
    needed = [of_stage for of_stage in slots.of_unit(run, a.unit) if of_stage.stage in stages and of_stage.quorum]
    if a.purpose != "rating" or any(of_stage.free < 1 for of_stage in needed):
        return False
    for n, of_stage in enumerate(needed):
        if not slots.take(run, unit=a.unit, stage=of_stage.stage):  # another transaction was quicker
            for taken in needed[:n]:
                slots.give_back(run, unit=a.unit, stage=taken.stage)
            return False
    a.state, a.lease_until = AssignmentState.LEASED, now + LEASE_US + RENEW_AFTER_US
    assignments.set_state(run, a)
    return True


def _current_batch(mine: list[Assignment]) -> list[Assignment]:
    """The batches of a fixed list are all there from the start, and done one after the other."""
    batch = min((a.batch for a in mine if a.purpose == "rating"), default=None)
    return [a for a in mine if a.batch == batch or a.purpose != "rating"]


def waits_for_batch(view: StudyView, a: Assignment) -> bool:
    """Whether the next stage of an assignment opens only with its batch.

    On a fixed list that is so too where others have done the stages before; of the pool such units come alone.
    """
    gate = view.gate
    if a.purpose != "rating" or gate is None or a.stage is None or a.stage < gate:
        return False
    return a.stages[0] < gate or view.settings.assign == "fixed"


def would_spoil(view: StudyView, a: Assignment, mine: list[Assignment]) -> bool:
    """Whether the next stage of an assignment shows what another open one of the same item still hides."""
    if not view.hides or a.stage is None:
        return False
    hidden = (view.reveals[b.stage] for b in mine if b.item == a.item and b.stage is not None)
    return any(reveals is not None and a.stage >= reveals for reveals in hidden)


def at_the_open_gate(view: StudyView, mine: list[Assignment]) -> list[Assignment]:
    """Assignments whose batch has finished the stages before the gate."""
    gate = view.gate
    if gate is None:
        return []
    behind = {a.batch for a in mine if a.stage is not None and a.stage < gate}
    return [a for a in mine if waits_for_batch(view, a) and a.batch not in behind]


def _take_new(taker: "Taker", mine: list[Assignment], wanted: int) -> list[Assignment]:
    view, first = taker.view, min(taker.member.stages, default=0)
    if view.settings.assign == "fixed":
        return [] if mine else taker.from_returned(wanted) or _undealt(taker, first, wanted)
    if view.gate is not None and first < view.gate:
        return _take_into_batch(taker, mine, wanted, first)
    return taker.from_pool(first, wanted) or ([] if mine else taker.from_later_stages(first))


def _undealt(taker: "Taker", first: int, wanted: int) -> list[Assignment]:
    """What no list holds goes to whoever has nothing left; not where stages wait for each other or hide something."""
    view = taker.view
    return [] if view.gate is not None or view.hides else taker.from_pool(first, wanted)


def _take_into_batch(taker: "Taker", mine: list[Assignment], wanted: int, first: int) -> list[Assignment]:
    """Fill the rater's batch; when it is full, only with further units of the items that are in it."""
    run, view, member = taker.run, taker.view, taker.member
    in_batch, shown = progress.in_batch(run, member=member.id, batch=taker.batch)
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

    def __init__(self, run: Run, visit: Visit, server: TimeAndIds, seen: progress.Glance, holding: int) -> None:
        self.run, self.view, self.member = run, visit.view, visit.member
        self.server, self.holding = server, holding
        self.position, self.batch, self.returned = seen.position, seen.batch, seen.returned
        self.cursor = seen.cursor if seen.epoch == self.view.row.epoch else -1
        self.left: int | None = None
        """How many free units are left beyond the cursor, once the last of them was seen."""

    def _search(self, stage: int) -> pool.Search:
        return pool.Search(
            study=self.view.id,
            stage=stage,
            member=self.member.id,
            groups=self.member.groups,
            reveals=self.view.reveals[stage],
        )

    def from_pool(self, stage: int, wanted: int) -> list[Assignment]:
        if (wanted > 1 or self.holding) and self._is_scarce(stage, wanted):
            wanted = 0 if self.holding else 1
        taken = self._from_returned(stage, wanted)
        if len(taken) < wanted:
            taken += self._beyond(stage, wanted - len(taken), self.cursor)
        if wanted and not taken and self.cursor >= 0:
            # On PostgreSQL the cursor passes units that another transaction is looking at.
            taken = self._beyond(stage, 1, -1, held_too=True)
        return taken

    def _is_scarce(self, stage: int, wanted: int) -> bool:
        """Whether few units are left, so that nobody should sit on more than one of them."""
        most = wanted + SCARCE
        seen = len(self.free(stage, most, self.cursor, held_too=True))
        self.left = seen if seen < most else None
        return seen < most

    def from_returned(self, wanted: int) -> list[Assignment]:
        """Only what other raters gave back, at any stage: for those who have finished their fixed list."""
        self.returned = True
        stages = self.member.stages or range(len(self.view.protocol.stages))
        return next((taken for stage in sorted(stages) if (taken := self._from_returned(stage, wanted))), [])

    def _from_returned(self, stage: int, wanted: int) -> list[Assignment]:
        if not self.returned:
            return []
        taken: list[Assignment] = []
        for free in pool.returned_units(self.run, self._search(stage), most=SCARCE):
            if len(taken) == wanted:
                break
            pool.forget_returned(self.run, free)
            a = self.assign(free, stage)
            taken += [a] if a else []
        return taken

    def _beyond(self, stage: int, wanted: int, place: int, held_too: bool = False) -> list[Assignment]:
        found = self.free(stage, wanted, place, held_too)
        self.cursor = max(self.cursor, *(free.place for free in found)) if found else self.cursor
        taken = [a for a in (self.assign(free, stage) for free in found) if a]
        self.left = 0 if len(found) < wanted else None if self.left is None else self.left - len(found)
        return taken

    def free(self, stage: int, wanted: int, place: int = -1, held_too: bool = False) -> list[pool.FreeUnit]:
        """Free units beyond a place in the pool, in its order."""
        return pool.free_beyond(self.run, self._search(stage), place=place, most=wanted, held_too=held_too)

    def from_batch(self, stage: int, wanted: int) -> list[Assignment]:
        found = pool.free_in_batch(self.run, self._search(stage), batch=self.batch, most=wanted)
        return [a for a in (self.assign(free, stage) for free in found) if a]

    def from_later_stages(self, first: int) -> list[Assignment]:
        """Units whose first stage others have done, where a later one still has a slot."""
        for stage in range(first + 1, len(self.view.protocol.stages)):
            if self.member.stages and stage not in self.member.stages:
                continue
            for free in self.free(stage, 1):
                a = self.assign(free, stage)
                if a:
                    return [a]
        return []

    def assign(self, free: pool.FreeUnit, first: int) -> Assignment | None:
        """Take the slots of a unit from a stage on, and make an assignment of it; None if others were quicker."""
        shown = [c for c in free.candidates if c not in self.view.withdrawn]
        if not shown or not slots.take(self.run, unit=free.unit, stage=first):
            return None
        stages = [first, *self._later_slots(free.unit, first)]
        self.position += 1
        a = Assignment(
            id=0,
            uid=self.server.new_id(),
            unit=free.unit,
            item=free.item,
            membership=self.member.id,
            candidates=candidate_order(shown, self.view.row.seed, self.member.uid, free.unit),
            batch=self.batch,
            position=self.position,
            purpose="rating",
            repeat_of=None,
            due=0,
            stages=stages,
            stage=first,
            shown=first,
            state="leased",
            lease_until=self.server.now + LEASE_US + RENEW_AFTER_US,
        )
        assignments.add(
            self.run, a, study=self.view.id, epoch=self.view.row.epoch, cursor=self.cursor, now=self.server.now
        )
        return a

    def _later_slots(self, unit: int, first: int) -> list[int]:
        """Slots of the later stages go to the same rater where there are any."""
        if len(self.view.protocol.stages) == first + 1:
            return []
        return [
            later.stage
            for later in slots.of_unit(self.run, unit)
            if later.stage > first
            and (not self.member.stages or later.stage in self.member.stages)
            and (later.quorum == 0 or slots.take(self.run, unit=unit, stage=later.stage))
        ]
