"""Tables as users have them: what is guessed, what must be said, and that no wrong guess goes unseen."""

import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from jurybox.core.errors import Refused
from jurybox.core.unit import Import, Item, SystemKind
from jurybox.exchange.files.read import tables_of
from jurybox.exchange.items.checks import Existing
from jurybox.exchange.items.read import read_import
from jurybox.exchange.items.reading import read_pairs, read_reading
from jurybox.exchange.media.files import store_media
from jurybox.exchange.media.folder import MediaFolder
from jurybox.protocols import load_protocol
from tests.fixtures.small import SCALE, protocol
from tests.paths import ROOT
from tests.web.tables import picture

SAMPLES = ROOT / "examples" / "files" / "tables"
TRANSLATION = load_protocol("translation").protocol
SQM = load_protocol("sqm").protocol
TITLE = load_protocol("title").protocol
TWEETS = load_protocol("sarcasm-interpretation").protocol
SQM = load_protocol("sqm").protocol
DOCUMENTS = load_protocol("esa-contrastive").protocol
CAPTIONS = load_protocol("caption-culture").protocol
Rows = list[tuple[str, str, str]]


class Tables:
    """A folder to write tables into and read them from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.stored = folder, folder / "stored"

    def file(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, spec: Any, *paths: Path, preview: bool = False, existing: Existing | None = None, media: Path | None = None, empty: Any = "refuse", **said: Any) -> Import:  # fmt: skip  # noqa: E501
        return read_import(
            spec, tables_of(list(paths)), store_media=partial(store_media, MediaFolder(self.stored)), media=media,
            empty=empty,
            reading=read_reading(said), preview=preview, existing=existing or Existing(),
        )  # fmt: skip

    def faults(self, *arguments: Any, **said: Any) -> list[tuple[str, str]]:
        with pytest.raises(Refused) as refused:
            self.read(*arguments, **said)
        assert not self.stored.exists()
        self.refused = refused.value.faults
        return [(fault.code.removeprefix("import."), fault.where) for fault in self.refused]


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path)


def outputs(batch: Import) -> Rows:
    """(source, system, output) of every output."""
    items = {item.key: item for item in batch.items}
    return [(str(items[o.item].fields["source"]), o.system, str(o.fields["output"])) for o in batch.outputs]


def test_a_table_named_as_we_name_it_needs_no_guess(tables):
    batch = tables.read(TRANSLATION, SAMPLES / "long.csv")
    assert (batch.read_as, batch.notes, len(batch.outputs)) == ((), (), 4)


def test_other_names_a_byte_order_mark_and_semicolons_are_understood_and_shown(tables):
    batch = tables.read(TRANSLATION, SAMPLES / "semicolons.csv", ignore=["Bemerkung"])
    assert outputs(batch)[0] == ("Guten Morgen.", "alpha", "Good morning.")
    assert batch.read_as == ({
        "file": "semicolons.csv",
        "columns": {"id": "Nr", "system": "Modell", "source": "Quelle", "output": "Übersetzung"},
        "guessed": ["id", "system", "source", "output"],
        "unused": ["Bemerkung"],
    },)  # fmt: skip


def test_a_column_of_no_known_use_is_refused_and_in_a_preview_noted(tables):
    assert tables.faults(TRANSLATION, SAMPLES / "semicolons.csv") == [("unknown_column", "semicolons.csv:1")]
    batch = tables.read(TRANSLATION, SAMPLES / "semicolons.csv", preview=True)
    assert [(fault.code, fault.given) for fault in batch.unsaid] == [("import.unknown_column", "Bemerkung")]
    assert len(batch.outputs) == 3


@pytest.mark.parametrize(
    ("header", "spec"),
    [
        ("ID,System,Source,Output", TITLE),
        ("item_id,Model Name,src,hypothesis", TITLE),
        ("编号,模型,原文,译文", TRANSLATION),
        ("identificador,modelo,texto original,traducción", TRANSLATION),
        ("key,team,Tweet,Interpretation", TWEETS),
    ],
)
def test_names_in_several_languages_and_the_labels_of_the_protocol_are_known(tables, header, spec):
    batch = tables.read(spec, tables.file("t.csv", f"{header}\n1,alpha,One thing.,Another thing.\n"))
    assert outputs(batch) == [("One thing.", "alpha", "Another thing.")]


def test_two_columns_for_one_field_are_refused_with_the_option_to_say(tables):
    table = tables.file("t.csv", "id,text,original,output\n1,a b,c d,e f\n")
    assert tables.faults(TITLE, table, ignore=[]) == [("unknown_column", "t.csv:1")], "the label of the source is Text"
    table = tables.file("t.csv", "id,original,input,output\n1,a b,c d,e f\n")
    assert tables.faults(TITLE, table) == [("two_columns", "t.csv:1")]
    assert tables.refused[0].params == {"field": "source", "first": "original"}
    batch = tables.read(TITLE, table, map={"source": "input"}, ignore=["original"])
    assert outputs(batch) == [("c d", "", "e f")]


def test_one_column_for_two_fields_is_refused_with_both(tables):
    spec = protocol(
        SCALE,
        fields={"clip": "image", "still": "image", "output": "text"},
        stages=[{"id": "rating", "show": ["clip", "still", "output"], "ask": [SCALE]}],
    )
    found = tables.faults(spec, tables.file("t.csv", "id,filename,output\n1,a.png,x\n"))
    assert ("column_of_two", "t.csv:1") in found


SEMINAR = """Seminar, group 3 (November);;;;;
;;;;;
Nr.;Ausgangstext;Referenzübersetzung;DeepTrans;Ours v2;Bemerkung
1;Es regnet.;It is raining.;It rains.;Rain it does.;seltsam
2;Er schläft.;He is asleep.;He sleeps.;Sleeping he is.;
"""


def test_a_title_above_the_table_is_left_out_and_noted_and_a_reference_is_no_system(tables):
    table = tables.file("t.csv", SEMINAR)
    assert tables.faults(TRANSLATION, table, ignore=["Referenzübersetzung", "Bemerkung"]) == [
        ("unsure_wide", "t.csv:3")
    ]
    assert tables.refused[0].given == "DeepTrans, Ours v2"
    said = {"wide": ["DeepTrans", "Ours v2"], "ignore": ["Referenzübersetzung", "Bemerkung"]}
    batch = tables.read(TRANSLATION, table, **said)
    assert [(note.code, note.line) for note in batch.notes] == [("import.title_line", 1)]
    assert outputs(batch)[:2] == [("Es regnet.", "DeepTrans", "It rains."), ("Es regnet.", "Ours v2", "Rain it does.")]
    assert [item.key for item in batch.items] == ["1", "2"]


def test_names_of_several_words_and_a_first_line_by_what_stands_below_it_are_understood(tables):
    rows = 'doc\tarticle text\tmodel\tmodel summary\tROUGE-L\nr1\t"One.\n\nTwo ""so""."\tbart\t"It\nis."\t0.38\n'
    batch = tables.read(TITLE, tables.file("t.tsv", rows), ignore=["ROUGE-L"])
    assert outputs(batch) == [('One.\n\nTwo "so".', "bart", "It\nis.")]
    rows = "Relatório de 18/11\nnotícia,equipe,título gerado\nA câmara votou.,A,Câmara vota\n"
    assert outputs(tables.read(TITLE, tables.file("p.csv", rows))) == [("A câmara votou.", "A", "Câmara vota")]
    shot = tables.file("s.csv", "nombre;uno;dos\na b.png;A girl.;A dog runs.\nc d.png;A man.;Two men.\n")
    assert ("unsure_header", "s.csv:1") not in tables.faults(TITLE, shot), "files stand below a name"


def test_a_table_of_one_column_has_no_title(tables):
    assert tables.faults(TITLE, tables.file("t.csv", "output\none\ntwo\n"))[0][0] != "title_line"


def test_latin_1_is_read_with_a_warning_and_broken_utf_8_is_refused(tables):
    batch = tables.read(TRANSLATION, SAMPLES / "latin1.csv")
    assert outputs(batch)[0][0] == "Die Tür ist offen."
    assert [(n.code, n.line, n.params["encoding"]) for n in batch.notes] == [("import.old_encoding", 2, "Windows-1252")]
    assert "Tür" in batch.notes[0].given
    broken = "id,source,output\n1,Tür,ä\n".encode() + b"2,T\xfcr,x\n"
    assert tables.faults(TRANSLATION, tables.file("b.csv", broken)) == [("not_utf8", "b.csv:3")]


def test_an_encoding_can_be_said(tables):
    table = tables.file("t.csv", "id,source,output\n1,今天下雨。,It rains.\n".encode("gb18030"))
    assert outputs(tables.read(TRANSLATION, table, encoding="gb18030")) == [("今天下雨。", "", "It rains.")]
    assert tables.faults(TRANSLATION, table, encoding="utf-8") == [("not_utf8", "t.csv:2")]
    strange = tables.file("s.csv", b"id,source,output\n1,\x81,x\n")
    assert tables.faults(TRANSLATION, strange, encoding="cp1252")[0][0] == "wrong_encoding"
    assert tables.faults(TRANSLATION, strange, encoding="utf-16")[0][0] == "wrong_encoding"
    with pytest.raises(Refused) as refused:
        read_reading({"encoding": "rot13"})
    assert refused.value.faults[0].code == "import.bad_option"


def test_utf_16_is_known_by_its_mark(tables):
    table = tables.file("t.csv", "id\tsource\toutput\n1\tTür\tdoor\n".encode("utf-16"))
    assert outputs(tables.read(TRANSLATION, table)) == [("Tür", "", "door")]


def test_without_ids_and_systems_equal_texts_are_one_item_with_several_outputs(tables):
    batch = tables.read(TWEETS, SAMPLES / "tweets.csv", header=False)
    assert [len([o for o in batch.outputs if o.item == item.key]) for item in batch.items] == [3, 1]
    assert batch.items[1].fields["source"] == "So happy\nto wait in line"
    assert {system.kind for system in batch.systems} == {SystemKind.NONE}
    assert batch.read_as[0]["by_text"] == ["source"]


def test_the_same_text_is_the_same_item_in_every_import_and_with_spaces_around(tables):
    first = tables.read(TITLE, tables.file("a.csv", "text,title\nAn old text,One\n An old text ,Two\n"))
    assert (len(first.items), len(first.outputs)) == (1, 2)
    again = tables.read(TITLE, tables.file("b.csv", "text,title\nAn old text,Three\n"))
    assert again.items[0].key == first.items[0].key


def test_without_ids_a_further_system_finds_the_items_that_a_study_has(tables):
    existing = Existing({"n7": Item("n7", "", {"source": "An old text"})}, {"alpha": SystemKind.SYSTEM})
    table = tables.file("beta.csv", "text,title\nAn old text,Something new\n")
    batch = tables.read(TITLE, table, existing=existing, system_from="file")
    assert (batch.items, batch.outputs[0].item, batch.outputs[0].system) == ((), "n7", "beta")


def test_a_missing_header_must_be_said(tables):
    assert tables.faults(TWEETS, SAMPLES / "tweets.csv") == [("unsure_header", "tweets.csv:1")]
    preview = tables.read(TWEETS, SAMPLES / "tweets.csv", preview=True)
    assert [fault.code for fault in preview.unsaid] == ["import.unsure_header"]
    assert len(preview.outputs) == 4


def test_columns_without_names_are_told_by_number_and_ids_by_their_content(tables):
    table = tables.file("t.csv", "k-1,Some long text,A title\nk-2,Another long text,No title\n")
    assert tables.faults(TITLE, table, header=False) == [("unsure_columns", "t.csv:1")]
    assert tables.refused[0].params["option"] == "--map id=1 --map source=2 --map output=3"
    batch = tables.read(TITLE, table, header=False, map={"id": "1", "source": "2", "output": "3"})
    assert [item.key for item in batch.items] == ["k-1", "k-2"]
    swapped = tables.read(TWEETS, SAMPLES / "tweets.csv", header=False, map={"source": "2", "output": "1"})
    assert swapped.items[0].fields["source"] == "I do not like Mondays."


def test_saying_columns_by_number_says_that_there_is_no_header(tables):
    batch = tables.read(TWEETS, SAMPLES / "tweets.csv", map={"source": "1", "output": "2"})
    assert len(batch.outputs) == 4


def test_a_column_of_systems_that_is_said_must_be_there(tables):
    table = tables.file("t.csv", "id,source,output\n1,a,b\n")
    assert tables.faults(TITLE, table, system_from="column") == [("no_such_column", "system_from")]


def test_reading_the_same_texts_into_a_study_again_is_refused(tables):
    batch = tables.read(TWEETS, SAMPLES / "tweets.csv", header=False)
    existing = Existing(
        {item.key: item for item in batch.items}, {system.name: system.kind for system in batch.systems},
        {(output.item, output.system) for output in batch.outputs},
    )  # fmt: skip
    found = tables.faults(TWEETS, SAMPLES / "tweets.csv", header=False, existing=existing)
    assert {code for code, _ in found} == {"already_there"}


def test_a_sheet_without_header_is_read_like_a_file(tables):
    with xlsxwriter.Workbook(tables.folder / "t.xlsx") as book:
        book.add_worksheet().write_row(0, 0, ["A long text", "A title"])
    assert outputs(tables.read(TITLE, tables.folder / "t.xlsx", header=False)) == [("A long text", "", "A title")]


def test_a_column_for_each_system_must_be_said_unless_the_names_say_it(tables):
    assert tables.faults(TITLE, SAMPLES / "wide.tsv") == [("unsure_wide", "wide.tsv:1")]
    assert tables.refused[0].params["option"] == "alpha,beta,gamma"
    batch = tables.read(TITLE, SAMPLES / "wide.tsv", wide=["alpha", "beta", "gamma"])
    assert [(o.item, o.system) for o in batch.outputs] == [(i, s) for i in ("s1", "s2") for s in ("alpha", "beta", "gamma")]  # fmt: skip  # noqa: E501
    named = tables.file("named.csv", "id,source,output_alpha,output_beta\n1,a text,x y,y z\n")
    assert outputs(tables.read(TITLE, named)) == [("a text", "alpha", "x y"), ("a text", "beta", "y z")]


@pytest.mark.parametrize("columns", ["ID,English,Nova,Pelican,Quill", "ID,Nova,English,Pelican,Quill"])
def test_a_column_called_as_a_language_is_the_source_beside_those_of_systems(tables, columns):
    table = tables.file("t.csv", f"{columns}\n1,a b,c d,e f,g h\n2,i j,k l,m n,o p\n")
    assert tables.faults(SQM, table) == [("unsure_wide", "t.csv:1")]
    assert tables.refused[0].params["option"] == "Nova,Pelican,Quill"
    place = columns.split(",").index("English") - 1
    batch = tables.read(SQM, table, wide=["Nova", "Pelican", "Quill"])
    assert [item.fields["source"] for item in batch.items] == [("a b", "c d")[place], ("i j", "k l")[place]]


def test_the_first_of_several_texts_is_proposed_as_the_source(tables):
    table = tables.file("t.csv", "ID,Zeile,Nova,Pelican\n1,a b,c d,e f\n2,i j,k l,m n\n")
    assert tables.faults(TITLE, table) == [("unsure_wide", "t.csv:1")]
    assert tables.refused[0].params["option"] == "Nova,Pelican"
    assert outputs(tables.read(TITLE, table, wide=["Nova", "Pelican"]))[0] == ("a b", "Nova", "c d")


def test_of_two_texts_none_is_taken_for_the_source(tables):
    table = tables.file("t.csv", "ID,Nova,Pelican\n1,a b,c d\n2,i j,k l\n")
    assert ("missing_column", "t.csv:1") in tables.faults(TITLE, table, wide=["Nova", "Pelican"])


def test_wide_json_lines_are_read_too(tables):
    lines = [{"id": 1, "source": "a text", "alpha": "x y", "beta": "y z"}, {"id": 2, "source": "b text", "beta": "z"}]
    table = tables.file("t.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    batch = tables.read(TITLE, table, wide=["alpha", "beta"])
    assert outputs(batch) == [("a text", "alpha", "x y"), ("a text", "beta", "y z"), ("b text", "beta", "z")]


def test_columns_of_numbers_or_dates_are_no_systems(tables):
    table = tables.file("t.csv", "id,source,quality,when\n1,a text,3,2026-01-02\n")
    found = tables.faults(TITLE, table)
    assert ("unsure_wide", "t.csv:1") not in found
    assert ("missing_column", "t.csv:1") in found


def test_an_empty_cell_of_a_wide_table_is_an_empty_output(tables):
    table = tables.file("t.csv", "id,source,a1,b1\n1,a text,x y,\n")
    assert tables.faults(TITLE, table, wide=["a1", "b1"]) == [("empty_output", "t.csv:2")]
    batch = tables.read(TITLE, table, wide=["a1", "b1"], empty="leave-out")
    assert (len(batch.outputs), batch.left_out) == (1, ("t.csv:2",))


def test_a_file_for_each_system_must_be_said(tables):
    assert tables.faults(TITLE, SAMPLES / "systems") == [("unsure_systems", "alpha.csv:1")]
    batch = tables.read(TITLE, SAMPLES / "systems", system_from="file")
    assert [system.name for system in batch.systems] == ["alpha", "beta"]
    assert (len(batch.items), len(batch.outputs)) == (2, 4)
    nameless = tables.read(TITLE, SAMPLES / "systems", system_from="none")
    assert {system.kind for system in nameless.systems} == {SystemKind.NONE}


def test_systems_can_be_named_by_folders_and_a_column_be_passed_over(tables):
    paths = [tables.file(f"{team}/out.csv", "id,source,output,system\n1,a,b,x\n") for team in ("north", "south")]
    batch = tables.read(TITLE, *paths, system_from="folder")
    assert [output.system for output in batch.outputs] == ["north", "south"]
    assert batch.read_as[0]["unused"] == ["system"]


def test_parts_of_one_table_without_systems_are_no_systems(tables):
    first, second = (tables.file(f"{n}.csv", f"id,source,output\n{n},a{n},b\n") for n in (1, 2))
    assert {system.kind for system in tables.read(TITLE, first, second).systems} == {SystemKind.NONE}


def test_the_layout_of_the_shared_task_is_read_with_its_pictures(tables):
    batch = tables.read(
        CAPTIONS, SAMPLES / "americasnlp", system_from="file", duplicates="first", empty="leave-out"
    )  # fmt: skip
    assert [(item.key, item.group) for item in batch.items] == [
        ("bzd-1", "bzd"), ("bzd-2", "bzd"), ("grn-1", "grn"), ("grn-2", "grn"),
    ]  # fmt: skip
    pictures = [item.fields["picture"] for item in batch.items]
    assert [picture["type"] for picture in pictures] == ["image/jpeg", "image/png", "image/jpeg", "image/webp"]
    assert len({picture["file"] for picture in pictures}) == 4, "two languages have a picture of the same name"
    assert batch.items[0].fields["reference"] == "Reference 1 in bribri."
    assert [system.name for system in batch.systems] == ["north_v1", "south_v2"]
    assert set(batch.read_as[0]["unused"]) == {"split", "culture"}
    assert (len(batch.repeated), len(batch.left_out)) == (1, 2)


def test_repeated_ids_are_reported_with_their_lines_and_the_organiser_chooses(tables):
    folder = SAMPLES / "americasnlp" / "bribri"
    found = tables.faults(CAPTIONS, folder, system_from="file", empty="rule")
    assert (found, tables.refused[0].params["first"]) == ([("duplicate", "north_v1.jsonl:3")], "north_v1.jsonl:1")
    said = {"system_from": "file", "empty": "rule"}
    captions = {}
    for choice in ("first", "last", "number"):
        batch = tables.read(CAPTIONS, folder, duplicates=choice, **said)
        captions[choice] = [(o.item, o.fields["output"]) for o in batch.outputs if o.system == "north_v1"]
        assert batch.repeated == {"first": ("north_v1.jsonl:3",), "last": ("north_v1.jsonl:1",), "number": ()}[choice]
    house, again, other = "A house and a ball (north).", "A house (north, again).", ("bzd-2", "A blue house (north).")
    assert captions["first"] == [("bzd-1", house), other]
    assert sorted(captions["last"]) == [("bzd-1", again), other]
    assert captions["number"] == [("bzd-1", house), other, ("bzd-1~2", again)]


def test_ids_that_are_the_same_in_every_language_are_joined_with_the_language(tables):
    for lang in ("bzd", "grn"):
        shutil.copytree(SAMPLES / "americasnlp" / "bribri", tables.folder / lang)
        line = {"id": 1, "filename": "0001.jpg", "iso_lang": lang, "predicted_caption": f"A house ({lang})."}
        for path in (tables.folder / lang).glob("*.jsonl"):
            path.unlink()
        tables.file(f"{lang}/team.jsonl", json.dumps(line) + "\n")
    folders = (tables.folder / "bzd", tables.folder / "grn")
    assert tables.faults(CAPTIONS, *folders, system_from="file")[0][0] == "duplicate"
    batch = tables.read(CAPTIONS, *folders, system_from="file", map={"id": "iso_lang+id", "group": "iso_lang"})
    assert [item.key for item in batch.items] == ["bzd-1", "grn-1"]


def test_pictures_in_a_media_folder_may_stand_in_folders_named_as_those_of_the_tables(tables):
    media = tables.folder / "pictures"
    shutil.copytree(SAMPLES / "americasnlp" / "bribri", media / "bribri")
    line = {"id": "1", "filename": "0002.png", "predicted_caption": "x"}
    table = tables.file("submissions/bribri/team.jsonl", json.dumps(line) + "\n")
    assert tables.read(CAPTIONS, table, media=media).items[0].fields["picture"]["type"] == "image/png"


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "link.png"])
def test_nothing_outside_the_folder_of_the_table_is_taken_for_a_picture_beside_it(tables, name):
    shutil.copy(SAMPLES / "americasnlp" / "bribri" / "0002.png", tables.folder / "secret.png")
    table = tables.file("inner/t.jsonl", json.dumps({"id": "1", "filename": name, "predicted_caption": "x"}) + "\n")
    (tables.folder / "inner" / "link.png").symlink_to(tables.folder / "secret.png")
    assert tables.faults(CAPTIONS, table) == [("no_media_folder", "t.jsonl:1")]


def test_a_cell_is_split_into_sentences_that_belong_together(tables):
    batch = tables.read(TRANSLATION, SAMPLES / "sentences.csv", split=["source", "output"])
    assert [item.key for item in batch.items] == ["n1.1", "n1.2", "n2.1"]
    assert outputs(batch)[1] == ("Niemand wurde verletzt.", "alpha", "Nobody was hurt.")


def test_one_field_alone_can_be_split_and_uneven_ones_are_refused(tables):
    table = tables.file("t.csv", "id,system,source,output\n1,a,A text.,One. Two.\n1,b,A text.,Three.\n")
    batch = tables.read(TITLE, table, split=["output"])
    assert outputs(batch) == [("A text.", "a", "One."), ("A text.", "b", "Three."), ("A text.", "a", "Two.")]
    assert tables.faults(TITLE, table, split=["source", "output"]) == [("uneven_sentences", "t.csv:2")]
    assert tables.faults(CAPTIONS, table, split=["picture"])[-1][0] == "cannot_split"


def test_an_option_that_fits_nothing_is_told(tables):
    table = tables.file("t.csv", "id,source,output\n1,a,b\n")
    found = tables.faults(TITLE, table, map={"sorce": "x", "group": "langage"}, wide=["alpha"], ignore=["date"])
    assert found == [
        ("unknown_target", "map.sorce"), ("no_such_column", "map.group"), ("no_such_column", "wide"),
        ("no_such_column", "ignore"),
    ]  # fmt: skip
    with pytest.raises(Refused) as refused:
        read_pairs(["source", "=x", "a=b", "a=c"])
    assert [fault.given for fault in refused.value.faults] == ["source", "=x", "a=c"]


def test_a_mapping_renames_any_column_and_may_use_one_twice(tables):
    table = tables.file("t.csv", "no,lg,left,right\n1,de,Hallo du,Hello you\n")
    said = {"map": {"id": "no", "group": "lg", "language": "lg", "source": "left", "output": "right"}}
    item = tables.read(TRANSLATION, table, **said).items[0]
    assert (item.key, item.group, item.fields["language"]) == ("1", "de", "de")


def test_a_folder_is_all_its_tables_in_order(tables):
    for name in ("b/2.csv", "a/1.jsonl", "a/.hidden.csv", "a/~$3.xlsx", "a/notes.txt"):
        tables.file(name, "")
    assert [path.name for path in tables_of([tables.folder])] == ["1.jsonl", "2.csv"]


COUNTS = load_protocol("caption-counts").protocol


def references(tables: Tables, *paths: Path, **said: Any) -> list[object]:
    for name in ("1.png", "2.png"):
        shutil.copy(SAMPLES / "americasnlp" / "bribri" / "0002.png", tables.folder / name)
    return [item.fields["references"] for item in tables.read(COUNTS, *paths, **said).items]


def test_a_list_of_references_stands_one_below_the_other(tables: Tables) -> None:
    row = {"id": 1, "picture": "1.png", "references": ["a tower", "it's a clock"], "system": "x", "output": "o"}
    wrong = tables.file("c.json", json.dumps([{**row, "references": ["a", 1]}]))
    assert tables.faults(COUNTS, wrong)[0] == ("not_text", "c.json:1")
    document = tables.file("a.json", json.dumps([row]))
    assert references(tables, document) == ["a tower\nit's a clock"]
    table = tables.file("b.csv", f'id,picture,references,system,output\n1,1.png,"{row["references"]}",x,o\n'.replace('"it', '""it').replace('k"]', 'k""]'))  # fmt: skip  # noqa: E501
    assert references(tables, table) == ["a tower\nit's a clock"]


def test_texts_that_are_joined_stand_one_below_the_other_and_ids_have_a_dash(tables: Tables) -> None:
    table = tables.file("a.csv", "lang,nr,picture,r1,r2,system,output\nes,1,1.png,one,two,x,o\nes,2,2.png,,two,x,o\n")
    said: dict[str, Any] = {"map": {"id": "lang+nr", "references": "r1+r2"}}
    assert references(tables, table, **said) == ["one\ntwo", "two"]
    assert [item.key for item in tables.read(COUNTS, table, **said).items] == ["es-1", "es-2"]


def test_a_header_in_chinese_names_a_column_for_each_model(tables: Tables) -> None:
    table = tables.file("a.csv", ",image_id,图片,参考,模型一,模型二\n0,7,1.png,r,a,b\n1,8,2.png,r,c,d\n")
    assert references(tables, table) == ["r", "r"]
    batch = tables.read(COUNTS, table)
    assert [system.name for system in batch.systems] == ["模型一", "模型二"]
    assert [item.key for item in batch.items] == ["7", "8"]


@pytest.mark.parametrize("index", ["", "Unnamed: 0"])
def test_the_row_numbers_of_pandas_are_passed_over_and_nothing_else_without_a_name(tables: Tables, index: str) -> None:
    table = tables.file("a.csv", f"{index},source,output\n4,s,a\n2,t,b\n")
    assert len(tables.read(TITLE, table, system_from="none").items) == 2
    wrong = tables.file("b.csv", f"{index},source,output\n4,s,a\nx,t,b\n")
    assert ("unnamed_column", "b.csv:3") in tables.faults(TITLE, wrong, system_from="none")


def test_a_header_that_names_nothing_we_know_is_one_fault(tables: Tables) -> None:
    table = tables.file("a.csv", "Frage,Antwort,Wer,Wann\nWas ist das?,Ein Haus,ich,heute\n")
    assert tables.faults(TITLE, table) == [("unsure_header", "a.csv:1")]
    assert "Frage | Antwort | Wer | Wann" in str(tables.refused[0].given)
    assert "source" in str(tables.refused[0].allowed)


def test_a_folder_of_json_is_read_and_one_without_tables_is_named(tables: Tables) -> None:
    tables.file("res/a.json", json.dumps([{"id": "1", "source": "s", "output": "o", "system": "x"}]))
    assert len(tables.read(TITLE, tables.folder / "res").items) == 1
    tables.file("empty/readme.txt", "nothing")
    assert tables.faults(TITLE, tables.folder / "empty") == [("no_tables", "empty:1")]


def test_scores_of_earlier_ratings_are_no_part_of_items(tables: Tables) -> None:
    table = tables.file("a.csv", "RO,EN,Score,Comments\nBună ziua.,Good day.,5,\n")
    batch = tables.read(TRANSLATION, table)
    assert batch.items[0].fields["source"] == "Bună ziua."
    assert batch.read_as[0]["unused"] == ["Score", "Comments"]
    wide = tables.file("b.csv", "Article,BART,BART score,T5,T5 score\nLong text,one title,4,other title,5\n")
    assert [system.name for system in tables.read(TITLE, wide).systems] == ["BART", "T5"]


def pictures(tables: Tables, *names: str) -> Path:
    folder = tables.folder / "fotos"
    for number, name in enumerate(names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(picture(number))
    return folder


HEAD = "archivo;idioma;pie_modelo_A;pie_modelo_B\n"
WIDE = ["pie_modelo_A", "pie_modelo_B"]


def captions(tables: Tables, *files: str) -> Path:
    rows = "".join(f"{file};es;Un barco {n}.;Un velero {n}.\n" for n, file in enumerate(files))
    return tables.file("pies.csv", HEAD + rows)


def test_a_picture_without_an_id_is_called_as_its_file(tables):
    table = captions(tables, "barco.png", "costa.png")
    batch = tables.read(CAPTIONS, table, media=pictures(tables, "barco.png", "costa.png"), wide=WIDE)
    assert [item.key for item in batch.items] == ["barco", "costa"]
    assert [(output.item, output.system) for output in batch.outputs][:2] == [
        ("barco", "pie_modelo_A"), ("barco", "pie_modelo_B"),
    ]  # fmt: skip


def test_pictures_of_one_name_in_two_folders_are_called_with_their_folders(tables):
    media = pictures(tables, "es/1.png", "yua/1.png")
    batch = tables.read(CAPTIONS, captions(tables, "es/1.png", "yua/1.png"), media=media, wide=WIDE)
    assert [item.key for item in batch.items] == ["es-1", "yua-1"]


def test_items_that_a_study_has_keep_the_keys_that_they_have(tables):
    media = pictures(tables, "barco.png", "costa.png", "nube.png")
    had = {"t1538148bcf1d09d6": Item("t1538148bcf1d09d6", "", {"picture": {"name": "barco.png"}, "language": "es"})}
    batch = tables.read(
        CAPTIONS, captions(tables, "barco.png", "costa.png"), media=media, existing=Existing(had), wide=WIDE
    )
    assert [item.key for item in batch.items] == ["costa"]
    taken = {"nube": Item("nube", "", {"picture": {"name": "otra.png"}, "language": "es"})}
    (item,) = tables.read(
        CAPTIONS, captions(tables, "nube.png"), media=media, existing=Existing(taken), wide=WIDE
    ).items
    assert item.key.startswith("t")


def test_a_file_that_differs_in_capital_letters_alone_is_taken_and_told(tables):
    media = pictures(tables, "barco.PNG", "costa.png")
    batch = tables.read(CAPTIONS, captions(tables, "barco.png", "costa.png"), media=media, wide=WIDE)
    assert [(note.code, note.line, note.given, note.allowed) for note in batch.notes] == [
        ("import.other_case", 2, "barco.png", "barco.PNG")
    ]
    beside = Tables(tables.folder / "beside")
    table = captions(beside, "barco.png")
    beside.file("barco.PNG", picture(1))
    assert [note.code for note in beside.read(CAPTIONS, table, wide=WIDE).notes] == ["import.other_case"]


def test_two_files_that_differ_in_capital_letters_are_not_chosen_from(tables):
    media = pictures(tables, "Barco.png", "BARCO.png")
    assert tables.faults(CAPTIONS, captions(tables, "barco.png"), media=media, wide=WIDE) == [
        ("missing_media", "pies.csv:2")
    ]


def test_no_file_is_proposed_that_another_row_names(tables):
    media = pictures(tables, "IMG_0010.png")
    table = captions(tables, "IMG_0007.png", "IMG_0010.png")
    assert tables.faults(CAPTIONS, table, media=media, wide=WIDE) == [("missing_media", "pies.csv:2")]
    assert tables.refused[0].params["nearest"] is None
    (media / "IMG_007.png").write_bytes(picture(7))
    tables.faults(CAPTIONS, table, media=media, wide=WIDE)
    assert tables.refused[0].params["nearest"] == "IMG_007.png"


def test_a_column_of_what_people_wrote_is_a_system_of_kind_reference(tables):
    table = tables.file("wide.csv", "source,alpha,humano\nHola a todos,Hi to all,Hello all\n")
    batch = tables.read(TRANSLATION, table, wide=["alpha", "humano"], references=["humano"])
    assert {system.name: system.kind for system in batch.systems} == {
        "alpha": SystemKind.SYSTEM,
        "humano": SystemKind.REFERENCE,
    }
    assert batch.read_as[0]["references"] == ["humano"]
    assert tables.faults(TRANSLATION, table, wide=["alpha"], references=["human"], ignore=["humano"]) == [
        ("no_such_column", "references")
    ]


TSV = (
    "doc_id\tseg_id\tsource\tSysA\tSysB\tSysC\n"
    'd1\t1\tOne.\tEins.\t"Niemals, sagt er.\tEinz.\n'
    'd1\t2\tTwo.\tZwei.\tZwo.\tHe "says"\n'
)


def test_quotes_of_a_tsv_that_do_not_pair_are_characters_and_that_is_said(tables):
    batch = tables.read(DOCUMENTS, tables.file("t.tsv", TSV), preview=True)
    assert next((note.code, note.line) for note in batch.notes) == ("import.quotes_plain", 2)
    assert [o.system for o in batch.outputs] == ["SysA", "SysB", "SysC"]
    texts = [segment["output"] for output in batch.outputs for segment in output.segments]
    assert '"Niemals, sagt er.' in texts
    assert 'He "says"' in texts


def test_a_quote_that_swallows_whole_lines_is_a_character_too(tables):
    table = tables.file("t.tsv", 'id\tsource\toutput\n1\t"a b\tc d\n2\te f\tg "h"\n')
    batch = tables.read(TITLE, table)
    assert outputs(batch) == [('"a b', "", "c d"), ("e f", "", 'g "h"')]


def test_quoted_cells_of_a_tsv_stay_quoted_where_they_pair(tables):
    table = tables.file("t.tsv", 'id\tsource\toutput\n1\t"a ""b"""\t"c\nd"\n2\t"e\tf"\tg\n')
    assert outputs(tables.read(TITLE, table)) == [('a "b"', "", "c\nd"), ("e\tf", "", "g")]
    assert not tables.read(TITLE, table).notes


