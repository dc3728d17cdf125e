"""The scores of a protocol, over all judgements at once: the one place where they are computed.

A score is about the finest of what its sources are about. What a rater says of the unit stands for each candidate, or
each segment, that the same rater judged there, in whichever stage; what a rule made stands for everybody. Where a
source has no value the score has none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from jurybox.core import Score
from jurybox.stats import Floats

Longs = npt.NDArray[np.int64]
About = Literal["unit", "segment", "candidate", "output"]
BY_RULE = -1
"""Stands for the judgement of an answer that a rule made."""


class Targets(NamedTuple):
    """What judgements could be about: pairs of a judgement and a key."""

    row: Longs
    key: Longs


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgements that are scored, row by row."""

    assignment: Longs
    """What one rater said of one unit, stage by stage, has one assignment."""
    stage: Longs
    targets: Mapping[About, Targets]


@dataclass(frozen=True, slots=True)
class NumberAnswers:
    """A question that is answered with numbers, or a score. What rules made stands at the end, by rising key."""

    about: About
    stages: frozenset[int]
    """Where it is asked; of a score, where its sources are."""
    row: Longs
    """The judgement of each answer, or BY_RULE."""
    key: Longs
    """What it is about."""
    value: Floats
    left_out: int = 0
    """Of a score: how often all was said of a part and nothing of its unit. Every other lack is counted where it is."""

    def people(self) -> "NumberAnswers":
        """Without what rules made."""
        return self._part(self.row != BY_RULE)

    def made(self) -> "NumberAnswers":
        """What rules made."""
        return self._part(self.row == BY_RULE)

    def _part(self, which: npt.NDArray[np.bool_]) -> "NumberAnswers":
        return NumberAnswers(self.about, self.stages, self.row[which], self.key[which], self.value[which])


@dataclass(frozen=True, slots=True)
class SetAnswers:
    """A question that is answered with tags, options or marks: answers as of numbers, and what each of them holds."""

    about: About
    stages: frozenset[int]
    row: Longs
    key: Longs
    of: Longs
    """Of each tag, option or mark: the answer that holds it."""
    name: Longs
    """And which one it is, as a place in `names`."""
    names: tuple[str, ...]
    categories: tuple[str, ...] = ()
    """Of tags: the category of each name."""
    worth: Floats | None = None
    """Of marks: weight times count."""
    presets: Mapping[str, Floats] = field(default_factory=dict)
    """The same by presets that scores name."""


def edits_name(question: str, what: str | None) -> str:
    """Under which name the counts of an edit stand beside its rate of words; no question can be called so."""
    return f"{question}.{what}"


class Scorer:
    """Computes scores from answers of the same judgements."""

    def __init__(self, judged: Judged) -> None:
        self._judged = judged
        assignments, self._unit = np.unique(judged.assignment, return_inverse=True)
        self._n_units = len(assignments)
        self._places: dict[About, _Places] = {}

    def scores(
        self, scores: Sequence[Score], numbers: Mapping[str, NumberAnswers], sets: Mapping[str, SetAnswers]
    ) -> dict[str, NumberAnswers]:
        """Every score by its id. A name means a score that stands earlier, else a question."""
        known, found = dict(numbers), dict[str, NumberAnswers]()
        for score in scores:
            names = score.sources()
            if score.rule in ("count", "marks"):
                one = _counted(score, sets[names[0]])
            elif score.rule == "edits":
                one = known[edits_name(names[0], score.edits)]
            elif score.rule == "value":
                one = known[names[0]]
            else:
                one = self._combined(score, [known[name] for name in names])
            known[score.id] = found[score.id] = one
        return found

    def _combined(self, score: Score, sources: Sequence[NumberAnswers]) -> NumberAnswers:
        """Mean or (weighted) sum where one rater, or a rule, has answered every source."""
        places = self._at(finest(source.about for source in sources))
        looked_up = [places.look_up(source) for source in sources]
        values, rows = np.stack([value for value, _ in looked_up]), np.stack([row for _, row in looked_up])
        total = _total(score, values)
        row = rows[np.argmax(rows != BY_RULE, axis=0), np.arange(len(total))]
        there = ~np.isnan(total) & (row != BY_RULE)
        order = np.flatnonzero(there)[np.argsort(row[there], kind="stable")]
        key, value = _by_rule(score, [source.made() for source in sources])
        return NumberAnswers(
            places.about,
            frozenset[int]().union(*(source.stages for source in sources)),
            np.concatenate([row[order], np.full(len(key), BY_RULE)]),
            np.concatenate([places.key[order], key]),
            np.concatenate([total[order], value]),
            self._lacking(places, sources, values),
        )

    def _lacking(self, places: "_Places", sources: Sequence[NumberAnswers], values: Floats) -> int:
        """How often all was said of a part, and not what was asked about its unit."""
        said, lacking = np.ones(len(places.key), bool), np.zeros(len(places.key), bool)
        for source, value in zip(sources, values, strict=True):
            if source.about == places.about:
                said &= ~np.isnan(value)
            else:
                asked = np.zeros(self._n_units, bool)
                asked[self._unit[np.isin(self._judged.stage, list(source.stages))]] = True
                lacking |= np.isnan(value) & asked[places.unit]
        return int((said & lacking).sum())

    def _at(self, about: About) -> "_Places":
        if about not in self._places:
            self._places[about] = _Places(about, self._judged.targets[about], self._unit, self._n_units)
        return self._places[about]


