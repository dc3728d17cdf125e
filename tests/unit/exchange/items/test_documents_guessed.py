"""Tables of documents, and of several systems, as people bring them: what their columns are guessed to be."""

import pytest

from jurybox.core import LEFT_OUT, SystemKind
from jurybox.exchange.items import Existing
from jurybox.protocols import load_protocol
from jurybox.texts.faults import line_of
from tests.unit.exchange.items.test_shapes import SEMINAR, TITLE, TRANSLATION, Tables, outputs, tables

__all__ = ["tables"]
WHOLE = load_protocol("esa-contrastive").protocol
PLAIN = load_protocol("esa").protocol


def talks(header: str, systems: str = "AB") -> str:
    """Two talks of three segments each, by several systems."""
    rows = [(doc, n, system) for doc in ("talk-1", "talk-2") for n in (1, 2, 3) for system in systems]
    lines = (f"{doc}\t{n}\tSource {n} of {doc}.\t{system}\tOutput {n} of {system}.\n" for doc, n, system in rows)
    return header.replace(" ", "\t") + "\n" + "".join(lines)


def seminar(*systems: str) -> str:
    return SEMINAR.replace("DeepTrans", systems[0]).replace("Ours v2", systems[1])


@pytest.mark.parametrize("names", [("System Alpha", "Beta"), ("System Alpha", "System Beta"), ("Sys Xa", "Modell Ya")])
def test_columns_called_system_something_are_outputs_like_those_beside_them(tables: Tables, names: tuple[str, str]):
    table = tables.file("t.csv", seminar(*names))
    ignored = ["Referenzübersetzung", "Bemerkung"]
    assert tables.faults(TRANSLATION, table, ignore=ignored) == [("unsure_wide", "t.csv:3")]
    assert tables.refused[0].given == ", ".join(names)
    assert [system for _, system, _ in outputs(tables.read(TRANSLATION, table, ignore=ignored, preview=True))] == [
        *names,
        *names,
    ]


@pytest.mark.parametrize("names", [("Model 1", "Model Large"), ("System B", "Baseline"), ("sys2 new", "Model A")])
def test_a_numbered_system_and_one_with_a_name_are_both_guessed(tables: Tables, names: tuple[str, str]):
    table = tables.file("t.csv", seminar(*names))
    assert {o.system for o in tables.read(TRANSLATION, table, preview=True).outputs} == set(names)


@pytest.mark.parametrize("header", ["doc_id seg_id", "document_id segment_id", "docid line", "document sentence_id"])
def test_a_document_is_the_item_where_the_protocol_has_segments(tables: Tables, header: str):
    batch = tables.read(WHOLE, tables.file("t.tsv", talks(f"{header} source system translation")))
    assert [(item.key, len(item.segments)) for item in batch.items] == [("talk-1", 3), ("talk-2", 3)]
    assert len(batch.outputs) == 4


def test_columns_of_documents_are_guessed_by_what_is_in_them(tables: Tables):
    """A column that counts from 1 in each document, a text that is the same for all systems, and one that is not."""
    header, *rows = talks("Rede Abschnitt Deutsch Engine Englisch").splitlines()
    table = tables.file("t.tsv", "\n".join([header, *(f"{row} In {row[:6]}." for row in rows)]))
    batch = tables.read(WHOLE, table, preview=True)
    assert [(item.key, len(item.segments)) for item in batch.items] == [("talk-1", 3), ("talk-2", 3)]
    assert batch.items[0].segments[0].fields["source"] == "Source 1 of talk-1."
    assert [output.system for output in batch.outputs] == ["A", "B", "A", "B"]


def test_numbers_that_do_not_count_in_documents_are_no_segments(tables: Tables):
    text = talks("Rede Abschnitt source system output").replace("\t1\t", "\t7\t")
    assert "no_id_column" in [code for code, _ in tables.faults(WHOLE, tables.file("t.tsv", text))]


