"""Ratings beyond the quorum of all, of units that got more raters after their answers were seen."""

from jurybox.core import EventKind
from jurybox.store import Run, analysis_rows, items, studies, units
from jurybox.studies.results.table.passes import stage_key
from jurybox.studies.study import StudyView


class LaterRatings:
    """Knows which judgements count in means only: of the assignments that came after the quorum of all was met."""

    def __init__(self, run: Run, view: StudyView) -> None:
        self._met = _quorums_of_all(run, view)
        self._rows: dict[int, list[tuple[int, int]]] = {}

    def see(self, unit: int, stage: int, assignment: int, row: int) -> None:
        key = stage_key(unit, stage)
        if key in self._met:
            self._rows.setdefault(key, []).append((assignment, row))

    def rows(self) -> list[int]:
        return [row for key, given in self._rows.items() for _, row in sorted(given)[self._met[key] :]]


def _quorums_of_all(run: Run, view: StudyView) -> dict[int, int]:
    """By stage of a unit that got more raters after answers were seen: how many all others have."""
    raised = [event.data for event in studies.events(run, view.id) if event.kind == EventKind.QUORUM_RAISED]
    keys = {data.get("item") for data in raised if data.get("seen")}
    if not keys:
        return {}
    ids = [id for key, id in items.ids_by_key(run, view.id).items() if key in keys]
    groups = {unit.id: unit.group for id in ids for unit in units.of_item(run, id)}
    found = {}
    for row in analysis_rows.quorums(run, view.id):
        if row.unit in groups:
            of_all = view.settings.quorum_of(view.stage(row.stage).id, groups[row.unit])
            if row.quorum > of_all:
                found[stage_key(row.unit, row.stage)] = of_all
    return found
