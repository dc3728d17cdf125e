"""Making every projection again from the log."""

from collections.abc import Iterator

from jurybox.core import flat_numbers
from jurybox.store import findings, people, rebuild
from jurybox.store import studies as rows
from jurybox.store.statement import Run
from jurybox.studies.rating import settle
from jurybox.studies.study import StudyView, load_view
from jurybox.studies.workbench import Workbench


def rebuild_all(bench: Workbench) -> int:
    """Remake what follows from the log (slots, tallies, numbers, who may begin) in every study; how many there are."""
    studies = bench.database.read(rows.all_studies)
    for row in studies:
        bench.database.write(lambda run, id=row.id: rebuild_study(run, load_view(run, id)))  # type: ignore[misc]
    return len(studies)


def rebuild_study(run: Run, view: StudyView) -> None:
    rebuild.hold_still(run, view.id)
    rebuild.rebuild_counts(run, view.id)
    run.do(findings.DROP, study=view.id)
    rebuild.rebuild_numbers(run, view.id, list(_numbers(run, view)))
    rebuild.rebuild_slots(run, view.id, view.row.pilot_seq, view.withdrawn)
    for member in people.memberships(run, view.id) if view.asks_before else ():
        settle(run, view, member.id, member.stages)


def _numbers(run: Run, view: StudyView) -> Iterator[tuple[int, str, str, float]]:
    for entry in rebuild.read_log(run, view.id):
        assert entry.seq is not None
        for question, target, value in flat_numbers(view.stage(entry.stage), entry.answers):
            yield entry.seq, question, target, value
