"""The arithmetic of a plan, by hand."""

from typing import Any

import pytest

from jurybox.core import Protocol, Settings, default_settings
from jurybox.protocols import load_protocol
from jurybox.store import ItemShape
from jurybox.studies.planning import decider_of, deciders
from jurybox.studies.planning.decides import Decider
from jurybox.studies.planning.estimate import Difference, PastPace, PlannedMaterial, estimate, size_of
from jurybox.studies.planning.intent import Intent
from tests.fixtures.studies import HIDING, loaded

PREFERENCE = {"type": "preference", "id": "better", "prompt": {"en": "Which?"}, "about": "unit"}


def settings_of(protocol: Protocol, **changes: Any) -> Settings:
    return default_settings(protocol).model_copy(update=changes)


def material(*shapes: tuple[str, int, int], systems: int = 3, **more: Any) -> PlannedMaterial:
    return PlannedMaterial([ItemShape(*shape) for shape in shapes], systems, **{"raters": 0, "repeatable": [0], **more})


def difference(found: Difference | None) -> float:
    assert found is not None
    assert found["value"] is not None
    return found["value"]


def test_units_times_raters_are_judgements() -> None:
    protocol = loaded().protocol
    found = estimate(protocol, settings_of(protocol, quorum={"rating": 3}), material(("", 3, 30)), Intent(raters=6))
    assert (found["items"], found["units"], found["judgements"]) == (30, 90, 270)
    assert (found["raters"], found["units_per_rater"]) == (6, 45)


def test_minutes_and_cost_follow_from_the_pace() -> None:
    protocol = loaded().protocol
    intent = Intent(raters=6, seconds=40, pay=15)
    found = estimate(protocol, settings_of(protocol, quorum={"rating": 3}), material(("", 3, 30)), intent)
    assert found["minutes_per_rater"] == pytest.approx(270 * 40 / 6 / 60)
    assert found["pace"] == "said"
    assert found["hours"] == pytest.approx(3.0)
    assert found["cost"] == pytest.approx(45.0)


def test_the_past_pace_counts_where_nobody_guesses() -> None:
    protocol = loaded().protocol
    past = material(("", 2, 10), pace=PastPace({0: 12.0}, 50))
    found = estimate(protocol, settings_of(protocol), past, Intent())
    assert (found["pace"], found["past_judgements"], found["seconds"]) == ("past", 50, 12.0)
    assert estimate(protocol, settings_of(protocol), past, Intent(seconds=30))["pace"] == "said"
    assert estimate(protocol, settings_of(protocol), material(("", 2, 10)), Intent())["pace"] == "usual"
    assert found["cost"] is None


def test_the_usual_pace_counts_all_that_is_asked_of_every_segment_and_output() -> None:
    """Fifteen texts with marks and a score each take long, on fifteen pages or on one."""
    apart, together = (load_protocol(name).protocol for name in ("esa", "esa-contrastive"))
    one_by_one = estimate(apart, settings_of(apart, quorum={}), material(("", 3, 5)), Intent(raters=1))
    shapes = [ItemShape("", 3, 1, 5)]
    at_once = PlannedMaterial(shapes=shapes, systems=3, raters=0, repeatable=[0])
    document = estimate(together, settings_of(together, quorum={}), at_once, Intent(raters=1))
    assert document["units"] == 1
    assert document["minutes_per_rater"] > 0.5 * one_by_one["minutes_per_rater"]


def test_each_stage_and_each_group_has_its_quorum() -> None:
    protocol = loaded(**HIDING).protocol
    settings = settings_of(protocol, quorum={"fluency": 2, "adequacy": 3}, group_quorum={"es": {"fluency": 4}})
    found = estimate(protocol, settings, material(("es", 2, 5), ("fr", 2, 5)), Intent())
    assert found["judgements"] == 10 * 4 + 10 * 2 + 20 * 3
    assert found["raters"] == 4, "as many as the quorum needs, where nobody is there"


