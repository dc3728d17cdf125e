"""What messages advise can be done: quotes stand once, options and commands exist, and nothing refused is proposed."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from jurybox.cli.app import app
from jurybox.core.errors import Fault, Refused
from jurybox.exchange.ratings import RatingsReading, read_ratings
from jurybox.texts import hint_of, line_of
from jurybox.texts.faults import templates
from tests.fixtures.each import each
from tests.paths import ROOT

SRC = ROOT / "src" / "jurybox"
CODES = sorted({code.removesuffix(".hint") for code in templates()} - {"any"})
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
SOME: dict[str, list[Any]] = {
    "given": ["thing", 7, ["one", "two"], {"id": "x"}],
    "allowed": [["one", "two"], "a text", {"min": 0, "step": 1}],
}


def tree(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, command
    for name, child in getattr(command, "commands", {}).items():
        yield from tree(child, f"{path} {name}".strip())


COMMANDS = dict(tree(typer.main.get_command(app)))
OPTIONS = {
    path: {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    for path, command in COMMANDS.items()
}
MEANT = {
    "analyse": ("analyse", "report"),
    "analysis": ("analyse", "report"),
    "archive": ("restore",),
    "backup": ("restore",),
    "campaign": ("study create",),
    "client": ("organiser token",),
    "demo": ("demo",),
    "doctor": ("doctor",),
    "erase": ("rater erase", "redact", "study delete"),
    "export": ("export", "convert"),
    "film": ("film",),
    "folder": ("serve", "study list", "demo"),
    "formats": ("convert", "import ratings"),
    "import": ("study create", "study add"),
    "imported": ("import ratings", "study create"),
    "join": ("study join",),
    "label_studio": ("label-studio", "study create"),
    "rater": ("rater add",),
    "ratings": ("analyse", "report"),
    "report": ("report",),
    "request": ("serve",),
    "sample": ("sample",),
    "serve": ("serve",),
    "suggest": ("study suggest", "study create"),
    "workbook": ("workbook write", "workbook read", "study create"),
}
"""Whose options the faults of a kind speak of."""


def words_of(code: str) -> Iterator[str]:
    names = {
        name.split("[")[0]
        for template in (templates()[code], templates().get(f"{code}.hint", ""))
        for _, name, _, _ in string.Formatter().parse(template)
        if name
    }
    params = {name: f"some {name}" for name in names - {"given", "allowed", "where", "file", "line", "code"}}
    for given in SOME["given"]:
        for allowed in SOME["allowed"]:
            yield line_of(Fault(code, "answers.fluency.A", given, allowed, params, "table.csv", 3))


@each("code", CODES)
def test_no_quotes_stand_twice(code: str) -> None:
    for words in words_of(code):
        assert not re.search(r"''|\"\"|'\"|\"'|“‘|`'|'`", words), words


def options_in(code: str) -> set[str]:
    return {name for words in words_of(code) for name in OPTION.findall(words) if name != "--some"}


@each("code", lambda: [code for code in CODES if options_in(code)])
def test_an_option_that_is_advised_is_one_of_the_commands_that_are_meant(code: str) -> None:
    meant = MEANT.get(code.partition(".")[0], ())
    known = {
        name for path in COMMANDS for start in meant if f"{path} ".startswith(f"{start} ") for name in OPTIONS[path]
    }
    assert sorted(options_in(code) - known) == []


def test_a_column_that_is_missed_is_named_by_an_option_there_is(tmp_path: Path) -> None:
    """Each shape of a table misses its columns; whatever is missed can be said."""
    named: set[str] = set()
    for number, header in enumerate(("a,b", "model_b,winner", "winner,c", "category,c", "rank,c", "item,tier")):
        table = tmp_path / f"{number}.csv"
        table.write_text(f"{header}\n1,2\n", encoding="utf-8")
        try:
            read_ratings([table], RatingsReading())
        except Refused as refused:
            named |= {name for fault in refused.faults for name in OPTION.findall(line_of(fault))}
    assert {"--model-a", "--item", "--category"} <= named <= OPTIONS["analyse"]


def advised() -> Iterator[tuple[str, str]]:
    """Every text of the program that could name a command or an option, and where it stands."""
    yield from ((f"faults.en.json {code}", text) for code, text in templates().items())
    for path in sorted((*SRC.glob("texts/*.json"), *SRC.rglob("*.html"))):
        yield path.name, path.read_text(encoding="utf-8")
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield str(path.relative_to(SRC)), node.value


def command_in(words: str) -> str:
    """The longest beginning that is a command; what follows are its arguments."""
    parts = words.split()
    return next((" ".join(parts[:n]) for n in range(len(parts), 0, -1) if " ".join(parts[:n]) in COMMANDS), "")


def test_every_command_that_is_named_exists() -> None:
    unknown = {
        (where, found)
        for where, text in advised()
        for found in re.findall(r"(?:\$ |: |`|with |Run |run )jurybox ([a-z][a-z -]*)", text)
        if not command_in(found)
    }
    assert sorted(unknown) == []


def test_every_option_that_is_named_in_a_text_exists() -> None:
    every = {"--help"}.union(*OPTIONS.values())
    unknown = {(where, name) for where, text in advised() for name in OPTION.findall(text) if name not in every}
    assert sorted(unknown - KNOWN_ELSEWHERE) == []


KNOWN_ELSEWHERE: set[tuple[str, str]] = set()
"""Texts that are no advice: styles of our pages, options of other programs."""


@pytest.mark.parametrize(
    ("allowed", "hint"),
    [(["4", "5"], None), (["4.5"], "Did you mean '4.5'?"), ({"min": 0, "step": 0.5}, "Did you mean '4.5'?")],
)
def test_nothing_is_proposed_that_is_not_allowed(allowed: Any, hint: str | None) -> None:
    assert hint_of(Fault("answer.not_a_level", "answers.q.A", "4,5", allowed, {"nearest": "4.5"})) == hint
