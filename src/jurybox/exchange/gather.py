"""Rows gathered into items: what each row says of its item, its segments and its systems, and where it says so."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from jurybox.core.protocol import RESERVED_COLUMNS, Protocol
from jurybox.core.unit import SystemKind
from jurybox.exchange.columns import Columns, columns_of
from jurybox.exchange.faults import Faults, Place, at
from jurybox.exchange.tables import Row, Table

KINDS = (SystemKind.SYSTEM.value, SystemKind.REFERENCE.value)
_NUMBER = re.compile(r"\d{1,9}(\.\d{0,12})?", re.ASCII)
Identity = tuple[str, str, int]
"""Item key, system name, segment number; "" and 0 where a row names none."""


class Said:
    """Values and where they were said. Parts are segments."""

    __slots__ = ("later", "parts", "place", "values")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.values: dict[str, Any] = {}
        self.later: dict[str, Place] = {}
        """Where a value was said, when it was not at the first place."""
        self.parts: dict[int, Said] = {}

    def where(self, name: str) -> Place:
        return self.later.get(name, self.place)

    def part(self, number: int, place: Place) -> "Said":
        return self.parts.setdefault(number, Said(place))

    def say(self, names: Iterable[str], values: Mapping[str, Any], place: Place, faults: Faults) -> None:
        """Take what the row says under these names; an empty cell says nothing; two rows may not disagree."""
        own = self.values
        for name in names:
            value = values[name]
            if not is_said(value):
                continue
            if name not in own:
                own[name] = value
                if place is not self.place:
                    self.later[name] = place
            elif own[name] != value:
                faults.add("import.conflict", place, value, own[name], field=name, first=at(self.where(name)))


class Draft(Said):
    """An item as far as it was read."""

    __slots__ = ("key", "outputs")

    def __init__(self, key: str, place: Place) -> None:
        super().__init__(place)
        self.key = key
        self.outputs: dict[str, Said] = {}


def is_said(value: Any) -> bool:
    """Blanks are as empty as nothing: there is nothing to see and nothing to rate."""
    return not isinstance(value, str) or bool(value and not value.isspace())


class Gathered:
    """Everything the tables say, with the faults of single rows."""

    def __init__(self, protocol: Protocol, faults: Faults) -> None:
        self.drafts: dict[str, Draft] = {}
        self.systems: dict[str, tuple[str | None, Place]] = {}
        self.seen: dict[Identity, Place] = {}
        self.columns: set[str] = set()
        self.spoilt: set[str] = set()
        """Items of which a row was refused: what they lack is not reported on top."""
        self._protocol = protocol
        self._faults = faults

    def read(self, table: Table) -> None:
        """Take all rows of a table."""
        if table.columns is None:
            self._read_json(table)
            return
        columns = columns_of(self._protocol, table.columns, (table.file, table.header), self._faults)
        self.columns |= columns.names
        if not columns.id:
            self._faults.add("import.no_id_column", (table.file, table.header), list(table.columns))
            self._faults.unread = True
            return
        for row in table.rows:
            self._take(row, columns)

    def _read_json(self, table: Table) -> None:
        """Each line names its own columns; a line with a new one is looked at more closely."""
        shapes: dict[tuple[str, ...], Columns] = {}
        told: set[str] = set()
        for row in table.rows:
            names = tuple(row.values)
            columns = shapes.get(names)
            if columns is None:
                columns = shapes[names] = columns_of(self._protocol, names, row[:2], self._faults, told)
                told |= columns.names
            values = self._texts(row)
            if values is not None:
                self._take(Row(row.file, row.line, values), columns)
        self.columns |= told

    def _texts(self, row: Row) -> dict[str, Any] | None:
        """JSON values as a table would hold them: null is empty; numbers only in reserved columns."""
        values = {name: "" if value is None else value for name, value in row.values.items()}
        bad = False
        for name, value in values.items():
            if isinstance(value, str):
                continue
            if name in RESERVED_COLUMNS and isinstance(value, int | float) and not isinstance(value, bool):
                values[name] = f"{value:.0f}" if float(value).is_integer() else repr(value)
            elif name in RESERVED_COLUMNS or name in self._protocol.fields:
                self._faults.add("import.not_text", row[:2], json.dumps(value)[:40], field=name)
                bad = True
        if bad:
            self.spoilt.add(str(values.get("id", "")).strip())
        return None if bad else values

    def _take(self, row: Row, columns: Columns) -> None:
        file, line, values = row
        place = (file, line)
        key = values["id"].strip() if columns.id else ""
        if not key:
            self._faults.add("import.empty_id", place)
            return
        system = values["system"].strip() if columns.system else ""
        segment = self._segment(key, values["segment"].strip(), place) if columns.segment else 0
        if segment is None:
            return
        first = self.seen.setdefault((key, system, segment), place)
        if first is not place:
            named = {"item": key, "system": system, "segment": segment or ""}
            self._faults.add("import.duplicate", place, key, first=at(first), **named)
            return
        draft = self.drafts.get(key)
        if draft is None:
            draft = self.drafts[key] = Draft(key, place)
        if "group" in values:
            values["group"] = values["group"].strip()
        draft.say(columns.per_item, values, place, self._faults)
        if columns.per_segment:
            self._take_segment(draft, segment, columns, values, place)
        if system:
            self._take_system(system, values["kind"].strip() if columns.kind else "", place)
        elif columns.kind and values["kind"].strip():
            self._faults.add("import.kind_without_system", place, values["kind"])
        self._take_output(draft, system, segment, columns, values, place)

    def _segment(self, key: str, text: str, place: Place) -> int | None:
        """The number of the segment, 0 where none is named, None where it is wrong."""
        last = self._protocol.unit.segments
        if not text:
            return 0
        if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= last:
            return int(text)
        self._faults.add("import.wrong_segment", place, text, last)
        self.spoilt.add(key)
        return None

    def _take_segment(self, draft: Draft, segment: int, columns: Columns, values: dict[str, Any], place: Place) -> None:
        for name in ("start", "end"):
            if name in values:
                values[name] = self._seconds(draft.key, name, values[name].strip(), place)
        if segment:
            draft.part(segment, place).say(columns.per_segment, values, place, self._faults)
        else:
            self._refuse_without_segment(columns.per_segment, values, place)

    def _seconds(self, key: str, name: str, text: str, place: Place) -> Any:
        if not text or _NUMBER.fullmatch(text):
            return float(text) if text else ""
        self._faults.add("import.not_a_number", place, text, field=name)
        self.spoilt.add(key)
        return ""

    def _refuse_without_segment(self, names: Iterable[str], values: dict[str, Any], place: Place) -> None:
        for name in names:
            if is_said(values[name]):
                self._faults.add("import.segment_missing", place, name)

    def _take_system(self, system: str, kind: str, place: Place) -> None:
        if kind and kind not in KINDS:
            self._faults.add("import.wrong_kind", place, kind, KINDS)
            kind = ""
        known = self.systems.get(system)
        if known is None or (kind and known[0] is None):
            self.systems[system] = (kind or None, place)
        elif kind and known[0] != kind:
            self._faults.add("import.kind_conflict", place, kind, known[0], system=system, first=at(known[1]))

    def _take_output(
        self, draft: Draft, system: str, segment: int, columns: Columns, values: dict[str, Any], place: Place
    ) -> None:
        """What is the system's own. Without a system it is kept under "": the end tells whether that is right."""
        names = columns.per_system + columns.per_output
        if not system and not any(is_said(values[name]) for name in names):
            return
        output = draft.outputs.get(system)
        if output is None:
            output = draft.outputs[system] = Said(place)
        if not self._protocol.unit.segments:
            output.say(names, values, place, self._faults)
            return
        output.say(columns.per_system, values, place, self._faults)
        if segment:
            output.part(segment, place).say(columns.per_output, values, place, self._faults)
        else:
            self._refuse_without_segment(columns.per_output, values, place)
