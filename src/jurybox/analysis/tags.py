"""Tags and marks: how far raters agree about them, and how often each system got them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from jurybox.analysis.agreement import as_finding
from jurybox.analysis.findings import Agreement, TagAgreement, TagRate
from jurybox.analysis.made import by_system
from jurybox.analysis.options import Options
from jurybox.analysis.table import Table, TagRatings
from jurybox.stats.estimate import Estimate, Flags, Floats, Ints
from jurybox.stats.means import item_means, shares, system_means
from jurybox.stats.sets import mean_jaccard, set_alpha
from jurybox.stats.spans import span_f1
from jurybox.stats.tag_agreement import tag_agreement
from jurybox.stats.unitizing import unitizing_alpha

MOST_SYSTEMS = 100
"""With more, rates are given over all systems together only."""


def agreement_of_tags(tags: TagRatings, options: Options, by: str | None = None) -> list[Agreement]:
    """Over whole sets (alpha with Jaccard's distance, mean Jaccard); of marks over their places in the text."""
    question, n_tags, confidence = tags.asked.id, len(tags.asked.names), options.confidence
    found: list[tuple[str, Estimate]] = []
    if tags.start is not None and tags.end is not None:
        if tags.length is not None:
            alpha = unitizing_alpha(
                tags.unit, tags.row, tags.tag, tags.start, tags.end, tags.length, confidence=confidence
            )
            found.append(("unitizing_alpha", alpha))
        f1 = span_f1(tags.unit, tags.row, tags.tag, tags.start, tags.end, "characters", confidence=confidence)
        found.append(("span_f1", f1))
    alpha = set_alpha(
        tags.unit, tags.row, tags.tag, n_tags, resamples=options.resamples, seed=options.seed, confidence=confidence
    )
    found += [
        ("set_alpha", alpha),
        ("jaccard", mean_jaccard(tags.unit, tags.row, tags.tag, n_tags, confidence)),
    ]
    return [as_finding(question, name, None, estimate, by=by) for name, estimate in found]


def agreement_by_tag(tags: TagRatings, options: Options) -> list[TagAgreement]:
    """Kappa, precision, recall and F1 of each tag; nothing where no two people rated a unit."""
    question, names = tags.asked.id, tags.asked.names
    found = tag_agreement(tags.unit, tags.rater, tags.row, tags.tag, len(names), options.confidence)
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
        )
        for one in found.tags
    ]


@dataclass(frozen=True, slots=True)
class _Counted:
    """The ratings once for every system, or once for all together."""

    systems: tuple[str | None, ...]
    row: Ints | slice
    item: Ints
    system: Ints
    n_items: int


def tag_rates(table: Table, tags: TagRatings, options: Options, by: str | None = None) -> list[TagRate]:
    """Every tag and every category, over all systems (None) and by system: the mean over items of shares of ratings.

    Where tags carry weights the rate is the mean weight per rating, as errors are scored.
    """
    if not len(tags.unit):
        return []
    together = np.zeros(len(tags.unit), np.int64)
    views = [_Counted((None,), slice(None), table.unit_item[tags.unit], together, len(table.items))]
    if 0 < len(table.systems) <= MOST_SYSTEMS:
        rows = by_system(table, tags.unit)
        views.append(_Counted(table.systems, rows.row, rows.item, rows.system, len(table.items)))
    return [
        rate
        for category, tag, value in _columns(tags)
        for view in views
        for rate in _rates(tags, category, tag, value, view, options, by)
    ]


def _columns(tags: TagRatings) -> Iterator[tuple[str | None, str | None, Floats]]:
    """Category, tag, and of every rating how much of it there is: 0 or 1, or the weight."""
    categories = tags.asked.categories or (None,) * len(tags.asked.names)
    weight = np.ones(len(tags.tag)) if tags.weight is None else tags.weight
    for name in dict.fromkeys(one for one in categories if one is not None):
        inside = np.array([one == name for one in categories])[tags.tag]
        yield name, None, _amount(tags, inside, weight)
    for code, name in enumerate(tags.asked.names):
        yield categories[code], name, _amount(tags, tags.tag == code, weight)


def _amount(tags: TagRatings, inside: Flags, weight: Floats) -> Floats:
    total = np.bincount(tags.row[inside], weights=weight[inside], minlength=len(tags.unit)).astype(float)
    return total if tags.weight is not None else np.minimum(total, 1.0)


def _rates(
    tags: TagRatings,
    category: str | None,
    tag: str | None,
    value: Floats,
    view: _Counted,
    options: Options,
    by: str | None,
) -> Iterator[TagRate]:
    n_systems, amount = len(view.systems), value[view.row]
    if tags.weight is None:
        found = shares(view.item, view.system, amount > 0, view.n_items, n_systems, options.confidence)
    else:
        means = item_means(view.item, view.system, amount, view.n_items, n_systems)
        found = system_means(means, None, options.confidence, options.resamples, options.seed)
    given = np.bincount(view.system[amount > 0], minlength=n_systems)
    for code, system in enumerate(view.systems):
        if found[code].ratings:
            yield TagRate(
                question=tags.asked.id,
                category=category,
                tag=tag,
                system=system,
                count=int(given[code]),
                ratings=found[code].ratings,
                rate=found[code].value,
                interval=found[code].interval,
                by=by,
            )
