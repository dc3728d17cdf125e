"""From the log of a study to the table that every analysis starts from."""

from collections.abc import Mapping
from typing import Any

from jurybox.analysis import Table
from jurybox.core import Purpose, Standing
from jurybox.store import Run, analysis_rows, people
from jurybox.studies.results.table.assemble import assemble
from jurybox.studies.results.table.material import Expected, Material, from_json, ruled_answers
from jurybox.studies.results.table.passes import JudgedExample, Pass, TakenLog
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

CAUSES: Mapping[str, str] = {
    Standing.SURPLUS: "surplus", Standing.FINAL: "final", Standing.CLOSED: "closed",
    Standing.WITHDRAWN: "item_withdrawn",
}  # fmt: skip
RATING, REPEAT, CALIBRATION = Purpose.RATING.value, Purpose.REPEAT.value, Purpose.CALIBRATION.value


def study_table(bench: Workbench, key: str, half_is_zero: bool = False, lang: str = "en") -> Table:
    """What counts of a study's judgements, as columns; what does not is counted by cause.

    `half_is_zero` reads counts of exactly 0.5 as 0: old data of a tool that had no zero. `lang` is that of labels.
    """
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        return table_of(run, view, half_is_zero, lang)


def table_of(run: Run, view: StudyView, half_is_zero: bool = False, lang: str = "en") -> Table:
    material = Material(run, view)
    taken = LogReader(run, view, material, half_is_zero, lang).read()
    expected = Expected(view.protocol, material, ruled_answers(run, view))
    counts = expected.count(run, view.id)
    return assemble(run, view, material, taken, counts, expected.by_rule, lang)


class LogReader:
    """Goes through the log once: a judgement is taken, or counted under the one cause that keeps it out."""

    def __init__(self, run: Run, view: StudyView, material: Material, half_is_zero: bool, lang: str) -> None:
        first, again = (Pass(view.protocol, lang, material.made, material.gone, half_is_zero) for _ in range(2))
        self.run, self.view, self.material, self.taken = run, view, material, TakenLog(first, again)
        self.newest = analysis_rows.newest(run, view.id)

    def read(self) -> TakenLog:
        taken = self.taken
        number = {member.id: n for n, member in enumerate(people.memberships(self.run, self.view.id))}
        for row in analysis_rows.log_rows(self.run, self.view.id):
            seq, a, member, stage, stored, cannot, standing, at, received, elapsed, purpose, item, shown = row[:13]
            taken.last_seq = seq
            candidates, answers = from_json(shown), from_json(stored)
            cause = self._cause(seq, a, stage, standing, item)
            if cause is None and cannot is None:
                if purpose == RATING:
                    times = (at, received, elapsed)
                    taken.first.take(stage, answers, (item, candidates), (a, number[member]), times)
                    taken.began = received if taken.began is None else taken.began
                    taken.ended = received
                    continue
                if purpose == REPEAT:
                    about, who = (item, candidates), (row[13], number[member])
                    taken.again.take(stage, answers, about, who, (at, received, elapsed))
            if purpose == CALIBRATION and cause in (None, "pilot"):
                taken.trials.append(JudgedExample(number[member], row[15], row[14], stage, candidates, answers))
            self._leave_out(
                purpose if purpose != RATING else cause or "cannot_unit", stage, candidates, cannot, answers
            )
        return taken

    def _cause(self, seq: int, assignment: int, stage: int, standing: str, item: int | None) -> str | None:
        if standing != "counted":
            return CAUSES[standing]
        if self.newest and self.newest.get((assignment, stage), seq) != seq:
            return "superseded"
        if seq <= self.view.row.pilot_seq:
            return "pilot"
        return "item_withdrawn" if item in self.material.withdrawn_items else None

    def _leave_out(
        self, cause: str, stage: int, candidates: list[int], cannot: str | None, answers: dict[str, Any]
    ) -> None:
        """Count the ratings that a judgement holds; who could not judge left out as many as were asked for."""
        first = self.taken.first
        many = first.ratings_in(stage, answers) if cannot is None else first.ratings_asked(stage, candidates)
        self.taken.left_out[cause] += many
