"""Whether a server is well: its database, the space beside it, its secret, and the work that waits."""

import os
import shutil
from dataclasses import dataclass

from jurybox.core import Fault, JuryboxError, StudyState
from jurybox.store import Run, jobs, studies
from jurybox.studies.workbench import Workbench

LEAST_FREE_MB = 200
LONGEST_WAIT_US = 10 * 60 * 1_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; without a fault it is well."""

    name: str
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is, for who watches the server."""

    studies: int
    open_studies: int
    jobs_waiting: int
    free_mb: int


def look_at_server(bench: Workbench) -> list[Check]:
    """What must be well for raters to work; each is looked at whatever the others say."""
    return [
        Check("database", _of_database(bench)),
        Check("space", _of_space(bench)),
        Check("secret", _of_secret(bench)),
        Check("worker", _of_jobs(bench)),
    ]


def look_at_media(bench: Workbench) -> Check:
    """Whether stored files can be read. Raters of texts need none of them, so a server is ready without."""
    try:
        bench.media.check()
    except (JuryboxError, OSError) as error:
        return Check("media", unreadable_media(error))
    return Check("media")


def unreadable_media(error: JuryboxError | OSError) -> Fault:
    """With the reason, which raters are not told."""
    if isinstance(error, JuryboxError):
        return Fault("server.media", given=error.faults[0].params.get("reason", error.faults[0].code))
    return Fault("server.media", given=error.strerror or str(error))


def _of_database(bench: Workbench) -> Fault | None:
    """Whether it can be read and written; nothing is written."""
    try:
        bench.database.read(studies.all_studies)
        bench.database.write(lambda run: None)
    except JuryboxError as error:
        return error.faults[0]
    except Exception as error:  # whatever a driver says, of a database that is away or damaged
        return Fault("server.database", given=type(error).__name__)
    return None


def free_mb(bench: Workbench) -> int:
    return shutil.disk_usage(bench.folder).free >> 20


def _of_space(bench: Workbench) -> Fault | None:
    free = free_mb(bench)
    return Fault("server.space", given=free, allowed=LEAST_FREE_MB) if free < LEAST_FREE_MB else None


def _of_secret(bench: Workbench) -> Fault | None:
    """Whether the secret on the disk is still the one by which links are made."""
    try:
        kept = (bench.folder / "secret").read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        return Fault("server.secret", given=os.strerror(error.errno or 0) if isinstance(error, OSError) else None)
    return None if kept == bench.secret.hex() else Fault("server.secret")


def _of_jobs(bench: Workbench) -> Fault | None:
    try:
        oldest = bench.database.read(jobs.oldest_waiting)
    except Exception:
        return None  # the database says so itself
    waits = 0 if oldest is None else bench.now() - oldest
    return Fault("server.worker", given=waits // 60_000_000) if waits > LONGEST_WAIT_US else None


def count_server(bench: Workbench) -> Counts:
    def read(run: Run) -> Counts:
        rows = studies.all_studies(run)
        is_open = sum(row.state == StudyState.OPEN for row in rows)
        return Counts(len(rows), is_open, jobs.count_waiting(run), free_mb(bench))

    return bench.database.read(read)
