"""What is known of disputes: computed by the worker, and so with its age."""

from collections import Counter
from typing import NamedTuple

from jurybox.store import Run
from jurybox.studies.adjudicating import kept_disputes
from jurybox.studies.study import load_view


class KnownDisputes(NamedTuple):
    """What the worker found last: when, the disputed units of each group and stage, and the items they belong to."""

    as_of: int
    units: dict[tuple[str, int], int]
    items: tuple[int, ...]
    """Their numbers, rising."""


def known_disputes(run: Run, study: int) -> KnownDisputes | None:
    """None where nothing was computed yet."""
    found = kept_disputes(run, load_view(run, study))
    if found is None:
        return None
    disputes, kept = found
    units = Counter((one.group, one.stage) for one in disputes.stages)
    return KnownDisputes(kept.computed_at, dict(units), tuple(sorted({one.item for one in disputes.stages})))
