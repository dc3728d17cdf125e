"""Fixed lists: every unit given to its raters when the study opens, in each rater's own order.

Who comes later gets an even share of what nobody has begun.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from jurybox.core import Assignment, AssignmentState, CheckStanding
from jurybox.design import Work, candidate_order, chosen_of_list, fixed_lists, gap, shuffled
from jurybox.store import Chunks, MembershipRow, Run, assignments, checks, log, people, progress, slots
from jurybox.studies.rating.checks import is_check, next_check
from jurybox.studies.rating.given_lists import lists_given, units_named
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench


@dataclass(slots=True)
class UndealtUnit:
    """A unit that still has slots to deal out."""

    id: int
    item: int
    group: str
    candidates: list[int]
    free: dict[int, int] = field(default_factory=dict)
    """Free slots by stage."""
    ruled: list[int] = field(default_factory=list)
    """Stages that rules answer: every rater sees them, and nobody needs to."""
    window: int = 0


NOT_YET = 2**31 - 1
"""When a repeat is due is known once its first pass is finished."""
Share = list[tuple[UndealtUnit, list[int]]]
"""A rater's units, each with the stages they do of it."""


GIVEN = "given"
"""In place of a rater's number, where their list came with them."""
ELSEWHERE = ("import", "label-studio")
"""The channels of ratings that were made elsewhere: who has no others may never come here."""
Transaction = Callable[[Callable[[Run], bool]], bool]


def plan_lists(bench: Workbench, view: StudyView) -> None:
    """Deal out all slots that are still free to the raters the study has now, as long as anybody can take one.

    Lists that came with their raters are written first, as they are.
    """
    _write_given(bench, view)
    while _deal(bench, view, bench.database.write):
        pass


def deal_anew(run: Run, bench: Workbench, view: StudyView) -> None:
    """Deal out what nobody has begun once more, to all the raters there are now: their lists are even again.

    In one transaction, so that nobody finds their list gone meanwhile.
    """
    given = lists_given(run, view.id)
    for member in people.memberships(run, view.id):
        people.member_to_write(run, member.uid)
        if member.uid in given:
            continue
        for a in _unbegun(view, assignments.all_of(run, member.id)):
            for stage in a.stages if a.purpose == "rating" else ():
                slots.put_back(run, unit=a.unit, stage=stage)
            assignments.drop(run, a)
    while _deal(bench, view, lambda write: write(run), run):
        pass


def _unbegun(view: StudyView, mine: list[Assignment]) -> list[Assignment]:
    """What can be taken from a rater's list, repeats first; where a stage hides something, whole items only."""
    planned = [a for a in mine if a.state == AssignmentState.PLANNED and a.shown < 0]
    begun = {a.item for a in mine} - {a.item for a in planned} | {a.item for a in mine if a.shown >= 0}
    free = [a for a in planned if a.purpose == "rating" and not (view.hides and a.item in begun)]
    firsts = {a.id for a in free}
    return [*(a for a in planned if a.repeat_of in firsts or a.purpose == "check"), *free]


def _deal(bench: Workbench, view: StudyView, transaction: Transaction, run: Run | None = None) -> bool:
    """Raters go by the number under which they joined: the same people, seed and items give the same lists."""

    def read(run: Run) -> tuple[list[MembershipRow], set[int], list[UndealtUnit], list[assignments.GivenUnit]]:
        members, away = people.memberships(run, view.id), log.members_with_only(run, view.id, ELSEWHERE)
        return members, away, _free_units(run, view), assignments.given_units(run, view.id)

    def sources(run: Run) -> dict[int, list[str]]:
        return checks.sources(run, view.id) if view.check_rate else {}

    members, away, units, held = bench.database.read(read) if run is None else read(run)
    made_from = bench.database.read(sources) if run is None else sources(run)
    numbers = {m.uid: str(n) for n, m in enumerate(members, start=1)}
    active = {numbers[m.uid]: m for m in members if _may_come(m) and m.id not in away}
    together = (lambda u: u.item) if view.hides else (lambda u: u.id)
    owners: dict[int, set[str]] = defaultdict(set)
    load = dict.fromkeys(active, 0)
    for given in held:
        rater = numbers[given.rater]
        owners[given.item if view.hides else given.unit].add(rater)
        load[rater] = load.get(rater, 0) + 1
    pieces = {}
    for key, group in groupby(units, key=together):
        of_piece = list(group)
        checked = {numbers[rater] for rater in made_from.get(of_piece[0].item, ())}
        barred = owners[key] | checked | {rater for rater, m in active.items() if not _may_rate(m, of_piece)}
        pieces[_work(of_piece, barred)] = of_piece
    lists = fixed_lists(list(pieces), {rater: m.groups for rater, m in active.items()}, view.row.seed, load)
    found = False
    for rater, share in _shares(view, lists, pieces, active).items():
        write = partial(_write, bench=bench, view=view, member=active[rater], share=share, rater=rater)
        found |= transaction(write)
    return found


