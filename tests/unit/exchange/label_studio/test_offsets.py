"""Whether times begin where their clips begin: told from the lengths of clips and from several sources of times."""

import pytest

from jurybox.exchange.label_studio.offsets import ClipTimes, OffsetHint
from jurybox.exchange.label_studio.times import Span, TimeReading, TimeSource

FIRST: list[Span] = [(0.0, 2.0), (2.4, 5.2)]
SECOND: list[Span] = [(0.0, 1.0), (1.5, 7.0)]


def clips(offset: float = 0.0, **others: list[list[Span]]) -> ClipTimes:
    made = ClipTimes(TimeReading(offset=offset))
    for n, (name, taken) in enumerate((("a", FIRST), ("b", SECOND))):
        found: dict[TimeSource, list[Span]] = {"seconds": taken}
        if "spans" in others:
            found["spans"] = others["spans"][n]
        made.learn(name, found, taken)
    return made


def later(spans: list[Span], by: float) -> list[Span]:
    return [(start + by, end + by) for start, end in spans]


def test_clips_that_are_all_longer_by_the_same_speak_for_an_offset():
    assert clips().hint({"a": 6.2, "b": 8.0}) == OffsetHint(1.0, "lengths")


@pytest.mark.parametrize(
    "lengths",
    [
        {"a": 5.3, "b": 7.1},  # cut at the last segment
        {"a": 6.2, "b": 9.9},  # longer by this and that
        {},
    ],
)
def test_nothing_is_suggested_where_lengths_tell_nothing(lengths: dict[str, float]):
    assert clips().hint(lengths) is None


def test_nothing_is_suggested_where_the_first_segment_has_a_start_of_its_own():
    made = ClipTimes(TimeReading())
    made.learn("a", {}, [(1.0, 3.0)])
    assert made.hint({"a": 4.0}) is None


def test_other_times_that_are_all_later_by_the_same_speak_for_an_offset():
    made = clips(spans=[later(FIRST, 1.0), later(SECOND, 1.02)])
    assert made.hint({}) == OffsetHint(1.01, "times")


def test_other_times_that_differ_from_task_to_task_do_not():
    assert clips(spans=[later(FIRST, 1.0), later(SECOND, 2.0)]).hint({}) is None


def test_an_offset_that_was_said_is_not_suggested_again():
    assert clips(1.0, spans=[later(FIRST, 1.0), later(SECOND, 1.0)]).hint({"a": 6.2, "b": 8.0}) is None


def test_segments_that_end_after_their_clips_are_told():
    assert clips(1.0).beyond({"a": 6.2, "b": 8.0}) == 0.0
    assert clips(2.0).beyond({"a": 6.2, "b": 8.0}) == pytest.approx(1.0)
