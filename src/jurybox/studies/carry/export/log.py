"""The log of a study, read judgement by judgement for export: what counts, about which systems, with which texts."""

from collections.abc import Iterator
from typing import Any

import msgspec

from jurybox.core import DOCUMENT, LETTERS, Answer, Answers, Fields, Protocol, entry_counts
from jurybox.core.questions import QuestionBase, parts_of
from jurybox.exchange.ratings import COLUMNS, DRAWN, Column
from jurybox.store import CandidateMakers, Content, Logged, MembershipRow, Run, export, items, people
from jurybox.studies.carry.export.answers import CANNOT, RULES, AnswerRule, Order
from jurybox.studies.pairing import chosen_pairs
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import StudyView

_from_json, _to_json = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
_answers_from_json = msgspec.json.Decoder(Answers).decode
NOBODY = [""]
OF_CANDIDATE = ("candidate", "output")
KEPT_TEXTS = 2_000
"""The texts of so many units are kept; raters of a unit mostly come close together."""


About = tuple[str, list[int], list[str]]
"""What an answer is about: its target, the candidates, and the systems that made them."""


class GivenAnswer(msgspec.Struct, gc=False):
    """One answer, or that the whole unit could not be judged (then `question` is None)."""

    log: "Log"
    question: Any
    id: str
    rule: AnswerRule
    answer: Answer
    target: str
    """unit, the number of a segment, c and a candidate's id (of its segment 3 `c17.3`), or the letter of a worked
    example's candidate."""
    candidates: list[int]
    systems: list[str]
    """A row for each; one empty name where it is about several candidates, or a worked example."""

    def cells(self) -> tuple[Any, str | None, str]:
        """What the columns value, text and by hold."""
        return *self.rule.cells(self), self._by()

    def _by(self) -> str:
        return "cannot" if self.rule is CANNOT and self.answer.by != "removed" else self.answer.by

    def suggestion(self) -> tuple[str | None, str | None]:
        """What was there to be corrected, and what became of its entries."""
        answer = self.answer
        if answer.suggested is None and answer.by != "added":
            return None, None
        became = {**entry_counts(answer)._asdict(), **({"at_once": answer.at_once} if answer.at_once else {})}
        there = None if answer.suggested is None else _to_json(answer.suggested).decode()
        return there, _to_json(became).decode()

    def rating(self) -> dict[str, Any]:
        """What a rating holds of it."""
        target = "" if self.target == "unit" else self.target
        return {"question": self.id, "target": target, "by": self._by(), **self.rule.rating(self)}

    def order(self) -> Order:
        """A preference or ranking as groups of systems, the best first."""
        groups = self.question.groups(self.answer.value, [str(id) for id in self.candidates])
        return [[self.log.called(int(id)) for id in group] for group in groups]


class _Candidates(dict[str, About]):
    """Of a candidate as answers name it: how exports do, its id, and its systems; raters of one come close together."""

    def __init__(self, makers: CandidateMakers) -> None:
        super().__init__()
        self._makers = makers

    def __missing__(self, target: str) -> About:
        if len(self) >= KEPT_TEXTS:
            self.clear()
        candidate, dot, segment = target.partition(".")
        id = int(candidate)
        named, systems = (f"c{id}", under_seal([*self._makers.of(id)])) if id > 0 else (LETTERS[-id - 1], NOBODY)
        found = self[target] = named + dot + segment, [id], systems
        return found


