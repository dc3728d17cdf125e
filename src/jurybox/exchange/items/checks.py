"""Whether what was gathered is complete: items and outputs have what the protocol requires, and their files exist."""

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field

from jurybox.core import EmptyOutputs, Fault, Fields, Item, SystemKind
from jurybox.exchange.files import Place, at, short
from jurybox.exchange.items.attach import Attachments
from jurybox.exchange.items.kept_rows import KeptRow
from jurybox.exchange.items.row_words import SHOWN, known_as, lacking, row_words
from jurybox.exchange.items.rows_into_items import Gathered, PartialItem, SaidInRow


@dataclass(frozen=True, slots=True)
class Existing:
    """What the study has already, when items or systems are added to it."""

    items: Mapping[str, Item] = field(default_factory=dict)
    systems: Mapping[str, SystemKind] = field(default_factory=dict)
    outputs: Collection[tuple[str, str]] = frozenset()
    """Pairs of item key and system name."""


class Completion:
    """Checks every gathered item against the protocol, and notes what is left out."""

    def __init__(self, gathered: Gathered, attachments: Attachments, empty: EmptyOutputs, existing: Existing) -> None:
        protocol = gathered.protocol
        self.left_out: list[str] = []
        self.dropped: set[tuple[str, str]] = set()
        self.dropped_items: set[str] = set()
        self.left_segments: dict[str, set[int]] = {}
        """By item: those that are left out of all systems' outputs, as the tables count them."""
        self.lost: dict[tuple[str, str], int] = {}
        """How many segments go with an output of which one is empty, by item and system."""
        self.notes: list[Fault] = []
        named = any(kind != SystemKind.NONE for kind in existing.systems.values())
        self.has_systems = ("system" in gathered.columns and not gathered.nameless) or named
        self._gathered, self._attachments, self._faults = gathered, attachments, gathered.faults
        self._empty, self._existing = empty, existing
        self._shape = protocol.unit
        self._ruled = {rule.when.empty for rule in protocol.rules}
        self._files = {name: spec.type for name, spec in protocol.fields.items() if not spec.is_text}
        self._required: dict[str, frozenset[str]] = {
            per: frozenset(name for name, spec in protocol.fields.items() if spec.per == per and not spec.optional)
            for per in ("item", "segment", "system", "output")
        }
        self._required_own: frozenset[str] = frozenset()
        self._gaps: dict[str, frozenset[int]] = {}
        """Numbers that nothing of an item has: told once, and not of every system."""

    def check(self, header: Place) -> None:
        """Look at everything; `header` is where a column is missed that no table has."""
        self._check_systems()
        drafts, known = self._gathered.drafts, self._existing.items
        self._miss_columns("system", "output", header=header)
        if any(key not in known for key in drafts):
            self._miss_columns("item", "segment", header=header)
        self._required_own = self._required["system"] | self._required["output"]
        for key, draft in drafts.items():
            if key in self._gathered.spoilt:
                continue
            if key in known:
                self._compare(draft, known[key])
            else:
                self._check_item(draft)
            self._check_outputs(draft)
        self._leave_out_segments()
        if self.has_systems:
            self.notes += lacking(self._gathered, existing=self._existing.outputs)
        self.want_files()

    def want_files(self) -> None:
        """Note the files that the values name. Worth doing even when a table could not be read to its end."""
        if not self._files:
            return
        for draft in self._gathered.drafts.values():
            own = () if draft.key in self._existing.items else (draft,)  # whose files the study has
            for part in _with_parts((*own, *draft.outputs.values())):
                for name, value in part.values.items():
                    if name in self._files and value and isinstance(value, str):
                        self._attachments.want(self._files[name], value, part.where(name))

    def leave_out_without(self, missing: Mapping[str, Place]) -> None:
        """Leave out what names a file that is not there: an output, or an item with all outputs of it. It is told."""
        before = len(self.dropped)
        for key, draft in self._gathered.drafts.items() if missing else ():
            lacks = key not in self._existing.items and self._names_one_of(missing, draft)
            if lacks:
                self.dropped_items.add(key)
            for system, output in draft.outputs.items():
                if lacks or self._names_one_of(missing, output):
                    self.dropped.add((key, system))
        if missing:
            place = next(iter(missing.values()))
            many = {"items": len(self.dropped_items), "outputs": len(self.dropped) - before}
            named = ", ".join([*missing][:SHOWN])
            self.notes.append(Fault("import.missing_left_out", at(place), named, None, many, *place))

    def _names_one_of(self, missing: Collection[str], said: SaidInRow | KeptRow) -> bool:
        values = (part.values.get(name) for part in _with_parts((said,)) for name in self._files)
        return any(isinstance(value, str) and value in missing for value in values)

    def _miss_columns(self, *levels: str, header: Place) -> None:
        """A required column that no table has is one fault, not one per item."""
        for per in levels:
            for name in sorted(self._required[per] - self._gathered.columns):
                self._faults.add("import.missing_column", header, name, sorted(self._gathered.columns))
            self._required[per] &= self._gathered.columns

    def _check_systems(self) -> None:
        existing = self._existing.systems
        for name, (kind, place) in self._gathered.systems.items():
            if self._gathered.nameless:
                continue
            if "" in existing:
                self._faults.add("import.study_without_systems", place, name)
            elif kind and existing.get(name, kind) != kind:
                self._faults.add("import.kind_of_study", place, kind, existing[name].value, system=name)

    def _check_item(self, draft: PartialItem) -> None:
        for name in _missing(self._required["item"], draft):
            self._faults.add("import.missing_value", draft.place, name, item=known_as(draft.key, draft))
        numbers = self._numbers(draft.key)
        if self._shape.has_documents:
            self._check_numbering(draft, numbers)
        for number in numbers:
            if number not in self._gaps.get(draft.key, ()):
                self._check_segment(draft.key, draft.part(number, draft.place))

    def _numbers(self, key: str) -> range:
        """The segments of an item: as many as the protocol says, the study knows, or the highest number named."""
        known = self._existing.items.get(key)
        length = self._gathered.lengths.get(key, 0) if known is None else len(known.segments)
        return range(1, self._shape.count(length) + 1)

    def _check_numbering(self, draft: PartialItem, numbers: range) -> None:
        """A document has a segment, and no number between the first and the last is left out by all."""
        if not numbers:
            self._faults.add("import.item_without_segments", draft.place, draft.key)
        of = ("", *draft.outputs)
        gaps = [n for n in numbers if not any((draft.key, system, n) in self._gathered.seen for system in of)]
        if gaps:
            said = {"item": draft.key, "segments": gaps}
            self._faults.add("import.gap_in_segments", draft.place, gaps, numbers[-1], **said)
            self._gaps[draft.key] = frozenset(gaps)

    def _check_segment(self, key: str, part: SaidInRow) -> None:
        values = part.values
        for name in _missing(self._required["segment"], part):
            self._faults.add("import.missing_value", part.place, name, item=key)
        start, end = values.get("start"), values.get("end")
        if (start is None) != (end is None):
            name = "end" if end is None else "start"
            self._faults.add("import.missing_value", part.place, name, item=key)
        elif isinstance(start, float) and isinstance(end, float) and start >= end:
            self._faults.add("import.wrong_times", part.place, start, end)

    def _check_outputs(self, draft: PartialItem) -> None:
        outputs = draft.outputs
        if self.has_systems:
            self._check_nameless(draft)
        elif not outputs:
            outputs[""] = SaidInRow(draft.place, {})
        for system, output in outputs.items():
            if self._existing.outputs and (draft.key, system) in self._existing.outputs:
                self._faults.add("import.already_there", output.place, draft.key, system=system)
            else:
                self._check_output(draft.key, system, output)

    def _check_nameless(self, draft: PartialItem) -> None:
        """Where there are systems, a row without one may speak of the item, but an output needs a system."""
        nameless = draft.outputs.pop("", None)
        if nameless and (nameless.values or nameless.parts):
            names = sorted(self._gathered.systems)[:26]
            self._faults.add("import.no_system", nameless.place, draft.key, names)
        elif not draft.outputs and draft.key not in self._existing.items:
            self._faults.add("import.item_without_output", draft.place, draft.key)

    def _check_output(self, key: str, system: str, output: SaidInRow | KeptRow) -> None:
        own = self._required["system"] if self._shape.segments else self._required_own
        for name in _missing(own, output):
            self._blank(key, system, name, output, output.place)
        if isinstance(output, KeptRow) or not self._shape.segments:
            return
        self._tell_missing(key, system, output)
        for number in self._numbers(key):
            place = self._gathered.seen.get((key, system, number))
            if place is None:
                continue  # which is told
            part = output.part(number, place)
            for name in _missing(self._required["output"], part):
                self._blank(key, system, name, part, place, number)

    def _blank(
        self, key: str, system: str, name: str, said: SaidInRow | KeptRow, place: Place, number: int = 0
    ) -> None:
        """As the organiser chose: refused, left out and listed, or kept for the protocol's rule to answer."""
        segments = len(self._numbers(key)) if number else 0
        called = known_as(key, self._gathered.drafts[key])
        can_leave_segment = number and self._shape.has_documents and key not in self._existing.items
        if self._empty == "leave-segment" and can_leave_segment:
            self.left_segments.setdefault(key, set()).add(number)
        elif self._empty == "refuse" or (self._empty == "leave-segment" and number):
            about = {"system": system, "segments": segments} if number else {}
            row = row_words(system, self._gathered.drafts[key], number)
            of_table = self._gathered.called
            column = of_table.get((place[0], name, system)) or of_table.get((place[0], name, "")) or name
            self._faults.add("import.empty_output", place, column, item=called, **row, **about)
        elif self._empty in ("leave-out", "leave-segment"):
            self.left_out.append(at(place))
            self.dropped.add((key, system))
            if number:
                self.lost[key, system] = segments
        elif name in self._ruled or (self._empty == "show" and name not in self._files):
            said.leave_empty(name)
        else:
            self._faults.add("import.no_empty_rule", place, name, item=called)

    def _leave_out_segments(self) -> None:
        """Tell which segments go; a document of which none would stay goes as a whole."""
        for key, numbers in self.left_segments.items():
            if len(numbers) == len(self._numbers(key)):
                self.dropped_items.add(key)
                self.dropped |= {(key, system) for system in self._gathered.drafts[key].outputs}
        if found := self.left_segments:
            first = "; ".join(f"{key}: {', '.join(map(str, sorted(found[key])))}" for key in [*found][:SHOWN])
            many = {"segments": sum(map(len, found.values())), "items": len(found), "whole": len(self.dropped_items)}
            place = self._gathered.drafts[next(iter(found))].place
            self.notes.append(Fault("import.segments_left_out", at(place), first, None, many, *place))

    def _tell_missing(self, key: str, system: str, output: SaidInRow) -> None:
        """Of a document that has them, the segments that a system lacks."""
        numbers, gaps = self._numbers(key), self._gaps.get(key, ())
        missing = [n for n in numbers if (key, system, n) not in self._gathered.seen and n not in gaps]
        if missing:
            code = "import.segments_of_one" if self._shape.has_documents else "import.missing_segments"
            before = [self._gathered.seen.get((key, system, n)) for n in range(missing[0] - 1, 0, -1)]
            after = next((place for place in before if place), None)
            said = {"item": key, "system": system, "segments": missing, "after": after[1] if after else None}
            self._faults.add(code, after or output.place, missing, len(numbers), **said)

    def _compare(self, draft: PartialItem, known: Item) -> None:
        """An item of the study may be named again, but nothing else may be said of it."""
        self._compare_values(draft, {**known.fields, "group": known.group})
        for number, part in (draft.parts or {}).items():
            if number > len(known.segments):
                self._faults.add("import.wrong_segment", part.place, number, len(known.segments))
                continue
            segment = known.segments[number - 1]
            self._compare_values(part, {**segment.fields, "start": segment.start, "end": segment.end})

    def _compare_values(self, said: SaidInRow, known: Fields) -> None:
        for name, value in said.values.items():
            old = known.get(name)
            if isinstance(old, list):  # people are resolved when they are imported; their key is not kept
                continue
            old = old.get("name") if isinstance(old, Mapping) else old
            if value != old:
                self._faults.add("import.differs_from_study", said.where(name), short(value), short(old), field=name)


def _missing(required: Set[str], said: SaidInRow | KeptRow) -> Collection[str]:
    found = said.values.keys()
    return () if required <= found else sorted(required - found)


def _with_parts(all_said: Iterable[SaidInRow | KeptRow]) -> Iterable[SaidInRow | KeptRow]:
    for said in all_said:
        yield said
        if said.parts:
            yield from said.parts.values()
