"""The log of a study, read judgement by judgement for export: what counts, about which systems, with which texts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from jurybox.core import LETTERS, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.store import CandidateMakers, Content, Logged, Run, export, items, people
from jurybox.studies.study import StudyView

_from_json = msgspec.json.Decoder().decode
NOBODY = [""]
KEPT_TEXTS = 2_000
"""The texts of so many units are kept; raters of a unit mostly come close together."""


class GivenAnswer(NamedTuple):
    """One answer, or that the whole unit could not be judged (then `question` is None)."""

    question: QuestionBase | None
    id: str
    target: str
    """unit, the number of a segment, c and a candidate's id, or the letter of a worked example's candidate."""
    cell: dict[str, Any]
    candidates: list[int]
    systems: list[str]
    """A row for each; one empty name where it is about several candidates, or a worked example."""


class Log:
    """`everything` gives the whole log; otherwise what counts, stands and was not withdrawn. All as of `until`."""

    def __init__(self, run: Run, view: StudyView, everything: bool = False, until: int = export.END_OF_LOG) -> None:
        self.run, self.view, self.everything, self.until = run, view, everything, until
        self.makers = CandidateMakers(run, view.id, withdrawn_too=everything)
        self.raters = {member.id: member.uid for member in people.memberships(run, view.id)}
        self.asked = [
            [(question, question.id, question.about == "candidate") for question in stage.ask]
            for stage in view.protocol.stages
        ]
        self._superseded: set[str] = set()
        if not everything:
            self._superseded = export.superseded(run, study=view.id, until=until)

    def pages(self, after: int = 0, until: int = export.END_OF_LOG) -> Iterator[list[Logged]]:
        """Judgements as they are exported; without `everything` only those that count and stand."""
        until, gone = min(until, self.until), self._superseded
        if not self.everything:
            after = max(after, self.view.row.pilot_seq)
        for page in export.pages(self.run, self.view.id, after=after, until=until, everything=self.everything):
            yield [entry for entry in page if entry.id not in gone] if gone else page

    def judgements(self) -> Iterator[Logged]:
        for page in self.pages():
            yield from page

    def item(self, entry: Logged) -> str:
        if entry.example is not None:
            return self.view.protocol.examples[entry.example].id
        return entry.item or ""

    def said(self, entry: Logged) -> list[GivenAnswer]:
        if entry.cannot is not None:
            shown = _from_json(entry.candidates)
            return [
                GivenAnswer(
                    None, "", "unit", {"cannot": entry.cannot, "by": "rater"}, shown, self._systems(entry, shown)
                )
            ]
        answers: dict[str, dict[str, Any]] = _from_json(entry.answers)
        return [
            self.answer(entry, question, of_candidate, target, cell)
            for question, id, of_candidate in self.asked[entry.stage]
            for target, cell in answers.get(id, {}).items()
        ]

    def answer(
        self, entry: Logged, question: QuestionBase, of_candidate: bool, target: str, cell: dict[str, Any]
    ) -> GivenAnswer:
        if not of_candidate:
            shown = _from_json(entry.candidates)
            return GivenAnswer(question, question.id, target, cell, shown, self._systems(entry, shown))
        candidate = int(target)
        if candidate > 0:
            return GivenAnswer(question, question.id, f"c{target}", cell, [candidate], self.makers.of(candidate))
        return GivenAnswer(question, question.id, LETTERS[-candidate - 1], cell, [candidate], NOBODY)

    def _systems(self, entry: Logged, candidates: list[int]) -> list[str]:
        return self.makers.of(candidates[0]) if len(candidates) == 1 and entry.example is None else NOBODY

    def order(self, value: Any, candidates: list[int]) -> list[list[str]]:
        """A preference or ranking as groups of systems, the best first."""
        if isinstance(value, dict):
            better = value["better"]
            rest = [str(id) for id in candidates if str(id) != better]
            groups = [rest] if better == "tie" else [[better], rest]
        else:
            groups = value
        return [[self._called(int(id)) for id in group] for group in groups if group]

    def _called(self, candidate: int) -> str:
        """A system's name; a worked example's candidates have letters."""
        return self.makers.shown(candidate) if candidate > 0 else LETTERS[-candidate - 1]


class RatedTexts:
    """The texts behind a rating, where they are texts: what was given, and what was made of it."""

    def __init__(self, run: Run, protocol: Protocol) -> None:
        self.run = run
        self.source = _field(protocol, ("item",), "source")
        self.output = _field(protocol, ("output", "system"), "output")
        self._kept: dict[tuple[int, str], Content] = {}

    def of(self, entry: Logged, said: GivenAnswer) -> tuple[str | None, str | None]:
        if entry.item_id is None:
            return None, None
        content = self._content(entry.item_id, entry.candidates)
        return _text(content.fields, self.source), self._made(content, said)

    def _made(self, content: Content, said: GivenAnswer) -> str | None:
        if len(said.candidates) != 1:
            return None
        shown = content.candidates[said.candidates[0]]
        if said.target.isdecimal():
            number = int(said.target) - 1
            return _text(shown.segments[number], self.output) if number < len(shown.segments) else None
        return _text(shown.fields, self.output)

    def _content(self, item: int, candidates: str) -> Content:
        key = item, candidates
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= KEPT_TEXTS:
                self._kept.clear()
            found = self._kept[key] = items.content_of(self.run, item, _from_json(candidates))
        return found


def _field(protocol: Protocol, per: tuple[str, ...], preferred: str) -> str | None:
    """The field that is meant: the one of the usual name, or else the first text of that place."""
    texts = [
        name for name, field in protocol.fields.items() if field.type == "text" and field.per in per and not field.guide
    ]
    return preferred if preferred in texts else next(iter(texts), None)


def _text(fields: dict[str, Any], name: str | None) -> str | None:
    found = fields.get(name) if name is not None else None
    return found if isinstance(found, str) and found else None