NEWS = (
    "ID,English,Nova,Pelican,Ref,Notes\n"
    "n1,The bank is shut today.,El banco está cerrado hoy.,El banco hoy está cerrado.,Hoy el banco está cerrado.,x\n"
    "n2,The singer sings well.,La cantante canta bien.,Canta bien la cantante.,La cantante bien canta.,y\n"
)


def columns_of(batch: Import) -> Any:
    return batch.read_as[0]


def test_a_column_named_after_a_language_is_the_source_and_what_people_wrote_a_reference(tables):
    found = columns_of(tables.read(SQM, tables.file("n.csv", NEWS), preview=True))
    assert found["columns"] == {"id": "ID", "source": "English"}
    assert list(found["wide"]) == ["Nova", "Pelican", "Ref"]
    assert found["references"] == ["Ref"]
    said = {code for code, _ in tables.faults(SQM, tables.file("n.csv", NEWS))}
    assert {"unsure_wide", "unsure_reference"} <= said


def test_a_reference_among_columns_that_name_systems_is_none_of_them(tables):
    table = tables.file("n.csv", "id,source,output_x,output_y,output_human\n1,a b,c d,e f,g h\n")
    batch = tables.read(TITLE, table)
    assert {s.name: s.kind for s in batch.systems}["human"] == SystemKind.REFERENCE


