"""Subtitles and tables of descriptions: read as people's programs write them, every fault with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.errors import Refused
from jurybox.exchange.files.encoding import STRICT, Form
from jurybox.exchange.files.faults import Faults
from jurybox.exchange.film.cues import Cue, Notes, in_order
from jurybox.exchange.film.subtitles import read_subtitles
from jurybox.exchange.film.table import read_table
from tests.paths import ROOT

SAMPLES = ROOT / "examples" / "files" / "film"
GOOD = "1\n00:00:01,000 --> 00:00:02,500\nRain.\n\n2\n00:00:03,000 --> 00:00:04,000\nA door\nopens.\n"


class Read:
    """The cues of a file in order, the codes of its faults and notes with their lines."""

    def __init__(self, path: Path, encoding: str | None = None) -> None:
        faults, notes = Faults(), Notes()
        self.cues = in_order(read_subtitles(path, "Film", Form(encoding, note=notes.put), faults, notes), faults, notes)
        self.notes = [(note.code, note.line) for note in notes.said()]
        self.faults: list[tuple[str, int | None]] = []
        try:
            faults.refuse()
        except Refused as refused:
            self.faults = [(fault.code, fault.line) for fault in refused.faults]

    @property
    def plain(self) -> list[tuple[float, float, str]]:
        return [(cue.start, cue.end, cue.text) for cue in self.cues]


def read(folder: Path, content: str | bytes) -> Read:
    path = folder / "a.srt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return Read(path)


PLAIN = [(1.0, 2.5, "Rain."), (3.0, 4.0, "A door opens.")]


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.encode("utf-16"),
        GOOD.rstrip("\n"),
        "\n\n" + GOOD + "\n\n\n",
        GOOD.replace(",", "."),
        GOOD.replace("\n\n", "\n"),
        GOOD.replace("1\n00:00:01", "00:00:01").replace("2\n00:00:03", "00:00:03"),
        GOOD.replace("02,500", "02,500  X1:100 X2:200 Y1:10 Y2:20"),
        GOOD.replace("00:00:01,000", "00:01,0"),
    ],
    ids=["plain", "BOM", "CRLF", "CR", "UTF-16", "no last line end", "empty lines", "points", "no empty lines",
         "no numbers", "places on the screen", "no hours"],
)  # fmt: skip
def test_the_ways_to_write_subtitles_all_say_the_same(content: str | bytes, tmp_path: Path):
    found = read(tmp_path, content)
    assert (found.plain, found.faults, found.notes) == (PLAIN, [], [])


def test_latin_1_is_read_and_said(tmp_path: Path):
    found = read(tmp_path, GOOD.replace("Rain", "Regen fällt – “leise”").encode("cp1252"))
    assert found.plain[0][2] == "Regen fällt – “leise”."
    assert found.notes == [("import.old_encoding", 3)]


def test_an_encoding_that_was_said_is_taken_without_a_word(tmp_path: Path):
    (tmp_path / "a.srt").write_bytes(GOOD.replace("Rain", "Дождь").encode("cp1251"))
    found = Read(tmp_path / "a.srt", "cp1251")
    assert (found.plain[0][2], found.notes, found.faults) == ("Дождь.", [], [])


def test_a_text_of_digits_is_a_text(tmp_path: Path):
    found = read(tmp_path, GOOD.replace("Rain.", "1984").replace("opens.", "42"))
    assert [text for _, _, text in found.plain] == ["1984", "A door 42"]


def test_looks_are_taken_out_and_said(tmp_path: Path):
    found = read(tmp_path, GOOD.replace("Rain.", r'{\an8}<i>Rain</i> <font color="red">on</font> a < b.'))
    assert found.plain[0][2] == "Rain on a < b."
    assert found.notes == [("film.dressing", 2)]


def test_order_overlaps_and_empty_texts_are_noted_with_their_lines(tmp_path: Path):
    found = read(
        tmp_path,
        "1\n00:00:05,000 --> 00:00:06,000\nB\n\n"
        "2\n00:00:01,000 --> 00:00:05,500\nA\n\n"
        "3\n00:00:08,000 --> 00:00:09,000\n\n",
    )
    assert found.plain == [(1.0, 5.5, "A"), (5.0, 6.0, "B"), (8.0, 9.0, "")]
    assert found.notes == [("film.unsorted", 6), ("film.overlap", 2), ("film.empty", 10)]
    assert found.faults == []


def test_every_fault_is_told_at_once_with_its_line(tmp_path: Path):
    found = read(
        tmp_path,
        "A title\n\n1\n00:00:01,000 --> 00:00:01,000\nA\n\n2\n00:00:03,000 -> 00:00:02,000\nB\n\n"
        "3\n00:00:0x,000 --> 00:00:09,000\nC\n\nstray\n\n4\n00:00:20,000 --> 00:00:19,000\nD\n",
    )
    assert found.faults == [
        ("film.text_without_time", 1),
        ("film.no_length", 4),
        ("film.text_without_time", 7),
        ("film.text_without_time", 8),
        ("film.text_without_time", 9),
        ("film.wrong_time", 12),
        ("film.text_without_time", 15),
        ("film.no_length", 18),
    ]


def test_two_films_in_one_file_are_noticed(tmp_path: Path):
    assert read(tmp_path, GOOD + "\n" + GOOD).faults == [("film.two_films", 11)]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", ("film.no_cues", 1)),
        (b"\n\n", ("film.no_cues", 1)),
        (b"1\n00:00:01,000 --> 00:00:02,000\nA\0B\n", ("import.null_character", 3)),
        ("1\n00:00:01,000 --> 00:00:02,000\né".encode() + b"\n\xe9t\xe9\n", ("import.not_utf8", 4)),
        (b"\xff\xfe1\x00\n", ("import.wrong_encoding", 1)),
    ],
)
def test_what_are_no_subtitles_is_refused(content: bytes, fault: tuple[str, int], tmp_path: Path):
    assert read(tmp_path, content).faults == [fault]


def test_a_file_that_is_not_there_and_one_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert Read(tmp_path / "none.srt").faults == [("import.no_such_file", 1)]
    monkeypatch.setattr("jurybox.exchange.film.subtitles.LARGEST", 10)
    assert read(tmp_path, GOOD).faults == [("film.large_subtitles", 1)]


@given(st.binary(max_size=300) | st.text("0123:,->\n A", max_size=200).map(str.encode))
def test_no_bytes_whatsoever_break_the_reader(tmp_path_factory: pytest.TempPathFactory, content: bytes):
    found = read(tmp_path_factory.getbasetemp(), content)
    assert found.faults or found.cues


# Tables


def table(
    folder: Path, name: str, content: str, system: str = "", film: str = ""
) -> tuple[dict[str, list[Cue]], list[str]]:
    (folder / name).write_text(content, encoding="utf-8")
    faults = Faults()
    found = read_table(folder / name, system, film, STRICT, faults)
    try:
        faults.refuse()
    except Refused as refused:
        return found, [f"{fault.code}:{fault.line}" for fault in refused.faults]
    return found, []


def test_a_table_says_film_system_times_and_text(tmp_path: Path):
    found, faults = table(
        tmp_path,
        "a.csv",
        'film,system,start,end,text\nTea,narra,1.5,0:00:02.5,"Rain,\nrain."\nTea,quill,1.5,"2,5",Rain\n',
    )
    assert faults == []
    assert found == {
        "narra": [Cue("Tea", 1.5, 2.5, "Rain, rain.", ("a.csv", 2))],
        "quill": [Cue("Tea", 1.5, 2.5, "Rain", ("a.csv", 4))],
    }


def test_columns_go_by_the_names_that_people_give_them(tmp_path: Path):
    lines = '{"movie": "Tea", "model": "narra", "start_s": 1, "end_s": 2.5, "gen_text": "Rain", "video": "c.mp4"}\n'
    found, faults = table(tmp_path, "a.jsonl", lines)
    assert (found, faults) == ({"narra": [Cue("Tea", 1.0, 2.5, "Rain", ("a.jsonl", 1), "c.mp4")]}, [])


def test_film_and_system_may_be_said_by_the_command(tmp_path: Path):
    found, faults = table(tmp_path, "a.tsv", "Start\tEnd\tText\n1\t2\tRain\n", "narra", "Tea")
    assert (found, faults) == ({"narra": [Cue("Tea", 1.0, 2.0, "Rain", ("a.tsv", 2))]}, [])


def test_all_faults_of_a_table_come_at_once(tmp_path: Path):
    _, faults = table(
        tmp_path, "a.csv", "film,system,start,end,text\nTea,,soon,2,A\n,narra,1,-2,B\nTea,quill,1,2,C\n", "narra"
    )
    assert faults == ["film.not_a_time:2", "film.not_a_time:3", "film.not_said:3", "film.other_system:4"]
    assert table(tmp_path, "b.csv", "begin,words\n1,A\n")[1] == ["film.no_column:1", "film.no_column:1"]
    assert table(tmp_path, "c.csv", "start,end,text\n")[1] == ["film.no_cues:1"]
    assert table(tmp_path, "d.doc", "x")[1] == ["import.wrong_type:1"]


def test_the_samples_say_the_same_as_subtitles_and_as_a_table():
    faults = Faults()
    cues = read_table(SAMPLES / "descriptions.csv", "", "", STRICT, faults)
    for system in ("narra", "quill"):
        plain = [cue.text for cue in cues[system]]
        assert plain == [cue.text for cue in Read(SAMPLES / f"{system}.srt").cues]
    assert len(faults) == 0
