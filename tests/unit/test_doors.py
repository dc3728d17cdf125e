"""Every room and sub-room is entered through its `__init__`, which names its whole surface."""

import ast
import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import jurybox
from tests.fixtures.each import each

ROOT = Path(jurybox.__file__).parent
DEAR = ("numpy", "scipy", "PIL", "av", "pandas", "pyarrow")


def packages() -> list[str]:
    found = sorted(path.parent.relative_to(ROOT.parent) for path in ROOT.rglob("__init__.py"))
    return [".".join(path.parts) for path in found if path != Path("jurybox")]


def surface(package: str) -> dict[str, str]:
    """The module from which the door of a package brings each name of ours."""
    path = ROOT.parent / Path(*package.split(".")) / "__init__.py"
    body = ast.parse(path.read_text(encoding="utf-8")).body
    lazy = [node for block in body if isinstance(block, ast.If) and block.orelse for node in block.body]
    return {
        alias.asname or alias.name: node.module
        for node in [*body, *lazy]
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}.")
        for alias in node.names
    }


def test_there_are_doors():
    assert {"jurybox.core", "jurybox.stats", "jurybox.studies.rating"} <= {p for p in packages() if surface(p)}


@each("package", lambda: [package for package in packages() if surface(package)])
def test_a_door_names_its_whole_surface_and_every_name_is_there(package: str):
    door = importlib.import_module(package)
    assert set(surface(package)) <= set(door.__all__)
    for name, module in surface(package).items():
        assert getattr(door, name) is not None, f"{name} of {module}"
    assert len(set(door.__all__)) == len(door.__all__)
    assert [name for name in door.__all__ if name.startswith("_") and not name.startswith("__")] == []


def test_a_name_that_is_not_behind_a_door_is_an_error_that_says_so():
    from jurybox import stats

    with pytest.raises(AttributeError, match=r"module 'jurybox.stats' has no attribute 'alhpa'"):
        stats.__getattr__("alhpa")


def test_looking_into_rooms_loads_none_of_what_is_dear():
    rooms = "jurybox.stats, jurybox.analysis, jurybox.exchange.media, jurybox.studies.results, jurybox.web.app"
    code = f"import sys, json, {rooms}; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert "jurybox.web.app" in loaded
    assert not set(DEAR) & set(loaded)
