"""The demonstration: built through the same doors as everything, once, with something left for the guest."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from jurybox.core import NextWish
from jurybox.core.errors import Conflict
from jurybox.studies import rating
from jurybox.studies.carry.export.write import export_rows, rater_rows
from jurybox.studies.demo import build, shown_protocols
from jurybox.studies.demo.build import build_demo
from jurybox.studies.lifecycle import create
from jurybox.studies.overview import list_studies
from jurybox.studies.people.raters import list_raters
from jurybox.studies.rating import Link
from jurybox.studies.rating.session import next_units
from jurybox.studies.workbench import Workbench, World, open_workbench
from tests.fixtures.databases import sql

Row = dict[str, Any]
ASKING = "demo-caption-culture"
"""The study that has a consent page, a questionnaire and calibration."""


def new_demo_bench(folder: Path) -> Workbench:
    return open_workbench(folder, World(lambda: time.time_ns() // 1000, time.monotonic, os.urandom))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    bench = new_demo_bench(tmp_path_factory.mktemp("demo") / "data")
    build_demo(bench)
    yield bench
    bench.close()


def rows_of(bench: Workbench, key: str) -> list[Row]:
    """What was said of outputs; worked examples aside."""
    return [row for row in export_rows(bench, key, everything=True) if row["purpose"] != "calibration"]


def keys() -> list[str]:
    return [f"demo-{id}" for id in shown_protocols()]


def test_there_is_an_open_study_for_every_protocol_of_the_shelf(built: Workbench):
    studies = list_studies(built)
    assert sorted(study["key"] for study in studies) == sorted(keys())
    assert {study["state"] for study in studies} == {"open"}


@pytest.mark.parametrize("key", keys())
def test_all_judgements_of_pretend_raters_count_and_say_where_they_came_from(built: Workbench, key: str):
    found = rows_of(built, key)
    assert len({row["judgement"] for row in found}) >= 12
    assert {row["channel"] for row in found} == {"demo"}
    assert {row["standing"] for row in found} == {"counted"}
    assert len({row["system"] for row in found}) == 5


@pytest.mark.parametrize("key", keys())
def test_units_are_rated_by_several_raters(built: Workbench, key: str):
    raters: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows_of(built, key):
        raters[row["item"], row["system"], row["question"]].add(row["rater"])
    assert mean(len(names) for names in raters.values()) >= 1.5
    assert max(len(names) for names in raters.values()) >= 2


@pytest.mark.parametrize("key", keys())
def test_something_is_left_for_the_guest(built: Workbench, key: str):
    links = dict(build_demo(built))
    token = links[key].partition("#")[2]
    answer = built.database.write(lambda run: next_units(built, run, Link(key, token), NextWish(2)))
    if key == ASKING:
        assert answer["state"] == "before"
        return
    assert answer["state"] == "rate"
    assert answer["units"]


def test_one_study_asks_something_before_the_first_task(built: Workbench):
    pretend = [row for row in rater_rows(built, ASKING) if row["done"]]
    assert len(pretend) == 3
    assert {(row["consent"], row["calibration"]) for row in pretend} == {("given", "passed")}
    assert all(row["about.first_language"] for row in pretend)


def test_pretend_raters_leave_no_unit_half_done(built: Workbench):
    pretend = {rater.id for key in keys() for rater in list_raters(built, key) if rater.done}
    open_ones = sql(
        built, "SELECT m.uid FROM assignment a JOIN membership m ON m.id = a.membership_id WHERE a.state = 'leased'"
    )
    assert len(pretend) == 21
    assert not pretend & {row[0] for row in open_ones}


@pytest.mark.parametrize(
    ("key", "question"),
    [("demo-title", "score"), ("demo-audio-description", "rating"), ("demo-caption-counts", "objects")],
)
def test_good_outputs_are_rated_above_bad_ones(built: Workbench, key: str, question: str):
    from jurybox.studies.demo.pretend import read_qualities

    qualities = read_qualities(build.CONTENT / key.removeprefix("demo-") / "quality.csv")
    by_quality: dict[int, list[float]] = defaultdict(list)
    for row in rows_of(built, key):
        if row["question"] == question:
            segment = row["target"] if question == "rating" else ""
            by_quality[int(qualities[row["item"], row["system"], segment]["quality"])].append(row["value"])
    assert mean(by_quality[5]) > mean([*by_quality[1], *by_quality[2]]) + 1


def test_a_second_start_changes_nothing(built: Workbench):
    before, links = list_studies(built), build_demo(built)
    assert list_studies(built) == before
    assert build_demo(built) == links


def judged(bench: Workbench, key: str) -> list[tuple[Any, ...]]:
    """What was said of what, and how often; which units come again depends on the raters' random ids."""
    columns = ("item", "system", "question", "target" if key == "demo-audio-description" else "stage", "value")
    found = [row for row in rows_of(bench, key) if row["purpose"] == "rating"]
    return sorted((tuple(row[column] for column in columns) for row in found), key=repr)


@pytest.mark.parametrize("cut_at", ["write_import", "open_study", "add_rater", "rating.submit"])
def test_a_start_that_was_cut_off_is_finished_by_the_next(
    built: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut_at: str
):
    study = "audio-description"
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / study).symlink_to(build.CONTENT / study)
    monkeypatch.setattr(build, "CONTENT", tmp_path / "content")

    def cut(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    holder, name = {
        "write_import": (create, "write_import"), "open_study": (build, "open_study"),
        "add_rater": (build, "add_rater"), "rating.submit": (rating, "submit"),
    }[cut_at]  # fmt: skip
    bench = new_demo_bench(tmp_path / "data")
    with monkeypatch.context() as patch:
        patch.setattr(holder, name, cut)
        with pytest.raises(KeyboardInterrupt):
            build_demo(bench)
    bench.close()
    bench = new_demo_bench(tmp_path / "data")
    assert len(build_demo(bench)) == 1
    assert judged(bench, f"demo-{study}") == judged(built, f"demo-{study}")
    bench.close()


def test_the_demonstration_is_never_mixed_into_studies_of_your_own(tmp_path: Path):
    from jurybox.protocols import load_protocol

    bench = new_demo_bench(tmp_path / "data")
    create.create_study(bench, load_protocol("title"), create.StudyDraft("mine", "Mine"))
    with pytest.raises(Conflict, match=r"demo\.not_empty"):
        build_demo(bench)
    assert [study["key"] for study in list_studies(bench)] == ["mine"]
    bench.close()


def test_a_study_of_your_own_may_join_a_finished_demonstration(built: Workbench):
    from jurybox.protocols import load_protocol

    create.create_study(built, load_protocol("title"), create.StudyDraft("mine", "Mine"))
    assert len(build_demo(built)) == 7
