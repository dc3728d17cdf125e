"""Every test that the page of attacks names is there."""

import ast
import re
from functools import cache

from tests.fixtures.each import each
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


@cache
def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_bytes())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@each("named", sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE))))
def test_it_is_there(named: tuple[str, str]) -> None:
    file, name = named
    assert name in names_in(file)


def test_every_defect_has_one() -> None:
    rows = dict(re.findall(r"^\| (D\d+) \|[^|]+\| (.+) \|$", PAGE, re.MULTILINE))
    assert list(rows) == [f"D{n}" for n in range(1, 21)]
    assert all("::test_" in held for held in rows.values())
