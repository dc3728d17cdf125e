"""From files to groups: all is read and checked, and all that is wrong is said at once, before a frame is cut."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.core import Fault, Refused
from jurybox.exchange.files import ENCODINGS, Faults, Form, known_encoding
from jurybox.exchange.film import pyav
from jurybox.exchange.film.cues import Cue, Notes, clock, in_order
from jurybox.exchange.film.groups import Grouped, SegmentGroup, grouped, sampled
from jurybox.exchange.film.positions import positions
from jurybox.exchange.film.probe import Film, probe
from jurybox.exchange.film.subtitles import read_subtitles
from jurybox.exchange.film.table import read_table
from jurybox.exchange.items import leaves, nearest, read_people

OVERHANG = 1.0
"""Seconds by which the last description may end after the film."""
Cues = dict[str, dict[str, list[Cue]]]
"""By film and system."""


@dataclass(frozen=True, slots=True)
class WantedFilms:
    """What is to be made of which files."""

    descriptions: Sequence[tuple[str, Path]]
    """System and file; "" where the table itself names the systems."""
    films: Mapping[str, Path]
    seed: str
    clips: Path | None = None
    """The folder of the clips, where tables name some; their times count from the beginning of each clip."""
    people: Path | None = None
    references: Sequence[str] = ()
    group: str = ""
    size: int = 3
    drop: int = 0
    sample: int | None = None
    margin: float = 1.0
    repeats: int = 0
    encoding: str | None = None
    """Of the text files; found out by default."""


@dataclass(frozen=True, slots=True)
class PlannedFilms:
    groups: list[SegmentGroup]
    cues: Cues
    counts: dict[str, Grouped]
    files: dict[tuple[str, str], Film]
    """By film and clip."""
    headshots: list[str]
    notes: list[Fault] = field(default_factory=list)

    def systems(self) -> list[str]:
        return list(dict.fromkeys(system for film in self.cues.values() for system in film))


def plan_films(wanted: WantedFilms) -> PlannedFilms:
    """The groups to cut; Refused carries every fault of every file."""
    pyav.load()  # where it is missing nothing else needs to be said
    if wanted.encoding and known_encoding(wanted.encoding) is None:
        raise Refused.of("film.unknown_encoding", given=wanted.encoding, allowed=ENCODINGS)
    faults, notes = Faults([path.name for _, path in wanted.descriptions]), Notes()
    cues = _read(wanted, faults, notes)
    files = _probed(wanted, cues, faults, notes)
    _check_ends(cues, files, faults)
    headshots = _headshots(wanted, cues, faults)
    _check_systems(wanted, cues, faults)
    faults.refuse()
    counts = {
        film: grouped(film, positions(systems, notes), systems, wanted.size, wanted.drop)
        for film, systems in cues.items()
    }
    groups = [group for count in counts.values() for group in count.groups]
    if not groups:
        raise Refused(Fault("film.no_groups", given=wanted.size), *notes.said())
    if wanted.sample is not None and wanted.sample > len(groups):
        raise Refused.of("film.too_few_groups", given=wanted.sample, allowed=len(groups))
    units = (wanted.sample or len(groups)) * len(next(iter(cues.values())))
    if wanted.repeats > units:
        raise Refused.of("film.too_many_repeats", given=wanted.repeats, allowed=units)
    return PlannedFilms(sampled(groups, wanted.sample, wanted.seed), cues, counts, files, headshots, notes.said())


def _read(wanted: WantedFilms, faults: Faults, notes: Notes) -> Cues:
    found: dict[str, dict[str, list[Cue]]] = {}
    only = next(iter(wanted.films)) if len(wanted.films) == 1 else ""
    form = Form(wanted.encoding, note=notes.put)
    for system, path in wanted.descriptions:
        for name, cues in _descriptions(system, path, only, form, faults, notes):
            for cue in cues:
                found.setdefault(cue.film, {}).setdefault(name, []).append(cue)
    return {
        film: {system: in_order(cues, faults, notes) for system, cues in systems.items()}
        for film, systems in found.items()
    }


def _descriptions(
    system: str, path: Path, only: str, form: Form, faults: Faults, notes: Notes
) -> Iterable[tuple[str, list[Cue]]]:
    if path.suffix.lower() != ".srt":
        return read_table(path, system, only, form, faults).items()
    if not system:
        faults.add("film.no_system", (path.name, 1), path.name)
    if not only:
        faults.add("film.which_film", (path.name, 1))
    return [(system, read_subtitles(path, only, form, faults, notes))] if only else []


def _check_systems(wanted: WantedFilms, cues: Cues, faults: Faults) -> None:
    """Every system describes every film, none is given twice, and references are among them."""
    given = [(system, path.suffix.lower()) for system, path in wanted.descriptions if system]
    for system in sorted({s for s, kind in given if kind == ".srt" and [g for g, _ in given].count(s) > 1}):
        faults.put(Fault("film.system_twice", given=system))
    systems = list(dict.fromkeys(system for film in cues.values() for system in film))
    for film, described in cues.items():
        for system in systems:
            if system not in described:
                faults.put(Fault("film.missing_system", given=system, params={"film": film}))
    for name in wanted.references:
        if name not in systems:
            params = {"nearest": nearest(name, systems)}
            faults.put(Fault("film.unknown_reference", given=name, allowed=systems, params=params))


def _probed(wanted: WantedFilms, cues: Cues, faults: Faults, notes: Notes) -> dict[tuple[str, str], Film]:
    """Every film and clip that a cue needs, looked into once."""
    found: dict[tuple[str, str], Film] = {}
    firsts = {(cue.film, cue.clip): cue for cue in reversed(list(_all(cues)))}
    for (film, clip), cue in reversed(firsts.items()):
        path = _clip(wanted, cue, faults) if clip else wanted.films.get(film)
        if path is None:
            if not clip:
                titles = list(wanted.films)
                faults.add("film.unknown_film", cue.place, film, titles, nearest=nearest(film, titles))
            continue
        try:
            found[film, clip] = probe(path)
        except Refused as refused:
            for fault in refused.faults:
                faults.put(fault)
    for film, path in wanted.films.items():  # one that no table names is looked into all the same
        if (film, "") not in firsts and not any(title == film for title, _ in firsts):
            faults.put(Fault("film.not_described", given=film, allowed=list(cues), file=path.name))
    for at in found.values():
        if not at.has_sound:
            notes.add("film.no_sound", (at.path.name, 0))
        if at.announced and at.announced > at.duration + OVERHANG:
            notes.add("film.cut_off", (at.path.name, 0), clock(at.duration), clock(at.announced))
    return found


def _clip(wanted: WantedFilms, cue: Cue, faults: Faults) -> Path | None:
    if wanted.clips is None:
        faults.add("film.no_clips_folder", cue.place, cue.clip)
    elif leaves(cue.clip):
        faults.add("import.media_outside", cue.place, cue.clip, str(wanted.clips))
    elif not (wanted.clips / cue.clip).is_file():
        faults.add("import.missing_media", cue.place, cue.clip, str(wanted.clips))
    else:
        return wanted.clips / cue.clip
    return None


def _all(cues: Cues) -> Iterator[Cue]:
    for systems in cues.values():
        for found in systems.values():
            yield from found


def _check_ends(cues: Cues, files: Mapping[tuple[str, str], Film], faults: Faults) -> None:
    for cue in _all(cues):
        film = files.get((cue.film, cue.clip))
        if film and (cue.start >= film.duration or cue.end > film.duration + OVERHANG):
            faults.add("film.beyond_end", cue.place, clock(cue.end), clock(film.duration), name=film.path.name)


def _headshots(wanted: WantedFilms, cues: Cues, faults: Faults) -> list[str]:
    """The pictures of the films' people, which stand beside the people file."""
    if wanted.people is None:
        return []
    people = read_people(wanted.people, faults)
    pictures: dict[str, None] = {}
    for film in cues:
        if film not in people:
            known = list(people)
            params = {"nearest": nearest(film, known)}
            faults.put(
                Fault("import.unknown_people", given=film, allowed=known, params=params, file=wanted.people.name)
            )
        pictures.update((person.img, None) for person in people.get(film, []) if person.img)
    folder = wanted.people.parent
    for picture in pictures:
        code = "import.media_outside" if leaves(picture) else "import.missing_media"
        if leaves(picture) or not (folder / picture).is_file():
            faults.put(Fault(code, given=picture, allowed=str(folder), file=wanted.people.name))
    return list(pictures)
