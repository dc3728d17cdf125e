"""A pretend rater's visit to the copy of a draft, through the same door as everybody's."""

import random
from functools import partial
from typing import cast

from jurybox.core import Answer, Answers, JudgementDraft, NextWish, is_asked, rfc3339
from jurybox.core.questions import Frame, QuestionBase, Value, parts_of
from jurybox.store import Run, assignments, systems
from jurybox.studies import rating
from jurybox.studies.people import RaterInfo
from jurybox.studies.rating import letters_of
from jurybox.studies.rehearsal.answers import pretend, qualities
from jurybox.studies.workbench import Workbench

WHO = "rehearsal"
SECONDS = 20


class PretendVisit:
    def __init__(self, bench: Workbench, run: Run, study: str, info: RaterInfo) -> None:
        self.bench, self.run, self.name = bench, run, info.name
        self.link = rating.Link(study, info.path.partition("#")[2])
        visit = rating.admit(bench, run, self.link)
        self.member, self.view = visit.member, visit.view
        self.makers = {id: made[0].name for id, made in systems.makers_of(run, self.view.id).items()}
        self.quality = qualities(sorted(set(self.makers.values())))

    def judge_one(self) -> bool:
        """Take the next unit and judge it; False where there is none."""
        units = rating.next_units(self.bench, self.run, self.link, NextWish())["units"]
        if units:
            self._judge(units[0])
        return bool(units)

    def _judge(self, packet: rating.Packet) -> None:
        a = assignments.by_uid(self.run, packet["assignment"], member=self.member.id)
        number = self.view.protocol.stage_number(packet["stage"])
        assert a is not None
        assert number is not None
        made_by = {letter: self.makers[candidate] for letter, candidate in letters_of(a).items()}
        by_rule = {(made["question"], made["target"]) for made in packet["rules"]}
        window = packet.get("window")
        first, last = (window["first"], window["last"]) if window else (1, len(packet["segments"]))
        numbers = tuple(str(n) for n in range(first, last + 1))
        frame = Frame.of_texts(tuple(made_by), numbers, partial(_text_of, packet))
        stage = self.view.stage(number)
        added_up = {question.sum_of.question for question in stage.ask if question.sum_of is not None}
        plain = Frame(tuple(made_by), numbers)
        answers: dict[str, dict[str, object]] = {}
        said: Answers = {}
        for made in packet["rules"]:
            said.setdefault(made["question"], {})[made["target"]] = Answer(value=made["value"], by="rule")
        for question in stage.ask:
            seen = plain if question.id in added_up else frame  # of marks that add up nothing is seen
            cells = {
                target: value
                for target in frame.targets(question.about)
                if (question.id, target) not in by_rule
                and is_asked(stage, question, target, said)
                and (value := self._answer(question, target, seen, made_by, (a.item, a.purpose))) is not None
            }
            answers |= {question.id: cells} if cells else {}
            for target, value in cells.items():
                said.setdefault(question.id, {})[target] = Answer(value=cast(Value, value), by="rater")
        draft = JudgementDraft(
            self.bench.new_id(),
            a.uid,
            packet["stage"],
            answers,
            answered_at=rfc3339(self.bench.now()),
            elapsed_ms=SECONDS * 1000,
        )
        rating.submit(self.bench, self.run, self.link, draft, "demo")

    def _answer(
        self, question: QuestionBase, target: str, frame: Frame, made_by: dict[str, str], about: tuple[object, ...]
    ) -> object | None:
        letter, segment = parts_of(target)
        seen = made_by.get(letter, sorted(made_by.values()))
        what = f"{target.isdigit()}|{segment}" if letter and segment else f"{target.isdigit()}"
        chance = random.Random(f"{self.name}|{about}|{seen}|{question.id}|{what}")
        by_letter = {letter: self.quality[system] for letter, system in made_by.items()}
        return pretend(question, target, frame, by_letter, chance)


def _text_of(packet: rating.Packet, field: str, target: str) -> str | None:
    """The text that a target shows under a field."""
    letter, segment = parts_of(target)
    made = next((one for one in packet["candidates"] if one["letter"] == letter), packet["candidates"][0])
    shown = {**packet["fields"], **made["fields"]}
    for n, one in enumerate(packet["segments"]):
        if one["number"] == segment:
            shown |= {**one["fields"], **made["segments"][n]}
    value = shown.get(field)
    return value if isinstance(value, str) else None
