"""A table of checks: a row for each candidate, its texts or the study's own, and what should be said of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from jurybox.core import LETTERS, CheckKind, JsonObject, JsonValue, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.design import merge
from jurybox.exchange.files import Faults, Row, open_table
from jurybox.store import checks
from jurybox.studies.lifecycle.gold_cells import ACCEPT, EXPECTED, WITHIN, accepted_in, number_in, value_in

OWN = ("id", "group", "kind", "system", "segment")
"""Columns that are neither fields nor answers."""
KINDS = (CheckKind.GOLD.value, CheckKind.ATTENTION.value)


@dataclass(slots=True)
class GoldDraft:
    """A check as it was read: the document of a worked example, and what it takes from the study."""

    name: str
    line: int
    kind: str
    group: str
    document: JsonObject
    material: checks.CheckMaterial | None = None
    is_lost: bool = False
    """Whether what it names is not there."""
    systems: list[list[str]] = field(default_factory=list)
    """Those that are shown; of equal outputs all, as raters of the study are shown them once."""


class GoldTable:
    """Reads one table; what is wrong goes to `faults`, all of it. `rule` says which outputs count as equal."""

    def __init__(
        self, protocol: Protocol, known: Callable[[str], checks.CheckMaterial | None], rule: str, faults: Faults
    ) -> None:
        self.protocol, self.known, self.rule, self.faults = protocol, known, rule, faults
        self.questions: dict[str, QuestionBase] = {question.id: question for _, question in protocol.questions()}

    def read(self, path: Path) -> list[GoldDraft]:
        table = open_table(path, path.name, self.faults)
        rows = [*table.rows] if table is not None else []
        if table is None or self.faults.unread:
            return []
        columns = table.columns or tuple(dict.fromkeys(name for row in rows for name in row.values))
        self._check_columns(columns, (path.name, table.header or 1))
        found = [row for row in rows if self._has_id(row)]
        return [self._draft(list(of_item)) for _, of_item in groupby(found, key=lambda row: str(row.values["id"]))]

    def _check_columns(self, columns: Iterable[str], place: tuple[str, int]) -> None:
        answers = [start + id for start in (EXPECTED, WITHIN, ACCEPT) for id in self.questions]
        allowed = [*OWN, *self.protocol.fields, *answers]
        for name in columns:
            if name not in allowed:
                self.faults.add("checks.unknown_column", place, name, allowed)
        if "id" not in columns:
            self.faults.add("checks.no_id", place, list(columns))

    def _has_id(self, row: Row) -> bool:
        if not _said(row.values.get("id")):
            self.faults.add("checks.no_id", (row.file, row.line))
        return _said(row.values.get("id"))

    def _draft(self, rows: list[Row]) -> GoldDraft:
        first = rows[0]
        kind = next((str(row.values["kind"]) for row in rows if _said(row.values.get("kind"))), KINDS[0])
        if kind not in KINDS:
            self.faults.add("checks.unknown_kind", (first.file, first.line), kind, KINDS)
        group = next((str(row.values["group"]) for row in rows if _said(row.values.get("group"))), "")
        draft = GoldDraft(str(first.values["id"]), first.line, kind, group, {})
        shown = self._own_texts(rows) or self._of_study(draft, rows)
        draft.document = {"id": f"check{first.line}", **shown, "answers": self._answers(rows, draft.systems)}
        return draft

    def _own_texts(self, rows: list[Row]) -> JsonObject:
        """What the table itself shows; nothing where it names no text."""
        fields = self.protocol.fields
        given = [{n: v for n, v in row.values.items() if n in fields and _said(v)} for row in rows]
        if not any(given):
            return {}
        item: JsonObject = {}
        for values in given:
            item |= {name: value for name, value in values.items() if fields[name].per == "item"}
        made: list[JsonValue] = [
            {"fields": {name: value for name, value in values.items() if fields[name].per in ("system", "output")}}
            for values in given
        ]
        return {"fields": item, "candidates": made}

    def _of_study(self, draft: GoldDraft, rows: list[Row]) -> JsonObject:
        """What an item of the study shows, by its key."""
        place = (rows[0].file, rows[0].line)
        found = self.known(draft.name)
        if found is None:
            self.faults.add("checks.unknown_item", place, draft.name)
            draft.is_lost = True
            return {"candidates": [{}]}
        named = list(dict.fromkeys(str(row.values["system"]) for row in rows if _said(row.values.get("system"))))
        for name in named:
            if name not in found.outputs:
                self.faults.add("checks.unknown_system", place, name, sorted(found.outputs))
        shown = [name for name in named or found.outputs if name in found.outputs]
        made = [(n, (found.outputs[name].fields, found.outputs[name].segments)) for n, name in enumerate(shown)]
        draft.systems = [[shown[n] for n in same] for same in merge(made, self.rule)]
        draft.is_lost = len(shown) < len(named)
        draft.material, draft.group = found, draft.group or found.group
        return {
            "fields": self._plain(found.fields),
            "segments": [self._plain(segment.get("fields", {})) for segment in found.segments],
            "candidates": [
                {
                    "fields": self._plain(found.outputs[same[0]].fields),
                    "segments": [self._plain(part) for part in found.outputs[same[0]].segments],
                }
                for same in draft.systems
            ],
        }

    def _plain(self, fields: Mapping[str, JsonValue]) -> JsonObject:
        """Texts as they are; of what is no text, that it is there."""
        known = self.protocol.fields
        return {
            n: v if isinstance(v, str) else "…" for n, v in fields.items() if n in known and known[n].type != "people"
        }

    def _answers(self, rows: list[Row], systems: list[list[str]]) -> list[JsonValue]:
        letters = {name: letter for letter, same in zip(LETTERS, systems, strict=False) for name in same}
        found: dict[tuple[str, str], JsonObject] = {}
        for n, row in enumerate(rows):
            nth = LETTERS[0] if len(systems) == 1 else LETTERS[min(n, len(LETTERS) - 1)]
            own = letters.get(str(row.values.get("system")), nth)
            for id, question in self.questions.items():
                cell = row.values.get(EXPECTED + id)
                if _said(cell):
                    segment = row.values.get("segment")
                    target = "unit" if question.about == "unit" else own
                    target = str(segment) if question.about == "segment" and _said(segment) else target
                    target = f"{own}.{segment}" if question.about == "output" and _said(segment) else target
                    said = self._answer(question, target, row, letters)
                    if found.setdefault((id, target), said)["value"] != said["value"]:
                        self.faults.add("checks.says_two_things", (row.file, row.line), cell, question=id)
        return [*found.values()]

    def _answer(self, question: QuestionBase, target: str, row: Row, letters: Mapping[str, str]) -> JsonObject:
        value = value_in(question, row.values[EXPECTED + question.id], letters)
        answer: JsonObject = {"question": question.id, "target": target, "value": value}
        within, accept = row.values.get(WITHIN + question.id), row.values.get(ACCEPT + question.id)
        if _said(within):
            answer["within"] = number_in(str(within))
        if _said(accept):
            answer["accept"] = accepted_in(question, accept, letters)
        return answer


def _said(value: JsonValue) -> bool:
    return value is not None and value != ""
