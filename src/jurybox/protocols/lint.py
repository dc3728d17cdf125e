"""All faults of a protocol at once: of its writing, of its structure, and of what its parts say of each other."""

from pathlib import Path

from jurybox.core import Fault
from jurybox.protocols.examples import example_faults
from jurybox.protocols.languages import guideline_faults, language_faults
from jurybox.protocols.questions import question_faults
from jurybox.protocols.references import reference_faults
from jurybox.protocols.scores import rule_faults, score_faults
from jurybox.protocols.sketch import sketch
from jurybox.protocols.structure import structure_faults
from jurybox.protocols.tree import Node, read_tree
from jurybox.protocols.unanswered_questions import silent_in

PROTOCOL_FILES = ("protocol.yaml", "protocol.yml", "protocol.json")
"""The names that make the folder around them a protocol's folder, with its guidelines."""

LONGEST_PROTOCOL = 300_000
"""Eight times the longest of the shelf."""


def lint_text(text: str, file: str = "protocol.yaml", folder: Path | None = None) -> list[Fault]:
    """Every fault of a protocol as written, by line. With its folder, files that it names are looked for there."""
    return lint_tree(text, file, folder)[1]


def remarks_on_text(text: str, file: str = "protocol.yaml") -> list[Fault]:
    """What is no fault of a protocol and may still be forgotten, by line; nothing of one that can't be read."""
    root = read_tree(text, file)[0] if len(text) <= LONGEST_PROTOCOL else None
    return [] if root is None else silent_in(sketch(root, file))


def lint_tree(text: str, file: str, folder: Path | None) -> tuple[Node | None, list[Fault]]:
    """The document of a text, if it can be read, and every fault of it."""
    return _lint(text, file, folder, guidelines=False)


def lint_file(path: Path) -> list[Fault]:
    """Every fault of a protocol file, or of a folder that holds one."""
    return read_and_lint(path)[1]


def read_and_lint(path: Path) -> tuple[Node | None, list[Fault]]:
    """The document, if it can be read, and every fault of it."""
    path = file_in(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes().count(b"\n", 0, error.start) + 1
        return None, [Fault("protocol.not_utf8", file=str(path), line=line)]
    except OSError as error:
        return None, [Fault("protocol.unreadable", given=str(path), params={"reason": error.strerror}, file=str(path))]
    return _lint(text, str(path), path.parent, guidelines=path.name in PROTOCOL_FILES)


def file_in(path: Path) -> Path:
    """The protocol file of a folder, or the file itself."""
    if not path.is_dir():
        return path
    return next((path / name for name in PROTOCOL_FILES if (path / name).is_file()), path / PROTOCOL_FILES[0])


def _lint(text: str, file: str, folder: Path | None, guidelines: bool) -> tuple[Node | None, list[Fault]]:
    if len(text) > LONGEST_PROTOCOL:
        given = f"it has more than {LONGEST_PROTOCOL:,} characters"
        return None, [Fault("protocol.syntax", given=given, file=file, line=1)]
    root, faults = read_tree(text, file)
    if root is not None:
        faults += structure_faults(root, file)
        parts = sketch(root, file)
        faults += reference_faults(parts)
        faults += question_faults(parts)
        faults += score_faults(parts)
        faults += rule_faults(parts)
        faults += example_faults(parts, folder)
        faults += language_faults(parts)
        if guidelines and folder is not None:
            faults += guideline_faults(parts, folder)
    return root, sorted(faults, key=lambda fault: (fault.line or 0, fault.where))
