"""Taking the ratings of old workbooks: an assignment for every unit that was rated, and a judgement for each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jurybox.core import Assignment, Judgement, JudgementDraft, Refused
from jurybox.design import candidate_order
from jurybox.exchange.files import Faults
from jurybox.exchange.workbooks import OldFile, OldRow
from jurybox.store import Run, assignments, log, people, units
from jurybox.studies import rating
from jurybox.studies.carry.outside_judgements import Members, assign, take, unheld
from jurybox.studies.carry.workbooks.known_judgements import draft_id, is_same, newer
from jurybox.studies.rating import content_for, letters_of
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench

if TYPE_CHECKING:
    from jurybox.studies.carry.workbooks.old_files import OldTaken

EARLIER = "import"
"""The channel of ratings of earlier studies: these were not made in a workbook of ours."""
Rated = dict[tuple[int, int], dict[int, tuple[OldRow, dict[str, Any]]]]
"""By unit and item: for each candidate the row, and its answers."""


@dataclass(slots=True)
class _Ready:
    taken: "OldTaken"
    owner: str
    assignment: Assignment
    answers: dict[str, dict[str, Any]]
    previous: Judgement | None


@dataclass(frozen=True, slots=True)
class OldChoices:
    """What the organiser chose to do with ratings that would be refused otherwise."""

    supersede: bool
    leave_out: bool


class OldIntake:
    """Checks what was rated against the study, and takes it when nothing was wrong with any file."""

    def __init__(self, run: Run, view: StudyView, number: int, faults: Faults, choices: OldChoices) -> None:
        self.run, self.view, self.number, self.faults, self.choices = run, view, number, faults, choices
        self.taken: list[OldTaken] = []
        self.ready: list[_Ready] = []
        self.units = {unit.id: unit.candidates for unit in units.units_of(run, view.id)}
        self.seen: dict[tuple[str, int], str] = {}
        """By rater and unit, the file that rates it."""

    def add(self, file: OldFile, taken: "OldTaken", owner: str | None, rated: Rated) -> None:
        """Look at what one file rates; a rater who is not there yet has no assignments."""
        self.taken.append(taken)
        mine: dict[int, Assignment] = {}
        if owner is not None:
            given = assignments.all_of(self.run, people.membership_id(self.run, owner))
            mine = {a.unit: a for a in given if a.purpose == "rating"}
        for (unit, item), candidates in rated.items():
            line = next(iter(candidates.values()))[0].line
            other = self.seen.setdefault((taken.rater, unit), file.filled.file)
            if other != file.filled.file:
                self.faults.put(file.filled.fault("workbook.files_differ", line, given=other))
                continue
            a = mine.get(unit) or self._fresh(unit, item, owner or taken.rater)
            self._look(file, taken, owner or "", a, candidates)

    def _fresh(self, unit: int, item: int, rater: str) -> Assignment:
        return unheld(unit, item, candidate_order(self.units[unit], self.view.row.seed, rater, unit), [self.number])

    def _look(
        self,
        file: OldFile,
        taken: "OldTaken",
        owner: str,
        a: Assignment,
        candidates: dict[int, tuple[OldRow, dict[str, Any]]],
    ) -> None:
        first = next(iter(candidates.values()))[0]
        if self.number not in a.stages or (a.stage is not None and a.stage < self.number):
            stage = self.view.stage(self.number).id
            self.faults.put(file.filled.fault("workbook.stage_not_open", first.line, given=stage))
            return
        letters = {candidate: letter for letter, candidate in letters_of(a).items()}
        answers: dict[str, dict[str, Any]] = {}
        for candidate, (_, said) in candidates.items():
            for question, value in said.items():
                answers.setdefault(question, {})[letters[candidate]] = value
        draft = JudgementDraft("0" * 8 + "-0000-0000-0000-" + "0" * 12, a.uid, self.view.stage(self.number).id, answers)
        content = content_for(self.run, self.view, a) if self.view.needs_texts else None
        try:
            stored = rating.checked_answers(self.view, a, self.number, draft, content)
        except Refused as refused:
            self._refuse(file, taken, refused, first)
            return
        previous = log.latest(self.run, assignment=a.id, stage=self.number) if a.id and a.stage != self.number else None
        if previous is not None and is_same(previous, stored, None, None):
            taken.unchanged += 1
        elif previous is not None and not self.choices.supersede:
            self.faults.put(newer(file.filled, first.line, previous))
        else:
            self.ready.append(_Ready(taken, owner, a, answers, previous))

    def _refuse(self, file: OldFile, taken: "OldTaken", refused: Refused, row: OldRow) -> None:
        if self.choices.leave_out and all(fault.code == "answer.missing" for fault in refused.faults):
            taken.left_out += 1
            return
        for fault in refused.faults:
            name = [*fault.where.split("."), ""][1]
            params = {"question": name, **fault.params}
            self.faults.put(file.filled.fault(fault.code, row.line, name, fault.given, fault.allowed, **params))

    def take(self, bench: Workbench) -> "list[OldTaken]":
        server = bench.server()
        members, stage = Members(self.run), self.view.stage(self.number).id
        for one in self.ready:
            member, a = members[one.owner], one.assignment
            if not a.id:
                assign(self.run, self.view, member, a, server)
            id = draft_id(a.uid, stage, one.answers, None, None, one.previous)
            draft = JudgementDraft(id, a.uid, stage, one.answers)
            receipt = take(self.run, rating.Visit(member, self.view), a, draft, server, EARLIER)
            one.taken.new += receipt.is_new
            one.taken.unchanged += not receipt.is_new
            one.taken.replaced += one.previous is not None and receipt.standing == "counted"
            if receipt.standing != "counted":
                one.taken.not_counted[receipt.standing] += 1
        return self.taken
