"""The states of a study once it has opened: paused and resumed, closed and opened again."""

from jurybox.core import RUNNING, Conflict, EventKind, Standing, StudyState
from jurybox.store import Run, StudyRow, projections, studies
from jurybox.studies.rating import give_back
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench


def pause_study(bench: Workbench, key: str, who: str = "command line") -> StudyRow:
    """Hand out nothing new until the study is resumed; all that arrives counts."""

    def write(run: Run) -> StudyRow:
        row = find_study(run, key)
        if row.state != StudyState.OPEN:
            raise Conflict.of("study.not_open", given=key, state=row.state)
        changes: studies.StudyChanges = {"state": StudyState.PAUSED}
        studies.append_event(run, row, kind=EventKind.PAUSED, data={}, who=who, now=bench.now(), **changes)
        return find_study(run, key)

    return bench.database.write(write)


def resume_study(bench: Workbench, key: str, who: str = "command line") -> StudyRow:
    """Let a paused study go on."""

    def write(run: Run) -> StudyRow:
        row = find_study(run, key)
        if row.state != StudyState.PAUSED:
            raise Conflict.of("study.not_paused", given=key, state=row.state)
        changes: studies.StudyChanges = {"state": StudyState.OPEN}
        studies.append_event(run, row, kind=EventKind.RESUMED, data={}, who=who, now=bench.now(), **changes)
        return find_study(run, key)

    return bench.database.write(write)


def close_study(bench: Workbench, key: str, who: str = "command line") -> StudyRow:
    """End the rating. What still arrives is kept and not counted."""

    def write(run: Run) -> StudyRow:
        row, now = find_study(run, key), bench.now()
        if row.state not in RUNNING:
            raise Conflict.of("study.not_open", given=key, state=row.state)
        changes: studies.StudyChanges = {"state": StudyState.CLOSED, "closed_at": now}
        studies.append_event(run, row, kind=EventKind.CLOSED, data={}, who=who, now=now, **changes)
        return find_study(run, key)

    return bench.database.write(write)


def reopen_study(bench: Workbench, key: str, who: str = "command line") -> int:
    """Let raters into a closed study again. How many judgements that came meanwhile went back to them as drafts.

    No standing changes: what came while the study was closed counts once its rater has sent it again.
    """

    def write(run: Run) -> int:
        row, now = find_study(run, key), bench.now()
        if row.state != StudyState.CLOSED:
            raise Conflict.of("study.not_closed", given=key, state=row.state)
        projections.hold_still(run, row.id)
        given_back = give_back(run, load_view(run, row.id), Standing.CLOSED, now)
        data = {"given_back": given_back}
        changes: studies.StudyChanges = {"state": StudyState.OPEN, "closed_at": None}
        studies.append_event(run, row, kind=EventKind.OPENED_AGAIN, data=data, who=who, now=now, **changes)
        return given_back

    return bench.database.write(write)
