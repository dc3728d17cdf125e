"""Files of Label Studio, task by task: what they are taken for, when segments are, and what is refused."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.errors import Refused
from jurybox.core.json_value import JsonObject
from jurybox.core.protocol import Protocol
from jurybox.exchange.files.faults import Faults
from jurybox.exchange.files.json_values import list_in
from jurybox.exchange.label_studio import tasks as reading
from jurybox.exchange.label_studio.mapping import SaidMapping, lay_out
from jurybox.exchange.label_studio.tasks import Task, read_tasks
from jurybox.exchange.label_studio.times import TimeReading, apart, found_times, seconds_of, segment_times, shown_frames
from jurybox.exchange.label_studio.units import TaskParts, TaskReader
from jurybox.protocols import load_protocol
from tests.paths import ROOT

SAMPLES = ROOT / "examples" / "files" / "label-studio"
RATES = st.sampled_from([Fraction(25), Fraction(24000, 1001), Fraction(30000, 1001), Fraction(30)])


def protocol(name: str) -> Protocol:
    return load_protocol(name).protocol


def read(path: Path) -> tuple[list[Task], list[tuple[str, int | None]]]:
    faults = Faults()
    found = list(read_tasks(path, path.name, faults))
    return found, [(fault.code, fault.line) for fault in faults._found]


def made_of(
    name: str, data: dict[str, Any], said: SaidMapping | None = None, timing: TimeReading | None = None
) -> TaskParts:
    faults = Faults()
    chosen = protocol(name)
    layout = lay_out(chosen, [data], said or SaidMapping())
    made = TaskReader(chosen, layout, timing or TimeReading(), None, faults).read(Task(data))
    faults.refuse()
    assert made is not None
    return made


def test_tasks_come_with_the_line_where_each_begins():
    found, faults = read(SAMPLES / "tasks.json")
    lines = (SAMPLES / "tasks.json").read_text(encoding="utf-8").splitlines()
    assert len(found) == 5
    assert not faults
    assert all(lines[task.place[1] - 1] == " {" and '"data"' in lines[task.place[1]] for task in found)


def test_lines_are_right_whatever_stands_between_the_tasks(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_bytes(
        b'\xef\xbb\xbf[{"a": 1},\n{"a":\n2},\n{"a": 3}, {"a": 4},\n\n\r\n' + b" " * 80 + b'{"a": 5}\n,{"a": 6}]'
    )
    assert [task.place[1] for task in read(path)[0]] == [1, 2, 4, 4, 7, 8]


def test_plain_data_one_task_alone_and_json_min_are_tasks_too(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_text('[{"text": "x"}]', encoding="utf-8")
    assert read(path)[0][0].data == {"text": "x"}
    path.write_bytes(b'\xef\xbb\xbf{"data": {"text": "x"}, "id": 3}')
    assert (read(path)[0][0].data, read(path)[0][0].id) == ({"text": "x"}, 3)
    flat = read(SAMPLES / "export-min.json")[0][0]
    assert (flat.is_min, flat.id, flat.said()[0].lead_time, "annotator" in flat.data) == (True, 11, 30.5, False)


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"", [("label_studio.no_tasks", 1)]),
        (b"[]", [("label_studio.no_tasks", 1)]),
        (b'[{"data": {}}\n,{"d', [("label_studio.broken", 1)]),
        (b'[{"data": {"a": 1}},\n{"data": 3}]', [("label_studio.not_a_task", 2)]),
        (b"[1,\n2]", [("label_studio.not_a_task", 1), ("label_studio.not_a_task", 2)]),
        (b'"text"', [("label_studio.not_tasks", 1)]),
        (b"PK\x03\x04", [("label_studio.broken", 1)]),
        (b"[" * 100_000, [("label_studio.broken", 1)]),
        (b'[{"data": {"a": "\xff"}}]', [("import.not_utf8", 1)]),
        (b'[{"data": {"a": "\\u0000"}}]', [("import.broken_text", 1)]),
        (b'[{"data": {"a": NaN}}]', [("label_studio.broken", 1)]),
    ],
)
def test_what_is_no_file_of_tasks_is_refused_in_words(tmp_path: Path, content: bytes, faults: Any):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    assert read(path)[1] == faults


def test_a_task_too_large_to_be_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "LARGEST_TASK", 40)
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"data": {"a": "x" * 50}}, {"data": {"a": "y"}}]), encoding="utf-8")
    found, faults = read(path)
    assert ([task.data for task in found], faults) == ([{"a": "y"}], [("label_studio.task_too_large", 1)])


@given(first=st.integers(0, 100_000), length=st.integers(0, 500), rate=RATES)
def test_frames_counted_from_0_and_from_1_are_the_same_times_and_are_shown_from_1(
    first: int, length: int, rate: Fraction
):
    span = seconds_of(first, first + length, rate)
    assert span == seconds_of(first + 1, first + length + 1, rate, counted_from=1)
    kept = (round(span[0], 6), round(span[1], 6))
    assert shown_frames(kept, rate) == (first + 1, first + length + 1)


def test_every_source_of_times_is_found_and_an_offset_moves_them():
    task = read(SAMPLES / "tasks.json")[0][0]
    entries = list_in(task.data, "ad_block") or []
    found = found_times(task, entries, TimeReading())
    assert found["seconds"][0] == (0.0, 2.0)
    assert found["frames"] == found["spans"] == [(1.0, 3.0), (3.12, 5.2), (5.48, 8.0)]
    assert apart(found) == pytest.approx(1.0)
    moved = segment_times(task, entries, TimeReading(offset=1.0)) or []
    assert [round(time, 6) for span in moved for time in span] == [time for span in found["spans"] for time in span]
    assert segment_times(task, entries, TimeReading("spans")) == found["spans"]
    one_based = found_times(task, entries, TimeReading(first_frame=1))["frames"]
    assert one_based[0] == (0.96, 2.96)


def test_a_rate_that_was_told_wrong_shows_in_the_times():
    task = read(SAMPLES / "tasks.json")[0][0]
    found = found_times(task, list_in(task.data, "ad_block") or [], TimeReading(fps=Fraction(23)))
    assert apart({"frames": found["frames"], "seconds": [(1.0, 3.0), (3.12, 5.2), (5.48, 8.0)]}) > 0.3


def test_a_block_of_segments_is_laid_out_and_its_secrets_stay_out():
    task = read(SAMPLES / "tasks.json")[0][0]
    layout = lay_out(protocol("audio-description"), [task.data], SaidMapping())
    assert dict(layout.lines()) == {
        "clip": "video", "film": "movie", "context": "preceding_ad", "output": "ad_block[].text",
        "system": "ad_block[].model",
    }  # fmt: skip
    assert layout.unused == ("ad_block[].gt_text", "ad_block[].gen_text")


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("title", {"text": "t", "title": "x", "model": "m"}, {"output": "title", "source": "text", "system": "model"}),
        ("sarcasm-interpretation", {"tweet": "a", "text": "b"}, {"output": "text", "source": "tweet"}),
        ("caption-culture", {"photo": "a.jpg", "outputs": [{"caption": "x", "team": "m"}], "target_caption": "r"},
         {"output": "outputs[].caption", "picture": "photo", "reference": "target_caption",
          "system": "outputs[].team"}),
        ("caption-culture", {"pic_1": "a.jpg", "caption1": "x", "caption2": "y", "model1": "m", "model2": "n"},
         {"output": "caption1, caption2", "picture": "pic_1", "system": "model1, model2"}),
    ],
)  # fmt: skip
def test_fields_are_guessed_by_usual_names_and_by_what_values_look_like(name: str, data: Any, expected: Any):
    assert dict(lay_out(protocol(name), [data], SaidMapping()).lines()) == expected


def test_what_was_said_of_the_layout_wins_and_what_is_missing_is_refused():
    data: JsonObject = {"a": "source", "b": "output", "c": "m"}
    with pytest.raises(Refused) as refused:
        lay_out(protocol("title"), [data], SaidMapping())
    assert {(f.code, f.given) for f in refused.value.faults} == {
        ("label_studio.field_unmapped", "source"), ("label_studio.field_unmapped", "output"),
    }  # fmt: skip
    said = SaidMapping({"source": ("a",), "output": ("b",)}, ("c",))
    made = made_of("title", data, said)
    assert (made.systems, made.item, made.outputs) == (("m",), {"source": "source"}, [({"output": "output"}, [])])
    with pytest.raises(Refused, match="no_such_field"):
        lay_out(protocol("title"), [data], SaidMapping({"sauce": ("a",)}))


def test_the_same_item_of_two_systems_has_one_key_and_another_item_another():
    one = made_of("title", {"text": "t", "title": "x", "model": "m"})
    other = made_of("title", {"text": "t", "title": "y", "model": "n"})
    third = made_of("title", {"text": "u", "title": "y", "model": "n"})
    assert one.key == other.key != third.key
    assert made_of("title", {"id": 7, "text": "t", "title": "x"}).key == "7"


def test_a_segment_before_its_clip_and_mixed_systems_are_refused():
    block = [{"text": "a", "model": "m", "rel_start_s": n, "rel_end_s": n + 1} for n in range(3)]
    data = {"video": "a.mp4", "movie": "M", "ad_block": block}
    with pytest.raises(Refused, match="before_clip"):
        made_of("audio-description", data, timing=TimeReading(offset=-0.5))
    with pytest.raises(Refused, match="mixed_systems"):
        made_of("audio-description", {**data, "ad_block": [*block[:2], {**block[2], "model": "n"}]})
    with pytest.raises(Refused, match="wrong_entries"):
        made_of("audio-description", {**data, "ad_block": block[:2]})
