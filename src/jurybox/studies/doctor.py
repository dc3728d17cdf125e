"""Looks at all of a data folder: database, log, projections, media, permissions; and makes again what can be."""

import contextlib
import stat
import sys
from collections.abc import Callable

from jurybox.core import Fault, JuryboxError
from jurybox.store import Run, soundness, studies
from jurybox.studies.carry import missing_media
from jurybox.studies.health import Check, look_at_server, unreadable_media
from jurybox.studies.rebuild import rebuild_study
from jurybox.studies.workbench import Workbench

PRIVATE = stat.S_IRWXG | stat.S_IRWXO


class _Undo(Exception):
    """Nothing is to be kept of what was tried."""


def engine_of(bench: Workbench) -> str:
    """The database and its version."""
    return bench.database.read(soundness.engine)


def examine(bench: Workbench, repair: bool = False) -> list[Check]:
    """Every check. What follows from the log and who may read the files is mended where that is wanted."""
    checks = [check for check in look_at_server(bench) if check.name != "worker"]
    if checks[0].fault is not None:
        return checks
    checks.append(Check("log", _of_log(bench)))
    if checks[-1].fault is not None:
        return checks  # what such a file says of anything else is worth nothing
    more: dict[str, Callable[[], Fault | None]] = {
        "projections": lambda: _of_projections(bench, repair),
        "media": lambda: _of_media(bench, repair),
        "permissions": lambda: _of_permissions(bench, repair),
    }
    return [*checks, *(Check(name, look()) for name, look in more.items())]


def _of_log(bench: Workbench) -> Fault | None:
    """Whether the file of the database is whole, and no judgement names what is not there."""
    found = bench.database.read(soundness.damage)
    return Fault("doctor.damaged", given=len(found), params={"first": found[0]}) if found else None


def _of_projections(bench: Workbench, repair: bool) -> Fault | None:
    """Made again from the log, and compared; kept only where that is wanted."""
    wrong = [row.key for row in bench.database.read(studies.all_studies) if not _follows(bench, row.id, repair)]
    if not wrong:
        return None
    return Fault("doctor.projections_repaired" if repair else "doctor.projections", given=wrong)


def _follows(bench: Workbench, study: int, repair: bool) -> bool:
    is_so = True

    def write(run: Run) -> None:
        nonlocal is_so
        before = soundness.what_follows(run, study)
        rebuild_study(run, study)
        is_so = soundness.what_follows(run, study) == before
        if is_so or not repair:
            raise _Undo

    with contextlib.suppress(_Undo):
        bench.database.write(write)
    return is_so


def _of_media(bench: Workbench, repair: bool) -> Fault | None:
    """Whether what items name is stored, and stored where every server reads it."""
    try:
        before = bench.media.only_before()
        if before and repair:
            bench.media.take_over()
        found = [] if before and not repair else missing_media(bench)
    except (JuryboxError, OSError) as error:
        return unreadable_media(error)
    if found:
        return Fault("backup.media_missing", given=len(found), params={"first": found[0]})
    return Fault("doctor.media_moved" if repair else "doctor.media_elsewhere", given=len(before)) if before else None


def _of_permissions(bench: Workbench, repair: bool) -> Fault | None:
    """Whether others of this machine can read the data."""
    if sys.platform == "win32":
        return None
    paths = [bench.folder, bench.folder / "secret", *bench.folder.glob("jurybox.db*")]
    wide = [path for path in paths if path.exists() and path.stat().st_mode & PRIVATE]
    if not wide:
        return None
    if repair:
        for path in wide:
            path.chmod(0o700 if path.is_dir() else 0o600)
    return Fault("doctor.permissions_repaired" if repair else "doctor.permissions", given=[one.name for one in wide])
