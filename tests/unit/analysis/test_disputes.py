"""What is disputed: the largest distance between two answers over a threshold, by the kind of the question."""

from typing import Any

import pytest

from jurybox.analysis.disputes import THRESHOLDS, disputed_cells, threshold_of
from jurybox.core.answer import Answer
from jurybox.core.questions.base import Kind, QuestionBase
from tests.fixtures.small import CASES, COMPARING, protocol


def question(spec: dict[str, Any]) -> QuestionBase:
    return protocol(spec, unit={"candidates": 3} if spec["id"] in COMPARING else {}).question(spec["id"])


def is_disputed(spec: dict[str, Any], *values: Any, asked: float | None = None) -> bool:
    asks = question(spec)
    said = [{asks.id: {"1": Answer(value=value, by="rater")}} for value in values]
    return bool(disputed_cells([asks], said, {} if asked is None else {asks.id: asked}))


def mark(start: int, end: int, label: str = "object") -> dict[str, Any]:
    return {"start": start, "end": end, "label": label}


@pytest.mark.parametrize(
    ("name", "agree", "differ"),
    [
        ("quality", (2, 3, 3), (2, 3, 4)),
        ("percent", (2, 4), (2, 4.5)),
        ("steps", (1, 1.5), (0, 9)),
        ("errors", ([{"id": "wrong"}, {"id": "typo"}], [{"id": "wrong"}]), ([{"id": "wrong"}], [{"id": "typo"}])),
        ("kinds", ([], []), (["a"], ["b"])),
        ("better", ({"better": "1"}, {"better": "1"}), ({"better": "1"}, {"better": "tie"})),
        ("order", ([["1"], ["2", "3"]], [["1"], ["3", "2"]]), ([["1"], ["2"], ["3"]], [["2"], ["1"], ["3"]])),
        ("spans", ([mark(0, 4)], [mark(0, 4)]), ([mark(0, 4)], [mark(5, 9)])),
        ("tick", (["yes"], ["yes"]), (["yes"], [])),
    ],
)
def test_usual_thresholds(name: str, agree: tuple[Any, ...], differ: tuple[Any, ...]) -> None:
    assert not is_disputed(CASES[name], *agree)
    assert is_disputed(CASES[name], *differ)


def test_a_threshold_can_be_another_one() -> None:
    assert is_disputed(CASES["quality"], 2, 3, asked=1)
    assert not is_disputed(CASES["quality"], 1, 4, asked=4)
    assert not is_disputed(CASES["percent"], 0, 9, asked=1)


def test_texts_and_who_gave_no_answer_are_not_compared() -> None:
    asks = question(CASES["quality"])
    assert threshold_of(question(CASES["note"])) is None
    said = [
        {"quality": {"1": Answer(value=1, by="rater")}},
        {"quality": {"1": Answer(cannot="Empty.", by="rater")}},
        {},
    ]
    assert disputed_cells([asks], said, {}) == []


def test_the_order_of_raters_does_not_matter_and_the_widest_is_one() -> None:
    asks = question(CASES["quality"])
    said = [{"quality": {"1": Answer(value=value, by="rater")}} for value in (1, 3, 5)]
    assert disputed_cells([asks], said, {}) == disputed_cells([asks], said[::-1], {}) == [("quality", "1", 1.0)]


def test_there_is_a_rule_for_every_kind() -> None:
    assert set(THRESHOLDS) == set(Kind.__args__)  # type: ignore[attr-defined]
