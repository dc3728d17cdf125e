"""Texts that have a form: whatever they come as, they are stored as one text that says the same again."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core import Fault, JsonValue, Refused
from jurybox.core.forms import Turn, conversation_text, form_faults, rows_of, stored_form, table_text, turns_of
from jurybox.core.protocol import Field

CONVERSATION, TABLE = Field(type="conversation"), Field(type="table")
LINES = st.text(st.sampled_from("ab:  \tuser中\n"), max_size=30).map(lambda text: text.strip("\n").rstrip())


def refused(spec: Field, value: JsonValue) -> list[tuple[str, object]]:
    with pytest.raises(Refused) as found:
        stored_form(spec, value)
    return [(fault.code, fault.given) for fault in found.value.faults]


@pytest.mark.parametrize(
    "given_as",
    [
        [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": [{"type": "text", "text": "Yes?"}]}],
        [{"from": "human", "value": "Hello."}, {"from": "gpt", "value": "Yes?"}],
        [["User 1", "Hello."], ["assistant_1", "Yes?"]],
        '[{"speaker": "user", "text": "Hello."}, {"speaker": "bot", "text": "Yes?"}]',
        "user: Hello.\nassistant: Yes?",
    ],
)
def test_a_conversation_may_be_written_as_others_write_it(given_as: JsonValue) -> None:
    assert stored_form(CONVERSATION, given_as) == "user: Hello.\nassistant: Yes?"


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), LINES), min_size=1, max_size=5))
def test_nobody_can_put_a_turn_into_another_s_mouth(said: list[tuple[str, str]]) -> None:
    turns = [Turn(role, "\n".join(line if line.strip() else "" for line in text.split("\n"))) for role, text in said]
    text = conversation_text(turns)
    assert turns_of(text) == [Turn(role, words.strip("\n").rstrip()) for role, words in turns]
    assert stored_form(CONVERSATION, text) == conversation_text(turns_of(text))


def test_the_name_of_a_system_is_no_role() -> None:
    assert refused(CONVERSATION, [{"role": "gpt-4o", "content": "x"}]) == [("form.unknown_role", "gpt-4o")]
    own = Field(type="conversation", roles={"caller": {"en": "Caller"}, "agent": {"en": "Agent"}})
    assert stored_form(own, [["Caller", "Hello."]]) == "caller: Hello."
    assert refused(own, [["user", "Hello."], ["bot", "Yes?"]]) == [
        ("form.unknown_role", "bot"),
        ("form.unknown_role", "user"),
    ]


@pytest.mark.parametrize(
    "value", ["Hello.", "user: a\nHello.", 3, [], [3], [{"role": "user"}], [{"content": "x"}], [["a", 1]]]
)
def test_what_is_no_conversation_is_refused(value: JsonValue) -> None:
    assert {code for code, _ in refused(CONVERSATION, value)} <= {"form.not_turns", "form.no_turn"}


@pytest.mark.parametrize(
    "given_as",
    [
        [["a", "b"], [1, None], ["x, y", 'z "q"']],
        [{"a": 1}, {"a": "x, y", "b": 'z "q"'}],
        'a,b\n1,\n"x, y","z ""q"""\n',
        'a\tb\n1\t\nx, y\t"z ""q"""',
        'a;b\n1;\n"x, y";"z ""q"""',
        '[["a", "b"], [1, null], ["x, y", "z \\"q\\""]]',
    ],
)
def test_a_table_may_be_csv_or_json(given_as: JsonValue) -> None:
    text = stored_form(TABLE, given_as)
    assert text == 'a,b\n1,\n"x, y","z ""q"""'
    assert rows_of(text) == [["a", "b"], ["1", ""], ["x, y", 'z "q"']]


@given(
    st.lists(st.lists(st.text(st.sampled_from('ab,"\n; '), min_size=1), min_size=2, max_size=2), min_size=2, max_size=4)
)
def test_a_table_is_stored_as_every_reader_of_csv_reads_it(rows: list[list[str]]) -> None:
    text = table_text(rows)
    assert list(csv.reader(io.StringIO(text))) == rows == rows_of(text)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("one line", "no_table"),
        ('a,b\n"1', "no_table"),
        ("a,b\n1", "ragged_table"),
        (3, "no_table"),
        ([3], "no_table"),
        ([[{}]], "no_table"),
    ],
)
def test_what_is_no_table_is_refused(value: JsonValue, code: str) -> None:
    assert [found for found, _ in refused(TABLE, value)] == [f"form.{code}"]


def test_an_example_is_written_as_it_is_stored_because_its_marks_count_that() -> None:
    assert form_faults(CONVERSATION, "user: Hello.") == ()
    (fault,) = form_faults(CONVERSATION, "human: Hello.")
    assert fault == Fault("form.not_as_stored", given="human: Hello.", allowed="user: Hello.")
    assert [fault.code for fault in form_faults(TABLE, "a")] == ["form.no_table"]
    assert form_faults(Field(type="markdown"), "anything") == ()
