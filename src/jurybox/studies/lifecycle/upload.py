"""Files on their way into a study: they come in pieces, go on where they stopped, and wait together until they are
imported, thrown away or old. They lie in the data folder; nothing of them is in the database."""

import hashlib
import json
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypedDict

from jurybox.core import Conflict, Fault, JsonObject, NotFound, Refused, StoreFull, StudyState
from jurybox.exchange.files import SUFFIXES
from jurybox.exchange.items import leaves
from jurybox.studies.lifecycle.create import ASIDE, ItemFiles, waiting_folder
from jurybox.studies.lifecycle.preview import Reading
from jurybox.studies.workbench import Workbench, view_of

PIECE = 8 << 20
"""Bytes of a piece at most."""
MOST_FILES = 20_000
KEPT_DAYS = 7
"""How long files wait that nobody touches."""
SPARE = 64 << 20
"""Bytes of the disk that uploads leave free."""
LONGEST_NAME = 200
DEEPEST = 12
TYPES: Mapping[str, tuple[str, ...]] = {
    "tables": SUFFIXES,
    "media": (
        *(".jpg", ".jpeg", ".png", ".webp", ".gif"),
        *(".mp4", ".m4v", ".webm", ".mov", ".mp3", ".wav", ".ogg", ".oga", ".opus", ".m4a"),
    ),
    "people": (".json",),
}
"""What may be uploaded, by what it is for."""


class UploadedFile(TypedDict):
    """A file of an upload, and how much of it is there."""

    kind: str
    name: str
    size: int
    received: int


@dataclass(frozen=True, slots=True)
class UploadPiece:
    """Which part of which file is sent. `stamp` tells versions of a file apart: when it was changed, say."""

    kind: str
    name: str
    size: int
    offset: int = 0
    stamp: str = ""


class Tray:
    """The folder in which the files of one study wait."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def media(self) -> Path:
        return self.folder / "media"

    @property
    def aside(self) -> Path:
        """Where the files lie that texts came from."""
        return self.folder / ASIDE

    def place(self, kind: str, name: str) -> Path:
        """Where a file lies; refused where its name leads elsewhere, or is of no type that is read."""
        if kind not in TYPES:
            raise Refused(Fault("upload.unknown_kind", "kind", kind, list(TYPES)))
        name = name.replace("\\", "/")
        parts = PurePosixPath(name).parts
        odd = not parts or leaves(name) or "\0" in name or len(parts) > DEEPEST
        if odd or any(len(part.encode()) > LONGEST_NAME for part in parts):
            raise Refused(Fault("upload.bad_name", "name", name[:LONGEST_NAME]))
        if not name.lower().endswith(TYPES[kind]):
            raise Refused(Fault("upload.wrong_type", "name", name, list(TYPES[kind])))
        return self.folder / kind / PurePosixPath(*parts)

    def part(self, kind: str, name: str) -> Path:
        """Where a file lies while it comes in."""
        return self.folder / "pieces" / hashlib.sha256(f"{kind}/{name}".encode()).hexdigest()[:32]

    def files(self, kind: str) -> list[Path]:
        root = self.folder / kind
        return sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else []

    def listed(self) -> Iterator[UploadedFile]:
        for kind in TYPES:
            for path in self.files(kind):
                size = path.stat().st_size
                name = path.relative_to(self.folder / kind).as_posix()
                yield {"kind": kind, "name": name, "size": size, "received": size}
        for path in sorted((self.folder / "pieces").glob("*.json")):
            about, part = _read(path), path.with_suffix("")
            if about and part.is_file():
                kind, name, size = str(about["kind"]), str(about["name"]), int(str(about["size"]))
                yield {"kind": kind, "name": name, "size": size, "received": part.stat().st_size}

    def read(self, name: str) -> JsonObject | None:
        return _read(self.folder / f"{name}.json")

    def write(self, name: str, value: object) -> None:
        """Put a note beside the files; whoever reads it sees the old one or the new one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(self.folder / f"{name}.json", value)

    def fingerprint(self) -> list[tuple[str, int, int]]:
        """Which files there are, and in which version."""
        found = ((path, path.stat()) for kind in TYPES for path in self.files(kind))
        return [(str(path), stat.st_size, stat.st_mtime_ns) for path, stat in found]

    def forget_look(self) -> None:
        """The files have changed: what was seen in them no longer holds."""
        (self.folder / "look.json").unlink(missing_ok=True)

    def item_files(self, reading: Reading) -> ItemFiles:
        people = self.files("people")
        self.media.mkdir(parents=True, exist_ok=True)
        return ItemFiles(self.files("tables"), self.media, people[0] if people else None, reading)


