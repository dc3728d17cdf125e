"""Tables with too little in them: every ranking statistic answers in numbers or says nothing, and never fails."""

import numpy as np
import pytest

from jurybox.stats.clusters import rank_systems
from jurybox.stats.field_rules import rank_by_field_rule
from jurybox.stats.means import item_means, system_means
from jurybox.stats.ordinal import ordinal_model
from jurybox.stats.paired import item_means_of, paired_differences
from jurybox.stats.permutation import permutation_test
from jurybox.stats.ranksum import rank_sum, signed_rank
from jurybox.stats.rated import Rated
from jurybox.stats.raters import rater_measures

TABLES = {
    "nothing": np.empty((0, 3)),
    "nobody rated": np.full((4, 3), np.nan),
    "one system": np.array([[1.0], [2.0], [3.0]]),
    "one item": np.array([[1.0, 2.0, 3.0]]),
    "all equal": np.full((5, 3), 4.0),
    "one rating": np.array([[1.0, np.nan], [np.nan, np.nan]]),
    "nothing shared": np.array([[1.0, np.nan], [np.nan, 2.0]]),
    "one system never rated": np.array([[1.0, np.nan, 2.0], [2.0, np.nan, 4.0], [3.0, np.nan, 3.0]]),
    "huge values": np.array([[1e12, 2e12], [3e12, 1e12], [2e12, 5e12]]),
    "tiny values": np.array([[1e-12, 2e-12], [3e-12, 1e-12], [2e-12, 5e-12]]),
}


@pytest.fixture(params=TABLES, ids=lambda name: name.replace(" ", "_"))
def means(request):
    return item_means_of(TABLES[request.param])


def test_means_are_numbers_or_have_a_reason(means):
    for estimate in system_means(means):
        assert (estimate.value is None) == (estimate.reason == "no_ratings")
        assert estimate.value is None or np.isfinite(estimate.value)
        assert (estimate.interval is None) == (estimate.reason is not None)


@pytest.mark.parametrize("test", [permutation_test, signed_rank, rank_sum])
def test_p_values_are_missing_or_between_0_and_1(means, test):
    p = test(means).p
    assert len(p) == means.n_systems * (means.n_systems - 1) // 2
    assert ((p[~np.isnan(p)] > 0) & (p[~np.isnan(p)] <= 1)).all()


def test_differences_have_a_row_for_every_pair(means):
    found = paired_differences(means)
    assert (found.wins + found.ties + found.losses).tolist() == found.items.tolist()


def test_every_rated_system_has_a_place(means):
    places = rank_systems(means, resamples=50)
    is_rated = np.isin(np.arange(means.n_systems), means.system)
    assert [place.cluster is not None for place in places] == is_rated.tolist()


@pytest.mark.parametrize("rule", ["wmt24", "wmt25", "mtme"])
def test_every_rated_system_has_a_place_by_a_rule_of_the_field(means, rule):
    rated = Rated(means.item, means.system, means.item % 2, means.mean, means.n_items, means.n_systems, 2)
    found = rank_by_field_rule(rated, rule)
    is_rated = np.isin(np.arange(means.n_systems), means.system)
    assert [place.cluster is not None for place in found.places] == is_rated.tolist()


def test_the_models_of_raters_answer_too(means):
    rater = np.arange(len(means.item)) % 2
    unit = means.item * means.n_systems + means.system
    fit = ordinal_model(means.system, rater, means.mean, means.n_systems, 2)
    assert all((estimate.value is None) == (estimate.reason is not None) for estimate in (*fit.systems, *fit.raters))
    assert len(rater_measures(unit, rater, means.mean, 2)) == 2


def test_a_scale_of_tiny_numbers_has_the_same_order_as_the_same_scale_in_large():
    tiny, large = (item_means_of(TABLES["tiny values"] * factor) for factor in (1.0, 1e12))
    assert paired_differences(tiny).wins.tolist() == paired_differences(large).wins.tolist()
    assert permutation_test(tiny).p.tolist() == permutation_test(large).p.tolist()
    assert rank_sum(tiny).statistic.tolist() == rank_sum(large).statistic.tolist()
    assert [p.rank for p in rank_systems(tiny)] == [p.rank for p in rank_systems(large)]


def test_one_rating_of_one_system():
    one = np.zeros(1, int)
    assert system_means(item_means(one, one, np.array([3.0]), 1, 1))[0].reason == "too_few_units"
