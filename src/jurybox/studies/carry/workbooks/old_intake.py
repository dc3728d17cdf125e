"""Taking the ratings of old workbooks: an assignment for every unit that was rated, and a judgement for each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from jurybox.core import Assignment, Judgement, JudgementDraft, Refused
from jurybox.design import candidate_order
from jurybox.exchange.files import Faults
from jurybox.exchange.workbooks import OldFile, OldRow
from jurybox.store import Run, assignments, log, people, units
from jurybox.studies import rating
from jurybox.studies.carry.outside_judgements import Members, add_unticked, assign, take, unheld
from jurybox.studies.carry.workbooks.known_judgements import draft_id, is_same, newer
from jurybox.studies.rating import content_for, letters_of
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench

if TYPE_CHECKING:
    from jurybox.studies.carry.workbooks.old_files import OldTaken

EARLIER = "import"
"""The channel of ratings of earlier studies: these were not made in a workbook of ours."""


class OldAnswers(NamedTuple):
    row: OldRow
    answers: dict[str, Any]
    """By question."""


Rated = dict[tuple[int, int], dict[int, OldAnswers]]
"""By unit and item: what was said of each candidate."""


@dataclass(slots=True)
class _Ready:
    taken: "OldTaken"
    owner: str
    assignment: Assignment
    stage: int
    answers: dict[str, dict[str, Any]]
    comment: str | None
    previous: Judgement | None


@dataclass(frozen=True, slots=True)
class OldChoices:
    """What the organiser chose to do with ratings that would be refused otherwise, or mean something else."""

    supersede: bool = False
    leave_out: bool = False
    half_is_zero: bool = False


AS_IT_IS = OldChoices()


class OldIntake:
    """Checks what was rated against the study, and takes it when nothing was wrong with any file."""

    def __init__(self, run: Run, view: StudyView, faults: Faults, choices: OldChoices) -> None:
        self.run, self.view, self.faults, self.choices = run, view, faults, choices
        self.taken: list[OldTaken] = []
        self.ready: list[_Ready] = []
        self.units = {unit.id: unit.candidates for unit in units.units_of(run, view.id)}
        self.seen: dict[tuple[str, int, int], str] = {}
        """By rater, unit and stage, the file that rates it."""

    def add(self, file: OldFile, taken: "OldTaken", owner: str | None, rated: Rated) -> None:
        """Look at what one file rates; a rater who is not there yet has no assignments."""
        self.taken.append(taken)
        mine: dict[int, Assignment] = {}
        if owner is not None:
            given = assignments.all_of(self.run, people.membership_id(self.run, owner))
            mine = {a.unit: a for a in given if a.purpose == "rating"}
        for (unit, item), candidates in rated.items():
            stages = self._stages(candidates)
            a = mine.get(unit) or self._fresh(unit, item, owner or taken.rater, stages)
            for stage in stages:
                line = next(iter(candidates.values())).row.line
                other = self.seen.setdefault((taken.rater, unit, stage), file.filled.file)
                if other != file.filled.file:
                    self.faults.put(file.filled.fault("workbook.files_differ", line, given=other))
                else:
                    self._look(file, taken, (owner or "", a, stage), candidates)

    def _stages(self, candidates: dict[int, OldAnswers]) -> list[int]:
        """The stages whose questions were answered, in their order."""
        said = {question for one in candidates.values() for question in one.answers}
        return [n for n, stage in enumerate(self.view.protocol.stages) if any(q.id in said for q in stage.ask)]

    def _fresh(self, unit: int, item: int, rater: str, stages: list[int]) -> Assignment:
        return unheld(unit, item, candidate_order(self.units[unit], self.view.row.seed, rater, unit), stages)

    def _look(
        self,
        file: OldFile,
        taken: "OldTaken",
        what: tuple[str, Assignment, int],
        candidates: dict[int, OldAnswers],
    ) -> None:
        """Look at one stage of one unit: `what` is whose assignment, and which stage."""
        owner, a, number = what
        first, stage = next(iter(candidates.values())).row, self.view.stage(number)
        opens = any(one.assignment is a and one.stage < number for one in self.ready)
        if number not in a.stages or (a.stage is not None and a.stage < number and not opens):
            self.faults.put(file.filled.fault("workbook.stage_not_open", first.line, given=stage.id))
            return
        answers, comment = self._answers(a, number, candidates)
        draft = JudgementDraft("0" * 8 + "-0000-0000-0000-" + "0" * 12, a.uid, stage.id, answers, comment=comment)
        content = content_for(self.run, self.view, a) if self.view.needs_texts else None
        try:
            stored = rating.checked_answers(self.view, a, number, draft, content)
        except Refused as refused:
            self._refuse(file, taken, refused, first)
            return
        previous = log.latest(self.run, assignment=a.id, stage=number) if a.id and a.stage != number else None
        if previous is not None and is_same(previous, stored, None, comment):
            taken.unchanged += 1
        elif previous is not None and not self.choices.supersede:
            self.faults.put(newer(file.filled, first.line, previous))
        else:
            self.ready.append(_Ready(taken, owner, a, number, answers, comment, previous))

    def _answers(
        self, a: Assignment, number: int, candidates: dict[int, OldAnswers]
    ) -> tuple[dict[str, dict[str, Any]], str | None]:
        """The answers of one stage under the letters of this rater, and what was written beside them."""
        stage, letters = self.view.stage(number), {candidate: letter for letter, candidate in letters_of(a).items()}
        asked = {question.id for question in stage.ask}
        answers: dict[str, dict[str, Any]] = {}
        for candidate, one in candidates.items():
            for question, value in one.answers.items():
                if question in asked:
                    answers.setdefault(question, {})[letters[candidate]] = value
        add_unticked(stage, answers, [letters[candidate] for candidate in candidates])
        comments = dict.fromkeys(one.row.comment for one in candidates.values() if one.row.comment)
        return answers, "\n".join(comments) or None

    def _refuse(self, file: OldFile, taken: "OldTaken", refused: Refused, row: OldRow) -> None:
        if self.choices.leave_out and all(fault.code == "answer.missing" for fault in refused.faults):
            taken.left_out += 1
            return
        for fault in refused.faults:
            name = [*fault.where.split("."), ""][1]
            params = {"question": name, **fault.params}
            self.faults.put(file.filled.fault(fault.code, row.line, name, fault.given, fault.allowed, **params))

    def take(self, bench: Workbench) -> "list[OldTaken]":
        """All that was looked at, stage by stage: what a later one shows is never there before an earlier one is in."""
        server, members = bench.server(), Members(self.run)
        for one in sorted(self.ready, key=lambda ready: ready.stage):
            member, a, stage = members[one.owner], one.assignment, self.view.stage(one.stage).id
            if not a.id:
                assign(self.run, self.view, member, a, server)
            id = draft_id(a.uid, stage, one.answers, None, one.comment, one.previous)
            draft = JudgementDraft(id, a.uid, stage, one.answers, comment=one.comment)
            receipt = take(self.run, rating.Visit(member, self.view), a, draft, server, EARLIER)
            one.taken.new += receipt.is_new
            one.taken.unchanged += not receipt.is_new
            one.taken.replaced += one.previous is not None and receipt.standing == "counted"
            if receipt.standing != "counted":
                one.taken.not_counted[receipt.standing] += 1
        return self.taken