def _read(path: Path) -> JsonObject | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _write(path: Path, value: object) -> None:
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    new.replace(path)


def tray_of(bench: Workbench, key: str) -> Tray:
    """The files that wait for a study."""
    return Tray(waiting_folder(bench, view_of(bench, key).row.uid))


def open_tray(bench: Workbench, key: str) -> Tray:
    """The same, to put files into: refused where the study takes none."""
    if view_of(bench, key).row.state == StudyState.CLOSED:
        raise Conflict.of("study.closed", given=key)
    tray = tray_of(bench, key)
    if not tray.folder.is_dir():
        forget_old_uploads(bench)
        tray.folder.mkdir(parents=True, exist_ok=True)
    return tray


def list_upload(bench: Workbench, key: str) -> list[UploadedFile]:
    """The files that wait, and how far those are that still come."""
    return list(tray_of(bench, key).listed())


def check_piece(bench: Workbench, key: str, piece: UploadPiece, largest: int) -> None:
    """Whether a piece may be sent at all: said before a byte of it is read."""
    tray = open_tray(bench, key)
    tray.place(piece.kind, piece.name)
    if piece.size > largest:
        raise Refused(Fault("upload.too_large", "size", piece.name, largest >> 20, {"size": piece.size >> 20}))
    received = _received(tray, piece)
    if piece.size < 1 or not 0 <= piece.offset < piece.size:
        raise Refused(Fault("upload.bad_piece", "offset", piece.offset, piece.size))
    if piece.offset > received:
        raise Conflict.of("upload.gap", "offset", piece.offset, received)
    if received == 0 and sum(1 for _ in tray.listed()) >= MOST_FILES:
        raise Refused(Fault("upload.too_many", "name", piece.name, MOST_FILES))
    if shutil.disk_usage(tray.folder).free < piece.size - received + SPARE:
        raise StoreFull.of("store.full")


def _received(tray: Tray, piece: UploadPiece) -> int:
    """How much of just this file is there; of another one of its name nothing."""
    part = tray.part(piece.kind, piece.name)
    about = _read(part.with_suffix(".json"))
    same = about is not None and about["size"] == piece.size and about["stamp"] == piece.stamp
    return part.stat().st_size if same and part.is_file() else 0


def keep_piece(bench: Workbench, key: str, piece: UploadPiece, data: bytes) -> UploadedFile:
    """Write a piece where it belongs; sent twice it changes nothing. The last one makes the file whole."""
    tray = open_tray(bench, key)
    place, part = tray.place(piece.kind, piece.name), tray.part(piece.kind, piece.name)
    if not data or len(data) > PIECE or piece.offset + len(data) > piece.size:
        raise Refused(Fault("upload.bad_piece", "offset", piece.offset, piece.size))
    part.parent.mkdir(parents=True, exist_ok=True)
    if piece.offset == 0 and not _received(tray, piece):
        about = {"kind": piece.kind, "name": piece.name, "size": piece.size, "stamp": piece.stamp}
        _write(part.with_suffix(".json"), about)
        part.write_bytes(b"")
    elif piece.offset > (received := _received(tray, piece)):
        raise Conflict.of("upload.gap", "offset", piece.offset, received)
    with part.open("r+b") as file:
        file.seek(piece.offset)
        file.write(data)
    received = part.stat().st_size
    if received == piece.size:
        _settle(tray, part, place, piece.name)
    return {"kind": piece.kind, "name": piece.name, "size": piece.size, "received": received}


