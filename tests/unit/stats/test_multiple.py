"""Adjusted p-values against a reference vector and statsmodels."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.multiple import adjust
from tests.unit.stats.ranking_cases import GOLDEN

NAMES = {"holm": "holm", "bh": "fdr_bh", "by": "fdr_by"}


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_vector_is_met(name):
    case = GOLDEN["multiple_testing_BH1995_style"]
    found = adjust(np.array(case["input"]["p"]), name)
    np.testing.assert_allclose(found, case["expected"][NAMES[name]], atol=case["tolerance"])


@pytest.mark.parametrize("seed", range(4))
def test_statsmodels_says_the_same(seed):
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(seed)
    p = np.round(rng.random(30) ** 3, 2)  # with ties, and small ones
    for name, other in NAMES.items():
        np.testing.assert_allclose(adjust(p, name), multipletests(p, method=other)[1], atol=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusted_p_keep_their_order_and_are_never_smaller(p):
    p = np.array(p)
    for name in NAMES:
        found = adjust(p, name)
        assert (found >= p - 1e-15).all()
        assert (found <= 1).all()
        assert (np.diff(found[np.argsort(p, kind="stable")]) >= 0).all()


def test_what_could_not_be_tested_is_not_counted():
    found = adjust(np.array([0.01, np.nan, 0.02]))
    assert found[[0, 2]].tolist() == [0.02, 0.02]
    assert np.isnan(found[1])
    assert len(adjust(np.empty(0))) == 0


def test_an_unknown_correction_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="holm, bh, by, none"):
        adjust(np.array([0.1]), "bonferroni")
