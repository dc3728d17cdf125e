"""The files that cells name: pictures, sounds and clips of the media folder, and the people of a film."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from jurybox.core.errors import Refused
from jurybox.core.protocol import FieldType
from jurybox.exchange import media
from jurybox.exchange.columns import nearest
from jurybox.exchange.faults import Faults, Place
from jurybox.exchange.people import read_people

HINTS = 20
"""For so many missing files a nearest name is looked for: it takes a while in a large folder."""

StoreMedia = Callable[[Path], media.MediaFile]


class Attachments:
    """First every named file is checked; only when nothing is wrong are they stored, each once."""

    def __init__(self, folder: Path | None, people: Path | None, faults: Faults) -> None:
        self._folder = folder.resolve() if folder else None
        self._faults = faults
        self._paths: dict[str, Path | None] = {}
        self._types: dict[str, str | None] = {}
        self._told: set[tuple[str, FieldType]] = set()
        self._stored: dict[str, dict[str, Any]] = {}
        self._listing: list[str] | None = None
        self._hints = HINTS
        self._people_file = people
        self._people = read_people(people, faults) if people else {}

    def check(self, type: FieldType, value: str, place: Place) -> None:
        """Look for what a cell names; each name is looked for and reported once."""
        if (value, type) in self._told:
            return
        self._told.add((value, type))
        if type == "people":
            self._check_people(value, place)
        else:
            self._check_file(type, value, place)

    def _check_people(self, value: str, place: Place) -> None:
        if self._people_file is None:
            self._faults.add("import.no_people_file", place, value)
        elif value not in self._people:
            known = list(self._people)
            self._faults.add("import.unknown_people", place, value, known[:50], nearest=nearest(value, known))
        else:
            for picture in {person["img"] for person in self._people[value]} - {None}:
                self._check_file("image", picture, place)

    def _check_file(self, type: FieldType, value: str, place: Place) -> None:
        path = self._find(value, place)
        if path is None:
            return
        if value not in self._types:
            self._types[value] = self._look_into(path, value, place)
        found = self._types[value]
        if found and found.split("/")[0] != type:
            self._faults.add("import.wrong_media", place, found, type, file=value)

    def _look_into(self, path: Path, value: str, place: Place) -> str | None:
        try:
            return media.check(path).type
        except Refused as refused:
            for fault in refused.faults:
                self._faults.add(fault.code, place, value, fault.allowed, **fault.params)
        except OSError as error:
            self._faults.add("import.unreadable", place, f"{value}: {error.strerror}")
        return None

    def _find(self, value: str, place: Place) -> Path | None:
        if value not in self._paths:
            self._paths[value] = self._search(value, place)
        return self._paths[value]

    def _search(self, value: str, place: Place) -> Path | None:
        """The file inside the folder, never one outside it, whichever way the name tries."""
        if self._folder is None:
            self._faults.add("import.no_media_folder", place, value)
        elif "://" in value:
            self._faults.add("import.media_address", place, value)
        elif leaves(value):
            self._faults.add("import.media_outside", place, value, str(self._folder))
        else:
            return self._inside(self._folder, value, place)
        return None

    def _inside(self, folder: Path, value: str, place: Place) -> Path | None:
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
        self._faults.add("import.missing_media", place, value, str(folder), nearest=self._nearest(value))
        return None

    def _same_name(self, value: str) -> list[str]:
        """The name in the other Unicode forms: macOS stores é as e and an accent."""
        return [] if value.isascii() else [unicodedata.normalize(form, value) for form in ("NFC", "NFD")]

    def _nearest(self, value: str) -> str | None:
        if self._folder is None or not self._hints:
            return None
        self._hints -= 1
        if self._listing is None:
            files = (path for path in self._folder.rglob("*") if path.is_file())
            self._listing = sorted(path.relative_to(self._folder).as_posix() for path in files)
        name = PurePosixPath(value.replace("\\", "/")).name.casefold()
        same = [file for file in self._listing if file.casefold().rsplit("/", 1)[-1] == name]
        return same[0] if same else nearest(value, self._listing)

    def size(self) -> int:
        """How many bytes there are to store."""
        return sum(path.stat().st_size for path in self._files().values())

    def _files(self) -> dict[str, Path]:
        return {value: path for value, path in self._paths.items() if path}

    def store(self, store_media: StoreMedia, progress: Callable[[int], None]) -> None:
        done = 0
        for value, path in self._files().items():
            self._stored[value] = media.as_value(replace(store_media(path), name=value))
            done += path.stat().st_size
            progress(done)

    def value(self, type: FieldType, value: str) -> Any:
        """What is kept in place of the cell."""
        if type != "people":
            return self._stored[value]
        return [
            {"role": p["role"], "name": p["name"], "picture": self._stored[p["img"]] if p["img"] else None}
            for p in self._people[value]
        ]


def leaves(value: str) -> bool:
    """Whether a name is absolute or climbs, as any system would read it.

    >>> [leaves(name) for name in ("pics/a.png", "/etc/passwd", "..\\\\a.png", "C:a.png", "a/../../b")]
    [False, True, True, True, True]
    """
    windows = PureWindowsPath(value)
    return bool(windows.drive or windows.root or value.startswith("/") or ".." in windows.parts)
