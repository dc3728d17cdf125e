"""Tables of any shape as rows of the plainest form: columns by what they are for, a wide row as one for each system.

Where there are no ids, equal texts are one item. A row keeps its line through all of this, so that a fault names it.
"""

import itertools
import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from jurybox.core import RESERVED_COLUMNS, JsonObject, JsonValue, SystemKind, made_key
from jurybox.exchange.files import Faults, OpenedTable, Row
from jurybox.exchange.items.layout import Layout
from jurybox.exchange.items.sentences import split_sentences
from jurybox.exchange.items.text_lists import BELOW, one_below_the_other

JOINT = "-"
"""Between the parts of an id or a name."""
FOLDER = "/"
Texts = tuple[str, ...]


class Keys:
    """Keys of items that have none: equal texts are one item, today and when more is added later."""

    def __init__(self, known: Mapping[Texts, str]) -> None:
        self._known = known
        """Items of the study, by the texts that tell them apart."""
        self._first: dict[str, JsonObject] = {}
        self._outputs: Counter[str] = Counter()

    def give(self, values: JsonObject, by: tuple[str, ...]) -> str:
        """The id of a row, put into it. Spaces around a text are no difference: every row says it as the first did."""
        texts = tuple(same(values.get(name)) for name in by)
        if not all(texts):
            values["id"] = ""
            return ""
        key = values["id"] = self._known.get(texts) or made_key(texts)
        first = self._first.setdefault(key, {name: values[name] for name in by})
        values.update(first)
        return key

    def number(self, key: str) -> str:
        """Which of the outputs of an item this is, in a study without systems; the first has no number."""
        self._outputs[key] += 1
        return str(self._outputs[key]) if self._outputs[key] > 1 else ""


def same(value: object) -> str:
    """A text as far as it tells one item from another."""
    if isinstance(value, list):
        return json.dumps(value)
    return unicodedata.normalize("NFC", value).strip() if isinstance(value, str) else ""


def shaped(table: OpenedTable, layout: Layout, rows: Iterable[Row], keys: Keys, faults: Faults) -> OpenedTable:
    """The table with the columns that we know. Columns of no known use stay, to be refused by name."""
    if layout.is_plain:
        return OpenedTable(table.file, table.columns, table.header, iter(rows))
    columns = None if table.columns is None else _columns(layout)
    out = _renamed(rows, layout)
    if layout.by_text:
        out = _with_keys(out, layout, keys)
    if layout.wide:
        out = _by_system(out, layout)
    if layout.split:
        out = _by_sentence(out, layout, faults)
    return OpenedTable(table.file, columns, max(table.header, 1), _stripped(out))


def _columns(layout: Layout) -> tuple[str, ...]:
    added = [*(("id",) if layout.by_text else ()), *(("system",) if _names_systems(layout) else ())]
    added += ["kind"] if layout.references else []
    return tuple(dict.fromkeys([*layout.from_, *added, *((layout.output,) if layout.wide else ()), *layout.left()]))


def _names_systems(layout: Layout) -> bool:
    return bool(layout.wide or layout.system or layout.numbered)


_Wide = tuple[Row, Mapping[str, JsonValue]]
"""A row as it becomes, and the cells as they were."""


def _renamed(rows: Iterable[Row], layout: Layout) -> Iterator[_Wide]:
    single = [(name, columns[0]) for name, columns in layout.from_.items() if len(columns) == 1]
    joined = [(name, columns) for name, columns in layout.from_.items() if len(columns) > 1]
    taken, find, system = layout.taken(), layout.media, layout.system
    files = [name for name in layout.media_fields if name in layout.from_]
    for file, line, old in rows:
        new = {name: old[column] for name, column in single if column in old}
        for name, columns in joined:
            if name in layout.conversations:
                new[name] = json.dumps([[column, said] for column in columns if (said := _cell(old.get(column)))])
                continue
            joint = JOINT if name in RESERVED_COLUMNS else FOLDER if name in layout.media_fields else BELOW
            parts = [_cell(old.get(column)) for column in columns]
            new[name] = joint.join(parts if joint == JOINT else filter(None, parts))
        for column in old.keys() - taken:
            new.setdefault(column, old[column])
        for name in files:
            named = new.get(name)
            if find and isinstance(named, str):
                new[name] = find(named)
        if system:
            new["system"] = system
        yield Row(file, line, new), old


def _cell(value: JsonValue) -> str:
    if value is None or isinstance(value, str):
        return (value or "").strip()
    texts = one_below_the_other(list(value)) if isinstance(value, list) else None
    return json.dumps(value) if texts is None else texts


def _with_keys(rows: Iterable[_Wide], layout: Layout, keys: Keys) -> Iterator[_Wide]:
    for row, old in rows:
        key = keys.give(row.values, layout.by_text)
        if layout.numbered:
            row.values["system"] = keys.number(key)
        yield row, old


def _by_system(rows: Iterable[_Wide], layout: Layout) -> Iterator[_Wide]:
    for (file, line, values), old in rows:
        for column, system in layout.wide.items():
            if column in old:
                kind = {"kind": _kind(column, layout)} if layout.references else {}
                yield Row(file, line, {**values, "system": system, **kind, layout.output: old[column]}), old


def _kind(column: str, layout: Layout) -> str:
    """What is no reference is not said to be anything: the study may know."""
    return SystemKind.REFERENCE.value if column in layout.references else ""


def _by_sentence(rows: Iterable[_Wide], layout: Layout, faults: Faults) -> Iterator[_Wide]:
    """Each sentence an item of its own. Fields that are split together must have as many sentences."""
    for row, old in rows:
        values = row.values
        parts = {n: split_sentences(text) for n in layout.split if isinstance(text := values.get(n), str)}
        counts = {name: len(sentences) for name, sentences in parts.items() if sentences}
        if len(set(counts.values())) > 1:
            said = ", ".join(f"{name} {count}" for name, count in counts.items())
            faults.add("import.uneven_sentences", (row.file, row.line), said)
            continue
        if not counts:
            yield row, old
            continue
        key = _cell(values.get("id"))
        for number, sentences in enumerate(itertools.zip_longest(*(parts[name] for name in counts)), 1):
            own = dict(zip(counts, sentences, strict=True))
            yield Row(row.file, row.line, {**values, **own, "id": f"{key}.{number}" if key else ""}), old


def _stripped(rows: Iterable[_Wide]) -> Iterator[Row]:
    return (row for row, _ in rows)
