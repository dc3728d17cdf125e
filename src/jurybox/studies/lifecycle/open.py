"""From outputs to units: equal outputs become one candidate, candidates become units with places and slots."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from jurybox.core import LETTERS, Fields, Protocol, Settings, StudyState, rule_answers
from jurybox.design import merge, places, units_of_item
from jurybox.store import Chunks, Database, Run, units
from jurybox.studies.study import StudyView


@dataclass(slots=True)
class SystemOutputs:
    """One system's outputs of one item, as they lie in the store."""

    system: int
    fields: Fields = field(default_factory=dict)
    segments: list[Fields] = field(default_factory=list)


@dataclass(slots=True)
class NewCandidate:
    item: int
    systems: list[int]
    texts: Fields
    segments: int = 0
    id: int = 0


@dataclass(slots=True)
class NewUnit:
    item: int
    group: str
    candidates: tuple[NewCandidate, ...]
    number: int
    """Counts the units of an item."""
    window: int
    """Which window of its item; 0 for all of it."""
    siblings: Sequence[NewCandidate]
    """All new candidates of the item; not each need be in a unit where subsets are drawn."""
    place: int = -1


def open_units(
    database: Database,
    view: StudyView,
    timer: Callable[[], float],
    progress: Callable[[int, int], None] = lambda a, b: None,
) -> tuple[int, int]:
    """Make candidates, units and slots of all outputs that have none yet: (units made, places taken in all).

    Every chunk leaves whole units behind, so that a run that was cut off is finished by the next one.
    """
    if view.row.state == StudyState.DRAFT:
        database.write(lambda run: units.drop_all(run, view.id))
    known = database.read(lambda run: _known_candidates(run, view))
    outputs = database.read(lambda run: units.new_outputs(run, view.id))
    joining, items = _candidates(view, outputs, known)
    if joining:
        database.write(lambda run: units.add_makers(run, joining))
    per_item = [_units(view, new, group) for new, group in items if not _join_unbegun(database, view, new)]
    together = view.settings.batch if view.gate is not None else 0
    ordered = places(
        per_item, view.row.seed, view.settings.order, together, lambda u: (u.item, u.number), _systems_of(view)
    )
    first = database.read(lambda run: units.next_place(run, view.id))
    for place, unit in enumerate(ordered, start=first):
        unit.place = place
    pieces = per_item if _draws_subsets(view) else [[unit] for unit in ordered]
    chunks = Chunks(database, timer, lambda done: progress(done, len(pieces)))
    chunks.write(pieces, lambda chunk: partial(_write, view=view, new=[unit for piece in chunk for unit in piece]))
    return len(ordered), first + len(ordered)


def _systems_of(view: StudyView) -> Callable[[NewUnit], object] | None:
    """Where each unit shows one output: whose it is, so that a rater's first tasks are not all of one system."""
    if view.protocol.unit.candidates != 1:
        return None
    return lambda unit: tuple(unit.candidates[0].systems)


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


def _candidates(
    view: StudyView, outputs: Sequence[units.NewOutput], known: dict[int, list[tuple[int, SystemOutputs]]]
) -> tuple[list[tuple[int, int]], list[tuple[list[NewCandidate], str]]]:
    """Systems that join a candidate that stands already, and the new candidates of each item with its group."""
    joining: list[tuple[int, int]] = []
    items: list[tuple[list[NewCandidate], str]] = []
    for item, of_item in groupby(outputs, key=lambda part: part.item):
        parts = list(of_item)
        first = parts[0]
        if item not in known and not view.protocol.rules and first.system == parts[-1].system:
            items.append(([NewCandidate(item, [first.system], {}, parts[-1].segment)], first.group))
            continue
        made = [_made(list(own)) for _, own in groupby(parts, key=lambda part: part.system)]
        standing = known.get(item, [])
        by_system = {m.system: m for m in made} | {m.system: m for _, m in standing}
        candidate_of = {m.system: id for id, m in standing}
        merged = merge(
            [(m.system, (m.fields, m.segments)) for m in [*(m for _, m in standing), *made]], view.settings.merge
        )
        new = []
        for systems in merged:
            if systems[0] in candidate_of:
                joining += [(candidate_of[systems[0]], s) for s in systems[1:] if s not in candidate_of]
            else:
                texts = {**first.item_fields, **by_system[systems[0]].fields} if view.protocol.rules else {}
                new.append(NewCandidate(item, systems, texts, len(by_system[systems[0]].segments)))
        if new:
            items.append((new, first.group))
    return joining, items


def _join_unbegun(database: Database, view: StudyView, new: list[NewCandidate]) -> bool:
    """A late system joins the page of an item that nobody has begun to rate; True if there was one."""
    shape = view.protocol.unit
    if shape.candidates != "all" or shape.window is not None or not view.row.places:
        return False
    return database.write(lambda run: units.join_unbegun(run, _to_add(new)))


def _units(view: StudyView, candidates: list[NewCandidate], group: str) -> list[NewUnit]:
    item, shape = candidates[0].item, view.protocol.unit
    chosen = units_of_item(range(len(candidates)), shape, view.row.seed, item)
    shown = [(ns, window) for ns in chosen for window in shape.windows(candidates[0].segments)]
    return [
        NewUnit(item, group, tuple(candidates[n] for n in ns), number, window, candidates)
        for number, (ns, window) in enumerate(shown)
    ]


def _draws_subsets(view: StudyView) -> bool:
    """Whether a candidate can stand in several units."""
    shape = view.protocol.unit
    return shape.window is not None or (isinstance(shape.candidates, int) and shape.candidates > 1)


def _write(run: Run, view: StudyView, new: Sequence[NewUnit]) -> None:
    """Whole units: the candidates they show, each once however many show it, and their slots."""
    whole_items = _draws_subsets(view)
    shown = (c for unit in new for c in (unit.siblings if whole_items else unit.candidates))
    candidates = list({id(c): c for c in shown}.values())
    for candidate, number in zip(candidates, units.add_candidates(run, _to_add(candidates)), strict=True):
        candidate.id = number
    units.add_units(run, view.id, [_unit_to_add(view, unit) for unit in new])


def _unit_to_add(view: StudyView, unit: NewUnit) -> units.UnitToAdd:
    quorums = list(slot_quorums(view.protocol, view.settings, unit))
    return units.UnitToAdd(unit.item, unit.group, unit.place, [c.id for c in unit.candidates], quorums, unit.window)


def _to_add(new: Sequence[NewCandidate]) -> list[units.CandidateToAdd]:
    return [units.CandidateToAdd(item=candidate.item, systems=candidate.systems) for candidate in new]


def slot_quorums(protocol: Protocol, settings: Settings, unit: NewUnit) -> Iterator[int]:
    """How many raters each stage of a unit needs: none where rules make every required answer."""
    if not protocol.rules:
        yield from (settings.quorum_of(stage.id, unit.group) for stage in protocol.stages)
        return
    texts = dict(zip(LETTERS, (c.texts for c in unit.candidates), strict=False))
    for stage in protocol.stages:
        made = {(r.question, r.target) for r in rule_answers(protocol, stage, texts)}
        needed = {(q.id, letter) for q in stage.ask if q.required for letter in texts}
        by_rule = bool(made) and needed <= made and all(q.about == "candidate" for q in stage.ask if q.required)
        yield 0 if by_rule else settings.quorum_of(stage.id, unit.group)
