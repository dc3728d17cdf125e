"""Protocols before there is a study: what is on the shelf, and what is wrong with one."""

from dataclasses import dataclass
from typing import TypedDict

from jurybox.core import NotFound, in_language
from jurybox.protocols import LoadedProtocol, load_protocol, shelf


@dataclass(frozen=True, slots=True)
class Checked:
    """A protocol without a fault."""

    name: str
    hash: str


class ShelfLine(TypedDict):
    id: str
    versions: list[int]
    title: str


def list_shelf() -> list[ShelfLine]:
    """The protocols that come with Jurybox, each with its versions and the title of the newest."""
    return [{"id": p.id, "versions": list(p.versions), "title": in_language(p.title, ["en"])} for p in shelf()]


def check_protocol(ref: str) -> Checked:
    """A protocol by id, id@version or path; refused with every fault it has."""
    loaded = find_protocol(ref)
    return Checked(loaded.protocol.name, loaded.hash)


def find_protocol(ref: str) -> LoadedProtocol:
    """A protocol to make a study of."""
    return load_protocol(ref)


def from_shelf(name: str) -> LoadedProtocol:
    """A protocol of the shelf only: what is asked for over the network never names a file."""
    known = [p.id for p in shelf()]
    if name.partition("@")[0] not in known:
        raise NotFound.of("protocol.unknown", given=name, allowed=known)
    return load_protocol(name)
