"""One dispute as whoever decides it sees it: only what differs, systems and raters as letters drawn for the unit."""

from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import msgspec

from jurybox.core import LETTERS, Answer, Answers, Assignment, NotFound, in_language, rfc3339, target_as_shown
from jurybox.core.questions import QuestionBase, Value, parts_of
from jurybox.design import shuffled
from jurybox.store import Content, Run, decisions, items, people
from jurybox.studies.adjudicating.find import disputed_in
from jurybox.studies.adjudicating.marked import text_of
from jurybox.studies.adjudicating.options import (
    DecisionOption,
    NamedChoice,
    control_of,
    names_of,
    options_of,
    said_in_words,
)
from jurybox.studies.item_names import item_by_key
from jurybox.studies.rating import Packet, media_value, packet_of
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_in

FIRST_RATER = LETTERS.index("K")
"""Raters have letters from K, systems from A: nobody takes one for the other."""


class SaidHere(TypedDict):
    """What one rater says of one thing."""

    rater: str
    text: str


class DisputedQuestion(TypedDict):
    question: str
    prompt: str
    help: str
    about: str
    """The letter of a candidate, the number of a segment, or nothing."""
    control: str
    """How it is decided: `options` to choose from, `number` to choose or write, or a `set` of names."""
    options: list[DecisionOption]
    names: list[NamedChoice]
    said: list[SaidHere]


class MadeDecision(TypedDict):
    by: str
    reason: str
    at: str


class DisputeView(TypedDict):
    """A dispute: what was shown, what differs, what raters wrote beside it, and the decision, if there is one."""

    unit: int
    item: str
    name: str
    """What to call the item; as its key, only for organisers."""
    group: str
    stage: str
    shown: Packet
    questions: list[DisputedQuestion]
    comments: list[SaidHere]
    decision: MadeDecision | None
    names: dict[str, str]
    """Who stands behind each letter of a rater, where the asker wants to know."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute in the hand of a transaction."""

    view: StudyView
    unit: decisions.PlacedUnit
    stage: int
    said: list[decisions.SaidOfStage]
    """By their letters, from `FIRST_RATER` on."""
    cells: list[tuple[str, str]]
    order: list[int]
    """The candidates, the first under A."""

    @property
    def letters(self) -> dict[str, str]:
        """By candidate, as it is stored."""
        return {str(candidate): LETTERS[n] for n, candidate in enumerate(self.order)}

    def rater_letter(self, n: int) -> str:
        place = FIRST_RATER + n
        return LETTERS[place] if place < len(LETTERS) else f"Z{place - len(LETTERS) + 1}"

    def question(self, id: str) -> QuestionBase:
        return next(question for question in self.view.stage(self.stage).ask if question.id == id)

    def about(self, id: str, target: str) -> str:
        """The target as it is shown."""
        return target_as_shown(self.question(id).about, target, self.letters)

    def assignment(self, uid: str) -> Assignment:
        """As if the unit were given to whoever decides."""
        return Assignment(
            id=0,
            uid=uid,
            unit=self.unit.id,
            item=self.unit.item,
            membership=0,
            candidates=self.order,
            batch=0,
            position=self.unit.place,
            purpose="adjudication",
            repeat_of=None,
            due=0,
            stages=[self.stage],
            stage=self.stage,
            shown=self.stage,
            state="leased",
            lease_until=None,
            window=self.unit.window or 0,
        )


def find_dispute(run: Run, view: StudyView, place: int, stage: str) -> Dispute:
    """A stage of a unit that has all its raters, who differ; anything else is not shown to anybody."""
    unit, number = decisions.unit_at(run, study=view.id, place=place), view.protocol.stage_number(stage)
    if unit is None or number is None or items.is_withdrawn(run, unit.item):
        raise NotFound.of("dispute.unknown", "unit", place)
    said = [
        one
        for one in decisions.said_of(run, unit=unit.id, stage=number, after=view.row.pilot_seq)
        if one.cannot is None
    ]
    quorum = decisions.quorum_of(run, unit=unit.id, stage=number)
    cells = disputed_in(view, number, [one.answers for one in said]) if 1 < quorum <= len(said) else []
    known = {
        (q, t)
        for d in decisions.of_unit(run, study=view.id, unit=unit.id)
        if d.stage == number
        for q, of in d.answers.items()
        for t in of
    }
    named = list(dict.fromkeys([*((question, target) for question, target, _ in cells), *sorted(known)]))
    order = shuffled(unit.candidates, view.row.seed, "decide", unit.id)
    asked = [question.id for question in view.stage(number).ask]
    about = {question.id: question.about for question in view.stage(number).ask}
    shown = {str(candidate): LETTERS[n] for n, candidate in enumerate(order)}
    named.sort(
        key=lambda cell: _in_reading_order(target_as_shown(about[cell[0]], cell[1], shown), asked.index(cell[0]))
    )
    if not named:
        raise NotFound.of("dispute.unknown", "unit", place)
    drawn = shuffled(said, view.row.seed, "dispute", unit.id, key=lambda one: one.membership)
    return Dispute(view, unit, number, drawn, named, order)


def _in_reading_order(target: str, asked: int) -> tuple[int, str, int]:
    """Segment by segment, in each candidate by candidate, question by question; what is about all comes first."""
    candidate, segment = parts_of(target)
    return segment, candidate, asked


