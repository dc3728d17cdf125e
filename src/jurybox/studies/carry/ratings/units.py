"""What ratings from a file are about: units of a study that stands, or of one that the file would make."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

from jurybox.core import LETTERS, Fields
from jurybox.core import Protocol as Rules
from jurybox.exchange.ratings.formats import Rating
from jurybox.store import Run, items, systems, units
from jurybox.studies.study import StudyView


@dataclass(frozen=True, slots=True)
class Unit:
    """`candidates` are ids in the store, or numbers on paper; `makers` the systems behind each."""

    id: int
    item: str
    item_id: int
    candidates: tuple[int, ...]
    makers: tuple[tuple[str, ...], ...]
    window: int = 0
    segments: range = range(0)
    """The numbers of those that are rated."""

    def place(self, system: str) -> int | None:
        """Which of its candidates a system made. One that names no system is the only one there is."""
        if not system and len(self.candidates) == 1:
            return 0
        return next((n for n, names in enumerate(self.makers) if system in names), None)

    def letter(self, system: str) -> str | None:
        place = self.place(system)
        return None if place is None else LETTERS[place]


class KnownUnits(Protocol):
    def find(self, item: str, systems: set[str], window: int = 0) -> Unit | None: ...
    def window_of(self, item: str, segment: int) -> int: ...
    def has_item(self, item: str) -> bool: ...
    def texts(self, unit: Unit) -> tuple[Fields, list[dict[str, Any]]]:
        """The item's fields, and those of each candidate (with `segments` where it has some: all shown at each)."""
        ...


class _ByItem:
    def __init__(self) -> None:
        self.items: dict[str, list[Unit]] = {}

    def has_item(self, item: str) -> bool:
        return item in self.items

    def window_of(self, item: str, segment: int) -> int:
        """The window of an item that a segment is rated in; 0 where it is rated as a whole."""
        units = self.items.get(item, ())
        return next((unit.window for unit in units if unit.window and segment in unit.segments), 0)

    def find(self, item: str, systems: set[str], window: int = 0) -> Unit | None:
        """The unit that shows all these systems' outputs; None where there is none, or more than one."""
        named = systems - {""}
        fitting = [
            unit
            for unit in self.items.get(item, ())
            if unit.window == window
            and all(unit.place(name) is not None for name in named)
            and (named or len(unit.candidates) >= 1)
        ]
        return fitting[0] if len(fitting) == 1 else None


class PaperUnits(_ByItem):
    """Units as they will be made of a file's items: one for each output, for all outputs of an item, or for so many."""

    def __init__(self, ratings: Iterable[Rating], protocol: Rules) -> None:
        super().__init__()
        self._texts: dict[tuple[str, str], Rating] = {}
        made: dict[str, dict[str, None]] = {}
        for rating in ratings:
            for system in [s for group in rating.order for s in group] if rating.order else [rating.system]:
                made.setdefault(rating.item, {})[system] = None
                first = self._texts.setdefault((rating.item, system), rating)
                if first.output is None and rating.output is not None and rating.system == system:
                    self._texts[rating.item, system] = rating
        size = protocol.unit.candidates
        for item, made_by in made.items():
            names = [name for name in made_by if name] or [""]
            groups = [tuple(names)] if size == "all" or len(names) <= size else list(combinations(names, size))
            self.items[item] = [
                Unit(0, item, 0, tuple(range(len(group))), tuple((name,) for name in group)) for group in groups
            ]

    def texts(self, unit: Unit) -> tuple[Fields, list[dict[str, Any]]]:
        first = self._texts.get((unit.item, unit.makers[0][0]))
        outputs = [self._texts.get((unit.item, names[0])) for names in unit.makers]
        return {"source": first.source if first else None}, [{"output": one.output if one else None} for one in outputs]


class StoredUnits(_ByItem):
    """The units of an open study."""

    def __init__(self, run: Run, view: StudyView) -> None:
        super().__init__()
        self.run = run
        keys, shape = items.keys_by_id(run, view.id), view.protocol.unit
        counts = items.segment_counts(run, view.id) if shape.has_documents else {}
        makers = {id: tuple(one.name for one in made) for id, made in systems.makers_of(run, view.id).items()}
        for row in units.units_of(run, view.id):
            made_by = tuple(makers[one] for one in row.candidates)
            rated = shape.span(row.window, counts.get(row.item, 0)).rated
            unit = Unit(row.id, keys[row.item], row.item, tuple(row.candidates), made_by, row.window, rated)
            self.items.setdefault(unit.item, []).append(unit)

    def texts(self, unit: Unit) -> tuple[Fields, list[dict[str, Any]]]:
        content = items.content_of(self.run, unit.item_id, list(unit.candidates))
        numbers = range(1, max(unit.segments, default=0) + 1)
        return content.fields, [
            {**content.candidates[one].fields, "segments": [content.shown_at(one, n) for n in numbers]}
            for one in unit.candidates
        ]
