"""From outputs to units: equal outputs become one candidate, candidates become units with places and slots."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from jurybox.core import LETTERS, Protocol, Settings, StudyState, rule_answers
from jurybox.design import merge, places, units_of_item
from jurybox.store import imports
from jurybox.store.bulk import reserve_ids, write_in_chunks
from jurybox.store.database import Database
from jurybox.store.statement import Run
from jurybox.studies.study import StudyView


@dataclass(slots=True)
class SystemOutputs:
    """One system's outputs of one item, as they lie in the store."""

    system: int
    fields: dict[str, Any] = field(default_factory=dict)
    segments: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class NewCandidate:
    item: int
    systems: list[int]
    texts: dict[str, Any]
    id: int = 0


@dataclass(slots=True)
class NewUnit:
    item: int
    group: str
    candidates: tuple[NewCandidate, ...]
    number: int
    """Counts the units of an item."""
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
        database.write(lambda run: imports.drop_units(run, view.id))
    known = database.read(lambda run: _known_candidates(run, view))
    rows = database.read(lambda run: run.all(imports.NEW_OUTPUTS, study=view.id))
    joining, items = _candidates(view, rows, known)
    database.write(lambda run: _join(run, joining))
    per_item = [_units(view, new, group) for new, group in items if not _join_unbegun(database, view, new)]
    together = view.settings.batch if view.gate is not None else 0
    ordered = places(per_item, view.row.seed, view.settings.order, together, key=lambda u: (u.item, u.number))
    first = database.read(lambda run: int(run.value(imports.NEXT_PLACE, study=view.id)))
    for place, unit in enumerate(ordered, start=first):
        unit.place = place
    pieces = per_item if _draws_subsets(view) else [[unit] for unit in ordered]
    write_in_chunks(
        database, pieces, lambda run, chunk: _write(run, view, [unit for piece in chunk for unit in piece]), timer,
        lambda done: progress(done, len(pieces)),
    )  # fmt: skip
    return len(ordered), first + len(ordered)


def _known_candidates(run: Run, view: StudyView) -> dict[int, list[tuple[int, SystemOutputs]]]:
    """Candidates that stand already, by item, with the output each shows."""
    found: dict[int, list[tuple[int, SystemOutputs]]] = {}
    if not view.row.places:
        return found
    for (item, id, system), group in groupby(run.all(imports.CANDIDATES, study=view.id), key=lambda row: row[:3]):
        found.setdefault(item, []).append((id, _made(system, [(row[3], row[4]) for row in group])))
    return found


def _made(system: int, parts: list[tuple[int, str]]) -> SystemOutputs:
    made = SystemOutputs(system)
    for segment, fields in parts:
        if segment == 0:
            made.fields = json.loads(fields)
        else:
            made.segments.append(json.loads(fields))
    return made


def _candidates(
    view: StudyView, rows: Sequence[tuple[Any, ...]], known: dict[int, list[tuple[int, SystemOutputs]]]
) -> tuple[list[tuple[int, int]], list[tuple[list[NewCandidate], str]]]:
    """Systems that join a candidate that stands already, and the new candidates of each item with its group."""
    joining: list[tuple[int, int]] = []
    items: list[tuple[list[NewCandidate], str]] = []
    for item, group_rows in groupby(rows, key=lambda row: row[0]):
        parts = list(group_rows)
        if item not in known and not view.protocol.rules and parts[0][3] == parts[-1][3]:
            items.append(([NewCandidate(item, [parts[0][3]], {})], parts[0][1]))
            continue
        made = [_made(s, [(r[4], r[5]) for r in rs]) for s, rs in groupby(parts, key=lambda row: row[3])]
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
                texts = {**json.loads(parts[0][2]), **by_system[systems[0]].fields} if view.protocol.rules else {}
                new.append(NewCandidate(item, systems, texts))
        if new:
            items.append((new, parts[0][1]))
    return joining, items


def _join(run: Run, joining: list[tuple[int, int]]) -> None:
    if joining:
        run.many(imports.ADD_CANDIDATE_SYSTEM, [{"candidate": c, "system": s} for c, s in joining])


def _join_unbegun(database: Database, view: StudyView, new: list[NewCandidate]) -> bool:
    """A late system joins the page of an item that nobody has begun to rate; True if there was one."""
    if view.protocol.unit.candidates != "all" or not view.row.places:
        return False

    def write(run: Run) -> bool:
        row = run.one(imports.UNBEGUN, item=new[0].item)
        if row is None:
            return False
        _write_candidates(run, new)
        run.do(imports.SET_CANDIDATES, unit=row[0], ids=json.dumps(json.loads(row[1]) + [c.id for c in new]))
        return True

    return database.write(write)


def _units(view: StudyView, candidates: list[NewCandidate], group: str) -> list[NewUnit]:
    item = candidates[0].item
    chosen = units_of_item(range(len(candidates)), view.protocol.unit, view.row.seed, item)
    return [
        NewUnit(item, group, tuple(candidates[n] for n in ns), number, candidates) for number, ns in enumerate(chosen)
    ]


def _draws_subsets(view: StudyView) -> bool:
    return isinstance(view.protocol.unit.candidates, int) and view.protocol.unit.candidates > 1


def _write(run: Run, view: StudyView, units: Sequence[NewUnit]) -> None:
    """Whole units: the candidates they show, and their slots."""
    whole_items = _draws_subsets(view)
    _write_candidates(run, [c for unit in units for c in (unit.siblings if whole_items else unit.candidates)])
    first = reserve_ids(run, "unit", len(units))
    rows, slots = [], []
    for id, unit in enumerate(units, start=first):
        base = {"study": view.id, "item": unit.item, "grp": unit.group, "place": unit.place}
        rows.append({**base, "id": id, "candidates": json.dumps([c.id for c in unit.candidates])})
        for stage, quorum in enumerate(slot_quorums(view.protocol, view.settings, unit)):
            slots.append({**base, "unit": id, "stage": stage, "quorum": quorum})
    run.many(imports.ADD_UNIT, rows)
    run.many(imports.ADD_SLOT, slots)


def _write_candidates(run: Run, candidates: Sequence[NewCandidate]) -> None:
    """Write candidates once, however many units show them."""
    new = list({id(c): c for c in candidates}.values())
    for number, candidate in enumerate(new, start=reserve_ids(run, "candidate", len(new))):
        candidate.id = number
    run.many(imports.ADD_CANDIDATE, [{"id": c.id, "item": c.item, "system": c.systems[0]} for c in new])
    run.many(imports.ADD_CANDIDATE_SYSTEM, [{"candidate": c.id, "system": s} for c in new for s in c.systems])


def slot_quorums(protocol: Protocol, settings: Settings, unit: NewUnit) -> Iterator[int]:
    """How many raters each stage of a unit needs: none where rules make every required answer."""
    if not protocol.rules:
        yield from (settings.quorum_of(stage.id, unit.group) for stage in protocol.stages)
        return
    texts = dict(zip(LETTERS, (c.texts for c in unit.candidates), strict=False))
    for stage in protocol.stages:
        made = {(r.question, r.target) for r in rule_answers(protocol, stage, texts)}
        needed = {(q.id, letter) for q in stage.ask if q.required for letter in texts}
        by_rule = bool(made) and needed <= made
        yield 0 if by_rule else settings.quorum_of(stage.id, unit.group)
