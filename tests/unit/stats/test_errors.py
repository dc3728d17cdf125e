"""Scores from marked errors: the published weights, and the WMT TED systems."""

import numpy as np
import pytest

from jurybox.stats.errors import GOOGLE_WMT, WEIGHT_PRESETS, WMT24, error_scores, error_weights, is_error
from jurybox.stats.means import item_means, system_means
from tests.unit.stats.ranking_cases import GOLDEN, columns

TED = {
    "ref": 0.912, "Facebook-AI": 1.056, "Online-W": 1.122, "VolcTrans-AT": 1.241, "metricsystem3": 1.436,
    "VolcTrans-GLAT": 1.494, "HuaweiTSC": 1.498, "metricsystem1": 1.629, "metricsystem2": 1.694,
    "metricsystem5": 1.716, "UEdin": 1.772, "metricsystem4": 1.776, "eTranslation": 1.969, "Nemo": 2.141,
}  # fmt: skip


def coded(names):
    return np.unique(np.asarray(names), return_inverse=True)


def scores(item, system, rater, category, severity, weights=GOOGLE_WMT):
    (items, i), (systems, s), (_, r) = map(coded, (item, system, rater))
    weight = error_weights(list(zip(severity, category, strict=True)), weights)
    assert not np.isnan(weight).any()
    found = error_scores(i * len(systems) + s, r, weight)
    unit = found.unit
    return items, systems, item_means(unit // len(systems), unit % len(systems), found.score, len(items), len(systems))


def test_the_published_rows():
    case = GOLDEN["mqm_weights_google"]
    rows = list(zip(*case["input"]["rows"], strict=True))
    items, systems, found = scores(rows[3], rows[0], rows[4], rows[7], rows[8])
    by_name = {
        f"{systems[s]}/d/{items[i]}": -mean for i, s, mean in zip(found.item, found.system, found.mean, strict=True)
    }
    assert by_name == pytest.approx(case["expected"], abs=case["tolerance"])


def test_all_systems_of_the_ted_talks():
    data = columns("mqm-ted-en-de.csv")
    _, systems, found = scores(data["item"], data["system"], data["rater"], data["category"], data["severity"])
    means = dict(zip(systems.tolist(), system_means(found), strict=True))
    assert {name: means[name].value for name in TED} == pytest.approx(TED, abs=0.01)
    assert len(means) == 14
    assert {estimate.units for estimate in means.values()} == {529}


def test_the_rule_that_says_most_of_the_category_wins_then_the_one_with_the_severity():
    rules = {"Major": 5.0, "Style": 2.0, "Major:Style": 3.0, "Major:Style/Awkward": 4.0}
    kinds = [(severity, category) for severity in ("major", "MINOR") for category in ("Style/Awkward", "style", "Fact")]
    assert error_weights(kinds, rules)[:5].tolist() == [4.0, 3.0, 5.0, 2.0, 2.0]
    assert np.isnan(error_weights(kinds, rules)[5]), "no rule fits"


def test_a_non_translation_counts_at_any_severity_and_a_source_issue_not_at_all_in_wmt24():
    none = "Non-translation!"
    kinds = [("Minor", none), ("Major", none), ("Major", "Source issue"), ("critical", "Style"), ("neutral", none)]
    assert error_weights(kinds, WMT24).tolist() == [25.0, 25.0, 0.0, 5.0, 0.0]
    assert error_weights([("major", "Accuracy/Creative Reinterpretation")], WMT24).tolist() == [0.0]


def test_a_non_translation_counts_only_where_it_is_major_with_googles_weights():
    none = "Non-translation!"
    assert error_weights([("Minor", none), ("Major", none), ("Neutral", none)]).tolist() == [1.0, 25.0, 0.0]


def test_weights_have_the_names_of_the_years_that_they_are_of():
    assert sorted(WEIGHT_PRESETS) == ["google", "wmt21", "wmt22", "wmt23", "wmt24"]
    assert WEIGHT_PRESETS["wmt23"] is WEIGHT_PRESETS["google"] is GOOGLE_WMT
    assert WEIGHT_PRESETS["wmt24"] is WMT24


@pytest.mark.parametrize("said", ["No-error", "no error", "NOERROR", ""])
def test_a_row_that_says_no_error_weighs_nothing(said):
    assert is_error([(said, said), (said, "Style")]).tolist() == [False, True]
    assert error_weights([(said, said)], {"Major": 5.0}).tolist() == [0.0]


def test_errors_are_added_by_rater():
    found = error_scores(np.array([3, 3, 3, 1]), np.array([1, 0, 1, 0]), np.array([5.0, 1.0, 0.5, 0.0]))
    assert (found.unit.tolist(), found.rater.tolist(), found.score.tolist()) == ([1, 3, 3], [0, 0, 1], [0.0, 1.0, 5.5])
    assert found.of.tolist() == [2, 1, 2, 0]


def test_no_errors_at_all_are_no_error():
    empty = np.empty(0, int)
    assert len(error_scores(empty, empty, np.empty(0)).score) == 0
    assert len(error_weights([])) == 0
