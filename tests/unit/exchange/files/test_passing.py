"""Files that exist only while something is written: taken away when their process is gone, never before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jurybox.exchange.files import clear_passing, passing_name

IN_ANOTHER = "from jurybox.exchange.files import passing_name; print(passing_name())"


def of_the_dead() -> str:
    """The name that a process gave that has ended since."""
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-c", IN_ANOTHER], env=told, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows can't be asked whether a process lives")
def test_what_a_dead_process_was_writing_goes_and_what_a_living_one_writes_stays(tmp_path: Path) -> None:
    own, dead = tmp_path / passing_name(), tmp_path / of_the_dead()
    of_another_machine = tmp_path / dead.name.replace(".passing-", ".passing-another")
    for path in (own, dead, of_another_machine, tmp_path / "picture.png"):
        path.touch()
    assert clear_passing(tmp_path) == 1
    assert not dead.exists()
    os.utime(of_another_machine, (0, 0))
    assert clear_passing(tmp_path) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([own.name, "picture.png"])


def test_a_folder_that_is_not_there_has_nothing_to_clear(tmp_path: Path) -> None:
    assert clear_passing(tmp_path / "none") == 0
