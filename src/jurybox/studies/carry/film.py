"""Films with audio descriptions become items with clips: in a folder, or in a study at once."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from jurybox.core import Conflict, Import, Refused
from jurybox.exchange.film import ITEMS, PlannedFilms, WantedFilms, WrittenFolder, plan_films, write_folder
from jurybox.studies.lifecycle import ItemFiles, import_items
from jurybox.studies.progress import Progress, silent
from jurybox.studies.workbench import Workbench, view_of

__all__ = ["PlannedFilms", "WantedFilms", "WrittenFolder", "film_into_folder", "film_into_study", "named"]


def named(text: str, file: Path) -> tuple[str, Path]:
    """NAME=FILE, or a FILE alone, under no name.

    >>> named("narra-2=a.srt", Path("narra-2=a.srt")) == ("narra-2", Path("a.srt"))
    True
    """
    name, equals, rest = text.partition("=")
    return ("", file) if not equals or file.exists() else (name.strip(), Path(rest))


def film_into_folder(wanted: WantedFilms, to: Path, progress: Progress = silent) -> tuple[PlannedFilms, WrittenFolder]:
    """Write a folder for `jurybox study create`, whole or not at all; one with something in it is left alone."""
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise Conflict.of("film.folder_taken", given=str(to))
    plan = plan_films(wanted)
    with _new_folder(to.resolve().parent) as fresh:
        written = write_folder(plan, wanted, fresh, progress)
        if to.exists():
            to.rmdir()
        fresh.rename(to)
    moved = {name: to / path.name for name in ("people", "settings") if (path := getattr(written, name))}
    return plan, replace(written, folder=to, **moved)


def film_into_study(
    bench: Workbench, study: str, wanted: WantedFilms, progress: Progress = silent, who: str = "command line"
) -> tuple[PlannedFilms, WrittenFolder, Import]:
    """Cut, and add the groups to a study; nothing is added when anything is wrong."""
    segments = view_of(bench, study).protocol.unit.segments
    if segments not in ("all", wanted.size):
        raise Refused.of("film.other_size", given=wanted.size, allowed=segments)
    plan = plan_films(wanted)
    with _new_folder(bench.folder) as folder:
        written = write_folder(plan, wanted, folder, progress)
        batch = import_items(bench, study, ItemFiles([folder / ITEMS], folder, written.people), progress, who)
    return plan, written, batch


@contextmanager
def _new_folder(parent: Path) -> Iterator[Path]:
    """On the same disk as what it becomes, so that it can be renamed; gone in the end unless it was."""
    try:
        parent.mkdir(parents=True, exist_ok=True)
        private = Path(tempfile.mkdtemp(prefix=".film-", dir=parent))
        (private / "film").mkdir()  # as open to others as any new folder of this user
    except OSError as error:
        raise Refused.of("film.folder_unwritable", given=str(parent), reason=error.strerror) from error
    try:
        yield private / "film"
    except OSError as error:
        raise Refused.of("film.folder_unwritable", given=str(parent), reason=error.strerror) from error
    finally:
        shutil.rmtree(private, ignore_errors=True)
