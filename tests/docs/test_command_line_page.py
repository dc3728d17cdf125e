"""docs/command-line.md: no command and no option is left out, and none is invented."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from jurybox.cli.app import app
from tests.fixtures.each import each

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
SECTIONS: dict[str, str] = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
COMMON = SECTIONS["Common options"] + " --help"


def tree(command: Any, path: str = "jurybox") -> Iterator[tuple[str, Any]]:
    """Every command that is no group and not hidden; the program itself too, for its own options."""
    inner = getattr(command, "commands", None)
    if inner is None or path == "jurybox":
        yield path, command
    for name, child in (inner or {}).items():
        if not child.hidden:
            yield from tree(child, f"{path} {name}")


COMMANDS = dict(tree(typer.main.get_command(app)))


def options(command: Any) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts if name.startswith("--")}


@each("path", COMMANDS)
def test_every_command_has_a_section_with_an_example(path: str):
    assert path in SECTIONS, f"{path} is not in docs/command-line.md"
    assert re.search(rf"^\$? ?(echo .* \| )?{path} ?", SECTIONS[path], re.MULTILINE)


@each("path", COMMANDS)
def test_every_option_is_documented(path: str):
    documented = set(re.findall(r"--[a-z-]+", SECTIONS[path] + COMMON))
    assert sorted(options(COMMANDS[path]) - documented) == []


@each("path", COMMANDS)
def test_no_option_is_invented(path: str):
    listed = {
        name
        for line in SECTIONS[path].splitlines()
        if line.startswith("- ")
        for name in re.findall(r"`(--[a-z-]+)", line)
    }
    assert sorted(listed - options(COMMANDS[path])) == []


def test_no_command_is_invented():
    assert sorted(set(SECTIONS) - set(COMMANDS) - {"Common options"}) == []


@each("path", COMMANDS)
def test_the_help_of_every_command_has_examples(path: str):
    command = COMMANDS[path]
    assert command.help
    assert re.search(rf"Examples:\n  {path}", command.epilog or "")
