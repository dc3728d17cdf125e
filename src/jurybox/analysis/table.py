"""Ratings as columns of integer codes: the one shape that studies and files are brought into before any statistic.

A *unit* here is what two raters can agree about: one candidate (or one segment of it) of one item. A candidate that
several systems made is one unit with several rows in `made`: agreement counts it once, ranking once per system.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from jurybox.analysis.rater_rows import GivenComment
from jurybox.analysis.vocabulary import Note
from jurybox.core.questions import Kind
from jurybox.stats import Flags, Floats, Ints, Level

Texts = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question or score, as far as analysis must know it."""

    id: str
    kind: Kind
    level: Level
    level_from: Literal["option", "protocol", "data"]
    names: tuple[str, ...] = ()
    """The names of categories or tags; a value or a tag code counts into it."""
    categories: tuple[str, ...] = ()
    """Of tags: the category of each name."""
    labels: Mapping[float, str] = field(default_factory=dict)
    """Of a scale: the name of each level."""
    lowest: float | None = None
    highest: float | None = None
    higher_is_better: bool = True
    ranks: bool = True
    """Whether systems are ranked by it."""
    severe: tuple[float, ...] = ()
    """The values that count as severe."""
    sums: bool = False
    """Of error counts and MQM: an output without any row scores 0."""
    is_score: bool = False
    """Computed from answers: no answer itself."""
    stage: str | None = None

    @property
    def is_number(self) -> bool:
        return self.kind == "number"

    @property
    def is_category(self) -> bool:
        """Whether its numbers are the places of names."""
        return self.kind == "category"


@dataclass(frozen=True, slots=True)
class QuestionRatings:
    """All ratings of one question, in the order they were given. `value` is never NaN."""

    asked: Asked
    unit: Ints
    rater: Ints
    value: Floats
    by_rule: Flags | None = None
    """Rule-made: counts in means of systems, never in agreement or of a rater. None: nothing is."""
    at: Floats | None = None
    """Seconds since 1970; NaN where unknown."""
    seconds: Floats | None = None
    """How long the judgement took; NaN where unknown."""
    later: Flags | None = None
    """Asked for after others' answers were seen: counts in means, not in agreement. None: nothing was."""
    texts: Texts | None = None
    """Of edits: what each made of the text that was shown."""
    edits: Ints | None = None
    """Of edits: how many words each put in, took out or replaced."""


@dataclass(frozen=True, slots=True)
class TagRatings:
    """Sets of tags, or marked spans: judged unit by unit, and what was found in each.

    Row i of `unit`/`rater` is one rating (which may hold no tag at all); `row` and `tag` list what it holds.
    Marks have `start` and `end` (half-open code points) and `weight` too.
    """

    asked: Asked
    unit: Ints
    rater: Ints
    row: Ints
    tag: Ints
    start: Ints | None = None
    end: Ints | None = None
    weight: Floats | None = None
    length: Ints | None = None
    """Of marks: the length of each unit's text in code points, by unit; 0 where unknown."""
    later: Flags | None = None
    """As in `QuestionRatings`."""


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Choices between two systems: `outcome` 1 the first is better, 0 a tie, -1 the second. Rankings come in pairs."""

    asked: Asked
    item: Ints
    rater: Ints
    first: Ints
    second: Ints
    outcome: Ints
    both_bad: Flags | None = None
    """Of ties: neither is any good. A tie for strengths, an answer of its own for agreement. None: nobody said so."""
    by_position: bool = False
    """Whether the first is the one that was shown first (or on the left)."""
    in_pairs: bool = False
    """Whether every judgement was of two alone, also where nobody knows which was shown first."""
    answers: int | None = None
    """How many answers the pairs are from; None: each is one."""
    later: Flags | None = None
    """As in `QuestionRatings`."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two passes over the same units: a repeat against the first time, or a rater against the known answer.

    Where answers are known, `unit` counts worked examples, which are no units of the table.
    """

    asked: Asked
    rater: Ints
    unit: Ints
    before: Floats
    after: Floats


@dataclass(frozen=True, slots=True)
class TagRepeats:
    """Tags or marks of one rater and unit, given twice: row n of `rater` and `unit` is one pair.

    `passes` has the pairs as its units, and the first time and the repeat as its raters 0 and 1.
    """

    rater: Ints
    unit: Ints
    passes: TagRatings


@dataclass(frozen=True, slots=True)
class SuggestedRatings:
    """Answers to a question of which something was suggested: shown to be corrected, or held out."""

    question: str
    item: Ints
    rater: Ints
    shown: Flags
    same: Flags
    """Whether the answer is what was suggested."""
    value: Floats
    """As a number; NaN where it is none."""
    seconds: Floats
    became: Ints
    """Of each: how many entries were kept, changed, removed and added, and how many kept at once."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the ratings are from, for the signature and the data sheet."""

    name: str
    kind: Literal["study", "file"]
    protocol: str | None = None
    protocol_hash: str | None = None
    last_seq: int | None = None
    content_hash: str | None = None
    state: str | None = None
    quorum: Mapping[str, int] = field(default_factory=dict)
    """How many raters each question waits for; empty for a file."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What else the study knows, for the data sheet: title, dates, languages, numbers of people, consent, seed."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything one analysis starts from."""

    source: Source
    items: tuple[str, ...]
    systems: tuple[str, ...]
    """Empty where the ratings name none: then nothing is ranked."""
    raters: tuple[str, ...]
    unit_item: Ints
    """The item of each unit."""
    made_unit: Ints
    made_system: Ints
    """Which systems made the output of which unit, as pairs; a unit without systems has none."""
    unit_names: tuple[str, ...] | None = None
    """What to call a unit in the list of disagreements, where the item's name is not enough (its segment)."""
    ratings: tuple[QuestionRatings, ...] = ()
    tags: tuple[TagRatings, ...] = ()
    comparisons: tuple[Comparisons, ...] = ()
    repeats: tuple[Pairs, ...] = ()
    gold: tuple[Pairs, ...] = ()
    tag_repeats: tuple[TagRepeats, ...] = ()
    suggested: tuple[SuggestedRatings, ...] = ()
    """Of a study that was pre-filled; agreement then rests on what was held out."""
    item_groups: Mapping[str, tuple[Ints, tuple[str, ...]]] = field(default_factory=dict)
    """Columns to split by (language, film, domain): a code per item, and their names."""
    rater_groups: Mapping[str, tuple[Ints, tuple[str, ...]]] = field(default_factory=dict)
    """Columns that say who raters are (experts, crowd): a code per rater, and their names."""
    documents: Ints | None = None
    """The document of each item, where items come in documents: resampled together."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Ratings that never came into the table, by cause: surplus, superseded, withdrawn, pilot, cannot, repeat …"""
    expected: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Of a study: per question and system how many ratings there will be: those that are in and those to come."""
    awaited: int = 0
    """Of a study: how many answers can still come; none once it is closed."""
    comments: tuple[GivenComment, ...] = ()
    """What raters of a study wrote, the first of each question."""
    number_of_comments: int = 0
    points_by_group: bool = False
    """Whether systems get points for their place in each group without being asked."""
    notes: tuple[Note, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    """What was chosen when the ratings were read and changes numbers, for the signature: where, halves, weights."""
    as_rated: "Table | None" = None
    """The raters' own answers, where decisions stand in their place: agreement and raters are measured by these."""