def test_what_names_a_file_that_is_not_there_is_left_out_if_that_is_chosen_and_told(tables):
    (tables.folder / "media").mkdir()
    (tables.folder / "media" / "a.png").write_bytes(picture(1))
    table = tables.file(
        "c.csv", "id,picture,language,system,output\n1,a.png,es,x,One\n2,b.png,es,x,Two\n2,b.png,es,y,Three\n"
    )
    media = tables.folder / "media"
    assert [code for code, _ in tables.faults(CAPTIONS, table, media=media)] == ["missing_media"]
    batch = tables.read(CAPTIONS, table, media=media, missing="leave-out")
    assert ([item.key for item in batch.items], len(batch.outputs), [o.item for o in batch.outputs]) == (
        ["1"],
        1,
        ["1"],
    )
    note = next(note for note in batch.notes if note.code == "import.missing_left_out")
    assert (note.given, note.params) == ("b.png", {"items": 1, "outputs": 2})


def test_pictures_of_items_that_the_study_has_are_not_missed(tables):
    media = tables.folder / "media"
    media.mkdir()
    (media / "a.png").write_bytes(picture(1))
    table = tables.file("c.csv", "id,picture,language,system,output\n1,a.png,es,x,One\n")
    batch = tables.read(CAPTIONS, table, media=media)
    existing = Existing({item.key: item for item in batch.items}, {"x": SystemKind.SYSTEM}, {("1", "x")})
    shutil.rmtree(tables.stored)
    (media / "a.png").unlink()
    assert [code for code, _ in tables.faults(CAPTIONS, table, media=media, existing=existing)] == ["already_there"]
