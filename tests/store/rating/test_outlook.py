"""What is left for a rater: what can still become theirs, and sure only where nobody else can take it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from jurybox.store.statement import Run, Statement
from jurybox.studies.rating import session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import HIDING, PlayedRater, lines, loaded, new_study, open_study
from tests.store.test_hot_path import Listener, listen

__all__ = ["listen"]


def left(rater: PlayedRater, ahead: int = 4) -> tuple[int, bool]:
    progress = rater.ask(ahead)["progress"]
    return progress["left"], progress["sure"]


def test_room_for_everybody_is_sure(bench: Workbench) -> None:
    study = open_study(bench, lines(15), quorum=2)
    ann, bo = study.rater(), study.rater()
    bo.rate(7)
    assert left(ann) == (30, True)
    ann.rate(3)
    assert left(ann) == (27, True)


def test_what_others_have_done_is_not_left(bench: Workbench) -> None:
    """Eight units for two raters: one does six, so the other has two and no more."""
    study = open_study(bench, lines(4), quorum=1)
    ann, bo = study.rater(), study.rater()
    bo.rate(6)
    first = left(ann)
    assert first[0] == 2
    ann.rate(1)
    assert left(ann) == (1, True)
    ann.rate(1)
    assert ann.ask()["state"] == "done"
    assert left(ann) == (0, True)


def test_where_others_may_take_it_it_is_at_the_most_so_much(bench: Workbench) -> None:
    study = open_study(bench, lines(50), quorum=1)
    ann, bo = study.rater(), study.rater()
    assert left(ann) == (100, False)
    bo.rate(40)
    ann.rate(1)
    assert left(ann) == (59, False)


def test_the_bound_never_rises_and_never_lies(bench: Workbench) -> None:
    study = open_study(bench, lines(20), quorum=1)
    ann, bo = study.rater(), study.rater()
    told, done = [], []
    while (answer := ann.ask(4))["units"]:
        told.append(answer["progress"]["left"])
        done.append(answer["progress"]["done"])
        ann.submit(answer["units"][0])
        bo.rate(1)
    assert all(after <= before for before, after in pairwise(told)), told
    finished = len(done)
    assert all(bound >= finished - so_far for bound, so_far in zip(told, done, strict=True))


def test_groups_count_only_their_own(bench: Workbench) -> None:
    study = open_study(bench, lines(40, "a", groups=["x", "y"]), quorum=1)
    ann, bo = study.rater(groups=["x"]), study.rater()
    assert left(ann) == (20, False)
    bo.rate(30)
    assert left(ann)[0] <= 10


def test_a_fixed_list_is_sure(bench: Workbench) -> None:
    study = new_study(bench, lines(6, "a"), quorum=1, assign="fixed")
    ann, _ = study.rater(), study.rater()
    study.open()
    assert left(ann) == (3, True)
    ann.cannot(ann.one())
    assert left(ann) == (2, True)


def test_stages_count_one_by_one(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "a"), loaded(**HIDING), quorum=1, batch=4)
    ann = study.rater()
    told = []
    while (answer := ann.ask())["units"]:
        told.append((answer["progress"]["done"], answer["progress"]["left"]))
        ann.submit(answer["units"][0])
    assert told == [(n, 8 - n) for n in range(8)]


def test_what_lapsed_is_still_left_and_the_code_is_not_told(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=1, completion_code="C0DE")
    ann = study.rater()
    ann.one()
    clock_of(bench).past_the_lease()
    about = ann.call(session.about_study, reading=True)
    assert (about["progress"]["left"], about["completion_code"]) == (1, None)


@pytest.mark.parametrize("repeats", [0, 0.5])
def test_the_count_costs_next_no_further_statement(
    bench: Workbench, listen: Callable[[Listener], None], repeats: float
) -> None:
    rater = open_study(bench, lines(60), "translation", quorum=1, repeats=repeats).rater()
    rater.rate(2)
    heard: list[str] = []

    def hear(run: Run, statement: Statement, params: dict[str, Any]) -> None:
        heard.append(statement.compiled(run._dialect).sql)

    listen(hear)
    rater.ask()
    assert not [sql for sql in heard if "count(" in sql.lower() and "repeat_of" not in sql]
