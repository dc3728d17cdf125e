"""Columns of a pass as arrays: every number question and every score, keyed by assignment and unit."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from jurybox.analysis import Asked
from jurybox.core import Protocol, Score
from jurybox.core.questions import Tags
from jurybox.stats import Floats
from jurybox.studies.results.table.columns import NumberColumn, TagColumn
from jurybox.studies.results.table.passes import Pass
from jurybox.studies.results.table.questions import asked_score, is_value_of

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Solved:
    """One column of numbers, in the order given. `row` is the judgement, `key` the unit."""

    asked: Asked
    row: Longs
    key: Longs
    value: Floats
    ruled: dict[int, float] = field(default_factory=dict)
    """What a rule made, by unit."""


def solve(protocol: Protocol, taken: Pass) -> dict[str, Solved]:
    """Every number question, then every score that is more than the answer of one question."""
    solved: dict[str, Solved] = {}
    tags: dict[str, TagColumn] = {}
    for columns in taken.columns:
        for column in columns:
            if isinstance(column, NumberColumn):
                ruled = {key: value for key, (_, value) in column.ruled.items()}
                arrays = (longs(column.row), longs(column.key), np.array(column.value, np.float64))
                solved[column.asked.id] = Solved(column.asked, *arrays, ruled)
            elif isinstance(column, TagColumn):
                tags[column.asked.id] = column
    assignment = longs(taken.assignment)
    for score in protocol.scores:
        first = score.sources()[0]
        if any(is_value_of(score, id) for id in solved):
            solved.setdefault(score.id, solved[first])
        elif first in tags:
            solved[score.id] = _counted(score, tags[first])
        elif all(id in solved for id in score.sources()):
            solved[score.id] = _combined(score, [solved[id] for id in score.sources()], assignment)
    return {id: one for id, one in solved.items() if id == one.asked.id}


def longs(values: Sequence[int]) -> Longs:
    return np.array(values, np.int64)


def _counted(score: Score, column: TagColumn) -> Solved:
    """How many tags or marks each rating holds, or what its marks are worth."""
    question = column.question
    wanted = np.zeros(len(column.asked.names), bool)
    for code, name in enumerate(column.asked.names):
        category = column.asked.categories[code] if isinstance(question, Tags) else None
        wanted[code] = (
            score.category in (None, category) and score.tag in (None, name) and score.mark in (None, name)
        )  # fmt: skip
    chosen = wanted[longs(column.tag)]
    of = longs(column.of)[chosen]
    worth = np.array(column.weight, np.float64)[chosen] if score.rule == "marks" else None
    value = np.bincount(of, weights=worth, minlength=len(column.row)).astype(np.float64)
    return Solved(asked_score(score), longs(column.row), longs(column.key), value)


def _combined(score: Score, sources: Sequence[Solved], assignment: Longs) -> Solved:
    """Mean or (weighted) sum where one rater has answered every source, or a rule has."""
    keys = np.unique(np.concatenate([source.key for source in sources]))
    _, code = np.unique(assignment, return_inverse=True)
    pairs = [code[s.row] * len(keys) + np.searchsorted(keys, s.key) for s in sources]
    found, at = np.unique(np.concatenate(pairs), return_index=True)
    key = keys[found % len(keys)] if len(keys) else found
    row = np.concatenate([source.row for source in sources])[at]
    values = np.stack([_looked_up(s, pair, found, key) for s, pair in zip(sources, pairs, strict=True)])
    total = _total(score, values)
    whole = ~np.isnan(total)
    row, key, total = row[whole], key[whole], total[whole]
    order = np.argsort(row, kind="stable")
    by_rule = set.intersection(*(set(source.ruled) for source in sources))
    ruled = {k: float(_total(score, np.array([[s.ruled[k]] for s in sources]))[0]) for k in sorted(by_rule)}
    return Solved(asked_score(score), row[order], key[order], total[order], ruled)


def _looked_up(source: Solved, pair: Longs, wanted: Longs, key: Longs) -> Floats:
    """The values of a source at the wanted pairs; NaN where neither the rater nor a rule said anything."""
    value = np.full(len(wanted), np.nan)
    value[np.searchsorted(wanted, pair)] = source.value
    if source.ruled:
        for n in np.flatnonzero(np.isnan(value)):
            value[n] = source.ruled.get(int(key[n]), np.nan)
    return value


def _total(score: Score, values: Floats) -> Floats:
    """Over the rows of `values`, one for each source."""
    weights = list(score.of.values()) if isinstance(score.of, dict) else [1.0] * len(values)
    total: Floats = (np.array(weights)[:, None] * values).sum(axis=0)
    return total / len(values) if score.rule == "mean" else total
