"""The files that cells name: pictures, sounds and clips of the media folder, and the people of a film."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath

from jurybox.core import Fault, FieldType, JsonObject, JsonValue, Refused
from jurybox.exchange import media
from jurybox.exchange.files import Faults, Place, at
from jurybox.exchange.items.columns import nearest
from jurybox.exchange.items.people import read_people
from jurybox.exchange.media import HEADSHOT, SCREEN_PIXELS

HINTS = 20
"""For so many missing files a nearest name is looked for: it takes a while in a large folder."""

_DIGITS = re.compile(r"[0-9]+")

StoreMedia = Callable[[Path, int], media.MediaFile]
"""Stores a file, with a smaller copy of so many pixels on its longest side where it is a large picture."""


class Attachments:
    """Wanted, found, checked; and only when nothing at all is wrong stored, each file once."""

    def __init__(self, folder: Path | None, people: Path | None, faults: Faults) -> None:
        self._folder = folder.resolve() if folder else None
        self._people_file = people
        self._people = read_people(people, faults) if people else {}
        self._faults = faults
        self._films: dict[str, Place] = {}
        self._wanted: dict[tuple[str, FieldType], Place] = {}
        self._paths: dict[str, Path | None] = {}
        self._headshots: set[str] = set()
        self._shown: set[str] = set()
        self._stored: dict[tuple[str, int], JsonObject] = {}
        self._lengths: dict[str, float] = {}
        self._listing: list[str] | None = None
        self._by_folded: dict[str, list[str]] | None = None
        self._hints = HINTS
        self.missing: dict[str, Place] = {}
        """Files that were looked for and are not there, and where they are named first."""
        self.notes: list[Fault] = []
        """Files that are called otherwise than the tables say, and were taken all the same."""

    def want(self, type: FieldType, value: str, place: Place) -> None:
        """Note what a cell names. A name is looked for, and reported, once: where it stands first."""
        if type == "people":
            self._films.setdefault(value, place)
        else:
            self._wanted.setdefault((value, type), place)
            self._shown.add(value)

    def find(self) -> int:
        """Look for everything in the folder; how many bytes it is."""
        for film, place in self._films.items():
            self._find_people(film, place)
        for (value, _), place in self._wanted.items():
            if value not in self._paths:
                self._paths[value] = self._search(value, place, self.missing)
        return sum(path.stat().st_size for path in self._found().values())

    def refuse_missing(self) -> None:
        """Tell what is not there."""
        for value, place in self.missing.items():
            self._faults.add("import.missing_media", place, value, str(self._folder), nearest=self._nearest(value))

    def _find_people(self, film: str, place: Place) -> None:
        if self._people_file is None:
            self._faults.add("import.no_people_file", place, film)
        elif film not in self._people:
            known = list(self._people)
            meant = nearest(film, known)
            shown = list(dict.fromkeys([*([meant] if meant else []), *known[:50]]))
            self._faults.add("import.unknown_people", place, film, shown, nearest=meant)
        else:
            for person in self._people[film]:
                if person.img:
                    self._wanted.setdefault((person.img, "image"), place)
                    self._headshots.add(person.img)

    def _found(self) -> dict[str, Path]:
        return {value: path for value, path in self._paths.items() if path}

    def check(self, progress: Callable[[int], None]) -> None:
        """Look into every file that was found: whether it is whole, and of the kind its field asks for."""
        kinds: dict[str, str | None] = {}
        done = 0
        for (value, type), place in self._wanted.items():
            path = self._paths[value]
            if path is None:
                continue
            if value not in kinds:
                kinds[value] = self._look_into(path, value, place)
                done += path.stat().st_size
                progress(done)
            found = kinds[value]
            if found and found.split("/")[0] != type:
                self._faults.add("import.wrong_media", place, value, type, found=found)

    def lengths(self) -> dict[str, float]:
        """The seconds that films and sounds last, by the name that cells give them; known once they are checked."""
        return self._lengths

    def _look_into(self, path: Path, value: str, place: Place) -> str | None:
        try:
            plan = media.check_media(path)
            if plan.duration is not None:
                self._lengths[value] = plan.duration
            return plan.type
        except Refused as refused:
            for fault in refused.faults:
                self._faults.add(fault.code, place, value, fault.allowed, **fault.params)
        except OSError as error:
            self._faults.add("import.unreadable", place, f"{value}: {error.strerror}")
        return None

    def _search(self, value: str, place: Place, missing: dict[str, Place]) -> Path | None:
        """The file inside the folder, never one outside it, whichever way the name tries."""
        if self._folder is None:
            self._faults.add("import.no_media_folder", place, value)
        elif "://" in value:
            self._faults.add("import.media_address", place, value)
        elif leaves(value):
            self._faults.add("import.media_outside", place, value, str(self._folder))
        else:
            return self._inside(self._folder, value, place, missing)
        return None

    def _inside(self, folder: Path, value: str, place: Place, missing: dict[str, Place]) -> Path | None:
        for spelling in dict.fromkeys((value, value.replace("\\", "/"), *self._same_name(value))):
            try:
                path = (folder / spelling).resolve(strict=True)
            except (OSError, ValueError):
                continue
            if not path.is_relative_to(folder):
                self._faults.add("import.media_outside", place, value, str(folder))
                return None
            if path.is_file():
                return path
        other = self._other_case(folder, value)
        if other is None:
            missing[value] = place
            return None
        self.notes.append(Fault("import.other_case", at(place), value, other, {}, *place))
        return (folder / other).resolve()

    def _other_case(self, folder: Path, value: str) -> str | None:
        """The one file that differs in capital letters alone, as where a camera wrote .JPG and the table .jpg."""
        if self._by_folded is None:
            self._by_folded = {}
            for file in self._listed(folder):
                self._by_folded.setdefault(folded(file), []).append(file)
        found = self._by_folded.get(folded(value), [])
        inside = [file for file in found if (folder / file).resolve().is_relative_to(folder)]
        return inside[0] if len(inside) == 1 else None

    def _listed(self, folder: Path) -> list[str]:
        if self._listing is None:
            files = (path for path in folder.rglob("*") if path.is_file())
            self._listing = sorted(path.relative_to(folder).as_posix() for path in files)
        return self._listing

    def _same_name(self, value: str) -> list[str]:
        """The name in the other Unicode forms: macOS stores é as e and an accent."""
        return [] if value.isascii() else [unicodedata.normalize(form, value) for form in ("NFC", "NFD")]

    def _nearest(self, value: str) -> str | None:
        """A file that was perhaps meant: none that another cell names."""
        if self._folder is None or not self._hints:
            return None
        self._hints -= 1
        named = {path for path in self._paths.values() if path}
        bare = {path.name for path in named}  # what is uploaded may lie there a second time, under its bare name
        listed = [f for f in self._listed(self._folder) if (self._folder / f).resolve() not in named]
        free = [file for file in listed if "/" not in file or file.rsplit("/", 1)[-1] not in bare]
        name = PurePosixPath(value.replace("\\", "/")).name.casefold()
        same = [file for file in listed if file.casefold().rsplit("/", 1)[-1] == name]
        meant = same[0] if same else nearest(value, free)
        return meant if meant and _numbers(meant) == _numbers(value) else None

    def store(self, store_media: StoreMedia, progress: Callable[[int], None]) -> None:
        done = 0
        for value, path in self._found().items():
            for names, longest in ((self._shown, SCREEN_PIXELS), (self._headshots, HEADSHOT)):
                if value in names:
                    self._stored[value, longest] = media.as_value(replace(store_media(path, longest), name=value))
            done += path.stat().st_size
            progress(done)

    def value(self, type: FieldType, value: str) -> JsonValue:
        """What is kept in place of the cell."""
        if type != "people":
            return self._stored[value, SCREEN_PIXELS]
        return [
            {"role": p.role, "name": p.name, "picture": self._stored[p.img, HEADSHOT] if p.img else None}
            for p in self._people[value]
        ]


def _numbers(name: str) -> list[int]:
    """What tells the pictures of a camera apart: another number is another picture.

    >>> _numbers("IMG_0007.jpg") == _numbers("img_007.jpeg"), _numbers("IMG_0007.jpg") == _numbers("IMG_0010.jpg")
    (True, False)
    """
    return [int(digits) for digits in _DIGITS.findall(PurePosixPath(name).stem)]


def folded(name: str) -> str:
    """A name of a file without its case."""
    return unicodedata.normalize("NFC", name.replace("\\", "/")).casefold()


def leaves(value: str) -> bool:
    """Whether a name is absolute or climbs, as any system would read it.

    >>> [leaves(name) for name in ("pics/a.png", "/etc/passwd", "..\\\\a.png", "C:a.png", "a/../../b")]
    [False, True, True, True, True]
    """
    windows = PureWindowsPath(value)
    return bool(windows.drive or windows.root or value.startswith("/") or ".." in windows.parts)
