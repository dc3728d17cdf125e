"""Items from tables: what is read, and every fault at once with file and line."""

import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from jurybox.core.errors import Refused
from jurybox.core.unit import Import, Item, Output, Segment, System, SystemKind
from jurybox.exchange.items.checks import Existing
from jurybox.exchange.items.read import read_import
from jurybox.exchange.media.files import MediaFile, store_media
from jurybox.exchange.media.folder import MediaFolder
from tests.fixtures.small import SCALE, protocol

TRANSLATION = protocol()
CAPTIONS = protocol(
    SCALE,
    unit={"candidates": "all"},
    fields={"picture": "image", "output": "text", "reference": {"type": "text", "optional": True}},
    stages=[{"id": "rating", "show": ["picture", "output"], "ask": [SCALE]}],
    rules=[{"when": {"empty": "output"}, "answer": {"quality": 1}, "because": {"en": "Nothing there."}}],
)
FILMS = protocol(
    {**SCALE, "about": "segment"},
    unit={"segments": 2},
    fields={
        "film": "text",
        "cast": {"type": "people", "optional": True},
        "scene": {"type": "text", "per": "segment", "optional": True},
        "context": {"type": "text", "per": "system", "optional": True},
        "output": "text",
    },
    stages=[{"id": "rating", "show": ["film", "output"], "ask": [{**SCALE, "about": "segment"}]}],
)

DOCUMENTS = protocol(
    {**SCALE, "about": "output"},
    unit={"segments": "all", "candidates": "all"},
    fields={"source": {"type": "text", "per": "segment"}, "output": "text"},
    stages=[{"id": "rating", "show": ["source", "output"], "ask": [{**SCALE, "about": "output"}]}],
)


