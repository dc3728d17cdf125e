"""What is known of disputes: computed by the worker, and so with its age."""

from typing import NamedTuple

from jurybox.store import Run, StudyRow, decisions
from jurybox.studies.adjudicating import kept_disputes
from jurybox.studies.workbench import Workbench


class KnownDisputes(NamedTuple):
    """What the worker found last: when, the disputed and the agreed units of each group and stage, and the items that
    disputed ones belong to."""

    as_of: int
    units: dict[tuple[str, int], int]
    agreed: dict[tuple[str, int], int]
    items: tuple[int, ...]
    """Their numbers, rising."""
    undecided: int
    """Of all disputes, how many wait for a decision."""


def known_disputes(bench: Workbench, run: Run, row: StudyRow) -> KnownDisputes | None:
    """None where nothing was computed yet."""
    found = kept_disputes(bench, run, bench.views.of(run, row.id, row.version))
    if found is None:
        return None
    disputes, kept = found
    units = {(one.group, one.stage): one.units for one in disputes.by_group}
    agreed = {(one.group, one.stage): one.agreed for one in disputes.by_group}
    undecided = len(disputes.places(decisions.decided(run, row.id), is_decided=False))
    return KnownDisputes(kept.computed_at, units, agreed, disputes.items, undecided)
