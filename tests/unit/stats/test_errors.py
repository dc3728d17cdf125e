"""Scores from marked errors: the published weights, and the WMT TED systems."""

import numpy as np
import pytest

from jurybox.stats.errors import MQM_GOOGLE, MQM_WMT24, error_scores, weight_table
from jurybox.stats.means import system_means
from tests.unit.stats.ranking_cases import GOLDEN, columns

TED = {
    "ref": 0.912, "Facebook-AI": 1.056, "Online-W": 1.122, "VolcTrans-AT": 1.241, "metricsystem3": 1.436,
    "VolcTrans-GLAT": 1.494, "HuaweiTSC": 1.498, "metricsystem1": 1.629, "metricsystem2": 1.694,
    "metricsystem5": 1.716, "UEdin": 1.772, "metricsystem4": 1.776, "eTranslation": 1.969, "Nemo": 2.141,
}  # fmt: skip


def coded(names):
    return np.unique(np.asarray(names), return_inverse=True)


def scores(item, system, rater, category, severity, weights=MQM_GOOGLE, **more):
    (items, i), (systems, s), (raters, r), (categories, c), (severities, v) = map(
        coded, (item, system, rater, category, severity)
    )
    table = weight_table(categories.tolist(), severities.tolist(), weights)
    assert table.unknown == ()
    found = error_scores(i, s, r, table.weight[c, v], len(items), len(systems), len(raters), **more)
    return items, systems, found


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


def test_the_most_specific_pattern_wins():
    weights = {"Major": 5.0, "*/Style": 2.0, "Major/Style": 3.0, "Major/Style/Awkward": 4.0}
    table = weight_table(["Style/Awkward", "Style/Other", "Accuracy", "Styled"], ["Major", "Minor"], weights)
    assert table.weight.tolist() == [[4.0, 2.0], [3.0, 2.0], [5.0, 0.0], [5.0, 0.0]]
    assert table.unknown == (("Accuracy", "Minor"), ("Styled", "Minor"))


def test_a_non_translation_counts_at_any_severity_in_wmt24():
    assert weight_table(["Non-translation!"], ["Minor", "Major"], MQM_WMT24).weight.tolist() == [[25.0, 25.0]]
    assert weight_table(["Non-translation!"], ["Minor", "Major"], MQM_GOOGLE).weight.tolist() == [[1.0, 25.0]]


def test_a_second_rater_is_averaged_not_added():
    i, s = np.zeros(2, int), np.zeros(2, int)
    found = error_scores(i, s, np.array([0, 1]), np.array([5.0, 1.0]), 1, 1, 2)
    assert (found.mean.tolist(), found.ratings.tolist()) == ([3.0], [2])


def test_outputs_that_nobody_marked_score_nothing():
    item, system = np.array([0, 0]), np.array([0, 0])
    every = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    found = error_scores(item, system, np.array([0, 0]), np.array([5.0, 1.0]), 2, 2, 1, outputs=every)
    assert found.mean.tolist() == [6.0, 0.0, 0.0, 0.0]
    assert found.ratings.tolist() == [1, 0, 0, 0]
    assert [estimate.value for estimate in system_means(found)] == [3.0, 0.0]


def test_no_errors_at_all_are_no_error():
    empty = np.empty(0, int)
    assert len(error_scores(empty, empty, empty, np.empty(0), 0, 1, 0).mean) == 0
