"""Marks: labels in categories, several texts, places where something is missing, reasons; every fault at once."""

from typing import Any

import pytest

from jurybox.core.questions import Frame, Marks

ERRORS = Marks.model_validate(
    {
        "id": "errors",
        "prompt": {"en": "Mark."},
        "also": ["source"],
        "allow_missing": True,
        "reasons": "required",
        "none": {"en": "No errors"},
        "weights": [
            {"id": "minor", "label": {"en": "Minor"}, "value": 1},
            {"id": "major", "label": {"en": "Major"}, "value": 5},
        ],
        "labels": [
            {
                "id": "accuracy",
                "label": {"en": "Accuracy"},
                "labels": [
                    {"id": "addition", "label": {"en": "Addition"}},
                    {"id": "omission", "label": {"en": "Omission"}, "weights": ["major"]},
                ],
            },
            {
                "id": "style",
                "label": {"en": "Style"},
                "weights": ["minor"],
                "labels": [{"id": "odd", "label": {"en": "Odd"}}],
            },
            {"id": "other", "label": {"en": "Other"}},
        ],
    }
)
LENGTHS = {"output": 10, "source": 20}
FRAME = Frame(text_length=lambda field, target: LENGTHS.get(field))


def error(**parts: Any) -> dict[str, Any]:
    return {"start": 0, "end": 5, "label": "addition", "weight": "minor", "reason": "not said", **parts}


def faults(*marks: Any, question: Marks = ERRORS) -> list[tuple[str, str]]:
    found = question.faults(list(marks), "A", FRAME)
    return [(fault.where, fault.code.removeprefix("answer.")) for fault in found]


def test_a_mark_may_lie_in_another_text_that_the_question_names():
    assert faults(error(), error(field="output"), error(field="source", end=20)) == []
    assert faults(error(end=20), error(field="source", end=21)) == [
        ("[0]", "outside_the_text"),
        ("[1]", "outside_the_text"),
    ]
    assert faults(error(field="note")) == [("[0]", "not_to_be_marked")]


def test_something_may_be_missing_at_a_place_or_anywhere():
    assert faults(*(error(start=place, end=place) for place in (0, 5, 10, None))) == []
    assert faults(error(start=11, end=11)) == [("[0]", "outside_the_text")]
    strict = ERRORS.model_copy(update={"allow_missing": False})
    assert faults(error(start=5, end=5), error(start=None, end=None), question=strict) == [
        ("[0]", "outside_the_text"),
        ("[1]", "mark_without_text"),
    ]


def test_a_category_is_no_label_and_its_weights_are_those_of_its_labels():
    assert faults(error(label="accuracy")) == [("[0]", "unknown_label")]
    assert faults(error(label="omission"), error(label="odd", weight="major"), error(label="other")) == [
        ("[0]", "unknown_weight"),
        ("[1]", "unknown_weight"),
    ]
    assert [(one.id, one.category) for one in ERRORS.names()] == [
        ("addition", "accuracy"),
        ("omission", "accuracy"),
        ("odd", "style"),
        ("other", ""),
    ]
    assert list(ERRORS.category_labels()) == ["accuracy", "style"]


@pytest.mark.parametrize("reason", [None, "", "  "])
def test_a_reason_is_required_where_the_protocol_asks(reason: Any):
    optional = ERRORS.model_copy(update={"reasons": "optional"})
    assert faults(error(reason=reason)) == [("[0]", "mark_without_reason")]
    assert faults(error(reason=reason), question=optional) == []


def test_a_reason_is_a_text_of_some_length():
    assert faults(error(reason=5), error(reason="x" * 2_001)) == [("[0]", "not_a_text"), ("[1]", "text_too_long")]


def test_every_fault_of_every_mark_is_said_at_once():
    assert faults(
        {"start": 0, "end": 50, "label": "thing", "reason": "x"},
        {"start": 0, "end": 5, "label": "addition"},
        error(field="clip", count=2),
    ) == [
        ("[0]", "unknown_label"),
        ("[0]", "outside_the_text"),
        ("[0]", "mark_without_weight"),
        ("[1]", "mark_without_weight"),
        ("[1]", "mark_without_reason"),
        ("[2]", "not_to_be_marked"),
        ("[2]", "bad_count"),
    ]


def test_marks_in_two_texts_do_not_overlap():
    apart = ERRORS.model_copy(update={"overlap": False})
    assert faults(error(), error(field="source"), question=apart) == []
    assert faults(error(), error(start=4, end=8), question=apart) == [("[1]", "marks_overlap")]
    wrong = faults(error(label="huge"), error(start=4, end=8, label="odder"), question=apart)
    assert wrong == [("[0]", "unknown_label"), ("[1]", "unknown_label"), ("[1]", "marks_overlap")]


def test_marks_of_earlier_releases_are_worth_and_compared_as_before():
    old = [{"start": 0, "end": 5, "label": "addition"}]
    assert ERRORS.value_of(old[0]) == 1  # type: ignore[arg-type]
    assert ERRORS.apart(old, old) == 0  # type: ignore[arg-type]
    assert ERRORS.field_of(old[0]) == "output"


def test_an_id_stands_once_among_labels_and_categories():
    twice = ERRORS.model_dump(exclude_none=True)
    twice["labels"][1]["labels"][0]["id"] = "accuracy"
    twice["also"] = ["source", "source"]
    assert list(Marks.model_validate(twice).duplicates()) == [
        ("labels[1].labels[0].id", "accuracy"),
        ("also[1]", "source"),
    ]
