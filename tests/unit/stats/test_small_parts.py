"""Quantiles, codes and connections: what the statistics are built from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats as scipy_stats
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from jurybox.stats.distributions import normal_quantile, normal_tail, t_below, t_quantile
from jurybox.stats.graph import components, is_strongly_connected
from jurybox.stats.tally import codes, settled, step_of

EDGES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14)


@pytest.mark.parametrize("degrees", [1, 2, 5, 29, 30, 60, 1000])
@pytest.mark.parametrize("p", [0.025, 0.8, 0.975, 0.995])
def test_quantiles_of_t_are_scipys(degrees, p):
    assert float(t_quantile(p, degrees)) == pytest.approx(scipy_stats.t.ppf(p, degrees), rel=1e-5)
    assert float(t_below(t_quantile(p, degrees), degrees)) == pytest.approx(p, abs=1e-5)


def test_normal_tails_and_quantiles_are_scipys():
    z = np.array([-8.0, -1.0, 0.0, 2.5, 10.0])
    np.testing.assert_allclose(normal_tail(z), scipy_stats.norm.sf(z), rtol=1e-12)
    assert normal_quantile(0.8) == pytest.approx(scipy_stats.norm.ppf(0.8))
    assert np.isnan(normal_tail(np.array([np.nan])))


@given(hnp.arrays(float, st.integers(0, 30), elements=st.one_of(st.integers(-5, 60), st.floats(-2, 2))))
def test_codes_are_those_of_unique_but_for_rounding(value):
    names, code = codes(value)
    np.testing.assert_allclose(names[code], value, rtol=0, atol=step_of(value))
    assert len(names) == len(np.unique(settled(value)))
    assert (np.diff(names) > 0).all()


@given(EDGES)
def test_components_are_scipys(edges):
    first, second = np.array(edges, dtype=int).reshape(-1, 2).T
    label = components(8, first, second)
    graph = coo_array((np.ones(len(first)), (first, second)), shape=(8, 8))
    expected = connected_components(graph, directed=False)[1]
    np.testing.assert_array_equal(label[:, None] == label, expected[:, None] == expected)


@given(EDGES)
def test_strong_connection_is_scipys(edges):
    beats = np.zeros((8, 8), bool)
    for a, b in edges:
        beats[a, b] = True
    assert is_strongly_connected(beats) == (connected_components(beats, connection="strong")[0] == 1)
