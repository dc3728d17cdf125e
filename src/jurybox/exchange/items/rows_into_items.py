"""Rows gathered into items: what each row says of its item, its segments and its systems, and where it says so."""

import json
import re
from collections.abc import Iterable, Mapping
from sys import intern
from typing import cast

from jurybox.core import (
    LEFT_OUT,
    MOST_SEGMENTS,
    RESERVED_COLUMNS,
    Item,
    JsonValue,
    Protocol,
    Refused,
    SystemKind,
    stored_form,
)
from jurybox.exchange.files import Faults, OpenedTable, Place, Row, at, short
from jurybox.exchange.items.columns import ColumnCells, ItemColumns, Said, columns_of
from jurybox.exchange.items.kept_rows import KeptRow, KeptRows
from jurybox.exchange.items.repeated_rows import row_of
from jurybox.exchange.items.text_lists import one_below_the_other, unlisted

KINDS = (SystemKind.SYSTEM.value, SystemKind.REFERENCE.value)
_NUMBER = re.compile(r"\d{1,9}(\.\d{0,12})?", re.ASCII)
Identity = tuple[str, str, int]
"""Item key, system name, segment number; "" and 0 where a row names none."""
Texts = dict[str, str]
"""The cells of a row by column."""
_NOWHERE: Mapping[str, Place] = {}
RowAbout = tuple[Place, str, str]
"""Where a row stands, and what it speaks of: the key of an item, and a system or ""."""


class SaidInRow:
    """Values and where they were said. Made a hundred thousand times over, so it holds no more than it must."""

    __slots__ = ("_later", "parts", "place", "values")

    def __init__(self, place: Place, values: Said) -> None:
        self.place = place
        self.values = values
        self._later = _NOWHERE
        self.parts: dict[int, SaidInRow] | None = None
        """By segment."""

    def where(self, name: str) -> Place:
        return self._later.get(name, self.place)

    def part(self, number: int, place: Place) -> "SaidInRow":
        """What is said of a segment."""
        if self.parts is None:
            self.parts = {}
        part = self.parts.get(number)
        if part is None:
            part = self.parts[number] = SaidInRow(place, {})
        return part

    def say(self, values: Said, place: Place, faults: Faults) -> None:
        """Add what another row says; two rows may not disagree."""
        own = self.values
        for name, value in values.items():
            if name not in own:
                own[name] = value
                self._later = {**self._later, name: place}
            elif own[name] != value:
                first = at(self.where(name))
                faults.add("import.conflict", place, short(value), short(own[name]), field=name, first=first)

    def leave_empty(self, name: str) -> None:
        """Nothing is said here, and that is meant."""
        self.values[name] = ""


class PartialItem(SaidInRow):
    """An item as far as it was read."""

    __slots__ = ("key", "outputs")

    def __init__(self, key: str, place: Place, columns: ColumnCells, values: Mapping[str, str]) -> None:
        self.place = place
        self.values = columns.said(values)
        self._later = _NOWHERE
        self.parts = None
        self.key = key
        self.outputs: dict[str, SaidInRow | KeptRow] = {}
        """By system; under "" what rows without a system say, which is nothing where they speak of the item alone."""


