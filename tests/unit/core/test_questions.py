"""Each type of question takes what it should, and refuses everything else with a fault, never with an error."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.questions import QUESTION_TYPES, Frame, Preference, QuestionBase
from jurybox.core.questions.numbers import is_number, on_step
from tests.fixtures.small import CASES, CHOICE, COMMENT, COMPARING, MARKS, RANKING, SCALE, TAGS, protocol
from tests.unit.core.strategies import FRAME, TEXT, values


def question(spec: dict[str, Any], **changes: Any) -> QuestionBase:
    unit = {"candidates": 3} if spec["id"] in COMPARING else {}
    return protocol({**spec, **changes}, unit=unit).question(spec["id"])


QUESTIONS = {name: question(spec) for name, spec in CASES.items()}


def codes(asked: QuestionBase, value: Any, frame: Frame = FRAME) -> list[str]:
    return [fault.code.removeprefix("answer.") for fault in asked.faults(value, "A", frame)]


def mark(start: Any = 2, end: Any = 5, label: Any = "object", weight: Any = "full", **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "label": label, "weight": weight, **more}


def test_every_type_of_question_is_tried_here():
    assert {spec["type"] for spec in CASES.values()} == set(QUESTION_TYPES)


@pytest.mark.parametrize("name", QUESTIONS)
@given(data=st.data())
def test_a_sound_answer_is_taken(name: str, data: st.DataObject):
    assert codes(QUESTIONS[name], data.draw(values(QUESTIONS[name]))) == []


PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3))
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["id", "start", "end", "label", "weight", "count", "better", "x"]), inner),
    ),
)


@pytest.mark.parametrize("name", QUESTIONS)
@given(value=ANYTHING)
def test_anything_at_all_gives_faults_and_no_error(name: str, value: Any):
    asked = QUESTIONS[name]
    if not codes(asked, value):
        asked.number(value)


REFUSED = [
    ("quality", 7, "not_a_level"),
    ("quality", 2.5, "not_a_level"),
    ("quality", True, "not_a_level"),
    ("quality", "3", "not_a_level"),
    ("percent", 10.5, "off_the_slider"),
    ("percent", 0.25, "off_the_slider"),
    ("percent", float("nan"), "off_the_slider"),
    ("steps", -0.5, "off_the_steps"),
    ("steps", 0.2, "off_the_steps"),
    ("steps", 10**400, "off_the_steps"),
    ("errors", {"id": "wrong"}, "not_a_list"),
    ("errors", ["wrong"], "not_a_tag"),
    ("errors", [{"id": "new"}], "unknown_tag"),
    ("errors", [{"id": "wrong"}, {"id": "wrong"}], "tag_twice"),
    ("errors", [{"id": "wrong", "text": "x"}], "tag_takes_no_text"),
    ("errors", [{"id": "other", "text": 5}], "not_a_text"),
    ("errors", [{"id": "other", "text": "x" * 10_001}], "text_too_long"),
    ("spans", "all", "not_a_list"),
    ("spans", [mark()] * 1001, "too_many_marks"),
    ("spans", [{"start": 1, "end": 2}], "not_a_mark"),
    ("spans", [mark(label="thing")], "unknown_label"),
    ("spans", [mark(end=len(TEXT) + 1)], "outside_the_text"),
    ("spans", [mark(start=6)], "outside_the_text"),
    ("spans", [mark(start=None)], "outside_the_text"),
    ("spans", [mark(start=1.0)], "outside_the_text"),
    ("spans", [mark(weight="double")], "unknown_weight"),
    ("spans", [mark(weight=None)], "mark_without_weight"),
    ("spans", [mark(field="source")], "not_to_be_marked"),
    ("spans", [mark(field=["output"])], "not_to_be_marked"),
    ("spans", [mark(label=["object"])], "unknown_label"),
    ("spans", [mark(reason="odd")], "mark_takes_no_reason"),
    ("spans", [mark(label="relation", weight="half")], "unknown_weight"),
    ("spans", [mark(count=0)], "bad_count"),
    ("better", "A", "not_a_preference"),
    ("better", {"better": "D"}, "not_a_preference"),
    ("order", ["A", "B", "C"], "not_a_ranking"),
    ("order", [["A"], ["B"]], "not_all_ranked"),
    ("order", [["A"], ["B", "B"], ["C"]], "not_all_ranked"),
    ("order", [["A", "B"], ["C"]], "no_ties"),
    ("kinds", "one", "not_a_list"),
    ("kinds", ["four"], "unknown_option"),
    ("kinds", [], "wrong_number_chosen"),
    ("kinds", ["one", "two", "three"], "wrong_number_chosen"),
    ("kinds", ["one", "one"], "wrong_number_chosen"),
    ("note", 5, "not_a_text"),
    ("note", "x" * 21, "text_too_long"),
    ("edited", "as a text", "not_an_edit"),
    ("edited", {"text": "as it should be", "better": "A"}, "not_an_edit"),
    ("edited", {"text": "x", "unchanged": "no"}, "not_an_edit"),
    ("edited", {"text": TEXT}, "edit_untouched"),
    ("edited", {"text": "something else", "unchanged": True}, "not_unchanged"),
    ("edited", {"text": " "}, "empty_text"),
    ("edited", {"text": "x" * 81}, "text_too_long"),
]


@pytest.mark.parametrize(("name", "value", "code"), REFUSED)
def test_what_is_no_answer_is_refused_by_name(name: str, value: Any, code: str):
    assert codes(QUESTIONS[name], value) == [code]


def test_an_empty_list_of_tags_says_that_nothing_was_found():
    assert codes(QUESTIONS["errors"], []) == []


def test_marks_may_overlap_and_nest_unless_the_protocol_says_no():
    nested = [mark(2, 9), mark(2, 5, "relation"), mark(4, 12)]
    assert codes(QUESTIONS["spans"], nested) == []
    assert codes(question(MARKS, overlap=False), nested) == ["marks_overlap", "marks_overlap"]
    assert codes(question(MARKS, overlap=False), [mark(2, 5), mark(5, 7)]) == []


def test_a_mark_stands_for_something_missing_only_where_that_is_allowed():
    missing = [mark(None, None)]
    assert codes(QUESTIONS["spans"], missing) == []
    assert codes(question(MARKS, allow_missing=False), missing) == ["mark_without_text"]


def test_a_mark_counts_once_unless_marks_are_counted():
    assert codes(question(MARKS, counted=False), [mark(count=2)]) == ["bad_count"]


def test_marks_without_weights_take_none():
    bare = question(MARKS, weights=[], labels=[{"id": "object", "label": {"en": "Object"}}])
    assert codes(bare, [mark()]) == ["mark_takes_no_weight"]
    assert codes(bare, [{"start": 0, "end": 1, "label": "object"}]) == []


def test_no_mark_stands_in_a_text_that_was_not_shown():
    assert codes(QUESTIONS["spans"], [mark()], Frame()) == ["outside_the_text"]


def test_a_tie_is_refused_where_there_are_none():
    assert codes(question(CASES["better"], ties=False), {"better": "tie"}) == ["not_a_preference"]


def test_both_bad_is_an_answer_where_the_protocol_has_it():
    plain, open_to_it = question(CASES["better"]), question(CASES["better"], neither=True)
    assert isinstance(open_to_it, Preference)
    assert codes(plain, {"better": "neither"}) == ["not_a_preference"]
    assert codes(open_to_it, {"better": "neither"}) == []
    assert open_to_it.groups({"better": "neither"}, ["A", "B"]) == [[], ["A", "B"]]
    assert not open_to_it.leaves_open({"better": "neither"})
    assert open_to_it.is_both_bad({"better": "neither"})
    assert not open_to_it.is_both_bad({"better": "tie"})
    assert open_to_it.renamed({"better": "neither"}, str.lower) == {"better": "neither"}
    assert open_to_it.apart({"better": "neither"}, {"better": "tie"}) != 0


def test_a_ranking_with_ties_takes_groups():
    assert codes(question(RANKING, ties=True), [["A", "B"], ["C"]]) == []


@pytest.mark.parametrize(("value", "found"), [
    ([["A"], ["B"], ["C"]], []),
    ([["A", "B"], ["C"]], ["not_best_worst"]),
    ([["A"], ["B", "C"]], ["not_best_worst"]),
    ([["A", "B", "C"]], ["not_best_worst"]),
])  # fmt: skip
def test_best_worst_names_one_best_and_one_worst(value: Any, found: list[str]):
    assert codes(question(RANKING, mode="best-worst"), value) == found


def test_best_worst_leaves_the_rest_between():
    frame = Frame(candidates=("A", "B", "C", "D"))
    assert codes(question(RANKING, mode="best-worst"), [["B"], ["A", "C"], ["D"]], frame) == []
    assert codes(question(RANKING, mode="best-worst"), [["B"], ["A"], ["C"], ["D"]], frame) == ["not_best_worst"]


def test_a_tick_may_be_left_off():
    assert codes(QUESTIONS["tick"], []) == []
    assert [QUESTIONS["tick"].number(value) for value in ([], ["yes"])] == [0.0, 1.0]


def test_a_required_comment_says_something():
    assert codes(question(COMMENT, required=True), "  ") == ["empty_text"]


def test_only_questions_with_one_number_give_one():
    numbers = {
        name: asked.number([] if name in ("errors", "spans", "kinds", "order") else 1)
        for name, asked in QUESTIONS.items()
        if name not in ("tick", "edited")
    }
    assert {name for name, number in numbers.items() if number is not None} == {"quality", "percent", "steps"}


def test_duplicates_are_named_with_their_path():
    scale = question(SCALE, levels=[*SCALE["levels"], {"value": 3.0, "label": {"en": "Again"}}])
    assert list(scale.duplicates()) == [("levels[5].value", "3.0")]
    choice = question(CHOICE, options=[*CHOICE["options"], CHOICE["options"][0]])
    assert list(choice.duplicates()) == [("options[3].id", "one")]
    tags = question(TAGS, categories=[*TAGS["categories"], TAGS["categories"][0]])
    assert [path for path, _ in tags.duplicates()] == [
        "categories[2].id",
        "categories[2].tags[0].id",
        "categories[2].tags[1].id",
    ]


@given(st.integers(0, 10_000), st.sampled_from([0.1, 0.25, 0.5, 1, 3]), st.sampled_from([0, 1, 0.5, -2]))
def test_a_whole_number_of_steps_is_on_the_steps(steps: int, step: float, start: float):
    assert on_step(start + steps * step, start, step)
    assert not on_step(start + (steps + 0.5) * step, start, step)


@given(st.one_of(st.none(), st.text(), st.booleans(), st.just(10**400), st.sampled_from([float("inf"), float("nan")])))
def test_no_number_is_made_of_what_is_none(value: Any):
    assert not is_number(value)
