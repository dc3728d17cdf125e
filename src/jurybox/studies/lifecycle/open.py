"""From outputs to units: equal outputs become one candidate, candidates become units with places and slots.

A million units are opened in memory for a few hundred megabytes: outputs are read some items at a time, and what is
kept of a unit until its place is drawn is small.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby

from jurybox.core import LETTERS, Fields, Protocol, Settings, StudyState, rule_answers
from jurybox.design import merge, places, units_of_item
from jurybox.store import Chunks, Database, Run, units
from jurybox.studies.study import StudyView

TOGETHER = 4_000
"""Of so many items the outputs are read at once."""


@dataclass(slots=True)
class SystemOutputs:
    """One system's outputs of one item, as they lie in the store."""

    system: int
    fields: Fields = field(default_factory=dict)
    segments: list[Fields] = field(default_factory=list)


@dataclass(slots=True)
class NewCandidate:
    item: int
    systems: tuple[int, ...]
    id: int = 0


@dataclass(slots=True)
class NewItem:
    """The new candidates of an item."""

    group: str
    candidates: list[NewCandidate]
    texts: list[Fields]
    """What rules look at, candidate by candidate; nothing where there are no rules."""
    segments: int


@dataclass(slots=True)
class NewUnit:
    group: str
    candidates: tuple[NewCandidate, ...]
    number: int
    """Counts the units of an item."""
    window: int
    """Which window of its item; 0 for all of it."""
    quorums: tuple[int, ...]
    """How many raters each stage needs."""
    siblings: Sequence[NewCandidate]
    """Where subsets are drawn, all new candidates of the item: not each need be in a unit."""
    place: int = -1

    @property
    def item(self) -> int:
        return self.candidates[0].item


def open_units(
    database: Database,
    view: StudyView,
    timer: Callable[[], float],
    progress: Callable[[int, int], None] = lambda a, b: None,
) -> tuple[int, int]:
    """Make candidates, units and slots of all outputs that have none yet: (units made, places taken in all).

    A draft starts over when it was cut off, so its candidates are written first, item by item, as indexes lie. In an
    open study every chunk leaves whole units behind, so that a run that was cut off is finished by the next one.
    """
    is_draft = view.row.state == StudyState.DRAFT
    if is_draft:
        database.write(lambda run: units.drop_all(run, view.id))
    known = database.read(lambda run: _known_candidates(run, view))
    joining: list[tuple[int, int]] = []
    items = _new_items(database, view, known, joining)
    if view.settings.pairs.on:
        _write_candidates_alone(Chunks(database, timer), items if is_draft else list(items))
        if joining:
            database.write(lambda run: units.add_makers(run, joining))
        return 0, database.read(lambda run: units.next_place(run, view.id))
    maker = UnitMaker(view)
    if is_draft:
        new = _write_candidates(Chunks(database, timer), maker, items)
    else:
        late = list(items)
        if joining:
            database.write(lambda run: units.add_makers(run, joining))
        new = [u for one in late if not _join_unbegun(database, view, one.candidates) for u in maker.units(one)]
    together = view.settings.batch if view.gate is not None else 0
    per_item = [list(own) for _, own in groupby(new, key=lambda u: u.item)] if together else [new]
    ordered = places(per_item, view.row.seed, view.settings.order, together, _name_of, _systems_of(view))
    first = database.read(lambda run: units.next_place(run, view.id))
    for place, unit in enumerate(ordered, start=first):
        unit.place = place
    _write_units(Chunks(database, timer, lambda done: progress(done, len(ordered))), view, ordered, is_draft)
    return len(ordered), first + len(ordered)


def _name_of(unit: NewUnit) -> str:
    """What its place is drawn by; frozen, or units would come in another order."""
    return f"({unit.candidates[0].item}, {unit.number})"


def _systems_of(view: StudyView) -> Callable[[NewUnit], object] | None:
    """Where each unit shows one output: whose it is, so that a rater's first tasks are not all of one system."""
    if view.protocol.unit.candidates != 1:
        return None
    return lambda unit: unit.candidates[0].systems


