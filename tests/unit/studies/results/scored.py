"""Judgements as they are stored, brought through the table's columns to the scorer, without a database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jurybox.analysis import BY_RULE, NumberAnswers
from jurybox.core import Answers, Protocol
from jurybox.studies.results.table.assemble import add_rule_made
from jurybox.studies.results.table.columns import key_of
from jurybox.studies.results.table.passes import Pass, ShownUnit
from jurybox.studies.results.table.scores import RatedColumn, rated

Place = tuple[int, int]


@dataclass(frozen=True)
class Visit:
    """One rater at one unit: the candidates that were shown, and the answers by stage."""

    assignment: int
    item: int
    candidates: tuple[int, ...]
    stages: dict[int, Answers] = field(default_factory=dict)

    def answers(self) -> Answers:
        return {question: cells for stage in self.stages.values() for question, cells in stage.items()}

    def targets(self, about: str, segments: int, gone: frozenset[int] = frozenset()) -> list[str]:
        """What can be scored; of what only withdrawn systems made nothing is."""
        standing = [candidate for candidate in self.candidates if candidate not in gone]
        if about == "candidate":
            return [str(candidate) for candidate in standing]
        if len(self.candidates) == 1 and not standing:
            return []
        return ["unit"] if about == "unit" else [str(n) for n in range(1, segments + 1)]


def scored(
    protocol: Protocol, visits: Iterable[Visit], gone: frozenset[int] = frozenset(), unseen: Iterable[Any] = ()
) -> tuple[Pass, dict[str, RatedColumn]]:
    """The columns that the table of a study would have; `unseen` is what rules made in stages nobody needs."""
    taken = Pass(protocol, "en", lambda candidate: (0,), gone.__contains__)
    for stage in range(len(protocol.stages)):
        for visit in visits:
            if stage in visit.stages:
                rated_segments = protocol.unit.span(0, 0).rated
                seen = ShownUnit(visit.item, visit.item, visit.candidates, segments=rated_segments)
                who = (visit.assignment, visit.assignment % 3)
                taken.take(stage, visit.stages[stage], seen, who, (None, 0, None))
    add_rule_made(taken, list(unseen))
    return taken, rated(protocol, taken)


def by_place(taken: Pass, answers: NumberAnswers) -> dict[Place, float]:
    """What people's answers give, by assignment and key."""
    rows = answers.row.tolist()
    people = [n for n, row in enumerate(rows) if row != BY_RULE]
    assert [rows[n] for n in people] == sorted(rows[n] for n in people), "in the order that they were given"
    found = {(taken.assignment[rows[n]], int(answers.key[n])): float(answers.value[n]) for n in people}
    assert len(found) == len(people), "one score for each assignment and target"
    return found


def by_rule(answers: NumberAnswers) -> dict[int, float]:
    made = answers.made()
    assert made.key.tolist() == sorted(set(made.key.tolist()))
    return dict(zip(made.key.tolist(), made.value.tolist(), strict=True))


def key(protocol: Protocol, visit: Visit, about: str, target: str) -> int:
    asked: Mapping[str, Any] = {question.about: question for _, question in protocol.questions()}
    return key_of(asked[about], visit.candidates, visit.item)(target)
