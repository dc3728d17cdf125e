"""From the log of a study to the table that every analysis starts from."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from jurybox.analysis import Table
from jurybox.core import Purpose, Standing, StudyState
from jurybox.store import Run, analysis_rows, people
from jurybox.studies.results.table.assemble import assemble
from jurybox.studies.results.table.awaited import Awaited
from jurybox.studies.results.table.comments import CommentLog
from jurybox.studies.results.table.decided import MadeDecisions, decided_answers, made_decisions
from jurybox.studies.results.table.later import LaterRatings
from jurybox.studies.results.table.material import Material, ruled_answers
from jurybox.studies.results.table.passes import JudgedExample, Pass, ShownUnit, TakenLog, stage_key
from jurybox.studies.results.table.rater_groups import rater_groups
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

CAUSES: Mapping[str, str] = {
    Standing.SURPLUS: "surplus",
    Standing.FINAL: "final",
    Standing.CLOSED: "closed",
    Standing.WITHDRAWN: "item_withdrawn",
}
IMPORTED = ("import", "label-studio")
"""The channels of judgements that were made elsewhere, before."""
DUPLICATE = "duplicate"
RATING, REPEAT, CALIBRATION = Purpose.RATING.value, Purpose.REPEAT.value, Purpose.CALIBRATION.value


def study_table(
    bench: Workbench,
    key: str,
    half_is_zero: bool = False,
    lang: str = "en",
    columns: Collection[str] = (),
    raters_by: str | None = None,
    decided: bool = False,
) -> Table:
    """What counts of a study's judgements, as columns; what does not is counted by cause.

    `half_is_zero` reads imported counts of exactly 0.5 as 0: old data of a tool that had no zero. `lang` is that of
    labels; `columns` are texts of items to split by, and `raters_by` says what divides raters into groups. Where
    `decided`, what was decided stands in place of disputed answers, and the raters' own table lies beside it.
    """
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        own = table_of(run, view, half_is_zero, lang, columns, raters_by)
        return with_decisions(run, view, own, half_is_zero, lang, columns, raters_by) if decided else own


def with_decisions(
    run: Run,
    view: StudyView,
    own: Table,
    half_is_zero: bool = False,
    lang: str = "en",
    columns: Collection[str] = (),
    raters_by: str | None = None,
) -> Table:
    """The table with decisions in place of disputed answers, beside the raters' own; that one where there are none."""
    made = made_decisions(run, view)
    if not made:
        return own
    table = table_of(run, view, half_is_zero, lang, columns, raters_by, made)
    settings = {**table.settings, "decisions": str(len(made))}
    return replace(table, as_rated=own, settings=settings, notes=(*table.notes, "decisions"))


def table_of(
    run: Run,
    view: StudyView,
    half_is_zero: bool = False,
    lang: str = "en",
    columns: Collection[str] = (),
    raters_by: str | None = None,
    made: MadeDecisions | None = None,
) -> Table:
    material = Material(run, view)
    reader = LogReader(run, view, material, half_is_zero, lang)
    reader.made = made or {}
    taken, written = reader.read(), reader.comments
    is_open = view.row.state != StudyState.CLOSED
    awaited = Awaited(view.protocol, material, ruled_answers(run, view), taken, is_open)
    table = assemble(run, view, material, awaited, lang, columns)
    table = replace(
        table,
        awaited=awaited.answers,
        comments=written.named(run, view.id, material),
        number_of_comments=written.number.total(),
    )
    return table if raters_by is None else replace(table, rater_groups=rater_groups(run, view, table.raters, raters_by))


