"""Findings as plain sentences and one table, for a terminal: the same words as in the report."""

from dataclasses import dataclass

from jurybox.analysis import Agreement, Findings
from jurybox.report import (
    Flagged,
    PlainTable,
    Wording,
    answers_of,
    flagged,
    know_before,
    main_agreement,
    plan_line,
    provisional,
    strong_and_rest,
    systems_table,
)
from jurybox.texts import Words

__all__ = ["Flagged", "Told", "tell_findings"]


@dataclass(frozen=True, slots=True)
class Told:
    """The answer first."""

    answers: tuple[str, ...]
    waiting: str
    """How much is still to come; empty where nothing is."""
    notes: tuple[str, ...]
    flagged: tuple[Flagged, ...]
    agreement: tuple[Agreement, ...]
    """Of each question the coefficient that stands for it."""
    systems: PlainTable
    plan: str
    """The sealed plan and what was changed later, in a line; empty where there is none."""
    wording: Wording

    def pieces(self, column: int, value: object) -> tuple[str, str]:
        """A cell of the systems' table: what is the best, and the rest of it."""
        return strong_and_rest(self.systems.columns[column], value, self.wording.numbers)


def tell_findings(findings: Findings, words: Words) -> Told:
    say = Wording.of(findings, words)
    answers = [
        f"{say.question(question)}: {' '.join(sentence.striptags() for sentence in sentences)}"
        for question, sentences in answers_of(findings, say)
    ]
    questions = dict.fromkeys(a.question for a in findings.agreement)
    return Told(
        answers=tuple(answers),
        waiting=provisional(findings, say),
        notes=tuple(know_before(findings, say)),
        flagged=tuple(flagged(findings, say)),
        agreement=tuple(a for question in questions if (a := main_agreement(findings, question)) is not None),
        systems=systems_table(findings, say),
        plan=plan_line(findings, say),
        wording=say,
    )
