"""All tables of an import opened, looked at and put into one shape. What concerns several tables is settled here."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from jurybox.core import RESERVED_COLUMNS, Fault, Protocol, SystemKind
from jurybox.exchange.files import Faults, Form, OpenedTable, Row, open_table
from jurybox.exchange.items.checks import Existing
from jurybox.exchange.items.columns import nearest
from jurybox.exchange.items.guess_columns import Guesser
from jurybox.exchange.items.layout import Layout
from jurybox.exchange.items.media_paths import Beside
from jurybox.exchange.items.reading import Reading
from jurybox.exchange.items.repeated_rows import Repeats
from jurybox.exchange.items.shapes import Keys, Texts, same, shaped
from jurybox.exchange.items.synonyms import needed_of_item


@dataclass(slots=True)
class Opened:
    """A table, the rows that were looked at, and what its columns are for."""

    path: Path
    table: OpenedTable
    sample: list[Row]
    layout: Layout

    def rows(self) -> Iterator[Row]:
        return itertools.chain(self.sample, self.table.rows)


Watch = Callable[[Opened], None]
"""Called with each table once its head was looked at; its layout is settled when all tables were."""


@dataclass(slots=True)
class Arranged:
    tables: list[OpenedTable]
    layouts: list[Layout]
    notes: list[Fault]
    repeats: Repeats
    nameless: bool
    """No system made anything: several outputs of an item have numbers instead."""
    unsaid: list[Fault] = field(default_factory=list)


class Arranger:
    def __init__(
        self,
        protocol: Protocol,
        reading: Reading,
        beside: Beside,
        existing: Existing,
        faults: Faults,
        watch: Watch | None = None,
    ) -> None:
        self._protocol, self._reading, self._beside, self._faults = protocol, reading, beside, faults
        self._items, self._systems = existing.items, existing.systems
        self._guesser = Guesser(protocol, reading)
        self._notes: list[Fault] = []
        self._opened: list[Opened] = []
        self._watch = watch
        self._unread = False

    def open(self, path: Path, name: str, progress: Callable[[int], None]) -> None:
        """Look at the head of a table."""
        reading = self._reading
        form = Form(reading.encoding, self._guesser.is_header, self._notes.append, titles=True, quotes=reading.quotes)
        table = open_table(path, name, self._faults, progress, form)
        if table is None:
            self._unread = True
            return
        sample = list(itertools.islice(table.rows, self._reading.sample))
        columns = table.columns
        line = table.header
        if columns is None:
            columns, line = tuple(dict.fromkeys(name for row in sample for name in row.values)), 1
        layout = self._guesser.layout(name, line, columns, [row.values for row in sample], self._faults)
        layout.media, layout.media_fields = self._beside.finder(path), self._beside.fields
        layout.conversations = tuple(n for n, spec in self._protocol.fields.items() if spec.type == "conversation")
        opened = Opened(path, table, sample, layout)
        self._opened.append(opened)
        if self._watch is not None:
            self._watch(opened)

    def arrange(self, preview: bool) -> Arranged:
        """The tables in one shape. In a preview, columns of no known use are passed over and noted."""
        layouts = [opened.layout for opened in self._opened]
        self._check_said(layouts)
        self._refuse_unnamed(layouts)
        if self._guesser.torn:  # which rows belong together is not known, so whatever else were said follows from it
            self._faults.refuse()
        for layout in layouts if preview else ():
            self._pass_over(layout)
        self._name_systems(layouts)
        nameless = self._name_items(layouts)
        keys = Keys(self._known_texts() if any(layout.by_text for layout in layouts) else {})
        repeats = Repeats(self._reading.duplicates)
        tables = [shaped(o.table, o.layout, o.rows(), keys, self._faults) for o in self._opened]
        unsaid = [fault for layout in layouts for fault in layout.unsaid]
        self._notes += [note for layout in layouts for note in layout.notes]
        return Arranged(repeats.of(tables), layouts, self._notes, repeats, nameless, unsaid)

    def _check_said(self, layouts: list[Layout]) -> None:
        """An option that fits nothing is a slip: it is told, not passed over."""
        known, found = [*RESERVED_COLUMNS, *self._protocol.fields], [c for layout in layouts for c in layout.columns]
        for name in self._reading.map:
            if name not in known:
                self._put("import.unknown_target", f"map.{name}", name, known)
        for name in self._reading.split:
            spec = self._protocol.fields.get(name)
            if spec is None or spec.type != "text" or self._protocol.unit.segments:
                texts = [n for n, s in self._protocol.fields.items() if s.type == "text"]
                self._put("import.cannot_split", "split", name, [] if self._protocol.unit.segments else texts)
        if self._unread:
            return
        missing = [n for n in self._reading.map if n in known and not any(n in o.from_ for o in layouts)]
        wanted = [(f"map.{name}", self._reading.map[name]) for name in missing]
        wanted += [("wide", c) for c in self._reading.wide if c not in found]
        wanted += [("references", c) for c in self._reading.references if c not in found]
        wanted += [("ignore", c) for c in self._reading.ignore if c not in found]
        for where, column in wanted:
            columns = list(dict.fromkeys(found))
            self._put("import.no_such_column", where, column, columns, nearest=nearest(column, columns))

    def _refuse_unnamed(self, layouts: list[Layout]) -> None:
        """A first line that names nothing we know, and columns that can't be told by what is in them: only this is
        said, and nothing of what follows from it."""
        needed = {*needed_of_item(self._protocol), self._guesser.made or ""} - {""}
        untold = [layout for layout in layouts if not needed <= layout.from_.keys()]
        unnamed = [f for layout in untold for f in layout.unsaid if f.code == "import.unsure_header"]
        for fault in unnamed:
            self._faults.put(replace(fault, allowed=self._guesser.known))
        if unnamed:
            self._faults.refuse()

    def _pass_over(self, layout: Layout) -> None:
        known = self._guesser.known
        for column in [c for c in layout.left() if c not in known]:
            layout.unsure("import.unknown_column", column, known, nearest=nearest(column, known))
            layout.unused = (*layout.unused, column)

    def _put(self, code: str, where: str, given: object, allowed: object, **params: object) -> None:
        self._faults.put(Fault(code, where, given, allowed, params))

    def _name_systems(self, layouts: list[Layout]) -> None:
        """Which system made the outputs of a table that has no column for it."""
        made = [(o, o.layout) for o in self._opened if o.layout.output in o.layout.from_]
        choice = self._reading.system_from
        if choice in ("file", "folder", "none"):
            for layout in layouts:
                layout.drop("system")
        columns = any("system" in layout.from_ or layout.wide for layout in layouts)
        if choice == "column" and not columns and not self._unread:
            found = list(dict.fromkeys(c for layout in layouts for c in layout.columns))
            self._put("import.no_such_column", "system_from", "system", found)
        if choice is None and not columns and len(made) > 1 and "" not in self._systems and self._overlap():
            choice = "file"
            names = dict.fromkeys(_system_of(opened.path, choice) for opened, _ in made)
            made[0][1].unsure("import.unsure_systems", ", ".join(names))
        if choice in ("file", "folder"):
            for opened, layout in made:
                layout.system = _system_of(opened.path, choice)

    def _overlap(self) -> bool:
        """Whether several tables have outputs of the same items; without ids they may, and nobody would notice."""
        with_ids = [opened for opened in self._opened if "id" in opened.layout.from_]
        if not with_ids:
            return True
        keys: set[str] = set()
        for opened in with_ids:
            if opened.layout.output in opened.layout.from_:
                column = opened.layout.from_["id"][0]
                own = {str(row.values.get(column, "")).strip() for row in opened.sample} - {""}
                if own & keys:
                    return True
                keys |= own
        return False

    def _name_items(self, layouts: list[Layout]) -> bool:
        """Where no table has ids, items are told apart by their texts. Whether outputs have no system either."""
        needed = needed_of_item(self._protocol)
        if any("id" in layout.from_ for layout in layouts) or not needed:
            return False
        named = any("system" in layout.from_ or layout.wide or layout.system for layout in layouts)
        nameless = not named and all(kind == SystemKind.NONE for kind in self._systems.values())
        for layout in layouts:
            if all(name in layout.from_ for name in needed):
                layout.by_text, layout.numbered = tuple(needed), nameless and layout.output in layout.from_
        return nameless

    def _known_texts(self) -> dict[Texts, str]:
        """The items that the study has, by their texts; where two have the same, neither is meant."""
        needed = needed_of_item(self._protocol)
        found: dict[Texts, str] = {}
        twice: set[Texts] = set()
        for key, item in self._items.items():
            texts = tuple(same(_text(item.fields.get(name))) for name in needed)
            if texts in found:
                twice.add(texts)
            found[texts] = key
        return {texts: key for texts, key in found.items() if texts not in twice}


def _text(value: object) -> object:
    return value.get("name") if isinstance(value, Mapping) else value


def _system_of(path: Path, choice: str) -> str:
    return path.stem if choice == "file" else path.resolve().parent.name
