"""Ratings go out in every format and come back the same, as far as the format says that it can hold them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.exchange.ratings.formats import FORMATS, held, read_file, write_file
from jurybox.exchange.ratings.formats.rating import DEFAULTS, Mark, Rating, same
from jurybox.exchange.ratings.formats.registry import ALL_FIELDS
from jurybox.exchange.ratings.formats.target import DataSetFacts

READABLE = [one.id for one in FORMATS.values() if one.can_read and one.can_write]
TEXTS = {
    "plain": "The bakery opens at six.",
    "emoji": "una 👩‍👩‍👧 baila 💃🏽 hoy 😀",
    "combining": "g\u0303uahe\u0303 o\u0323ko\u0323\u0301 n\u0303ande",
    "hebrew": "שלום עולם 🌍 טוב, said he",
    "breaks": "first line\nsecond 😀 line\n",
    "markup": "=1+1, 'quoted' \"twice\" | <b>bold</b> & 'tis",
    "formula": "'=1+1",
}
NASTY = {
    "item": ["i-1", "i-2", "7", "=2+2", "שלום"],
    "system": ["north", "a-b.c", "@south"],
    "rater": ["ana", "ben", "-carla"],
}
TIMES = ["2026-03-02T09:15:00.250000Z", "2026-03-02T10:00:00.000000Z"]


def marks_of(text: str) -> tuple[Mark, ...]:
    """Marks that touch, nest, take in everything, and one that stands for what is missing."""
    end = len(text.rstrip("\n"))
    spans = [(0, 1), (1, min(4, end)), (0, end), (end - 1, end)]
    return (*(Mark(*span, "accuracy", "major") for span in spans), Mark(None, None, "omission", "minor"))


def ratings() -> list[Rating]:
    """Every kind of answer about every nasty text, with all that a rating can say besides."""
    found = []
    for n, (name, text) in enumerate(TEXTS.items()):
        base = Rating(
            item=NASTY["item"][n] if n < len(NASTY["item"]) else name, system=NASTY["system"][n % 3],
            rater=NASTY["rater"][n % 3], source=TEXTS["hebrew"], output=text, group="de-en", stage="first",
            answered_at=TIMES[n % 2], elapsed_ms=1500, study="s", protocol="p@1", judgement=f"j{n}",
            received_at=TIMES[0], seq=n + 1, channel="browser", document="d",
        )  # fmt: skip
        said: list[dict[str, Any]] = [
            {"question": "score", "value": n - 1.5},
            {"question": "errors", "marks": marks_of(text)},
            {"question": "clean", "marks": ()},
            {"question": "tags", "labels": ("wrong", "typo"), "text": "=and more"},
            {"question": "none", "labels": ()},
            {"question": "kind", "labels": ("verse",)},
            {"question": "best", "order": (("north",), ("south", "a-b.c"))},
            {"question": "note", "text": text},
            {"question": "score", "by": "cannot", "text": "no idea", "item": f"{base.item}-x"},
        ]
        found += [msgspec.structs.replace(base, **one) for one in said]
    return found


def fitting(id: str) -> list[Rating]:
    """The ratings that a format can hold in full, when what it cannot say is left away."""
    kept = held(ratings(), id)
    if id == "wmt-mqm":
        kept = [one for one in kept if "\n" not in (one.output or "")]
    if id == "mt-metrics-eval":
        kept = [one for one in kept if "\n" not in (one.output or "") and " " not in one.item]
        kept = [msgspec.structs.replace(one, system=one.system.replace("@", "")) for one in kept]
    if id == "pearmut":
        kept = [one for one in kept if one.question != "clean"]  # one question of marks
    if id == "arena":
        two = {"question": "better", "system": "", "output": None, "order": (("north",), ("south",)), "judgement": ""}
        kept = [msgspec.structs.replace(one, **two) for one in kept]
    return kept


def round_trip(path: Path, id: str, before: list[Rating]) -> list[Rating]:
    write_file(path, id, before, DataSetFacts(title="Round trip"))
    read = read_file(path, id)
    after = list(read)
    assert read.notes() == []
    if id in ("judge-bench", "summeval"):  # who said it is known by place only
        after = [msgspec.structs.replace(one, rater="") for one in after]
    if id == "arena":
        after = [msgspec.structs.replace(one, judgement="") for one in after if one.order]
    if id == "pearmut":
        after = [msgspec.structs.replace(one, judgement="") for one in after]
    return after


@pytest.mark.parametrize("id", [id for id in READABLE if id != "pearmut-campaign"])
def test_what_a_format_holds_comes_back_the_same(id: str, tmp_path: Path):
    before = fitting(id)
    assert before
    ending = FORMATS[id].endings[0] if FORMATS[id].endings else ""
    assert same(round_trip(tmp_path / f"ratings{ending}", id, before)) == same(before)


def test_a_campaign_holds_every_output_once(tmp_path: Path):
    path = tmp_path / "campaign.json"
    losses = write_file(path, "pearmut-campaign", ratings())
    read = {(one.item, one.system, one.output, one.source) for one in read_file(path, "pearmut-campaign")}
    assert read == {(one.item, one.system, one.output, one.source) for one in ratings()}
    assert [fault.code for fault in losses] == ["formats.ratings_not_in_campaign"]


WORD = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs", "Cc"]), max_size=12)
NAME = WORD.map(lambda text: f"n{text.strip()}n")
ANSWER = st.one_of(
    st.integers(-100, 100).map(lambda value: {"value": value}),
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: {"value": value}),
    st.lists(st.sampled_from(["a", "b", "c"]), unique=True).map(lambda labels: {"labels": tuple(labels)}),
    WORD.filter(bool).map(lambda text: {"text": text}),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(NAME, NAME, NAME, ANSWER, WORD), max_size=8, unique_by=lambda t: t[:3]),
    st.sampled_from(["csv", "tsv", "jsonl", "wide-raters", "wide-questions", "parquet"]),
)
def test_tables_hold_any_text(tmp_path: Path, given_: list[Any], id: str):
    before = [
        Rating(item=item, system=system, rater=rater, question="q", output=text or None, **answer)
        for item, system, rater, answer, text in given_
    ]
    path = tmp_path / f"ratings{FORMATS[id].endings[0]}"
    if before or not id.startswith("wide"):
        assert same(round_trip(path, id, before)) == same(before)


@pytest.mark.parametrize("id", [id for id in READABLE if "number" in FORMATS[id].kinds and id != "pearmut-campaign"])
def test_a_second_rating_never_takes_the_place_of_the_first(id: str, tmp_path: Path):
    first = Rating(item="1", system="a", rater="ana", question="score", value=3, source="S", output="O")
    other, again = (msgspec.structs.replace(first, **new) for new in ({"rater": "ben", "value": 1}, {"value": 5}))
    path = tmp_path / f"ratings{FORMATS[id].endings[0] if FORMATS[id].endings else ''}"
    losses = write_file(path, id, [first, other, again])
    values = [one.value or 0 for one in read_file(path, id)]
    if id == "thumb":
        assert (values, [fault.code for fault in losses][-1]) == ([3], "formats.averaged")
    else:
        assert sorted(values)[:2] == [1, 3], "the first of each rater is there"
        assert (5 in values) != ("formats.second_lost" in {fault.code for fault in losses})


@pytest.mark.parametrize("id", [one.id for one in FORMATS.values() if one.can_write])
def test_what_a_format_cannot_hold_is_said(id: str, tmp_path: Path):
    losses = write_file(tmp_path / "out", id, ratings())
    lost = {fault.params["what"] for fault in losses if fault.code == "formats.field_lost"}
    named = ("stage", "rater", "document", "text", "answered_at", "elapsed_ms", "source", "output", "group")
    said = {name for name in named if any(getattr(one, name) != DEFAULTS[name] for one in held_kinds(id))}
    assert lost == said - FORMATS[id].holds
    kinds = sum(int(str(fault.params["count"])) for fault in losses if fault.code == "formats.kind_lost")
    assert kinds == len(ratings()) - len(held_kinds(id))


def held_kinds(id: str) -> list[Rating]:
    return [one for one in ratings() if one.kind in FORMATS[id].kinds]


WHOLE = Rating(
    item="i", system="s", rater="r", question="q", value=3, text="because", study="st", protocol="p@1", group="g",
    document="d", stage="first", target="2", by="override", purpose="repeat", standing="surplus", pilot=True, seq=7,
    judgement="j", supersedes="k", answered_at=TIMES[0], received_at=TIMES[1], elapsed_ms=5, channel="browser",
    comment="well", allowed="ordinal 1|2|3", source="from", output="to",
    suggested="2", suggestion="changed", drawn="chosen",
)  # fmt: skip
"""Every field that can be set beside a number, and none as it is by default."""


def test_no_field_of_a_rating_is_forgotten_here():
    left = {field.name for field in msgspec.structs.fields(Rating) if getattr(WHOLE, field.name) == field.default}
    assert left == {"labels", "marks", "order"}


@pytest.mark.parametrize("id", [id for id in READABLE if FORMATS[id].holds == ALL_FIELDS and not FORMATS[id].lacks])
def test_a_format_that_holds_all_fields_brings_all_of_them_back(id: str, tmp_path: Path):
    ending = FORMATS[id].endings[0] if FORMATS[id].endings else ""
    assert round_trip(tmp_path / f"ratings{ending}", id, [WHOLE]) == [WHOLE]


def test_reasons_places_and_fields_of_marks_go_out_and_come_back(tmp_path: Path) -> None:
    """In our own tables all of it; in those of WMT too, but for texts that they do not have."""
    marks = (
        Mark(0, 3, "accuracy", "major", reason='it says "no"'),
        Mark(4, 4, "omission", "minor"),
        Mark(0, 2, "typo", "minor", field="source", reason="odd"),
        Mark(None, None, "omission", "minor"),
    )
    said = Rating(item="7", system="north", rater="ana", question="errors", marks=marks, source="אב", output="so it is")
    for format in ("csv", "jsonl", "wmt-mqm"):
        path = tmp_path / f"ratings{FORMATS[format].endings[0]}"
        assert write_file(path, format, [said]) == []
        (back,) = read_file(path, format)
        assert back.marks == marks, format
    other = msgspec.structs.replace(said, marks=(Mark(0, 3, "accuracy", field="note"),))
    write_file(tmp_path / "other.jsonl", "jsonl", [other])
    assert next(iter(read_file(tmp_path / "other.jsonl", "jsonl"))).marks == other.marks
    lost = {fault.code for fault in write_file(tmp_path / "log.jsonl", "pearmut", [said])}
    assert lost == {"formats.reasons_lost", "formats.places_lost", "formats.source_spans_lost"}
