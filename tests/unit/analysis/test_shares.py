"""Choices: shares per option and system, counted, tested over all options together."""

import numpy as np
import pytest

from jurybox.analysis import Options, analyse
from tests.unit.analysis.tables import Row, asked, table_of

YES_NO = asked(kind="category", names=("yes", "no"), level="nominal")
THREE = asked(kind="category", names=("a", "b", "c"), level="nominal")


def drawn(systems: str = "AB", items: int = 20) -> list[Row]:
    rng = np.random.default_rng(1)
    return [
        (f"i{n}", s, f"r{r}", float(rng.random() > (0.8 if s == "A" else 0.3)))
        for n in range(items)
        for s in systems
        for r in range(3)
    ]


def test_an_item_with_many_ratings_weighs_no_more_but_all_are_counted():
    rows: list[Row] = [("i0", "A", f"r{r}", 0.0) for r in range(9)]
    rows += [(f"i{n}", "A", "r0", 1.0) for n in range(1, 4)] + [(f"i{n}", "B", "r0", 1.0) for n in range(4)]
    found = {(one.option, one.system): one for one in analyse(table_of(rows, YES_NO)).shares}
    assert found["yes", "A"].share == 0.25
    assert (found["yes", "A"].count, found["no", "A"].count, found["no", "A"].ratings) == (9, 3, 12)
    assert found["no", None].count == 7


def test_of_two_options_one_is_tested_and_says_it_all():
    found = analyse(table_of(drawn(), YES_NO))
    assert [one.option for one in found.comparisons] == ["yes"]
    assert found.comparisons[0].p_adjusted < 0.05  # type: ignore[operator]
    assert {one.cluster for one in found.shares if one.option == "yes" and one.system} == {1, 2}
    assert found.ranking == ()


def test_all_options_are_one_family_and_z_scores_are_not_for_them():
    plain, by_z = (analyse(table_of(drawn(), THREE), Options(by_z=z)) for z in (False, True))
    assert [one.option for one in plain.comparisons] == ["a", "b", "c"]
    assert plain.comparisons == by_z.comparisons
    p = [one.p for one in plain.comparisons]
    assert plain.comparisons[0].p_adjusted == pytest.approx(min(1.0, 3 * min(p)))  # type: ignore[type-var, operator]


def test_a_choice_with_raters_apart_says_who_rated_what():
    rows: list[Row] = [(f"i{n}", s, f"{s}{r}", float((n + r) % 2)) for n in range(10) for s in "AB" for r in range(2)]
    found = analyse(table_of(rows, YES_NO))
    assert found.comparisons[0].note == "raters_apart"
    assert found.apart[0].raters == (("A0", "A1"), ("B0", "B1"))
    assert {"raters_apart", "raters_not_crossed"} <= set(found.notes)