class LogReader:
    """Goes through the log once: a judgement is taken, or counted under the one cause that keeps it out."""

    def __init__(self, run: Run, view: StudyView, material: Material, half_is_zero: bool, lang: str) -> None:
        first, again = (Pass(view.protocol, lang, material.made, material.gone, half_is_zero) for _ in range(2))
        self.run, self.view, self.material, self.taken = run, view, material, TakenLog(first, again)
        self.newest = analysis_rows.newest(run, view.id)
        self.comments = CommentLog(view.protocol)
        self.later = LaterRatings(run, view)
        self.made: MadeDecisions = {}
        """What stands in place of answers."""

    def read(self) -> TakenLog:
        taken = self.taken
        members = people.memberships(self.run, self.view.id)
        number = {member.id: n for n, member in enumerate(members)}
        given_up = {member.id for member in members if member.merged_into is not None}
        for entry in analysis_rows.judgements(self.run, self.view.id):
            taken.last_seq = entry.seq
            cause, rater = self._cause(entry), number[entry.membership]
            if entry.purpose == REPEAT and entry.membership in given_up:
                cause = cause or DUPLICATE
            if cause is None and entry.cannot is None:
                if entry.purpose == RATING:
                    self._take(taken.first, entry, entry.assignment, rater)
                    _count(taken.judged, entry)
                    taken.began = entry.received_at if taken.began is None else taken.began
                    taken.ended = entry.received_at
                    continue
                if entry.purpose == REPEAT:
                    self._take(taken.again, entry, entry.repeat_of, rater)
            if entry.purpose == RATING and cause is None:
                _count(taken.unable, entry)
            if entry.purpose == CALIBRATION and cause in (None, "pilot"):
                taken.trials.append(_example(entry, rater))
            self._leave_out(entry, _why(entry, cause))
        taken.first.later = self.later.rows()
        return taken

    def _take(self, into: Pass, entry: analysis_rows.JudgedRow, assignment: int | None, rater: int) -> None:
        assert entry.unit is not None
        assert entry.item is not None
        assert assignment is not None
        seen = ShownUnit(entry.unit, entry.item, entry.candidates)
        self.material.see(seen.unit, seen.item, seen.candidates)
        times = (entry.answered_at, entry.received_at, entry.elapsed_ms)
        into.imported.append(entry.channel in IMPORTED)
        answers = entry.answers
        is_first = into is self.taken.first
        told = decided_answers(answers, self.made.get((entry.unit, entry.stage))) if is_first else answers
        into.take(entry.stage, told, seen, (assignment, rater), times)
        if is_first:
            self.later.see(entry.unit, entry.stage, assignment, len(into.rater) - 1)
            self.comments.take(entry.stage, answers, seen, rater, entry.comment)

    def _cause(self, entry: analysis_rows.JudgedRow) -> str | None:
        if entry.standing != "counted":
            return CAUSES[entry.standing]
        if self.newest and self.newest.get((entry.assignment, entry.stage), entry.seq) != entry.seq:
            return "superseded"
        if entry.seq <= self.view.row.pilot_seq:
            return "pilot"
        return "item_withdrawn" if entry.item in self.material.withdrawn_items else None

    def _leave_out(self, entry: analysis_rows.JudgedRow, cause: str) -> None:
        """Count the ratings that a judgement holds; who could not judge left out as many as were asked for."""
        first = self.taken.first
        if entry.cannot is None:
            self.taken.left_out[cause] += first.ratings_in(entry.stage, entry.answers)
        else:
            self.taken.left_out[cause] += first.ratings_asked(entry.stage, entry.candidates)


def _why(entry: analysis_rows.JudgedRow, cause: str | None) -> str:
    """Under which cause a judgement is left out: what another account of the same person said was said twice."""
    if entry.purpose == Purpose.MERGED:
        return DUPLICATE
    return entry.purpose if entry.purpose != RATING else cause or "cannot_unit"


def _count(into: dict[int, int], entry: analysis_rows.JudgedRow) -> None:
    assert entry.unit is not None
    key = stage_key(entry.unit, entry.stage)
    into[key] = into.get(key, 0) + 1


def _example(entry: analysis_rows.JudgedRow, rater: int) -> JudgedExample:
    assert entry.example is not None
    return JudgedExample(rater, entry.batch, entry.example, entry.stage, entry.candidates, entry.answers)
