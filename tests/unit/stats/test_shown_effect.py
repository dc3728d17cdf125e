"""What showing something did: the interval holds the truth as often as it says, whatever raters and items are like."""

import numpy as np

from jurybox.stats import shown_effect


def simulated(random: np.random.Generator, truth: float, raters: int = 6, items: int = 40) -> tuple[float, bool]:
    """Severe and mild raters, hard and easy items of two outputs each, a fifth held out."""
    item, rater = (array.ravel() for array in np.meshgrid(np.arange(items).repeat(2), np.arange(raters)))
    shown = random.random(len(item)) > 0.2
    value = random.normal(0, 1, raters)[rater] + random.normal(0, 1, items)[item] + random.normal(0, 1, len(item))
    found = shown_effect(rater, shown, value + truth * shown, item)
    assert found.value is not None
    assert found.interval is not None
    return found.value, found.interval[0] <= truth <= found.interval[1]


def test_the_interval_of_the_effect_holds_the_truth_as_often_as_it_says() -> None:
    random = np.random.default_rng(7)
    found = [simulated(random, 0.5) for _ in range(600)]
    assert abs(np.mean([value for value, _ in found]) - 0.5) < 0.02
    assert 0.93 < np.mean([is_inside for _, is_inside in found]) < 0.975


def test_raters_who_got_more_suggestions_do_not_make_an_effect() -> None:
    rater = np.repeat([0, 1], 40)
    shown = np.concatenate([np.arange(40) < 36, np.arange(40) < 4])
    value = np.where(rater == 0, 5.0, 1.0)
    found = shown_effect(rater, shown, value, np.tile(np.arange(40), 2))
    assert found.value is not None
    assert abs(found.value) < 1e-12


def test_what_was_never_held_out_is_not_measured() -> None:
    found = shown_effect(np.zeros(9, int), np.ones(9, bool), np.arange(9.0), np.arange(9))
    assert (found.value, found.reason) == (None, "no_variance")


def test_a_few_blocks_are_too_few_for_an_interval() -> None:
    found = shown_effect(np.zeros(8, int), np.arange(8) % 2 == 0, np.arange(8.0), np.arange(8) // 3)
    assert found.interval is None
    assert found.reason == "too_few_blocks"
