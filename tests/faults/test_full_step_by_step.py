"""The disk is full from any system call on: a command says so in words, and done again with room it does its work."""

import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.material import open_bench
from jurybox.studies import examine
from jurybox.studies.carry import write_backup
from tests.faults.actions import command, do_jobs, succeeds
from tests.faults.scenes import (
    SCENES,
    do_all,
    files_of,
    goes_on,
    last_job,
    rated,
    rows_of,
    set_scene,
    tell_of_death,
    waiting,
)
from tests.faults.step_by_step import FULL, ROOM, Stepper, Try, some

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")
THERE = re.compile("already|is open")
"""What a command says that had done its work when the disk was full, and is given again."""
SAID = ("The disk or the database is full", "No space left on device", "disk is full")


def nothing(folder: Path) -> None:
    """Before the first start."""


def made(folder: Path) -> None:
    bench = open_bench(folder)
    waiting(bench)
    bench.close()


def filled(folder: Path) -> None:
    made(folder)
    bench = open_bench(folder)
    SCENES["import"].ask(bench)
    do_all(bench)
    bench.close()


def with_judgements(folder: Path) -> None:
    bench = open_bench(folder)
    rated(bench)
    bench.close()


def backed_up(folder: Path) -> None:
    with_judgements(folder.parent / "source")
    bench = open_bench(folder.parent / "source")
    write_backup(bench, folder.parent / "backup.zip")
    bench.close()


@dataclass(frozen=True, slots=True)
class Done:
    """A command, `{}` for the folder that it works in, and what there must be before it."""

    before: Callable[[Path], None]
    arguments: str


COMMANDS = {
    "first start": Done(nothing, "study create first --protocol translation --seed s --data {}/data"),
    "add": Done(with_judgements, "study add study {}/more.csv --data {}/data"),
    "open": Done(filled, "study open study --data {}/data"),
    "rater": Done(with_judgements, "rater add study Zoe --data {}/data"),
    "export": Done(with_judgements, "export study --to {}/out.csv --data {}/data"),
    "report": Done(with_judgements, "report study --to {}/out --data {}/data"),
    "backup": Done(with_judgements, "backup {}/backup.zip --data {}/data"),
    "restore": Done(backed_up, "restore {}/backup.zip --data {}/data"),
    "archive": Done(with_judgements, "study archive study --to {}/archive.zip --data {}/data"),
}
MORE = "id,system,source,output\nnew,system-a,A source,An output\n"


def long(names: Iterable[str]) -> list[Any]:
    return [pytest.param(name, 60, marks=pytest.mark.soak) for name in names]


@pytest.mark.parametrize(("name", "times"), [("first start", 4), ("add", 4), *long(COMMANDS)])
def test_a_command_on_a_full_disk_says_so_and_works_when_there_is_room(
    tmp_path: Path, strace: Path, name: str, times: int
) -> None:
    done, start = COMMANDS[name], tmp_path / "start"
    start.mkdir()
    (start / "more.csv").write_text(MORE)
    done.before(start / "data")

    def given(folder: Path) -> list[str]:
        return [part.format(folder) for part in done.arguments.split()]

    def in_a_copy(number: str) -> list[str]:
        return given(shutil.copytree(start, tmp_path / number))

    stepper = Stepper(strace, tmp_path / "trace", succeeds, ROOM)
    steps = some(stepper.steps(in_a_copy("whole"), 0), times)
    stepper = replace(stepper, action=command)
    whole = open_bench(tmp_path / "whole" / "data")
    wanted, files = rows_of(whole), files_of(tmp_path / "whole")
    whole.close()
    tries = [Try(in_a_copy(f"full-{n}"), step) for n, step in enumerate(steps)]
    refused = 0
    told_twice: list[str] = []
    for n, (one, tried) in enumerate(zip(tries, stepper.run(FULL, tries), strict=True)):
        status, out, err = tried.said
        assert (status, bool(err)) in [(0, False), (1, True), (2, True)], (n, steps[n], out, err)
        refused += status > 0
        if status:
            assert any(words in err for words in SAID), err
            again = command(*one.given)
            if again[0]:
                told_twice.append(str(again[2]))
        bench = open_bench(tmp_path / f"full-{n}" / "data")
        assert rows_of(bench) == wanted
        assert [check.name for check in examine(bench) if check.fault] == []
        bench.close()
        assert set(files_of(tmp_path / f"full-{n}")) == set(files)
    assert refused > 0
    assert all(THERE.search(words) for words in told_twice), told_twice
    print(f"{name}: a full disk from {len(steps)} system calls on, told {refused} times")


@pytest.mark.parametrize(("name", "times"), [("import", 4), *long(SCENES)])
def test_a_job_on_a_full_disk_has_failed_in_words_and_can_be_asked_for_again(
    tmp_path: Path, strace: Path, name: str, times: int
) -> None:
    start, stepper = tmp_path / "start", Stepper(strace, tmp_path / "trace", do_jobs, ROOM)
    set_scene(name, start)
    whole = shutil.copytree(start, tmp_path / "whole")
    steps = some(stepper.steps([str(whole)], ["done", []]), times)
    with closing(open_bench(whole)) as bench:
        wanted = rows_of(bench)
    tries = [Try([str(shutil.copytree(start, tmp_path / f"full-{n}"))], step) for n, step in enumerate(steps)]
    states: Counter[str] = Counter()
    for one, tried in zip(tries, stepper.run(FULL, tries), strict=True):
        with closing(open_bench(Path(one.given[0]))) as bench:
            if "refused" in tried.said:  # there was no room to write down how the job ended: the server does so later
                assert tried.said == ["refused", ["store.full"]]
                tell_of_death(bench)
            else:
                assert tried.said[1] in ([], ["store.full"])
            state, _ = last_job(bench)
            states[state] += 1
            if state == "failed":
                goes_on(bench, name, wanted)
            do_all(bench)
            assert rows_of(bench) == wanted
            assert set(files_of(bench.folder)) == set(files_of(whole))
            assert [check.name for check in examine(bench) if check.fault] == []
    print(f"{name}: a full disk from {len(steps)} system calls on, jobs afterwards: {dict(states)}")
