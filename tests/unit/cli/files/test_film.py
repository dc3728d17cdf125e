"""jurybox film: a folder that a study can be made of, or a study at once; all faults together, nothing half done."""

import errno
import json
import os
import re
import shutil
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import pytest

from jurybox.exchange.film.folder import key_of
from jurybox.exchange.film.groups import SegmentGroup
from tests.fixtures.clips import picture
from tests.fixtures.command_line import Ended, Jurybox
from tests.fixtures.films import SHORT, Clip, make, numbers, shown_at, subtitles
from tests.paths import ROOT

SAMPLES = ROOT / "examples" / "files" / "film"
TITLE = "A Fish for Tea"
TIMES = [(1.0, 2.2), (2.6, 3.8), (4.2, 5.6), (6.0, 7.2), (7.8, 9.0), (9.4, 10.8), (11.2, 12.4), (12.8, 14.0)]


@pytest.fixture(scope="module")
def tea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of fifteen seconds whose frames carry their numbers."""
    return make(SHORT, tmp_path_factory.mktemp("films") / "tea.mp4")


def film(jurybox: Jurybox, tea: Path, *more: Any) -> Ended:
    systems = [f"{name}={SAMPLES / name}.srt" for name in ("narra", "quill")]
    return jurybox("film", *systems, "--film", f"{TITLE}={tea}", *more)


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_samples_become_a_study_by_two_commands(jurybox: Jurybox, in_folder: Path, tea: Path):
    options = ["--characters", SAMPLES / "people.json", "--drop", 1, "--repeats", 1, "--seed", "s", "--to", "tea"]
    ended = film(jurybox, tea, *options)
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines == [
        "A Fish for Tea: 8 positions, 2 groups (2 dropped, 0 not by every system, 0 left over).",
        "2 groups of 2 systems (narra, quill): 4 units, seed s. 2 clips, 0.2 minutes.",
        "Make a study of it: jurybox study create KEY --protocol audio-description --items tea/items.jsonl --media tea"
        " --people tea/people.json --settings tea/study.yaml",
    ]
    command = ended.lines[-1].partition("jurybox ")[2].replace("KEY", "films").split()
    created = jurybox(*command)
    assert created.lines[1] == "2 new items, 4 outputs of 2 new systems (narra, quill)."
    assert jurybox("study", "open", "films").lines[0].startswith("Study films is open: 4 units.")
    assert json.loads(jurybox("study", "show", "films", "--json").out)["settings"]["repeats"] == 0.25


def test_times_in_the_clip_show_the_picture_that_the_film_shows(jurybox: Jurybox, in_folder: Path, tea: Path):
    assert film(jurybox, tea, "--to", "out", "--margin", 0.7).status == 0
    whole, found = numbers(tea), rows(in_folder / "out")
    assert len(found) == 12
    for row in (row for row in found if row["system"] == "narra"):
        clip = numbers(in_folder / "out" / "clips" / f"{row['id']}.mp4")
        start, end = TIMES[int(row["id"][-4:]) + row["segment"] - 2]
        tick = Fraction(1, 2000)
        assert shown_at(clip, Fraction(str(row["start"])) + tick) == shown_at(whole, Fraction(str(start)) + tick)
        assert shown_at(clip, Fraction(str(row["end"])) + tick) == shown_at(whole, Fraction(str(end)) + tick)
        if row["segment"] == 1:
            assert row["start"] == pytest.approx(0.7, abs=0.04)
            assert clip[-1][1] - Fraction(str(row["end"])) < 6


def test_a_clip_never_reaches_beyond_the_film(jurybox: Jurybox, in_folder: Path, tea: Path):
    assert film(jurybox, tea, "--to", "out", "--margin", 5).status == 0
    first = numbers(in_folder / "out" / "clips" / "a-fish-for-tea-0001.mp4")
    last = numbers(in_folder / "out" / "clips" / "a-fish-for-tea-0004.mp4")
    assert first[0] == (0, Fraction(0))
    assert last[-1][0] == SHORT.count - 1
    assert rows(in_folder / "out")[0]["start"] == TIMES[0][0]


def test_what_a_system_said_before_stands_beside_its_group(jurybox: Jurybox, in_folder: Path, tea: Path):
    film(jurybox, tea, "--to", "out", "--reference", "narra", "--group", "en")
    found = {(row["id"], row["system"]): row for row in rows(in_folder / "out") if row["segment"] == 1}
    assert found["a-fish-for-tea-0001", "quill"]["context"] == ""
    assert found["a-fish-for-tea-0004", "quill"]["context"] == "She is making the fire on."
    assert found["a-fish-for-tea-0004", "narra"]["context"] == "She lights the gas."
    assert [found["a-fish-for-tea-0004", s]["kind"] for s in ("narra", "quill")] == ["reference", "system"]
    assert {row["group"] for row in found.values()} == {"en"}


def test_every_system_gets_the_sampled_positions(jurybox: Jurybox, in_folder: Path, tea: Path):
    for name in ("one", "two"):
        assert film(jurybox, tea, "--groups-of", 2, "--sample", 2, "--seed", "s", "--to", name).status == 0
    found = rows(in_folder / "one")
    assert found == rows(in_folder / "two"), "the same seed draws the same"
    narra, quill = ({(r["id"], r["segment"]) for r in found if r["system"] == name} for name in ("narra", "quill"))
    assert narra == quill
    assert len(narra) == 4
    assert json.loads((in_folder / "one" / "film.json").read_text())["seed"] == "s"


def test_a_film_goes_into_a_study_at_once(jurybox: Jurybox, in_folder: Path, tea: Path):
    jurybox("study", "create", "films", "--protocol", "audio-description")
    ended = jurybox("film", SAMPLES / "descriptions.csv", "--film", f"{TITLE}={tea}", "--study", "films")
    assert (ended.status, ended.lines[-1]) == (0, "They are in study films.")
    assert json.loads(jurybox("study", "show", "films", "--json").out)["items"] == 2
    other = film(jurybox, tea, "--study", "films", "--groups-of", 2)
    assert (other.status, "Say --groups-of 3." in other.err) == (1, True)
    assert not list(in_folder.rglob(".film-*"))


def test_films_that_come_in_clips_stay_as_they_are_where_browsers_play_them(
    jurybox: Jurybox, in_folder: Path, tea: Path
):
    (in_folder / "cut").mkdir()
    shutil.copy(tea, in_folder / "cut" / "a.mp4")
    make(
        Clip("b.avi", Fraction(1, 25), [1], count=150, format="avi", codec="mpeg4", sound="mp3"),
        in_folder / "cut" / "b.avi",
    )
    lines = ["film,clip,start,end,text"]
    lines += [f"Tea,{clip},{n},{n + 0.8},{clip} {n}" for clip in ("a.mp4", "b.avi") for n in range(4)]
    (in_folder / "ads.csv").write_text("\n".join(lines), encoding="utf-8")
    assert jurybox("film", "narra=ads.csv", "--clips", "cut", "--to", "out").status == 0
    found = [row for row in rows(in_folder / "out") if row["segment"] == 1]
    assert [(row["start"], row["context"]) for row in found] == [(0.0, ""), (0.0, "a.mp4 3")]
    first, second = (in_folder / "out" / row["clip"] for row in found)
    assert first.read_bytes() == tea.read_bytes()
    assert [number for number, _ in numbers(second)] == list(range(150))
    ended = jurybox(
        "study", "create", "x", "--protocol", "audio-description", "--items", "out/items.jsonl", "--media", "out"
    )
    assert ended.status == 0, ended.err


def test_headshots_come_along(jurybox: Jurybox, in_folder: Path, tea: Path):
    from PIL import Image

    (in_folder / "who" / "faces").mkdir(parents=True)
    Image.fromarray(picture(1)).save(in_folder / "who" / "faces" / "mara.png")
    people = {TITLE: [{"id": "m", "role": "Mara", "name": "Ines", "img": "faces/mara.png"}]}
    (in_folder / "who" / "people.json").write_text(json.dumps(people))
    assert film(jurybox, tea, "--characters", "who/people.json", "--to", "out").status == 0
    options = ["--items", "out/items.jsonl", "--media", "out", "--people", "out/people.json"]
    assert jurybox("study", "create", "x", "--protocol", "audio-description", *options).status == 0


# Bad input


def test_all_faults_of_all_files_are_told_at_once_and_no_folder_is_made(jurybox: Jurybox, in_folder: Path, tea: Path):
    subtitles(in_folder / "late.srt", [(1, 2, "A"), (14, 20, "B"), (30, 31, "C")])
    (in_folder / "bad.srt").write_text("1\n00:00:01,000 --> 00:00:01,000\nA\n", encoding="utf-8")
    (in_folder / "people.json").write_text('{"Tee": []}')
    ended = jurybox(
        "film", "late=late.srt", "bad=bad.srt", "none=none.srt", "--film", f"Tea={tea}", "--reference", "latte",
        "--characters", "people.json", "--to", "out",
    )  # fmt: skip
    assert ended.status == 1
    assert not (in_folder / "out").exists()
    assert sorted(line.split(": ")[0] for line in ended.faults if line.split(":")[0] != "people.json") == [
        "There is no system 'latte'. Systems", "bad.srt:2", "late.srt:10", "late.srt:6", "none.srt:1",
    ]  # fmt: skip
    assert "but tea.mp4 ends at 0:00:15.000" in ended.err
    assert "Did you mean 'Tee'?" in ended.err
    assert "Did you mean 'late'?" in ended.err
    assert "This was refused (" not in ended.err


def test_films_that_are_none_are_told_together(jurybox: Jurybox, in_folder: Path):
    (in_folder / "text.mp4").write_text("no film")
    (in_folder / "ads.csv").write_text("film,start,end,text\nA,1,2,x\nB,1,2,y\nC,1,2,z\n", encoding="utf-8")
    films = ["--film", "A=text.mp4", "--film", "B=none.mp4", "--film", "D=d.mp4"]
    ended = jurybox("film", "narra=ads.csv", *films, "--to", "out")
    assert ended.status == 1
    assert "text.mp4: The film can't be read" in ended.err
    assert "none.mp4: There is no such file" in ended.err
    assert "ads.csv:4: There is no film 'C'" in ended.err
    assert "d.mp4: No description is of the film 'D'" in ended.err


def test_a_table_of_two_films_needs_both(jurybox: Jurybox, in_folder: Path, tea: Path):
    (in_folder / "a.csv").write_text("film,start,end,text\nTea,1,2,x\nTee,1,2,y\n", encoding="utf-8")
    (in_folder / "b.csv").write_text("film,start,end,text\nTea,1,2,x\n", encoding="utf-8")
    ended = jurybox("film", "a=a.csv", "b=b.csv", "--film", f"Tea={tea}", "--to", "out")
    assert "a.csv:3: There is no film 'Tee'. Films given: Tea. Did you mean 'Tea'?" in ended.err
    assert "System 'b' has no descriptions of the film 'Tee'" in ended.err


def test_groups_stay_within_their_film(jurybox: Jurybox, in_folder: Path, tea: Path):
    lines = ["film,start,end,text", *(f"{film},{n},{n + 0.5},{film}{n}" for n in range(1, 6) for film in ("X", "Y"))]
    (in_folder / "a.csv").write_text("\n".join(lines), encoding="utf-8")
    assert jurybox("film", "a=a.csv", "--film", f"X={tea}", "--film", f"Y={tea}", "--to", "out").status == 0
    found = rows(in_folder / "out")
    assert [row["output"] for row in found] == ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
    assert [row["context"] for row in found if row["segment"] == 1] == ["", ""]


def test_wishes_that_can_not_be_met_are_refused(jurybox: Jurybox, in_folder: Path, tea: Path):
    assert "but there are 2." in film(jurybox, tea, "--sample", 3, "--to", "out").err
    assert "No 9 consecutive positions" in film(jurybox, tea, "--groups-of", 9, "--to", "out").err
    assert "5 units are to come again, but there are 4." in film(jurybox, tea, "--repeats", 5, "--to", "out").err
    assert "Allowed: utf-8, utf-16" in film(jurybox, tea, "--encoding", "rot13", "--to", "out").err
    assert film(jurybox, tea).status == 2
    assert film(jurybox, tea, "--to", "out", "--study", "x").status == 2
    assert "was given twice" in jurybox("film", *[f"a={SAMPLES / 'narra.srt'}"] * 2, "--film", tea, "--to", "out").err
    assert "Write SYSTEM=FILE" in jurybox("film", SAMPLES / "narra.srt", "--film", tea, "--to", "out").err
    (in_folder / "out").mkdir()
    (in_folder / "out" / "mine.txt").write_text("mine")
    assert "There is something in 'out' already." in film(jurybox, tea, "--to", "out").err
    assert [path.name for path in in_folder.iterdir() if path.name.startswith(".film")] == []


def test_a_film_that_is_damaged_in_the_middle_leaves_nothing(jurybox: Jurybox, in_folder: Path, tea: Path):
    data = bytearray(tea.read_bytes())
    start = data.index(b"mdat") + 4
    size = int.from_bytes(data[start - 8 : start - 4], "big") - 8
    middle = start + size // 3
    data[middle : middle + size // 2] = bytes(size // 2)
    (in_folder / "bad.mp4").write_bytes(data)
    ended = film(jurybox, in_folder / "bad.mp4", "--to", "out")
    assert ended.status == 1
    assert "bad.mp4: A Fish for Tea 0:00:0" in ended.err
    assert [path.name for path in in_folder.iterdir() if path.name.startswith(("out", ".film"))] == []


def test_a_scratch_is_said_and_the_clip_is_made(jurybox: Jurybox, in_folder: Path, tea: Path):
    data = bytearray(tea.read_bytes())
    with av.open(str(tea)) as whole:
        packet: Any = list(whole.demux(video=0))[100]
        data[packet.pos : packet.pos + packet.size] = bytes(packet.size)
    (in_folder / "scratch.mp4").write_bytes(data)
    ended = film(jurybox, in_folder / "scratch.mp4", "--to", "out")
    assert ended.status == 0
    assert len(ended.faults) == 1
    assert "of the film are damaged here. Look at clips/a-fish-for-tea-000" in ended.faults[0]


def test_what_was_odd_is_said_and_counted(jurybox: Jurybox, in_folder: Path, tea: Path):
    subtitles(in_folder / "a.srt", [(n, n + 0.8, f"A {n}") for n in range(12)])
    subtitles(in_folder / "b.srt", [(n, n + 0.8, f"B {n}") for n in range(12) if n != 4] + [(12.5, 13, "B more")])
    ended = jurybox("film", "a=a.srt", "b=b.srt", "--film", f"Tea={tea}", "--to", "out")
    assert ended.lines[0] == "Tea: 12 positions, 3 groups (0 dropped, 1 not by every system, 2 left over)."
    assert ended.err.splitlines() == [
        "b.srt:46: At '0:00:12.500' system 'b' describes something where the first system says nothing. It is not used."
    ]
    log = json.loads((in_folder / "out" / "film.json").read_text())
    assert log["films"]["Tea"] == {"positions": 12, "dropped": 0, "incomplete": 1, "left_over": 2, "groups": 3}


def test_where_no_group_is_left_what_was_odd_is_said_too(jurybox: Jurybox, in_folder: Path, tea: Path):
    subtitles(in_folder / "a.srt", [(n, n + 0.8, f"A {n}") for n in range(5)])
    subtitles(in_folder / "b.srt", [(n + 7, n + 7.8, f"B {n}") for n in range(5)])
    ended = jurybox("film", "a=a.srt", "b=b.srt", "--film", f"Tea={tea}", "--to", "out")
    assert ended.status == 1
    assert ended.faults[0].startswith("No 3 consecutive positions are left")
    assert [line.split(": ")[0] for line in ended.faults[1:]] == [f"b.srt:{line}" for line in (2, 6, 10, 14, 18)]


def test_without_pyav_one_sentence_says_what_to_install(
    jurybox: Jurybox, in_folder: Path, tea: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "av", None)
    ended = film(jurybox, tea, "--film", "Other=other.mp4", "--to", "out")
    assert ended.faults == ['Cutting films needs PyAV, which is not installed. Run: pip install "jurybox[video]"']


def test_a_full_disk_is_told_and_leaves_nothing(
    jurybox: Jurybox, in_folder: Path, tea: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(*_: Any) -> None:
        raise av.error.OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("jurybox.exchange.film.cut._Pictures.packets", full)
    ended = film(jurybox, tea, "--to", "out")
    assert (ended.status, "can't be written: No space left on device" in ended.err) == (1, True)
    assert list(in_folder.iterdir()) == []


def test_the_page_shows_the_samples():
    page = (SAMPLES.parents[2] / "docs" / "files" / "film.md").read_text(encoding="utf-8")
    for name, count in (("narra.srt", 7), ("descriptions.csv", 2)):
        lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines()[:count]
        assert "\n".join(lines) in page, name
    (shown,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    people = json.loads((SAMPLES / "people.json").read_text(encoding="utf-8"))
    assert json.loads(shown)[TITLE] == people[TITLE][:1]


def test_keys_are_told_apart_whatever_the_title():
    titles = ["Tea", "Così", "Cosi", "七人の侍", "生きる", "!", "x" * 90, "x" * 91]
    assert len({key_of(SegmentGroup(title, 1, ())) for title in titles}) == len(titles)
