"""Loading: by name, by version, by path; with the bytes and hashes that a study keeps."""

import json
from pathlib import Path

import pytest

from jurybox.core.errors import NotFound, Refused
from jurybox.core.hashing import canonical_bytes, content_hash, hash_bytes
from jurybox.protocols import find_protocol, load_protocol, read_protocol, shelf, shelf_ids
from tests.fixtures.small import document

YAML = """\
id: mine
version: {version}
title: {{en: Mine}}
description: {{en: My own.}}
fields: {{source: text, output: text}}
stages: [{{id: a, show: [output], ask: [{{type: comment, id: note, prompt: {{en: What do you think?}}}}]}}]
"""


def put_on(own: Path, version: int, text: str | None = None) -> Path:
    folder = own / "mine" / str(version)
    folder.mkdir(parents=True)
    (folder / "protocol.yaml").write_text(text or YAML.format(version=version), encoding="utf-8")
    (folder / "guideline.en.md").write_text(f"# Mine {version}\n", encoding="utf-8")
    return folder


def test_a_bare_id_is_the_newest_version(tmp_path: Path):
    for version in (1, 2, 10):
        put_on(tmp_path, version)
    assert load_protocol("mine", tmp_path).protocol.name == "mine@10"
    assert load_protocol("mine@2", tmp_path).protocol.name == "mine@2"


def test_a_protocol_is_loaded_by_the_path_of_its_file_or_folder(tmp_path: Path):
    folder = put_on(tmp_path, 1)
    for ref in (folder, folder / "protocol.yaml", str(folder), str(folder / "protocol.yaml")):
        loaded = load_protocol(ref)
        assert loaded.protocol.name == "mine@1"
        assert loaded.folder == folder


def test_a_loaded_protocol_carries_document_bytes_and_hashes(tmp_path: Path):
    loaded = load_protocol(put_on(tmp_path, 1))
    assert loaded.document["fields"] == {"source": "text", "output": "text"}
    assert "merge" not in loaded.document
    assert loaded.content == canonical_bytes(loaded.document)
    assert loaded.hash == content_hash("protocol", loaded.document)
    assert loaded.guidelines == {"en": "# Mine 1\n"}
    assert loaded.guideline_hashes == {"en": hash_bytes("guideline", b"# Mine 1\n")}
    assert loaded.folder == tmp_path / "mine" / "1"


def test_stored_bytes_give_the_same_protocol_back(tmp_path: Path):
    loaded = load_protocol(put_on(tmp_path, 1))
    assert read_protocol(loaded.content) == loaded.protocol


def test_yaml_and_json_of_one_document_have_one_hash(tmp_path: Path):
    loaded = load_protocol(put_on(tmp_path, 1))
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(loaded.document), encoding="utf-8")
    assert load_protocol(path).hash == loaded.hash
    assert load_protocol(path).guidelines == {}


def test_a_file_is_found_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "mine.yaml").write_text(YAML.format(version=1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_protocol("mine.yaml", Path()).protocol.name == "mine@1"
    put_on(tmp_path, 1)
    assert load_protocol("mine/1").protocol.name == "mine@1"


@pytest.mark.parametrize(
    "ref",
    [
        "trnslation",
        "translation@99",
        "translation@",
        "translation@new",
        "translation@" + "9" * 5000,
        "./none.yaml",
        "none.json",
        "translation" * 500,
    ],
)
def test_an_unknown_protocol_is_answered_with_the_known_ones(ref: str):
    with pytest.raises(NotFound) as caught:
        load_protocol(ref)
    fault = caught.value.faults[0]
    assert fault.code == "protocol.unknown"
    assert fault.given == ref
    assert isinstance(fault.allowed, list)
    assert any(name.startswith("translation") for name in fault.allowed)


def test_a_path_from_the_network_is_not_followed(tmp_path: Path):
    folder = put_on(tmp_path, 1)
    for ref in (str(folder), str(folder / "protocol.yaml"), "../shelf/translation/1/protocol.yaml"):
        with pytest.raises(NotFound):
            load_protocol(ref, paths=False)
    assert load_protocol("mine", tmp_path, paths=False).protocol.id == "mine"


def test_a_faulty_protocol_is_refused_with_all_its_faults(tmp_path: Path):
    folder = put_on(tmp_path, 1, YAML.format(version=0).replace("show: [output]", "show: [outpt]"))
    with pytest.raises(Refused) as caught:
        load_protocol(folder)
    assert {fault.code for fault in caught.value.faults} == {
        "protocol.out_of_range",
        "protocol.unknown_field",
        "protocol.nothing_to_rate",
    }


def test_a_protocol_must_have_the_name_of_its_folder_on_the_shelf(tmp_path: Path):
    put_on(tmp_path, 3, YAML.format(version=4))
    with pytest.raises(Refused) as caught:
        load_protocol("mine", tmp_path)
    assert caught.value.faults[0].code == "protocol.wrong_folder"


def test_the_shelf_lists_id_versions_and_title(tmp_path: Path):
    put_on(tmp_path, 1)
    put_on(tmp_path, 2)
    mine = next(entry for entry in shelf(tmp_path) if entry.id == "mine")
    assert mine.versions == (1, 2)
    assert mine.title == {"en": "Mine"}
    assert "mine" in shelf_ids(tmp_path)
    assert "mine" not in shelf_ids()


def test_a_broken_protocol_is_listed_under_its_folders_name(tmp_path: Path):
    put_on(tmp_path, 1, "title: [")
    assert next(entry for entry in shelf(tmp_path) if entry.id == "mine").title == {"en": "mine"}


def test_the_shelf_holds_the_seven_protocols():
    wanted = {
        "audio-description",
        "caption-counts",
        "caption-culture",
        "sarcasm-interpretation",
        "summary",
        "title",
        "translation",
    }
    assert wanted <= set(shelf_ids())
    assert next(entry for entry in shelf() if entry.id == "audio-description").versions == (1, 2)


@pytest.mark.parametrize("id", shelf_ids())
def test_each_protocol_on_the_shelf_loads_in_every_version(id: str):
    for version in next(entry for entry in shelf() if entry.id == id).versions:
        loaded = load_protocol(f"{id}@{version}")
        assert loaded.protocol.name == f"{id}@{version}"
        assert set(loaded.guidelines) == set(loaded.protocol.languages)


def test_an_own_shelf_can_not_replace_a_protocol_of_ours(tmp_path: Path):
    folder = tmp_path / "translation" / "1"
    folder.mkdir(parents=True)
    (folder / "protocol.json").write_text(json.dumps(document(id="translation")), encoding="utf-8")
    assert tmp_path not in find_protocol("translation@1", tmp_path).parents
