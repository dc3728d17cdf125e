"""`jurybox workbook read --old`: tables from before Jurybox, matched to the study by ids or by equal texts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurybox.core import Conflict, EventKind, Fault, JsonData, Refused, StudyState
from jurybox.core.questions import QuestionBase
from jurybox.exchange.files import Faults, Form, checked_encoding
from jurybox.exchange.workbooks import OldFile, OldRow, Wrong, read_old_table, rule_for
from jurybox.store import Run, people, studies
from jurybox.studies.carry.outside_judgements import HALF, check_halves, is_old_zero
from jurybox.studies.carry.workbooks.old_intake import AS_IT_IS, OldAnswers, OldChoices, OldIntake, Rated
from jurybox.studies.carry.workbooks.old_matching import Matcher, columns_known
from jurybox.studies.people import add_rater
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

ROLES = ("item", "system", "rater", "source", "output", "comment")
WHO = "command line"


@dataclass(frozen=True, slots=True)
class OldWorkbookColumns:
    """What the organiser says of tables from before."""

    source: str | None = None
    output: str | None = None
    scores: tuple[str, ...] = ()
    """COLUMN, or QUESTION=COLUMN where several are asked."""
    rater: str | None = None
    """A name; by default that of the file."""
    map: Mapping[str, str] = field(default_factory=dict)
    """The column of each of `ROLES`, or of a question."""
    encoding: str | None = None


@dataclass(slots=True)
class OldTaken:
    """What became of one old table, or of one rater's part of it."""

    file: str
    rater: str
    is_new_rater: bool
    headings: dict[str, str]
    """How its columns were understood."""
    new: int = 0
    replaced: int = 0
    unchanged: int = 0
    empty: int = 0
    """Rows without a score."""
    unmatched: int = 0
    """Rows whose texts are not in the study, where the organiser chose to go on without them."""
    left_out: int = 0
    """Units of which not everything was rated, likewise."""
    halves: int = 0
    """Scores of 0.5 that were taken as 0, as the organiser said."""
    not_counted: Counter[str] = field(default_factory=Counter)


def read_old(
    bench: Workbench,
    key: str,
    files: list[Path],
    columns: OldWorkbookColumns,
    choices: OldChoices = AS_IT_IS,
) -> list[OldTaken]:
    """Take ratings from before as judgements, all of them or nothing; raters that are not there yet are added."""
    view = bench.database.read(lambda run: load_view(run, find_study(run, key).id))
    if view.row.state == StudyState.DRAFT:
        raise Conflict.of("study.not_open", given=key, state=view.row.state)
    if choices.half_is_zero:
        check_halves(view.protocol)
    said = _said(view, columns)
    match = bench.database.read(lambda run: Matcher.of_study(run, view))
    faults = Faults([path.name for path in files])
    known, form = columns_known(view, said, match), Form(checked_encoding(columns.encoding))
    read = [read_old_table(path, path.name, form, known, faults) for path in files]
    old = [one for one in read if one is not None]

    def look(run: Run) -> OldIntake:
        intake = OldIntake(run, view, faults, choices)
        _look_at(intake, match, old, columns.rater)
        return intake

    first = bench.database.read(lambda run: look(run).taken)
    for name in dict.fromkeys(one.rater for one in first if one.is_new_rater):
        add_rater(bench, key, name, gets_list=False)

    def write(run: Run) -> list[OldTaken]:
        taken = look(run).take(bench)
        _note(run, bench, key, files, taken, choices)
        return taken

    taken = bench.database.write(write)
    new = {one.rater for one in first if one.is_new_rater}
    for one in taken:
        one.is_new_rater = one.rater in new
        new.discard(one.rater)
    return taken


def _note(run: Run, bench: Workbench, key: str, files: list[Path], taken: list[OldTaken], choices: OldChoices) -> None:
    """What was brought stands in the study's log, and whether halves were read as zeros."""
    judgements = sum(one.new for one in taken)
    if not judgements:
        return
    left_out = sum(one.left_out + one.unmatched for one in taken)
    counts = {"judgements": judgements, "items": 0, "outputs": 0, "left_out": left_out}
    data: dict[str, JsonData] = {"files": [path.name for path in files], "systems": [], **counts}
    if choices.half_is_zero:
        data[HALF] = sum(one.halves for one in taken)
    studies.append_event(run, find_study(run, key), kind=EventKind.IMPORTED, data=data, who=WHO, now=bench.now())


