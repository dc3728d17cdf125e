"""`jurybox workbook read`: what raters filled in becomes judgements, all of it or nothing.

Every fault of every file is found before the first judgement is taken. The id of a judgement follows from what it says,
so that reading a file again changes nothing.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from jurybox.core import Assignment, JudgementDraft, Member, Refused, Stage
from jurybox.exchange.files import Faults
from jurybox.exchange.workbooks import ASK, Filled, FilledRow, number_in, read_workbook
from jurybox.store import Run, assignments, guidelines, log, people
from jurybox.studies import rating
from jurybox.studies.carry.workbooks.check import about_faults, text_faults
from jurybox.studies.carry.workbooks.drafts import RowsReader, SaidOfUnit
from jurybox.studies.carry.workbooks.known_judgements import CHANNEL, draft_id, is_same, newer
from jurybox.studies.rating import content_for, letters_of, rules_of
from jurybox.studies.study import StudyView, load_view
from jurybox.studies.workbench import Workbench

LOOKED_UP = 100
"""Rows of a file that are asked after until one is known here."""
MemberOf = Callable[[Run, str], Member | None]
"""How a rater is looked up: to write, they are held still."""


@dataclass(slots=True)
class TakenFile:
    """What became of one file."""

    file: str
    study: str = ""
    rater: str = ""
    """The id of the membership."""
    stages: list[str] = field(default_factory=list)
    new: int = 0
    replaced: int = 0
    """Of the new ones, how many stand in place of an earlier one."""
    unchanged: int = 0
    empty: int = 0
    """Units that were not filled in yet."""
    left_out: int = 0
    """Units of which some answers are missing, where the organiser chose to go on without them."""
    gone: list[int] = field(default_factory=list)
    """Tasks that the workbook had and the file has no more."""
    not_counted: Counter[str] = field(default_factory=Counter)
    """By standing, judgements that were kept and do not count."""


@dataclass(slots=True)
class _Ready:
    """A judgement that can be taken."""

    taken: TakenFile
    view: StudyView
    member: Member
    draft: JudgementDraft
    replaces: bool


def read_workbooks(
    bench: Workbench, files: list[Path], supersede: bool = False, leave_out: bool = False
) -> list[TakenFile]:
    """Take back filled-in workbooks, in one transaction. Refused with every fault of every file.

    `supersede` lets a file win over judgements that came another way; `leave_out` goes on without incomplete units.
    """
    names = [path.name for path in files]
    faults = Faults(names)
    filled = [one for path in files if (one := read_workbook(path, path.name, faults)) is not None]

    def looked_at(run: Run, member_of: MemberOf) -> WorkbookIntake:
        intake = WorkbookIntake(run, faults, member_of, supersede, leave_out)
        for one in filled:
            intake.add(one)
        faults.refuse()
        return intake

    if any(map(_holds_long_texts, filled)):  # how much was changed is counted by it, while nobody waits
        bench.database.read(lambda run: looked_at(run, people.member_to_read))
    return bench.database.write(lambda run: looked_at(run, people.member_to_write).take(bench))


def _holds_long_texts(filled: Filled) -> bool:
    said = (cell for row in filled.rows for code, cell in row.cells.items() if code.startswith(ASK))
    return any(isinstance(cell, str) and len(cell) > rating.LONG_EDIT for cell in said)


class WorkbookIntake:
    """Looks at files one after the other, and takes their judgements when nothing was wrong with any."""

    def __init__(self, run: Run, faults: Faults, member_of: MemberOf, supersede: bool, leave_out: bool) -> None:
        self.run, self.faults, self.supersede, self.leave_out = run, faults, supersede, leave_out
        self.member_of = member_of
        self.taken: list[TakenFile] = []
        self.members: dict[str, Member] = {}
        self.ready: dict[tuple[str, str], _Ready] = {}
        """By assignment and stage."""

    def add(self, filled: Filled) -> None:
        taken = TakenFile(filled.file)
        self.taken.append(taken)
        owner = self._owner(filled)
        if owner is None:
            return
        member = self.members.get(owner) or self.member_of(self.run, owner)
        assert member is not None
        self.members[owner] = member
        view = load_view(self.run, member.study)
        taken.study, taken.rater, taken.gone = view.row.key, member.uid, _gone(filled)
        revisions = guidelines.by_hash(self.run, view.id)
        wrong = list(about_faults(filled, view, member, set(revisions)))
        for fault in wrong:
            self.faults.put(fault)
        if wrong:
            return
        if hash := filled.about.get("guideline"):
            lang = filled.about.get("lang", "")
            view = replace(view, guidelines={lang: replace(revisions[hash], lang=lang)})
        _File(self, filled, taken, view, member).look()

    def _owner(self, filled: Filled) -> str | None:
        """Whose file it is, by its first row that is known here."""
        for row in filled.rows[:LOOKED_UP]:
            owner = assignments.owner_of(self.run, row.id.assignment)
            if owner is not None:
                return owner
        if filled.rows:
            self.faults.add("workbook.other_study", (filled.file, filled.rows[0].line))
        elif not len(self.faults):
            self.faults.add("workbook.no_rows", (filled.file, 1))
        return None

    def take(self, bench: Workbench) -> list[TakenFile]:
        server = bench.server()
        for one in self.ready.values():
            receipt = rating.take_judgement(self.run, one.view, one.member, one.draft, server, CHANNEL)
            one.member.done += receipt.finished
            if not receipt.is_new:
                one.taken.unchanged += 1
                continue
            one.taken.new += 1
            one.taken.replaced += one.replaces and receipt.standing == "counted"
            if receipt.standing != "counted":
                one.taken.not_counted[receipt.standing] += 1
        return self.taken


class _File:
    """One file: its units, each looked at by itself."""

    def __init__(
        self, intake: WorkbookIntake, filled: Filled, taken: TakenFile, view: StudyView, member: Member
    ) -> None:
        self.intake, self.run, self.filled, self.taken = intake, intake.run, filled, taken
        self.view, self.member = view, member
        self.assignments = {a.uid: a for a in assignments.all_of(self.run, member.id)}
        self.readers = {stage.id: RowsReader(stage) for stage in view.protocol.stages}

    def look(self) -> None:
        by_rule: list[tuple[Assignment, int, SaidOfUnit]] = []
        for (uid, stage), rows in self._units().items():
            a, number = self.assignments[uid], self.view.protocol.stage_number(stage)
            assert number is not None
            said, is_ruled = self._said(a, number, rows)
            if said is None:
                continue
            if not said.is_touched and is_ruled:
                by_rule.append((a, number, said))
            elif not said.is_touched:
                self.taken.empty += 1
            else:
                self._judge(a, number, said)
        if not self.taken.empty and not self.taken.left_out:  # rules answer for whoever has been through everything
            for a, number, said in by_rule:
                self._judge(a, number, said)
        else:
            self.taken.empty += len(by_rule)

    def _units(self) -> dict[tuple[str, str], list[FilledRow]]:
        """The rows by unit and stage, without those that are not this rater's."""
        found: dict[tuple[str, str], list[FilledRow]] = {}
        for row in self.filled.rows:
            a = self.assignments.get(row.id.assignment)
            number = self.view.protocol.stage_number(row.id.stage)
            if a is None:
                self.intake.faults.put(self.filled.fault("workbook.other_rows", row.line))
            elif number is None or number not in a.stages or number > a.shown:
                self.intake.faults.put(self.filled.fault("workbook.stage_not_open", row.line, given=row.id.stage))
            else:
                found.setdefault((row.id.assignment, row.id.stage), []).append(row)
                if row.id.stage not in self.taken.stages:
                    self.taken.stages.append(row.id.stage)
        return found

    def _said(self, a: Assignment, number: int, rows: list[FilledRow]) -> tuple[SaidOfUnit | None, bool]:
        """What the rows say, and whether rules answer all that must be answered."""
        content = None
        if self.view.protocol.rules or any(row.changed is not None for row in rows):
            content = content_for(self.run, self.view, a)
        if content is not None:
            wrong = [f for row in rows for f in text_faults(self.filled, self.view, a, number, content, row)]
            for fault in wrong:
                self.intake.faults.put(fault)
            if wrong:
                return None, False
        made = rules_of(self.view, a, number, content) if content else ()
        letters = tuple(letters_of(a))
        ruled = frozenset((rule.question, rule.target) for rule in made)
        said = self.readers[self.view.stage(number).id].read(self.filled, rows, letters, ruled)
        required = [q for q in self.view.stage(number).ask if q.required]
        is_ruled = bool(ruled) and all(q.about == "candidate" for q in required)
        is_ruled = is_ruled and all((q.id, letter) in ruled for q in required for letter in letters)
        return said, is_ruled

    def _judge(self, a: Assignment, number: int, said: SaidOfUnit) -> None:
        for fault in said.faults:
            self.intake.faults.put(fault)
        stage = self.view.stage(number).id
        previous = None if a.stage == number else log.latest(self.run, assignment=a.id, stage=number)
        id = draft_id(a.uid, stage, said.answers, said.cannot, said.comment, previous)
        lang = self.filled.about.get("lang") or None
        draft = JudgementDraft(id, a.uid, stage, said.answers, said.cannot, said.comment, lang=lang)
        content = content_for(self.run, self.view, a) if self.view.needs_texts else None
        try:
            stored = rating.checked_answers(self.view, a, number, draft, content)
        except Refused as refused:
            self._refuse(said, refused, self.view.stage(number))
            return
        if said.faults:
            return
        if previous is not None:
            if is_same(previous, stored, said.cannot, said.comment):
                self.taken.unchanged += 1
                return
            if not self.intake.supersede:
                self.intake.faults.put(newer(self.filled, said.line, previous))
                return
        self._add(said, draft, previous is not None)

    def _refuse(self, said: SaidOfUnit, refused: Refused, stage: Stage) -> None:
        if said.faults:
            for fault in refused.faults:
                if not said.follows(fault, stage):
                    self.intake.faults.put(said.moved(fault))
            return
        is_incomplete = all(fault.code == "answer.missing" for fault in refused.faults)
        if is_incomplete and self.intake.leave_out:
            self.taken.left_out += 1
            return
        for fault in refused.faults:
            self.intake.faults.put(said.moved(fault))

    def _add(self, said: SaidOfUnit, draft: JudgementDraft, replaces: bool) -> None:
        """A unit may stand in two files of one rater, if both say the same."""
        key = (draft.assignment, draft.stage)
        other = self.intake.ready.get(key)
        if other is None:
            self.intake.ready[key] = _Ready(self.taken, self.view, self.member, draft, replaces)
        elif other.draft.id == draft.id:
            self.taken.unchanged += 1
        else:
            self.intake.faults.put(self.filled.fault("workbook.files_differ", said.line, given=other.taken.file))


def _gone(filled: Filled) -> list[int]:
    """Numbers of tasks that were written and are not in the file any more."""
    units = filled.about.get("units", "")
    if not units.isdecimal() or len(units) > 7:
        return []
    there = {number_in(row.number) for row in filled.rows}
    return [n for n in range(1, int(units) + 1) if n not in there]
