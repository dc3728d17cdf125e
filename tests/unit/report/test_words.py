"""The words of reports: every key that the code uses is there, and every one that is there is used."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from jurybox.report.heds.numbers import GROUPS

SOURCE = Path(__file__).parents[3] / "src" / "jurybox"
ENGLISH = {
    key for key in json.loads((SOURCE / "texts" / "en.json").read_text(encoding="utf-8")) if key.startswith("report.")
}
KEY = re.compile(r"report\.[a-z0-9_.]+")
CALL = re.compile(r't\("(report\.[a-z_.]+)"')


def literals() -> Iterator[str]:
    """Whole keys, and the beginnings of those that are put together (they end in a dot)."""
    for path in sorted((SOURCE / "report").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                yield node.value
    for path in sorted((SOURCE / "report" / "templates").glob("*.html")):
        yield from CALL.findall(path.read_text(encoding="utf-8"))


def test_every_key_is_there():
    missing = [key for key in set(literals()) if not key.endswith(".") and key not in ENGLISH]
    assert missing == []


def test_every_beginning_has_keys():
    assert [key for key in set(literals()) if key.endswith(".") and not any(k.startswith(key) for k in ENGLISH)] == []


def test_every_key_is_used():
    used = set(literals())
    beginnings = tuple(key for key in used if key.endswith("."))
    assert {key for key in ENGLISH if key not in used and not key.startswith(beginnings)} == set()


def test_every_question_of_the_data_sheet_has_words():
    numbers = {number.replace(".", "_") for group in GROUPS.values() for number in group}
    assert {key.removeprefix("report.heds.q.") for key in ENGLISH if key.startswith("report.heds.q.")} == numbers
