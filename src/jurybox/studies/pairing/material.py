"""What pairs are drawn from: the items of a study, what systems made of them, and the pairs there are already."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from jurybox.core import SystemKind
from jurybox.design import DrawnPair, PairItem, still_to_draw
from jurybox.store import Run, analysis_rows, systems, units
from jurybox.studies.study import StudyView


@dataclass(frozen=True, slots=True)
class PairMaterial:
    """As things stood when the pool had so many places and the last candidate was that one."""

    items: list[PairItem]
    group_of: dict[int, str]
    systems: tuple[str, ...]
    """All of them; those that were withdrawn made nothing that can be drawn."""
    places: int
    last_candidate: int

    def of_groups(self, groups: Collection[str]) -> list[PairItem]:
        """The items that raters of these groups may have; none means all."""
        return [one for one in self.items if not groups or self.group_of[one.id] in groups]

    @property
    def drawn(self) -> int:
        """How many pairs were drawn."""
        return sum(len(one.drawn) for one in self.items)

    def left(self, most: int | None, batch: Sequence[DrawnPair] = ()) -> dict[str, int]:
        """By group: how many pairs can still be drawn after a batch; none once there are so many as wanted."""
        if most is not None and self.drawn + len(batch) >= most:
            return {}
        by_group: dict[str, list[PairItem]] = {}
        for one in self.items:
            by_group.setdefault(self.group_of[one.id], []).append(one)
        taken = Counter(self.group_of[pair.item] for pair in batch)
        left = {group: still_to_draw(items) - taken[group] for group, items in sorted(by_group.items())}
        return {group: number for group, number in left.items() if number}


def pair_material(
    run: Run, view: StudyView, places: int | None = None, last_candidate: int | None = None
) -> PairMaterial:
    """The material as it is, or as it was before a batch that its event tells of."""
    standing = systems.systems_of(run, view.id)
    number = {
        one.id: n
        for n, one in enumerate(standing)
        if one.withdrawn_at is None and SystemKind(one.kind) != SystemKind.NONE
    }
    made: dict[int, dict[int, int]] = {}
    last = 0
    for row in analysis_rows.candidates(run, view.id):
        if last_candidate is None or row.candidate <= last_candidate:
            last = max(last, row.candidate)
            if row.system in number:
                made.setdefault(row.item, {})[number[row.system]] = row.candidate
    drawn: dict[int, list[tuple[int, int]]] = {}
    until = units.next_place(run, view.id) if places is None else places
    for item, shown in units.shown_before(run, view.id, until):
        if len(shown) > 1:
            drawn.setdefault(item, []).append((min(shown), max(shown)))
    gone = analysis_rows.withdrawn_items(run, view.id)
    groups = {one.id: one.group for one in analysis_rows.items(run, view.id)}
    items = [PairItem(id, own, drawn.get(id, ())) for id, own in sorted(made.items()) if id not in gone]
    return PairMaterial(items, groups, tuple(one.name for one in standing), until, last)
