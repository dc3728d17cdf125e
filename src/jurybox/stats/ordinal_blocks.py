"""How sure effects of the cumulative logit are where ratings come in blocks: those of one item speak with one voice."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.linearised import BlockSpread, block_spread, interval_by_block
from jurybox.stats.ordinal import OrdinalFit, ParameterPlaces
from jurybox.stats.ordinal_cells import Derivatives, LevelCounts, cells_of, derivatives, logistic
from jurybox.stats.tally import codes, sums

_TOGETHER = 1 << 21
_NO_SPREAD = 1e-6


@only_finite()
def ordinal_model_by_block(
    fit: OrdinalFit, system: Ints, rater: Ints, value: Floats, blocks: Ints, confidence: float = 0.95
) -> OrdinalFit:
    """The fit with intervals over blocks in place of its own; `blocks` is the block of each rating.

    A sandwich: V = H⁻¹ (Σ_b s_b s_b') H⁻¹ with s_b the summed scores of a block and H the information (Liang & Zeger
    1986). Raters as a sample are drawn towards their mean by T = 1/sd²: then H holds it too, and V is H⁻¹ (Σ_b s_b s_b'
    + T) H⁻¹, the blocks' part and that of the raters' own spread. Severities are those beside the other raters. Degrees
    of freedom are those of what the blocks contribute, at most the blocks of the rater less one.

    >>> from jurybox.stats.ordinal import ordinal_model
    >>> y = np.array([1.0, 2, 2, 3, 1, 1, 2, 3, 2, 3, 1, 2])
    >>> one, other = np.arange(12) % 2, np.arange(12) // 2 % 2
    >>> fit = ordinal_model(one, other, y, 2, 2)
    >>> by_item = ordinal_model_by_block(fit, one, other, y, np.arange(12) // 2)
    >>> by_item.systems[0].method, by_item.raters[0].reason
    ('sandwich', 'too_few_blocks')
    """
    if fit.reason is not None:
        return fit
    rows = _fitted_rows(fit, system, rater, value, blocks)
    of_systems, of_raters = _sandwich(rows, 0.0 if fit.rater_sd is None else 1 / max(fit.rater_sd, _NO_SPREAD) ** 2)
    systems = fit.systems if fit.rater_sd is not None else _renewed(fit.systems, *of_systems, confidence)
    return replace(fit, systems=systems, raters=_renewed(fit.raters, *of_raters, confidence))


@dataclass(frozen=True, slots=True)
class _Rows:
    """Ratings whose system and rater have an effect: levels from 0 on, blocks without gaps and rising."""

    cuts: Floats
    system_effect: Floats
    rater_effect: Floats
    """As a shift: minus the severity."""
    system: Ints
    rater: Ints
    level: Ints
    block: Ints

    @property
    def shift(self) -> Floats:
        return np.asarray(self.system_effect[self.system] + self.rater_effect[self.rater], dtype=float)


def _fitted_rows(fit: OrdinalFit, system: Ints, rater: Ints, value: Floats, blocks: Ints) -> _Rows:
    of_system, of_rater = _values(fit.systems), -_values(fit.raters)
    kept = np.flatnonzero(~np.isnan(of_system[system] + of_rater[rater]))
    kept = kept[np.argsort(blocks[kept], kind="stable")]
    block = np.cumsum(np.diff(blocks[kept], prepend=blocks[kept][:1]) != 0)
    return _Rows(
        cuts=np.array(fit.cuts),
        system_effect=of_system,
        rater_effect=of_rater,
        system=system[kept],
        rater=rater[kept],
        level=codes(value[kept])[1],
        block=block,
    )


def _values(estimates: tuple[Estimate, ...]) -> Floats:
    return np.array([np.nan if one.value is None else one.value for one in estimates])


def _renewed(
    estimates: tuple[Estimate, ...], spread: BlockSpread, error: Floats, confidence: float
) -> tuple[Estimate, ...]:
    intervals = interval_by_block(_values(estimates), error, spread, confidence)
    return tuple(
        replace(one, interval=interval, standard_error=float(wide), method="sandwich")
        if interval is not None
        else replace(one, interval=None, standard_error=None, method=None, reason=one.reason or "too_few_blocks")
        for one, wide, interval in zip(estimates, error.tolist(), intervals, strict=True)
    )


def _sandwich(rows: _Rows, drawn_in: float) -> list[tuple[BlockSpread, Floats]]:
    """What the blocks contribute to the effects of systems, then of raters, each with mean 0; and the errors.

    `drawn_in`: by how much raters are taken to be alike, 1/sd².
    """
    cells = cells_of(rows.level, [rows.system, rows.rater])
    places = ParameterPlaces.of(cells, [len(rows.system_effect), len(rows.rater_effect)])
    penalty = np.zeros((places.size, places.size))
    raters = len(places.seen[1])
    apart = np.eye(raters - 1) - 1 / raters  # from the mean of the raters there are, who differ less than all would
    own = slice(places.size - raters + 1, None)
    penalty[own, own] = drawn_in * (raters - 1) / raters * apart
    weights = places.effect_weights(np.linalg.inv(places.curvature(_at(rows, cells)) + penalty))
    second, fourth = np.zeros((2, weights.shape[1]))
    for scores in _block_scores(rows, places):
        squares = (scores @ weights) ** 2
        second += squares.sum(axis=0)
        fourth += (squares**2).sum(axis=0)
    of_sample = np.einsum("ij,ij->j", weights, penalty @ weights)
    found, begin = [], 0
    for code, size in _factors(rows):
        part = slice(begin, begin := begin + size)
        spread = BlockSpread(block_spread(code, rows.block, rows.level, size).number, second[part], fourth[part])
        found.append((spread, np.asarray(np.sqrt(spread.error**2 + of_sample[part]), dtype=float)))
    return found


def _at(rows: _Rows, cells: LevelCounts) -> Derivatives:
    return derivatives(cells, rows.cuts, rows.system_effect[cells.codes[0]] + rows.rater_effect[cells.codes[1]])


def _factors(rows: _Rows) -> tuple[tuple[Ints, int], tuple[Ints, int]]:
    return (rows.system, len(rows.system_effect)), (rows.rater, len(rows.rater_effect))


def _block_scores(rows: _Rows, places: ParameterPlaces) -> Iterator[Floats]:
    """Some blocks at a time: blocks x parameters, the slopes of the log-likelihood summed over each block."""
    width = places.size + 1  # the last is for what the others are counted from
    columns = [place[code] for place, (code, _) in zip(places.of_levels(), _factors(rows), strict=True)]
    upper, lower, along = _slopes(rows)
    most, n_blocks = max(1, _TOGETHER // width), int(rows.block.max(initial=-1)) + 1
    ends = np.searchsorted(rows.block, np.arange(0, n_blocks + most, most))
    for first, (start, stop) in enumerate(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)):
        part = slice(start, stop)
        row = (rows.block[part] - first * most) * width
        size = min(most, n_blocks - first * most) * width
        level = rows.level[part]
        found = sum((sums(row + column[part], along[part], size) for column in columns), np.zeros(size))
        is_lowest, is_highest = level == 0, level == len(rows.cuts)
        found += sums((row + level)[~is_highest], upper[part][~is_highest], size)
        found += sums((row + level - 1)[~is_lowest], lower[part][~is_lowest], size)
        yield found.reshape(-1, width)[:, :-1]


def _slopes(rows: _Rows) -> tuple[Floats, Floats, Floats]:
    """Of each rating's log-likelihood: by the cut above its level, by the one below, and by its shift."""
    edges, shift = np.concatenate([[-np.inf], rows.cuts, [np.inf]]), rows.shift
    up, down = logistic(edges[rows.level + 1] - shift), logistic(edges[rows.level] - shift)
    chance = np.maximum(up - down, 1e-140)
    return up * (1 - up) / chance, -down * (1 - down) / chance, up + down - 1