class Gathered:
    """Everything the tables say, with the faults of single rows."""

    def __init__(self, protocol: Protocol, faults: Faults) -> None:
        self.drafts: dict[str, PartialItem] = {}
        self.systems: dict[str, tuple[str | None, Place]] = {}
        self.seen: dict[Identity, Place] = {}
        """In a protocol with segments; without them the outputs of a draft know where they were named."""
        self.columns: set[str] = set()
        self.spoilt: set[str] = set()
        """Items of which a row was refused: what they lack is not reported on top."""
        self.called: dict[tuple[str, str, str], str] = {}
        """By table, field and system: what the column is called there, where it is called otherwise."""
        self.nameless = False
        """What stands in the column of systems are mere numbers: no system made anything."""
        self.protocol, self.faults = protocol, faults
        self._kept = KeptRows()
        self.rows = self.repeated = 0
        """How many rows name an item, and how many of these one that was named before with the same system."""
        self.lengths: dict[str, int] = {}
        """Of items with segments: the highest number that a row names."""
        self.known: Mapping[str, Item] = {}
        """What the study has."""
        self._segments = MOST_SEGMENTS if protocol.unit.has_documents else protocol.unit.fixed
        texts = {name: spec for name, spec in protocol.fields.items() if spec.type == "text"}
        self._guides = [name for name, spec in texts.items() if spec.guide]
        """What raters look at beside the task may be several texts, in a cell of its own kind."""
        self._several = {name for name, spec in texts.items() if spec.per == "item"}
        self._made = [name for name, spec in protocol.fields.items() if spec.per == "output" and spec.is_text]
        self._formed = {n: spec for n, spec in protocol.fields.items() if spec.type in ("conversation", "table")}

    def read(self, table: OpenedTable) -> None:
        """Take all rows of a table."""
        if table.columns is None:
            self._read_json(table)
            return
        columns = self.know(table.columns, (table.file, table.header))
        if not columns.id:
            self.faults.add("import.no_id_column", (table.file, table.header), allowed=list(table.columns))
            self.faults.unread = True
            return
        rows = cast("Iterable[tuple[str, int, Texts]]", table.rows)  # where a header names columns, cells are texts
        guides = [name for name in self._guides if name in columns.names]
        formed = [name for name in self._formed if name in columns.names]
        for file, line, values in rows:
            for name in guides:
                values[name] = unlisted(values[name])
            broken = [name for name in formed if not self._form((file, line), values, name, values[name])]
            if broken:
                self.spoilt.add(values["id"].strip())
            else:
                self.take((file, line), values, columns)

    def _form(self, place: Place, values: Texts, name: str, value: JsonValue) -> bool:
        """Put a conversation or a table into a row as it is stored; whether it is one."""
        if value is None or (isinstance(value, str) and not value.strip()):
            values[name] = ""
            return True
        try:
            values[name] = stored_form(self._formed[name], value)
        except Refused as refused:
            for fault in refused.faults:
                self.faults.add(fault.code, place, fault.given, fault.allowed, **{**fault.params, "field": name})
            return False
        return True

    def know(self, names: tuple[str, ...], header: Place) -> ItemColumns:
        """The columns that rows will have."""
        columns = columns_of(self.protocol, names, header, self.faults)
        self.columns |= columns.names
        return columns

    def _read_json(self, table: OpenedTable) -> None:
        """Each line names its own columns; a line with a new one is looked at more closely."""
        shapes: dict[tuple[str, ...], ItemColumns] = {}
        told: set[str] = set()
        for row in table.rows:
            names = tuple(row.values)
            columns = shapes.get(names)
            if columns is None:
                columns = shapes[names] = columns_of(self.protocol, names, row[:2], self.faults, told)
                told |= columns.names
            values = self._texts(row)
            if values is not None:
                self.take((row.file, row.line), values, columns)
        self.columns |= told

    def _texts(self, row: Row) -> Texts | None:
        """JSON values as a table would hold them: null is empty; numbers only in reserved columns, lists of texts in
        texts of the item."""
        values: Texts = {}
        bad = False
        for name, value in row.values.items():
            if name in self._formed:
                bad |= not self._form(row[:2], values, name, value)
                continue
            texts = one_below_the_other(list(value)) if isinstance(value, list) and name in self._several else None
            if value is None or isinstance(value, str):
                values[name] = unlisted(value) if value and name in self._guides else value or ""
            elif texts is not None:
                values[name] = texts
            elif name in RESERVED_COLUMNS and isinstance(value, int | float) and not isinstance(value, bool):
                values[name] = f"{value:.0f}" if float(value).is_integer() else repr(value)
            elif name in RESERVED_COLUMNS or name in self.protocol.fields:
                self.faults.add("import.not_text", row[:2], json.dumps(value)[:40], field=name)
                bad = True
        if bad:
            self.spoilt.add(str(values.get("id", row.values.get("id", ""))).strip())
        return None if bad else values

    def take(self, place: Place, values: Texts, columns: ItemColumns) -> None:
        key = values["id"].strip() if columns.id else ""
        system = intern(values["system"].strip()) if columns.system else ""
        about = (place, key, system)
        if not self._segments:
            self.take_whole(about, columns, values, values)
            return
        if not key:
            self.faults.add("import.empty_id", place)
            return
        segment = self._segment(key, values["segment"].strip(), place) if columns.segment else 0
        if segment is None:
            return
        if segment > self.lengths.get(key, 0):
            self.lengths[key] = segment
        first = self.seen.setdefault((key, system, segment), place)
        self.rows += 1
        if first is not place:
            self.repeated += 1
            self._tell_repeated(about, first, values, self._said_before(about, segment, columns, values))
            return
        draft = self._draft(self.drafts.get(key), about, columns, values)
        if columns.kind or (system and system not in self.systems):
            self._take_system(system, values["kind"].strip() if columns.kind else "", place)
        self._take_segment(draft, about, segment, columns, values)

    def take_whole(self, about: RowAbout, columns: ItemColumns, item: Texts, own: Texts) -> None:
        """In a protocol without segments: what is said of an item, and of what a system made of it."""
        place, key, system = about
        if not key:
            self.faults.add("import.empty_id", place)
            return
        draft = self.drafts.get(key)
        self.rows += 1
        if draft is not None and system in draft.outputs:
            self.repeated += 1
            same = draft.values == columns.item.said(item) and draft.outputs[system].values == columns.own.said(own)
            self._tell_repeated(about, draft.outputs[system].place, own, same)
            return
        draft = self._draft(draft, about, columns, item)
        if columns.kind or (system and system not in self.systems):
            self._take_system(system, item["kind"].strip() if columns.kind else "", place)
        draft.outputs[system] = self._kept.keep(place, columns.own.said(own))

    def _said_before(self, about: RowAbout, segment: int, columns: ItemColumns, values: Texts) -> bool:
        """Whether nothing that this row says of its segment differs from what was said already."""
        _, key, system = about
        draft = self.drafts[key]
        output = draft.outputs.get(system)
        before = [
            (columns.item, draft.values),
            (columns.per_segment, _part_of(draft, segment)),
            (columns.per_system, output.values if output else {}),
            (columns.per_output, _part_of(output, segment)),
        ]
        return all(said.get(name) == text for own, said in before for name, text in own.said(values).items())

    def _tell_repeated(self, about: RowAbout, first: Place, values: Texts, is_same: bool) -> None:
        place, key, system = about
        if is_same:
            self.faults.add("import.same_row", place, key, first=at(first), item=key)
            return
        row = row_of(system, "", next((values[name] for name in self._made if values.get(name)), ""))
        self.faults.add("import.duplicate", place, key, first=at(first), item=key, row=row)

    def _draft(self, draft: PartialItem | None, about: RowAbout, columns: ItemColumns, values: Texts) -> PartialItem:
        """The item as far as it was read, with what one more row says of it."""
        place, key, _ = about
        if columns.group:
            values["group"] = intern(values["group"].strip())
        if draft is None:
            draft = self.drafts[key] = PartialItem(key, place, columns.item, values)
        elif (said := columns.item.said(values)) != draft.values:  # most rows repeat what the first one said
            draft.say(said, place, self.faults)
        return draft

    def _segment(self, key: str, text: str, place: Place) -> int | None:
        """The number of the segment, 0 where none is named, None where it is wrong."""
        if not text:
            return 0
        if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= self._segments:
            return self._number_in_study(key, int(text))
        self.faults.add("import.wrong_segment", place, text, self._segments)
        self.spoilt.add(key)
        return None

    def _number_in_study(self, key: str, number: int) -> int | None:
        """None where the study left that segment out."""
        known = self.known.get(key)
        left = known.fields.get(LEFT_OUT) if known else None
        if not isinstance(left, list):
            return number
        return None if number in left else number - sum(isinstance(one, int) and one < number for one in left)

    def _take_system(self, system: str, kind: str, place: Place) -> None:
        if kind and not system:
            self.faults.add("import.kind_without_system", place, kind)
            return
        if kind and kind not in KINDS:
            self.faults.add("import.wrong_kind", place, kind, KINDS)
            kind = ""
        known = self.systems.get(system)
        if system and (known is None or (kind and known[0] is None)):
            self.systems[system] = (kind or None, place)
        elif kind and known and known[0] != kind:
            self.faults.add("import.kind_conflict", place, kind, known[0], system=system, first=at(known[1]))

    def _take_segment(
        self, draft: PartialItem, about: RowAbout, segment: int, columns: ItemColumns, values: Texts
    ) -> None:
        """In a protocol with segments; what is the system's own is kept under "" when the row names no system."""
        place, _, system = about
        shared = columns.per_segment.said(values) | self._times(draft.key, columns, values, place)
        own, each = columns.per_system.said(values), columns.per_output.said(values)
        for name in {**shared, **each} if not segment else ():
            self.faults.add("import.segment_missing", place, name)
        if segment and shared:
            draft.part(segment, place).say(shared, place, self.faults)
        if not system and not own and not each:
            return
        output = draft.outputs.get(system)
        if not isinstance(output, SaidInRow):
            output = draft.outputs[system] = SaidInRow(place, {})
        output.say(own, place, self.faults)
        if segment:
            output.part(segment, place).say(each, place, self.faults)

    def _times(self, key: str, columns: ItemColumns, values: Texts, place: Place) -> Said:
        texts = {name: values[name].strip() for name in columns.times}
        return {name: self._seconds(key, name, text, place) for name, text in texts.items() if text}

    def _seconds(self, key: str, name: str, text: str, place: Place) -> float:
        if _NUMBER.fullmatch(text):
            return float(text)
        self.faults.add("import.not_a_number", place, text, field=name)
        self.spoilt.add(key)
        return 0.0


def _part_of(said: "SaidInRow | KeptRow | None", segment: int) -> Said:
    """What was said of a segment."""
    part = said.parts.get(segment) if said and said.parts else None
    return part.values if part else {}
