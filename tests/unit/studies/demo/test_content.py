"""The demonstration's own texts, pictures and clips: whole, importable, small, with something to see in each study."""

import csv
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from ruamel.yaml import YAML

from jurybox.core.protocol import MEDIA_TYPES
from jurybox.core.text import exact_key, same_text, same_words_key
from jurybox.core.unit import Import
from jurybox.exchange.items.read import read_import
from jurybox.exchange.media import MediaFolder, files
from jurybox.protocols import load_protocol, shelf_ids
from jurybox.studies.demo import samples, shown_protocols
from tests.paths import ROOT

CONTENT = ROOT / "src" / "jurybox" / "studies" / "demo" / "content"
STUDIES = sorted(path.parent.name for path in CONTENT.glob("*/study.yaml"))
ITEMS = {
    "audio-description": {"de": 3, "it": 3},
    "caption-counts": {"en": 6},
    "caption-culture": {"es": 8, "pt": 6},
    "sarcasm-interpretation": {"en": 12},
    "summary": {"en": 8},
    "title": {"en": 8},
    "translation": {"de": 6, "ro": 6},
}

every_study = pytest.mark.parametrize("study", STUDIES)


def rows_of(study: str, file: str) -> list[dict[str, str]]:
    with (CONTENT / study / file).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def settings_of(study: str) -> dict[str, Any]:
    document: dict[str, Any] = YAML(typ="safe").load(CONTENT / study / "study.yaml")
    return document


def imported(study: str, tmp_path: Path) -> Import:
    folder = CONTENT / study
    people = folder / "people.json"
    return read_import(
        load_protocol(study).protocol,
        [folder / "items.csv"],
        store_media=partial(files.store_media, MediaFolder(tmp_path)),
        media=folder / "media" if (folder / "media").exists() else None,
        people=people if people.exists() else None,
    )


def test_every_protocol_of_the_shelf_has_a_sample_and_those_of_the_guidelines_a_demonstration():
    assert samples() == shelf_ids()
    assert set(STUDIES) == set(ITEMS) == set(shown_protocols())


@every_study
def test_the_table_is_imported_without_a_fault(study: str, tmp_path: Path):
    result = imported(study, tmp_path)
    assert Counter(item.group for item in result.items) == ITEMS[study]
    assert len(result.systems) == 5
    assert Counter(output.item for output in result.outputs) == {item.key: 5 for item in result.items}


@every_study
def test_no_output_is_empty_or_has_blanks_at_its_ends(study: str):
    for row in rows_of(study, "items.csv"):
        assert row["output"]
        assert row["output"] == row["output"].strip()


@every_study
def test_no_row_comes_twice(study: str):
    keys = [(row["id"], row["system"], row.get("segment")) for row in rows_of(study, "items.csv")]
    assert len(keys) == len(set(keys))


@every_study
def test_every_media_file_is_used_and_every_named_one_is_there(study: str, tmp_path: Path):
    fields = load_protocol(study).protocol.fields
    values: list[tuple[str, Any]] = [value for item in imported(study, tmp_path).items for value in item.fields.items()]
    named = {value["name"] for name, value in values if fields[name].type in MEDIA_TYPES}
    people = [person for name, value in values if fields[name].type == "people" for person in value]
    named |= {person["picture"]["name"] for person in people if person["picture"]}
    assert named == {path.name for path in (CONTENT / study).glob("media/*")}


@every_study
def test_two_systems_of_some_item_gave_the_same_output(study: str, tmp_path: Path):
    """So that merging can be seen."""
    same = same_words_key if load_protocol(study).protocol.merge == "same-words" else exact_key
    texts = defaultdict(list)
    for output in imported(study, tmp_path).outputs:
        parts = [output.fields, *output.segments]
        texts[output.item].append(
            tuple((name, same(str(text))) for part in parts for name, text in sorted(part.items()))
        )
    assert any(len(set(outputs)) < len(outputs) for outputs in texts.values())
    assert all(len(set(outputs)) >= 4 for outputs in texts.values())


@every_study
def test_every_output_has_an_intended_quality(study: str):
    quality = rows_of(study, "quality.csv")
    keys = [(row["id"], row["system"], row.get("segment")) for row in quality]
    assert keys == [(row["id"], row["system"], row.get("segment")) for row in rows_of(study, "items.csv")]
    assert {int(row["quality"]) for row in quality} == {1, 2, 3, 4, 5}


