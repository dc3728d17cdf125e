"""Whether what was gathered is complete, and the import made of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from jurybox.core.protocol import Per, Protocol
from jurybox.core.unit import Fields, Import, Item, Output, Segment, System, SystemKind
from jurybox.exchange.attach import Attachments
from jurybox.exchange.faults import Faults, Place, at
from jurybox.exchange.gather import Draft, Gathered, Said

Empty = Literal["refuse", "leave-out", "rule"]


@dataclass(frozen=True, slots=True)
class Existing:
    """What the study has already, when items or systems are added to it."""

    items: Mapping[str, Item] = field(default_factory=dict)
    systems: Mapping[str, SystemKind] = field(default_factory=dict)
    outputs: Collection[tuple[str, str]] = frozenset()
    """Pairs of item key and system name."""


class Completion:
    """Checks every gathered item against the protocol; afterwards `build` makes the import."""

    def __init__(
        self,
        protocol: Protocol,
        gathered: Gathered,
        attachments: Attachments,
        empty: Empty,
        existing: Existing,
        faults: Faults,
    ) -> None:
        self._gathered, self._attachments, self._faults = gathered, attachments, faults
        self._empty, self._existing = empty, existing
        self._segments = protocol.unit.segments
        self._fields = protocol.fields
        self._ruled = {rule.when.empty for rule in protocol.rules}
        self._has_systems = "system" in gathered.columns or any(existing.systems)
        self._left_out: list[str] = []
        self._dropped: set[tuple[str, str]] = set()
        self._required = {per: self._names(per, required=True) for per in ("item", "segment", "system", "output")}
        self._attached = {per: self._names(per, required=False) for per in ("item", "segment", "system", "output")}

    def _names(self, per: str, required: bool) -> tuple[str, ...]:
        fields = ((name, spec) for name, spec in self._fields.items() if spec.per == per)
        return tuple(name for name, spec in fields if (not spec.optional if required else spec.type != "text"))

    def check(self, header: Place) -> None:
        """Look at everything; `header` is where a column is missed that no table has."""
        self._check_systems()
        drafts = self._gathered.drafts
        new = any(key not in self._existing.items for key in drafts)
        missed = set(self._miss_columns(("item", "segment") if new else (), header))
        missed |= set(self._miss_columns(("system", "output"), header))
        for per, names in self._required.items():
            self._required[per] = tuple(n for n in names if n not in missed)
        for key, draft in drafts.items():
            if key in self._gathered.spoilt:
                continue
            known = self._existing.items.get(key)
            if known:
                self._compare(draft, known)
            else:
                self._check_item(draft)
            self._check_outputs(draft, known is None)

    def _miss_columns(self, levels: Collection[Per], header: Place) -> list[str]:
        """A required column that no table has is one fault, not one per item."""
        names = [n for per in levels for n in self._required[per] if n not in self._gathered.columns]
        for name in names:
            self._faults.add("import.missing_column", header, name, sorted(self._gathered.columns))
        return names

    def _check_systems(self) -> None:
        existing = self._existing.systems
        for name, (kind, place) in self._gathered.systems.items():
            if "" in existing:
                self._faults.add("import.study_without_systems", place, name)
            elif kind and existing.get(name, kind) != kind:
                self._faults.add("import.kind_conflict", place, kind, existing[name].value, system=name, first="")

    def _check_item(self, draft: Draft) -> None:
        values = draft.values
        for name in self._required["item"]:
            if name not in values:
                self._faults.add("import.missing_value", draft.place, name, item=draft.key)
        self._attach("item", draft)
        for number in range(1, self._segments + 1):
            self._check_segment(draft, number, draft.parts.get(number))

    def _check_segment(self, draft: Draft, number: int, part: Said | None) -> None:
        place = part.place if part else draft.place
        values = part.values if part else {}
        for name in self._required["segment"]:
            if name not in values:
                self._faults.add("import.missing_value", place, name, item=f"{draft.key}, {number}")
        start, end = values.get("start"), values.get("end")
        if (start is None) != (end is None):
            self._faults.add("import.missing_value", place, "end" if end is None else "start", item=draft.key)
        elif start is not None and start >= end:
            self._faults.add("import.wrong_times", place, start, end)
        if part:
            self._attach("segment", part)

    def _attach(self, per: Per, said: Said) -> None:
        """Look for the files that the values name."""
        for name in self._attached[per]:
            value = said.values.get(name)
            if value:
                self._attachments.check(name, self._fields[name].type, value, said.where(name))

    def _check_outputs(self, draft: Draft, new: bool) -> None:
        outputs = draft.outputs
        if not self._has_systems:
            outputs.setdefault("", Said(draft.place))
        elif "" in outputs:
            self._faults.add("import.no_system", outputs.pop("").place, sorted(self._gathered.systems)[:26])
        elif not outputs and new:
            self._faults.add("import.item_without_output", draft.place, draft.key)
        for system, output in outputs.items():
            if (draft.key, system) in self._existing.outputs:
                self._faults.add("import.already_there", output.place, draft.key, system=system)
            else:
                self._check_output(draft.key, system, output)

    def _check_output(self, key: str, system: str, output: Said) -> None:
        blank = self._check_part(key, "system", output, output.place)
        if not self._segments:
            blank |= self._check_part(key, "output", output, output.place)
        elif self._all_segments(key, system, output):
            for number in range(1, self._segments + 1):
                place = self._gathered.seen[key, system, number]
                blank |= self._check_part(key, "output", output.part(number, place), place)
        if blank:
            self._dropped.add((key, system))

    def _all_segments(self, key: str, system: str, output: Said) -> bool:
        numbers = range(1, self._segments + 1)
        missing = [n for n in numbers if (key, system, n) not in self._gathered.seen]
        if missing:
            named = {"item": key, "system": system}
            self._faults.add("import.missing_segments", output.place, missing, self._segments, **named)
        return not missing

    def _check_part(self, key: str, per: Per, said: Said, place: Place) -> bool:
        """Whether the output is to be dropped because something of it is empty."""
        drop = False
        for name in self._required[per]:
            if name in said.values:
                continue
            if self._empty == "refuse":
                self._faults.add("import.empty_output", place, name, item=key)
            elif self._empty == "leave-out":
                self._left_out.append(at(place))
                drop = True
            elif name in self._ruled:
                said.values[name] = ""
            else:
                self._faults.add("import.no_empty_rule", place, name, item=key)
        self._attach(per, said)
        return drop

    def _compare(self, draft: Draft, known: Item) -> None:
        """An item of the study may be named again, but nothing else may be said of it."""
        self._compare_values(draft, {**known.fields, "group": known.group})
        for number, part in draft.parts.items():
            segment = known.segments[number - 1]
            self._compare_values(part, {**segment.fields, "start": segment.start, "end": segment.end})

    def _compare_values(self, said: Said, known: Fields) -> None:
        for name, value in said.values.items():
            old = known.get(name)
            if isinstance(old, list):  # people are resolved when they are imported; their key is not kept
                continue
            old = old.get("name") if isinstance(old, Mapping) else old
            if value != old:
                self._faults.add("import.differs_from_study", said.where(name), value, old, field=name)

    def build(self) -> Import:
        """The import; only after `check` found nothing and the attachments are stored."""
        items, outputs = [], []
        for key, draft in self._gathered.drafts.items():
            if key not in self._existing.items:
                items.append(self._item(draft))
            for system, output in draft.outputs.items():
                if (key, system) not in self._dropped:
                    outputs.append(self._output(key, system, output))
        return Import(tuple(items), self._systems(), tuple(outputs), tuple(self._left_out))

    def _systems(self) -> tuple[System, ...]:
        new = {n: kind for n, (kind, _) in self._gathered.systems.items() if n not in self._existing.systems}
        if not self._has_systems:
            return () if "" in self._existing.systems else (System("", SystemKind.NONE),)
        return tuple(System(name, SystemKind(kind or SystemKind.SYSTEM)) for name, kind in new.items())

    def _item(self, draft: Draft) -> Item:
        values = draft.values
        group = values.pop("group", "")
        parts = (draft.parts.get(n) for n in range(1, self._segments + 1))
        segments = tuple(self._segment(part.values) if part else Segment() for part in parts)
        return Item(draft.key, group, self._resolved("item", values), segments)

    def _segment(self, values: dict[str, Any]) -> Segment:
        start, end = values.pop("start", None), values.pop("end", None)
        return Segment(self._resolved("segment", values), start, end)

    def _output(self, key: str, system: str, output: Said) -> Output:
        values = self._resolved("system", output.values)
        if not self._segments:
            return Output(key, system, self._resolved("output", values))
        parts = (output.parts[n].values for n in range(1, self._segments + 1))
        return Output(key, system, values, tuple(self._resolved("output", part) for part in parts))

    def _resolved(self, per: str, values: dict[str, Any]) -> dict[str, Any]:
        """The values with stored files in place of file names."""
        for name in self._attached[per]:
            if values.get(name):
                values[name] = self._attachments.value(self._fields[name].type, values[name])
        return values
