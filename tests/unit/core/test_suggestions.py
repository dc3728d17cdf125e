"""Suggestions are kept, changed or removed by an act; what was left untouched is refused."""

from typing import Any

import pytest

from jurybox.core import Answer, check_answers, entry_counts, put_together, taken_apart
from jurybox.core.questions import Frame
from jurybox.protocols import load_protocol

ESA = load_protocol("examples/protocols/esa.yaml").protocol.stages[0]
FRAME = Frame(("A",), (), lambda field, target: 20)
MINOR = {"start": 0, "end": 4, "label": "error", "weight": "minor"}
MAJOR = {"start": 6, "end": 9, "label": "error", "weight": "major"}
SUGGESTED = {"spans": {"A": [MINOR, MAJOR]}, "quality": {"A": 60}}


def taken(answers: dict[str, Any], suggested: dict[str, Any] = SUGGESTED) -> tuple[dict[str, Any], list[str]]:
    apart = taken_apart(ESA, answers, suggested)
    stored, found = check_answers(ESA, apart.answers, FRAME)
    whole, faults = put_together(ESA, stored, suggested, apart, found)
    return whole, [f"{fault.code} {fault.where}" for fault in faults]


def spans(value: list[Any], came_from: list[int | None], removed: list[int], by: str = "changed") -> dict[str, Any]:
    return {"A": {"value": value, "by": by, "from_suggested": came_from, "removed": removed}}


def test_what_is_kept_is_stored_with_what_was_there() -> None:
    stored, faults = taken(
        {"spans": spans([MINOR, MAJOR], [0, 1], [], "kept"), "quality": {"A": {"value": 60, "by": "kept"}}}
    )
    assert faults == []
    assert stored["quality"]["A"] == Answer(value=60, by="kept", suggested=60)
    assert stored["spans"]["A"].by == "kept"
    assert entry_counts(stored["spans"]["A"]) == (2, 0, 0, 0)


def test_each_mark_says_whether_it_was_kept_changed_removed_or_added() -> None:
    moved, own = {**MAJOR, "end": 12}, {**MINOR, "start": 14, "end": 16}
    stored, faults = taken(
        {"spans": spans([moved, own], [1, None], [0]), "quality": {"A": {"value": 40, "by": "changed"}}}
    )
    assert faults == []
    answer = stored["spans"]["A"]
    assert (answer.by, answer.suggested, answer.from_suggested, answer.removed) == (
        "changed", [MINOR, MAJOR], [1, None], [0],
    )  # fmt: skip
    assert entry_counts(answer) == (0, 1, 1, 1)


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        (None, "answer.suggestion_untouched answers.quality.A"),
        (60, "answer.suggestion_untouched answers.quality.A"),
        ({"value": 60, "by": "rater"}, "answer.suggestion_untouched answers.quality.A"),
        ({"value": 61, "by": "kept"}, "answer.not_as_suggested answers.quality.A"),
        ({"value": 60, "by": "changed"}, "answer.not_as_suggested answers.quality.A"),
        ({"by": "removed"}, "answer.missing answers.quality.A"),
        ({"value": 999, "by": "changed"}, "answer.off_the_slider answers.quality.A"),
        ({"value": 60, "by": "kept", "at_once": 1}, "answer.suggestion_untouched answers.quality.A"),
    ],
)
def test_a_number_without_an_act_is_refused(cell: object, fault: str) -> None:
    _, faults = taken({"spans": spans([MINOR, MAJOR], [0, 1], [], "kept"), "quality": {"A": cell}})
    assert faults == [fault]


@pytest.mark.parametrize(
    ("came_from", "removed"),
    [([0, None], []), ([0, 0], [1]), ([0, 1], [1]), ([0, 2], [1]), ([0], [1]), ([True, 1], [])],
)
def test_a_suggested_mark_that_is_not_accounted_for_is_refused(came_from: list[Any], removed: list[int]) -> None:
    _, faults = taken(
        {"spans": spans([MINOR, MAJOR], came_from, removed), "quality": {"A": {"value": 60, "by": "kept"}}}
    )
    assert faults == ["answer.marks_untouched answers.spans.A"]


def test_what_was_left_untouched_is_told_together_with_what_is_wrong_with_it() -> None:
    beyond = {**MINOR, "end": 99, "weight": "huge"}
    for cell in ({"value": [beyond], "by": "kep"}, [beyond]):
        _, faults = taken({"spans": {"A": cell}, "quality": {"A": {"value": 60, "by": "kept"}}})
        assert sorted(faults) == [
            "answer.outside_the_text answers.spans.A[0]",
            "answer.suggestion_untouched answers.spans.A",
            "answer.unknown_weight answers.spans.A[0]",
        ]


def test_keep_all_is_written_down_and_cannot_be_more_than_was_there() -> None:
    many = spans([MINOR, MAJOR], [0, 1], [], "kept")
    many["A"]["at_once"] = 2
    quality = {"A": {"value": 60, "by": "kept"}}
    assert taken({"spans": many, "quality": quality})[0]["spans"]["A"].at_once == 2
    many["A"]["at_once"] = 3
    assert taken({"spans": many, "quality": quality})[1] == ["answer.marks_untouched answers.spans.A"]


def test_what_was_said_beside_suggestions_is_added() -> None:
    stored, faults = taken({"spans": {"A": []}, "quality": {"A": {"value": 60, "by": "kept"}}}, {"quality": {"A": 60}})
    assert faults == []
    assert stored["spans"]["A"] == Answer(value=[], by="added")


def test_who_cannot_judge_need_not_touch_what_is_suggested() -> None:
    stored, faults = taken({"spans": {"A": {"cannot": "Cut off."}}, "quality": {"A": {"cannot": "Cut off."}}})
    assert faults == []
    assert stored["quality"]["A"] == Answer(cannot="Cut off.", by="rater", suggested=60)


def test_without_suggestions_nothing_can_be_kept() -> None:
    _, faults = check_answers(ESA, {"spans": {"A": []}, "quality": {"A": {"value": 60, "by": "kept"}}}, FRAME)
    assert [fault.code for fault in faults] == ["answer.unknown_by"]