def _settle(tray: Tray, file: Path, place: Path, name: str) -> None:
    """A whole file goes where the tables look for it."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        file.replace(place)
    except OSError as error:  # a folder of this name, or a file where a folder must be
        raise Refused(Fault("upload.bad_name", "name", name)) from error
    file.with_suffix(".json").unlink(missing_ok=True)
    tray.forget_look()


def take_files(bench: Workbench, key: str, folder: Path) -> None:
    """Put the files of a form, which lie in a folder of their own by what they are for, to those that wait."""
    tray = open_tray(bench, key)
    for kind in TYPES:
        for file in sorted((folder / kind).glob("*")) if (folder / kind).is_dir() else ():
            _settle(tray, file, tray.place(kind, file.name), file.name)
    shutil.rmtree(folder, ignore_errors=True)


def paste_table(bench: Workbench, key: str, text: str) -> str:
    """A table that was copied from a spreadsheet, as a file; its name."""
    if not text.strip():
        raise Refused(Fault("upload.nothing_pasted", "pasted"))
    tray = open_tray(bench, key)
    suffix = "tsv" if "\t" in text else "csv"
    names = (f"pasted{f'-{n}' if n > 1 else ''}.{suffix}" for n in range(1, MOST_FILES))
    name = next(name for name in names if not tray.place("tables", name).exists())
    place = tray.place("tables", name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text.strip("\r\n") + "\n", encoding="utf-8", newline="")
    tray.forget_look()
    return name


def drop_file(bench: Workbench, key: str, kind: str, name: str) -> None:
    """Take one file away, whole or not."""
    tray = tray_of(bench, key)
    place, part = tray.place(kind, name), tray.part(kind, name)
    found = place.is_file() or part.is_file()
    for path in (place, part, part.with_suffix(".json")):
        path.unlink(missing_ok=True)
    if not found:
        raise NotFound.of("upload.no_such_file", "name", name)
    tray.forget_look()


def drop_upload(bench: Workbench, key: str) -> None:
    """Throw away what waits for a study."""
    tray = tray_of(bench, key)
    for path in tray.folder.glob("*"):
        if path.is_dir() and path != tray.aside:
            shutil.rmtree(path, ignore_errors=True)
        elif path != tray.aside:
            path.unlink(missing_ok=True)
    with suppress(OSError):
        tray.folder.rmdir()


def uploaded_media(bench: Workbench, key: str, name: str) -> Path:
    """A picture, sound or film that waits, as its table names it."""
    tray = tray_of(bench, key)
    place = tray.place("media", name)
    if place.is_file():
        return place
    asked = name.replace("\\", "/").casefold()
    alike = [path for path in tray.files("media") if path.relative_to(tray.media).as_posix().casefold() == asked]
    if len(alike) != 1:  # else it is taken at the import too, and that is told
        raise NotFound.of("upload.no_such_file", "name", name)
    return alike[0]


def forget_old_uploads(bench: Workbench) -> None:
    """Take away what nobody has touched for days."""
    limit = bench.now() / 1e6 - KEPT_DAYS * 86_400
    root = bench.folder / "uploads"
    of_jobs = (folder for folder in root.glob("*") if folder.name != "studies")  # their server was killed meanwhile
    for folder in (*of_jobs, *(root / "studies").glob("*")):
        with suppress(OSError):
            newest = max((path.stat().st_mtime for path in folder.rglob("*")), default=folder.stat().st_mtime)
            if newest < min(limit, time.time() - KEPT_DAYS * 86_400):
                shutil.rmtree(folder, ignore_errors=True)
