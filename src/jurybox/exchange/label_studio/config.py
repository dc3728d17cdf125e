"""A labeling configuration as a tree. It needs no document type and no entities, so those are refused unread."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from jurybox.core import Fault, Refused

LARGEST = 1 << 20
"""Bytes of a configuration."""
MOST_ELEMENTS = 20_000
DEEPEST = 100


@dataclass(slots=True)
class XmlElement:
    tag: str
    attributes: dict[str, str]
    line: int
    children: list["XmlElement"] = field(default_factory=list)

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def is_on(self, name: str) -> bool:
        return self.get(name).strip().lower() == "true"

    def all(self, tag: str) -> Iterator["XmlElement"]:
        """The elements of a kind anywhere below, in order."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)


def read_config(path: Path) -> XmlElement:
    """The tree of a configuration; Refused says why there is none."""
    try:
        size = path.stat().st_size
        content = path.read_bytes() if size <= LARGEST else b""
    except FileNotFoundError as error:
        raise Refused.of("import.no_such_file", given=str(path)) from error
    except OSError as error:
        raise Refused.of("import.unreadable", given=error.strerror or str(error)) from error
    if size > LARGEST:
        raise Refused(_fault("label_studio.config_too_large", path, 1, size, LARGEST, what="bytes"))
    return parse_config(content, path)


def parse_config(content: bytes, path: Path) -> XmlElement:
    builder = _Builder(path)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise Refused(
            _fault("label_studio.config_broken", path, error.lineno, expat.ErrorString(error.code))
        ) from error
    assert builder.root is not None
    return builder.root


def _fault(code: str, path: Path, line: int, given: object, allowed: object = None, **params: object) -> Fault:
    return Fault(code, f"{path.name}:{line}", given, allowed, params, path.name, line)


class _Builder:
    def __init__(self, path: Path) -> None:
        self.root: XmlElement | None = None
        self._open: list[XmlElement] = []
        self._count = 0
        self._path = path
        self.parser = parser = expat.ParserCreate()
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.StartDoctypeDeclHandler = lambda name, *_: self._refuse(f"<!DOCTYPE {name}>")
        parser.EntityDeclHandler = lambda name, *_: self._refuse(f"<!ENTITY {name}>")
        parser.ExternalEntityRefHandler = lambda *_: self._refuse("an external entity")

    def _refuse(self, what: str) -> int:
        raise Refused(_fault("label_studio.config_declares", self._path, self.parser.CurrentLineNumber, what))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self._count += 1
        for count, most, what in ((self._count, MOST_ELEMENTS, "elements"), (len(self._open), DEEPEST, "levels")):
            if count > most:
                raise Refused(_fault("label_studio.config_too_large", self._path, line, count, most, what=what))
        element = XmlElement(tag, attributes, line)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()
