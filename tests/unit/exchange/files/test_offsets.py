"""Places in texts: half-open code points inside, whatever a file counts in; there and back is the same place."""

from hypothesis import assume, given
from hypothesis import strategies as st

from jurybox.exchange.files.offsets import from_units, marked, to_units, units, unmarked

TEXT = st.text(
    st.sampled_from("ab \n\u0301\u0323\u200d😀👩🏽שלםé漢\u202e𝔘") | st.characters(exclude_categories=["Cs"]),
    min_size=1,
    max_size=30,
)


@st.composite
def spans(draw: st.DrawFn) -> tuple[str, int, int]:
    text = draw(TEXT)
    start = draw(st.integers(0, len(text) - 1))
    return text, start, draw(st.integers(start + 1, len(text)))


@given(spans())
def test_utf16_units_there_and_back(span: tuple[str, int, int]):
    text, start, end = span
    begun, ended = to_units(text, start, end)
    encoded = text.encode("utf-16-le")
    assert encoded[begun * 2 : ended * 2].decode("utf-16-le") == text[start:end]
    assert from_units(text, begun, ended) == (start, end)


@given(spans())
def test_units_that_pass_over_line_breaks_take_in_the_same_characters(span: tuple[str, int, int]):
    text, start, end = span
    begun, ended = to_units(text, start, end, skip="\n")
    assume(begun < ended)
    back = from_units(text, begun, ended, skip="\n")
    assert back is not None
    assert text[slice(*back)].strip("\n") == text[start:end].strip("\n")


@given(TEXT, st.integers(-3, 70), st.integers(-3, 70))
def test_units_outside_the_text_are_no_place(text: str, start: int, end: int):
    place = from_units(text, start, end)
    assert (place is None) == (not 0 <= start < end <= units(text)[-1])
    if place is not None:
        assert 0 <= place[0] < place[1] <= len(text)


@given(spans())
def test_signs_around_a_span_there_and_back(span: tuple[str, int, int]):
    text, start, end = span
    assume("<v>" not in text and "</v>" not in text)
    assert unmarked(marked(text, start, end)) == (text, start, end, True)


@given(st.lists(st.sampled_from(["<v>", "</v>", "a", "😀"]), max_size=9).map("".join))
def test_any_signs_give_a_plain_text_and_a_place_in_it(text: str):
    plain, start, end, _ = unmarked(text)
    assert "<v>" not in plain
    assert (start is None) == (end is None)
    if start is not None and end is not None:
        assert 0 <= start < end <= len(plain)
