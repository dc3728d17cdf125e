"""Findings: statistics with their evidence, as plain data that prints, travels as JSON and is cached.

Every list is there, also when empty. Undefined is None, and `note` says why as a code with a text `finding.note.<code>`
in the catalogues.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from jurybox.analysis import display
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
from jurybox.analysis.rater_rows import (
    Disagreement,
    GivenComment,
    Moment,
    RaterQuality,
    SuggestionEffect,
    Together,
    WhatIf,
)
from jurybox.analysis.vocabulary import Note


@dataclass(frozen=True, slots=True)
class Findings:
    """All that one analysis found."""

    signature: str
    source: Mapping[str, Any]
    questions: tuple[Mapping[str, Any], ...]
    """Of each: id, kind, level, level_from, labels, lowest, highest, higher_is_better."""
    counts: Mapping[str, int]
    """items, systems, raters, units; answers (ratings, and comparisons, in pairs), and expected: with those to come."""
    excluded: Mapping[str, int]
    agreement: FindingList[Agreement] = field(default_factory=FindingList)
    ranking: FindingList[Ranked] = field(default_factory=FindingList)
    comparisons: FindingList[Comparison] = field(default_factory=FindingList)
    shares: FindingList[Share] = field(default_factory=FindingList)
    overall: FindingList[Overall] = field(default_factory=FindingList)
    positions: FindingList[PositionEffect] = field(default_factory=FindingList)
    raters: FindingList[RaterQuality] = field(default_factory=FindingList)
    what_if: FindingList[WhatIf] = field(default_factory=FindingList)
    tags: FindingList[TagRate] = field(default_factory=FindingList)
    tag_agreement: FindingList[TagAgreement] = field(default_factory=FindingList)
    disagreements: FindingList[Disagreement] = field(default_factory=FindingList)
    points: FindingList[Points] = field(default_factory=FindingList)
    over_time: FindingList[Moment] = field(default_factory=FindingList)
    together: FindingList[Together] = field(default_factory=FindingList)
    apart: FindingList[Apart] = field(default_factory=FindingList)
    suggestions: FindingList[SuggestionEffect] = field(default_factory=FindingList)
    comments: FindingList[GivenComment] = field(default_factory=FindingList)
    """The first of each question; `counts["comments"]` says how many there are."""
    design: Mapping[str, Any] = field(default_factory=dict)
    """What was taken as drawn by chance: block (item, document or a column), blocks, blocks_needed, raters."""
    notes: tuple[Note, ...] = ()
    """Codes of what the reader should know, each with a text `finding.note.<code>`."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """seed, confidence, cluster_rule, pool, by, full, level, version, weights."""

    def __post_init__(self) -> None:
        """Lists given as plain tuples become what they say they are."""
        for name in (one.name for one in fields(self) if one.name not in ("questions", "notes")):
            value = getattr(self, name)
            if type(value) is tuple:
                object.__setattr__(self, name, FindingList(value))

    def as_json(self) -> dict[str, Any]:
        """Plain lists and dictionaries, in a fixed order."""
        return asdict(self)

    @property
    def judgements(self) -> int | None:
        """How many judgements of a study these findings are from, each with answers to several questions.

        None of a file: it has only ratings.
        """
        found: int | None = (self.source.get("facts") or {}).get("judgements")
        return found

    @property
    def expected_judgements(self) -> int | None:
        """With those that can still come; None of a file, and of findings that were kept before this was counted."""
        to_come = (self.source.get("facts") or {}).get("judgements_to_come")
        return None if self.judgements is None or to_come is None else self.judgements + int(to_come)

    def _repr_html_(self) -> str:
        """In a notebook: the answer in words and the main table, where a room that has the words is at hand."""
        return display.whole(self) if display.whole is not None else self.ranking._repr_html_()
