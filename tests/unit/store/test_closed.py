"""The store is closed: statements are its own, verbs give named things, and nobody else looks into a row."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import jurybox
from jurybox import store
from jurybox.core import Judgement
from jurybox.store import Run, log
from jurybox.store.statement import ManyRows, Statement
from tests.fixtures.each import each

ROOT = Path(jurybox.__file__).parent
NOUNS = [name for name in store.__all__ if inspect.ismodule(getattr(store, name))]
OUTSIDE = [path for room in ("studies", "web", "cli", "client") for path in sorted((ROOT / room).rglob("*.py"))]


def modules() -> list[ModuleType]:
    paths = sorted(path.stem for path in (ROOT / "store").glob("*.py") if path.stem not in ("__init__", "postgres"))
    return [importlib.import_module(f"jurybox.store.{name}") for name in paths]


def held_in(value: Any) -> Iterator[Any]:
    """A value, and what lies in it."""
    yield value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for entry in value:
            yield from held_in(entry)


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in OUTSIDE:
        yield str(path.relative_to(ROOT)), ast.parse(path.read_bytes())


def nouns_in(tree: ast.Module) -> set[str]:
    """What a module calls the nouns that it imports."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "jurybox.store")
    return {alias.asname or alias.name for node in imports for alias in node.names if alias.name in NOUNS}


def verbs() -> Iterator[tuple[str, ast.FunctionDef]]:
    for noun in NOUNS:
        body = ast.parse((ROOT / "store" / f"{noun}.py").read_bytes()).body
        for node in body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield f"{noun}.{node.name}", node


def test_the_door_names_nouns_and_they_have_verbs():
    assert {"assignments", "log", "people", "pool", "slots", "studies"} <= set(NOUNS)
    assert len(list(verbs())) > 100


def test_a_run_offers_nothing_to_whoever_has_one():
    assert [name for name in dir(Run) if not name.startswith("_")] == []


@each("module", modules)
def test_every_statement_is_private(module: ModuleType):
    public = (name for name in vars(module) if not name.startswith("_"))
    assert [n for n in public if any(isinstance(v, Statement | ManyRows) for v in held_in(vars(module)[n]))] == []


@each("named", verbs)
def test_a_verb_takes_its_arguments_by_name_and_gives_named_things(named: tuple[str, ast.FunctionDef]):
    name, verb = named
    assert verb.returns is not None, name
    assert list(rows_in(verb.returns)) == [], f"{name} gives {ast.unparse(verb.returns)}"
    about = verb.args.args[1:]
    assert len(about) <= 2, f"what {name} is about comes first, all else by name"


def rows_in(returns: ast.expr) -> Iterator[str]:
    """Plain rows in what a verb gives; pairs that are keys are none."""
    if isinstance(returns, ast.Name) and returns.id == "Row":
        yield returns.id
    if isinstance(returns, ast.BinOp):
        yield from rows_in(returns.left)
        yield from rows_in(returns.right)
    if isinstance(returns, ast.Subscript):
        of, inside = ast.unparse(returns.value), returns.slice
        parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
        if of == "tuple" and not (isinstance(parts[-1], ast.Constant) and parts[-1].value is ...):
            yield ast.unparse(returns)
        for part in parts[1:] if of == "dict" else () if of in ("set", "frozenset") else parts:
            yield from rows_in(part)


def test_nobody_reaches_for_what_is_private_to_a_noun():
    reached = [
        f"{where}:{node.lineno} {ast.unparse(node)}"
        for where, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and (
            node.attr in ("_cursor", "_dialect")
            or (isinstance(node.value, ast.Name) and node.value.id in nouns_in(tree))
        )
    ]
    assert reached == []


def test_nobody_counts_columns():
    """A row is read by the names of its fields: `row[3]` says nothing, and is wrong when a column is added."""
    counted = [
        f"{where}:{node.lineno} {ast.unparse(node)}"
        for where, tree in trees()
        if nouns_in(tree)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("row", "r", "record")
        and isinstance(node.slice, ast.Constant | ast.Slice)
        and not isinstance(getattr(node.slice, "value", None), str)
    ]
    assert counted == []


def test_every_field_of_a_judgement_is_appended():
    clause: Any = log._APPEND.clause
    wanted = {field.name for field in fields(Judgement)} - {"seq"}
    assert wanted - set(clause.compile().params) == set()
