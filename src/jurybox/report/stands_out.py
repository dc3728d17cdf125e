"""What stands out of raters, rater by rater; those of whom the very same is said share a line."""

from dataclasses import dataclass

from jurybox.analysis import Findings
from jurybox.report.wording import Wording, distinct
from jurybox.texts import natural


@dataclass(frozen=True, slots=True)
class Flagged:
    """Raters of whom the same is said."""

    raters: tuple[str, ...]
    said: tuple[tuple[str, str], ...]
    """Each flag in words, and the questions that it is about."""


def flagged(findings: Findings, say: Wording) -> list[Flagged]:
    """In natural order of the raters; those with most to look at are not put first, so that one is found again."""
    about: dict[str, dict[str, list[str | None]]] = {}
    for q in findings.raters:
        for flag in q.flags:
            about.setdefault(q.rater, {}).setdefault(say.flag(flag), []).append(q.question)
    asked = distinct(q.question for q in findings.raters)
    lines: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for rater in sorted(about, key=natural):
        said = tuple((text, _questions(questions, asked, say)) for text, questions in about[rater].items())
        lines.setdefault(said, []).append(rater)
    return [Flagged(tuple(raters), said) for said, raters in lines.items()]


def _questions(questions: list[str | None], asked: list[str | None], say: Wording) -> str:
    """By name, or that it is all of them."""
    found = distinct(questions)
    if len(found) == len(asked) > 1:
        return say("report.all_questions")
    return ", ".join(map(say.question, found))