def test_document_and_segment_are_the_key_together_where_it_has_none(tables: Tables):
    batch = tables.read(PLAIN, tables.file("t.tsv", talks("doc_id seg_id source system translation")))
    assert [item.key for item in batch.items][:2] == ["talk-1-1", "talk-1-2"]
    assert {item.fields["document"] for item in batch.items} == {"talk-1", "talk-2"}
    assert [(note.code, note.given) for note in batch.notes] == [("import.joined_segments", "doc_id, seg_id")]
    titles = tables.read(TITLE, tables.file("u.tsv", talks("doc_id seg_id source system output")))
    assert [item.key for item in titles.items] == [item.key for item in batch.items]


@pytest.mark.parametrize("name", ["document", "id", "doc_id"])
def test_segments_in_json_lines_are_part_of_the_key_where_the_protocol_has_none(tables: Tables, name: str):
    rows = [f'{{"{name}":"talk-1","segment":{n},"source":"S {n}","output":"O {n}"}}\n' for n in (1, 2)]
    batch = tables.read(PLAIN, tables.file("t.jsonl", "".join(rows)))
    assert [item.key for item in batch.items] == ["talk-1-1", "talk-1-2"]


def numbered(header: str) -> str:
    """With an id of its own for each segment, as campaigns of machine translation write it."""
    first, *lines = talks(header).splitlines()
    return "\n".join([f"id\t{first}", *(f"row{n // 2}\t{line}" for n, line in enumerate(lines))])


def test_an_id_of_each_segment_is_none_of_a_document(tables: Tables):
    table = tables.file("t.tsv", numbered("doc_id seg_id source system translation"))
    assert [item.key for item in tables.read(WHOLE, table).items] == ["talk-1", "talk-2"]
    plain = tables.read(PLAIN, table, preview=True)
    assert [item.key for item in plain.items][:3] == ["row0", "row1", "row2"]
    assert {item.fields["document"] for item in plain.items} == {"talk-1", "talk-2"}


def test_two_columns_that_could_be_the_id_are_told_without_what_follows(tables: Tables):
    table = tables.file("t.tsv", talks("item_id uid source system translation"))
    assert tables.faults(WHOLE, table) == [("two_columns", "t.tsv:1")]
    assert tables.refused[0].given == "item_id, uid"


@pytest.mark.parametrize("spec", [WHOLE, PLAIN])
def test_an_id_that_most_rows_share_is_told_once_and_not_row_by_row(tables: Tables, spec: object):
    table = tables.file("t.tsv", talks("doc_id nothing source system translation"))
    assert tables.faults(spec, table, map={"id": "doc_id"}, ignore=["nothing"])[0] == ("wrong_id", "t.tsv:1")
    assert (tables.refused[0].given, tables.refused[0].allowed) == (8, 12)
    assert tables.refused[0].params["column"] == "doc_id"
    assert ("no column is taken for 'segment'" in line_of(tables.refused[0])) == (spec is WHOLE)
    assert not {fault.code for fault in tables.refused} & {"import.duplicate", "import.conflict"}


def test_a_system_without_a_segment_is_told_where_that_is_missing(tables: Tables):
    lines = talks("id segment source system output").splitlines(keepends=True)
    table = tables.file("t.tsv", "".join(line for line in lines if "talk-1\t2" not in line or "\tB\t" not in line))
    assert tables.faults(WHOLE, table) == [("segments_of_one", "t.tsv:3")]
    said = line_of(tables.refused[0])
    assert "System 'B' has no row for segment 2 of document 'talk-1', which has 3 segments." in said
    assert "It is missing after line 3." in said


def test_a_system_that_lacks_what_others_have_is_noted(tables: Tables):
    lines = talks("doc_id seg_id source system translation").splitlines(keepends=True)
    table = tables.file("t.tsv", "".join(line for line in lines if "talk-1\t2" not in line or "\tB\t" not in line))
    note = tables.read(PLAIN, table).notes[-1]
    assert (note.code, note.given, note.allowed) == ("import.lacks_items", "B", 6)
    assert note.params == {"missing": 1, "items": ["talk-1-2"]}
    spread = "id,source,system,output\n" + "".join(f"{n},Source {n},s{n % 3},Out {n}\n" for n in range(9))
    assert not tables.read(PLAIN, tables.file("u.csv", spread)).notes, "each item has one system, by design"


