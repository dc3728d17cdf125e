"""The sign-flip test by blocks: the count is what trying all signs gives, the interval is what the test keeps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from jurybox.stats.estimate import Floats
from jurybox.stats.saddlepoint import signed_sum_tail
from jurybox.stats.signflip import MOST_COUNTED, MOST_TRIED, sign_flip, sign_flip_p

BLOCKS = 17
CONFIDENCE = 0.95


def tried(x: Floats) -> float:
    """p by all signs."""
    sums = np.zeros(1)
    for one in x.tolist():
        sums = np.concatenate([sums + one, sums - one])
    return min(1.0, 2 * float((sums >= abs(x.sum()) - 1e-9).mean()))


def drawn(seed: int, kind: str, blocks: int) -> Floats:
    chance = np.random.default_rng(seed)
    if kind == "thirds":
        return chance.integers(-5, 8, blocks) / 3
    if kind == "mixed":
        return chance.integers(-3, 4, blocks) / chance.choice([1, 2, 3], blocks)
    if kind == "heavy":
        return chance.standard_t(2, blocks) + 0.5
    return chance.normal(0.4, 1.0, blocks)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["thirds", "mixed"]))
def test_on_a_lattice_the_count_is_exact(seed: int, kind: str) -> None:
    x = drawn(seed, kind, BLOCKS)
    assert sign_flip_p(x[:, None])[0] == pytest.approx(tried(x), rel=1e-9, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["heavy", "normal"]))
def test_off_a_lattice_all_signs_are_tried_in_two_halves(seed: int, kind: str) -> None:
    x = drawn(seed, kind, BLOCKS)
    assert sign_flip_p(x[:, None])[0] == pytest.approx(tried(x), rel=1e-9)


def test_rounded_to_a_fine_lattice_p_hardly_moves() -> None:
    """The same contributions by rounding and by the saddlepoint, which are made in different ways."""
    for seed in range(20):
        x = drawn(seed, "normal", 45)[:, None]
        by_saddlepoint = 2 * signed_sum_tail(x, np.abs(x.sum(axis=0)))[0]
        assert sign_flip_p(x)[0] == pytest.approx(min(1.0, by_saddlepoint), rel=0.03, abs=1e-6)


@pytest.mark.parametrize("blocks", [5, 8, 11])
def test_few_blocks_are_those_of_scipy(blocks: int) -> None:
    x = drawn(blocks, "normal", blocks)
    found = scipy_stats.permutation_test((x,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip_p(x[:, None])[0] == pytest.approx(found.pvalue)


def test_ties_count_and_zeros_do_not() -> None:
    assert sign_flip_p(np.array([[1.0], [1.0], [0.0]])).tolist() == [0.5]
    assert sign_flip_p(np.array([[1.0], [-1.0], [0.0]])).tolist() == [1.0]
    assert sign_flip_p(np.zeros((9, 1))).tolist() == [1.0]


@pytest.mark.parametrize(
    ("kind", "blocks", "half_a_step"), [("normal", 40, 0), ("thirds", 40, 1 / 3), ("thirds", 400, 1 / 3)]
)
def test_the_saddlepoint_and_the_count_meet(kind: str, blocks: int, half_a_step: float) -> None:
    samples = [drawn(seed, kind, blocks)[:, None] for seed in range(5)]
    likely = [x for x in samples if sign_flip_p(x)[0] > 1e-8]
    assert likely
    for x in likely:
        tail = signed_sum_tail(x, np.abs(x.sum(axis=0)) - half_a_step)[0]
        assert 2 * tail == pytest.approx(sign_flip_p(x)[0], rel=0.03)


def test_above_the_most_that_are_counted_nothing_jumps() -> None:
    x = drawn(4, "thirds", MOST_COUNTED + 1)[:, None] - 0.9
    counted, approximated = sign_flip_p(x), sign_flip(x - x.mean(), np.full_like(x, 1 / len(x)), x.sum(axis=0)).p
    assert approximated[0] == pytest.approx(counted[0], rel=0.05)


def parted(x: Floats, size: Floats) -> tuple[Floats, Floats, Floats]:
    estimate = np.array([x.sum() / size.sum()])
    shares = (size / size.sum())[:, None]
    return (x / size.sum())[:, None] - estimate * shares, shares, estimate


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(7, MOST_TRIED))
def test_the_interval_is_what_the_test_keeps(seed: int, blocks: int) -> None:
    chance = np.random.default_rng(seed)
    x, size = chance.normal(0.5, 1, blocks), chance.integers(1, 5, blocks).astype(float)
    parts, shares, estimate = parted(x, size)
    found = sign_flip(parts, shares, estimate, CONFIDENCE)
    width = found.high[0] - found.low[0]
    for end, out in ((found.low[0], -1), (found.high[0], 1)):
        inside, outside = (x - (end + out * step * width) * size for step in (-1e-6, 1e-6))
        assert tried(inside) > 1 - CONFIDENCE
        assert tried(outside) <= 1 - CONFIDENCE


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["thirds", "heavy", "normal"]), st.integers(15, 60))
def test_p_and_interval_never_contradict_each_other(seed: int, kind: str, blocks: int) -> None:
    parts, shares, estimate = parted(drawn(seed, kind, blocks), np.ones(blocks))
    found = sign_flip(parts, shares, estimate, CONFIDENCE)
    assert (found.p[0] <= 0.05) == (not found.low[0] <= 0 <= found.high[0])
    assert found.low[0] <= estimate[0] <= found.high[0]


def test_five_blocks_exclude_nothing() -> None:
    parts, shares, estimate = parted(np.array([5.0, 5.1, 5.2, 5.3, 5.4]), np.ones(5))
    found = sign_flip(parts, shares, estimate)
    assert found.p[0] == 2**-4
    assert np.isnan(found.low[0])
    assert np.isnan(found.high[0])


def test_intervals_cover_what_they_promise() -> None:
    """20 blocks of unequal size, 400 studies, seed 11."""
    chance = np.random.default_rng(11)
    size = np.repeat([1.0, 2.0, 5.0, 12.0], 5)
    x = size[:, None] * 0.3 + chance.normal(0, 1, (20, 400)) * size[:, None] * 0.5 + chance.normal(0, 1, (20, 400))
    shares = np.repeat((size / size.sum())[:, None], 400, axis=1)
    estimate = x.sum(axis=0) / size.sum()
    found = sign_flip(x / size.sum() - estimate * shares, shares, estimate)
    assert 0.92 <= float(((found.low <= 0.3) & (found.high >= 0.3)).mean()) <= 0.98
