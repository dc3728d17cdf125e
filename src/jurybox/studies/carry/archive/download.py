"""The archive of a study for who has no terminal: made by the worker, then downloaded, which is an entry."""

from pathlib import Path
from typing import Literal, TypedDict

from jurybox.core import Conflict, EventKind, JsonObject, rfc3339
from jurybox.exchange.files import passing_name
from jurybox.store import Run, jobs, studies
from jurybox.studies.carry.archive.write import write_archive
from jurybox.studies.progress import Progress, silent
from jurybox.studies.sealing import refuse_under_seal
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

ARCHIVE_JOB = "archive"
US = 1_000_000


class ArchiveState(TypedDict):
    """Whether the archive of a study is there, or on its way."""

    state: Literal["none", "working", "failed", "ready"]
    job: str | None
    done: int
    total: int
    made_at: str | None
    """When the one that can be downloaded was made."""
    bytes: int | None


def _path(bench: Workbench, key: str, lang: str) -> Path:
    return bench.folder / "archives" / key / f"{lang}.zip"


def _args(key: str, lang: str) -> JsonObject:
    return {"study": key, "lang": lang}


def archive_state(bench: Workbench, key: str, lang: str = "en") -> ArchiveState:
    """How far the archive is; one that was made before can be downloaded meanwhile."""

    def read(run: Run) -> ArchiveState:
        find_study(run, key)
        path, last = _path(bench, key, lang), jobs.last(run, kind=ARCHIVE_JOB, args=_args(key, lang))
        job = jobs.by_uid(run, last.uid) if last is not None else None
        there = path.stat() if path.is_file() else None
        is_working = job is not None and job.state in ("waiting", "running")
        is_failed = job is not None and job.state == "failed"
        return {
            "state": "working" if is_working else "failed" if is_failed else "ready" if there else "none",
            "job": job.uid if job else None,
            "done": job.done if job else 0,
            "total": job.total if job else 0,
            "made_at": rfc3339(int(there.st_mtime) * US) if there else None,
            "bytes": there.st_size if there else None,
        }

    return bench.database.read(read)


def ask_archive(bench: Workbench, key: str, lang: str = "en") -> ArchiveState:
    """Leave the archive to the worker, unless it is on its way. It names systems: not under seal."""
    refuse_under_seal(key)

    def write(run: Run) -> None:
        studies.hold(run, find_study(run, key).id)
        last = jobs.last(run, kind=ARCHIVE_JOB, args=_args(key, lang))
        if last is None or last.state not in ("waiting", "running"):
            jobs.add(run, uid=bench.new_id(), kind=ARCHIVE_JOB, args=_args(key, lang), now=bench.now())

    bench.database.write(write)
    return archive_state(bench, key, lang)


def make_archive(bench: Workbench, key: str, lang: str, progress: Progress = silent) -> int:
    """Write the archive; the one before goes when this one is whole. Only the worker does this. Its size."""
    path = _path(bench, key, lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(passing_name())
    try:
        write_archive(bench, key, new, lang, progress=progress)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return path.stat().st_size


def download_archive(bench: Workbench, key: str, lang: str = "en", who: str = "command line") -> Path:
    """The archive that was made last; that it is downloaded is an entry in the history."""
    refuse_under_seal(key)
    path = _path(bench, key, lang)

    def write(run: Run) -> None:
        row = find_study(run, key)
        if not path.is_file():
            raise Conflict.of("archive.not_made", given=key)
        studies.append_event(run, row, kind=EventKind.ARCHIVE_DOWNLOADED, data={}, who=who, now=bench.now())

    bench.database.write(write)
    return path
