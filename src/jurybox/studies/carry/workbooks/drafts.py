"""From the rows of one unit to one judgement: cells read by their questions' rules, faults where they stand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jurybox.core import Fault, Stage, plain_text
from jurybox.core.questions import QuestionBase
from jurybox.exchange.workbooks import (
    ASK,
    CANNOT,
    COMMENT,
    ColumnRule,
    Filled,
    FilledRow,
    Wrong,
    part_of,
    rule_for,
    text_of,
)

Ruled = frozenset[tuple[str, str]]
"""(question, target) that rules of the protocol answer."""


@dataclass(slots=True)
class SaidOfUnit:
    """What a rater said of one unit in one workbook."""

    filled: Filled
    rows: list[FilledRow]
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    cannot: str | None = None
    comment: str | None = None
    faults: list[Fault] = field(default_factory=list)
    is_touched: bool = False
    """Whether the rater wrote anything."""
    unread: set[tuple[str, str]] = field(default_factory=set)
    """Of which question and target a cell could not be read."""
    places: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    """Where each answer stands: line and code of the column."""

    @property
    def line(self) -> int:
        return self.rows[0].line

    def follows(self, fault: Fault, stage: Stage) -> bool:
        """Whether a fault of the answers may only follow from a cell that could not be read."""
        _, name, target = [*fault.where.split(".", 2), "", ""][:3]
        question = stage.question(name)
        hangs_on = question.only_if.question if question is not None and question.only_if is not None else ""
        unread = {id for id, _ in self.unread}
        return hangs_on in unread or (name, target.split("[")[0]) in self.unread

    def moved(self, fault: Fault) -> Fault:
        """A fault of an answer, where it stands in the sheet."""
        parts = [part.split("[")[0] for part in fault.where.split(".", 2)]
        if parts[0] == "answers" and len(parts) > 2:
            line, code = self.places.get((parts[1], parts[2]), (self.line, f"{ASK}{parts[1]}"))
            params = {"question": parts[1], **fault.params}
        else:
            line, code = self.line, CANNOT if parts[0] == "cannot" else COMMENT
            params = {"question": parts[0], **fault.params}
        return self.filled.fault(fault.code, line, code, fault.given, fault.allowed, **params)


class RowsReader:
    """Reads the rows of one stage. Equal cells are read once: a sheet holds few different ones."""

    def __init__(self, stage: Stage) -> None:
        self.rules: dict[str, ColumnRule[Any, Any]] = {
            q.id: rule for q in stage.ask if (rule := rule_for(q)) is not None
        }
        self.questions = {q.id: q for q in stage.ask if q.id in self.rules}
        self.has_whole = False
        """Whether the unit that is read has a row for itself."""
        self.read_before: dict[tuple[str, Any], tuple[Any, dict[str, Wrong]]] = {}

    def read(self, filled: Filled, rows: list[FilledRow], letters: tuple[str, ...], ruled: Ruled) -> SaidOfUnit:
        """All that the rows of a unit say; `letters` are its candidates."""
        said = SaidOfUnit(filled, rows)
        cannot: dict[str, str] = {}
        self.has_whole = any(row.id.target == "unit" for row in rows)
        for row in rows:
            answered = self._read_row(said, row, letters, ruled)
            if CANNOT in row.cells:
                said.is_touched = True
                cannot[row.id.target] = text_of(row.cells[CANNOT]).strip()
                if answered:
                    given = cannot[row.id.target]
                    said.faults.append(filled.fault("workbook.cannot_and_answer", row.line, CANNOT, given))
        said.comment = self._comment(said, rows)
        self._settle_cannot(said, rows, letters, ruled, cannot)
        return said

    def _read_row(self, said: SaidOfUnit, row: FilledRow, letters: tuple[str, ...], ruled: Ruled) -> bool:
        """Read the answers of one row; whether there is any beside comments."""
        parts: dict[str, dict[str, Any]] = {}
        for code, cell in row.cells.items():
            if code.startswith(ASK):
                name, part = part_of(code)
                parts.setdefault(name, {})[part] = cell
        self._leave_untouched(row, parts)
        asked = list(self._asked(row, letters))
        for question, target in asked:
            said.places.setdefault((question.id, target), (row.line, self._code(said.filled, question)))
        open_ones = [(q, target) for q, target in asked if (q.id, target) not in ruled]
        answered = [self._read_cells(said, row, q, target, parts[q.id]) for q, target in open_ones if q.id in parts]
        if any(answered):
            self._fill_blanks(said, open_ones, parts)
        known = {q.id for q, _ in asked}
        for name in parts.keys() - known & self.questions.keys():
            code = self._code(said.filled, self.questions[name])
            given = text_of(next(iter(parts[name].values())))
            said.faults.append(said.filled.fault("workbook.not_asked_here", row.line, code, given, question=name))
        return any(answered)

    def _leave_untouched(self, row: FilledRow, parts: dict[str, dict[str, Any]]) -> None:
        """A text to be changed that still stands as it stood is no answer, unless it is said beside it."""
        for name, cells in list(parts.items()):
            rule, field = self.rules.get(name), None
            if rule is not None:
                field = rule.filled_from(self.questions[name], "")
            if field is None:
                continue
            shown = row.shown.get(field, "")
            if "" in cells and plain_text(text_of(cells[""])) == plain_text(shown) and len(cells) == 1:
                del parts[name]
            elif "" not in cells:
                cells[""] = shown

    def _asked(self, row: FilledRow, letters: tuple[str, ...]) -> Iterator[tuple[QuestionBase, str]]:
        """The questions of a row, each with what an answer is about."""
        target = row.id.target
        alone = letters[0] if len(letters) == 1 else None
        for q in self.questions.values():
            if q.about == "segment":
                if target.isdigit():
                    yield q, target
            elif q.about == "output":
                if target.isdigit() and alone is not None:
                    yield q, f"{alone}.{target}"
                elif "." in target:
                    yield q, target
            elif q.about == "candidate":
                if target in letters:
                    yield q, target
                elif target == "unit" and alone is not None:
                    yield q, alone
            elif target == "unit" or (not self.has_whole and target in letters):
                yield q, "unit"

    def _read_cells(
        self, said: SaidOfUnit, row: FilledRow, q: QuestionBase, target: str, cells: Mapping[str, Any]
    ) -> bool:
        said.is_touched = True
        value, wrong = self._by_rule(q, cells)
        if wrong:
            said.unread.add((q.id, target))
        for part, fault in wrong.items():
            code = f"{ASK}{q.id}:{part}" if part else f"{ASK}{q.id}"
            params = {"question": q.id, "nearest": fault.nearest}
            said.faults.append(said.filled.fault(fault.code, row.line, code, fault.given, fault.allowed, **params))
        if value is not None:
            said.answers.setdefault(q.id, {})[target] = value
        return not self.rules[q.id].is_remark

    def _by_rule(self, q: QuestionBase, cells: Mapping[str, Any]) -> tuple[Any, dict[str, Wrong]]:
        rule = self.rules[q.id]
        if len(cells) > 1 or rule.is_remark:
            return rule.read(q, cells)
        ((part, cell),) = cells.items()
        key = (f"{q.id}:{part}", (type(cell), cell))
        if key not in self.read_before:
            self.read_before[key] = rule.read(q, cells)
        value, wrong = self.read_before[key]
        return (list(value) if isinstance(value, list) else value), wrong

    def _fill_blanks(self, said: SaidOfUnit, asked: list[tuple[QuestionBase, str]], parts: Mapping[str, Any]) -> None:
        """Where a row was answered, nothing ticked is an answer too."""
        for q, target in asked:
            if q.none_is_an_answer and q.required and q.id not in parts:
                said.answers.setdefault(q.id, {}).setdefault(target, [])

    def _comment(self, said: SaidOfUnit, rows: list[FilledRow]) -> str | None:
        written = {row.id.target: text_of(row.cells[COMMENT]).strip() for row in rows if COMMENT in row.cells}
        if not written:
            return None
        said.is_touched = True
        if len(rows) == 1:
            return next(iter(written.values()))
        return "\n".join(text if target == "unit" else f"{target}: {text}" for target, text in written.items())

    def _settle_cannot(
        self, said: SaidOfUnit, rows: list[FilledRow], letters: tuple[str, ...], ruled: Ruled, cannot: dict[str, str]
    ) -> None:
        """Of every row: the unit can't be judged. Of some: what they are about is a missing value."""
        if not cannot:
            return
        targets = {row.id.target for row in rows}
        if "unit" in cannot or targets - {"unit"} <= cannot.keys():
            if said.answers and not said.faults:
                row = next(row for row in rows if row.id.target in cannot)
                given = cannot[row.id.target]
                said.faults.append(said.filled.fault("workbook.cannot_and_answer", row.line, CANNOT, given))
            said.answers, said.cannot = {}, "; ".join(dict.fromkeys(cannot.values()))
            return
        for row in rows:
            if row.id.target in cannot:
                for q, target in self._asked(row, letters):
                    if q.required and (q.id, target) not in ruled:
                        said.answers.setdefault(q.id, {})[target] = {"cannot": cannot[row.id.target]}

    @staticmethod
    def _code(filled: Filled, q: QuestionBase) -> str:
        """The first column of a question."""
        start = f"{ASK}{q.id}"
        return next((code for code in filled.letters if code == start or code.startswith(start + ":")), start)