def test_repeats_come_on_top_where_a_list_is_long_enough() -> None:
    protocol = loaded().protocol
    settings = settings_of(protocol, repeats=0.1)
    found = estimate(protocol, settings, material(("", 2, 50)), Intent(raters=1))
    assert (found["judgements"], found["repeats"]) == (110, 10)
    assert estimate(protocol, settings, material(("", 2, 4)), Intent(raters=1))["repeats"] == 0


def test_candidates_together_are_fewer_units() -> None:
    for shape, units in (({"candidates": "all"}, 10), ({"candidates": 2}, 30), ({"candidates": 2, "subsets": 2}, 20)):
        protocol = loaded(unit=shape).protocol
        assert estimate(protocol, settings_of(protocol), material(("", 3, 10)), Intent())["units"] == units


def test_more_items_and_more_raters_find_smaller_differences() -> None:
    protocol = loaded().protocol
    few = estimate(protocol, settings_of(protocol), material(("", 3, 30)), Intent())["difference"]
    more = estimate(protocol, settings_of(protocol), material(("", 3, 300)), Intent())["difference"]
    many = estimate(protocol, settings_of(protocol, quorum={"rating": 5}), material(("", 3, 30)), Intent())[
        "difference"
    ]
    assert few is not None
    assert (few["decides"], few["pairs"], few["blocks"]) == ("quality", 3, 30)
    assert difference(more) < difference(many) < difference(few)


def test_a_difference_is_said_to_be_fine_or_not_and_what_half_of_it_takes() -> None:
    """Limits are Cohen's where answers spread over a quarter of the scale."""
    protocol = loaded().protocol

    def found(items: int, **settings: Any) -> Difference:
        shapes = material(("", 2, items), systems=2)
        found = estimate(protocol, settings_of(protocol, **settings), shapes, Intent())["difference"]
        assert found is not None
        return found

    assert [found(items)["size"] for items in (5, 10, 100, 400)] == [None, "large", "medium", "fine"]
    now = found(40)
    half = found(now["blocks_for_half"] or 0)
    assert (half["value"] or 1) <= (now["value"] or 0) / 2
    assert (found((now["blocks_for_half"] or 0) - 1)["value"] or 0) > (now["value"] or 0) / 2
    raters = found(40, quorum={"rating": 1000})
    assert (raters["value"] or 0) > (now["value"] or 0) / 2, "more raters alone never get there"
    assert found(5)["blocks_for_half"] is None


def test_the_size_of_differences_of_wins_and_of_what_has_no_bounds() -> None:
    wins, open_ended = Decider("w", {"en": "w"}, 0.5, compares=True), Decider("o", {"en": "o"}, None)
    assert [size_of(value, wins) for value in (0.05, 0.1, 0.2)] == ["fine", "medium", "large"]
    assert [size_of(value, open_ended) for value in (0.2, 0.5, 0.6)] == ["fine", "medium", "large"]


def test_too_few_items_find_nothing_and_one_system_has_no_difference() -> None:
    protocol = loaded().protocol
    found = estimate(protocol, settings_of(protocol), material(("", 3, 4)), Intent())["difference"]
    assert found is not None
    assert (found["value"], found["needed"]) == (None, 7)
    assert estimate(protocol, settings_of(protocol), material(("", 1, 99), systems=1), Intent())["difference"] is None


def test_a_score_that_sums_others_up_decides_unless_another_is_chosen() -> None:
    counts = load_protocol("caption-counts").protocol
    decides = decider_of(counts)
    assert decides is not None
    assert decides.id == "total"
    chosen = decider_of(counts, "objects")
    assert chosen is not None
    assert chosen.id == "objects"


@pytest.mark.parametrize("name", ["audio-description", "caption-culture", "sarcasm-interpretation", "summary"])
def test_every_protocol_of_the_shelf_has_something_that_decides(name: str) -> None:
    assert deciders(load_protocol(name).protocol)
