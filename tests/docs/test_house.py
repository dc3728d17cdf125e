"""docs/design/house.md is true: its files are there, and whoever takes its walks passes them in its order."""

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import jurybox as package
from jurybox.studies.people import add_rater
from tests.fixtures.command_line import Jurybox
from tests.fixtures.databases import NewBench
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import make_site
from tests.web.playing import Player

ROOT = Path(package.__file__).parent
REPOSITORY = ROOT.parents[1]
TEXT = (REPOSITORY / "docs" / "design" / "house.md").read_text(encoding="utf-8")
FIRST_STUDY = REPOSITORY / "examples" / "first-study"
PLACES = (
    ROOT,
    *(ROOT / room for room in ("cli", "core", "exchange", "exchange/ratings/formats", "store", "studies", "web")),
    REPOSITORY,
)
NOT_TOLD = {"report": {"charts", "heds", "sections", "tables"}}
"""Sub-rooms of which their room's line tells in other words."""
FUNCTION = 1
"""The flag of code that is a function, not the body of a class."""


def section(heading: str) -> str:
    _, _, rest = TEXT.partition(f"\n{heading}\n")
    assert rest, heading
    return re.split(r"\n#{2,3} ", rest)[0]


def files_of(heading: str) -> list[str]:
    return re.findall(r"^\| `([\w/]+\.py)` \|", section(heading), re.MULTILINE)


@contextmanager
def passed() -> Iterator[dict[str, None]]:
    """The files of Jurybox in which a function was called, in the order of their first calls."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & FUNCTION and code.co_filename.startswith(str(ROOT)):
            found.setdefault(Path(code.co_filename).relative_to(ROOT).as_posix())

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def assert_taken(heading: str, found: dict[str, None]) -> None:
    told, files = files_of(heading), list(found)
    assert len(told) > 10
    assert [file for file in told if file not in files] == []
    assert told == sorted(told, key=files.index)


def test_a_table_becomes_units_as_the_walk_says(jurybox: Jurybox):
    with passed() as files:
        made = jurybox("study", "create", "titles", "--protocol", "title", "--items", FIRST_STUDY / "items.csv")
        opened = jurybox("study", "open", "titles")
    assert (made.status, opened.status) == (0, 0), made.err + opened.err
    assert_taken("### A table becomes units", files)


def test_next_and_submit_go_as_the_walk_says(new_bench: NewBench):
    bench = new_bench("sqlite")
    open_study(bench, lines(6), loaded())
    link = add_rater(bench, "study", "Ann").path
    site = make_site(bench)
    with passed() as files:
        player = Player.with_link(site, link)
        files.clear()
        player.play(1)
    site.close()
    assert_taken("### Next, and submit", files)


def test_judgements_become_a_report_as_the_walk_says(jurybox: Jurybox, new_bench: NewBench):
    bench = new_bench("sqlite")
    played = open_study(bench, lines(6), loaded())
    for rater in (played.rater("Ann"), played.rater("Bo")):
        for _ in range(6):
            rater.submit(rater.one())
    with passed() as files:
        done = jurybox("report", "study", "--to", "report", "--data", bench.folder)
    assert done.status == 0, done.err
    assert_taken("### Judgements become a report", files)


def test_every_place_that_is_named_is_there():
    named = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+(?:\.\w+)?)?|\w+\.py)`", TEXT))
    assert {"web/organiser/templates/", "exchange/ratings/formats/", "analysis/vocabulary.py", "doors.py"} <= named
    missing = [name for name in named if not any((place / name).exists() for place in PLACES)]
    assert missing == []


def test_the_table_of_rooms_names_every_room_and_sub_room():
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    table = TEXT.partition("\n## ")[0]
    told = re.findall(r"^\| `(\w+)` \|(.*)\|", table, re.MULTILINE)
    assert {room for room, _ in told} == rooms
    for room, words in told:
        within = {path.parent.name for path in (ROOT / room).glob("*/__init__.py")} - NOT_TOLD.get(room, set())
        assert {name for name in within if f"`{name}/`" not in words} == set(), room
