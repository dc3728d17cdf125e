"""Free units of the pool, and a stretch of it that a writer has in mind."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

_from_json = msgspec.json.Decoder(list[int]).decode


class FreeUnit(NamedTuple):
    """A unit with a free slot of the stage that was asked for."""

    unit: int
    item: int
    group: str
    place: int
    listed: str
    """Its candidates as they lie in the store: most units are only counted."""
    returned: int = 0
    """Its entry among the units that came back."""
    window: int | None = None
    """Which window of its item; None for all of it."""

    @property
    def candidates(self) -> list[int]:
        return _from_json(self.listed)


class UnitWithSlots(NamedTuple):
    """A free unit, and how many of its slots are free."""

    unit: FreeUnit
    slots: int


@dataclass(slots=True)
class FreeStretch:
    """All units of a study with free slots of one stage that lie in the pool after a place, up to the last of them."""

    study: int
    stage: int
    after: int
    places: list[int]
    units: list[FreeUnit]
    slots: list[int]
    place_of: dict[int, int]
    """By unit."""

    @classmethod
    def of(cls, study: int, stage: int, after: int, found: list[UnitWithSlots]) -> "FreeStretch":
        """Of the units beyond a place, each with the number of its free slots."""
        units = [free for free, _ in found]
        places = [free.place for free in units]
        by_unit = {free.unit: free.place for free in units}
        return cls(study, stage, after, places, units, [slots for _, slots in found], by_unit)

    def beyond(self, place: int) -> FreeUnit | None:
        """The first free unit beyond a place; None where that is not known."""
        n = bisect_right(self.places, place)
        return self.units[n] if place >= self.after and n < len(self.places) else None

    def take(self, unit: int, stage: int) -> None:
        """One slot less is free."""
        place = self.place_of.get(unit) if stage == self.stage else None
        if place is None:
            return
        n = bisect_left(self.places, place)
        self.slots[n] -= 1
        if self.slots[n] < 1:
            del self.places[n], self.units[n], self.slots[n], self.place_of[unit]
