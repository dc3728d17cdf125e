"""The worker is killed at any of its system calls: its job failed, in words, or waits on; nothing is left behind."""

import shutil
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.material import open_bench
from jurybox.studies import examine, study_jobs
from tests.faults.actions import do_jobs
from tests.faults.scenes import SCENES, STUDY, do_all, files_of, goes_on, last_job, rows_of, set_scene, tell_of_death
from tests.faults.step_by_step import FILES, KILL, Stepper, Try, some

LONG = [pytest.param(name, 60, marks=pytest.mark.soak) for name in SCENES]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")


@pytest.mark.parametrize(("name", "times"), [("import", 4), ("archive", 4), *LONG])
def test_a_killed_worker_leaves_its_job_failed_and_nothing_else(
    tmp_path: Path, strace: Path, name: str, times: int
) -> None:
    start, stepper = tmp_path / "start", Stepper(strace, tmp_path / "trace", do_jobs, FILES)
    set_scene(name, start)
    before = files_of(start)
    whole = shutil.copytree(start, tmp_path / "whole")
    steps = some(stepper.steps([str(whole)], ["done", []]), times)
    wanted = open_bench(whole)
    assert last_job(wanted) == ("done", [])
    tries = [Try([str(shutil.copytree(start, tmp_path / f"cut-{n}"))], step) for n, step in enumerate(steps)]
    states = []
    for one, tried in zip(tries, stepper.run(KILL, tries), strict=True):
        assert tried.is_killed
        with closing(open_bench(Path(one.given[0]))) as bench:
            tell_of_death(bench)
            state, faults = last_job(bench)
            states.append(state)
            assert (state, faults) in [("waiting", []), ("failed", ["job.died"]), ("done", [])]
            assert set(files_of(bench.folder)) - set(before) <= whole_media(bench.folder) | set(files_of(whole))
            if state == "failed":
                goes_on(bench, name, rows_of(wanted))
            do_all(bench)
            assert rows_of(bench) == rows_of(wanted)
            assert files_of(bench.folder) == files_of(whole)
            assert name == "report" or study_jobs(bench, STUDY) == []
            assert [check.name for check in examine(bench) if check.fault] == []
    wanted.close()
    assert "failed" in states or times < len(steps)
    print(f"{name}: killed at {len(steps)} system calls, jobs afterwards: {dict(Counter(states))}")


def whole_media(folder: Path) -> set[str]:
    """Media may be there that no item names yet: the next import finds them."""
    return {path.relative_to(folder).as_posix() for path in folder.glob("media/??/*") if len(path.name) == 64}
