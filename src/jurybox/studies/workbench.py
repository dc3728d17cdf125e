"""The workbench: a data folder with its database, and the time and chance that use cases are given."""

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from jurybox.core import Refused, uuid7
from jurybox.exchange.files import full_is_told, keep_names
from jurybox.exchange.media import MediaFolder, open_media
from jurybox.store import Database, Run, migrate, open_database
from jurybox.studies.kept import KeptCounts, KeptDocuments, KeptPlaces, KeptRevisions
from jurybox.studies.secret_file import LENGTH, secret_of
from jurybox.studies.study import StudyView, Views, find_study

OWN_FOLDER, OWN_FILE = 0o700, 0o600
"""Nobody but the owner."""


class TimeAndIds(NamedTuple):
    """What handing out units needs beside the database: the time, and new ids."""

    now: int
    new_id: Callable[[], str]


@dataclass(frozen=True)
class World:
    """Time and chance, made only where the program starts."""

    clock: Callable[[], int]
    """Microseconds since 1970."""
    timer: Callable[[], float]
    """Seconds that only ever grow."""
    random_bytes: Callable[[int], bytes]


@dataclass
class Workbench:
    folder: Path
    database: Database
    secret: bytes
    world: World
    media: MediaFolder
    views: Views = field(default_factory=Views)
    kept: KeptCounts = field(init=False)
    documents: KeptDocuments = field(default_factory=KeptDocuments)
    places: KeptPlaces = field(default_factory=KeptPlaces)
    revisions: KeptRevisions = field(default_factory=KeptRevisions)
    has_asked: bool = False
    """Whether serving a rater left a job for the worker, whom somebody is to wake."""

    def __post_init__(self) -> None:
        self.kept = KeptCounts(self.world.timer)

    def now(self) -> int:
        return self.world.clock()

    def new_id(self) -> str:
        return uuid7(self.world.clock(), int.from_bytes(self.world.random_bytes(10), "big"))

    def server(self) -> TimeAndIds:
        return TimeAndIds(self.world.clock(), self.new_id)

    @property
    def texts(self) -> Path:
        """The organiser's own catalogues, where there are any."""
        return self.folder / "texts"

    @property
    def protocols(self) -> Path:
        """The organisers' own shelf, laid out like ours."""
        return self.folder / "protocols"

    def close(self) -> None:
        self.database.close()


def open_workbench(
    folder: Path, world: World, address: str | None = None, media: MediaFolder | None = None
) -> Workbench:
    """Open a data folder, creating what is missing, and bring its database to the newest schema."""
    _make_folder(folder)
    if address is None:
        _make_file(folder / "jurybox.db", is_first=not (folder / "secret").exists())
    database = open_database(address or str(folder / "jurybox.db"))
    try:
        migrate(database)
        secret = secret_of(folder / "secret", database, world.random_bytes(LENGTH))
    except BaseException:
        database.close()
        raise
    return Workbench(folder, database, secret, world, media or open_media(folder))


def _make_folder(folder: Path) -> None:
    try:
        with full_is_told():
            folder.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
            if not (folder / "media").exists():
                (folder / "media").mkdir(exist_ok=True)
                keep_names(folder)
                keep_names(folder.parent)
    except (PermissionError, FileExistsError, NotADirectoryError) as error:
        raise Refused.of("folder.not_made", given=str(folder), reason=error.strerror or str(error)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Refused.of("folder.not_writable", given=str(folder))
    _shut_out_others(folder)


def _make_file(path: Path, is_first: bool) -> None:
    """The file of the database, for its owner alone: SQLite would let everybody read it, and its log like it."""
    try:
        with full_is_told():
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))
    except FileExistsError:
        if not is_first and path.stat().st_size == 0:
            raise Refused.of("store.empty", given=str(path)) from None
        _shut_out_others(path)


def _shut_out_others(path: Path) -> None:
    """An earlier release let every user of the machine in; a group may have been let in on purpose, and stays."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & stat.S_IRWXO:
        with suppress(PermissionError):  # it is another user's, who lets us in
            path.chmod(mode & ~stat.S_IRWXO)


def view_in(bench: Workbench, run: Run, key: str) -> StudyView:
    """A study in a transaction that only reads, kept until the study changes."""
    row = find_study(run, key)
    return bench.views.of(run, row.id, row.version)


def view_of(bench: Workbench, key: str) -> StudyView:
    return bench.database.read(lambda run: view_in(bench, run, key))
