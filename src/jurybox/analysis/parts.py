"""Parts of a table: without some raters, of one group of items, or all scales as one question.

Names keep their codes (a system has the same number in every part); only rows go, so a part costs what its rows cost.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TypeVar

import numpy as np

from jurybox.analysis.repeated_tags import repeats_kept
from jurybox.analysis.table import Asked, Comparisons, Pairs, QuestionRatings, Table, TagRatings
from jurybox.stats import Flags, Ints, Level

POOLED = ""
"""The id of the one question that pooling makes; shown as None."""
MOST_PARTS = 100

Rows = TypeVar("Rows", QuestionRatings, Comparisons, Pairs)


def shown(asked: Asked) -> str | None:
    """What findings call a question; None: all of them pooled."""
    return asked.id or None


def asked_in(table: Table) -> list[Asked]:
    """Every question of a table, in its order."""
    return [
        *(one.asked for one in table.ratings),
        *(one.asked for one in table.tags),
        *(one.asked for one in table.comparisons),
    ]


def rows_of(rows: Rows, keep: Flags) -> Rows:
    """The rows to keep, of every column that there is."""
    columns = [field.name for field in fields(rows) if isinstance(getattr(rows, field.name), np.ndarray)]
    kept = {name: getattr(rows, name)[keep] for name in columns}
    return replace(rows, **kept)


def tag_rows_of(tags: TagRatings, keep: Flags) -> TagRatings:
    """The ratings to keep, and what is in them."""
    inside = keep[tags.row]
    number = np.cumsum(keep) - 1
    return replace(
        tags,
        unit=tags.unit[keep],
        rater=tags.rater[keep],
        row=number[tags.row[inside]],
        tag=tags.tag[inside],
        start=None if tags.start is None else tags.start[inside],
        end=None if tags.end is None else tags.end[inside],
        weight=None if tags.weight is None else tags.weight[inside],
        later=None if tags.later is None else tags.later[keep],
    )


def without_later(table: Table) -> Table:
    """What agreement is about: nothing that was asked for after others' answers were seen."""
    flags = [one.later for one in table.ratings] + [one.later for one in table.tags]
    if all(later is None for later in [*flags, *(one.later for one in table.comparisons)]):
        return table
    return replace(
        table,
        ratings=tuple(one if one.later is None else rows_of(one, ~one.later) for one in table.ratings),
        tags=tuple(one if one.later is None else tag_rows_of(one, ~one.later) for one in table.tags),
        comparisons=tuple(one if one.later is None else rows_of(one, ~one.later) for one in table.comparisons),
    )


def without_raters(table: Table, raters: tuple[str, ...]) -> Table:
    """The table as if these people had never rated; what rules made stays."""
    names = set(raters)
    return of_raters(table, np.array([name not in names for name in table.raters], dtype=bool))


def of_raters(table: Table, keep: Flags) -> Table:
    """What these raters said, by their codes, and what rules made."""
    return replace(
        table,
        ratings=tuple(rows_of(one, keep[one.rater] | _by_rule(one)) for one in table.ratings),
        tags=tuple(tag_rows_of(one, keep[one.rater]) for one in table.tags),
        comparisons=tuple(rows_of(one, keep[one.rater]) for one in table.comparisons),
        repeats=tuple(rows_of(one, keep[one.rater]) for one in table.repeats),
        tag_repeats=tuple(repeats_kept(one, keep[one.rater]) for one in table.tag_repeats),
        gold=tuple(rows_of(one, keep[one.rater]) for one in table.gold),
    )


def parts_by(table: Table, column: str) -> Iterator[tuple[str, Table]]:
    """Each group of the items with its part of the table, by name: `language=Bribri`."""
    code, names = table.item_groups[column]
    for group in sorted(range(len(names)), key=names.__getitem__)[:MOST_PARTS]:
        yield f"{column}={names[group]}", of_items(table, code == group)


def pooled(table: Table, level: Level | None) -> Table:
    """All scales as one question: the same output under another question is another unit (SummEval's .7127)."""
    scales = [one for one in table.ratings if one.asked.is_number]
    if not scales:
        return table
    n_units = len(table.unit_item)
    copies = len(scales)
    shift = n_units * np.arange(copies).repeat(len(table.made_unit))
    return replace(
        table,
        unit_item=np.tile(table.unit_item, copies),
        made_unit=np.tile(table.made_unit, copies) + shift,
        made_system=np.tile(table.made_system, copies),
        unit_names=None,
        ratings=(_joined(scales, n_units, level),),
        repeats=_joined_pairs(table.repeats, scales, n_units, level),
        gold=_joined_pairs(table.gold, scales, n_units, level),
        expected=_joined_expected(table, scales),
    )


