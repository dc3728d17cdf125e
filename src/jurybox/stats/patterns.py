"""Ratings as count patterns: how many raters chose which level, and how many units look alike.

Agreement never asks which unit it was. With 3 ratings on 5 levels there are 35 patterns, however many units: everything
after counting costs nearly nothing, and resampling units is one exact multinomial draw over patterns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.linearised import with_influence

EXACT_BITS = 62
GUESSES = (8, 4)  # bases to try before counting the ratings of each unit: one pass over the ratings instead of two
TALLY_BITS = 20  # so many keys are counted, more are sorted
PART = 1 << 18  # ratings looked at together
CHUNK = 1 << 21  # numbers held at once while resampling


@dataclass(frozen=True, slots=True)
class Held:
    """Of every unit that has ratings: its pattern, and the block it belongs to."""

    pattern: Ints
    block: Ints


@dataclass(frozen=True, slots=True)
class Patterns:
    """Distinct count patterns as rows of a sparse table: pattern p holds the entries from `starts[p]` on.

    >>> found = count_patterns(np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 0, 1, 1]), 2)
    >>> found.frequency.tolist(), found.dense().tolist()
    ([2, 1], [[1, 1], [0, 2]])
    """

    frequency: Ints
    """Units with the pattern."""
    sizes: Ints
    """Ratings in each such unit."""
    starts: Ints
    code: Ints
    count: Ints
    n_levels: int
    held: Held | None = None
    """Where units come in blocks: which units stand behind the patterns."""

    def __len__(self) -> int:
        return len(self.frequency)

    @property
    def units(self) -> int:
        return int(self.frequency.sum())

    @property
    def ratings(self) -> int:
        return int(self.frequency @ self.sizes)

    @property
    def lengths(self) -> Ints:
        return np.diff(self.starts, append=len(self.code))

    @property
    def pattern(self) -> Ints:
        """The pattern of each entry."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def dense(self) -> Ints:
        """One row per pattern, one column per level."""
        table = np.zeros((len(self), self.n_levels), np.int64)
        table[self.pattern, self.code] = self.count
        return table

    def pairable(self) -> "Patterns":
        """Without the units that have one rating: there is nothing to compare it with."""
        return self if (self.sizes > 1).all() else self.select(np.flatnonzero(self.sizes > 1))

    def select(self, which: Ints) -> "Patterns":
        lengths = self.lengths[which]
        starts = np.cumsum(lengths) - lengths
        entries = np.arange(lengths.sum()) + np.repeat(self.starts[which] - starts, lengths)
        rest = Patterns(
            self.frequency[which], self.sizes[which], starts, self.code[entries], self.count[entries], self.n_levels
        )
        if self.held is None:
            return rest
        place = np.full(len(self), -1)
        place[which] = np.arange(len(which))
        pattern = place[self.held.pattern]
        return replace(rest, held=Held(pattern[pattern >= 0], self.held.block[pattern >= 0]))

    def with_influence(self, estimate: Estimate, influence: Floats, confidence: float) -> Estimate:
        """The interval from the slope by the weight of one unit of each pattern: over blocks, where there are any."""
        if self.held is None:
            return with_influence(estimate, influence, self.frequency, confidence)
        of_units = influence[self.held.pattern]
        return with_influence(estimate, of_units, confidence=confidence, blocks=self.held.block)

    def sums(self, x: Floats) -> Floats:
        """Per pattern the sum of x over its ratings; x by level, in one or several columns."""
        if not len(self):
            return np.zeros((0, *x.shape[1:]))
        return np.add.reduceat(_times(self.count, x[self.code]), self.starts, axis=0)

    def margins(self, weights: Floats | Ints) -> Floats:
        """How often each level occurs if pattern p occurs weights[p] times; in one or several columns."""
        if weights.ndim == 1:
            return np.bincount(self.code, self.count * weights[self.pattern], self.n_levels).astype(float)
        result = np.zeros((self.n_levels, weights.shape[1]))
        if len(self):
            order = np.argsort(self.code, kind="stable")
            present, starts = np.unique(self.code[order], return_index=True)
            spread = _times(self.count[order], weights[self.pattern[order]])
            result[present] = np.add.reduceat(spread, starts, axis=0)
        return result

    def pair_sums(self, distance: Callable[[Ints, Ints], Floats]) -> Floats:
        """Per pattern the sum of distances over all ordered pairs of ratings; equal codes have distance 0."""
        pattern, stop = self.pattern, np.repeat(self.starts + self.lengths, self.lengths)
        totals = np.zeros(len(self))
        left, step = np.arange(len(self.code)), 1
        while len(left := left[left + step < stop[left]]):
            right = left + step
            pairs = 2.0 * self.count[left] * self.count[right]
            np.add.at(totals, pattern[left], pairs * distance(self.code[left], self.code[right]))
            step += 1
        return totals

    def without_blocks(self, blocks: Ints) -> Floats:
        """How often each pattern occurs without each of the blocks, as columns."""
        assert self.held is not None
        place = np.zeros(int(blocks.max(initial=0)) + 1, np.int64)
        place[blocks] = np.arange(len(blocks))
        gone = np.bincount(self.held.pattern * len(blocks) + place[self.held.block], minlength=len(self) * len(blocks))
        left: Floats = self.frequency[:, None] - gone.reshape(len(self), len(blocks)).astype(float)
        return left

    def resampled(self, resamples: int, seed: int) -> Iterator[Floats]:
        """How often each pattern occurs when units are drawn anew, as columns, some resamples at a time."""
        chance = np.random.default_rng(seed)
        width = max(1, CHUNK // max(1, len(self.code), self.units if self._is_mostly_single else 0))
        for begun in range(0, resamples, width):
            yield self._draw(chance, min(width, resamples - begun)).astype(float)

    @property
    def _is_mostly_single(self) -> bool:
        return self.units <= 4 * len(self)

    def _draw(self, chance: np.random.Generator, width: int) -> Ints:
        n = self.units
        if not self._is_mostly_single:
            return chance.multinomial(n, self.frequency / n, size=width).T
        # one pick per unit is cheaper than one binomial draw per pattern
        picks = np.repeat(np.arange(len(self)), self.frequency)[chance.integers(n, size=(width, n))]
        picks += np.arange(width)[:, None] * len(self)
        return np.bincount(picks.ravel(), minlength=width * len(self)).reshape(width, len(self)).T


def single_ratings(patterns: Patterns) -> dict[str, int]:
    """What agreement leaves out: units with one rating."""
    single = int(patterns.frequency[patterns.sizes == 1].sum())
    return {"single_rating": single} if single else {}


def without_pairs(patterns: Patterns) -> Estimate | None:
    """Why nothing can be compared, if so."""
    if (patterns.sizes > 1).any():
        return None
    return undefined("no_overlap" if len(patterns) else "no_ratings", left_out=single_ratings(patterns))


def _times(count: Ints, x: Floats | Ints) -> Floats:
    result: Floats = (count if x.ndim == 1 else count[:, None]) * x.astype(float, copy=False)
    return result


def count_patterns(unit: Ints, code: Ints, n_levels: int, *, blocks: Ints | None = None) -> Patterns:
    """Count what each unit holds, and merge units that hold the same. Linear in the ratings.

    A pattern becomes one number, exactly: in base (most ratings of a unit + 1) with a digit per level, or, where there
    are many levels and few ratings, in base (levels + 1) with a digit per rating. Where neither fits into 62 bits
    hardly any two units are alike, and each stays a pattern of its own. With `blocks` (the block of each unit code)
    intervals made from the patterns are over blocks.
    """
    if len(unit) != len(code):
        raise ValueError(f"{len(unit)} units and {len(code)} codes: there must be as many")
    found = _counted(unit, code, n_levels)
    if blocks is None:
        return found.patterns
    units = np.flatnonzero(np.bincount(unit))
    return replace(found.patterns, held=Held(found.pattern(), np.asarray(blocks)[units]))


@dataclass(frozen=True, slots=True)
class _Counted:
    """Patterns, and the numbers they were merged by: of the patterns, rising, and of the rated units; None: each unit
    is a pattern."""

    patterns: Patterns
    distinct: Ints | None = None
    keys: Ints | None = None

    def pattern(self) -> Ints:
        """The pattern of each rated unit."""
        if self.distinct is None or self.keys is None:
            return np.arange(len(self.patterns))
        if len(self.distinct) and self.distinct[-1] < 1 << TALLY_BITS:
            place = np.zeros(int(self.distinct[-1]) + 1, np.int64)
            place[self.distinct] = np.arange(len(self.distinct))
            return place[self.keys]
        return np.searchsorted(self.distinct, self.keys)


def _counted(unit: Ints, code: Ints, n_levels: int) -> _Counted:
    if not len(unit):
        none = np.zeros(0, np.int64)
        return _Counted(Patterns(none, none, none, none, none, n_levels))
    for base in GUESSES:
        if n_levels * np.log2(base) <= TALLY_BITS and (guessed := _by_levels(unit, code, n_levels, base)) is not None:
            return guessed
    base = int(np.bincount(unit).max()) + 1
    if n_levels * np.log2(base) <= EXACT_BITS and (exact := _by_levels(unit, code, n_levels, base)) is not None:
        return exact
    if (base - 1) * np.log2(n_levels + 1) <= EXACT_BITS:
        return _by_ratings(unit, code, n_levels, base - 1)
    return _Counted(_together(list(_by_unit(unit, code, n_levels))))


def patterns_by_unit(unit: Ints, code: Ints, n_levels: int, *, blocks: Ints | None = None) -> Patterns:
    """Every unit that has ratings as a pattern of its own, by rising unit."""
    if not len(unit):
        return count_patterns(unit, code, n_levels, blocks=blocks)
    found = _together(list(_by_unit(unit, code, n_levels)))
    if blocks is None:
        return found
    return replace(found, held=Held(np.arange(len(found)), np.asarray(blocks)[np.flatnonzero(np.bincount(unit))]))


def _by_levels(unit: Ints, code: Ints, n_levels: int, base: int) -> _Counted | None:
    """None if a level occurs `base` times or more in a unit: a digit overflows, and the digits no longer sum up."""
    powers = base ** np.arange(n_levels, dtype=np.int64)
    keys = np.zeros(int(unit.max()) + 1, np.int64)
    np.add.at(keys, unit, powers[code])
    if keys.max() >= base**n_levels:
        return None
    distinct, frequency = _tally(keys, base**n_levels)
    if distinct[0] == 0:  # units without a rating
        distinct, frequency = distinct[1:], frequency[1:]
    counts = distinct[:, None] // powers % base
    sizes = counts.sum(axis=1)
    if frequency @ sizes != len(unit):
        return None
    pattern, level = np.nonzero(counts)
    starts = np.searchsorted(pattern, np.arange(len(distinct)))
    patterns = Patterns(frequency, sizes, starts, level, counts[pattern, level], n_levels)
    return _Counted(patterns, distinct, keys[keys > 0])


def _tally(keys: Ints, size: int) -> tuple[Ints, Ints]:
    """The distinct keys and how often each occurs."""
    if size > 1 << TALLY_BITS:
        return np.unique(keys, return_counts=True)
    counts = np.bincount(keys, minlength=size)
    distinct = np.flatnonzero(counts)
    return distinct, counts[distinct]


def _by_ratings(unit: Ints, code: Ints, n_levels: int, most: int) -> _Counted:
    """A digit per rating, by rising level: units that look alike have the same number, and it says how they look."""
    bits, base = _bits(n_levels), n_levels + 1
    powers = base ** np.arange(most, dtype=np.int64)
    keys = np.concatenate([_keys(part, bits, powers) for part in _sorted_parts(unit, code, n_levels)])
    distinct, frequency = np.unique(keys, return_counts=True)
    parts = []
    for begin in range(0, len(distinct), PART):
        digits = distinct[begin : begin + PART, None] // powers % base
        joined = np.arange(len(digits))[:, None] << bits | (digits - 1)
        parts.append(_part(joined[digits > 0], bits, n_levels))
    return _Counted(replace(_together(parts), frequency=frequency), distinct, keys)


def _keys(joined: Ints, bits: int, powers: Ints) -> Ints:
    """The number of each unit."""
    begins = np.flatnonzero(np.diff(joined >> bits, prepend=-1))
    digit = np.arange(len(joined)) - np.repeat(begins, np.diff(begins, append=len(joined)))
    return np.asarray(np.add.reduceat(((joined & ((1 << bits) - 1)) + 1) * powers[digit], begins))


def _by_unit(unit: Ints, code: Ints, n_levels: int) -> Iterator[Patterns]:
    """Every unit as its own pattern, by rising unit."""
    return (_part(joined, _bits(n_levels), n_levels) for joined in _sorted_parts(unit, code, n_levels))


def _bits(n_levels: int) -> int:
    return max(1, (n_levels - 1).bit_length())


def _sorted_parts(unit: Ints, code: Ints, n_levels: int) -> Iterator[Ints]:
    """Unit and code as one number, sorted; a part at a time, as large arrays cost more than many small."""
    bits = _bits(n_levels)
    joined = unit.astype(np.int64) << bits
    joined |= code
    joined.sort()
    begin = 0
    while begin < len(joined):
        end = min(len(joined), begin + PART)
        end = int(np.searchsorted(joined, ((joined[end - 1] >> bits) + 1) << bits))
        yield joined[begin:end]
        begin = end


def _part(joined: Ints, bits: int, n_levels: int) -> Patterns:
    is_first = np.diff(joined, prepend=-1) != 0
    first, begins = np.flatnonzero(is_first), np.flatnonzero(np.diff(joined >> bits, prepend=-1))
    sizes, count = np.diff(begins, append=len(joined)), np.diff(first, append=len(joined))
    starts = np.cumsum(is_first)[begins] - 1
    return Patterns(np.ones(len(begins), np.int64), sizes, starts, joined[first] & ((1 << bits) - 1), count, n_levels)


def _together(parts: Sequence[Patterns]) -> Patterns:
    """All patterns of the parts, one after the other."""
    if len(parts) == 1:
        return parts[0]
    shifts = np.cumsum([0, *(len(part.code) for part in parts[:-1])])
    return Patterns(
        np.concatenate([part.frequency for part in parts]),
        np.concatenate([part.sizes for part in parts]),
        np.concatenate([part.starts + shift for part, shift in zip(parts, shifts, strict=True)]),
        np.concatenate([part.code for part in parts]),
        np.concatenate([part.count for part in parts]),
        parts[0].n_levels,
    )
