"""Which unit a rater gets next: what they have begun, then what came back, then the pool; each slot taken once."""

from typing import Literal, NamedTuple

from jurybox.core import LEASE_US, MOST_AHEAD, Assignment, AssignmentState, CheckStanding, NextWish, StudyState
from jurybox.design import draw, with_checks
from jurybox.store import Run, assignments, pool, progress, slots
from jurybox.studies.rating.checks import is_check
from jurybox.studies.rating.link import Visit
from jurybox.studies.rating.outlook import Outlook, outlook_of
from jurybox.studies.rating.pairs import ask_for_pairs
from jurybox.studies.rating.share import share_left, within_share
from jurybox.studies.rating.taker import RENEW_AFTER_US, Taker
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

MOST_OPEN = 2_000
MOST_LAPSED = 50
OWN = ("rating", "check")
"""What comes batch by batch; repeats come when they are due."""


class Handed(NamedTuple):
    """What a rater is given, the state that they are in, and what there is beyond it."""

    units: list[Assignment]
    state: Literal["rate", "wait", "done"]
    outlook: Outlook
    asked_for_pairs: bool = False
    """Whether a job for more pairs was left for the worker."""


def next_assignments(run: Run, visit: Visit, wish: NextWish, server: TimeAndIds) -> Handed:
    """The assignments asked for whose next stage can be answered now."""
    view, member = visit.view, visit.member
    wanted = max(1, min(wish.ahead, MOST_AHEAD))
    first, comes_again = min(member.stages, default=0), view.settings.repeats > 0
    seen = progress.glance(run, member, stage=first, now=server.now, has_repeats=comes_again)
    is_drawn = wish.way == "stream" and view.settings.assign == "fixed"
    most = MOST_OPEN if view.hides or view.gate is not None or is_drawn or wish.first else MOST_AHEAD * 4
    mine = assignments.open_of(run, member=member.id, done=member.done, most=most) if seen.begun else []
    if member.is_stopped:  # what was sent may be finished, and nothing new comes
        mine, seen.lapsed, seen.expired = [a for a in mine if a.shown >= 0], False, False
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
    if is_drawn:
        ready = _drawn(run, visit, ready, seen.position)
    if wish.first:
        ready.sort(key=lambda a: a.uid != wish.first)
    if view.settings.assign == "pool":
        number_repeats(run, ready[:wanted], seen, server)
    mark_shown(run, ready[:wanted])  # before new units are taken: what these show may spoil those
    holding = len(mine if view.gate is None else ready)
    room = within_share(visit, mine, wanted - holding)
    taker, new = Taker(run, visit, server, seen, holding), []
    taker.needs_keys = False
    if room > 0 and view.row.state == StudyState.OPEN and not member.is_stopped:
        new = _take_new(taker, mine, room) if not view.check_rate else _take_among(taker, mine, room)
        ready += new
    if not ready:
        ready = at_the_open_gate(view, mine)
        mark_shown(run, ready[:wanted])
    outlook = outlook_of([*mine, *new], taker.position, taker.cursor, taker.left)
    asked = bool(view.pairs_left) and share_left(visit, mine) != 0 and ask_for_pairs(run, visit, taker, server)
    if ready:
        return Handed(ready[:wanted], "rate", outlook, asked)
    if member.is_stopped:
        return Handed([], "wait" if member.checked == CheckStanding.PAUSED else "done", outlook)
    if share_left(visit, mine) == 0:
        return Handed([], "done", outlook)
    if view.awaits_pairs(member.groups):
        return Handed([], "wait", outlook, asked)
    is_held = pool.is_held_by_others(run, study=view.id, member=member.id, groups=member.groups)
    return Handed([], "wait" if is_held else "done", outlook)


def _drawn(run: Run, visit: Visit, ready: list[Assignment], position: int) -> list[Assignment]:
    """A fixed list as a stream: what was begun comes first, then the rest as drawn, each check at its place."""
    view, rater = visit.view, visit.member.uid
    ready.sort(key=lambda a: (a.shown < (a.stage or 0), draw(view.row.seed, rater, "stream", a.id)))
    if not view.check_rate:
        return ready
    begun = [a for a in ready if a.shown >= (a.stage or 0)]
    rest = [a for a in ready if a.shown < (a.stage or 0)]
    done = position + 1 - progress.count_open(run, visit.member.id) + len(begun)
    placed = [(a.position, a) for a in rest if a.purpose == "check"]
    return begun + with_checks([a for a in rest if a.purpose != "check"], placed, done)


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
    batch = min((a.batch for a in mine if a.purpose in OWN), default=None)
    return [a for a in mine if a.batch == batch or a.purpose not in OWN]


def waits_for_batch(view: StudyView, a: Assignment) -> bool:
    """Whether the next stage of an assignment opens only with its batch.

    On a fixed list that is so too where others have done the stages before; of the pool such units come alone.
    """
    gate = view.gate
    if a.purpose not in OWN or gate is None or a.stage is None or a.stage < gate:
        return False
    return a.stages[0] < gate or view.settings.assign == "fixed"


def would_spoil(view: StudyView, a: Assignment, mine: list[Assignment]) -> bool:
    """Whether the next stage of an assignment shows what another open one of the same item still hides."""
    if not view.hides or a.stage is None:
        return False
    hidden = (view.reveals[b.stage] for b in mine if b.item == a.item != 0 and b.stage is not None)
    return any(reveals is not None and a.stage >= reveals for reveals in hidden)


def at_the_open_gate(view: StudyView, mine: list[Assignment]) -> list[Assignment]:
    """Assignments whose batch has finished the stages before the gate."""
    gate = view.gate
    if gate is None:
        return []
    behind = {a.batch for a in mine if a.stage is not None and a.stage < gate}
    return [a for a in mine if waits_for_batch(view, a) and a.batch not in behind]


def _take_new(taker: Taker, mine: list[Assignment], wanted: int) -> list[Assignment]:
    view, first = taker.view, min(taker.member.stages, default=0)
    if view.settings.assign == "fixed":
        return [] if mine else taker.from_returned(wanted) or _undealt(taker, first, wanted)
    if view.gate is not None and first < view.gate:
        return _take_into_batch(taker, mine, wanted, first)
    return taker.from_pool(first, wanted) or ([] if mine else taker.from_later_stages(first))


def _take_among(taker: Taker, mine: list[Assignment], room: int) -> list[Assignment]:
    """New units with checks between them; lists have theirs already."""
    if taker.view.settings.assign == "fixed":
        return _take_new(taker, mine, room)
    view, rater = taker.view, taker.member.uid
    room, taker.is_bounded = taker.bounded(min(taker.member.stages, default=0), room), True
    found: list[Assignment] = []
    while len(found) < room:
        check = taker.check() if is_check(view, rater, taker.position + 1) else None
        if check is not None:
            found.append(check)
            continue
        ahead = 1
        while ahead < room - len(found) and not is_check(view, rater, taker.position + 1 + ahead):
            ahead += 1
        others = _take_new(taker, mine, ahead)
        found += others
        if len(others) < ahead:
            break
    return found


def _undealt(taker: Taker, first: int, wanted: int) -> list[Assignment]:
    """What no list holds goes to whoever has nothing left; not where stages wait for each other or hide something."""
    view = taker.view
    return [] if view.gate is not None or view.hides else taker.from_pool(first, wanted)


def _take_into_batch(taker: Taker, mine: list[Assignment], wanted: int, first: int) -> list[Assignment]:
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