@every_study
def test_equal_outputs_have_equal_quality(study: str):
    known: dict[tuple[str, str], dict[str, str]] = {}
    for row, quality in zip(rows_of(study, "items.csv"), rows_of(study, "quality.csv"), strict=True):
        rest = {name: value for name, value in quality.items() if name not in ("id", "system", "segment")}
        assert known.setdefault((row["id"] + row.get("segment", ""), same_words_key(row["output"])), rest) == rest


@every_study
def test_three_pretend_raters_and_a_guest_cover_all_groups(study: str):
    settings = settings_of(study)
    assert set(settings) - {"settings", "example"} == {"name", "key", "raters", "guest"}
    assert settings["key"] == f"demo-{study}"
    assert len(settings["raters"]) == 3
    assert all(-1 <= rater["severity"] <= 1 for rater in settings["raters"])
    groups = Counter(group for rater in settings["raters"] for group in rater["groups"])
    assert set(groups) == set(settings["guest"]["groups"]) == set(ITEMS[study])
    assert min(groups.values()) >= 2


def test_some_interpretations_repeat_their_sarcastic_source():
    rows = rows_of("sarcasm-interpretation", "items.csv")
    sources = {row["id"]: row["source"] for row in rows if row["source"]}
    copies = [(row["id"], row["system"]) for row in rows if same_text(row["output"], sources[row["id"]])]
    adequacy = {(row["id"], row["system"]): row["adequacy"] for row in rows_of("sarcasm-interpretation", "quality.csv")}
    assert len(copies) >= 4
    assert {adequacy[copy] for copy in copies} == {"1"}


def test_intended_tags_are_tags_of_the_protocol():
    question: Any = load_protocol("audio-description").protocol.question("errors")
    tags = [tag for row in rows_of("audio-description", "quality.csv") for tag in row["tags"].split()]
    assert set(tags) <= set(question.all_tags())
    assert len(set(tags)) >= 15


def test_the_description_before_a_clip_is_the_last_one_of_the_clip_before():
    rows = rows_of("audio-description", "items.csv")
    last = {(row["id"], row["system"]): row["output"] for row in rows}
    later = [row for row in rows if row["segment"] == "1" and not row["id"].endswith("-1")]
    assert later
    for row in later:
        name, number = row["id"].rsplit("-", 1)
        assert row["context"] == last[f"{name}-{int(number) - 1}", row["system"]]


def test_segments_follow_each_other_inside_their_clip(tmp_path: Path):
    for item in imported("audio-description", tmp_path).items:
        times = [time for segment in item.segments for time in (segment.start, segment.end) if time is not None]
        assert len(times) == 6
        assert times == sorted(times)
        clip: Any = item.fields["clip"]
        assert times[-1] <= clip["duration"]


def test_intended_counts_come_in_halves():
    for row in rows_of("caption-counts", "quality.csv"):
        assert all(float(row[name]) * 2 % 1 == 0 for name in ("objects", "relations", "attributes"))
        assert row["whole"] in ("0", "1")


def test_sources_to_be_summarised_have_60_to_120_words():
    sources = [row["source"] for row in rows_of("summary", "items.csv") if row["source"]]
    assert all(60 <= len(source.split()) <= 120 for source in sources)


@pytest.mark.parametrize("path", sorted(CONTENT.glob("caption-*/media/*.png")), ids=lambda path: path.stem)
def test_pictures_are_small_and_of_one_size(path: Path):
    with Image.open(path) as picture:
        assert picture.size == (480, 360)
    assert path.stat().st_size < 25_000


def test_clips_can_start_before_they_are_loaded():
    clips = list(CONTENT.glob("audio-description/media/*.mp4"))
    assert clips
    for path in clips:
        data = path.read_bytes()
        assert 0 < data.index(b"moov") < data.index(b"mdat")
        assert len(data) < 400_000


def test_media_carry_no_metadata():
    media = list(CONTENT.glob("*/media/*"))
    assert media
    for path in media:
        assert not any(word in path.read_bytes() for word in (b"Lavf", b"Lavc", b"x264", b"tEXt", b"iTXt", b"eXIf"))


def test_all_of_it_is_less_than_one_and_a_half_megabytes():
    assert sum(path.stat().st_size for path in CONTENT.rglob("*") if path.is_file()) < 1_500_000
