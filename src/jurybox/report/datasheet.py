"""The Human Evaluation Datasheet (HEDS 2.0: Shimorina & Belz 2022, aclanthology.org/2022.humeval-1.6).

The numbers are those of the sheet, the wording is ours. What findings and study know is filled in; what only the
authors can know is None and shown as open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jurybox.analysis import Findings
from jurybox.report.heds import DESIGN_ANSWERS, GROUPS, QUALITY, QUALITY_ANSWERS
from jurybox.report.markdown import markdown
from jurybox.report.wording import Wording

Known = Mapping[str, Callable[[Findings, Wording], str | None]]


@dataclass(frozen=True, slots=True)
class Answered:
    number: str
    asks: str
    text: str | None
    """None: to be filled in by the authors."""


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    title: str
    answers: tuple[Answered, ...]


def datasheet(findings: Findings, say: Wording) -> list[QuestionGroup]:
    """All 45 questions, those about quality once for each question that raters were asked."""
    groups = []
    for group, numbers in GROUPS.items():
        if group != QUALITY:
            answers = tuple(_answer(number, DESIGN_ANSWERS, findings, say) for number in numbers)
            groups.append(QuestionGroup(say(f"report.heds.group.{group}"), answers))
            continue
        for question in findings.questions:
            title = say(f"report.heds.group.{group}", question=say.question(str(question["id"])))
            groups.append(QuestionGroup(title, tuple(_about(number, question, findings, say) for number in numbers)))
    return groups


def _answer(number: str, known: Known, findings: Findings, say: Wording) -> Answered:
    answer = known.get(number)
    return Answered(number, asks(number, say), answer(findings, say) if answer else None)


def _about(number: str, question: Mapping[str, Any], findings: Findings, say: Wording) -> Answered:
    answer = QUALITY_ANSWERS.get(number)
    return Answered(number, asks(number, say), answer(question, findings, say) if answer else None)


def asks(number: str, say: Wording) -> str:
    return say(f"report.heds.q.{number.replace('.', '_')}")


def datasheet_markdown(findings: Findings, say: Wording) -> str:
    """The sheet as a file to complete by hand."""
    lines = [f"# {markdown(say('report.section.datasheet'))}", "", markdown(say("report.heds.about")), ""]
    for group in datasheet(findings, say):
        lines += [f"## {markdown(group.title)}", ""]
        for answered in group.answers:
            text = markdown(answered.text) if answered.text is not None else f"**{markdown(say('report.heds.open'))}**"
            lines += [f"**{answered.number} {markdown(answered.asks)}**", "", text, ""]
    return "\n".join([*lines, f"{say('report.signature')}: `{findings.signature.replace('`', chr(39))}`", ""])
