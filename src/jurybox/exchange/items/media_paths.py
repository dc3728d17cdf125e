"""Pictures beside their tables: a folder for each language, and files of the same name in several of them."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from jurybox.core import MEDIA_TYPES, Protocol
from jurybox.exchange.items.attach import folded, leaves


def common_root(tables: list[Path]) -> Path:
    """The folder above the folders of all tables: names of files are taken below it, so that none is another's."""
    folders = [path.resolve().parent for path in tables]
    root = Path(os.path.commonpath(folders))
    return root.parent if all(folder == root for folder in folders) else root


class Beside:
    """Finds the files that cells name: in the media folder, in its folder named as the table's, or beside the table."""

    def __init__(self, protocol: Protocol, media: Path | None, tables: list[Path]) -> None:
        self.fields = tuple(name for name, spec in protocol.fields.items() if spec.type in MEDIA_TYPES)
        self._given = media
        self._root = (media or common_root(tables)).resolve() if self.fields and tables else None
        self._folders = tuple(dict.fromkeys(path.resolve().parent for path in tables))
        self._used = False
        self._names: dict[Path, set[str]] = {}

    @property
    def folder(self) -> Path | None:
        """Where files are to be looked for: as given, or above the tables once a file was found beside one."""
        return self._given or (self._root if self._used else None)

    def finder(self, table: Path) -> Callable[[str], str] | None:
        """From what a cell of the table says to the name below the folder; what is nowhere stays as it is."""
        root = self._root
        if root is None:
            return None
        folder = table.resolve().parent
        names = {folder.name, *re.split(r"[\W_]+", table.stem)}
        found: dict[str, str] = {}

        def find(value: str) -> str:
            if value not in found:
                found[value] = self._below(root, value, folder, names)
            return found[value]

        return find

    def _below(self, root: Path, value: str, folder: Path, names: set[str]) -> str:
        if not value.strip() or leaves(value) or (self._given is not None and _is_file(root / value)):
            return value
        for holder in self._holders(folder, value, names) if self._given is None else [root / folder.name]:
            wanted = holder / value
            if (_is_file(wanted) or self._in_other_case(wanted)) and wanted.resolve().is_relative_to(holder):
                self._used = True
                return (holder.relative_to(root) / value).as_posix()
        return value

    def _in_other_case(self, path: Path) -> bool:
        """Whether a file differs in capital letters alone; which one is said where files are looked for."""
        if path.parent not in self._names:
            found = path.parent.iterdir() if path.parent.is_dir() else ()
            self._names[path.parent] = {folded(one.name) for one in found if one.is_file()}
        return folded(path.name) in self._names[path.parent]

    def _holders(self, folder: Path, value: str, names: set[str]) -> list[Path]:
        """Where a file may lie that a table names: beside it; or beside another table, as where the items have one
        folder and what was made of them another. What has the name of a folder (a language) belongs to it."""
        others = [other for other in self._folders if other != folder and _is_file(other / value)]
        alike = [other for other in others if other.name in names]
        return [folder, *(alike if len(alike) == 1 else others if len(others) == 1 else [])]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
