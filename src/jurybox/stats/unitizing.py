"""Krippendorff's unitizing alpha: do raters mark the same stretches of a continuum under the same labels?

For one label over a text of length L with m raters (Krippendorff 2004, Measuring the reliability of qualitative text
analysis data; Content Analysis 2nd ed., p. 251-256), where b is where a mark begins and l how long it is:

    D_o = Σ over ordered pairs of raters of δ² / (m (m - 1) L²)
        δ² = (b - b')² + (b + l - b' - l')² for two marks that overlap, l² for a mark inside the other's gap
    D_e = 2/L · Σ_marks [ (N - 1)/3 (2l³ - 3l² + l) + l² Σ_{gaps ≥ l} (gap - l + 1) ] / (mL (mL - 1) - Σ l (l - 1))

and α = 1 - Σ D_o / Σ D_e over labels. Over several texts both are summed, a text weighing as many as it has raters.
"""

from dataclasses import dataclass

import numpy as np

from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.linearised import ratio_of_sums
from jurybox.stats.spans import Spans, changes, merged, placed


@dataclass(frozen=True, slots=True)
class Disagreements:
    """D_o and D_e of each text and label that anyone marked there."""

    unit: Ints
    tag: Ints
    observed: Floats
    expected: Floats
    raters: Ints


@dataclass(frozen=True, slots=True)
class _Marked:
    """Marks sorted by text, label and start; `group` numbers text and label."""

    spans: Spans
    group: Ints
    size: Floats
    """L, by group."""
    raters: Floats
    """m, by group."""


