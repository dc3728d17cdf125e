"""The folder that `jurybox study create` reads: items.jsonl, clips, people with headshots, and what was done."""

import json
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from jurybox.core import Fault, JsonObject, Refused, refuse
from jurybox.exchange import media
from jurybox.exchange.film.cues import clock
from jurybox.exchange.film.cut import Cut, cut
from jurybox.exchange.film.groups import SegmentGroup, preceding
from jurybox.exchange.film.plan import PlannedFilms, WantedFilms
from jurybox.exchange.film.probe import Film

Progress = Callable[[int, int], None]
ITEMS, PEOPLE, SETTINGS, LOG, CLIPS = "items.jsonl", "people.json", "study.yaml", "film.json", "clips"
SUFFIXES = {"video/mp4": ".mp4", "video/webm": ".webm"}
LOST = 0.5
"""Seconds of a group that may lack pictures before the film counts as damaged there."""


@dataclass(frozen=True, slots=True)
class WrittenFolder:
    """What now stands in the folder."""

    folder: Path
    groups: int
    units: int
    seconds: float
    """Of all clips together."""
    people: Path | None
    settings: Path | None
    share: float
    """Of the units that come again."""
    notes: list[Fault]


def write_folder(planned: PlannedFilms, wanted: WantedFilms, folder: Path, progress: Progress) -> WrittenFolder:
    """Cut the clips and write the tables into an empty folder. All faults of all clips at once."""
    (folder / CLIPS).mkdir()
    faults: list[Fault] = []
    cuts: list[tuple[SegmentGroup, str, Cut]] = []
    for number, group in enumerate(planned.groups):
        progress(number, len(planned.groups))
        film = planned.files[group.film, group.clip]
        kept = _played(film) if group.clip else ""
        name = f"{CLIPS}/{key_of(group)}{SUFFIXES.get(kept, '.mp4')}"
        try:
            cuts.append((group, name, _clip(film, group, folder / name, wanted.margin, bool(kept))))
        except Refused as refused:
            where = f"{group.film} {group.clip} {clock(group.start)}"
            faults += [replace(fault, where=" ".join(where.split())) for fault in refused.faults]
    refuse(faults)
    with (folder / ITEMS).open("w", encoding="utf-8", newline="\n") as out:
        for row in _rows(planned, wanted, cuts):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    people = _copy_people(planned, wanted, folder)
    units = len(cuts) * len(planned.systems())
    share = round(wanted.repeats / units, 6)
    settings = _write_settings(folder, share)
    _write_log(planned, wanted, cuts, folder)
    seconds = sum(made.duration for _, _, made in cuts)
    return WrittenFolder(folder, len(cuts), units, seconds, people, settings, share, _faulty(planned, cuts))


def _faulty(planned: PlannedFilms, cuts: list[tuple[SegmentGroup, str, Cut]]) -> list[Fault]:
    """The clips in which some pictures are damaged: to be looked at, and not refused."""
    found = []
    for group, name, made in cuts:
        if made.faulty:
            where, film = f"{group.film} {clock(group.start)}", planned.files[group.film, group.clip].path.name
            found.append(Fault("film.faulty_pictures", where, made.faulty, params={"clip": name}, file=film))
    return found


def _clip(film: Film, group: SegmentGroup, target: Path, margin: float, is_kept: bool) -> Cut:
    """A clip that browsers play stays as it is, byte for byte; another is encoded anew; from a film one is cut."""
    if is_kept:
        shutil.copyfile(film.path, target)
        return Cut(0.0, film.duration, 0)
    if group.clip:
        return cut(film.path, target, 0, None)
    made = cut(film.path, target, max(0.0, group.start - margin), min(film.duration, group.end + margin))
    end = min(group.end, film.duration)
    has_ends = made.start <= group.start + LOST and made.start + made.duration >= end - LOST
    if not has_ends or (made.faulty and made.longest > LOST):
        raise Refused(Fault("film.damaged", given=film.path.name, file=film.path.name))
    return made


def _played(film: Film) -> str:
    """The type of a file that every browser plays; "" of another."""
    try:
        found = media.check_media(film.path).type
    except Refused:
        return ""
    return found if found in SUFFIXES else ""


def key_of(group: SegmentGroup) -> str:
    """The key of the item: the film's title as far as ASCII goes, told apart by its hash where that is not all of it.

    >>> key_of(SegmentGroup("Ein Fisch zum Tee", 12, ())), key_of(SegmentGroup("Così", 7, ()))
    ('ein-fisch-zum-tee-0012', 'cosi-8d09-0007')
    """
    plain = unicodedata.normalize("NFKD", group.film).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall(r"[a-z0-9]+", plain))[:60] or "film"
    if not group.film.isascii() or len(words) == 60:
        words += "-" + blake2b(group.film.encode(), digest_size=2).hexdigest()
    return f"{words}-{group.number:04}"


def _rows(
    planned: PlannedFilms, wanted: WantedFilms, cuts: list[tuple[SegmentGroup, str, Cut]]
) -> Iterator[JsonObject]:
    """One row for each segment of each system. What is the item's or the system's own stands in the first one only."""
    for group, clip, made in cuts:
        key = key_of(group)
        for system, cues in planned.cues[group.film].items():
            for number, position in enumerate(group.positions, 1):
                row: JsonObject = {"id": key, "system": system, "segment": number}
                row |= {"start": _inside(position.start, made), "end": _inside(position.end, made)}
                row["output"] = cues[position.cues[system]].text
                if number == 1:
                    row |= {"film": group.film, "clip": clip, "context": preceding(group, system, cues)}
                    row["kind"] = "reference" if system in wanted.references else "system"
                    row |= {"group": wanted.group} if wanted.group else {}
                    row |= {"characters": group.film} if wanted.people else {}
                yield row


def _inside(time: float, made: Cut) -> float:
    """The same moment on the clip's clock, never outside the clip."""
    return round(min(max(time - made.start, 0.0), made.duration), 4)


def _copy_people(planned: PlannedFilms, wanted: WantedFilms, folder: Path) -> Path | None:
    if wanted.people is None:
        return None
    shutil.copyfile(wanted.people, folder / PEOPLE)
    for picture in planned.headshots:
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(wanted.people.parent / picture, folder / picture)
    return folder / PEOPLE


def _write_settings(folder: Path, share: float) -> Path | None:
    """How many units come again is a setting of the study, which draws them for each rater from its own seed."""
    if not share:
        return None
    (folder / SETTINGS).write_text(f"repeats: {share}\n", encoding="utf-8")
    return folder / SETTINGS


def _write_log(
    planned: PlannedFilms, wanted: WantedFilms, cuts: list[tuple[SegmentGroup, str, Cut]], folder: Path
) -> None:
    """Seed, wishes, counts, and where in its film each clip begins."""
    log = {
        "seed": wanted.seed,
        "groups_of": wanted.size,
        "drop": wanted.drop,
        "sample": wanted.sample,
        "margin": wanted.margin,
        "repeats": wanted.repeats,
        "systems": planned.systems(),
        "films": {
            film: {
                "positions": count.positions,
                "dropped": count.dropped,
                "incomplete": count.incomplete,
                "left_over": count.left_over,
                "groups": len(count.groups),
            }
            for film, count in planned.counts.items()
        },
        "clips": [
            {
                "id": key_of(group),
                "film": group.film,
                "first_position": group.number,
                "begins_at": round(made.start, 6),
                "duration": round(made.duration, 6),
            }
            for group, _, made in cuts
        ],
    }
    (folder / LOG).write_text(json.dumps(log, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
