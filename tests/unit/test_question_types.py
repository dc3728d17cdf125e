"""What every type of question says of itself, and that none can be left incomplete or forgotten."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

import jurybox
from jurybox.core.questions import QUESTION_TYPES, Measure, QuestionBase, for_every_type
from tests.fixtures.thumb import TABLES
from tests.unit.small import CASES, COMPARING, MARKS, TAGS, TICK, protocol

LEVELS = {float(n): {"en": f"Level {n}"} for n in range(1, 6)}
ONE_OF_THREE = {**CASES["kinds"], "id": "one_of_three", "most": 1}
MEASURES = {
    "quality": Measure("number", "ordinal", 1.0, 5.0, LEVELS, ranks=True),
    "percent": Measure("number", "interval", 0.0, 10.0, ranks=True),
    "steps": Measure("number", "interval", 0.0, None, ranks=True),
    "errors": Measure("tags", "nominal"),
    "spans": Measure("marks", "nominal"),
    "better": Measure("comparison", "nominal", ranks=True),
    "order": Measure("comparison", "nominal", ranks=True),
    "kinds": Measure("tags", "nominal"),
    "one_of_three": Measure("category", "nominal"),
    "tick": Measure("number", "nominal", 0.0, 1.0, {1.0: {"en": "Yes"}}, ranks=True),
    "note": Measure("text", "nominal"),
}


def question(spec: dict[str, Any]) -> QuestionBase:
    unit = {"candidates": 3} if spec["id"] in COMPARING else {}
    return protocol(spec, unit=unit).question(spec["id"])


@pytest.mark.parametrize("spec", [*CASES.values(), ONE_OF_THREE], ids=lambda spec: spec["id"])
def test_each_type_says_what_it_measures(spec: dict[str, Any]):
    assert question(spec).measure() == MEASURES[spec["id"]]


def test_names_are_those_of_tags_options_and_labels():
    tags = question(TAGS)
    assert [(one.id, one.category, one.counts, one.opens_text) for one in tags.names()] == [
        ("wrong", "content", True, False), ("other", "content", False, True), ("typo", "form", True, False),
    ]  # fmt: skip
    assert tags.category_labels() == {"content": {"en": "Content"}, "form": {"en": "Form"}}
    assert [one.id for one in question(MARKS).names()] == ["object", "relation"]
    assert [(one.id, one.label) for one in question(TICK).names()] == [("yes", {"en": "Yes"})]


def test_the_union_follows_the_registry_and_knows_the_type_of_every_question():
    for name, spec in CASES.items():
        assert type(question(spec)) is QUESTION_TYPES[spec["type"]], name


def test_a_type_that_lacks_a_part_is_refused_when_it_is_made():
    with pytest.raises(TypeError, match="Half lacks apart, faults, held, measure, names, number"):

        class Half(QuestionBase):
            type: Literal["half"] = "half"


def test_a_table_that_forgets_a_type_is_refused_when_it_is_loaded():
    rules = dict.fromkeys(QUESTION_TYPES.values(), "rule")
    assert for_every_type(rules) == rules
    del rules[QUESTION_TYPES["marks"]], rules[QUESTION_TYPES["choice"]]
    with pytest.raises(TypeError, match="no rule for marks, choice"):
        for_every_type(rules)


def tables() -> Iterator[str]:
    """Every table of rules by question type: the file and the name."""
    src = Path(jurybox.__file__).parent
    for path in sorted(src.rglob("*.py")):
        for node in ast.parse(path.read_bytes()).body:
            called = node.value.func if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call) else None
            if isinstance(node, ast.AnnAssign) and isinstance(called, ast.Name) and called.id == "for_every_type":
                yield f"{path.relative_to(src).as_posix()} {ast.unparse(node.target)}"


def test_the_throw_away_type_has_a_rule_for_every_table():
    assert sorted(TABLES) == sorted(tables())


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_a_rule_for_every_type(table: str):
    assert set(TABLES[table][0]) == set(QUESTION_TYPES.values())