def show_dispute(bench: Workbench, study: str, unit: int, stage: str, lang: str = "en") -> DisputeView:
    """A dispute by the place of its unit, for an organiser."""

    def read(run: Run) -> DisputeView:
        view = view_in(bench, run, study)
        dispute = find_dispute(run, view, unit, stage)
        names = {member.id: member.name for member in people.memberships(run, view.id)}
        shown = as_shown(run, dispute, f"dispute-{unit}", lang, names)
        behind = {dispute.rater_letter(n): names[one.membership] for n, one in enumerate(dispute.said)}
        name = item_by_key(run, view, dispute.unit.key)["name"]
        return {**shown, "item": dispute.unit.key, "name": name, "group": dispute.unit.group, "names": behind}

    return bench.database.read(read)


def field_labels(bench: Workbench, study: str, lang: str = "en") -> dict[str, str]:
    """What the fields of a study are called."""

    def read(run: Run) -> dict[str, str]:
        fields = view_in(bench, run, study).protocol.fields
        return {name: in_language(field.label, [lang]) if field.label else name for name, field in fields.items()}

    return bench.database.read(read)


def dispute_media(bench: Workbench, study: str, unit: int, stage: str, part: str) -> tuple[str, str]:
    """The stored file and type behind a picture, sound or film of a dispute."""

    def read(run: Run) -> tuple[str, str]:
        dispute = find_dispute(run, view_in(bench, run, study), unit, stage)
        content = items.content_of(run, dispute.unit.item, dispute.order)
        value = media_value(dispute.view, dispute.assignment(""), dispute.stage, content, part)
        if value is None:
            raise NotFound.of("media.unknown", given=part)
        return value["file"], value["type"]

    return bench.database.read(read)


def as_shown(run: Run, dispute: Dispute, uid: str, lang: str, names: dict[int, str]) -> DisputeView:
    """What leaves the server; item and names only where the caller adds them."""
    view, unit = dispute.view, dispute.unit
    content = items.content_of(run, unit.item, dispute.order)
    made = [d for d in decisions.of_unit(run, study=view.id, unit=unit.id) if d.stage == dispute.stage]
    decision = made[-1] if made else None
    abouts = {dispute.question(question).about for question, _ in dispute.cells}
    whole = packet_of(view, dispute.assignment(uid), dispute.stage, content)
    if abouts and abouts <= {"candidate", "output"}:
        letters = {parts_of(dispute.about(question, target))[0] for question, target in dispute.cells}
        whole["candidates"] = [one for one in whole["candidates"] if one["letter"] in letters]
    return {
        "unit": unit.place,
        "item": "",
        "name": "",
        "group": "",
        "stage": view.stage(dispute.stage).id,
        "shown": whole,
        "questions": [
            _question(dispute, question, target, decision, _Telling(lang, content))
            for question, target in dispute.cells
        ],
        "comments": [
            {"rater": dispute.rater_letter(n), "text": one.comment} for n, one in enumerate(dispute.said) if one.comment
        ],
        "decision": None
        if decision is None
        else {
            "by": names.get(decision.membership, ""),
            "reason": decision.reason,
            "at": rfc3339(decision.received_at),
        },
        "names": {},
    }


class _Telling(NamedTuple):
    lang: str
    content: Content


def _question(
    dispute: Dispute, id: str, target: str, decision: decisions.Decision | None, telling: _Telling
) -> DisputedQuestion:
    question, lang = dispute.question(id), telling.lang
    chosen = _value(dispute, question, decision.answers, target) if decision else None
    answers = _answers_to(dispute, question, target)
    letters = sorted(dispute.letters.values())
    return {
        "question": id,
        "prompt": in_language(question.prompt, [lang]),
        "help": in_language(question.help, [lang]) if question.help else "",
        "about": "" if question.about == "unit" else dispute.about(id, target),
        "control": control_of(question),
        "options": options_of(
            question, answers, chosen, letters, lang, text_of(question, telling.content, dispute.order, target)
        ),
        "names": names_of(question, answers, chosen, lang),
        "said": said_of_cell(dispute, question, target, lang),
    }


def said_of_cell(dispute: Dispute, question: QuestionBase, target: str, lang: str) -> list[SaidHere]:
    """What each rater says, in words."""
    answers = _answers_to(dispute, question, target)
    return [{"rater": letter, "text": said_in_words(question, value, lang)} for letter, value in answers]


def _answers_to(dispute: Dispute, question: QuestionBase, target: str) -> list[tuple[str, Value]]:
    """By the letters of those who answered."""
    said = ((dispute.rater_letter(n), one.answers) for n, one in enumerate(dispute.said))
    found = ((letter, _value(dispute, question, answers, target)) for letter, answers in said)
    return [(letter, value) for letter, value in found if value is not None]


def _value(dispute: Dispute, question: QuestionBase, answers: Answers, target: str) -> Value | None:
    """An answer with letters for candidates."""
    answer: Answer | None = answers.get(question.id, {}).get(target)
    if answer is None or answer.value is None:
        return None
    value: Value = msgspec.to_builtins(answer.value)
    return question.renamed(value, lambda candidate: dispute.letters[candidate]) if question.compares else value
