"""The lists of findings while they grow."""

from dataclasses import dataclass, field
from typing import Any

from jurybox.analysis import disagreements
from jurybox.analysis.agreement import agreement, of_pairs, with_later
from jurybox.analysis.apart import apart
from jurybox.analysis.blocks import Blocks
from jurybox.analysis.coded import Coded, coded
from jurybox.analysis.comparisons import comparisons
from jurybox.analysis.edits import agreement_of_edits
from jurybox.analysis.finding_list import FindingList
from jurybox.analysis.finding_rows import (
    Agreement,
    Apart,
    Comparison,
    Overall,
    Points,
    PositionEffect,
    Ranked,
    Share,
    TagAgreement,
    TagRate,
)
from jurybox.analysis.options import Options
from jurybox.analysis.ordinal_model import ordinal_fit
from jurybox.analysis.over_time import over_time
from jurybox.analysis.overall import overall
from jurybox.analysis.parts import without_later
from jurybox.analysis.points import points, points_column
from jurybox.analysis.preference_agreement import agreement_of_choices
from jurybox.analysis.preferences import choices, comparisons_of_choices, position_effect, ranking_of_choices
from jurybox.analysis.ranking import ranking
from jurybox.analysis.rater_pairs import Pairwise, pairwise, together
from jurybox.analysis.rater_rows import (
    Disagreement,
    Moment,
    RaterQuality,
    SuggestionEffect,
    Together,
    WhatIf,
)
from jurybox.analysis.raters import rater_quality
from jurybox.analysis.shares import both_bad, chosen, chosen_options, comparisons_of_shares, shares_of
from jurybox.analysis.suggestions import suggestion_effects
from jurybox.analysis.system_tests import Contest, SystemRatings, contest, system_ratings
from jurybox.analysis.table import QuestionRatings, Table
from jurybox.analysis.tags import agreement_by_tag, agreement_of_tags, tag_rates
from jurybox.analysis.what_if import as_it_is, what_if, with_what_ifs
from jurybox.stats import OrdinalFit