class Log:
    """`everything` gives the whole log; otherwise what counts, stands and was not withdrawn. All as of `until`.

    With `names` raters are called as organisers know them, and not by their pseudonyms.
    """

    def __init__(
        self,
        run: Run,
        view: StudyView,
        everything: bool = False,
        until: int = export.END_OF_LOG,
        names: bool = False,
    ) -> None:
        self.run, self.view, self.everything, self.until, self.names = run, view, everything, until, names
        self.makers = CandidateMakers(run, view.id, withdrawn_too=everything)
        members = people.memberships(run, view.id)
        self.raters = {m.id: called(n, m) if names else m.uid for n, m in enumerate(members, start=1)}
        self._asked = [
            [(question, question.id, RULES[type(question)], question.about in OF_CANDIDATE) for question in stage.ask]
            for stage in view.protocol.stages
        ]
        asked = [question for _, question in view.protocol.questions()]
        self.allowed = {"": "", **{question.id: _allowed(view.protocol, question) for question in asked}}
        """By question what could be answered; nothing where the unit as a whole could not be judged."""
        self._chosen = chosen_pairs(run, view) if view.settings.pairs.on else None
        self._candidates = _Candidates(self.makers)
        self._superseded: set[str] = set()
        if not everything:
            self._superseded = export.superseded(run, study=view.id, until=until)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Those of every study, and how pairs came where they are drawn as it goes."""
        return COLUMNS if self._chosen is None else (*COLUMNS, DRAWN)

    def drawn(self, shown: str) -> str | None:
        """How the candidates of a unit came to be compared; nothing where all pairs are."""
        if self._chosen is None:
            return None
        candidates: list[int] = _from_json(shown)
        if len(candidates) < 2 or min(candidates) < 0:
            return "none"
        return "chosen" if frozenset(candidates) in self._chosen else "even"

    def pages(self, after: int = 0, until: int = export.END_OF_LOG) -> Iterator[list[Logged]]:
        """Some hundred judgements at a time; without `everything` only those that count and stand."""
        until, gone = min(until, self.until), self._superseded
        if not self.everything:
            after = max(after, self.view.row.pilot_seq)
        for page in export.pages(self.run, self.view.id, after=after, until=until, everything=self.everything):
            if found := [entry for entry in page if entry.id not in gone] if gone else page:
                yield found

    def said(self, stage: int, answers: str, cannot: str | None, example: int | None, shown: str) -> list[GivenAnswer]:
        """The answers of one judgement; `shown` are the candidates of its unit."""
        if cannot is not None:
            told = Answer(cannot=cannot, by="rater")
            return [GivenAnswer(self, None, "", CANNOT, told, *self._about_unit("unit", example, shown))]
        given = _answers_from_json(answers)
        found: list[GivenAnswer] = []
        for question, id, rule, of_candidate in self._asked[stage]:
            if id not in given:
                continue
            for target, answer in given[id].items():
                if answer.by == "not_asked":
                    continue
                about = self._candidates[target] if of_candidate else self._about_unit(target, example, shown)
                fits = CANNOT if answer.value is None else rule
                found.append(GivenAnswer(self, question, id, fits, answer, *about))
        return found

    def _about_unit(self, target: str, example: int | None, shown: str) -> About:
        candidates: list[int] = _from_json(shown)
        alone = len(candidates) == 1 and example is None
        return target, candidates, self.makers.of(candidates[0]) if alone else NOBODY

    def called(self, candidate: int) -> str:
        """A system's name; a worked example's candidates have letters."""
        return self.makers.shown(candidate) if candidate > 0 else LETTERS[-candidate - 1]


def called(number: int, member: MembershipRow) -> str:
    """A rater's number in findings, and their name: only for those who organise the study."""
    return f"R{number} {member.name}".rstrip()


def _allowed(protocol: Protocol, question: QuestionBase) -> str:
    """With the direction that a score gives the question whose answers it hands on."""
    said = RULES[type(question)].allowed(question)
    return f"{said} lower" if said and protocol.lower_is_better(question) else said


class RatedTexts:
    """The texts behind a rating, where they are texts: what was given, and what was made of it."""

    def __init__(self, run: Run, protocol: Protocol) -> None:
        self.run = run
        self.source = _field(protocol, ("item", "segment"), "source")
        self.output = _field(protocol, ("output", "system"), "output")
        self._kept: dict[tuple[int, str], Content] = {}

    def of(self, item: int | None, shown: str, said: GivenAnswer) -> tuple[str | None, str | None, str | None]:
        """Document, source and output; `shown` are the candidates of the unit."""
        if item is None:
            return None, None, None
        content, segment = self._content(item, shown), parts_of(said.target)[1]
        given = content.fields
        if 0 < segment <= len(content.segments):
            given = {**given, **content.segments[segment - 1].get("fields", {})}
        return _text(content.fields, DOCUMENT), _text(given, self.source), self._made(content, said, segment)

    def _made(self, content: Content, said: GivenAnswer, segment: int) -> str | None:
        if len(said.candidates) != 1:
            return None
        shown = content.candidates[said.candidates[0]]
        if segment:
            return _text(shown.segments[segment - 1], self.output) if segment <= len(shown.segments) else None
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
    texts = [name for name, field in protocol.fields.items() if field.is_text and field.per in per and not field.guide]
    return preferred if preferred in texts else next(iter(texts), None)


def _text(fields: Fields, name: str | None) -> str | None:
    found = fields.get(name) if name is not None else None
    return found if isinstance(found, str) and found else None
