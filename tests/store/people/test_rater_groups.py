"""Which groups a rater rates: known as soon as items are there, and changed afterwards without losing anything."""

import pytest

from jurybox.core import Conflict, Refused
from jurybox.studies.people import (
    JoinWish,
    add_rater,
    add_raters,
    groups_by_language,
    list_raters,
    rater_choices,
    revoke_rater,
    set_groups,
    set_join_link,
)
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, new_study, open_study


def test_a_draft_knows_the_groups_of_its_items(bench: Workbench) -> None:
    new_study(bench, lines(4, groups=("de", "es")))
    added = add_raters(bench, "study", "Ana; es; es\nDieter; de")
    assert [(info.name, info.groups) for info in added] == [("Ana", ("es",)), ("Dieter", ("de",))]
    assert add_rater(bench, "study", "Eva", ["es"]).groups == ("es",)
    assert set_join_link(bench, "study", JoinWish(groups=("de",))).groups == ("de",)
    for refused in (
        lambda: add_raters(bench, "study", "Fay; xx"),
        lambda: add_rater(bench, "study", "Fay", ["xx"]),
        lambda: set_join_link(bench, "study", JoinWish(groups=("xx",))),
        lambda: set_groups(bench, "study", "Ana", ["xx"]),
    ):
        with pytest.raises(Refused):
            refused()


def test_groups_that_are_changed_count_for_what_comes_next(bench: Workbench) -> None:
    study = open_study(bench, lines(12, groups=("de", "es")))
    ana = study.rater("Ana")
    in_hand = study.item_of(ana.one())
    groups_of = {f"item-{n}": ("de", "es")[n % 2] for n in range(12)}
    other = "de" if groups_of[in_hand] == "es" else "es"
    assert set_groups(bench, "study", "Ana", [other]).groups == (other,)
    rated = [study.item_of(packet) for packet in ana.rate(6)]
    assert rated[0] == in_hand
    assert {groups_of[item] for item in rated[1:]} == {other}


def test_fixed_lists_are_dealt_out_anew_for_other_groups(bench: Workbench) -> None:
    study = open_study(bench, lines(8, groups=("de", "es")), assign="fixed")
    ana, ben = study.rater("Ana"), study.rater("Ben")
    set_groups(bench, "study", "Ana", ["de"])
    set_groups(bench, "study", "Ben", ["es"])
    for rater, first in ((ana, 0), (ben, 1)):
        rated = {study.item_of(packet) for packet in rater.rate(8)}
        assert rated == {f"item-{n}" for n in range(first, 8, 2)}


def test_who_speaks_the_language_of_a_group_is_given_it_in_one_go(bench: Workbench) -> None:
    new_study(bench, lines(4, groups=("de", "es")))
    add_raters(bench, "study", "Ana; ; es\nDieter; ; de\nFay; ; fr\nGil; de; es")
    found = rater_choices(bench, "study")
    assert sorted(found.by_language.values()) == ["de", "es"]
    assert [info.name for info in groups_by_language(bench, "study")] == ["Ana", "Dieter"]
    assert [info.groups for info in list_raters(bench, "study")] == [("es",), ("de",), (), ("de",)]
    assert rater_choices(bench, "study").by_language == {}


def test_a_group_without_raters_is_told_once_there_are_raters(bench: Workbench) -> None:
    new_study(bench, lines(4, groups=("de", "es")))
    assert rater_choices(bench, "study").unrated == []
    add_raters(bench, "study", "Ana; es")
    assert rater_choices(bench, "study").unrated == ["de"]
    revoke_rater(bench, "study", "Ana")
    with pytest.raises(Conflict):
        set_groups(bench, "study", "Ana", ["de"])
