"""The table of columns as a reading: what was only guessed is said, what was told by its name stays as it is."""

from typing import Any

import pytest

from jurybox.core import Refused
from jurybox.studies.lifecycle import ColumnUse, Mapped, reading_for
from jurybox.studies.lifecycle.mapping import keep_guesses


def mapped(*columns: tuple[str, str, str], header: bool = True, unsure: tuple[str, ...] = (), **said: Any) -> Mapped:
    """Columns by name, use and how that was found, all of one file."""
    uses: list[ColumnUse] = [
        {"name": name, "use": use, "how": how, "values": [], "files": ["a.csv"]} for name, use, how in columns
    ]
    return {"columns": uses, "header": header, "unsure": list(unsure), "reading": said}


PLAIN = mapped(
    ("id", "id", "named"), ("src", "source", "guessed"), ("output", "output", "named"), ("note", "-", "guessed")
)


def test_what_is_told_by_names_is_not_said_again_but_what_is_unused_is():
    assert reading_for(PLAIN).said() == {"ignore": ["note"]}


def test_a_changed_use_is_said():
    said = reading_for(PLAIN, {"src": "-", "note": "source"}).said()
    assert said == {"ignore": ["src"], "map": {"source": "note"}}


def test_what_was_said_stays_said():
    before = mapped(("a", "source", "said"), ("b", "output", "named"), map={"source": "a"})
    assert reading_for(before).said() == {"map": {"source": "a"}}


def test_two_columns_of_one_use_are_joined():
    assert reading_for(PLAIN, {"note": "source"}).map == {"source": "src+note"}


def test_columns_of_different_files_are_not_joined():
    apart = mapped(("a", "source", "guessed"), ("b", "-", "guessed"))
    apart["columns"][1]["files"] = ["b.csv"]
    with pytest.raises(Refused) as refused:
        reading_for(apart, {"b": "source"})
    assert refused.value.faults[0].code == "import.two_columns"


def test_a_table_without_a_header_is_said_in_full():
    bare = mapped(("1", "source", "guessed"), ("2", "output", "guessed"), header=False)
    assert reading_for(bare).said() == {"header": False, "map": {"source": "1", "output": "2"}}


def test_with_another_header_the_columns_are_guessed_anew():
    bare = mapped(("1", "source", "guessed"), ("2", "output", "guessed"), header=False, map={"source": "1"})
    assert reading_for(bare, {"1": "output"}, header=True, duplicates="first").said() == {
        "header": True,
        "duplicates": "first",
    }


def test_systems_that_were_told_by_their_columns_keep_their_names():
    wide = mapped(("id", "id", "named"), ("output_alpha", "*", "guessed"), ("output_beta", "*", "guessed"))
    assert reading_for(wide).said() == {}
    assert reading_for(wide, {"output_beta": "-"}).said() == {"wide": ["output_alpha"], "ignore": ["output_beta"]}


@pytest.mark.parametrize("code", ["import.unsure_wide", "import.unsure_systems"])
def test_guesses_that_must_be_said_are_said(code: str):
    unsure = mapped(("id", "id", "named"), ("alpha", "*", "guessed"), unsure=(code,))
    said = {"import.unsure_wide": {"wide": ["alpha"]}, "import.unsure_systems": {"system_from": "file"}}
    assert reading_for(unsure).said() == said[code]


def test_a_choice_is_taken_back():
    before = mapped(("id", "id", "named"), duplicates="first", empty="leave-out")
    assert reading_for(before, duplicates=None).said() == {"empty": "leave-out"}


def test_what_was_guessed_is_not_called_chosen_once_it_is_read_again():
    again = mapped(
        ("id", "id", "named"), ("a", "*", "said"), ("b", "*", "said"), ("c", "source", "said"), wide=["a", "b"]
    )
    kept = keep_guesses(again, {"a": "*", "b": "-"})
    assert [column["how"] for column in kept["columns"]] == ["named", "guessed", "said", "said"]
    assert reading_for(kept).said() == reading_for(again).said()
