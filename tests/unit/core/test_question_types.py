"""What every type of question says of itself, and that none can be left incomplete or forgotten."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

import jurybox
from jurybox.core.questions import QUESTION_TYPES, Measure, QuestionBase, for_every_type
from tests.fixtures.small import CASES, COMPARING, MARKS, TAGS, TICK, protocol
from tests.fixtures.thumb import TABLES
from tests.paths import ROOT

LEVELS = {float(n): {"en": f"Level {n}"} for n in range(1, 6)}
ONE_OF_THREE = {**CASES["kinds"], "id": "one_of_three", "most": 1}
MEASURES = {
    "quality": Measure("number", "ordinal", 1.0, 5.0, LEVELS, ranks=True),
    "percent": Measure("number", "interval", 0.0, 10.0, ranks=True, step=0.5),
    "steps": Measure("number", "interval", 0.0, None, ranks=True, step=0.5),
    "errors": Measure("tags", "nominal"),
    "spans": Measure("marks", "nominal"),
    "better": Measure("comparison", "nominal", ranks=True),
    "order": Measure("comparison", "nominal", ranks=True),
    "kinds": Measure("tags", "nominal"),
    "one_of_three": Measure("category", "nominal"),
    "tick": Measure("number", "nominal", 0.0, 1.0, {1.0: {"en": "Yes"}}, ranks=True),
    "note": Measure("text", "nominal"),
    "edited": Measure("edit", "interval", 0.0, ranks=True, lower_is_better=True),
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


SRC = Path(jurybox.__file__).parent
MODULES = {
    path.relative_to(SRC).as_posix(): ast.parse(path.read_bytes())
    for path in sorted(SRC.rglob("*.py"))
    if not path.is_relative_to(SRC / "core" / "questions")
}


def tables() -> Iterator[str]:
    """Every table of rules by question type: the file and the name."""
    for file, tree in MODULES.items():
        for node in tree.body:
            called = node.value.func if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call) else None
            if isinstance(node, ast.AnnAssign) and isinstance(called, ast.Name) and called.id == "for_every_type":
                yield f"{file} {ast.unparse(node.target)}"


def test_the_throw_away_type_has_a_rule_for_every_table():
    assert sorted(TABLES) == sorted(tables())


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_a_rule_for_every_type(table: str):
    assert set(TABLES[table][0]) == set(QUESTION_TYPES.values())


def test_the_list_of_places_in_the_docs_is_that_of_the_tables():
    house = (ROOT / "docs" / "design" / "house.md").read_text(encoding="utf-8")
    section = house.partition("## A new question type\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([\w/.<>]+)`(?: `(\w+)`)? \|", section, re.MULTILINE)
    assert sorted(f"{file} {name}" for file, name in listed if file.endswith(".py") and name) == sorted(
        [*tables(), "core/questions/registry.py QUESTION_TYPES"]
    )
    rest = [file for file, name in listed if not name]
    assert rest
    for file in rest:
        places = [SRC / file.replace("<type>", name) for name in QUESTION_TYPES]
        assert all(place.exists() for place in places), file


CLASSES = {question_type.__name__ for question_type in QUESTION_TYPES.values()}
TYPE_WORDS = set(QUESTION_TYPES)
OWN_FIELDS = {name for one in QUESTION_TYPES.values() for name in one.model_fields} - set(QuestionBase.model_fields)


def constants(node: ast.AST) -> set[Any]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}


def names(node: ast.AST) -> set[str]:
    return {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(node)}


def is_type_word(node: ast.AST) -> bool:
    """`x.type`, `x["type"]` or `x.get("type")`."""
    by_key = isinstance(node, ast.Subscript | ast.Call) and "type" in constants(node)
    return by_key or (isinstance(node, ast.Attribute) and node.attr == "type")


def is_kind(node: ast.AST) -> bool:
    """The kind of a question that is asked."""
    return isinstance(node, ast.Attribute) and node.attr == "kind" and bool({"asked", "measure"} & names(node.value))


def asks_for_a_type(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass"):
        return bool(names(node.args[1]) & CLASSES)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
        return bool(constants(node.args[1]) & OWN_FIELDS)
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        by_class = any(names(side) & CLASSES and not isinstance(side, ast.Subscript) for side in sides)
        by_word = any(map(is_type_word, sides)) and any(constants(side) & TYPE_WORDS for side in sides)
        return by_class or by_word or any(map(is_kind, sides))
    if isinstance(node, ast.Match):
        patterns = {word for case in node.cases for word in constants(case.pattern)}
        return (is_type_word(node.subject) and bool(patterns & TYPE_WORDS)) or is_kind(node.subject)
    return isinstance(node, ast.MatchClass) and bool(names(node.cls) & CLASSES)


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(question, (Scale, Slider))",
        "isinstance(q, questions.Marks | Tags)",
        "type(question) is Choice",
        "question.type == 'marks'",
        "question['type'] in ('tags', 'marks')",
        "one.asked.kind != 'number'",
        "getattr(question, 'levels', ())",
        "match question.type:\n  case 'scale': pass",
        "match question:\n  case Scale(): pass",
    ],
)
def test_asking_for_a_type_is_found_in_all_its_forms(line: str):
    assert any(map(asks_for_a_type, ast.walk(ast.parse(line))))


def test_nothing_but_the_tables_asks_for_a_question_type():
    found = [
        f"{file}:{node.lineno} {ast.unparse(node)}"
        for file, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt | ast.pattern) and asks_for_a_type(node)
    ]
    assert found == []
