"""Data of every release open with today's code, and give what they gave."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.postgres import NewDatabase
from tests.upgrade.differences import Difference, faults
from tests.upgrade.doors import DATA, House, at
from tests.upgrade.opinions import Opinion
from tests.upgrade.outputs import ARCHIVED, GROUPS, outputs_of, studies_of
from tests.upgrade.raters import Rater
from tests.upgrade.record import Record, records
from tests.upgrade.web_outputs import organiser_of


@pytest.fixture(params=records(), ids=lambda record: str(record.version), scope="module")
def record(request: pytest.FixtureRequest) -> Record:
    found: Record = request.param
    return found


@pytest.fixture
def house(record: Record, tmp_path: Path) -> House:
    """The data of the release, unpacked."""
    return record.unpacked(tmp_path / "work")


@pytest.mark.parametrize("group", GROUPS)
def test_outputs_are_those_of_the_release(record: Record, tmp_path: Path, group: str) -> None:
    told = faults(record, outputs_of(record, tmp_path, group), group)
    assert not told, "\n\n".join([f"{len(told)} {group} are not as {record.version} gave them.", *told])


def exports_of(house: House, *where: str) -> dict[tuple[str, ...], str]:
    """What is exported of every study: all judgements with their standing and texts, and the raters."""
    with at(house.clock):
        listed = json.loads(house.done("study", "list", "--json", "--data", DATA, *where))
        return {
            (study["key"], *option): house.done("export", study["key"], *option, "--data", DATA, *where)
            for study in listed
            for option in (("--all", "--texts"), ("--raters",))
        }


def test_who_organised_first_is_administrator_after_an_upgrade(house: House, record: Record, tmp_path: Path) -> None:
    """And organisers of a restored backup, which knew no roles either."""
    for place in (house, restored(record, tmp_path / "restored")):
        with at(place.clock):
            found = json.loads(place.done("organiser", "list", "--json", "--data", DATA))
        assert [one["is_administrator"] for one in found] == [True] + [False] * (len(found) - 1)
        assert found


def restored(record: Record, work: Path, *where: str) -> House:
    house = record.empty_house(work)
    with at(house.clock):
        house.done("restore", str(record.place / "backup.zip"), "--data", DATA, *where)
    return house


def test_the_backup_of_the_release_is_restored(record: Record, house: House, tmp_path: Path) -> None:
    assert exports_of(restored(record, tmp_path / "restored")) == exports_of(house)


def test_the_backup_of_the_release_is_restored_into_postgresql(
    record: Record, house: House, tmp_path: Path, postgres_server: NewDatabase
) -> None:
    where = ("--database", postgres_server())
    assert exports_of(restored(record, tmp_path / "restored", *where), *where) == exports_of(house)


def test_what_the_release_counted_is_counted_again_from_its_log(house: House) -> None:
    """Free slots, tallies and numbers are made anew by today's code: nothing of them moves."""
    with at(house.clock):
        before = [house.done("study", "show", study, "--json", "--data", DATA) for study in studies_of(house)]
        house.done("rebuild", "--data", DATA)
        assert [house.done("study", "show", study, "--json", "--data", DATA) for study in studies_of(house)] == before


@pytest.mark.parametrize("study", ARCHIVED)
def test_an_archive_of_the_release_is_opened_again(record: Record, house: House, tmp_path: Path, study: str) -> None:
    other = record.empty_house(tmp_path / "other")
    with at(other.clock):
        other.done("study", "reopen", str(record.place / "archives" / f"{study}.zip"), "--data", DATA)
        found, known = (findings_of(where, study) for where in (other, house))
    assert found == known


def findings_of(house: House, study: str) -> Any:
    """All findings but the number of the last judgement, which counts all studies of a data folder."""
    found = json.loads(re.sub(r"\|seq:\d+\|", "|", house.done("analyse", study, "--json", "--data", DATA)))
    assert found["source"].pop("last_seq")
    return found


@pytest.mark.parametrize(
    ("study", "name"), [("title", "Ana"), ("summary", "Omar"), ("sarcasm", "Tom"), ("pairs", "Zoe")]
)
def test_raters_of_the_release_go_on_rating(record: Record, tmp_path: Path, study: str, name: str) -> None:
    """With the link that they had, in data that were restored from a backup."""
    house = restored(record, tmp_path / "work")
    with at(house.clock), house.server() as server:
        organiser = organiser_of(house, server)
        before = organiser.ok("GET", f"/api/studies/{study}")
        links = {person["name"]: person["link"] for person in organiser.ok("GET", f"/api/studies/{study}/raters")}
        rater = Rater(server, links[name], Opinion(name, certain=True))
        assert rater.submit(rater.next()[0])["standing"] == "counted"
        assert rater.next()
        after = organiser.ok("GET", f"/api/studies/{study}")
    assert after["judgements"] == before["judgements"] + 1


def test_a_difference_is_told_line_by_line() -> None:
    one = Difference("exports/title/csv", "a\nb\nc\nd\n", "a\nb\n3\nd\n")
    assert one.lines() == ["--- kept", "+++ now", "@@", " b", "-c", "+3", " d"]
