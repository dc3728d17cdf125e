"""Krippendorff's alpha against what was published, another implementation, and what must hold for any ratings."""

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jurybox.stats import alpha as alpha_module
from jurybox.stats import metrics
from jurybox.stats.alpha import Fixed, OrdinalDistance, alpha_over, alphas_of, krippendorff_alpha, weighted_alpha
from jurybox.stats.estimate import Level
from jurybox.stats.linearised import with_influence
from jurybox.stats.metrics import DistanceTable, Interval, Nominal, Waves, ratio
from jurybox.stats.patterns import count_patterns
from tests.unit.stats.agreement_cases import GOLDEN, Coded, coded, column, golden, simulated, tables

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")
PUBLISHED = [id for id, case in GOLDEN.items() if case["statistic"] == "krippendorff_alpha" and "trap" not in id]
INTERVALS = [id for id, case in GOLDEN.items() if case["statistic"] == "bootstrap_ci(alpha)"]


def alpha(data: Coded, level="ordinal", **more):
    return krippendorff_alpha(data.unit, data.code, data.levels, level, **more)


@pytest.mark.parametrize("id", PUBLISHED)
def test_alpha_is_what_was_published(id):
    data, case = golden(id)
    expected = case["expected"] if isinstance(case["expected"], dict) else {case["params"]["level"]: case["expected"]}
    assert expected
    for level, value in expected.items():
        assert alpha(data, level).value == pytest.approx(value, abs=case["tolerance"]), level


def test_fixed_ordinal_weights_are_another_thing_than_the_ordinal_distance():
    data, case = golden("kalpha_irrCAC_weights_trap")
    for name, value in case["expected"].items():
        found = weighted_alpha(data.unit, data.code, data.levels, "identity" if name == "nominal" else name)
        assert found.value == pytest.approx(value, abs=case["tolerance"]), name
    assert alpha(data, "ordinal").value == pytest.approx(0.815, abs=0.0005)


@pytest.mark.parametrize("id", INTERVALS)
def test_the_interval_is_that_of_resampled_units(id):
    data, case = golden(id)
    found = alpha(data, case["params"]["level"], resamples=20_000, seed=3)
    assert found.interval == pytest.approx(case["expected"], abs=case["tolerance"])
    assert found.method == "bootstrap_units"


def test_a_unit_with_one_rating_is_left_out_and_counted():
    data, _ = golden("kalpha_2011_C_missing")
    found = alpha(data)
    assert (found.units, found.ratings, dict(found.left_out)) == (11, 40, {"single_rating": 1})


@pytest.mark.parametrize(
    ("question", "expected"),
    [("coherence", 0.5575), ("consistency", 0.8922), ("fluency", 0.6995), ("relevance", 0.4593), (None, 0.7127)],
)
def test_the_experts_of_summeval_agree_as_much_as_others_found(question, expected):
    rows = column("summeval-experts.csv", question)
    unit = coded(np.char.add(np.char.add(rows["item"], rows["system"]), rows["question"]))
    levels, code = np.unique(rows["value"].astype(float), return_inverse=True)
    assert krippendorff_alpha(unit, code, levels, "interval").value == pytest.approx(expected, abs=0.00005)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("newsroom.csv", [0.2849, 0.1151, -0.0158, 0.0650]),
        ("recipes.csv", [0.4151, 0.4324, 0.3991, 0.3986, 0.3627, 0.4351]),
    ],
)
def test_the_raters_of_newsroom_and_recipes_agree_as_much_as_others_found(name, expected):
    found = []
    questions = column(name)["question"]
    for question in dict.fromkeys(questions.tolist()):
        rows = column(name, question)
        levels, code = np.unique(rows["value"].astype(float), return_inverse=True)
        found.append(krippendorff_alpha(coded(rows["item"]), code, levels).value)
    assert found == pytest.approx(expected, abs=0.00005)


