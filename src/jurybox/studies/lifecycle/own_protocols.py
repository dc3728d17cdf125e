"""Protocols that organisers bring or write: checked in full, and kept on a shelf of their own in the data folder."""

import difflib
import io
import json
import re
import shutil
import tempfile
import threading
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from jurybox.core import (
    Conflict,
    Fault,
    JsonValue,
    JuryboxError,
    Overtaken,
    Protocol,
    Refused,
    hash_bytes,
    in_language,
    rfc3339,
)
from jurybox.exchange.files import full_is_told
from jurybox.protocols import (
    PROTOCOL_FILES,
    LoadedProtocol,
    lint_text,
    load_protocol,
    load_text,
    read_tree,
    remarks_on_text,
    shelf_ids,
    shelf_versions,
)
from jurybox.protocols import find_protocol as find_file
from jurybox.store import Run, studies
from jurybox.studies.workbench import Workbench

Files = Mapping[str, bytes]
"""By their path below the protocol's folder, with slashes."""
MOST_BYTES = 50_000_000
MOST_FILES = 500
LONGEST_NAME = 200
YAML = (".yaml", ".yml", ".json")
WRITTEN = re.compile(r"protocol\.\w+|guideline\.[^/]+\.md")
"""What an author writes; all else lies beside it."""
KEPT = ".kept.json"
"""Who put a version on the shelf, and when; beside its files."""
_ONE_AT_A_TIME = threading.Lock()
OWN = "my-"
"""What the id begins with of a protocol that is made from one of ours, until its author calls it otherwise."""


class TextChange(NamedTuple):
    """A line that is there and would go, or would come."""

    kind: str
    """`added` or `removed`."""
    text: str


@dataclass(frozen=True, slots=True)
class ProtocolText:
    """A protocol as its author writes it."""

    text: str
    guidelines: dict[str, str]
    """By language."""
    seen: str = ""
    """What says upon which files it was written; see `fingerprint`."""


def protocol_text(bench: Workbench, name: str) -> ProtocolText:
    """A protocol to write on from: one of ours under a name of its own, one's own in a version that may be written."""
    path = find_file(name, bench.protocols, paths=False)
    text = path.read_text(encoding="utf-8")
    id = path.parent.parent.name
    if id in shelf_ids():
        text = _with_line(_with_line(text, "id", f"{OWN}{id}"), "version", "1")
        text = re.sub(r"\A# yaml-language-server:[^\n]*\n", "", text)
    elif _is_used(bench, f"{id}@{path.parent.name}"):
        text = _with_line(text, "version", str(shelf_versions(id, bench.protocols)[-1] + 1))
    prose = sorted(path.parent.glob("guideline.*.md"))
    guidelines = {p.name.split(".")[1]: p.read_text(encoding="utf-8") for p in prose}
    return ProtocolText(text, guidelines, fingerprint(path.parent))


def fingerprint(folder: Path) -> str:
    """A hash of what an author wrote of a protocol; empty where there is none."""
    written = sorted(p for p in folder.glob("*") if WRITTEN.fullmatch(p.name))
    return (
        hash_bytes("protocol", b"\0".join(p.name.encode() + b"\0" + p.read_bytes() for p in written)) if written else ""
    )


def _with_line(text: str, key: str, value: str) -> str:
    """
    >>> _with_line("id: title\\nversion: 3 # newest", "version", "1")
    'id: title\\nversion: 1'
    """
    return re.sub(rf"^{key}:.*$", f"{key}: {value}", text, count=1, flags=re.MULTILINE)


def lint_written(bench: Workbench, base: str, text: str) -> list[Fault]:
    """Every fault of what is being written; files are looked for beside the protocol that it began with."""
    return lint_text(text, folder=_beside(bench, base) if base else None)


def remarks_on_written(text: str) -> list[Fault]:
    """What is no fault of what is being written, and may have been forgotten."""
    return remarks_on_text(text)


