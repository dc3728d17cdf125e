"""A text as the rater would have it: untouched is unanswered, and what is stored was counted here."""

from typing import Any

from jurybox.core.answer import check_answers
from jurybox.core.questions import Edit, Frame
from jurybox.core.redacting import redacted_answers
from jurybox.core.suggestions import takes_suggestions
from tests.fixtures.small import EDIT, SCALE, protocol

SHOWN = "The cat sat on a mat."
FRAME = Frame.of_texts(("A",), (), lambda field, target: SHOWN)
ASKED = protocol(EDIT).stages[0]


def stored(value: Any, frame: Frame = FRAME) -> Any:
    answers, faults = check_answers(ASKED, {"edited": {"A": value}}, frame)
    assert faults == []
    return answers["edited"]["A"].value


def edit(**changes: Any) -> Edit:
    found = protocol({**EDIT, **changes}).question("edited")
    assert isinstance(found, Edit)
    return found


def test_an_edit_that_is_left_alone_is_missing():
    assert [fault.code for fault in check_answers(ASKED, {}, FRAME)[1]] == ["answer.missing"]


def test_the_counts_are_the_server_s_whatever_is_sent():
    sent = {"text": "A cat sat on the mat.", "characters": 0, "words": 99, "of_words": 1, "of_characters": 1}
    assert stored(sent) == {
        "text": "A cat sat on the mat.", "characters": 6, "words": 2, "of_characters": 21, "of_words": 7,
    }  # fmt: skip


def test_nothing_to_change_is_said_and_stores_the_text_that_was_shown():
    frame = Frame.of_texts(("A",), (), lambda field, target: "caf\u0065\u0301\r\n")
    value = stored({"text": "café\n", "unchanged": True}, frame)
    assert value == {
        "text": "caf\u0065\u0301\r\n", "unchanged": True,
        "characters": 0, "words": 0, "of_characters": 5, "of_words": 1,
    }  # fmt: skip


def test_a_protocol_may_want_a_change():
    faults = list(edit(unchanged=False).faults({"text": SHOWN, "unchanged": True}, "A", FRAME))
    assert [fault.code for fault in faults] == ["answer.must_be_changed"]
    assert edit(unchanged=False).condition_names() == ["changed"]


def test_its_number_is_edits_of_words_by_words_of_the_edited_text():
    value = stored({"text": "A cat sat on the mat."})
    assert edit().number(value) == 2 / 7
    assert edit().counted(value, "words") == 2
    assert edit().counted(value, "characters") == 6
    assert edit().counted(value, "character_rate") == 6 / 21


def test_two_edits_are_as_far_apart_as_their_texts():
    one, other = {"text": "A cat sat."}, {"text": "A cat sits."}
    assert edit().apart(one, other) == 2 / 11  # type: ignore[arg-type]
    assert edit().apart(one, one) == 0  # type: ignore[arg-type]


def test_what_follows_can_hang_on_whether_it_was_changed():
    why = {**SCALE, "only_if": {"question": "edited", "any_of": ["changed"]}}
    stage = protocol(EDIT, why).stages[0]
    given: dict[str, dict[str, Any]] = {"edited": {"A": {"text": SHOWN, "unchanged": True}}}
    answers, faults = check_answers(stage, given, FRAME)
    assert faults == []
    assert answers["quality"]["A"].by == "not_asked"
    given["edited"]["A"] = {"text": "Another text."}
    assert [fault.code for fault in check_answers(stage, given, FRAME)[1]] == ["answer.missing"]


def test_only_a_rater_edits():
    assert not takes_suggestions(edit())


def test_redacting_takes_the_rater_s_text_and_leaves_the_counts():
    mine: dict[str, Any] = {"value": {"text": "my words", "words": 3}, "by": "rater"}
    shown: dict[str, Any] = {"value": {"text": SHOWN, "unchanged": True}, "by": "rater"}
    found: Any = redacted_answers({"edited": {"1": mine, "2": shown}})
    assert found["edited"]["1"]["value"] == {"text": "[redacted]", "words": 3}
    assert found["edited"]["2"] == shown
