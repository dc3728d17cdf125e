"""How far an item is counts what was answered: a unit that a rater only has in hand is not rated yet."""

from jurybox import studies
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, open_study


def test_what_raters_only_have_in_hand_is_not_rated(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "a"), quorum=2, assign="fixed")
    ana, _ = study.rater("Ana"), study.rater("Ben")
    before = studies.list_items(bench, "study")["items"]
    assert [(line["answers"], line["needed"]) for line in before] == [(0, 2)] * 4
    first = study.item_of(ana.one())
    ana.rate(1)
    after = {line["key"]: line for line in studies.list_items(bench, "study")["items"]}
    assert after[first]["answers"] == 1
    assert sum(line["answers"] for line in after.values()) == 1
    ana.rate(3)
    assert {line["state"] for line in studies.list_items(bench, "study")["items"]} == {"begun"}
