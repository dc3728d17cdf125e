"""Pearmut's campaigns, read and written: documents, raters and their lists, and every fault at once."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.exchange.campaigns import AskedNumber, Campaign, HowRead, Listed, read_campaign, write_campaign

FILES = Path(__file__).parents[4] / "examples" / "files" / "campaigns"
SAMPLE = FILES / "pearmut.json"
OF_ONE = [{"item_id": "a", "src": "eins", "tgt": {"m": "one"}}]


def written(folder: Path, data: Any, info: dict[str, Any] | None = None, **more: Any) -> Path:
    path = folder / "campaign.json"
    document = {
        "info": {"assignment": "task-based", "protocol": "DA", **(info or {})},
        "campaign_id": "c",
        "data": data,
    }
    path.write_text(json.dumps({**document, **more}), encoding="utf-8")
    return path


def read(folder: Path, data: Any, info: dict[str, Any] | None = None, **more: Any) -> Campaign:
    return read_campaign(written(folder, data, info, **more), "pearmut")[0]


def faults(path: Path, **how: Any) -> list[tuple[str, Any]]:
    with pytest.raises(Refused) as refused:
        read_campaign(path, "pearmut", HowRead(**how))
    return [(fault.code, fault.given) for fault in refused.value.faults]


def test_documents_raters_and_lists_are_those_of_the_file():
    campaign, notes = read_campaign(SAMPLE, "pearmut")
    assert [(part.document, part.key, list(part.outputs)) for part in campaign.parts] == [
        ("bakery", "bakery_#_0", ["north", "south"]),
        ("bakery", "bakery_#_1", ["north", "south"]),
        ("harbour_#_0", "harbour_#_0", ["south"]),
    ]
    assert campaign.lists == {
        "ana": [Listed("bakery_#_0", ("north",)), Listed("bakery_#_1", ("north",)), Listed("harbour_#_0", ("south",))],
        "ben": [Listed("harbour_#_0", ("south",)), Listed("bakery_#_0", ("south",)), Listed("bakery_#_1", ("south",))],
    }
    assert (campaign.assign, campaign.together, notes) == ("fixed", False, [])
    assert (campaign.asked.shelf, campaign.asked.weights) == (("esa",), ("minor", "major"))


def test_what_is_written_is_what_was_read(tmp_path: Path):
    campaign, _ = read_campaign(SAMPLE, "pearmut")
    assert write_campaign(tmp_path / "again.json", "pearmut", campaign) == []
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(SAMPLE.read_text())


def test_sliders_categories_and_severities_come_and_go_as_they_are(tmp_path: Path):
    info = {
        "assignment": "single-stream",
        "protocol": "MQM",
        "users": ["ana"],
        "sliders": [{"name": "Fluency", "min": 0, "max": 5, "step": 1}],
        "mqm_categories": {"Style": ["Awkward", "Dull"], "Other": []},
        "mqm_severities": ["neutral", "critical"],
        "instructions_goodbye": "Thanks",
    }
    campaign = read(tmp_path, [OF_ONE], info)
    assert campaign.asked.numbers == (AskedNumber("Fluency", 0, 5, 1),)
    assert campaign.asked.labels == ("Style/Awkward", "Style/Dull", "Other")
    write_campaign(tmp_path / "again.json", "pearmut", campaign)
    assert json.loads((tmp_path / "again.json").read_text())["info"] == info


def test_raters_who_see_other_outputs_side_by_side_have_items_of_their_own(tmp_path: Path):
    both, one = {"a": "x", "b": "y"}, {"a": "x", "c": "z"}
    tasks = [[[{"item_id": "i", "src": "s", "tgt": shown}]] for shown in (both, one, both)]
    campaign = read(tmp_path, tasks)
    assert campaign.together
    assert [(part.key, list(part.outputs)) for part in campaign.parts] == [("i", ["a", "b"]), ("i@2", ["a", "c"])]
    assert [listed[0].key for listed in campaign.lists.values()] == ["i", "i@2", "i"]


def test_segments_without_ids_are_numbered_in_their_document(tmp_path: Path):
    items = [{"src": "eins", "tgt": {"m": "one"}}, {"src": "zwei", "tgt": {"m": "two"}}]
    campaign = read(tmp_path, [items, OF_ONE], {"assignment": "single-stream", "users": 3, "docs_per_user": 2})
    assert [part.key for part in campaign.parts] == ["1:1", "1:2", "a"]
    assert campaign.raters == ["user-1", "user-2", "user-3"]
    assert (campaign.lists, campaign.units_per_rater) == ({}, 3)


def test_tutorials_checks_forms_and_suggestions_are_named(tmp_path: Path):
    check = {"item_id": "c", "src": "s", "tgt": {"m": "t"}, "validation": {"m": {"score": [0, 10]}}}
    tutorial = {**check, "item_id": "t", "skippable": True}
    spans = {"m": [{"start_i": 0, "end_i": 2, "severity": "minor", "category": None}]}
    path = written(
        tmp_path,
        [
            [
                OF_ONE,
                [check, {**check, "validation": {"m": {"warning": "Look."}}}],
                [tutorial],
                [{"item_id": "p", "src": "s", "tgt": {"m": "one"}, "error_spans": spans}],
            ]
        ],
        {"instructions": "Rate.", "show_model_names": True, "shuffle": False, "protocol": "ESA"},
        data_welcome=[[{"text": "Who?", "form": "string"}]],
    )
    campaign, notes = read_campaign(path, "pearmut")
    assert [(one.part.key, one.scores) for one in campaign.checks] == [("c", {"m": (5.0, 5.0)})]
    assert {note.code for note in notes} == {
        "campaign.checks_left_out", "campaign.tutorials_left_out", "formats.forms_not_read",
        "campaign.instructions_left_out", "campaign.names_not_shown",
        "campaign.always_shuffled",
    }  # fmt: skip
    assert [part.key for part in campaign.parts] == ["a", "p"]
    assert [(mark.start, mark.end) for mark in campaign.parts[1].suggested["m"]] == [(0, 3)]


def test_every_fault_is_told_at_once_with_its_place(tmp_path: Path):
    path = written(
        tmp_path,
        [
            [
                [{"item_id": "a", "src": "eins", "tgt": {"m": "<b>one</b>", "n": "uno"}, "colour": "red"},
                 {"item_id": "b", "src": "zwei", "tgt": {"m": "two"}, "colour": "blue"}],
                [{"item_id": "c", "src": "https://example.org/clips/one.mp4", "tgt": {"m": 3}}],
                [{"item_id": "d", "src": "vier", "tgt": "four"}],
            ],
            [[{"item_id": "a", "src": "other", "tgt": {"m": "one"}}]],
        ],
        {"users": ["ana", "ana"], "mode": "fast"},
        extra=1,
    )  # fmt: skip
    assert sorted(faults(path), key=str) == sorted(
        [
            ("campaign.unknown_name", "mode"), ("campaign.unknown_name", "extra"), ("campaign.unknown_name", "colour"),
            ("campaign.bad_users", ["ana", "ana"]), ("campaign.html", "<b>"), ("campaign.missing_segments", ["2"]),
            ("campaign.address", "https://example.org/clips/one.mp4"), ("campaign.not_a_text", 3),
            ("formats.bad_entry", "four"), ("campaign.differs", "a"), ("campaign.differs", "a"),
        ],
        key=str,
    )  # fmt: skip


def test_names_that_are_passed_over_and_html_that_is_kept_are_no_faults(tmp_path: Path):
    path = written(tmp_path, [[[{**OF_ONE[0], "src": "<i>eins</i>", "domain": "news"}]]])
    assert sorted(faults(path)) == [("campaign.html", "<i>"), ("campaign.unknown_name", "domain")]
    campaign, notes = read_campaign(path, "pearmut", HowRead(ignore=frozenset({"domain"}), html="keep"))
    assert (campaign.parts[0].source, [note.code for note in notes]) == ("<i>eins</i>", ["campaign.ignored"])


def test_users_and_tasks_are_as_many(tmp_path: Path):
    assert faults(written(tmp_path, [[OF_ONE]], {"users": ["ana", "ben"]})) == [("campaign.users_differ", 2)]


@pytest.mark.parametrize("address", ["clips/one.mp4", "assets/clips/one.mp4", "https://example.org/x/one.mp4?a=1"])
def test_a_film_in_place_of_a_source_comes_from_the_folder(tmp_path: Path, address: str):
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "one.mp4").write_bytes(b"")
    (tmp_path / "one.mp4").write_bytes(b"")
    path = written(tmp_path, [[[{**OF_ONE[0], "src": f'<video controls src="{address}"></video>'}]]])
    assert [code for code, _ in faults(path)] == ["campaign.address"]
    campaign, _ = read_campaign(path, "pearmut", HowRead(media=tmp_path))
    assert campaign.parts[0].source is None
    assert campaign.parts[0].files["film"].endswith("one.mp4")


@pytest.mark.parametrize("text", ["3 < 4 and 5 > 4", "see https://example.org/news today", "a <3 b", "x<y>z"])
def test_plain_texts_with_signs_and_addresses_inside_are_texts(tmp_path: Path, text: str):
    assert read(tmp_path, [[[{**OF_ONE[0], "src": text}]]]).parts[0].source == text


@pytest.mark.parametrize("content", ["[]", '{"data": []}', "{", '{"info": {}, "campaign_id": "c", "data": 3}'])
def test_what_is_no_campaign_is_refused(tmp_path: Path, content: str):
    (tmp_path / "no.json").write_text(content)
    assert faults(tmp_path / "no.json")
