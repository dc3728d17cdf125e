"""A unit given to a rater, and the rater's place in the study."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Literal

import msgspec

LEASE_US = 30 * 60 * 1_000_000
"""How long a slot is held after the last contact with the rater."""

MOST_AHEAD = 5
"""How many units are leased to one rater ahead of time."""


class AssignmentState(StrEnum):
    LEASED = "leased"
    PLANNED = "planned"
    """On a fixed list, in a workbook, or a planned repeat: held without a lease."""
    LAPSED = "lapsed"
    """The lease ran out; the slot went back to the pool."""
    DONE = "done"
    CANNOT = "cannot"
    WITHDRAWN = "withdrawn"
    """Its item was withdrawn while it was open."""


class Ready(IntEnum):
    """Whether a rater has done what the study asks before the first task."""

    NOT_YET = 0
    DONE = 1
    FLAGGED = 2
    """Let through although the calibration was off."""
    STOPPED = 3
    """Not let through: the calibration was off, and no round is left."""


class CheckStanding(IntEnum):
    """What checks have come to for a rater."""

    FINE = 0
    FLAGGED = 1
    """To be looked at; goes on."""
    PAUSED = 2
    """No new tasks until the organiser has looked."""
    SCREENED_OUT = 3
    """No new tasks."""
    EXCLUDED = 4
    """Screened out, and what they judged does not count."""
    PARDONED = 5
    """The organiser has looked: goes on, whatever checks say."""

    @property
    def stops(self) -> bool:
        """Whether no new tasks come."""
        return self in (CheckStanding.PAUSED, CheckStanding.SCREENED_OUT, CheckStanding.EXCLUDED)


@dataclass(slots=True)
class Assignment:
    id: int
    uid: str
    unit: int
    """0 where an example is rated, and so is `item`: it is no unit of the pool."""
    item: int
    membership: int
    candidates: list[int]
    batch: int
    position: int
    purpose: str
    repeat_of: int | None
    due: int
    stages: list[int]
    stage: int | None
    shown: int
    state: str
    lease_until: int | None
    has_draft: bool = False
    """Whether answers are kept that were not submitted yet."""
    example: int | None = None
    """Which worked example is rated, for calibration."""
    check_item: int | None = None
    """Which check is rated; then `unit` is 0, and `item` what it was made from, if anything."""
    window: int = 0
    """Which window of a long item, from 1 on; 0 for all of it."""


Way = Literal["list", "stream"]
"""Through a fixed list: in its order, or in one that is drawn for the rater."""


# What a rater asks for. It has no docstring, which would become a part of the API's description.
class NextWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ahead: int = 1
    way: Way = "list"
    first: str | None = None
    """The assignment that is to come first, where it is one of the rater's own that can be done now."""


@dataclass(slots=True)
class Member:
    """A membership as the hot path needs it: who, in which study, at which version of the study."""

    id: int
    uid: str
    study: int
    study_key: str
    study_version: int
    study_state: str
    groups: tuple[str, ...]
    stages: tuple[int, ...]
    language: str | None
    done: int
    revoked: bool
    ready: int = 0
    """What stands before the first task: still to be done, done, done with a flag, or stopped there (`Ready`)."""
    checked: int | None = None
    """What checks have come to (`CheckStanding`)."""

    @property
    def is_stopped(self) -> bool:
        """Whether checks were failed, so that no new tasks come."""
        return self.checked is not None and CheckStanding(self.checked).stops

    @property
    def is_through(self) -> bool:
        """Whether tasks may come."""
        return self.ready in (Ready.DONE, Ready.FLAGGED)
