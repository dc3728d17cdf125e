"""Protocols by name or path: found, checked in full, and handed out with the bytes that their hash is taken over."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from jurybox.core import TASKS, Fault, JsonObject, NotFound, Protocol, canonical_bytes, hash_bytes, refuse
from jurybox.protocols.languages import guideline_path
from jurybox.protocols.lint import PROTOCOL_FILES, file_in, lint_tree, read_and_lint
from jurybox.protocols.structure import nearest
from jurybox.protocols.tree import read_tree

SHELF = Path(__file__).with_name("shelf")


@dataclass(frozen=True, slots=True)
class LoadedProtocol:
    """A protocol that lints clean, with all that a study freezes of it."""

    protocol: Protocol
    document: JsonObject
    """As parsed, before any default is filled in."""
    content: bytes
    """The canonical bytes of the document; `hash` is taken over them."""
    hash: str
    guidelines: Mapping[str, str]
    """The prose by language; empty for a protocol that is a single file."""
    guideline_hashes: Mapping[str, str]
    folder: Path


@dataclass(frozen=True, slots=True)
class OnShelf:
    id: str
    versions: tuple[int, ...]
    title: Mapping[str, str]
    """Of the newest version."""
    task: str | None = None


def load_protocol(ref: str | Path, folder: Path | None = None, paths: bool = True) -> LoadedProtocol:
    """A protocol by `id`, `id@version` or path; refused with every fault at once if it has any.

    `folder` is an organiser's own shelf, laid out like ours: <id>/<version>/protocol.yaml. Without `paths` only
    names on a shelf are looked up: for a reference that came over the network.
    """
    path = find_protocol(ref, folder, paths)
    return _from_shelf(path) if path.is_relative_to(SHELF) else _load(path, folder)


@cache
def _from_shelf(path: Path) -> LoadedProtocol:
    """What comes with the package stays as it is: it is read once."""
    return _load(path, None)


def _load(path: Path, folder: Path | None) -> LoadedProtocol:
    root, faults = read_and_lint(path)
    refuse(faults)
    assert root is not None  # a file that can't be read has a fault
    loaded = _loaded(root.document(), partial(_guidelines, path), path.parent)
    if any(path in found.values() for found in _versions(folder).values()):
        refuse(_misplaced(loaded.protocol, path, root.line))
    return loaded


def load_text(text: str, guidelines: Mapping[str, str], folder: Path) -> LoadedProtocol:
    """A protocol that is being written and lies nowhere; what its examples show is looked for in the folder."""
    root, faults = lint_tree(text, PROTOCOL_FILES[0], folder)
    refuse(faults)
    assert root is not None  # a text that can't be read has a fault
    return _loaded(root.document(), lambda _: guidelines, folder)


def _loaded(document: JsonObject, prose: Callable[[Protocol], Mapping[str, str]], folder: Path) -> LoadedProtocol:
    content = canonical_bytes(document)
    protocol = read_protocol(content)
    guidelines = prose(protocol)
    return LoadedProtocol(
        protocol=protocol,
        document=document,
        content=content,
        hash=hash_bytes("protocol", content),
        guidelines=guidelines,
        guideline_hashes={language: hash_bytes("guideline", text.encode()) for language, text in guidelines.items()},
        folder=folder,
    )


def read_protocol(content: bytes) -> Protocol:
    """A protocol from its stored canonical bytes; it was checked before it was stored."""
    return Protocol.model_validate_json(content, strict=True)


def find_protocol(ref: str | Path, folder: Path | None = None, paths: bool = True) -> Path:
    """The file of a protocol; an unknown name is answered with the known ones."""
    name, _, version = str(ref).partition("@")
    if paths and (isinstance(ref, Path) or name not in _versions(folder)):
        with suppress(OSError):  # a name that no file system would take
            path = file_in(Path(ref))
            if path.is_file():
                return path
    versions = _versions(folder).get(name, {})
    wanted = [n for n in versions if version == str(n)] if "@" in str(ref) else sorted(versions)
    if not wanted:
        known = _names(folder) if version else shelf_ids(folder)
        raise NotFound.of("protocol.unknown", given=str(ref), allowed=known, nearest=nearest(ref, known))
    return versions[wanted[-1]]


def shelf_ids(folder: Path | None = None) -> list[str]:
    """The ids on the shelf; each stands for its newest version."""
    return sorted(_versions(folder))


def shelf_versions(id: str, folder: Path | None = None) -> list[int]:
    """The versions that a protocol has on the shelf, rising."""
    return sorted(_versions(folder).get(id, ()))


def shelf(folder: Path | None = None) -> list[OnShelf]:
    """What is on the shelf: id, versions, and the title of the newest."""
    return [
        OnShelf(id, tuple(sorted(found)), *_title_and_task(newest, newest.stat().st_mtime_ns))
        for id, found in sorted(_versions(folder).items())
        for newest in [found[max(found)]]
    ]


def _versions(folder: Path | None) -> dict[str, dict[int, Path]]:
    """The files by id and version; an own shelf may add versions to ours, but not replace one."""
    found: dict[str, dict[int, Path]] = {}
    for place in (folder, SHELF):
        for file in sorted(place.glob("*/*/protocol.*")) if place is not None else ():
            version = file.parent.name
            if file.name in PROTOCOL_FILES and version.isdecimal():
                found.setdefault(file.parent.parent.name, {})[int(version)] = file
    return found


def _names(folder: Path | None) -> list[str]:
    return [f"{id}@{version}" for id, found in sorted(_versions(folder).items()) for version in sorted(found)]


@cache
def _title_and_task(path: Path, changed_at: int) -> tuple[Mapping[str, str], str | None]:
    """Both as written, read again when the file has changed.

    A broken protocol is listed too, under the name of its folder.
    """
    root, _ = read_tree(path.read_text(encoding="utf-8", errors="replace"), str(path))
    document = root.document() if root is not None else {}
    title, task = document.get("title"), document.get("task")
    texts = title.items() if isinstance(title, dict) else ()
    titles = {lang: text for lang, text in texts if isinstance(text, str)} or {"en": path.parent.parent.name}
    return titles, task if isinstance(task, str) and task in TASKS else None


def _misplaced(protocol: Protocol, path: Path, line: int) -> list[Fault]:
    folder = f"{path.parent.parent.name}@{path.parent.name}"
    if protocol.name == folder:
        return []
    return [Fault("protocol.wrong_folder", "id", protocol.name, folder, file=str(path), line=line)]


def _guidelines(path: Path, protocol: Protocol) -> dict[str, str]:
    """As they are written, line ends included: their hashes are taken over them."""
    if path.name not in PROTOCOL_FILES:
        return {}
    return {lang: guideline_path(path.parent, lang).read_bytes().decode("utf-8") for lang in protocol.languages}
