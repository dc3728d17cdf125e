"""A contract for import-linter: every package is entered through its door, which is its `__init__`."""

from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class DoorsContract(Contract):
    """From outside a package nobody imports its modules, only the package itself.

    `open_packages` are those whose modules are nouns with verbs of their own: they are imported as modules.
    """

    type_name = "doors"

    root = fields.StringField()
    open_packages = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        root, open_packages = str(self.root), cast("set[str] | None", self.open_packages) or set()
        past = sorted(
            (importer, module)
            for module in graph.find_descendants(root)
            if not graph.find_children(module) and _package(module) not in open_packages | {root}
            for importer in graph.find_modules_that_directly_import(module)
            if not f"{importer}.".startswith(f"{_package(module)}.")
        )
        return ContractCheck(kept=not past, metadata={"past": past})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, module in check.metadata["past"]:
            output.print_error(f"- {importer} imports {module}: import from {_package(module)}", bold=False)
        output.new_line()


def _package(module: str) -> str:
    return module.rpartition(".")[0]
