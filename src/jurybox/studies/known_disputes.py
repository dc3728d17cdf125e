"""What is known of disputes: computed by the worker, and so with its age."""

from typing import NamedTuple

from jurybox.store import Run


class KnownDisputes(NamedTuple):
    """What the worker found last: when, the disputed units of each group and stage, and the items they belong to."""

    as_of: int
    units: dict[tuple[str, int], int]
    items: tuple[int, ...]
    """Their numbers, rising."""


def known_disputes(run: Run, study: int) -> KnownDisputes | None:
    """None where nothing was computed yet. Whoever computes disputes answers here."""
    return None