def _write_candidates_alone(chunks: Chunks, items: Iterable[NewItem]) -> None:
    """Pairs are made of them later, batch by batch."""

    def job_of(chunk: Sequence[NewItem]) -> Callable[[Run], None]:
        return partial(_add_candidates, new=[candidate for new in chunk for candidate in new.candidates])

    chunks.write(items, job_of)


def _write_candidates(chunks: Chunks, maker: "UnitMaker", items: Iterable[NewItem]) -> list[NewUnit]:
    """Write the candidates of a draft; the units they will be in."""
    made: list[NewUnit] = []

    def job_of(chunk: Sequence[NewItem]) -> Callable[[Run], None]:
        made.extend(unit for new in chunk for unit in maker.units(new))
        return partial(_add_candidates, new=[candidate for new in chunk for candidate in new.candidates])

    chunks.write(items, job_of)
    return made


def _write_units(chunks: Chunks, view: StudyView, ordered: list[NewUnit], is_draft: bool) -> None:
    """Write units with their slots; in an open study with their candidates, and whole items where subsets are drawn."""
    pieces: Iterable[Sequence[NewUnit]] = ((unit,) for unit in ordered)
    if not is_draft and draws_subsets(view):
        by_item = sorted(ordered, key=lambda u: (u.item, u.number))
        pieces = [list(own) for _, own in groupby(by_item, key=lambda u: u.item)]

    def job_of(chunk: Sequence[Sequence[NewUnit]]) -> Callable[[Run], None]:
        new = list(chain.from_iterable(chunk))
        if is_draft:
            return partial(units.add_units, study=view.id, new=list(map(_unit_to_add, new)))
        shown = (c for unit in new for c in (unit.siblings or unit.candidates))
        return partial(_write, view=view, new=new, candidates=list({id(c): c for c in shown}.values()))

    chunks.write(pieces, job_of)


def _known_candidates(run: Run, view: StudyView) -> dict[int, list[tuple[int, SystemOutputs]]]:
    """Candidates that stand already, by item, with the output each shows."""
    found: dict[int, list[tuple[int, SystemOutputs]]] = {}
    if not view.row.places:
        return found
    for id, parts in groupby(units.known_outputs(run, view.id), key=lambda part: part.candidate):
        first, *others = parts
        found.setdefault(first.item, []).append((id, _made([first, *others])))
    return found


def _made(parts: Sequence[units.NewOutput | units.KnownOutput]) -> SystemOutputs:
    made = SystemOutputs(parts[0].system)
    for part in parts:
        if part.segment == 0:
            made.fields = part.fields
        else:
            made.segments.append(part.fields)
    return made


def _new_items(
    database: Database,
    view: StudyView,
    known: dict[int, list[tuple[int, SystemOutputs]]],
    joining: list[tuple[int, int]],
) -> Iterator[NewItem]:
    """The new candidates, item by item; `joining` learns which systems join a candidate that stands already."""
    after = 0
    makers: dict[tuple[int, ...], tuple[int, ...]] = {}
    while last := database.read(lambda run: units.last_of_some(run, view.id, after=after, most=TOGETHER)):  # noqa: B023
        outputs = database.read(lambda run: units.new_outputs(run, view.id, after=after, last=last))  # noqa: B023
        for item, of_item in groupby(outputs, key=lambda part: part.item):
            new = _new_item(view, list(of_item), known.get(item, []), joining)
            for candidate in new.candidates:  # a million of them have few makers: each tuple is kept once
                candidate.systems = makers.setdefault(candidate.systems, candidate.systems)
            if new.candidates:
                yield new
        after = last


def _new_item(
    view: StudyView,
    parts: list[units.NewOutput],
    standing: list[tuple[int, SystemOutputs]],
    joining: list[tuple[int, int]],
) -> NewItem:
    first, rules = parts[0], view.protocol.rules
    if not standing and not rules and first.system == parts[-1].system:
        return NewItem(first.group, [NewCandidate(first.item, (first.system,))], [], parts[-1].segment)
    if not standing and not rules and not any(part.segment for part in parts):
        same = merge([(part.system, part.fields) for part in parts], view.settings.merge)
        return NewItem(first.group, [NewCandidate(first.item, tuple(systems)) for systems in same], [], 0)
    made = [_made(list(own)) for _, own in groupby(parts, key=lambda part: part.system)]
    by_system = {m.system: m for m in made} | {m.system: m for _, m in standing}
    candidate_of = {m.system: id for id, m in standing}
    merged = merge(
        [(m.system, (m.fields, m.segments)) for m in [*(m for _, m in standing), *made]], view.settings.merge
    )
    new = NewItem(first.group, [], [], 0)
    for systems in merged:
        if systems[0] in candidate_of:
            joining += [(candidate_of[systems[0]], s) for s in systems[1:] if s not in candidate_of]
            continue
        if not new.candidates:
            new.segments = len(by_system[systems[0]].segments)
        new.candidates.append(NewCandidate(first.item, tuple(systems)))
        if rules:
            new.texts.append({**first.item_fields, **by_system[systems[0]].fields})
    return new


