"""Tags and marks: how far raters agree about them, and how often each system got them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from jurybox.analysis.agreement import as_finding
from jurybox.analysis.blocks import Blocks
from jurybox.analysis.by_system import by_system
from jurybox.analysis.finding_rows import Agreement, TagAgreement, TagRate
from jurybox.analysis.options import Options
from jurybox.analysis.table import Table, TagRatings
from jurybox.analysis.vocabulary import Coefficient
from jurybox.stats import (
    Estimate,
    Flags,
    Floats,
    Ints,
    item_means,
    mean_jaccard,
    set_alpha,
    shares,
    span_f1,
    system_means,
    tag_agreement,
    unitizing_alpha,
)

MOST_SYSTEMS = 100
"""With more, rates are given over all systems together only."""
CELLS = 1_000_000
"""Ratings times tags looked at in one go."""


def agreement_of_tags(
    tags: TagRatings, options: Options, blocks: Ints, by: str | None = None, of: str = "raters"
) -> list[Agreement]:
    """Over whole sets (alpha with Jaccard's distance, mean Jaccard); of marks over their places in the text.

    `blocks`: of each unit.
    """
    question, n_tags, confidence = tags.asked.id, len(tags.asked.names), options.confidence
    found: list[tuple[Coefficient, Estimate]] = []
    if tags.start is not None and tags.end is not None:
        marks = (tags.unit, tags.row, tags.tag, tags.start, tags.end)
        if tags.length is not None:
            alpha = unitizing_alpha(*marks, tags.length, confidence=confidence, blocks=blocks)
            found.append(("unitizing_alpha", alpha))
        found.append(("span_f1", span_f1(*marks, "characters", confidence=confidence, blocks=blocks)))
    sets = (tags.unit, tags.row, tags.tag, n_tags)
    found += [
        ("set_alpha", set_alpha(*sets, confidence=confidence, blocks=blocks)),
        ("jaccard", mean_jaccard(*sets, confidence, blocks=blocks)),
    ]
    return [as_finding(question, name, None, estimate, of=of, by=by) for name, estimate in found]


def agreement_by_tag(tags: TagRatings, options: Options, blocks: Ints, of: str = "raters") -> list[TagAgreement]:
    """Kappa, precision, recall and F1 of each tag; nothing where no two people rated a unit."""
    question, names = tags.asked.id, tags.asked.names
    found = tag_agreement(tags.unit, tags.rater, tags.row, tags.tag, len(names), options.confidence, blocks=blocks)
    if not found.f1.units:
        return []
    return [
        TagAgreement(
            question=question,
            tag=names[one.tag],
            kappa=one.kappa.value,
            interval=one.kappa.interval,
            precision=one.precision,
            recall=one.recall,
            f1=one.f1,
            units=one.kappa.units,
            given=one.given,
            note=one.kappa.reason,
            of=of,
        )
        for one in found.tags
    ]


@dataclass(frozen=True, slots=True)
class _View:
    """The ratings once for all systems together (None), and once for every system that made what was rated."""

    systems: tuple[str | None, ...]
    row: Ints
    item: Ints
    system: Ints
    n_items: int


@dataclass(frozen=True, slots=True)
class _Column:
    """A tag, or a whole category, and of every rating how much of it there is: 0 or 1, or the weight."""

    category: str | None
    tag: str | None
    amount: Floats


def tag_rates(table: Table, tags: TagRatings, options: Options, blocks: Blocks, by: str | None = None) -> list[TagRate]:
    """Every tag and every category, over all systems (None) and by system: the mean over items of shares of ratings.

    Where tags carry weights the rate is the mean weight per rating, as errors are scored.
    """
    if not len(tags.unit):
        return []
    view = _view(table, tags)
    columns = list(_columns(tags))
    width = max(1, CELLS // len(view.row))
    found: list[TagRate] = []
    for start in range(0, len(columns), width):
        part = columns[start : start + width]
        estimated = _estimates(part, view, tags.weight is not None, options.confidence, blocks.of_item)
        for column, estimates in zip(part, estimated, strict=True):
            found += _rates(tags.asked.id, column, estimates, view, by)
    return found


def _view(table: Table, tags: TagRatings) -> _View:
    every = np.arange(len(tags.unit))
    item = table.unit_item[tags.unit]
    if not 0 < len(table.systems) <= MOST_SYSTEMS:
        return _View((None,), every, item, np.zeros(len(every), np.int64), len(table.items))
    rows = by_system(table, tags.unit)
    return _View(
        systems=(None, *table.systems),
        row=np.concatenate([every, every[rows.row]]),
        item=np.concatenate([item, rows.item]),
        system=np.concatenate([np.zeros(len(every), np.int64), rows.system + 1]),
        n_items=len(table.items),
    )


def _columns(tags: TagRatings) -> Iterator[_Column]:
    categories = tags.asked.categories or (None,) * len(tags.asked.names)
    weight = np.ones(len(tags.tag)) if tags.weight is None else tags.weight
    for name in dict.fromkeys(one for one in categories if one):
        inside = np.array([one == name for one in categories])[tags.tag]
        yield _Column(name, None, _amount(tags, inside, weight))
    for code, name in enumerate(tags.asked.names):
        yield _Column(categories[code] or None, name, _amount(tags, tags.tag == code, weight))


def _amount(tags: TagRatings, inside: Flags, weight: Floats) -> Floats:
    total = np.bincount(tags.row[inside], weights=weight[inside], minlength=len(tags.unit)).astype(float)
    return total if tags.weight is not None else np.minimum(total, 1.0)


def _estimates(
    columns: list[_Column], view: _View, is_weighted: bool, confidence: float, blocks: Ints
) -> list[tuple[Estimate, ...]]:
    """Of each column by system. Means of weights are computed together, as if columns were systems."""
    n, k = len(view.systems), len(columns)
    amounts = [column.amount[view.row] for column in columns]
    if not is_weighted:
        has_tag = ((amount > 0).astype(float) for amount in amounts)
        counted = (item_means(view.item, view.system, one, view.n_items, n) for one in has_tag)
        return [shares(one, blocks, confidence) for one in counted]
    place = np.concatenate([view.system + column * n for column in range(k)])
    means = item_means(np.tile(view.item, k), place, np.concatenate(amounts), view.n_items, n * k)
    found = system_means(means, blocks, confidence)
    return [found[column * n : (column + 1) * n] for column in range(k)]


def _rates(
    question: str, column: _Column, estimates: tuple[Estimate, ...], view: _View, by: str | None
) -> Iterator[TagRate]:
    given = np.bincount(view.system[column.amount[view.row] > 0], minlength=len(view.systems))
    for code, system in enumerate(view.systems):
        if estimates[code].ratings:
            yield TagRate(
                question=question,
                category=column.category,
                tag=column.tag,
                system=system,
                count=int(given[code]),
                ratings=estimates[code].ratings,
                rate=estimates[code].value,
                interval=estimates[code].interval,
                by=by,
            )
