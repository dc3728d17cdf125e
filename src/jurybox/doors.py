"""Doors of rooms: a package whose names stand under TYPE_CHECKING, each loaded when it is first asked for.

Looking into a room then costs nothing, whatever its modules load: numpy, scipy, Pillow, a spreadsheet library. Type
checkers and import-linter read the imports as they stand.
"""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def door(package: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package: finds a name in the module from which type checkers see it imported.

    A name that they see imported from the package itself is one of its modules.
    """
    places: dict[str, str] = {}

    def load(name: str) -> Any:
        if not places:
            places.update(_places(package))
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        place = places[name]
        found = import_module(f"{package}.{name}") if place == package else getattr(import_module(place), name)
        setattr(sys.modules[package], name, found)  # from now on it is there without asking
        return found

    return load


def _places(package: str) -> dict[str, str]:
    """The module of each name that is imported under TYPE_CHECKING."""
    path = sys.modules[package].__file__
    assert path is not None
    body = ast.parse(Path(path).read_bytes()).body
    under = [node for block in body if isinstance(block, ast.If) for node in block.body]
    return {
        alias.asname or alias.name: node.module
        for node in under
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
