"""A unit given to a rater, and the rater's place in the study."""

from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(slots=True)
class Assignment:
    id: int
    uid: str
    unit: int
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


@dataclass(frozen=True, slots=True)
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
