"""docs/library.md and the lines of Python in README.md run, and print what the pages say."""

import doctest
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import jurybox
from jurybox.client.folder import Folder, FolderStudy
from jurybox.client.server import Server, ServerStudy
from jurybox.studies.people import organisers, own_tokens
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench
from tests.web.serving import served

ROOT = Path(__file__).parents[2]
LIBRARY = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith("JURYBOX_"):
            monkeypatch.delenv(name)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_lines_of_the_library_page_print_what_it_says(checkout: Path) -> None:
    said = "".join(blocks(LIBRARY, "pycon"))
    test = doctest.DocTestParser().get_doctest(said, {}, "library.md", "docs/library.md", 0)
    assert len(test.examples) > 20
    problems: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=problems.append)
    assert problems == []
    assert (checkout / "library-report" / "report.html").is_file()


def test_the_program_for_a_server_runs(checkout: Path, new_bench: NewBench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench: Workbench = new_bench("sqlite")
    organisers.add_organiser(bench, "Ada")
    monkeypatch.setenv("JURYBOX_TOKEN", own_tokens.add_api_token(bench, "Ada", "notebook"))
    (program,) = blocks(LIBRARY, "python")
    with served(bench) as server:
        names: dict[str, Any] = {}
        exec(compile(program.replace("https://jury.example.org", server.url), "library.md", "exec"), names)
    assert names["link"].startswith(f"{server.url}/rate/headlines/#")


def test_the_lines_in_the_readme_run(checkout: Path) -> None:
    (program,) = blocks(README, "python")
    assert len([line for line in program.splitlines() if line.strip() and not line.startswith("import")]) == 5
    names: dict[str, Any] = {}
    exec(compile(program, "README.md", "exec"), names)
    assert (checkout / "report" / "report.html").is_file()


@pytest.mark.parametrize("kind", [Folder, FolderStudy, Server, ServerStudy])
def test_no_method_is_left_out_of_the_page(kind: type) -> None:
    methods = {name for name in dir(kind) if not name.startswith("_")} - {"bench", "key", "wait_for"}
    assert len(methods) >= 5, "what it inherits too"
    assert [name for name in sorted(methods) if f"{name}(" not in LIBRARY] == []


def test_every_error_is_named() -> None:
    kinds = [kind.__name__ for kind in jurybox.JuryboxError.__subclasses__()]
    assert [name for name in kinds if f"`{name}`" not in LIBRARY] == []
