"""Differences of all pairs of systems."""

import numpy as np
import pytest
from hypothesis import given

from jurybox.stats import paired as module
from jurybox.stats.paired import item_means_of, paired_differences
from tests.unit.stats.ranking_cases import matrices


@given(matrices())
def test_every_pair_is_compared_over_the_items_both_have(matrix):
    found = paired_differences(item_means_of(matrix))
    for k, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        d = matrix[:, a] - matrix[:, b]
        d = d[~np.isnan(d)]
        assert found.items[k] == len(d)
        assert (found.wins[k], found.ties[k], found.losses[k]) == ((d > 0).sum(), (d == 0).sum(), (d < 0).sum())
        assert found.difference[k] == pytest.approx(d.mean() if len(d) else np.nan, nan_ok=True)
        assert found.sd[k] == pytest.approx(d.std(ddof=1) if len(d) > 1 else np.nan, nan_ok=True)


def test_a_few_pairs_at_a_time_give_the_same(monkeypatch):
    matrix = np.random.default_rng(0).integers(1, 6, size=(50, 6)).astype(float)
    whole = paired_differences(item_means_of(matrix))
    monkeypatch.setattr(module, "_CELLS", 60)
    np.testing.assert_array_equal(paired_differences(item_means_of(matrix)).difference, whole.difference)


def test_means_that_differ_by_rounding_are_a_tie():
    found = paired_differences(item_means_of([[0.1 + 0.2, 0.3]]))
    assert found.ties.tolist() == [1]