@given(tables(), st.sampled_from(LEVELS))
def test_alpha_is_that_of_the_krippendorff_package(data, level):
    found = alpha(data, level)
    assume(found.is_defined)
    assert found.value == pytest.approx(krippendorff.alpha(data.table, level_of_measurement=level), abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_hundred_levels_and_many_raters_give_what_the_krippendorff_package_gives(level):
    chance = np.random.default_rng(5)
    table = np.clip(chance.normal(50, 25, 30) + chance.normal(0, 15, (40, 30)), 0, 100).round()
    table[chance.random(table.shape) < 0.4] = np.nan
    data = Coded([[None if np.isnan(x) else x for x in row] for row in table])
    expected = krippendorff.alpha(data.table, level_of_measurement=level)
    assert alpha(data, level).value == pytest.approx(expected, abs=1e-10)


@given(tables(), st.randoms(use_true_random=False), st.sampled_from(LEVELS))
def test_the_order_of_ratings_and_raters_does_not_matter(data, random, level):
    order = list(range(len(data.unit)))
    random.shuffle(order)
    shuffled = krippendorff_alpha(data.unit[order], data.code[order], data.levels, level, resamples=100)
    assert shuffled == alpha(data, level, resamples=100)


@given(tables(), st.permutations(range(5)))
def test_names_of_categories_do_not_matter(data, names):
    renamed = np.array(names)[data.value.astype(int)]
    found = krippendorff_alpha(data.unit, renamed, np.arange(5.0), "nominal")
    assert found.value == pytest.approx(alpha(data, "nominal").value)


@given(tables(), st.floats(0.01, 1000), st.floats(-1e6, 1e6))
def test_unit_and_zero_of_an_interval_scale_do_not_matter(data, scale, shift):
    found = krippendorff_alpha(data.unit, data.code, data.levels * scale + shift, "interval")
    assert found.value == pytest.approx(alpha(data, "interval").value, abs=1e-6)


@given(tables(), st.lists(st.floats(0.1, 10), min_size=5, max_size=5))
def test_how_far_levels_are_apart_does_not_matter_for_order(data, steps):
    found = krippendorff_alpha(data.unit, data.code, np.cumsum(steps)[: len(data.levels)], "ordinal")
    assert found == alpha(data, "ordinal")


@pytest.mark.parametrize("level", LEVELS)
@given(st.lists(st.integers(0, 4), min_size=5, max_size=20).filter(lambda row: len(set(row)) > 1))
def test_full_agreement_about_things_that_differ_is_1(level, row):
    found = alpha(Coded([row, row, row]), level, resamples=50)
    assert found.value == pytest.approx(1)
    assert found.interval == pytest.approx((1, 1))


@pytest.mark.parametrize(
    ("rows", "level", "reason"),
    [
        ([[]], "ordinal", "no_ratings"),
        ([[1, 2, 3]], "ordinal", "no_overlap"),
        ([[1, None], [None, 2]], "ordinal", "no_overlap"),
        ([[3, 3], [3, 3]], "nominal", "no_variance"),
        ([[3, 3], [3, 3]], "ordinal", "no_variance"),
        ([[3, 3, 1], [3, 3, None]], "interval", "no_variance"),
        ([[-1, 2], [1, 2]], "ratio", "negative_values"),
    ],
)
def test_what_is_not_defined_has_no_value_and_a_reason(rows, level, reason):
    found = alpha(Coded(rows), level, resamples=10)
    assert (found.value, found.interval, found.reason) == (None, None, reason)


def test_few_units_have_a_value_but_no_interval():
    found = alpha(Coded([[1, 2, 3], [1, 2, 2]]), resamples=100)
    assert found.value is not None
    assert (found.interval, found.reason) == (None, "too_few_units")


def test_resamples_in_which_nothing_varies_are_counted():
    found = alpha(Coded([[1, 1, 1, 1, 2], [1, 1, 1, 1, 2]]), resamples=1_000)
    assert 200 < found.left_out["resamples_without_variance"] < 500
    assert found.interval == pytest.approx((1, 1))


def models(data: Coded):
    paired = count_patterns(data.unit, data.code, len(data.levels)).pairable()
    yield OrdinalDistance(paired)
    for metric in (Nominal(), Interval(data.levels - 2), ratio(data.levels), Waves(data.levels)):
        yield Fixed(paired, metric)


@given(tables())
def test_the_slope_by_each_unit_is_the_one_that_small_steps_show(data):
    assume(alpha(data).is_defined)
    for model in models(data):
        whole = model.paired.frequency[:, None].astype(float)
        step = 1e-5 * np.eye(len(whole))
        shown = (model.values(whole + step) - model.values(whole - step)) / 2e-5
        assert model.influence() == pytest.approx(shown, abs=1e-4)


def test_the_ratio_distance_by_waves_is_the_ratio_distance():
    chance = np.random.default_rng(2)
    levels = np.unique(np.concatenate([[0.0], np.exp(chance.normal(0, 4, 300))]))
    unit, code = np.repeat(np.arange(60), 4), chance.integers(0, len(levels), 240)
    patterns, n = count_patterns(unit, code, len(levels)), np.bincount(code, minlength=len(levels)).astype(float)
    table = ratio(levels)
    assert isinstance(table, DistanceTable)
    waves = Waves(levels)
    assert waves.within(patterns) == pytest.approx(table.within(patterns), abs=1e-9)
    assert waves.between(n[:, None]) == pytest.approx(table.between(n[:, None]), rel=1e-10)
    assert waves.pull(n) == pytest.approx(table.pull(n), abs=1e-8)


@pytest.mark.parametrize("level", LEVELS)
def test_continuous_values_are_taken_as_they_are(level, monkeypatch):
    monkeypatch.setattr(metrics, "FEW_LEVELS", 100)
    chance = np.random.default_rng(4)
    table = np.exp(chance.normal(0, 1, 50) + chance.normal(0, 0.7, (3, 50)))
    data = Coded(table)
    assert len(data.levels) == 150
    found = alpha(data, level, resamples=200)
    assert found.value == pytest.approx(krippendorff.alpha(table, level_of_measurement=level), abs=1e-9)
    assert found.interval is not None


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_the_linearised_interval_is_close_to_the_resampled_one(level, monkeypatch):
    unit, code = simulated(400, 3, 7, seed=8)
    resampled = krippendorff_alpha(unit, code, np.arange(7.0), level, resamples=4_000)
    monkeypatch.setattr(alpha_module, "MOST_WORK", 0)
    linearised = krippendorff_alpha(unit, code, np.arange(7.0), level, resamples=4_000)
    assert (resampled.method, linearised.method) == ("bootstrap_units", "linearised")
    assert linearised.value == resampled.value
    assert linearised.standard_error == pytest.approx(resampled.standard_error, rel=0.08)
    assert linearised.interval == pytest.approx(resampled.interval, abs=0.015)


def test_four_alphas_at_once_are_the_four_alphas():
    data, _ = golden("kalpha_hayes_krippendorff_2007")
    together = alphas_of(count_patterns(data.unit, data.code, 4), data.levels, LEVELS, resamples=200, seed=9)
    assert together == {level: alpha(data, level, resamples=200, seed=9) for level in LEVELS}


def test_agreement_over_time_is_that_of_the_ratings_so_far():
    unit, code = simulated(100, 3, 5, seed=2)
    cuts = [0, 2, 50, 300]
    curve = alpha_over(unit, code, np.arange(5.0), "ordinal", cuts)
    assert curve == [krippendorff_alpha(unit[:cut], code[:cut], np.arange(5.0)) for cut in cuts]
    assert curve[0].reason == "no_ratings"


def covered(n: int, k: int, levels: int, level, rounds: int, resamples: int) -> float:
    """How often the interval holds the alpha of the population the units were drawn from."""
    truth = krippendorff_alpha(*simulated(300_000, k, levels, seed=10**6), np.arange(1.0, levels + 1), level).value
    hits = 0
    for seed in range(rounds):
        unit, code = simulated(n, k, levels, seed)
        found = krippendorff_alpha(unit, code, np.arange(1.0, levels + 1), level, resamples=resamples, seed=seed)
        low, high = found.interval or (2.0, 2.0)
        hits += low <= (truth or 0) <= high
    return hits / rounds


@pytest.mark.parametrize(("levels", "level", "resamples"), [(5, "ordinal", 500), (5, "nominal", 500)])
def test_intervals_cover_the_truth_as_often_as_they_say(levels, level, resamples):
    assert 0.93 <= covered(200, 3, levels, level, 600, resamples) <= 0.97


def test_linearised_intervals_cover_the_truth_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(alpha_module, "MOST_WORK", 0)
    assert 0.93 <= covered(300, 3, 101, "ordinal", 800, 1) <= 0.97


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", [200, 1_000])
def test_intervals_cover_the_truth_in_the_long_run(n, level):
    assert 0.93 <= covered(n, 3, 5, level, 4_000, 1_000) <= 0.97


def test_a_slope_of_one_unit_alone_gives_no_interval():
    found = with_influence(alpha(Coded([[1, 2], [1, 2]])), np.zeros(1), np.array([1]))
    assert (found.interval, found.reason) == (None, "too_few_units")
