"""What is not what it should be is refused in words, with its line; nothing is left behind."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from jurybox.core.errors import JuryboxError, Refused
from jurybox.exchange.files import json_lines
from jurybox.exchange.ratings.formats import FORMATS, read_file, write_file
from jurybox.texts import line_of
from tests.unit.exchange.ratings.formats.test_samples import FILES, SAMPLES, sample


def faults_of(path: Path, id: str) -> list[str]:
    with pytest.raises(JuryboxError) as refused:
        list(read_file(path, id))
    words = [line_of(fault) for fault in refused.value.faults]
    assert not any("This was refused (" in line or "–" in line for line in words), words
    return [fault.code for fault in refused.value.faults]


FILED = [id for id in SAMPLES if FORMATS[id].endings]
TEXTUAL = [id for id in FILED if id != "parquet"]


@pytest.mark.parametrize("id", SAMPLES)
def test_a_file_that_is_not_there(id: str, tmp_path: Path):
    assert faults_of(tmp_path / f"none{''.join(FORMATS[id].endings[:1])}", id) == ["import.no_such_file"]


@pytest.mark.parametrize("id", TEXTUAL)
@pytest.mark.parametrize(("content", "code"), [
    (b"\xff\xfe\x00", "import.wrong_encoding"),
    ('item,rater,value\n"été",a,1\n'.encode() + b"\xe9,a,1\n", "import.not_utf8"),
    (b"a\0b", "import.null_character"),
])  # fmt: skip
def test_what_is_no_text_in_any_encoding(id: str, content: bytes, code: str, tmp_path: Path):
    path = tmp_path / f"bad{FORMATS[id].endings[0]}"
    path.write_bytes(content)
    assert code in faults_of(path, id)


@pytest.mark.parametrize("id", [id for id in TEXTUAL if id != "csv"])
def test_a_file_of_another_kind(id: str, tmp_path: Path):
    path = tmp_path / f"other{FORMATS[id].endings[0]}"
    path.write_text('{"a": [1, 2]}\n' if "json" in path.suffix else "one,two\nthree,four\n", encoding="utf-8")
    assert faults_of(path, id)


@pytest.mark.parametrize("id", TEXTUAL)
def test_a_file_that_was_cut_off_gives_ratings_or_words_and_never_a_traceback(id: str, tmp_path: Path):
    whole = (FILES / SAMPLES[id]).read_bytes()
    for end in range(0, len(whole), max(1, len(whole) // 60)):
        path = tmp_path / f"cut{FORMATS[id].endings[0]}"
        path.write_bytes(whole[:end])
        with suppress(JuryboxError):
            list(read_file(path, id))


@pytest.mark.parametrize("id", [id for id in SAMPLES if "json" in SAMPLES[id]])
@pytest.mark.parametrize("text", ['{"id": NaN}', '{"id": "\\ud800"}', "[" * 100_000, '{"id": 1', "[1]", "null", "3"])
def test_broken_json(id: str, text: str, tmp_path: Path):
    path = tmp_path / f"bad{FORMATS[id].endings[0]}"
    path.write_text(text, encoding="utf-8")
    assert set(faults_of(path, id)) <= {
        "import.broken_json", "import.broken_text", "import.not_an_object", "formats.not_this_format",
    }  # fmt: skip


def test_a_document_or_a_line_beyond_all_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(json_lines, "LARGEST_DOCUMENT", 100)
    monkeypatch.setattr(json_lines, "LONGEST_LINE", 50)
    assert faults_of(FILES / SAMPLES["judge-bench"], "judge-bench") == ["formats.document_too_large"]
    assert faults_of(FILES / SAMPLES["summeval"], "summeval") == ["formats.line_too_long"]


def test_a_folder_where_a_file_is_wanted_and_the_other_way_round(tmp_path: Path):
    assert faults_of(tmp_path, "csv") == ["ratings.folder"]
    assert faults_of(tmp_path, "mt-metrics-eval") == ["formats.no_folder"]
    assert faults_of(tmp_path, "huggingface") == ["formats.no_folder"]


def test_every_fault_of_a_file_is_named_with_its_line(tmp_path: Path):
    path = tmp_path / "scores.csv"
    path.write_text("u,s,1,XXX,d,e,high,1,2\nu,s\n,s,1,TGT,d,e,5,1,2\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        list(read_file(path, "appraise"))
    assert [(fault.line, fault.code) for fault in refused.value.faults] == [
        (1, "formats.wrong_type"), (1, "formats.not_a_number"), (2, "formats.wrong_width"), (3, "formats.empty_cell"),
    ]  # fmt: skip


def test_a_span_beyond_its_text_is_refused(tmp_path: Path):
    path = tmp_path / "log.jsonl"
    text = (FILES / SAMPLES["pearmut"]).read_text(encoding="utf-8")
    path.write_text(text.replace('"end_i": 9', '"end_i": 900'), encoding="utf-8")
    assert faults_of(path, "pearmut") == ["formats.span_outside"]


def test_outputs_and_source_of_different_length_are_refused(tmp_path: Path):
    write_file(tmp_path / "set", "mt-metrics-eval", sample("mt-metrics-eval"))
    path = tmp_path / "set" / "system-outputs" / "de-en" / "north.txt"
    path.write_text("only one\n", encoding="utf-8")
    assert faults_of(tmp_path / "set", "mt-metrics-eval") == ["formats.lines_differ"]


def test_a_broken_parquet_file_is_refused(tmp_path: Path):
    path = tmp_path / "bad.parquet"
    path.write_bytes(b"PAR1 and nothing more")
    assert faults_of(path, "parquet") == ["ratings.broken_parquet"]


def test_an_unknown_format_is_answered_with_the_known_ones(tmp_path: Path):
    with pytest.raises(JuryboxError) as refused:
        read_file(tmp_path, "items")
    assert "judge-bench" in line_of(refused.value.faults[0])


@pytest.mark.parametrize("id", [one.id for one in FORMATS.values() if one.can_write])
def test_nothing_is_left_behind_when_reading_fails_while_writing(id: str, tmp_path: Path):
    bad = tmp_path / "bad.csv"
    bad.write_text("item,rater,value\na,r,3\n,r,4\n", encoding="utf-8")
    with pytest.raises(Refused):
        write_file(tmp_path / "out", id, read_file(bad, "csv"))
    assert [path.name for path in tmp_path.iterdir()] == ["bad.csv"]


@pytest.mark.parametrize("actions", [3, "x", None, {}, [3], [None], [{"time": "x"}], True])
def test_what_is_no_list_of_actions_says_nothing(actions: object, tmp_path: Path):
    """A number in their place ended in a traceback."""
    first = json.loads((FILES / SAMPLES["pearmut"]).read_text(encoding="utf-8").splitlines()[0])
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps({**first, "actions": actions}), encoding="utf-8")
    with suppress(JuryboxError):
        list(read_file(path, "pearmut"))


def test_an_error_that_was_marked_on_another_text_is_refused_with_both_lines(tmp_path: Path):
    """Its place would mean something else on the text that came first."""
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows = [
        "A\td\t1\t1\tr\ts\t<v>t</v>\tStyle\tMajor",
        "A\td\t1\t1\tr\ts2\tu <v>t</v>\tStyle\tMinor",
        "\td\t1\t2\tr\ts\tt\tx\ty",
    ]
    path = tmp_path / "errors.tsv"
    path.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        list(read_file(path, "wmt-mqm"))
    assert [(f.line, f.code, f.params.get("what"), f.params.get("first")) for f in refused.value.faults] == [
        (3, "campaign.differs", "source", "errors.tsv:2"), (3, "campaign.differs", "output", "errors.tsv:2"),
        (4, "formats.empty_cell", None, None),
    ]  # fmt: skip


def test_a_battle_tells_all_that_is_wrong_with_it_and_of_which_text_it_was(tmp_path: Path):
    battles = [
        {"question_id": "1", "model_a": "a", "model_b": "a", "winner": "c"},
        {"model_a": "a", "winner": "tie"},
        {"question_id": "2", "model_a": "a", "model_b": "b", "winner": "a", "prompt": "P", "response_a": "one"},
        {"question_id": "2", "model_a": "c", "model_b": "a", "winner": "a", "prompt": "P", "response_b": "another"},
    ]
    path = tmp_path / "battles.jsonl"
    path.write_bytes("".join(json.dumps(one) + "\n" for one in battles).encode())
    with pytest.raises(Refused) as refused:
        list(read_file(path, "arena"))
    assert [(fault.line, fault.code) for fault in refused.value.faults] == [
        (1, "ratings.same_system"), (1, "formats.bad_entry"), (2, "formats.empty_cell"), (2, "formats.empty_cell"),
        (4, "campaign.differs"),
    ]  # fmt: skip
    assert faults_of(path, "arena")  # in words


@pytest.mark.parametrize(
    ("id", "name", "row"),
    [
        (
            "wmt-mqm",
            "e.tsv",
            "system\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcolour\nA\t1\tr\ts\tt\tx\ty\tz\n",
        ),
        ("arena", "b.jsonl", '{"id": 1, "model_a": "a", "model_b": "b", "winner": "a", "colour": 1}\n'),
    ],
)
def test_columns_of_which_nothing_is_known_are_named(id: str, name: str, row: str, tmp_path: Path):
    (tmp_path / name).write_text(row, encoding="utf-8")
    found = read_file(tmp_path / name, id)
    list(found)
    assert [(note.code, note.params["names"]) for note in found.notes()] == [("formats.unused", "colour")]
