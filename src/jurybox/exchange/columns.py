"""What the columns of a table are for: reserved ones, and the fields of the protocol by where their values go."""

import difflib
from collections.abc import Collection
from dataclasses import dataclass

from jurybox.core.protocol import RESERVED_COLUMNS, Per, Protocol
from jurybox.exchange.faults import Faults, Place

SEGMENT_COLUMNS = ("segment", "start", "end")


def nearest(name: str, names: list[str]) -> str | None:
    """The name that was probably meant."""
    by_folded = {known.casefold(): known for known in reversed(names)}
    close = difflib.get_close_matches(name.casefold(), by_folded, 1)
    return by_folded[close[0]] if close else None


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one table, or of one JSON line. The last four say which values a row brings for what."""

    names: frozenset[str]
    id: bool
    system: bool
    kind: bool
    segment: bool
    per_item: tuple[str, ...]
    """With `group`, which is said of the item like a field."""
    per_segment: tuple[str, ...]
    """With `start` and `end`."""
    per_system: tuple[str, ...]
    per_output: tuple[str, ...]


def columns_of(
    protocol: Protocol, names: tuple[str, ...], place: Place, faults: Faults, told: Collection[str] = ()
) -> Columns:
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

    return Columns(
        names=frozenset(names),
        id="id" in names,
        system="system" in names,
        kind="kind" in names,
        segment="segment" in names and protocol.unit.segments > 0,
        per_item=per("item", "group"),
        per_segment=per("segment", *(("start", "end") if protocol.unit.segments else ())),
        per_system=per("system"),
        per_output=per("output"),
    )
