"""What is rated: items, systems and their outputs, candidates, units, and assignments of units to raters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

import msgspec

from jurybox.core.errors import Fault
from jurybox.core.hashing import canonical_texts, content_hash, hash_bytes
from jurybox.core.json_value import JsonValue

Fields = Mapping[str, JsonValue]
"""Field values by name: a text, a list of people, or {file, type, …} for a picture, sound or video."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

DOCUMENT = "_document"
"""Beside the fields of an item: what it is a part of. No field of a protocol can be called so, and none is shown."""

LEFT_OUT = "_left_out"
"""There too: the numbers of its segments that were left out at the import, as its tables count them."""


class Purpose(StrEnum):
    """Why an assignment exists. Only `rating` feeds ranking and agreement."""

    RATING = "rating"
    REPEAT = "repeat"
    CALIBRATION = "calibration"
    CHECK = "check"
    ADJUDICATION = "adjudication"
    MERGED = "merged"
    """One of two ratings of a unit by one person, who had two accounts: the other one counts."""


class SystemKind(StrEnum):
    """`reference` is a human reference rated as one more hidden system; `none` is for a study without systems."""

    SYSTEM = "system"
    REFERENCE = "reference"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Segment:
    """An ordered part of an item; times are seconds into the item's clip."""

    fields: Fields = field(default_factory=dict)
    start: float | None = None
    end: float | None = None


class Item(msgspec.Struct, frozen=True):
    key: str
    group: str = ""
    fields: Fields = msgspec.field(default_factory=dict)
    segments: tuple[Segment, ...] = ()

    def document(self) -> dict[str, object]:
        """The item as plain data, without its key and group: what its hash is taken over."""
        parts = [{"fields": dict(s.fields), "start": s.start, "end": s.end} for s in self.segments]
        return {"fields": dict(self.fields), "segments": parts}

    def hash(self) -> str:
        if self.segments or not {*map(type, self.fields.values())} <= {str}:
            return content_hash("item", self.document())
        texts = cast(Mapping[str, str], self.fields)
        return hash_bytes("item", b'{"fields":' + canonical_texts(texts) + b',"segments":[]}')


class Output(msgspec.Struct, frozen=True):
    """What a system made of an item. `fields` hold what is per system; `segments` what is per output."""

    item: str
    system: str
    fields: Fields = msgspec.field(default_factory=dict)
    segments: tuple[Fields, ...] = ()
    """One per segment of the item; without segments, what is per output stands in `fields`."""


@dataclass(frozen=True, slots=True)
class System:
    name: str
    kind: SystemKind = SystemKind.SYSTEM


@dataclass(frozen=True, slots=True)
class Import:
    """What a table of items brought: everything checked, in the order of the file."""

    items: tuple[Item, ...] = ()
    systems: tuple[System, ...] = ()
    outputs: Sequence[Output] = ()
    left_out: tuple[str, ...] = ()
    """Where empty outputs stood that the organiser chose to leave out, as file:line."""
    lost: tuple[tuple[str, str, int], ...] = ()
    """Of items with segments: the item, the system and how many segments went because one of them was empty."""
    repeated: tuple[str, ...] = ()
    """Where rows stood that named an item, system and segment once more, and that the organiser chose not to keep."""
    notes: tuple[Fault, ...] = ()
    """What is no fault and still to be looked at, such as an old encoding."""
    unsaid: tuple[Fault, ...] = ()
    """In a preview: guesses that must be said before the tables are used."""
    read_as: tuple[Mapping[str, JsonValue], ...] = ()
    """What the columns of each table were taken for, where they are not named as we name them."""
