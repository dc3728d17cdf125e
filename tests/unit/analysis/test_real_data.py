"""Real ratings: the numbers that were published for them, or found with other people's programs."""

from functools import cache
from pathlib import Path

import pytest

from jurybox.analysis.findings import Findings
from jurybox.analysis.options import Options
from jurybox.analysis.pipeline import analyse
from jurybox.exchange.ratings.table import read_ratings

DATA = Path(__file__).parents[2] / "data"

# Google's weights: Major 5, Minor 1, Minor Fluency/Punctuation .1 (Freitag et al. 2021)
MQM = {
    "ref": 0.912, "Facebook-AI": 1.056, "Online-W": 1.122, "VolcTrans-AT": 1.241, "metricsystem3": 1.436,
    "VolcTrans-GLAT": 1.494, "HuaweiTSC": 1.498, "metricsystem1": 1.629, "metricsystem2": 1.694,
    "metricsystem5": 1.716, "UEdin": 1.772, "metricsystem4": 1.776, "eTranslation": 1.969, "Nemo": 2.141,
}  # fmt: skip


@cache
def findings(file: str, options: Options) -> Findings:
    return analyse(read_ratings([DATA / file]), options)


def alphas(file: str, options: Options) -> dict[str | None, float]:
    found = findings(file, options).agreement
    of_alpha = [one for one in found if one.coefficient == "krippendorff_alpha"]
    assert len({one.question for one in of_alpha}) == len(of_alpha), "alpha comes once per question"
    return {one.question: round(one.value, 4) for one in of_alpha if one.value is not None}


def test_summeval_pooled_over_its_four_questions():
    assert alphas("summeval-experts.csv", Options(level="interval", pool=True)) == {None: 0.7127}


def test_summeval_question_by_question():
    assert alphas("summeval-experts.csv", Options(level="interval")) == {
        "coherence": 0.5575,
        "consistency": 0.8922,
        "fluency": 0.6995,
        "relevance": 0.4593,
    }


def test_newsroom():
    assert list(alphas("newsroom.csv", Options(level="ordinal")).values()) == [0.2849, 0.1151, -0.0158, 0.0650]


def test_recipes():
    expected = [0.4151, 0.4324, 0.3991, 0.3986, 0.3627, 0.4351]
    assert list(alphas("recipes.csv", Options(level="ordinal")).values()) == expected


def test_the_fourteen_mqm_scores_with_the_best_first():
    ranking = [one for one in findings("mqm-ted-en-de.csv", Options()).ranking if one.by is None]
    assert [one.system for one in ranking] == list(MQM)
    assert {one.system: one.mean for one in ranking} == pytest.approx(MQM, abs=0.001)
    assert [one.rank for one in ranking] == list(range(1, 15))
    assert {one.items for one in ranking} == {529}


def test_one_rater_per_segment_leaves_no_agreement_and_says_so():
    alpha = findings("mqm-ted-en-de.csv", Options()).agreement[0]
    assert (alpha.coefficient, alpha.value, alpha.note) == ("krippendorff_alpha", None, "no_overlap")
    assert alpha.excluded["single_rating"] == 7406


def test_the_mqm_scores_count_up_from_the_better_system():
    best = findings("mqm-ted-en-de.csv", Options()).comparisons[0]
    assert (best.first, best.second) == ("ref", "Facebook-AI")
    assert best.difference == pytest.approx(0.912 - 1.056, abs=0.001)
    last = next(one for one in findings("mqm-ted-en-de.csv", Options()).comparisons if one.second == "Nemo")
    assert last.wins > last.losses, "fewer errors win"


@pytest.mark.parametrize("file", ["summeval-experts.csv", "mqm-ted-en-de.csv"])
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(20), marks=pytest.mark.soak)], ids=["two", "twenty"])
def test_no_seed_moves_a_rank_a_range_or_a_cluster(file: str, seeds: range):
    found = {
        tuple((one.system, one.rank, one.rank_low, one.rank_high, one.cluster) for one in made.ranking)
        for made in (findings(file, Options(seed=seed)) for seed in seeds)
    }
    assert len(found) == 1


def test_kappa_of_a_sparse_crowd_stands_near_its_alpha():
    """Every pair weighing the same gave .02."""
    found = {
        one.coefficient: one.value for one in findings("recipes.csv", Options()).agreement if one.question == "overall"
    }
    assert found["weighted_kappa"] == pytest.approx(0.42, abs=0.01)
    assert found["krippendorff_alpha"] == pytest.approx(0.435, abs=0.001)