def _write_given(bench: Workbench, view: StudyView) -> None:
    """Every list that came with its rater and is not written yet; each unit gets as many slots as lists name it."""
    database = bench.database
    with database.snapshot() as run:
        given = lists_given(run, view.id)
        listed = [m for m in people.memberships(run, view.id) if m.uid in given]
        waiting = [m for m in listed if not assignments.all_of(run, m.id)]
        named = units_named(run, view, [given[m.uid] for m in waiting]) if waiting else []
    wanted = Counter(unit for units in named for unit in units)
    chunks = Chunks(database, bench.world.timer, lambda done: None)
    chunks.write(list(wanted.items()), lambda chunk: partial(_open_for_lists, view=view, wanted=chunk))
    undealt = {unit.id: unit for unit in database.read(lambda run: _free_units(run, view))} if waiting else {}
    for member, units in zip(waiting, named, strict=True):
        found = [undealt[unit] for unit in units if unit in undealt]
        share = [(unit, sorted([*unit.free, *unit.ruled])) for unit in found]
        database.write(partial(_write, bench=bench, view=view, member=member, share=share, rater=GIVEN))


def _open_for_lists(run: Run, view: StudyView, wanted: Sequence[tuple[int, int]]) -> None:
    for unit, count in wanted:
        for stage in range(len(view.protocol.stages)):
            slots.open_more_of_unit(run, unit=unit, stage=stage, quorum=count)


def _free_units(run: Run, view: StudyView) -> list[UndealtUnit]:
    units: dict[int, UndealtUnit] = {}
    for found in slots.to_deal(run, view.id):
        new = UndealtUnit(found.unit, found.item, found.group, found.candidates, window=found.window or 0)
        unit = units.setdefault(found.unit, new)
        if found.quorum:
            unit.free[found.stage] = found.free
        else:
            unit.ruled.append(found.stage)
    undealt = [unit for unit in units.values() if unit.free]
    return sorted(undealt, key=lambda u: u.item) if view.hides else undealt


def _may_come(member: MembershipRow) -> bool:
    return member.revoked_at is None and not CheckStanding(member.checked or 0).stops


def _may_rate(member: MembershipRow, units: list[UndealtUnit]) -> bool:
    return not member.stages or any(stage in member.stages for unit in units for stage in unit.free)


def _work(units: list[UndealtUnit], barred: set[str]) -> Work:
    quorum = max(free for unit in units for free in unit.free.values())
    return Work(tuple(unit.id for unit in units), units[0].group, quorum, frozenset(barred))


def _shares(
    view: StudyView,
    lists: dict[str, list[Work]],
    pieces: dict[Work, list[UndealtUnit]],
    members: dict[str, MembershipRow],
) -> dict[str, Share]:
    """Each rater's units in order. Where a stage has fewer slots than the piece has raters, chance decides."""
    takers: dict[Work, list[str]] = defaultdict(list)
    for rater, works in lists.items():
        for work in works:
            takers[work].append(rater)
    stages: dict[tuple[str, int], list[int]] = {}
    for work, units in pieces.items():
        for rater in shuffled(takers[work], view.row.seed, "stages", work.units[0]):
            stages |= {(rater, unit.id): _take(unit, members[rater]) for unit in units}
    return {
        rater: [(unit, stages[rater, unit.id]) for work in _in_order(view, rater, works) for unit in pieces[work]]
        for rater, works in lists.items()
    }


def _take(unit: UndealtUnit, member: MembershipRow) -> list[int]:
    """The stages a rater does of a unit, no longer free for the next."""
    taken = [stage for stage, free in unit.free.items() if free and (not member.stages or stage in member.stages)]
    for stage in taken:
        unit.free[stage] -= 1
    ruled = [stage for stage in unit.ruled if not member.stages or stage in member.stages]
    return sorted(taken + ruled) if taken else []


def _in_order(view: StudyView, rater: str, works: list[Work]) -> list[Work]:
    if view.settings.order == "sequential":
        return works
    return shuffled(works, view.row.seed, "list", rater, key=lambda w: w.units[0])


