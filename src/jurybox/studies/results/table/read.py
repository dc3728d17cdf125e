"""From the log of a study to the table that every analysis starts from."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from jurybox.analysis import Table
from jurybox.core import CheckStanding, Purpose, Standing, StudyState
from jurybox.store import Run, analysis_rows, people
from jurybox.studies.results.table.assemble import assemble
from jurybox.studies.results.table.awaited import Awaited
from jurybox.studies.results.table.comments import CommentLog
from jurybox.studies.results.table.decided import MadeDecisions, decided_answers, made_decisions
from jurybox.studies.results.table.later import LaterRatings
from jurybox.studies.results.table.material import Material, ruled_answers
from jurybox.studies.results.table.passes import JudgedExample, Pass, ShownUnit, TakenLog, stage_key
from jurybox.studies.results.table.rater_groups import rater_groups
from jurybox.studies.results.table.suggested import SuggestionLog
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
ALL = (1 << 63) - 1
"""No judgement has a higher number."""
RATING, REPEAT, CALIBRATION = Purpose.RATING.value, Purpose.REPEAT.value, Purpose.CALIBRATION.value


@dataclass(frozen=True, slots=True)
class TableWish:
    """How a study's judgements are wanted as columns."""

    half_is_zero: bool = False
    """Imported counts of exactly 0.5 are read as 0: old data of a tool that had no zero."""
    lang: str = "en"
    """Of labels."""
    columns: Collection[str] = ()
    """Texts of items to split by."""
    raters_by: str | None = None
    """What divides raters into groups."""
    until: int | None = None
    """The number of the log up to which it is read; all of it where none is said."""


PLAIN = TableWish()


def study_table(
    bench: Workbench,
    key: str,
    wish: TableWish = PLAIN,
    decided: bool = False,
) -> Table:
    """What counts of a study's judgements, as columns; what does not is counted by cause.

    Where `decided`, what was decided stands in place of disputed answers, and the raters' own table lies beside it.
    """
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        own = table_of(run, view, wish)
        return with_decisions(run, view, own, wish) if decided else own


def with_decisions(run: Run, view: StudyView, own: Table, wish: TableWish = PLAIN) -> Table:
    """The table with decisions in place of disputed answers, beside the raters' own; that one where there are none."""
    made = made_decisions(run, view)
    if not made:
        return own
    table = table_of(run, view, wish, made)
    settings = {**table.settings, "decisions": str(len(made))}
    return replace(table, as_rated=own, settings=settings, notes=(*table.notes, "decisions"))


def table_of(run: Run, view: StudyView, wish: TableWish = PLAIN, made: MadeDecisions | None = None) -> Table:
    material = Material(run, view)
    reader = LogReader(run, view, material, wish)
    reader.made = made or {}
    taken, written = reader.read(), reader.comments
    is_open = view.row.state != StudyState.CLOSED
    awaited = Awaited(view.protocol, material, ruled_answers(run, view), taken, is_open)
    table = assemble(run, view, material, awaited, wish.lang, wish.columns)
    table = replace(
        table,
        awaited=awaited.answers,
        comments=written.named(run, view.id, material),
        number_of_comments=written.number.total(),
    )
    if wish.raters_by is None:
        return table
    return replace(table, rater_groups=rater_groups(run, view, table.raters, wish.raters_by))


class LogReader:
    """Goes through the log once: a judgement is taken, or counted under the one cause that keeps it out."""

    def __init__(self, run: Run, view: StudyView, material: Material, wish: TableWish) -> None:
        first, again = (
            Pass(view.protocol, wish.lang, material.made, material.gone, wish.half_is_zero) for _ in range(2)
        )
        self.until = ALL if wish.until is None else wish.until
        self.run, self.view, self.material, self.taken = run, view, material, TakenLog(first, again)
        self.newest = analysis_rows.newest(run, view.id, self.until)
        self.comments = CommentLog(view.protocol)
        self.later = LaterRatings(run, view)
        self.taken.suggested = SuggestionLog(run, view)
        self.excluded: set[int] = set()
        """Raters whose judgements do not count, by the plan: they failed checks."""
        self.made: MadeDecisions = {}
        """What stands in place of answers."""

    def read(self) -> TakenLog:
        taken = self.taken
        members = people.memberships(self.run, self.view.id)
        number = {member.id: n for n, member in enumerate(members)}
        given_up = {member.id for member in members if member.merged_into is not None}
        self.excluded = {member.id for member in members if member.checked == CheckStanding.EXCLUDED}
        for entry in analysis_rows.judgements(self.run, self.view.id, self.until):
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
        suggested = taken.suggested
        assert suggested is not None
        taken.first.later = sorted({*self.later.rows(), *suggested.rows_beside(taken.first)})
        return taken

    def _take(self, into: Pass, entry: analysis_rows.JudgedRow, assignment: int | None, rater: int) -> None:
        assert entry.unit is not None
        assert entry.item is not None
        assert assignment is not None
        seen = self._seen(entry)
        self.material.see(seen.unit, seen.item, seen.candidates)
        times = (entry.answered_at, entry.received_at, entry.elapsed_ms)
        into.imported.append(entry.channel in IMPORTED)
        answers = entry.answers
        is_first = into is self.taken.first
        told = decided_answers(answers, self.made.get((entry.unit, entry.stage))) if is_first else answers
        into.take(entry.stage, told, seen, (assignment, rater), times)
        if is_first:
            self.later.see(entry.unit, entry.stage, assignment, len(into.rater) - 1)
            if self.taken.suggested is not None:
                self.taken.suggested.see(entry, seen, len(into.rater) - 1)
            self.comments.take(entry.stage, answers, seen, rater, entry.comment)

    def _seen(self, entry: analysis_rows.JudgedRow) -> ShownUnit:
        """What a judgement is about; of a worked example, which is no unit, only its candidates are known."""
        window = entry.window or 0
        rated = self.material.rated_segments(entry.item or 0, window)
        return ShownUnit(entry.unit or 0, entry.item or 0, entry.candidates, window, rated)

    def _cause(self, entry: analysis_rows.JudgedRow) -> str | None:
        if entry.standing != "counted":
            return CAUSES[entry.standing]
        if self.newest and self.newest.get((entry.assignment, entry.stage), entry.seq) != entry.seq:
            return "superseded"
        if entry.seq <= self.view.row.pilot_seq:
            return "pilot"
        if entry.membership in self.excluded:
            return "checks_failed"
        return "item_withdrawn" if entry.item in self.material.withdrawn_items else None

    def _leave_out(self, entry: analysis_rows.JudgedRow, cause: str) -> None:
        """Count the ratings that a judgement holds; who could not judge left out as many as were asked for."""
        first = self.taken.first
        if entry.cannot is None:
            self.taken.left_out[cause] += first.ratings_in(entry.stage, entry.answers)
        else:
            self.taken.left_out[cause] += first.ratings_asked(entry.stage, self._seen(entry))


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
