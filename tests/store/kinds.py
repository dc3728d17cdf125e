"""The studies that the state machine plays: each kind has its own stages, quorum, candidates and way of assigning."""

from typing import Any

from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import HIDING, Line, Played, lines, loaded, new_study

GROUPS = ("north", "south")
AT_ONCE = {**HIDING, "stages": [{k: v for k, v in stage.items() if k != "opens"} for stage in HIDING["stages"]]}
"""Two stages, of which the second opens with the unit instead of the batch."""

KINDS = ("one-by-one", "all-together", "batches", "at-once", "lists")


def make_studies(bench: Workbench) -> None:
    """One open study of each kind; where there are two stages, somebody does the second only."""
    one, few = lines(6, "ab", GROUPS), lines(4, "abc", GROUPS)
    _make(bench, "one-by-one", one, {}, quorum=2, repeats=0.5)
    _make(bench, "all-together", few + lines(3, "abc", GROUPS, 4), {"unit": {"candidates": "all"}}, quorum=2)
    repeated: list[Line] = [{**few[0], "output": few[0]["source"]}, *few[1:]]
    for study in (
        _make(bench, "batches", repeated, HIDING, quorum={"fluency": 1, "adequacy": 2}, batch=4, repeats=0.34),
        _make(bench, "at-once", repeated, AT_ONCE, quorum={"fluency": 2, "adequacy": 1}),
    ):
        study.rater(stages=["adequacy"])
    lists = new_study(bench, repeated, loaded(**HIDING), key="lists", assign="fixed", quorum=2, batch=4, repeats=0.3)
    for groups in ((), (), (GROUPS[0],)):
        lists.rater(groups=groups)
    lists.open()


def _make(bench: Workbench, key: str, table: list[Line], changes: dict[str, Any], **settings: Any) -> Played:
    return new_study(bench, table, loaded(**changes), key=key, **settings).open()