def _join_unbegun(database: Database, view: StudyView, new: list[NewCandidate]) -> bool:
    """A late system joins the page of an item that nobody has begun to rate; True if there was one."""
    shape = view.protocol.unit
    if shape.candidates != "all" or shape.window is not None or not view.row.places:
        return False
    return database.write(lambda run: units.join_unbegun(run, new))


class UnitMaker:
    """Makes units of the candidates of items."""

    def __init__(self, view: StudyView) -> None:
        self._view, self._shape = view, view.protocol.unit
        self._keeps_siblings = draws_subsets(view)
        self._usual: dict[str, tuple[int, ...]] = {}
        """The quorums of a group, where no rule answers anything."""

    def units(self, new: NewItem) -> list[NewUnit]:
        candidates, shape = new.candidates, self._shape
        chosen = units_of_item(range(len(candidates)), shape, self._view.row.seed, candidates[0].item)
        windows = shape.windows(new.segments)
        siblings = candidates if self._keeps_siblings else ()
        shown = [(ns, window, self._quorums(new, ns)) for ns in chosen for window in windows]
        return [
            NewUnit(new.group, tuple(candidates[n] for n in ns), number, window, quorums, siblings)
            for number, (ns, window, quorums) in enumerate(shown)
        ]

    def _quorums(self, new: NewItem, shown: tuple[int, ...]) -> tuple[int, ...]:
        protocol, settings = self._view.protocol, self._view.settings
        if protocol.rules:
            return tuple(slot_quorums(protocol, settings, new.group, [new.texts[n] for n in shown]))
        found = self._usual.get(new.group)
        if found is None:
            found = self._usual[new.group] = tuple(slot_quorums(protocol, settings, new.group, []))
        return found


def draws_subsets(view: StudyView) -> bool:
    """Whether a candidate can stand in several units."""
    shape = view.protocol.unit
    return shape.window is not None or (isinstance(shape.candidates, int) and shape.candidates > 1)


def _add_candidates(run: Run, new: Sequence[NewCandidate]) -> None:
    for candidate, number in zip(new, units.add_candidates(run, new), strict=True):
        candidate.id = number


def _write(run: Run, view: StudyView, new: Sequence[NewUnit], candidates: Sequence[NewCandidate]) -> None:
    """Whole units: the candidates they show that are not written yet, each once however many show it, and slots."""
    if candidates:
        _add_candidates(run, candidates)
    units.add_units(run, view.id, [_unit_to_add(unit) for unit in new])


def _unit_to_add(unit: NewUnit) -> units.UnitToAdd:
    ids = [candidate.id for candidate in unit.candidates]
    return units.UnitToAdd(unit.item, unit.group, unit.place, ids, unit.quorums, unit.window)


def slot_quorums(protocol: Protocol, settings: Settings, group: str, shown: Sequence[Fields]) -> Iterator[int]:
    """How many raters each stage of a unit needs: none where rules make every required answer."""
    if not protocol.rules:
        yield from (settings.quorum_of(stage.id, group) for stage in protocol.stages)
        return
    texts = dict(zip(LETTERS, shown, strict=False))
    for stage in protocol.stages:
        made = {(r.question, r.target) for r in rule_answers(protocol, stage, texts)}
        needed = {(q.id, letter) for q in stage.ask if q.required for letter in texts}
        by_rule = bool(made) and needed <= made and all(q.about == "candidate" for q in stage.ask if q.required)
        yield 0 if by_rule else settings.quorum_of(stage.id, group)
