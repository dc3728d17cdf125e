"""How the data of tasks become items: said by options, guessed where nothing was said, and shown before it is used."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from jurybox.core import Fault, JsonObject, Protocol, Refused
from jurybox.exchange.label_studio import guess_fields
from jurybox.exchange.label_studio.paths import Path, leaves
from jurybox.exchange.label_studio.times import FRAMES, RATE_KEYS, SECONDS

NOTHING = "-"
"""Said in place of a path: leave it out."""


@dataclass(frozen=True, slots=True)
class SaidMapping:
    """What the organiser said of the mapping."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    system: tuple[str, ...] = ()
    group: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class TaskLayout:
    """Where everything stands in the data."""

    fields: Mapping[str, tuple[Path, ...]]
    """Several paths only where a task holds several candidates side by side."""
    system: tuple[Path, ...] = ()
    group: Path | None = None
    id: Path | None = None
    position: Path | None = None
    each: str | None = None
    """The list whose entries are the segments, or the candidates."""
    unused: tuple[str, ...] = ()
    """What the tasks have and no field takes."""
    is_ours: bool = False
    """Whether the tasks were written by Jurybox, and say beside their data what they are."""
    has_systems: bool = False
    """Where they are ours: whether they name systems."""

    def lines(self) -> list[tuple[str, str]]:
        """(what, where from), as it is shown."""
        found = [(name, ", ".join(path.text for path in paths)) for name, paths in self.fields.items()]
        others = (("system", self.system), ("group", (self.group,)), ("id", (self.id,)))
        return [*found, *((what, ", ".join(p.text for p in paths if p)) for what, paths in others if any(paths))]


def lay_out(
    protocol: Protocol, sample: Iterable[JsonObject], said: SaidMapping, has_people: bool = False
) -> TaskLayout:
    """The layout that fits a protocol and the data of some tasks. Refused where a required field has no place."""
    data: JsonObject = {}
    for one in sample:
        data = {**one, **data}
    paths = leaves(data)
    fields = _said_fields(protocol, said)
    taken = {name: chosen[0] for name, chosen in fields.items() if chosen}
    side_by_side = (
        _side_by_side(protocol, paths) if "output" not in fields and not any("[]" in p for p in paths) else ()
    )
    if side_by_side:
        fields["output"] = side_by_side
        taken["output"] = side_by_side[0]
    skipped = {name: "" for name, chosen in fields.items() if not chosen}
    free = [path for path in paths if path not in side_by_side]
    guessed = guess_fields.guess_fields(protocol, data, free, {**skipped, **taken})
    fields |= {name: (path,) for name, path in guessed.items()}
    fields |= _people(protocol, fields, has_people)
    _refuse_unmapped(protocol, fields, paths)
    return _finished(protocol, {n: p for n, p in fields.items() if p}, data, paths, said)


def _said_fields(protocol: Protocol, said: SaidMapping) -> dict[str, tuple[str, ...]]:
    unknown = [name for name in said.fields if name not in protocol.fields]
    if unknown:
        raise Refused(*(Fault("label_studio.no_such_field", "", n, list(protocol.fields)) for n in unknown))
    return {name: () if NOTHING in paths else tuple(paths) for name, paths in said.fields.items()}


def _side_by_side(protocol: Protocol, paths: list[str]) -> tuple[str, ...]:
    """Two or more outputs under numbered names, as in text1 and text2, where a unit has several candidates."""
    if protocol.unit.candidates == 1 or protocol.unit.segments:
        return ()
    for name in guess_fields.USUAL["output"]:
        for ends in (("1", "2", "3", "4", "5", "6", "7", "8"), ("a", "b", "c", "d", "e", "f", "g", "h")):
            named = {guess_fields.plain(path): path for path in paths}
            found = [named[key] for end in ends if (key := guess_fields.plain(name) + end) in named]
            if len(found) > 1:
                return tuple(found)
    return ()


def _people(protocol: Protocol, fields: Mapping[str, tuple[str, ...]], has_people: bool) -> dict[str, tuple[str, ...]]:
    """The people of a film are looked up under the film's name, where a file with them was given."""
    names = [name for name, spec in protocol.fields.items() if spec.type == "people" and name not in fields]
    film = next((fields[name] for name in ("film", "movie", "title") if fields.get(name)), ())
    return dict.fromkeys(names, film) if has_people and film else {}


def _refuse_unmapped(protocol: Protocol, fields: Mapping[str, tuple[str, ...]], paths: list[str]) -> None:
    missing = [n for n, spec in protocol.fields.items() if not spec.optional and not fields.get(n)]
    if missing:
        raise Refused(*(Fault("label_studio.field_unmapped", "", name, paths) for name in missing))


def _finished(
    protocol: Protocol, fields: Mapping[str, tuple[str, ...]], data: JsonObject, paths: list[str], said: SaidMapping
) -> TaskLayout:
    made = {name: tuple(map(Path, chosen)) for name, chosen in fields.items()}
    system = tuple(map(Path, _system(said, paths)))
    output = next(iter(made.get("output", ())), None)
    each = output.each if output else next((p.each for chosen in made.values() for p in chosen if p.each), None)
    group = said.group or guess_fields.nearest_path(guess_fields.GROUP, [p for p in paths if "[]" not in p])
    key = said.id or guess_fields.nearest_path(guess_fields.ID, [p for p in data if isinstance(data[p], str | int)])
    position = guess_fields.nearest_path(guess_fields.POSITION, paths)
    used = (
        {path.text for chosen in made.values() for path in chosen} | {p.text for p in system} | {group, key, position}
    )
    known = {n for pair in (*SECONDS, *FRAMES) for n in pair} | {*RATE_KEYS, *guess_fields.REPEATED}
    unused = tuple(p for p in paths if p not in used and p.rpartition(".")[2] not in known)
    return TaskLayout(
        made,
        system,
        group=Path(group) if group and group != NOTHING else None,
        id=Path(key) if key and key not in (NOTHING, "hash") else None,
        position=Path(position) if position else None,
        each=each,
        unused=unused,
    )


def _system(said: SaidMapping, paths: list[str]) -> tuple[str, ...]:
    if said.system:
        return () if NOTHING in said.system else said.system
    numbered = [p for p in paths if guess_fields.plain(p).rstrip("12345678") in guess_fields.SYSTEM and p[-1].isdigit()]
    if len(numbered) > 1:
        return tuple(numbered)
    found = guess_fields.nearest_path(guess_fields.SYSTEM, paths)
    return (found,) if found else ()
