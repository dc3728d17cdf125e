"""Conversations and tables in tables of items: as JSON, as text, or as columns; every fault with its line."""

import json
from functools import partial
from pathlib import Path

import pytest

from jurybox.core import Refused
from jurybox.core.unit import Import
from jurybox.exchange.files import tables_of
from jurybox.exchange.items import read_import
from jurybox.exchange.items.reading import read_pairs, read_reading
from jurybox.exchange.media.files import store_media
from jurybox.exchange.media.folder import MediaFolder
from tests.fixtures.small import SCALE, protocol

SHOW = ["dialogue", "facts", "output"]
SPEC = protocol(
    SCALE,
    fields={"dialogue": "conversation", "facts": {"type": "table", "optional": True}, "output": "markdown"},
    stages=[{"id": "rating", "show": SHOW, "ask": [SCALE]}],
)
TURNS = [{"role": "user", "content": "Hi, you"}, {"role": "assistant", "content": "Yes?\nWhat?"}]
STORED = "user: Hi, you\nassistant: Yes?\n  What?"


def read(folder: Path, name: str, text: str, **said: object) -> Import:
    (folder / name).write_text(text, encoding="utf-8")
    stored = partial(store_media, MediaFolder(folder / "stored"))
    return read_import(SPEC, tables_of([folder / name]), store_media=stored, reading=read_reading(said))


def test_turns_come_as_json_or_as_text(tmp_path: Path) -> None:
    line = {"id": "1", "system": "a", "messages": TURNS, "facts": [["a", "b"], [1, 2]], "output": "# Yes"}
    batch = read(tmp_path, "items.jsonl", json.dumps(line))
    assert batch.items[0].fields == {"dialogue": STORED, "facts": "a,b\n1,2"}
    assert batch.outputs[0].fields == {"output": "# Yes"}
    cell = json.dumps(TURNS).replace('"', '""')
    batch = read(tmp_path, "items.csv", f'id,system,dialogue,output\n1,a,"{cell}",x\n2,a,user: Hello,y\n')
    assert [item.fields["dialogue"] for item in batch.items] == [STORED, "user: Hello"]


def test_columns_are_turns_of_who_they_are_called_by(tmp_path: Path) -> None:
    table = "id,system,user_1,assistant_1,user_2,output\n1,a,Hi,Yes?,Rain?,x\n2,a,Hi,,,y\n"
    batch = read(tmp_path, "items.csv", table, map=read_pairs(["dialogue=user_1+assistant_1+user_2"]))
    assert [item.fields["dialogue"] for item in batch.items] == ["user: Hi\nassistant: Yes?\nuser: Rain?", "user: Hi"]


def test_without_ids_equal_conversations_are_one_item(tmp_path: Path) -> None:
    lines = [{"system": s, "dialogue": TURNS, "output": s} for s in "ab"]
    batch = read(tmp_path, "items.jsonl", "\n".join(map(json.dumps, lines)))
    assert (len(batch.items), len(batch.outputs)) == (1, 2)


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    lines = [
        {"id": "1", "system": "a", "dialogue": [["zebra-7", "x"]], "facts": "a", "output": "x"},
        {"id": "2", "system": "a", "dialogue": "Hello", "output": "x"},
        {"id": "3", "system": "a", "dialogue": "user: Hi", "facts": "a,b\n1", "output": "x"},
    ]
    with pytest.raises(Refused) as refused:
        read(tmp_path, "items.jsonl", "\n".join(map(json.dumps, lines)))
    found = [(fault.line, fault.code) for fault in refused.value.faults]
    assert found == [(1, "form.unknown_role"), (1, "form.no_table"), (2, "form.no_turn"), (3, "form.ragged_table")]
