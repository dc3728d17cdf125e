"""Making every projection again from the log."""

from collections.abc import Iterator

from jurybox.core import flat_numbers
from jurybox.store import Run, checks, findings, log, people, projections, studies
from jurybox.studies.rating import has_passed, settle
from jurybox.studies.study import StudyView, load_view
from jurybox.studies.workbench import Workbench


def rebuild_all(bench: Workbench) -> int:
    """Remake what follows from the log (slots, tallies, numbers, who may begin) in every study; how many there are."""
    found = bench.database.read(studies.all_studies)
    for row in found:
        bench.database.write(lambda run, id=row.id: rebuild_study(run, id))  # type: ignore[misc]
    return len(found)


def rebuild_study(run: Run, study: int) -> None:
    """The study is read once nobody else changes it: a pilot that is marked meanwhile would be forgotten again."""
    projections.hold_still(run, study)
    view = load_view(run, study)
    projections.rebuild_counts(run, view.id)
    findings.drop(run, view.id)
    projections.rebuild_numbers(run, view.id, list(_numbers(run, view)))
    projections.rebuild_slots(run, study=view.id, pilot_seq=view.row.pilot_seq, withdrawn=view.withdrawn)
    for given in checks.to_judge_again(run, view.id) if view.checks else ():
        passed = has_passed(run, view, given.assignment, given.check_item, given.stages)
        checks.set_passed(run, given.assignment, passed)
    for member in people.memberships(run, view.id) if view.asks_before else ():
        if member.merged_into is None:
            settle(run, view, member.id, member.stages)


def _numbers(run: Run, view: StudyView) -> Iterator[log.FlatNumber]:
    for entry in log.of_study(run, view.id):
        assert entry.seq is not None
        for question, target, value in flat_numbers(view.stage(entry.stage), entry.answers):
            yield log.FlatNumber(seq=entry.seq, question=question, target=target, value=value)