@dataclass(slots=True)
class Lists:
    """Each `add` looks at one side of a table, whole or a part of it."""

    options: Options
    blocks: Blocks
    agreement: list[Agreement] = field(default_factory=list)
    ranking: list[Ranked] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    overall: list[Overall] = field(default_factory=list)
    positions: list[PositionEffect] = field(default_factory=list)
    raters: list[RaterQuality] = field(default_factory=list)
    what_if: list[WhatIf] = field(default_factory=list)
    tags: list[TagRate] = field(default_factory=list)
    tag_agreement: list[TagAgreement] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    points: list[Points] = field(default_factory=list)
    over_time: list[Moment] = field(default_factory=list)
    together: list[Together] = field(default_factory=list)
    apart: list[Apart] = field(default_factory=list)
    suggestions: list[SuggestionEffect] = field(default_factory=list)
    has_different_items: bool = False
    has_uncrossed_raters: bool = False

    def add_agreement(
        self, table: Table, questions: list[Coded], by: str | None, known: list[Pairwise] | None = None
    ) -> None:
        """`known`: the pairs of raters of each question, where they were looked at before."""
        of_units = self.blocks.of_units(table)
        for tags in table.tags:
            self.tags += tag_rates(table, tags, self.options, self.blocks, by)
        whole, table = table, without_later(table)
        questions = self._compared(whole, questions)
        for one, pairs, given in zip(questions, known or self.pairwise(whole, questions), whole.ratings, strict=True):
            self.agreement += with_later(agreement(one, self.options, of_units, pairs, by), given.later, table)
            self.agreement += with_later(agreement_of_edits(given, self.options, of_units, by), given.later, table)
        for tags, said in zip(table.tags, whole.tags, strict=True):
            self.agreement += with_later(agreement_of_tags(tags, self.options, of_units, by), said.later, table)
        for asked, compared in zip(table.comparisons, whole.comparisons, strict=True):
            self.agreement += with_later(agreement_of_choices(table, asked, self.options, by), compared.later, table)
        for passes in table.repeats:
            self.agreement += of_pairs(passes, "self", self.options, of_units, by)
        for again in table.tag_repeats:
            self.agreement += agreement_of_tags(again.passes, self.options, of_units[again.unit], by, "self")
        for passes in table.gold:
            self.agreement += of_pairs(passes, "gold", self.options, None, by)

    def fits(self, table: Table, questions: list[Coded]) -> list[OrdinalFit | None]:
        """The ordinal model of each question that has one."""
        return [ordinal_fit(table, one, self.options, self.blocks) for one in questions]

    def add_ranking(self, table: Table, by: str | None, fits: list[OrdinalFit | None] | None = None) -> None:
        column = points_column(table, self.options) if by is None else None
        for place, ratings in enumerate(table.ratings):
            if is_ranked(table, ratings):
                given = system_ratings(table, ratings, self.options)
                found = contest(table, given, self.options, self.blocks, fits[place] if fits else None)
                self.ranking += ranking(table, given, found, self.options, by)
                self.comparisons += comparisons(table, found, by)
                self._add_design(table, given, found, by)
                if column is not None:
                    self.points += points(table, given, column)
        for ratings in table.ratings:
            self.overall += overall(table, ratings, self.blocks, self.options, by)
            if ratings.asked.is_category:
                options = chosen_options(table, ratings, self.options, self.blocks)
                if options and options[0].contest is not None:
                    self._add_design(table, chosen(table, ratings, 0, self.options), options[0].contest, by)
                self.shares += shares_of(table, ratings.asked, options, by)
                self.comparisons += comparisons_of_shares(table, options, by)
        for asked in table.comparisons:
            made = choices(table, asked, self.options)
            self.ranking += ranking_of_choices(table, made, by)
            self.comparisons += comparisons_of_choices(table, made, by)
            self.positions += position_effect(table, asked, self.options, by)
            self.shares += both_bad(table, asked, self.options, self.blocks, by)

    def _add_design(self, table: Table, given: SystemRatings, found: Contest, by: str | None) -> None:
        """What the items and raters of a question allow to be said."""
        self.has_different_items |= found.item_adjusted is not None
        self.has_uncrossed_raters |= not found.are_raters_crossed
        self.apart += apart(table, given, found, by)

    def add_raters(self, table: Table, questions: list[Coded], fits: list[OrdinalFit | None]) -> None:
        """Everyone's quality by each question, and what changes without those who stand out."""
        for ratings, one, fit in zip(table.ratings, questions, fits, strict=True):
            before = as_it_is(table, ratings, one)
            found = rater_quality(table, one, fit, self.options, self.blocks)
            self.raters += with_what_ifs(found, table, ratings, before, self.options)
            if self.options.without:
                self.what_if.append(what_if(table, ratings, self.options.without, before, self.options))

    def add_units(self, table: Table, questions: list[Coded], known: list[Pairwise]) -> None:
        """What is about single units and single raters, question by question, also where questions are pooled."""
        most = self.options.disagreements
        for one, pairs in zip(questions, known, strict=True):
            self.disagreements += disagreements.of_scale(one, table, most)
            self.over_time += over_time(one)
            self.together += together(one, table, pairs)
        for tags in without_later(table).tags:
            self.tag_agreement += agreement_by_tag(tags, self.options, self.blocks.of_units(table))
        for tags in table.tags:
            self.disagreements += disagreements.of_tags(tags, table, most)
        for again in table.tag_repeats:
            blocks = self.blocks.of_units(table)[again.unit]
            self.tag_agreement += agreement_by_tag(again.passes, self.options, blocks, "self")
        for asked in table.comparisons:
            self.disagreements += disagreements.of_comparisons(asked, table, most)

    def add_suggestions(self, table: Table) -> None:
        self.suggestions += suggestion_effects(table, self.blocks, self.options.confidence)

    def pairwise(self, table: Table, questions: list[Coded]) -> list[Pairwise]:
        blocks, compared = self.blocks.of_units(table), self._compared(table, questions)
        return [pairwise(one, self.options.seed, self.options.confidence, blocks) for one in compared]

    def _compared(self, table: Table, questions: list[Coded]) -> list[Coded]:
        """The ratings that agreement is about."""
        fair = without_later(table)
        return questions if fair is table else [coded(one, self.options) for one in fair.ratings]

    def as_tuples(self) -> dict[str, Any]:
        found = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {name: FindingList(value) for name, value in found.items() if isinstance(value, list)}


def is_ranked(table: Table, ratings: QuestionRatings) -> bool:
    """Whether systems are put in order by a question."""
    return bool(table.systems and ratings.asked.ranks and ratings.asked.is_number and len(table.made_unit))
