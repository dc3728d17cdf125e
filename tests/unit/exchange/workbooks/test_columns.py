"""One column rule for each question type: what its columns offer, and what is read from its cells."""

import datetime
from typing import Any

import pytest

from jurybox.core.questions import QUESTION_TYPES, QuestionBase
from jurybox.exchange.workbooks.columns import RULES, AnswerColumn, Speaker, rule_for
from jurybox.texts.words import words_in
from tests.fixtures.small import CASES, protocol

ENGLISH = Speaker(("en",), words_in("en"))
OPTIONS = [{"id": name, "label": {"en": name.title(), "de": f"{name}, klar"}} for name in ("verse", "prose")]
ONE_OF_TWO = {"type": "choice", "id": "kind", "prompt": {"en": "Which?"}, "options": OPTIONS}
LEVELS = [
    {"value": 1, "label": {"en": "Poor", "es": "Malo"}},
    {"value": 2, "label": {"en": "Fair, more or less", "es": "Regular"}},
    {"value": 3.5, "label": {"en": "Good", "es": "Bueno"}},
]
SCALE = {"type": "scale", "id": "q", "prompt": {"en": "How good?"}, "levels": LEVELS}


def question(spec: dict[str, Any] | str) -> QuestionBase:
    return protocol(CASES[spec] if isinstance(spec, str) else spec).stages[0].ask[0]


def columns(spec: dict[str, Any] | str) -> list[AnswerColumn]:
    asked = question(spec)
    rule = rule_for(asked)
    assert rule is not None
    return rule.columns(asked, ENGLISH)


def read(spec: dict[str, Any] | str, **cells: Any) -> Any:
    """The answer, or the code of the first fault; `cell` is the cell of a question with one column."""
    asked = question(spec)
    rule = rule_for(asked)
    assert rule is not None
    value, wrong = rule.read(
        asked, {"" if name == "cell" else name.replace("_none", "-none"): c for name, c in cells.items()}
    )
    return next((fault.code for fault in wrong.values()), value)


def test_every_type_has_a_rule_but_those_that_no_cell_can_hold() -> None:
    carried = {name for name, question_type in QUESTION_TYPES.items() if RULES[question_type] is not None}
    assert set(QUESTION_TYPES) - carried == {"marks", "preference", "ranking"}


def test_a_scale_offers_its_levels_by_name_and_by_number() -> None:
    (column,) = columns(SCALE)
    assert column.entries == ("1 – Poor", "2 – Fair, more or less", "3.5 – Good", 1, 2, 3.5)


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (1, 1), (1.0, 1), ("1", 1), ("1.0", 1), (" 2 ", 2), ("３.5", 3.5), (3.5, 3.5),
        ("Poor", 1), ("poor", 1), ("1 – Poor", 1), ("1 - poor", 1), ("1 — Poor ", 1), ("Malo", 1), ("2 – Regular", 2),
        ("2 – Fair, more  or less", 2),
    ],
)  # fmt: skip
def test_a_level_is_read_by_number_name_or_both_in_any_language(cell: Any, value: float) -> None:
    assert read(SCALE, cell=cell) == value


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        (3, "answer.not_a_level"), ("7", "answer.not_a_level"), ("great", "answer.not_a_level"),
        ("3,5", "workbook.decimal_comma"), (True, "answer.not_a_level"), (-1.0, "answer.not_a_level"),
        (float("nan"), "answer.not_a_level"), (float("inf"), "answer.not_a_level"),
        (datetime.date(2026, 3, 5), "answer.not_a_level"), ("=1+1", "answer.not_a_level"),
    ],
)  # fmt: skip
def test_what_is_no_level_is_refused(cell: Any, code: str) -> None:
    assert read(SCALE, cell=cell) == code


def test_a_name_that_two_levels_share_means_neither() -> None:
    twice = {**SCALE, "levels": [{"value": n, "label": {"en": "Same"}} for n in (1, 2)]}
    assert read(twice, cell="Same") == "answer.not_a_level"
    assert read(twice, cell="2 – Same") == 2


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        (2.5, 2.5), ("2.5", 2.5), (0, 0), ("4.0", 4), ("2,5", "workbook.decimal_comma"),
        ("many", "workbook.not_a_number"), (2.3, "answer.off_the_steps"), (-1, "answer.off_the_steps"),
        (datetime.date(2026, 5, 2), "workbook.not_a_number"), (1e300, "workbook.not_a_number"),
    ],
)  # fmt: skip
def test_a_stepper_takes_numbers_on_its_steps(cell: Any, found: Any) -> None:
    assert read("steps", cell=cell) == found


def test_a_slider_has_bounds() -> None:
    assert columns("percent")[0].bounds == (0, 10)
    assert columns("steps")[0].bounds == (0, None)
    assert read("percent", cell=10) == 10
    assert read("percent", cell=10.5) == "answer.off_the_slider"


def test_a_choice_of_one_is_a_list_read_by_label_or_id() -> None:
    (column,) = columns(ONE_OF_TWO)
    assert column.entries == ("Verse", "Prose")
    assert read(ONE_OF_TWO, cell="prose") == ["prose"]
    assert read(ONE_OF_TWO, cell="VERSE ") == ["verse"]
    assert read(ONE_OF_TWO, cell="verse, klar") == ["verse"]
    assert read(ONE_OF_TWO, cell="both") == "answer.unknown_option"
    assert read(ONE_OF_TWO) is None


def test_a_choice_of_several_has_a_column_for_each_option() -> None:
    assert [column.code.rpartition(":")[2] for column in columns("kinds")] == ["one", "two", "three"]
    assert read("kinds", one="x", three="X") == ["one", "three"]
    assert read("kinds", one="x", two="x", three="x") == "answer.wrong_number_chosen"
    assert read("kinds", one="perhaps") == "workbook.not_a_tick"


def test_a_tick_left_empty_is_an_answer_once_the_row_is_answered() -> None:
    assert question("tick").none_is_an_answer
    assert read("tick", yes="x") == ["yes"]
    assert read("tick", yes=True) == ["yes"]
    assert read("tick", yes="Yes") == ["yes"]
    assert read("tick", yes=False) == []
    assert read("tick") is None


def test_tags_are_ticked_and_one_may_take_words() -> None:
    assert [column.code.rpartition(":")[2] for column in columns("errors")] == ["-none", "wrong", "other", "typo"]
    assert read("errors", wrong="x", typo="✓") == [{"id": "wrong"}, {"id": "typo"}]
    assert read("errors", other="an old word") == [{"id": "other", "text": "an old word"}]
    assert read("errors", other="x") == [{"id": "other"}]
    assert read("errors", wrong="yes, very") == "workbook.not_a_tick"


def test_no_tag_is_told_from_not_looked_at() -> None:
    assert read("errors") is None
    assert read("errors", _none="x") == []
    assert read("errors", _none="x", typo="x") == "workbook.none_and_some"


def test_a_comment_is_a_text_also_where_it_looks_like_a_number() -> None:
    assert read("note", cell="  fine ") == "fine"
    assert read("note", cell=4.0) == "4"
    assert read("note", cell="x" * 21) == "answer.text_too_long"
