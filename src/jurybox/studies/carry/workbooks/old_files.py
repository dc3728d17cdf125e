"""`jurybox workbook read --old`: workbooks from before Jurybox, matched to the study by equal texts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurybox.core import Conflict, Refused, StudyState
from jurybox.core.questions import QuestionBase
from jurybox.exchange.files import Faults
from jurybox.exchange.workbooks import OldColumns, OldFile, OldRow, Wrong, bare, read_old_workbook, rule_for
from jurybox.store import Content, Run, items, people, units
from jurybox.studies.carry.workbooks.old_intake import OldChoices, OldIntake, Rated
from jurybox.studies.people import add_rater
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class OldWorkbookColumns:
    """What the organiser says of old workbooks."""

    source: str | None = None
    output: str | None = None
    scores: tuple[str, ...] = ()
    """COLUMN, or QUESTION=COLUMN where several are asked."""
    rater: str | None = None
    """A name; by default that of the file."""


@dataclass(slots=True)
class OldTaken:
    """What became of one old workbook."""

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
    not_counted: Counter[str] = field(default_factory=Counter)


def read_old(
    bench: Workbench,
    key: str,
    files: list[Path],
    columns: OldWorkbookColumns,
    supersede: bool = False,
    leave_out: bool = False,
) -> list[OldTaken]:
    """Take ratings from before as judgements, all of them or nothing; raters that are not there yet are added."""
    view = bench.database.read(lambda run: load_view(run, find_study(run, key).id))
    if view.row.state == StudyState.DRAFT:
        raise Conflict.of("study.not_open", given=key, state=view.row.state)
    scores, number = _scores(view, columns)
    wanted = OldColumns(columns.source, columns.output, scores)
    faults = Faults([path.name for path in files])
    read = [read_old_workbook(path, path.name, wanted, faults) for path in files]
    old = [one for one in read if one is not None]

    def look(run: Run) -> OldIntake:
        intake = OldIntake(run, view, number, faults, OldChoices(supersede, leave_out))
        _look_at(intake, old, columns.rater)
        return intake

    first = bench.database.read(lambda run: look(run).taken)
    for name in dict.fromkeys(one.rater for one in first if one.is_new_rater):
        add_rater(bench, key, name)

    taken = bench.database.write(lambda run: look(run).take(bench))
    for one, before in zip(taken, first, strict=True):
        one.is_new_rater = before.is_new_rater
    return taken


def _scores(view: StudyView, columns: OldWorkbookColumns) -> tuple[dict[str, str | None], int]:
    """The column of each question, and the stage that asks them all."""
    required = {q.id: n for n, stage in enumerate(view.protocol.stages) for q in stage.ask if q.required}
    named = dict(text.partition("=")[::2] for text in columns.scores if "=" in text)
    plain = [text for text in columns.scores if "=" not in text]
    for question in named:
        if question not in {q.id for _, q in view.protocol.questions()}:
            raise Refused.of("workbook.unknown_question", given=question, allowed=list(required))
    if plain or not named:
        if len(required) != 1 or len(plain) > 1:
            raise Refused.of("workbook.which_question", given=list(columns.scores), allowed=list(required))
        named = {next(iter(required)): plain[0]} if plain else {}
        question = next(iter(required))
        return {question: named.get(question)}, required[question]
    stages = {n for n, stage in enumerate(view.protocol.stages) for q in stage.ask if q.id in named}
    if len(stages) > 1:
        raise Refused.of("workbook.several_stages", given=list(named))
    return dict(named), stages.pop()


def _look_at(intake: OldIntake, old: list[OldFile], rater: str | None) -> None:
    """Look at every file; refused with all that is wrong."""
    run, view = intake.run, intake.view
    match = Matcher(run, view)
    members = {m.name: m for m in people.memberships(run, view.id) if m.revoked_at is None}
    for file in old:
        name = rater or file.stem
        taken = OldTaken(file.filled.file, name, name not in members, file.headings)
        said = _by_unit(file, taken, match, intake)
        intake.add(file, taken, members[name].uid if name in members else None, said)
    intake.faults.refuse()


class Matcher:
    """Finds the unit and the candidate that a row's texts stand for."""

    def __init__(self, run: Run, view: StudyView) -> None:
        fields = {name: view.protocol.fields[name] for name in view.protocol.fields}
        texts = [name for name, spec in fields.items() if spec.type == "text" and not spec.guide]
        sources = [name for name in texts if fields[name].per == "item"]
        self.source = "source" if "source" in sources else next(iter(sources), None)
        self.output = next((name for name in texts if fields[name].per in ("output", "system")), "output")
        self.both: dict[Key, list[tuple[int, int, int]]] = {}
        self.alone: dict[str, list[tuple[int, int, int]]] = {}
        contents = items.study_contents(run, view.id)
        for unit in units.units_of(run, view.id):
            for candidate in unit.candidates if unit.item in contents else ():
                self._learn(contents[unit.item], unit.id, unit.item, candidate)

    def _learn(self, content: Content, unit: int, item: int, candidate: int) -> None:
        source = bare(str(content.fields.get(self.source or "", "")))
        output = bare(str(content.candidates[candidate].fields.get(self.output, "")))
        self.both.setdefault((source, output), []).append((unit, item, candidate))
        self.alone.setdefault(output, []).append((unit, item, candidate))

    def find(self, row: OldRow, has_source: bool) -> list[tuple[int, int, int]]:
        """(unit, item, candidate) of every place where these texts stand."""
        output = bare(row.output)
        return self.both.get((bare(row.source), output), []) if has_source else self.alone.get(output, [])


def _by_unit(file: OldFile, taken: OldTaken, match: Matcher, intake: OldIntake) -> Rated:
    """What one file rates."""
    found: Rated = {}
    questions, faults = {q.id: q for q in intake.view.stage(intake.number).ask}, intake.faults
    has_source = "source" in file.headings
    broken: set[tuple[int, int]] = set()
    for row in file.rows:
        if not row.scores:
            taken.empty += 1
            continue
        places = match.find(row, has_source)
        if len(places) != 1:
            if not places and intake.choices.leave_out:
                taken.unmatched += 1
            else:
                code = "workbook.old_ambiguous" if places else "workbook.old_unmatched"
                faults.put(file.filled.fault(code, row.line, "output", row.output, count=len(places)))
            continue
        unit, item, candidate = places[0]
        answers = _answers(file, row, questions, faults)
        if answers is None:
            broken.add((unit, item))
            continue
        earlier = found.setdefault((unit, item), {}).setdefault(candidate, (row, answers))
        if earlier[1] != answers:
            faults.put(file.filled.fault("workbook.old_differ", row.line, "output", row.output, first=earlier[0].line))
    return {place: rated for place, rated in found.items() if place not in broken}


def _answers(
    file: OldFile, row: OldRow, questions: Mapping[str, QuestionBase], faults: Faults
) -> dict[str, Any] | None:
    """The answers of one row; None where something is wrong with a cell, which is a fault where it stands."""
    answers, is_sound = {}, True
    for name, cell in row.scores.items():
        rule = rule_for(questions[name])
        value, wrong = (
            rule.read(questions[name], {"": cell}) if rule else (None, {"": Wrong("workbook.not_a_number", cell)})
        )
        for fault in wrong.values():
            params = {"question": name, "nearest": fault.nearest}
            faults.put(file.filled.fault(fault.code, row.line, name, fault.given, fault.allowed, **params))
        is_sound = is_sound and not wrong
        if value is not None:
            answers[name] = value
    return answers if is_sound else None
