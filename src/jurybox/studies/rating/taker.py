"""Takes free slots of the pool for one rater, and makes assignments of them."""

from jurybox.core import LEASE_US, Assignment
from jurybox.design import candidate_order
from jurybox.store import Run, assignments, in_mind, pool, progress, slots
from jurybox.studies.rating.checks import next_check
from jurybox.studies.rating.link import Visit
from jurybox.studies.workbench import TimeAndIds

RENEW_AFTER_US = 60 * 1_000_000
"""Leases are written anew once a minute at the most, and last that much longer instead."""
SCARCE = 20
"""With fewer free units than this beyond what was asked for, a rater holds one at a time."""


class Taker:
    """Takes free slots for one rater and makes assignments of them."""

    def __init__(self, run: Run, visit: Visit, server: TimeAndIds, seen: progress.Glance, holding: int) -> None:
        self.run, self.view, self.member = run, visit.view, visit.member
        self.server, self.holding = server, holding
        self.position, self.batch, self.returned = seen.position, seen.batch, seen.returned
        self.cursor = seen.cursor if seen.epoch == self.view.row.epoch else -1
        self.is_bounded = False
        """Whether it was looked already whether few are left."""
        self.needs_keys = True
        """Whether what is made is changed again at once; a page knows it by its uid alone."""
        self.left: int | None = None
        """How many free units are left beyond the cursor, once the last of them was seen."""

    def _search(self, stage: int) -> pool.Search:
        return pool.Search(
            study=self.view.id,
            stage=stage,
            member=self.member.id,
            groups=self.member.groups,
            reveals=self.view.reveals[stage],
            checks=bool(self.view.check_rate),
        )

    def check(self) -> Assignment | None:
        """The check that comes next, where another unit can follow it: it gets its id now, as that one will."""
        first = min(self.member.stages, default=0)
        if not self.returned and not self.free(first, 1, self.cursor, held_too=True):
            return None
        a = next_check(self.run, self.view, self.member, self.position + 1)
        if a is not None:
            self.position += 1
            a.uid, a.batch, a.shown = self.server.new_id(), self.batch, a.stages[0]
            epoch, cursor = self.view.row.epoch, self.cursor
            assignments.add(self.run, a, study=self.view.id, epoch=epoch, cursor=cursor, now=self.server.now)
        return a

    def from_pool(self, stage: int, wanted: int) -> list[Assignment]:
        wanted = self.bounded(stage, wanted)
        taken = self._from_returned(stage, wanted)
        if len(taken) < wanted:
            taken += self._beyond(stage, wanted - len(taken), self.cursor)
        if wanted and not taken and self.cursor >= 0:
            # On PostgreSQL the cursor passes units that another transaction is looking at.
            taken = self._beyond(stage, 1, -1, held_too=True)
        return taken

    def bounded(self, stage: int, wanted: int) -> int:
        """How many new units a rater may have now: where few are left, one at a time."""
        if not self.is_bounded and (wanted > 1 or self.holding) and self._is_scarce(stage, wanted):
            return 0 if self.holding else 1
        return wanted

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
        if wanted == 1 and not held_too and (a := self._in_mind(stage, place)):
            return [a]
        found = self.free(stage, wanted, place, held_too)
        self.cursor = max(self.cursor, *(free.place for free in found)) if found else self.cursor
        taken = [a for a in (self.assign(free, stage, is_held=not held_too) for free in found) if a]
        self.left = 0 if len(found) < wanted else None if self.left is None else self.left - len(found)
        return taken

    def _in_mind(self, stage: int, place: int) -> Assignment | None:
        """The next free unit, where the writer has it in mind and the rater has not had it."""
        free = in_mind.take_next(self.run, self._search(stage), place)
        if free is None:
            return None
        self.cursor = max(self.cursor, free.place)
        self.left = None if self.left is None else self.left - 1
        return self._assigned(free, stage)

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

    def assign(self, free: pool.FreeUnit, first: int, is_held: bool = False) -> Assignment | None:
        """Take the slots of a unit from a stage on, and make an assignment of it; None if others were quicker."""
        if self.view.withdrawn.issuperset(free.candidates):
            return None
        if is_held:
            slots.take_held(self.run, unit=free.unit, stage=first)
        elif not slots.take(self.run, unit=free.unit, stage=first):
            return None
        return self._assigned(free, first)

    def _assigned(self, free: pool.FreeUnit, first: int) -> Assignment:
        """An assignment of a unit whose first slot was taken."""
        shown = [c for c in free.candidates if c not in self.view.withdrawn]
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
            window=free.window or 0,
        )
        write = assignments.add if self.needs_keys else assignments.give
        write(self.run, a, study=self.view.id, epoch=self.view.row.epoch, cursor=self.cursor, now=self.server.now)
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
