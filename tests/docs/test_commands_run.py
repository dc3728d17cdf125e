"""The commands in README.md and docs/*.md run, from top to bottom of each page, and print what the page says.

In a ```console block a line after $ is a command, and the lines below it are what it prints (… stands for anything).
In a ```sh block every line is a command.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fixtures.command_line import Ended, run_jurybox_in

ROOT = Path(__file__).parents[2]
OF_THEIR_OWN = {"label-studio.md"}
"""Their commands are about files that only the reader has."""
OF_FILES = [page for page in sorted((ROOT / "docs" / "files").glob("*.md")) if page.name not in OF_THEIR_OWN]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *OF_FILES]
BLOCK = re.compile(r"^```(console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_HERE = re.compile(r"^(make |pip install |jurybox serve|jurybox demo)|postgresql://")
"""What runs until somebody ends it, installs, or needs a server; tests of their own run these."""


@dataclass(frozen=True)
class Command:
    line: str
    prints: str | None
    """None where the page does not say."""


def commands(page: Path) -> Iterator[Command]:
    for kind, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "sh":
            yield from (Command(line, None) for line in block.splitlines() if line.strip())
            continue
        assert block.startswith("$ "), f"{page.name}: a console block begins with a command: {block!r}"
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = part.partition("\n")
            yield Command(line, printed)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What a page's commands may count on: the files of the repository, and nothing else."""
    folder = tmp_path / "jurybox"
    for name in ("README.md", "docs", "examples"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        folder.mkdir(exist_ok=True)
        copy(source, folder / name)
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "jurybox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jurybox.cli.main "$@"\n')
    program.chmod(0o755)
    return folder


def environment(checkout: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")}
    if "PYTHONPATH" in kept:
        kept["PYTHONPATH"] = os.pathsep.join(str(Path(p).absolute()) for p in kept["PYTHONPATH"].split(os.pathsep))
    return {**kept, "PATH": f"{checkout.parent / 'bin'}{os.pathsep}{kept['PATH']}", "LC_ALL": "C.UTF-8"}


def matches(said: str, printed: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in said.split("…"))
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


def run(line: str, checkout: Path, in_a_shell: bool) -> Ended:
    """The command as somebody types it; the plain ones in this process, where they need not be started."""
    if not in_a_shell and re.fullmatch(r"jurybox [^|<>;&$`]*", line):
        return run_jurybox_in(checkout, *shlex.split(line)[1:])
    command, env = ["sh", "-c", line], environment(checkout)
    done = subprocess.run(command, cwd=checkout, env=env, text=True, encoding="utf-8", capture_output=True)
    return Ended(done.returncode, done.stdout, done.stderr)


def test_the_five_minutes_of_the_readme_need_nothing_but_an_empty_folder(checkout: Path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = text.partition("## Five minutes")[2].partition("\n## ")[0]
    page, empty = checkout.parent / "first.md", checkout.parent / "empty"
    page.write_text(first, encoding="utf-8")
    empty.mkdir()
    assert "jurybox serve" in [command.line for command in commands(page)]
    assert "make setup && . .venv/bin/activate" in first
    run_all(page, empty, in_a_shell=True)


@pytest.mark.parametrize("page", [page for page in PAGES if list(commands(page))], ids=lambda page: page.name)
def test_the_commands_on_a_page_run(page: Path, checkout: Path):
    run_all(page, checkout, in_a_shell=False)


def run_all(page: Path, folder: Path, in_a_shell: bool) -> None:
    for command in commands(page):
        if NOT_HERE.search(command.line):
            continue
        done = run(command.line, folder, in_a_shell)
        assert done.status == 0, f"{page.name}: {command.line}\n{done.out}{done.err}"
        if command.prints is not None:
            assert matches(command.prints, done.out), f"{page.name}: {command.line}\nprinted:\n{done.out}"


def test_the_pages_for_users_have_commands():
    with_commands = {page.name for page in PAGES if list(commands(page))}
    assert {"README.md", "organisers.md", "command-line.md"} <= with_commands


def test_what_is_left_out_is_only_what_has_tests_of_its_own():
    left_out = {c.line for page in PAGES for c in commands(page) if NOT_HERE.search(c.line)}
    known = ("make demo", "make test", "pip install", "jurybox demo", "jurybox serve", "jurybox restore")
    assert all(line.startswith(known) for line in left_out), left_out
