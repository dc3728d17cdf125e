"""The types of the page's scripts are those of the server."""

import pytest

from tools import wire_types


def test_the_types_of_the_page_are_made_from_those_of_the_server():
    written = wire_types.PATH.read_text(encoding="utf-8")
    assert written == wire_types.text(), "run `make format`, or python -m tools.wire_types"


def test_a_type_that_nobody_named_is_not_guessed():
    class Unnamed:
        pass

    with pytest.raises(TypeError, match="Unnamed"):
        wire_types.written(Unnamed)