def load_written(bench: Workbench, base: str, written: ProtocolText) -> LoadedProtocol:
    """What is being written, as it would be kept; nothing is kept."""
    prose = {lang: text for lang, text in written.guidelines.items() if text.strip()}
    return load_text(written.text, prose, _beside(bench, base))


def _beside(bench: Workbench, base: str) -> Path:
    return find_file(base, bench.protocols, paths=False).parent


def written_files(bench: Workbench, base: str, written: ProtocolText) -> dict[str, bytes]:
    """What an author wrote, with the pictures and films that the protocol they began with has beside it."""
    files: dict[str, bytes] = {}
    if base:
        folder = _beside(bench, base)
        beside = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        files = {name: path.read_bytes() for name, path in beside.items() if not WRITTEN.fullmatch(name)}
    files["protocol.yaml"] = written.text.encode()
    return files | {
        f"guideline.{lang}.md": prose.encode() for lang, prose in written.guidelines.items() if prose.strip()
    }


def folder_files(path: Path) -> dict[str, bytes]:
    """A protocol on this machine: a file, an archive, or a folder."""
    if not path.is_dir():
        return {path.name: path.read_bytes()}
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def protocol_seen(bench: Workbench, name: str) -> str:
    """The fingerprint of a protocol on the shelf, as it is now; empty where there is none."""
    try:
        return fingerprint(find_file(name, bench.protocols, paths=False).parent)
    except JuryboxError:
        return ""


def keep_protocol(bench: Workbench, given: Files, seen: str | None = None, who: str = "command line") -> LoadedProtocol:
    """Put a protocol on the organisers' own shelf; refused with every fault at once if it has any.

    A version that no study was made of yet is replaced. One that a study has stays as it is. `seen` is the fingerprint
    of what it was written upon: a version that somebody else wrote meanwhile is not replaced.
    """
    files = _laid_out(_unpacked(given))
    bench.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=bench.folder, prefix=".protocol-") as folder:
        made = Path(folder) / "made"
        for name, content in files.items():
            _write(made / name, content)
        _add_guidelines(made)
        loaded = _checked(made)
        _refuse_taken(bench, loaded)
        protocol = loaded.protocol
        target = bench.protocols / protocol.id / str(protocol.version)
        target.parent.mkdir(parents=True, exist_ok=True)
        with _ONE_AT_A_TIME:
            _refuse_overtaken(target, protocol.name, seen)
            (made / KEPT).write_text(json.dumps({"who": who, "at": rfc3339(bench.now())}), encoding="utf-8")
            if target.exists():
                target.rename(Path(folder) / "replaced")
            shutil.move(made, target)
    return replace(loaded, folder=target)


def _write(file: Path, content: bytes) -> None:
    try:
        with full_is_told():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    except (OSError, ValueError) as error:  # too long, too deep, with a null, or below another file
        raise Refused.of("upload.bad_name", "files", file.name[:LONGEST_NAME]) from error


def _refuse_overtaken(target: Path, name: str, seen: str | None) -> None:
    now = fingerprint(target)
    if seen is None or not now or now == seen:
        return
    kept = target / KEPT
    by: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    who, at = by.get("who", "command line"), by.get("at", "")
    raise Overtaken(Fault("protocol.changed_since", "text", name, params={"who": who, "at": at}, file="protocol.yaml"))


def compare_protocol(bench: Workbench, name: str, text: str) -> list[TextChange]:
    """How a protocol on the shelf differs from what somebody would put in its place, line by line."""
    before = find_file(name, bench.protocols, paths=False).read_text(encoding="utf-8")
    lines = difflib.ndiff(before.splitlines(), text.splitlines())
    kinds = {"+ ": "added", "- ": "removed"}
    return [TextChange(kinds[line[:2]], line[2:]) for line in lines if line[:2] in kinds]