def _write(run: Run, bench: Workbench, view: StudyView, member: MembershipRow, share: Share, rater: str) -> bool:
    """Write a rater's list, with its repeats where they come; whether there was anything to write."""
    taken = [(unit, stages) for unit, stages in ((u, _take_slots(run, u, wanted)) for u, wanted in share) if stages]
    writer = _Writer(run, bench, view, member, {unit.item for unit, _ in taken})
    between = gap(len(taken))
    again = set(chosen_of_list([u.id for u, _ in taken], view.settings.repeats, view.row.seed, rater))
    waiting: list[tuple[int, UndealtUnit, int, list[int], list[int]]] = []
    for n, (batch, (unit, stages)) in enumerate(_in_batches(view, taken, rater)):
        order = candidate_order(unit.candidates, view.row.seed, member.uid, unit.id)
        id = writer.add(unit, order, batch, stages)
        later = [stage for stage in view.repeatable if stage in stages]
        if n in again and later:
            waiting.append((n + between, unit, id, order, later))
        while waiting and waiting[0][0] <= n:
            _, first, first_id, avoid, later = waiting.pop(0)
            fresh = candidate_order(first.candidates, view.row.seed, member.uid, first.id, "repeat", avoid)
            writer.add(first, fresh, batch, later, repeat_of=first_id)
    return bool(taken)


def _take_slots(run: Run, unit: UndealtUnit, stages: list[int]) -> list[int]:
    """Take a slot of each stage that needs raters; the stages this rater then has."""
    taken = [stage for stage in stages if stage not in unit.ruled and slots.take(run, unit=unit.id, stage=stage)]
    return [stage for stage in stages if stage in taken or stage in unit.ruled] if taken else []


def _in_batches(view: StudyView, taken: Share, rater: str) -> Iterator[tuple[int, tuple[UndealtUnit, list[int]]]]:
    """Numbered batches; the units of one item stay in one where a stage hides something.

    There they come mixed with those of the others, where the order is by chance and no list came with the rater.
    """
    batches: list[Share] = [[]]
    for entry in taken:
        last = batches[-1]
        if len(last) >= view.settings.batch and not (view.hides and entry[0].item == last[-1][0].item):
            batches.append(last := [])
        last.append(entry)
    is_mixed = view.hides and view.settings.order != "sequential" and rater != GIVEN
    for number, share in enumerate(batches):
        mixed = shuffled(share, view.row.seed, "batch", rater, key=lambda entry: entry[0].id) if is_mixed else share
        yield from ((number, entry) for entry in mixed)


class _Writer:
    """Writes the assignments of one rater's list one after the other, behind those that are there."""

    def __init__(self, run: Run, bench: Workbench, view: StudyView, member: MembershipRow, items: set[int]) -> None:
        self.run, self.bench, self.view, self.member, self.items = run, bench, view, member, items
        last = progress.last_given(run, member.id)
        self.position = last.position if last else -1
        self.batch = last.batch + 1 if last else 0

    def add(
        self, unit: UndealtUnit, order: list[int], batch: int, stages: list[int], repeat_of: int | None = None
    ) -> int:
        if is_check(self.view, self.member.uid, self.position + 1):
            self._add_check(batch)
        self.position += 1
        a = Assignment(
            id=0,
            uid=self.bench.new_id(),
            unit=unit.id,
            item=unit.item,
            membership=self.member.id,
            candidates=order,
            batch=self.batch + batch,
            position=self.position,
            purpose="rating" if repeat_of is None else "repeat",
            repeat_of=repeat_of,
            due=0 if repeat_of is None else NOT_YET,
            stages=stages,
            stage=stages[0],
            shown=-1,
            state=AssignmentState.PLANNED,
            lease_until=None,
            window=unit.window,
        )
        assignments.add(self.run, a, study=self.view.id, epoch=self.view.row.epoch, now=self.bench.now())
        return a.id

    def _add_check(self, batch: int) -> None:
        """A check before the next unit, made from nothing that stands in the list."""
        member = people.member_to_write(self.run, self.member.uid)
        assert member is not None
        a = next_check(self.run, self.view, member, self.position + 1, avoid=self.items)
        if a is not None:
            self.position += 1
            a.uid, a.batch = self.bench.new_id(), self.batch + batch
            assignments.add(self.run, a, study=self.view.id, epoch=self.view.row.epoch, now=self.bench.now())