def _said(view: StudyView, columns: OldWorkbookColumns) -> dict[str, str]:
    """What was said of the columns, by what they are for."""
    questions = [question.id for _, question in view.protocol.questions()]
    said = {"source": columns.source, "output": columns.output, **columns.map}
    required = [q.id for _, q in view.protocol.questions() if q.required and not q.none_is_an_answer]
    for text in columns.scores:
        question, equals, column = text.partition("=")
        if not equals and len(required) != 1:
            raise Refused.of("workbook.which_question", given=list(columns.scores), allowed=required)
        name = question if equals else required[0]
        if not equals and said.get(name):
            raise Refused.of("workbook.which_question", given=list(columns.scores), allowed=required)
        said[name] = column if equals else question
    unknown = [name for name in said if name not in ROLES and name not in questions]
    for name in unknown:
        raise Refused.of("workbook.unknown_question", given=name, allowed=[*questions, *ROLES])
    return {name: column for name, column in said.items() if column}


def _look_at(intake: OldIntake, match: Matcher, old: list[OldFile], rater: str | None) -> None:
    """Look at every file; refused with all that is wrong."""
    members = {m.name: m for m in people.memberships(intake.run, intake.view.id) if m.revoked_at is None}
    for file in old:
        by_rater: dict[str, list[OldRow]] = {}
        for row in file.rows:
            by_rater.setdefault(row.rater or rater or file.stem, []).append(row)
        for name, rows in by_rater.items():
            taken = OldTaken(file.filled.file, name, name not in members, file.headings)
            said = _by_unit(file, rows, taken, match, intake)
            intake.add(file, taken, members[name].uid if name in members else None, said)
    intake.faults.refuse()


def _by_unit(file: OldFile, rows: list[OldRow], taken: OldTaken, match: Matcher, intake: OldIntake) -> Rated:
    """What one rater rates in one file."""
    found: Rated = {}
    questions, faults = {q.id: q for _, q in intake.view.protocol.questions()}, intake.faults
    has_source = "source" in file.headings
    broken: set[tuple[int, int]] = set()
    for row in rows:
        if not row.scores:
            taken.empty += 1
            continue
        places = match.find(row, has_source)
        if len(places) != 1:
            if not places and intake.choices.leave_out:
                taken.unmatched += 1
            else:
                code = "workbook.old_ambiguous" if places else "workbook.old_unmatched"
                given = row.output or f"{row.item} {row.system}".strip()
                faults.put(file.filled.fault(code, row.line, row.column("output"), given, count=len(places)))
            continue
        unit, item, candidate = places[0]
        answers = _answers(file, row, questions, taken, intake)
        if answers is None:
            broken.add((unit, item))
            continue
        earlier = found.setdefault((unit, item), {}).setdefault(candidate, OldAnswers(row, answers))
        if earlier.answers != answers:
            faults.put(_differ(file, row, earlier.row))
    return {place: rated for place, rated in found.items() if place not in broken}


def _differ(file: OldFile, row: OldRow, first: OldRow) -> Fault:
    """Equal outputs of two systems are one candidate: what is said of it must be the same."""
    if row.system != first.system:
        both = f"{first.system}, {row.system}"
        return file.filled.fault("workbook.merged_differ", row.line, row.column("output"), row.output, systems=both)
    return file.filled.fault("workbook.old_differ", row.line, row.column("output"), row.output, first=first.line)


def _answers(
    file: OldFile, row: OldRow, questions: Mapping[str, QuestionBase], taken: OldTaken, intake: OldIntake
) -> dict[str, Any] | None:
    """The answers of one row; None where something is wrong with a cell, which is a fault where it stands."""
    answers: dict[str, Any] = {}
    is_sound = True
    for name, cell in row.scores.items():
        question, rule = questions[name], rule_for(questions[name])
        names = question.names()
        part = names[0].id if len(names) == 1 else ""
        value, wrong = rule.read(question, {part: cell}) if rule else (None, {"": Wrong("workbook.not_a_number", cell)})
        for fault in wrong.values():
            params = {"question": name, "nearest": fault.nearest}
            column = row.column(name) if row.column(name) in file.filled.letters else name
            intake.faults.put(file.filled.fault(fault.code, row.line, column, fault.given, fault.allowed, **params))
        is_sound = is_sound and not wrong
        if value is not None and intake.choices.half_is_zero and is_old_zero(question, value):
            taken.halves += 1
            value = 0
        if value is not None:
            answers[name] = value
    return answers if is_sound else None