def _unpacked(given: Files) -> Files:
    """An archive's files, where one archive was given."""
    archives = [content for name, content in given.items() if name.lower().endswith(".zip")]
    if len(given) != 1 or not archives:
        return given
    try:
        with zipfile.ZipFile(io.BytesIO(archives[0])) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise Refused.of(
                    "protocol.too_large", given=len(entries), allowed=[MOST_FILES, MOST_BYTES // 1_000_000]
                )
            return {entry.filename: archive.read(entry) for entry in entries}
    except JuryboxError:
        raise
    except Exception as error:  # zipfile and its packers raise many kinds, and all mean the same
        raise Refused.of("protocol.bad_archive") from error


def _laid_out(files: Files) -> dict[str, bytes]:
    """The files below the folder in which the protocol stands, which is then called protocol.yaml."""
    paths = {PurePosixPath(name.replace("\\", "/")): content for name, content in files.items()}
    safe = {p: c for p, c in paths.items() if not p.is_absolute() and not any(part.startswith(".") for part in p.parts)}
    found = sorted((p for p in safe if p.name in PROTOCOL_FILES), key=lambda p: len(p.parts))
    alone = [p for p in safe if p.suffix.lower() in YAML]
    if not found and len(alone) != 1:
        raise Refused.of("protocol.no_file", given=sorted(map(str, safe)) or None, allowed=list(PROTOCOL_FILES))
    main = found[0] if found else alone[0]
    name = main.name if found else f"protocol{main.suffix.lower()}"
    beside = {p.relative_to(main.parent).as_posix(): c for p, c in safe.items() if p.is_relative_to(main.parent)}
    beside.pop(main.name)
    return {name: safe[main], **beside}


def _add_guidelines(folder: Path) -> None:
    """Where no guideline was given at all, raters read the title and the description, until one is written."""
    if any(folder.glob("guideline.*.md")):
        return
    file = next(folder.glob("protocol.*"))
    root, _ = read_tree(file.read_text(encoding="utf-8", errors="replace"), file.name)
    document = root.document() if root is not None else {}
    languages = document.get("languages", list(Protocol.model_fields["languages"].default))
    for lang in languages if isinstance(languages, list) else []:
        if isinstance(lang, str) and re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", lang):
            words = [_said(document.get(part), lang) for part in ("title", "description")]
            (folder / f"guideline.{lang}.md").write_text("\n\n".join(filter(None, words)) or lang, encoding="utf-8")


def _said(texts: JsonValue, lang: str) -> str:
    found = {tag: text for tag, text in texts.items() if isinstance(text, str)} if isinstance(texts, dict) else {}
    return in_language(found, [lang]) if found else ""


def _checked(folder: Path) -> LoadedProtocol:
    """Faults say the name of the file, not where it lay for a moment."""
    try:
        return load_protocol(folder)
    except JuryboxError as error:
        raise type(error)(*(_renamed(fault) for fault in error.faults)) from error


def _renamed(fault: Fault) -> Fault:
    return replace(fault, file=Path(fault.file).name if fault.file else None)


def _refuse_taken(bench: Workbench, loaded: LoadedProtocol) -> None:
    protocol = loaded.protocol
    if protocol.id in shelf_ids():
        raise Conflict(Fault("protocol.ours", "id", protocol.id, f"{OWN}{protocol.id}", file="protocol.yaml", line=1))
    there = shelf_versions(protocol.id, bench.protocols)
    if protocol.version not in there or not _is_used(bench, protocol.name):
        return
    if load_protocol(protocol.name, bench.protocols, paths=False).hash != loaded.hash:
        raise Conflict(Fault("protocol.in_use", "version", protocol.name, there[-1] + 1, file="protocol.yaml"))


def _is_used(bench: Workbench, name: str) -> bool:
    """Whether a study was made of a version."""

    def read(run: Run) -> bool:
        documents = (json.loads(row.protocol_content) for row in studies.all_studies(run))
        return any(f"{document['id']}@{document['version']}" == name for document in documents)

    return bench.database.read(read)