def test_what_goes_with_an_empty_segment_is_counted(tables: Tables):
    text = talks("id segment source system output").replace("talk-1\t2\tSource 2 of talk-1.\tA\tOutput 2 of A.", "talk-1\t2\tSource 2 of talk-1.\tA\t")  # fmt: skip  # noqa: E501
    table = tables.file("t.tsv", text)
    assert tables.faults(WHOLE, table) == [("empty_output", "t.tsv:4")]
    params = {"item": "talk-1", "row": "A, 2", "text": "Source 2 of talk-1.", "system": "A", "segments": 3}
    assert tables.refused[0].params == params
    batch = tables.read(WHOLE, table, empty="leave-out")
    assert (batch.lost, len(batch.outputs)) == ((("talk-1", "A", 3),), 3)


def without_output(text: str, *rows: str) -> str:
    """The table with these outputs empty, each named by document, segment and system."""
    for row in rows:
        doc, number, system = row.split()
        full = f"{doc}\t{number}\tSource {number} of {doc}.\t{system}\t"
        text = text.replace(f"{full}Output {number} of {system}.", full)
    return text


def test_only_the_segment_with_an_empty_output_is_left_out_of_all_systems(tables: Tables):
    text = without_output(talks("id segment source system output"), "talk-1 2 A", *(f"talk-2 {n} B" for n in (1, 2, 3)))
    batch = tables.read(WHOLE, tables.file("t.tsv", text), empty="leave-segment")
    (item,) = batch.items
    assert [part.fields["source"] for part in item.segments] == ["Source 1 of talk-1.", "Source 3 of talk-1."]
    assert [len(output.segments) for output in batch.outputs] == [2, 2]
    assert (item.fields[LEFT_OUT], batch.left_out) == ([2], ())
    (note,) = batch.notes
    assert (note.code, note.given) == ("import.segments_left_out", "talk-1: 2; talk-2: 1, 2, 3")
    assert note.params == {"segments": 4, "items": 2, "whole": 1}


def test_who_adds_a_system_later_goes_on_counting_as_the_table_does(tables: Tables):
    text = without_output(talks("id segment source system output"), "talk-1 2 A")
    before = tables.read(WHOLE, tables.file("t.tsv", text), empty="leave-segment")
    existing = Existing({item.key: item for item in before.items}, {"A": SystemKind.SYSTEM, "B": SystemKind.SYSTEM})
    more = tables.read(WHOLE, tables.file("u.tsv", talks("id segment source system output", "C")), existing=existing)
    assert [part["output"] for part in more.outputs[0].segments] == ["Output 1 of C.", "Output 3 of C."]
    wrong = talks("id segment source system output", "D").replace("Source 3 of talk-1", "Source 2 of talk-1")
    assert tables.faults(WHOLE, tables.file("v.tsv", wrong), existing=existing) == [("differs_from_study", "v.tsv:4")]


def test_a_segment_that_a_system_lacks_is_a_fault_however_empty_ones_are_read(tables: Tables):
    lines = talks("id segment source system output").splitlines(keepends=True)
    table = tables.file("t.tsv", "".join(line for line in lines if "talk-1\t2" not in line or "\tB\t" not in line))
    for empty in ("show", "leave-segment", "leave-out"):
        assert [code for code, _ in tables.faults(WHOLE, table, empty=empty)] == ["segments_of_one"]


def test_an_empty_segment_is_kept_to_be_shown(tables: Tables):
    text = without_output(talks("id segment source system output"), "talk-1 2 A")
    batch = tables.read(WHOLE, tables.file("t.tsv", text), empty="show")
    assert [part["output"] for part in batch.outputs[0].segments] == ["Output 1 of A.", "", "Output 3 of A."]
    assert len(batch.outputs) == 4


def test_a_repeated_row_is_told_with_its_system_and_words(tables: Tables):
    table = tables.file("t.csv", "id,system,source,output\na,x,Text,First\na,x,Text,Second one\n")
    assert tables.faults(PLAIN, table) == [("duplicate", "t.csv:3")]
    assert "stands already in t.csv:2" in line_of(tables.refused[0])
    assert "The second row says: x: Second one" in line_of(tables.refused[0])
