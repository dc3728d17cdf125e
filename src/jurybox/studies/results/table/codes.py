"""Codes of a table for what has numbers and names in the store: units, items, raters, and which system made what."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from jurybox.analysis import Longs
from jurybox.core import Fault, refuse
from jurybox.stats import Ints
from jurybox.store import Run, analysis_rows
from jurybox.studies.results.table.columns import FIRST_WINDOW, MOST_SEGMENTS, SetColumn, longs
from jurybox.studies.results.table.comparison_column import ComparisonColumn
from jurybox.studies.results.table.material import Material
from jurybox.studies.results.table.passes import Pass
from jurybox.studies.results.table.scores import RatedColumn


@dataclass(frozen=True, slots=True)
class TableCodes:
    """From the numbers of the store to the codes of the table."""

    units: Longs
    """Keys of units, rising; the place is the code."""
    items: Longs
    raters: Longs
    """Numbers of the memberships that rated anything."""

    def unit(self, keys: Longs) -> Ints:
        return np.searchsorted(self.units, keys).astype(np.int32)

    def item(self, ids: Longs) -> Ints:
        return np.searchsorted(self.items, ids).astype(np.int32)

    def rater(self, taken: Pass, row: Longs) -> Ints:
        return np.searchsorted(self.raters, longs(taken.rater)[row]).astype(np.int32)


def rater_label(number: int) -> str:
    """Raters are numbered as they joined: names stay out of findings.

    >>> rater_label(0)
    'R1'
    """
    return f"R{number + 1}"


def codes_of(taken: Pass, rated: Iterable[RatedColumn], material: Material) -> TableCodes:
    keys = [one.answers.key for one in rated] + [longs(c.key) for c in taken.of_kind(SetColumn)]
    units = np.unique(np.concatenate([longs([]), *keys]))
    compared = [longs(c.item) for c in taken.of_kind(ComparisonColumn)]
    items = np.unique(np.concatenate([items_of_units(units, material), *compared]))
    return TableCodes(units, items, np.unique(longs(taken.rater)))


def items_of_units(keys: Longs, material: Material) -> Longs:
    """The item behind each key."""
    places = np.where(keys > 0, keys // MOST_SEGMENTS - material.low, 0)
    of_candidate = longs(material.item)[places] if len(material.item) else np.zeros(len(keys), np.int64)
    found = of_candidate.copy()
    of_units = keys < 0
    found[of_units] = [material.item_of_unit[unit] for unit in (-keys[of_units] // MOST_SEGMENTS).tolist()]
    return found


def made_by(keys: Longs, material: Material) -> tuple[Ints, Ints]:
    """Pairs of unit and system: a candidate that several systems made stands in several."""
    own = np.flatnonzero(keys > 0)
    if not len(own) or not len(material.combo):
        return np.empty(0, np.int32), np.empty(0, np.int32)
    combo = np.array(material.combo, np.int32)[keys[own] // MOST_SEGMENTS - material.low]
    size = np.array([len(made) for made in material.combos])
    start = np.concatenate([[0], np.cumsum(size)[:-1]])
    flat = np.array([system for made in material.combos for system in made], np.int32)
    times = size[combo]
    unit = np.repeat(own, times).astype(np.int32)
    step = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
    return unit, flat[np.repeat(start[combo], times) + step] if len(flat) else np.empty(0, np.int32)


Groups = dict[str, tuple[Ints, tuple[str, ...]]]
"""By column: a code for each item or rater, and what the codes stand for."""


def items_of(run: Run, study: int, wanted: Longs, columns: Collection[str]) -> tuple[tuple[str, ...], Groups]:
    """The keys of the rated items, their groups where there are any, and the texts that were asked for as columns."""
    rated = set(wanted.tolist())
    items = [item for item in analysis_rows.items(run, study) if item.id in rated]
    groups = {"group": coded([item.group for item in items])} if any(item.group for item in items) else {}
    return tuple(item.key for item in items), groups | texts_of(run, study, rated, columns)


def texts_of(run: Run, study: int, rated: set[int], columns: Collection[str]) -> Groups:
    """Text fields of items (a film) as columns to split by; what no item has is refused with what some have."""
    wanted = [name for name in columns if name != "group"]
    if not wanted:
        return {}
    words = [item.words() for item in analysis_rows.item_texts(run, study) if item.id in rated]
    known = sorted({name for one in words for name in one})
    lacking = [name for name in wanted if words and name not in known]
    refuse(Fault("analysis.unknown_column", "by", name, ["group", *known]) for name in lacking)
    return {name: coded([one.get(name, "") for one in words]) for name in wanted}


def coded(texts: Sequence[str]) -> tuple[Ints, tuple[str, ...]]:
    """Texts as codes, and what they stand for, in the order of the alphabet."""
    names = sorted(set(texts))
    place = {name: number for number, name in enumerate(names)}
    return np.array([place[text] for text in texts], np.int32), tuple(names)


def unit_names(keys: Longs, unit_item: Ints, names: Sequence[str], material: Material) -> tuple[str, ...] | None:
    """`item #2` for the second segment, `item: A, B` where an item has several units; none where its name is enough."""
    segments = np.abs(keys) % MOST_SEGMENTS % FIRST_WINDOW
    windows = np.where(np.abs(keys) % MOST_SEGMENTS > FIRST_WINDOW, segments, 0)
    segments = np.where(windows > 0, 0, segments)
    beside = _compared_systems(keys, material)
    if not segments.any() and not windows.any() and not beside:
        return None
    parts = [
        f" #{segment}" if segment else f" ({window})" if window else ""
        for segment, window in zip(segments.tolist(), windows.tolist(), strict=True)
    ]
    return tuple(
        names[item] + beside.get(-key // MOST_SEGMENTS, "") + part
        for key, item, part in zip(keys.tolist(), unit_item.tolist(), parts, strict=True)
    )


def _compared_systems(keys: Longs, material: Material) -> dict[int, str]:
    """What tells the units of one item apart: which systems stood beside each other."""
    units = np.unique(-keys[keys < 0] // MOST_SEGMENTS).tolist()
    many = Counter(material.item_of_unit[unit] for unit in units)
    return {
        unit: ": " + ", ".join(_systems_of(material.candidates_of_unit[unit], material))
        for unit in units
        if many[material.item_of_unit[unit]] > 1
    }


def _systems_of(candidates: Iterable[int], material: Material) -> list[str]:
    return [material.systems[code] for code in sorted({code for one in candidates for code in material.made(one)})]