class _Places:
    """Where a score can stand: each target of every assignment."""

    def __init__(self, about: About, targets: Targets, unit: Longs, n_units: int) -> None:
        self.about, self._unit_of_row, self._n_units = about, unit, n_units
        self._keys = np.unique(targets.key)
        self._pair = np.unique(self._pairs(targets.row, targets.key))
        self.unit = self._pair // max(1, len(self._keys))
        self.key = self._keys[self._pair % max(1, len(self._keys))]

    def _pairs(self, row: Longs, key: Longs) -> Longs:
        return self._unit_of_row[row] * len(self._keys) + np.searchsorted(self._keys, key)

    def look_up(self, answers: NumberAnswers) -> tuple[Floats, Longs]:
        """The value of each place and the judgement that it is from; NaN where neither rater nor rule said anything."""
        people = answers.people()
        if answers.about == self.about:
            place = np.searchsorted(self._pair, self._pairs(people.row, people.key))
            value, row = _spread(people, place, len(self._pair))
            return np.where(np.isnan(value), self._of_rule(answers.made()), value), row
        if answers.about == "unit":
            value, row = _spread(people, self._unit_of_row[people.row], self._n_units)
            return value[self.unit], row[self.unit]
        return np.full(len(self._pair), np.nan), np.full(len(self._pair), BY_RULE)  # they never meet

    def _of_rule(self, made: NumberAnswers) -> Floats:
        if not len(made.key):
            return np.full(len(self.key), np.nan)
        place = np.searchsorted(made.key, self.key).clip(max=len(made.key) - 1)
        return np.where(made.key[place] == self.key, made.value[place], np.nan)


def _spread(answers: NumberAnswers, place: Longs, size: int) -> tuple[Floats, Longs]:
    """Values and judgements at their places; NaN and BY_RULE elsewhere."""
    value, row = np.full(size, np.nan), np.full(size, BY_RULE)
    value[place], row[place] = answers.value, answers.row
    return value, row


def finest(abouts: Iterable[About]) -> About:
    """What a score is about: the parts that its sources are about, else the unit."""
    return next((about for about in abouts if about != "unit"), "unit")


def _counted(score: Score, answers: SetAnswers) -> NumberAnswers:
    """How many tags, options or marks each answer holds, or what its marks are worth."""
    part = score.tag or score.mark or score.option
    wanted = np.array([part in (None, name) for name in answers.names], bool)
    if score.category is not None:
        wanted &= np.array([category == score.category for category in answers.categories], bool)
    chosen = wanted[answers.name]
    worths = answers.presets[score.preset] if score.preset else answers.worth
    worth = worths[chosen] if score.rule == "marks" and worths is not None else None
    value = np.bincount(answers.of[chosen], worth, len(answers.row)).astype(np.float64)
    order = _in_order(answers)
    return NumberAnswers(answers.about, answers.stages, answers.row[order], answers.key[order], value[order])


def _in_order(answers: SetAnswers) -> Longs:
    """As they were given; then what rules made, once for each key."""
    people, made = np.flatnonzero(answers.row != BY_RULE), np.flatnonzero(answers.row == BY_RULE)
    _, first = np.unique(answers.key[made], return_index=True)
    return np.concatenate([people[np.argsort(answers.row[people], kind="stable")], made[first]])


def _by_rule(score: Score, made: Sequence[NumberAnswers]) -> tuple[Longs, Floats]:
    """What rules alone make: keys where each source has an answer of a rule."""
    key = reduce(np.intersect1d, [source.key for source in made])
    values = [source.value[np.searchsorted(source.key, key)] for source in made]
    return key, _total(score, np.stack(values))


def _total(score: Score, values: Floats) -> Floats:
    """Over the rows of `values`, one for each source."""
    weights = list(score.of.values()) if isinstance(score.of, dict) else [1.0] * len(values)
    total: Floats = (np.array(weights)[:, None] * values).sum(axis=0)
    return total / len(values) if score.rule == "mean" else total
