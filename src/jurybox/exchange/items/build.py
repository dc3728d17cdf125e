"""The import, made of what was gathered and found complete."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import overload

from jurybox.core import LEFT_OUT, Fields, Import, Item, JsonValue, Output, Protocol, Segment, System, SystemKind
from jurybox.exchange.items.attach import Attachments
from jurybox.exchange.items.checks import Completion, Existing
from jurybox.exchange.items.columns import Said
from jurybox.exchange.items.kept_rows import KeptRow
from jurybox.exchange.items.rows_into_items import Gathered, PartialItem, SaidInRow


class Builder:
    """Turns drafts into items and outputs, with stored files in place of file names."""

    def __init__(self, protocol: Protocol, gathered: Gathered, attachments: Attachments, existing: Existing) -> None:
        self._gathered, self._attachments, self._existing = gathered, attachments, existing
        self._shape = protocol.unit
        self._files = {name: spec.type for name, spec in protocol.fields.items() if not spec.is_text}
        self._left_segments: Mapping[str, Collection[int]] = {}
        self._plain = not self._files and not protocol.unit.segments

    def build(self, completion: Completion) -> Import:
        drafts, known, dropped = self._gathered.drafts.items(), self._existing.items, completion.dropped
        left = completion.dropped_items
        self._left_segments = completion.left_segments
        items = tuple(self._item(draft) for key, draft in drafts if key not in known and key not in left)
        systems = self._systems(completion.has_systems)
        lost = tuple((*who, many) for who, many in completion.lost.items())
        return Import(items, systems, BuiltOutputs(self, dropped), tuple(completion.left_out), lost)

    def outputs(self, dropped: Container[tuple[str, str]]) -> Iterator[Output]:
        """One after the other: there may be a million."""
        for key, draft in self._gathered.drafts.items():
            for system, output in draft.outputs.items():
                if (key, system) not in dropped:
                    yield self._output(key, system, output)

    def count(self) -> int:
        """How many outputs were gathered, the dropped ones included."""
        return sum(len(draft.outputs) for draft in self._gathered.drafts.values())

    def _systems(self, has_systems: bool) -> tuple[System, ...]:
        if not has_systems:
            numbers = ("", *self._gathered.systems)
            return tuple(System(name, SystemKind.NONE) for name in numbers if name not in self._existing.systems)
        found = self._gathered.systems.items()
        new = {name: kind or SystemKind.SYSTEM for name, (kind, _) in found if name not in self._existing.systems}
        return tuple(System(name, SystemKind(kind)) for name, kind in new.items())

    def _item(self, draft: PartialItem) -> Item:
        group = str(draft.values.pop("group", ""))
        if self._plain:
            return Item(draft.key, group, draft.values)
        segments = tuple(self._segment(self._part(draft, number)) for number in self._segments(draft.key))
        fields = self._resolved(draft.values)
        if left := self._left_segments.get(draft.key):
            fields = {**fields, LEFT_OUT: list[JsonValue](sorted(left))}
        return Item(draft.key, group, fields, segments)

    def _segment(self, values: Said) -> Segment:
        start, end = (_seconds(values.pop(name, None)) for name in ("start", "end"))
        return Segment(self._resolved(values), start, end)

    def _output(self, key: str, system: str, output: SaidInRow | KeptRow) -> Output:
        if self._plain:
            return Output(key, system, output.values)
        if isinstance(output, KeptRow):
            return Output(key, system, self._resolved(output.values))
        segments = tuple(self._resolved(self._part(output, number)) for number in self._segments(key))
        return Output(key, system, self._resolved(output.values), segments)

    def _segments(self, key: str) -> list[int]:
        """Those that stay, as the tables count them."""
        known = self._existing.items.get(key)
        length = self._gathered.lengths.get(key, 0) if known is None else len(known.segments)
        left = self._left_segments.get(key, ())
        return [number for number in range(1, self._shape.count(length) + 1) if number not in left]

    def _part(self, said: SaidInRow, number: int) -> Said:
        return said.part(number, said.place).values

    def _resolved(self, values: Said) -> Fields:
        files, stored = self._files, self._attachments.value
        return {n: stored(files[n], str(value)) if n in files and value else value for n, value in values.items()}


def _seconds(value: str | float | None) -> float | None:
    return value if isinstance(value, float) else None


class BuiltOutputs(Sequence[Output]):
    """The outputs of an import in the order of their items, each made when it is come to."""

    def __init__(self, builder: Builder, dropped: Set[tuple[str, str]]) -> None:
        self._builder, self._dropped = builder, dropped
        self._length = builder.count() - len(dropped)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Output]:
        return self._builder.outputs(self._dropped)

    @overload
    def __getitem__(self, place: int) -> Output: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Output, ...]: ...
    def __getitem__(self, place: int | slice) -> Output | tuple[Output, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return next(islice(self, place % len(self), None))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # it is compared, as a list is
