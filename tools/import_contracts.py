"""A contract for import-linter: every package is entered through its door, which is its `__init__`."""

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class DoorsContract(Contract):
    """From outside a package nobody imports its modules, only what its door names.

    A door may name modules, nouns with verbs of their own: they are imported from the package, as a whole.
    """

    type_name = "doors"

    root = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        root = str(self.root)
        past = sorted(
            (importer, module)
            for module in graph.find_descendants(root)
            if not graph.find_children(module) and _package(module) != root
            for importer in graph.find_modules_that_directly_import(module)
            if not f"{importer}.".startswith(f"{_package(module)}.") and not _by_the_door(graph, importer, module)
        )
        return ContractCheck(kept=not past, metadata={"past": past})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, module in check.metadata["past"]:
            output.print_error(f"- {importer} imports {module}: import from {_package(module)}", bold=False)
        output.new_line()


def _package(module: str) -> str:
    return module.rpartition(".")[0]


def _by_the_door(graph: ImportGraph, importer: str, module: str) -> bool:
    """Whether a module that its door names is imported as `from package import module`, and nothing out of it."""
    package, _, name = module.rpartition(".")
    lines = (found["line_contents"] for found in graph.get_import_details(importer=importer, imported=module))
    return name in _named(package) and all(line.startswith(f"from {package} import ") for line in lines)


@cache
def _named(package: str) -> frozenset[str]:
    """What a door names, read without opening it."""
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    for node in ast.parse(Path(found.origin).read_bytes()).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()
