"""What a user gets from `pip install jurybox`: the built wheel in an empty environment."""

import os
import queue
import re
import subprocess
import sys
import threading
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

import jurybox
from tools.python_env import as_pip_is_set

ROOT = Path(__file__).parents[2]
Lines = queue.Queue[str | None]  # None: the program has ended
PACKAGE = ROOT / "src" / "jurybox"

pytestmark = pytest.mark.install


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("jurybox-*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `jurybox` of the wheel, installed in an environment of its own."""
    environment = tmp_path_factory.mktemp("installed") / "env"
    run(sys.executable, "-m", "venv", environment)
    locked: list[str | Path] = ["--quiet", "--require-hashes", "-r", ROOT / "requirements.lock"]
    uv = Path(sys.executable).with_name("uv")
    run(uv, "pip", "install", "--system-certs", "--python", environment / "bin" / "python", *locked)
    pip: list[str | Path] = [environment / "bin" / "pip", "--disable-pip-version-check", "install", "--quiet"]
    run(*pip, "--no-deps", "--no-index", wheel)
    return environment / "bin" / "jurybox"


def test_the_wheel_holds_every_file_of_the_package(wheel):
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert {path.relative_to(ROOT / "src").as_posix() for path in files} <= packed


def test_the_installed_command_says_its_version(program):
    assert jurybox.__version__ in run(program, "--version")


def test_the_installed_demo_starts_and_serves_its_sign_in_page(program, tmp_path):
    with running(program, "demo", "--port", "0", "--data", tmp_path / "data") as lines:
        link = first_link(lines, seconds=60)
        with urllib.request.urlopen(link, timeout=10) as answer:
            assert answer.status == 200
            assert "<html" in answer.read().decode().lower()


def run(*command: str | Path) -> str:
    # Outside the repository, so that the installed package is found and not the source.
    done = subprocess.run(command, cwd="/", env=clean_environment() | as_pip_is_set(), text=True, capture_output=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def clean_environment() -> dict[str, str]:
    ours = ("PYTHONPATH", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("JURYBOX_")}
    return {**kept, "PYTHONUNBUFFERED": "1"}


@contextmanager
def running(*command: str | Path) -> Iterator[Lines]:
    """Run a server; yields the lines it prints. It is ended, by its own handle, in any case."""
    lines: Lines = queue.Queue()
    with subprocess.Popen(
        command, cwd="/", env=clean_environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        reader = threading.Thread(target=copy_lines, args=[process.stdout, lines])
        reader.start()
        try:
            yield lines
        finally:
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            finally:
                reader.join(timeout=20)


def copy_lines(output: IO[str], lines: Lines) -> None:
    for line in output:
        lines.put(line)
    lines.put(None)


def first_link(lines: Lines, seconds: float) -> str:
    """The first address the server prints, without the part after # that only the page reads."""
    printed: list[str] = []
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        try:
            line = lines.get(timeout=left)
        except queue.Empty:
            break
        if line is None:
            raise AssertionError(f"it ended without an address; printed: {''.join(printed)!r}")
        printed.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+[^\s#]*", printed[-1]):
            return found.group()
    raise AssertionError(f"no address within {seconds} s; printed: {''.join(printed)!r}")
