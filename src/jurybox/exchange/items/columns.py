"""What the columns of a table are for: reserved ones, and the fields of the protocol by where their values go."""

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from jurybox.core import RESERVED_COLUMNS, Per, Protocol
from jurybox.exchange.files import Faults, Place

SEGMENT_COLUMNS = ("segment", "start", "end")
Said = dict[str, str | float]
"""What rows say: texts by field, and times in seconds."""


def nearest(name: str, names: list[str]) -> str | None:
    """The name that was probably meant."""
    by_folded = {known.casefold(): known for known in reversed(names)}
    close = difflib.get_close_matches(name.casefold(), by_folded, 1)
    return by_folded[close[0]] if close else None


class ColumnCells:
    """Some columns of a table. Their cells are taken out of a hundred thousand rows, so the usual cases are quick."""

    __slots__ = ("said",)

    def __init__(self, names: tuple[str, ...]) -> None:
        self.said: Callable[[Mapping[str, str]], Said] = _said(names)
        """The cells that are not empty, by name. Blanks are as empty as nothing: there is nothing to see or to rate."""


def _said(names: tuple[str, ...]) -> Callable[[Mapping[str, str]], Said]:
    def of_one(values: Mapping[str, str]) -> Said:
        cell = values[names[0]]
        return {names[0]: cell} if cell and not cell.isspace() else {}

    def of_any(values: Mapping[str, str]) -> Said:
        return {name: cell for name in names if (cell := values[name]) and not cell.isspace()}

    return of_one if len(names) == 1 else of_any


@dataclass(frozen=True, slots=True)
class ItemColumns:
    """The columns of one table, or of one JSON line."""

    names: frozenset[str]
    id: bool
    system: bool
    kind: bool
    group: bool
    segment: bool
    times: tuple[str, ...]
    item: ColumnCells
    """With `group`, which is said of the item like a field."""
    per_segment: ColumnCells
    per_system: ColumnCells
    per_output: ColumnCells
    own: ColumnCells
    """What is the system's own: the last two together."""


def columns_of(
    protocol: Protocol, names: tuple[str, ...], place: Place, faults: Faults, told: Collection[str] = ()
) -> ItemColumns:
    """Sort the columns. An unknown one is a fault, and so is one without use here, unless that was told before."""
    known = [*RESERVED_COLUMNS, *protocol.fields]
    for name in names:
        if name in told:
            continue
        if name not in known:
            faults.add("import.unknown_column", place, name, known, nearest=nearest(name, known))
        elif name in SEGMENT_COLUMNS and not protocol.unit.segments:
            faults.add("import.no_segments", place, name)

    def per(level: Per, *reserved: str) -> tuple[str, ...]:
        fields = (n for n in names if n in protocol.fields and protocol.fields[n].per == level)
        return (*(n for n in reserved if n in names), *fields)

    return ItemColumns(
        names=frozenset(names),
        id="id" in names,
        system="system" in names,
        kind="kind" in names,
        group="group" in names,
        segment="segment" in names and bool(protocol.unit.segments),
        times=tuple(n for n in ("start", "end") if n in names) if protocol.unit.segments else (),
        item=ColumnCells(per("item", "group")),
        per_segment=ColumnCells(per("segment")),
        per_system=ColumnCells(per("system")),
        per_output=ColumnCells(per("output")),
        own=ColumnCells((*per("system"), *per("output"))),
    )