def unitizing_alpha(
    unit: Ints,
    row: Ints,
    tag: Ints,
    start: Ints,
    end: Ints,
    length: Ints,
    only: int | None = None,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """Alpha over all labels, or for `only` one. `length` is of each unit's text; where it is 0 the unit is left out.

    >>> unit, row, tag = np.array([0, 0]), np.array([0, 0, 1, 1, 1]), np.zeros(5, int)
    >>> start, end = np.array([75, 220, 70, 205, 250]), np.array([145, 250, 150, 225, 270])
    >>> round(unitizing_alpha(unit, row, tag, start, end, np.array([300])).value, 4)
    0.7286
    """
    spans, lost = placed(row, tag, start, end)
    sizes = np.bincount(unit, minlength=len(length))
    fits, left_out = _fitting(unit, spans, sizes, length)
    left_out |= {"without_place": lost} if lost else {}
    units = int(fits.sum())
    if not units:
        return undefined("no_overlap" if len(unit) else "no_ratings", left_out=left_out)
    found = disagreements(unit, spans.pick(np.flatnonzero(fits[unit[spans.row]])), sizes, length)
    ratings = int(sizes[fits].sum())
    mine = np.ones(len(found.tag), np.bool_) if only is None else found.tag == only
    weights = found.raters * mine
    observed = np.bincount(found.unit, weights * found.observed, len(sizes))[fits].astype(float)
    expected = np.bincount(found.unit, weights * found.expected, len(sizes))[fits].astype(float)
    if expected.sum() <= 0:
        return undefined("no_variance", units, ratings, left_out)
    value = 1 - float(observed.sum() / expected.sum())
    estimate = Estimate(value, units=units, ratings=ratings, left_out=left_out)
    own = None if blocks is None else blocks[: len(sizes)][fits]
    return ratio_of_sums(observed, expected, estimate, confidence, sign=-1.0, blocks=own)


def _fitting(unit: Ints, spans: Spans, sizes: Ints, length: Ints) -> tuple[Flags, dict[str, int]]:
    """Texts with two raters, a known length, and no mark beyond it."""
    furthest = np.zeros(len(sizes), np.int64)
    np.maximum.at(furthest, unit[spans.row], spans.end)
    lengths = np.zeros(len(sizes), np.int64)
    lengths[: len(length)] = length
    single, unknown, beyond = (
        sizes == 1,
        (sizes > 1) & (lengths <= 0),
        (sizes > 1) & (0 < lengths) & (furthest > lengths),
    )
    causes = {"single_rating": single, "unknown_length": unknown, "beyond_text": beyond}
    fits = (sizes > 1) & ~unknown & ~beyond
    return fits, {cause: int(which.sum()) for cause, which in causes.items() if which.any()}


def disagreements(unit: Ints, spans: Spans, sizes: Ints, length: Ints) -> Disagreements:
    """D_o and D_e by text and label. `sizes` are ratings by unit."""
    spans = merged(spans)
    where = unit[spans.row]
    order = np.lexsort((spans.start, spans.tag, where))
    spans, where = spans.pick(order), where[order]
    new = changes(where, spans.tag)
    begins = np.flatnonzero(new)
    units = where[begins]
    marked = _Marked(spans, np.cumsum(new) - 1, length[units].astype(float), sizes[units].astype(float))
    return Disagreements(units, spans.tag[begins], _observed(marked), _expected(marked), sizes[units])


def _observed(marked: _Marked) -> Floats:
    spans, group, groups = marked.spans, marked.group, len(marked.size)
    total = np.zeros(groups)
    met: list[Ints] = []
    rows = int(spans.row.max(initial=0)) + 1
    left, step = np.arange(len(group)), 1
    while len(left := left[_reaches(marked, left, step)]):
        right = left + step
        apart = (spans.start[left] - spans.start[right]) ** 2 + (spans.end[left] - spans.end[right]) ** 2
        np.add.at(total, group[left], apart.astype(float))
        met += [left * rows + spans.row[right], right * rows + spans.row[left]]
        step += 1
    overlapped = np.unique(np.concatenate(met)) // rows if met else np.zeros(0, np.int64)
    in_gaps = marked.raters[group] - 1 - np.bincount(overlapped, minlength=len(group))
    total += np.bincount(group, spans.length.astype(float) ** 2 * in_gaps, groups)
    result: Floats = 2 * total / (marked.raters * (marked.raters - 1) * marked.size**2)
    return result


def _reaches(marked: _Marked, left: Ints, step: int) -> Flags:
    """Whether the mark so many places on, by rising start, is of the same text and label and begins before the end."""
    right = np.minimum(left + step, len(marked.group) - 1)
    same = (left + step < len(marked.group)) & (marked.group[right] == marked.group[left])
    return np.asarray(same & (marked.spans.start[right] < marked.spans.end[left]), np.bool_)


def _expected(marked: _Marked) -> Floats:
    groups, group = len(marked.size), marked.group
    l = marked.spans.length.astype(float)  # noqa: E741 - as in the formula
    marks = np.bincount(group, minlength=groups)
    by_marks = (marks[group] - 1) / 3 * (2 * l**3 - 3 * l**2 + l)
    total = np.bincount(group, by_marks + l**2 * _room_in_gaps(marked), groups)
    whole = marked.raters * marked.size
    below = whole * (whole - 1) - np.bincount(group, l * (l - 1), groups)
    return 2 / marked.size * np.divide(total, below, out=np.zeros(groups), where=below > 0)


def _room_in_gaps(marked: _Marked) -> Floats:
    """For each mark Σ (gap - l + 1) over the gaps of its text and label that are at least as long as it."""
    gap_group, gap = _gaps(marked)
    order = np.lexsort((gap, gap_group))
    gap_group, gap = gap_group[order], gap[order]
    room = int(marked.size.max(initial=0)) + 2
    length = marked.spans.length
    begin = np.searchsorted(gap_group * room + gap, marked.group * room + length)
    stop = np.searchsorted(gap_group, marked.group, side="right")
    sums = np.concatenate([[0], np.cumsum(gap)])
    inside = sums[stop] - sums[begin] - (length - 1) * (stop - begin)
    # whoever marked nothing under the label has the whole text as one gap
    present = np.unique(marked.group * (int(marked.spans.row.max(initial=0)) + 1) + marked.spans.row)
    raters = np.bincount(present // (int(marked.spans.row.max(initial=0)) + 1), minlength=len(marked.size))
    empty = (marked.raters - raters)[marked.group]
    result: Floats = inside + empty * (marked.size[marked.group] - length + 1)
    return result


def _gaps(marked: _Marked) -> tuple[Ints, Ints]:
    """Text-and-label and length of the stretches that a rater who marked something left out."""
    order = np.lexsort((marked.spans.start, marked.spans.row, marked.group))
    spans, group = marked.spans.pick(order), marked.group[order]
    new = changes(group, spans.row)
    last = np.append(new[1:], True) if len(new) else new
    before = spans.start - np.where(new, 0, np.append(0, spans.end[:-1])[: len(new)])
    after = marked.size[group[last]].astype(np.int64) - spans.end[last]
    groups, gaps = np.concatenate([group, group[last]]), np.concatenate([before, after])
    return groups[gaps > 0], gaps[gaps > 0]
