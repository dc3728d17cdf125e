"""Names of systems under seal: "System 1 …" in a drawn order, everywhere, until an organiser reveals them.

The server says once per request whose names are sealed (`look_through`); whatever tells of systems then asks for the
names that may be seen. Nothing is sealed where nobody said so: the command line is outside the seal.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import replace
from typing import TypeVar

from jurybox.core import Conflict, EventKind, Fault, JuryboxError, Settings, StudyRole
from jurybox.store import Run, StudyRow, studies, systems
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

T = TypeVar("T")
Names = Mapping[str, str]
_NAMES: ContextVar[Names] = ContextVar("names", default={})  # noqa: B039 - never written to
_KNOWS: ContextVar[bool] = ContextVar("knows", default=False)
"""Whether who asks may call systems by their own names too: the command line, which knows them."""


def drawn_names(secret: bytes, seed: str, names: Iterable[str]) -> dict[str, str]:
    """What each system is called under seal. The secret is the server's: who knows the seed can't draw the order again.

    >>> sorted(drawn_names(b"x", "1", ["ours", "theirs"]).values())
    ['System 1', 'System 2']
    """

    def place(name: str) -> bytes:
        return hashlib.blake2b(f"{seed}\n{name}".encode(), key=secret[:64]).digest()

    return {name: f"System {n}" for n, name in enumerate(sorted({*names} - {""}, key=place), start=1)}


def sealed_names(bench: Workbench, run: Run, key: str, role: StudyRole) -> Names:
    """What systems are called for somebody with this role; empty where their names may be seen."""
    row = find_study(run, key)
    if not is_sealed(run, row, role):
        return {}
    return drawn_names(bench.secret, row.seed, (system.name for system in systems.systems_of(run, row.id)))


def is_sealed(run: Run, row: StudyRow, role: StudyRole = StudyRole.OWNER) -> bool:
    """Whether somebody with this role may not see the names yet; for viewers every study is sealed until then."""
    wanted = Settings.model_validate_json(row.settings).sealed or role == StudyRole.VIEWER
    return wanted and not studies.has_event(run, row.id, EventKind.REVEALED)


def reveal(bench: Workbench, key: str, who: str = "command line") -> None:
    """Let everybody with a part in a study see the names of its systems, from now on."""

    def write(run: Run) -> None:
        row = find_study(run, key)
        if studies.has_event(run, row.id, EventKind.REVEALED):
            raise Conflict.of("seal.not_sealed", given=key)
        studies.append_event(run, row, kind=EventKind.REVEALED, data={}, who=who, now=bench.now())

    bench.database.write(write)


def see_names(bench: Workbench, key: str, who: str = "command line") -> bool:
    """Write down that somebody outside the seal is about to see the names; whether they were sealed until now."""

    def write(run: Run) -> bool:
        row = find_study(run, key)
        studies.hold(run, row.id)
        if not is_sealed(run, row):
            return False
        studies.append_event(run, find_study(run, key), kind=EventKind.REVEALED, data={}, who=who, now=bench.now())
        return True

    if not bench.database.read(lambda run: is_sealed(run, find_study(run, key))):
        return False
    return bench.database.write(write)


def look_through(names: Names, knows: bool = False) -> None:
    """From here on in this request systems are called so; who `knows` their own names is understood by them too."""
    _NAMES.set(names)
    _KNOWS.set(knows)


def names_here() -> Names:
    return _NAMES.get()


def under_seal(value: T) -> T:
    """What may be seen of something that tells of systems."""
    names = names_here()
    return renamed(value, names) if names else value


def behind_seal(name: str) -> str:
    """The system that somebody means who may see it under its sealed name only; its own name is none that they know."""
    names = names_here()
    if not names or (_KNOWS.get() and name in names):
        return name
    return next((own for own, sealed in names.items() if sealed == name), "")


def sealed_error(error: JuryboxError) -> JuryboxError:
    """The same error without names that may not be seen; what was given is the words of who asked, and stays."""
    if names_here():
        error.faults = tuple(_sealed_fault(fault) for fault in error.faults)
    return error


def _sealed_fault(fault: Fault) -> Fault:
    return replace(fault, allowed=under_seal(fault.allowed), params=under_seal({**fault.params}))


def refuse_unsealing(run: Run, row: StudyRow) -> None:
    """A copy shows what the study it was made of shows: its seal stays for as long as that of the first."""
    made = studies.events(run, row.id)[0].data.get("copied_from")
    origin = studies.study_by_key(run, str(made["key"])) if isinstance(made, dict) else None
    if origin is not None and is_sealed(run, origin):
        raise Conflict.of("seal.sealed", "sealed", origin.key)


def refuse_under_seal(key: str) -> None:
    """For what can't be had without names."""
    if names_here():
        raise Conflict.of("seal.sealed", given=key)


def renamed(value: T, names: Names) -> T:
    """The same with other names wherever a text is one, or says one; keys too.

    >>> renamed({"ours": ["theirs", "ours and more", 3]}, {"ours": "System 1", "theirs": "System 2"})
    {'System 1': ['System 2', 'System 1 and more', 3]}
    """
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))

    def walk(part: object) -> object:
        if isinstance(part, str):
            return pattern.sub(lambda found: names[found[0]], part)
        if isinstance(part, dict):
            return {walk(key): walk(entry) for key, entry in part.items()}
        if isinstance(part, list | tuple | set | frozenset):
            return type(part)(walk(entry) for entry in part)
        return part

    return walk(value)  # type: ignore[return-value]  # the same shape