class Study:
    """A folder with tables and media, read with as little ceremony as possible."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.media = folder / "pictures"
        self.stored = folder / "media"
        self.media.mkdir()

    def file(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def picture(self, name: str) -> None:
        path = self.media / name
        path.parent.mkdir(exist_ok=True)
        Image.new("RGB", (4, 2), "red").save(path)

    def read(self, with_protocol: Any = TRANSLATION, /, *tables: Path, **options: Any) -> Import:
        options.setdefault("media", self.media)
        return read_import(
            with_protocol, list(tables), store_media=partial(store_media, MediaFolder(self.stored)), **options
        )

    def faults(self, *arguments: Any, **options: Any) -> list[tuple[str, str, Any]]:
        """(code, file:line, given) of all faults; nothing may have been written."""
        with pytest.raises(Refused) as refused:
            self.read(*arguments, **options)
        assert not self.stored.exists()
        self.refused = refused.value.faults
        return [(fault.code.removeprefix("import."), fault.where, fault.given) for fault in self.refused]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


def test_a_plain_table_without_systems_gives_one_output_per_item(study):
    table = study.file("items.csv", "id,source,output\n a ,Hola, Hello \nb,Adiós,Bye\n")
    assert study.read(TRANSLATION, table) == Import(
        items=(Item("a", "", {"source": "Hola"}), Item("b", "", {"source": "Adiós"})),
        systems=(System("", SystemKind.NONE),),
        outputs=(Output("a", "", {"output": " Hello "}), Output("b", "", {"output": "Bye"})),
    )


def test_rows_of_one_item_name_its_systems(study):
    table = study.file(
        "items.csv",
        "id,group,system,kind,source,output\n"
        "a,es,one,system,Hola,Hello\n"
        "a,,human,reference,,Hi\n"
        "b,es,one,,Adiós,Bye\n"
        "b,es,human,,Adiós,Goodbye\n",
    )
    batch = study.read(TRANSLATION, table)
    assert batch.items == (Item("a", "es", {"source": "Hola"}), Item("b", "es", {"source": "Adiós"}))
    assert batch.systems == (System("one"), System("human", SystemKind.REFERENCE))
    assert batch.outputs[1:3] == (Output("a", "human", {"output": "Hi"}), Output("b", "one", {"output": "Bye"}))


def test_items_and_outputs_may_come_in_several_tables_of_several_kinds(study):
    outputs = study.file("outputs.jsonl", '{"id": 1, "system": "one", "output": "Hello", "group": null}\n')
    items = study.file("items.tsv", "id\tgroup\tsource\n1\tes\tHola\n")
    batch = study.read(TRANSLATION, outputs, items)
    assert batch.items == (Item("1", "es", {"source": "Hola"}),)
    assert batch.outputs == (Output("1", "one", {"output": "Hello"}),)


def test_two_columns_with_one_value_are_not_mistaken_for_each_other(study):
    first = study.file("a.csv", "id,system,group,output\n1,s,x,o\n")
    second = study.file("b.csv", "id,source\n1,x\n")
    assert study.read(TRANSLATION, first, second).items == (Item("1", "x", {"source": "x"}),)


def test_segments_carry_times_and_each_systems_texts(study):
    table = study.file(
        "ads.csv",
        "id,system,segment,start,end,film,scene,context,output\n"
        "k,one,1,0,1.5,Heat,street,Before.,He walks.\n"
        "k,one,2,1.5,3,Heat,,,He runs.\n"
        "k,two,2,1.50,3,,bank,Earlier.,Someone runs.\n"
        "k,two,1,,,,,Earlier.,Someone walks.\n",
    )
    batch = study.read(FILMS, table)
    segments = (Segment({"scene": "street"}, 0.0, 1.5), Segment({"scene": "bank"}, 1.5, 3.0))
    assert batch.items == (Item("k", "", {"film": "Heat"}, segments),)
    assert batch.outputs == (
        Output("k", "one", {"context": "Before."}, ({"output": "He walks."}, {"output": "He runs."})),
        Output("k", "two", {"context": "Earlier."}, ({"output": "Someone walks."}, {"output": "Someone runs."})),
    )


def test_pictures_are_stored_once_and_named_by_what_they_hold(study):
    study.picture("a.png")
    study.picture("sub/b.png")
    table = study.file("items.csv", "id,system,picture,output\n1,s,a.png,x\n1,t,a.png,y\n2,s,sub\\b.png,z\n")
    batch = study.read(CAPTIONS, table)
    first, second = (item.fields["picture"] for item in batch.items)
    assert (first["type"], first["width"], first["height"], first["name"]) == ("image/png", 4, 2, "a.png")
    assert second["name"] == "sub\\b.png"
    assert first["file"] == second["file"]
    assert [path.name for path in study.stored.rglob("*") if path.is_file()] == [first["file"]]


def test_people_come_with_their_pictures(study):
    study.picture("al.png")
    people = study.file(
        "people.json",
        json.dumps(
            {"Heat": [{"id": 1, "role": "Hanna", "name": "Al", "img": "al.png"}, {"role": "Neil", "name": "Bob"}]}
        ),
    )
    table = study.file("ads.csv", "id,segment,film,cast,output\nk,1,Heat,Heat,a\nk,2,Heat,Heat,b\n")
    (item,) = study.read(FILMS, table, people=people).items
    al, bob = item.fields["cast"]
    assert (al["role"], al["name"], al["picture"]["type"]) == ("Hanna", "Al", "image/png")
    assert bob == {"role": "Neil", "name": "Bob", "picture": None}


def test_progress_counts_up_to_the_whole(study):
    study.picture("a.png")
    table = study.file("items.csv", "id,system,picture,output\n1,s,a.png,x\n" + "1,t{},a.png,x\n" * 1)
    told: list[tuple[int, int]] = []
    study.read(CAPTIONS, table, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1] == table.stat().st_size + 2 * (study.media / "a.png").stat().st_size


def test_every_fault_of_a_table_is_reported_at_once_and_nothing_is_stored(study):
    study.picture("a.png")
    table = study.file(
        "items.csv",
        "id,system,kind,picture,output\n"
        "1,s,,a.png,x\n"
        ",s,,a.png,x\n"
        "1,s,,a.png,again\n"
        "1,t,,b.png,x\n"
        "2,s,reference,nome.png,x\n"
        "3,s,system,a.png,x\n"
        "3,t,robot,,\n"
        "4,,,a.png,\n"
        "5,,system,a.png,x\n"
        "6,t,,,x\n",
    )
    assert study.faults(CAPTIONS, table) == [
        ("empty_id", "items.csv:3", None),
        ("duplicate", "items.csv:4", "1"),
        ("conflict", "items.csv:5", "b.png"),
        ("missing_media", "items.csv:6", "nome.png"),
        ("kind_conflict", "items.csv:7", "system"),
        ("wrong_kind", "items.csv:8", "robot"),
        ("empty_output", "items.csv:8", "output"),
        ("item_without_output", "items.csv:9", "4"),
        ("kind_without_system", "items.csv:10", "system"),
        ("no_system", "items.csv:10", "5"),
        ("missing_value", "items.csv:11", "picture"),
    ]
    assert [fault.params["first"] for fault in study.refused[1:3]] == ["items.csv:2", "items.csv:2"]


def test_faults_of_all_tables_are_reported_together(study):
    first = study.file("a.csv", "id,sorce,output\n1,x,y\n")
    second = study.file("b.csv", "source,output\nx,y\n")
    third = study.file("c.csv", b"id,source\n\xff,x\n")
    fourth = study.file("d.jsonl", '{"id": "9", "output": 5, "x": 1}\n{"id": "8", "x": 1}\n{"output": "z"}\n')
    assert study.faults(TRANSLATION, first, second, third, fourth) == [
        ("unknown_column", "a.csv:1", "sorce"),
        ("no_id_column", "b.csv:1", None),
        ("not_utf8", "c.csv:2", "0xFF"),
        ("unknown_column", "d.jsonl:1", "x"),
        ("not_text", "d.jsonl:1", "5"),
        ("empty_id", "d.jsonl:3", None),
    ]
    assert study.refused[0].params["nearest"] == "source"
    assert study.refused[0].allowed == ["id", "group", "system", "kind", "segment", "start", "end", "output", "source"]


def test_tables_of_one_name_are_told_apart_by_their_folder(study):
    paths = [study.file(f"{folder}/items.csv", "id,source,output\n1,x\n") for folder in "ab"]
    assert [where for _, where, _ in study.faults(TRANSLATION, *paths)] == [f"{path}:2" for path in paths]


def test_a_required_column_that_no_table_has_is_one_fault(study):
    table = study.file("items.csv", "id,output\n" + "".join(f"{n},x\n" for n in range(50)))
    assert study.faults(TRANSLATION, table) == [("missing_column", "items.csv:1", "source")]


def test_a_table_without_rows_is_refused(study):
    assert study.faults(TRANSLATION, study.file("items.csv", "id,source,output\n")) == [
        ("no_rows", "items.csv:1", None)
    ]


def test_columns_for_segments_are_refused_where_there_are_none(study):
    table = study.file("items.csv", "id,segment,start,source,output\n1,1,0,x,y\n")
    assert study.faults(TRANSLATION, table) == [
        ("no_segments", "items.csv:1", "segment"),
        ("no_segments", "items.csv:1", "start"),
    ]


def test_faults_of_segments_are_reported_at_once(study):
    table = study.file(
        "ads.csv",
        "id,system,segment,start,end,film,scene,output\n"
        "a,s,1,0,1,Heat,,x\n"
        "a,s,3,1,2,Heat,,x\n"
        "b,s,one,1,2,Heat,,x\n"
        "c,s,1,2,2,Heat,,x\n"
        'c,s,2,"3,5",4,Heat,,x\n'
        "d,s,1,2,1,Heat,,x\n"
        "d,s,2,2,,Heat,,x\n"
        "e,s,1,0,1,Heat,street,x\n"
        "f,s,,0,1,Heat,,x\n"
        "g,s,1,nan,-1,Heat,,x\n",
    )
    assert study.faults(FILMS, table) == [
        ("wrong_segment", "ads.csv:3", "3"),
        ("wrong_segment", "ads.csv:4", "one"),
        ("not_a_number", "ads.csv:6", "3,5"),
        ("wrong_times", "ads.csv:7", 2.0),
        ("missing_value", "ads.csv:8", "end"),
        ("missing_segments", "ads.csv:9", [2]),
        ("segment_missing", "ads.csv:10", "start"),
        ("segment_missing", "ads.csv:10", "end"),
        ("segment_missing", "ads.csv:10", "output"),
        ("missing_segments", "ads.csv:10", [1, 2]),
        ("not_a_number", "ads.csv:11", "nan"),
        ("not_a_number", "ads.csv:11", "-1"),
    ]


def test_documents_have_as_many_segments_as_their_rows_name(study):
    rows = [
        (key, n, system) for key, many in (("long", 12), ("short", 1)) for n in range(many, 0, -1) for system in "st"
    ]
    text = "".join(f"{key},{n},{system},source {n},{system} {n}\n" for key, n, system in rows)
    batch = study.read(DOCUMENTS, study.file("docs.csv", f"id,segment,system,source,output\n{text}"))

    assert [(item.key, len(item.segments)) for item in batch.items] == [("long", 12), ("short", 1)]
    long = next(output for output in batch.outputs if (output.item, output.system) == ("long", "t"))
    assert [fields["output"] for fields in long.segments] == [f"t {n}" for n in range(1, 13)]
    assert [segment.fields["source"] for segment in batch.items[0].segments] == [f"source {n}" for n in range(1, 13)]


def test_documents_that_lack_something_are_refused_with_every_place(study):
    table = study.file(
        "docs.csv",
        "id,segment,system,source,output\n"
        "a,1,s,x,x\n"
        "a,2,s,x,x\n"
        "a,1,t,x,x\n"
        "b,1,s,x,x\n"
        "b,4,s,x,x\n"
        "c,,s,,\n"
        "d,1001,s,x,x\n"
        "e,1,s,,x\n"
        "f,1,s,x,x\n"
        "f,2,s,x,x\n"
        "f,1,t,x,\n",
    )
    assert study.faults(DOCUMENTS, table) == [
        ("segments_of_one", "docs.csv:4", [2]),
        ("gap_in_segments", "docs.csv:5", [2, 3]),
        ("item_without_segments", "docs.csv:7", "c"),
        ("wrong_segment", "docs.csv:8", "1001"),
        ("missing_value", "docs.csv:9", "source"),
        ("segments_of_one", "docs.csv:12", [2]),
        ("empty_output", "docs.csv:12", "output"),
    ]


def test_systems_must_agree_on_the_times_of_a_segment(study):
    table = study.file("ads.csv", "id,system,segment,start,end,film,output\nk,s,1,0,1,F,x\nk,t,1,0,2,F,x\n")
    (fault, *_), _ = study.faults(FILMS, table), None
    assert fault == ("missing_segments", "ads.csv:2", [2])
    conflict = next(fault for fault in study.refused if fault.code == "import.conflict")
    assert (conflict.where, conflict.given, conflict.allowed) == ("ads.csv:3", 2.0, 1.0)


def test_empty_outputs_are_refused_left_out_or_kept_for_the_rule_as_the_organiser_chooses(study):
    study.picture("a.png")
    table = study.file("items.csv", "id,system,picture,output\n1,s,a.png,\n1,t,a.png,  \n1,u,a.png,x\n")
    assert [fault[:2] for fault in study.faults(CAPTIONS, table)] == [
        ("empty_output", "items.csv:2"),
        ("empty_output", "items.csv:3"),
    ]
    left = study.read(CAPTIONS, table, empty="leave-out")
    assert left.left_out == ("items.csv:2", "items.csv:3")
    assert [output.system for output in left.outputs] == ["u"]
    assert [system.name for system in left.systems] == ["s", "t", "u"]
    kept = study.read(CAPTIONS, table, empty="rule")
    assert [output.fields["output"] for output in kept.outputs] == ["", "", "x"]


def test_an_empty_output_without_a_rule_can_not_be_kept(study):
    table = study.file("items.csv", "id,source,output\n1,x,\n")
    assert study.faults(TRANSLATION, table, empty="rule") == [("no_empty_rule", "items.csv:2", "output")]


def test_one_empty_segment_leaves_the_whole_output_out(study):
    table = study.file("ads.csv", "id,system,segment,film,output\nk,s,1,F,x\nk,s,2,F,\nk,t,1,F,x\nk,t,2,F,y\n")
    batch = study.read(FILMS, table, empty="leave-out")
    assert (batch.left_out, [output.system for output in batch.outputs]) == (("ads.csv:3",), ["t"])


def test_a_missing_picture_is_named_with_its_folder_and_the_nearest_name(study):
    study.picture("deep/bullfight.png")
    table = study.file("items.csv", "id,picture,output\n1,bullfight.png,x\n2,deep/bulfight.png,x\n3,Other.gif,x\n")
    assert [fault[0] for fault in study.faults(CAPTIONS, table)] == ["missing_media"] * 3
    assert [fault.params["nearest"] for fault in study.refused] == ["deep/bullfight.png", "deep/bullfight.png", None]
    assert study.refused[0].allowed == str(study.media.resolve())


@pytest.mark.parametrize(
    "name",
    ["../secret.png", "/etc/passwd", "C:\\secret.png", "..\\secret.png", "\\\\host\\x.png", "a/../../secret.png"],
)
def test_a_file_outside_the_media_folder_is_refused(study, name):
    Image.new("RGB", (1, 1)).save(study.folder / "secret.png")
    table = study.file("items.csv", f"id,picture,output\n1,{name},x\n")
    assert study.faults(CAPTIONS, table) == [("media_outside", "items.csv:2", name)]


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_that_leaves_the_media_folder_is_refused_and_one_inside_is_followed(study):
    Image.new("RGB", (1, 1)).save(study.folder / "secret.png")
    study.picture("real.png")
    (study.media / "out.png").symlink_to(study.folder / "secret.png")
    (study.media / "up").symlink_to(study.folder)
    (study.media / "in.png").symlink_to(study.media / "real.png")
    table = study.file("items.csv", "id,picture,output\n1,out.png,x\n2,up/secret.png,x\n3,in.png,x\n")
    assert study.faults(CAPTIONS, table) == [
        ("media_outside", "items.csv:2", "out.png"),
        ("media_outside", "items.csv:3", "up/secret.png"),
    ]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
def test_a_pipe_in_the_media_folder_is_not_waited_for(study):
    os.mkfifo(study.media / "pipe.png")
    table = study.file("items.csv", "id,picture,output\n1,pipe.png,x\n")
    assert study.faults(CAPTIONS, table)[0][0] == "missing_media"


def test_addresses_broken_pictures_and_other_kinds_of_files_are_refused(study):
    study.picture("ok.png")
    whole = (study.media / "ok.png").read_bytes()
    study.file("pictures/cut.png", whole[:-20])
    study.file("pictures/wrong.png", whole.replace(b"IDAT", b"IDAX"))
    study.file("pictures/drawing.svg", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    study.file("pictures/sound.wav", _wav())
    study.file("pictures/empty.png", b"")
    names = ["https://host/a.png", "cut.png", "wrong.png", "drawing.svg", "sound.wav", "empty.png", "ok.png"]
    table = study.file("items.csv", "id,picture,output\n" + "".join(f"{n},{name},x\n" for n, name in enumerate(names)))
    assert study.faults(CAPTIONS, table) == [
        ("media_address", "items.csv:2", "https://host/a.png"),
        ("media.truncated", "items.csv:3", "cut.png"),
        ("media.broken", "items.csv:4", "wrong.png"),
        ("media.svg", "items.csv:5", "drawing.svg"),
        ("wrong_media", "items.csv:6", "sound.wav"),
        ("media.broken", "items.csv:7", "empty.png"),
    ]


def _wav() -> bytes:
    body = b"WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\x02\0\0\0ab"
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def test_a_picture_is_found_in_either_unicode_form(study):
    study.picture("cafe\u0301.png")
    table = study.file("items.csv", "id,picture,output\n1,caf\u00e9.png,x\n")
    assert study.read(CAPTIONS, table).items[0].fields["picture"]["width"] == 4


def test_media_without_a_folder_and_people_without_a_file_are_refused(study):
    pictures = study.file("items.csv", "id,picture,output\n1,a.png,x\n")
    assert study.faults(CAPTIONS, pictures, media=None) == [("no_media_folder", "items.csv:2", "a.png")]
    films = study.file("ads.csv", "id,segment,film,cast,output\nk,1,F,Heat,a\nk,2,F,Heat,b\n")
    assert study.faults(FILMS, films) == [("no_people_file", "ads.csv:2", "Heat")]


def test_faults_of_the_people_file_are_reported_with_those_of_the_table(study):
    people = study.file(
        "people.json",
        '{"Heat": [{"role": "a", "name": "b", "img": "none.png"}, {"role": 1, "face": ""}, 7],'
        ' "Big": 3, "Ran": [{"role": "", "name": "", "img": 5}], "Ran": []}',
    )
    table = study.file("ads.csv", "id,segment,film,cast,output\nk,1,F,Heat,a\nk,2,F,,b\nl,1,F,Haet,\nl,2,F,,b\n")
    assert study.faults(FILMS, table, people=people) == [
        ("missing_media", "ads.csv:2", "none.png"),
        ("empty_output", "ads.csv:4", "output"),
        ("unknown_people", "ads.csv:4", "Haet"),
        ("people.twice", "", "Ran"),
        ("people.unknown_key", "Heat[1]", "face"),
        ("people.missing_text", "Heat[1]", "role"),
        ("people.missing_text", "Heat[1]", "name"),
        ("people.not_a_person", "Heat[2]", None),
        ("people.not_a_list", "'Big'", None),
    ]


def test_a_broken_people_file_is_refused(study):
    table = study.file("ads.csv", "id,segment,film,output\nk,1,F,a\nk,2,F,b\n")
    assert study.faults(FILMS, table, people=study.file("p.json", '{\n"a": [\n'))[0][:2] == ("broken_json", "p.json:3")
    assert study.faults(FILMS, table, people=study.file("p.json", "[]"))[0][:2] == ("people.not_films", "")
    assert study.faults(FILMS, table, people=study.folder / "no.json")[0][:2] == ("no_such_file", "no.json:1")


EXISTING = Existing({"a": Item("a", "es", {"source": "Hola"})}, {"one": SystemKind.SYSTEM}, frozenset({("a", "one")}))


def test_a_system_is_added_to_items_that_a_study_has(study):
    table = study.file("more.csv", "id,system,source,output\na,two,Hola,Hi\nb,one,Sí,Yes\nb,two,,Yeah\n")
    batch = study.read(TRANSLATION, table, existing=EXISTING)
    assert [item.key for item in batch.items] == ["b"]
    assert batch.systems == (System("two"),)
    assert [(output.item, output.system) for output in batch.outputs] == [("a", "two"), ("b", "one"), ("b", "two")]
    only_outputs = study.file("outputs.csv", "id,system,output\na,two,Hi\n")
    assert study.read(TRANSLATION, only_outputs, existing=EXISTING).items == ()


def test_what_a_study_has_is_not_changed_by_adding(study):
    table = study.file("more.csv", "id,group,system,kind,source,output\na,fr,one,reference,Hola!,Hi\n")
    assert study.faults(TRANSLATION, table, existing=EXISTING) == [
        ("kind_of_study", "more.csv:2", "reference"),
        ("differs_from_study", "more.csv:2", "fr"),
        ("differs_from_study", "more.csv:2", "Hola!"),
        ("already_there", "more.csv:2", "a"),
    ]


def test_a_study_without_systems_stays_without(study):
    existing = Existing({}, {"": SystemKind.NONE}, frozenset())
    table = study.file("more.csv", "id,system,source,output\na,two,Hola,Hi\n")
    assert study.faults(TRANSLATION, table, existing=existing) == [("study_without_systems", "more.csv:2", "two")]
    plain = study.file("plain.csv", "id,source,output\na,Hola,Hi\n")
    assert study.read(TRANSLATION, plain, existing=existing).systems == ()


def test_a_fault_in_every_line_is_counted_beyond_the_list(study):
    table = study.file("items.csv", "id,source,output\n" + "".join(f"{n},,\n" for n in range(300)))
    faults = study.faults(TRANSLATION, table)
    assert (len(faults), faults[-1]) == (201, ("more_faults", "", 400))


def test_media_are_stored_only_after_everything_was_checked(study):
    study.picture("a.png")
    table = study.file("items.csv", "id,picture,output\n1,a.png,x\n2,b.png,y\n")
    stored: list[Path] = []

    def remember(path: Path, longest: int) -> MediaFile:
        stored.append(path)
        return MediaFile("f" * 64, "image/png", 1)

    with pytest.raises(Refused):
        read_import(CAPTIONS, [table], media=study.media, store_media=remember)
    assert stored == []
