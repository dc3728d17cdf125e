"""The lists of findings while they grow."""

from dataclasses import dataclass, field
from typing import Any

from jurybox.analysis import disagreements
from jurybox.analysis.agreement import agreement, of_pairs
from jurybox.analysis.coded import Coded
from jurybox.analysis.comparisons import comparisons
from jurybox.analysis.contest import contest
from jurybox.analysis.findings import Agreement, Comparison, Disagreement, Moment, Ranked, Together
from jurybox.analysis.options import Options
from jurybox.analysis.over_time import over_time
from jurybox.analysis.ranking import ranking
from jurybox.analysis.table import Ratings, Table
from jurybox.analysis.together import Pairwise, pairwise, together


@dataclass(slots=True)
class Lists:
    """Each `add` looks at one side of a table, whole or a part of it."""

    options: Options
    agreement: list[Agreement] = field(default_factory=list)
    ranking: list[Ranked] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    over_time: list[Moment] = field(default_factory=list)
    together: list[Together] = field(default_factory=list)

    def add_agreement(
        self, table: Table, questions: list[Coded], by: str | None, known: list[Pairwise] | None = None
    ) -> None:
        """`known`: the pairs of raters of each question, where they were looked at before."""
        for one, pairs in zip(questions, known or self.pairwise(questions), strict=True):
            self.agreement += agreement(one, self.options, pairs, by)
        for passes in table.repeats:
            self.agreement += of_pairs(passes, "self", self.options, by)
        for passes in table.gold:
            self.agreement += of_pairs(passes, "gold", self.options, by)

    def add_ranking(self, table: Table, by: str | None) -> None:
        for ratings in table.ratings:
            if _is_ranked(table, ratings):
                found = contest(table, ratings, self.options)
                self.ranking += ranking(table, found, self.options, by)
                self.comparisons += comparisons(table, found, self.options, by)

    def add_raters(self, table: Table, questions: list[Coded]) -> None:
        """TODO"""

    def add_units(self, table: Table, questions: list[Coded], known: list[Pairwise]) -> None:
        """What is about single units and single raters, question by question, also where questions are pooled."""
        most = self.options.disagreements
        for one, pairs in zip(questions, known, strict=True):
            self.disagreements += disagreements.of_scale(one, table, most)
            self.over_time += over_time(one)
            self.together += together(one, table, pairs)
        for tags in table.tags:
            self.disagreements += disagreements.of_tags(tags, table, most)
        for choices in table.comparisons:
            self.disagreements += disagreements.of_comparisons(choices, table, most)

    def pairwise(self, questions: list[Coded]) -> list[Pairwise]:
        return [pairwise(one, self.options.seed, self.options.confidence) for one in questions]

    def as_tuples(self) -> dict[str, Any]:
        return {name: tuple(getattr(self, name)) for name in self.__dataclass_fields__ if name != "options"}


def _is_ranked(table: Table, ratings: Ratings) -> bool:
    return bool(table.systems and ratings.asked.ranks and ratings.asked.kind == "number" and len(table.made_unit))
