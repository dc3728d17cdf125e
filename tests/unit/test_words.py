"""docs/words.md is true in both directions: its words are used, and the nouns of core stand on it."""

import ast
import inspect
import re
from collections import defaultdict
from pathlib import Path

import pytest

import jurybox
from jurybox import core
from jurybox.core import questions
from tests.fixtures.each import each

ROOT = Path(jurybox.__file__).parent
PAGE = ROOT.parents[1] / "docs" / "words.md"
NAME = re.compile(r"^`(\w+)`$")


def first_cells(heading: str) -> list[str]:
    """The first column of the table below a heading; a cell may name several words."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"\n{heading}\n")
    rows = [line.split("|")[1].strip() for line in rest.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    return [word.strip() for cell in rows[1:] for word in cell.split(",")]


WORDS = first_cells("## Nouns")
TYPES = [found[1] for cell in first_cells("## Types of core") if (found := NAME.match(cell))]


def used() -> str:
    """Everything that is written in the project's own code and pages."""
    paths = [path for kind in ("py", "js", "html") for path in ROOT.rglob(f"*.{kind}")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def public_classes() -> set[str]:
    """The classes behind the doors of core, by name."""
    named = [(door, name) for door in (core, questions) for name in door.__all__]
    return {name for door, name in named if inspect.isclass(getattr(door, name))}


def as_class(word: str) -> str:
    """Study event: StudyEvent."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[ -]", word))


@pytest.fixture(scope="module")
def code() -> str:
    return used()


def test_no_word_stands_twice_on_the_page():
    assert len(WORDS) > 60
    assert len({word.lower() for word in [*WORDS, *TYPES]}) == len(WORDS) + len(TYPES)


@each("word", WORDS)
def test_every_word_of_the_page_is_used(word: str, code: str):
    parts = [re.escape(part) for part in re.split(r"[ -]", word)]
    assert re.search("(?<![a-z])" + "[ _-]?".join(parts), code, re.IGNORECASE), (
        f"{word} is on docs/words.md and nowhere in the code"
    )


def test_every_public_class_of_core_is_on_the_page():
    known = {as_class(word) for word in WORDS} | set(TYPES)
    assert public_classes() - known == set()


def test_every_type_on_the_page_is_a_public_class_of_core():
    assert set(TYPES) - public_classes() == set()


def test_no_two_classes_have_one_name():
    places: dict[str, list[str]] = defaultdict(list)
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
