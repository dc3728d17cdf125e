"""An upload on its way through the worker: looked at as often as it takes, then imported or thrown away."""

from collections.abc import Mapping
from typing import TypedDict

from jurybox.core import Conflict, Fault, JsonObject, Overtaken, Refused
from jurybox.store import Run
from jurybox.studies import lifecycle
from jurybox.studies.jobs import IMPORT_JOB, LOOK_JOB, JobView, add_job, cancel_job, show_job
from jurybox.studies.lifecycle import Look, Tray, UploadedFile
from jurybox.studies.workbench import Workbench

UNDER_WAY = ("waiting", "running")


class UploadView(TypedDict):
    """The files that wait for a study, and what is known of them."""

    files: list[UploadedFile]
    reading: JsonObject
    """How they are to be read, as far as it was said."""
    job: JobView | None
    """The last look or import; an import that is done leaves nothing that waits."""
    look: Look | None
    """What was seen in the files, as they are now."""


def show_upload(bench: Workbench, key: str, lang: str = "en") -> UploadView:
    tray = lifecycle.tray_of(bench, key)
    state = tray.read("state") or {}
    job = _job(bench, tray, lang)
    reading = state.get("reading")
    busy = job is not None and job["state"] in UNDER_WAY
    return {
        "files": list(tray.listed()),
        "reading": reading if isinstance(reading, dict) else {},
        "job": job,
        "look": None if busy and job and job["kind"] == LOOK_JOB else lifecycle.last_look(bench, key, lang),
    }


def _job(bench: Workbench, tray: Tray, lang: str = "en") -> JobView | None:
    uid = (tray.read("state") or {}).get("job")
    return bench.database.read(lambda run: show_job(run, str(uid), lang)) if uid else None


def ask_look(
    bench: Workbench,
    key: str,
    reading: Mapping[str, object] | None = None,
    language: str = "",
    who: str = "command line",
) -> str:
    """Leave it to the worker to look at the files that wait; the job. Without a reading, as was said before.

    `language` is that of labels, the study's by default.
    """
    tray = lifecycle.open_tray(bench, key)
    check_free(bench, key)
    if not tray.files("tables"):
        raise Refused(Fault("upload.no_tables", "tables"))
    said = (tray.read("state") or {}).get("reading") if reading is None else reading
    checked = lifecycle.reading_of(said if isinstance(said, Mapping) else {}).said()
    tray.forget_look()
    return _ask(bench, tray, LOOK_JOB, {"study": key, "who": who, "reading": checked, "language": language})


def look_if_waiting(bench: Workbench, key: str, language: str, who: str) -> str | None:
    """The same where tables wait that were not looked at since something changed; the job, if there is one."""
    if not lifecycle.tray_of(bench, key).files("tables") or lifecycle.last_look(bench, key) is not None:
        return None
    return ask_look(bench, key, None, language, who)


def ask_import(bench: Workbench, key: str, who: str) -> str:
    """Leave it to the worker to import what waits, read as it was last seen; the job."""
    tray = lifecycle.open_tray(bench, key)
    check_free(bench, key)
    reading = lifecycle.sure_reading(bench, key)
    files = tray.item_files(lifecycle.reading_of(reading))
    args: JsonObject = {
        "study": key,
        "who": who,
        "tables": [str(path) for path in files.tables],
        "media": str(files.media),
        "people": str(files.people) if files.people else None,
        "reading": reading,
        "upload": True,
    }
    return _ask(bench, tray, IMPORT_JOB, args)


def _ask(bench: Workbench, tray: Tray, kind: str, args: JsonObject) -> str:
    before = (tray.read("state") or {}).get("job")

    def write(run: Run) -> str:
        if before and show_job(run, str(before))["state"] in UNDER_WAY:
            cancel_job(run, str(before))
        return add_job(bench, run, kind, args)

    uid = bench.database.write(write)
    tray.write("state", {"job": uid, "reading": args["reading"], "who": args["who"]})
    return uid


def check_upload_seen(bench: Workbench, key: str, job: str) -> None:
    """Refuse what was said of files that somebody had read again since; `job` is the look that it was said of."""
    state = lifecycle.tray_of(bench, key).read("state") or {}
    if state.get("job") != job:
        raise Overtaken.of("upload.changed", given=key, who=str(state.get("who") or "command line"))


def check_free(bench: Workbench, key: str) -> None:
    """Refuse to touch files that are being imported."""
    job = _job(bench, lifecycle.tray_of(bench, key))
    if job is not None and job["kind"] == IMPORT_JOB and job["state"] in UNDER_WAY:
        raise Conflict.of("upload.in_use", given=key)


def stop_work(bench: Workbench, key: str) -> None:
    """Stop whatever is being done with an upload; its files stay."""
    job = _job(bench, lifecycle.tray_of(bench, key))
    if job is not None and job["state"] in UNDER_WAY:
        bench.database.write(lambda run: cancel_job(run, job["id"]))


def throw_away(bench: Workbench, key: str) -> None:
    """Cancel an upload: whatever is being done with it stops, and its files are gone."""
    stop_work(bench, key)
    lifecycle.drop_upload(bench, key)