def pool_mixes_scales(table: Table) -> bool:
    """Whether pooling puts together what was not asked on one scale."""
    asked = [one.asked for one in table.ratings if one.asked.is_number]
    return len({(one.lowest, one.highest, one.level, one.higher_is_better) for one in asked}) > 1


def of_items(table: Table, keep: Flags) -> Table:
    """What was said of these items, by their codes."""
    units = keep[table.unit_item]
    made = units[table.made_unit]
    return replace(
        table,
        made_unit=table.made_unit[made],
        made_system=table.made_system[made],
        ratings=tuple(rows_of(one, units[one.unit]) for one in table.ratings),
        tags=tuple(tag_rows_of(one, units[one.unit]) for one in table.tags),
        comparisons=tuple(rows_of(one, keep[one.item]) for one in table.comparisons),
        repeats=tuple(rows_of(one, units[one.unit]) for one in table.repeats),
        tag_repeats=tuple(repeats_kept(one, units[one.unit]) for one in table.tag_repeats),
        gold=(),  # worked examples belong to no group
        expected={},
    )


def _by_rule(ratings: QuestionRatings) -> Flags:
    return np.zeros(len(ratings.unit), bool) if ratings.by_rule is None else ratings.by_rule


def _pooled_question(asked: list[Asked], level: Level | None) -> Asked:
    levels = {one.level for one in asked}
    ends = [(one.lowest, one.highest) for one in asked]
    return replace(
        asked[0],
        id=POOLED,
        level=level or (asked[0].level if len(levels) == 1 else "interval"),
        labels=asked[0].labels if all(one.labels == asked[0].labels for one in asked) else {},
        lowest=None if any(low is None for low, _ in ends) else min(low for low, _ in ends if low is not None),
        highest=None if any(high is None for _, high in ends) else max(high for _, high in ends if high is not None),
        ranks=any(one.ranks for one in asked),
        severe=asked[0].severe if all(one.severe == asked[0].severe for one in asked) else (),
    )


def _joined(scales: list[QuestionRatings], n_units: int, level: Level | None) -> QuestionRatings:
    some_rules = any(one.by_rule is not None for one in scales)
    return QuestionRatings(
        asked=_pooled_question([one.asked for one in scales], level),
        unit=np.concatenate([one.unit + place * n_units for place, one in enumerate(scales)]),
        rater=np.concatenate([one.rater for one in scales]),
        value=np.concatenate([one.value for one in scales]),
        by_rule=np.concatenate([_by_rule(one) for one in scales]) if some_rules else None,
        at=_all_or_none([one.at for one in scales]),
        later=_joined_flags([one.later for one in scales], [len(one.unit) for one in scales]),
        seconds=None,  # one judgement answers several questions: its time would count several times
    )


def _joined_flags(flags: list[Flags | None], sizes: list[int]) -> Flags | None:
    if all(one is None for one in flags):
        return None
    return np.concatenate([np.zeros(n, bool) if one is None else one for one, n in zip(flags, sizes, strict=True)])


def _all_or_none(columns: list[np.ndarray | None]) -> np.ndarray | None:
    return None if any(one is None for one in columns) else np.concatenate([one for one in columns if one is not None])


def _joined_pairs(
    pairs: tuple[Pairs, ...], scales: list[QuestionRatings], n_units: int, level: Level | None
) -> tuple[Pairs, ...]:
    place = {one.asked.id: number for number, one in enumerate(scales)}
    found = [one for one in pairs if one.asked.id in place]
    if not found:
        return ()
    unit: Ints = np.concatenate([one.unit + place[one.asked.id] * n_units for one in found])
    return (
        Pairs(
            asked=_pooled_question([one.asked for one in scales], level),
            rater=np.concatenate([one.rater for one in found]),
            unit=unit,
            before=np.concatenate([one.before for one in found]),
            after=np.concatenate([one.after for one in found]),
        ),
    )


def _joined_expected(table: Table, scales: list[QuestionRatings]) -> dict[str, dict[str, int]]:
    of = [table.expected[one.asked.id] for one in scales if one.asked.id in table.expected]
    if not of:
        return {}
    return {POOLED: {system: sum(one.get(system, 0) for one in of) for system in table.systems}}
