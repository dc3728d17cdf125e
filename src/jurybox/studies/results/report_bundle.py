"""The whole report of a study as one archive, made by the worker from the findings that are shown."""

import io
import json
import zipfile
from pathlib import Path
from typing import Literal

from jurybox.core import Conflict, JsonObject, hash_bytes
from jurybox.exchange.files import passing_name
from jurybox.store import Kept, Run, jobs
from jurybox.studies.results.findings import ResultsOptions, from_json, look
from jurybox.studies.results.spoken import spoken_here
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

BUNDLE_JOB = "report"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: same findings, same bytes."""
State = Literal["none", "working", "failed", "ready"]


def bundle_path(bench: Workbench, key: str, wish: ResultsOptions, lang: str, kept: Kept) -> Path:
    """Where the archive of these very findings lies, once it is made."""
    about = [wish.hash(), lang, kept.version, kept.study_version, kept.last_seq, kept.computed_at]
    return _folder(bench, key) / f"{hash_bytes('bundle', json.dumps(about).encode())[:24]}.zip"


def _folder(bench: Workbench, key: str) -> Path:
    return bench.folder / "reports" / key


def bundle_state(
    bench: Workbench, run: Run, key: str, wish: ResultsOptions, lang: str, kept: Kept
) -> tuple[State, str | None]:
    """Whether the archive is there, or on its way; with the job that makes it."""
    if bundle_path(bench, key, wish, lang, kept).is_file():
        return "ready", None
    job = jobs.last(run, kind=BUNDLE_JOB, args=_args(key, wish, lang))
    if job is None or job.created_at < kept.computed_at:
        return "none", None
    if job.state in ("waiting", "running"):
        return "working", job.uid
    return ("failed" if job.state == "failed" else "none"), job.uid


def ask_bundle(bench: Workbench, run: Run, key: str, wish: ResultsOptions, lang: str) -> tuple[State, str | None]:
    """Leave the archive to the worker, unless it is there or on its way."""
    kept = _shown(run, key, wish)
    state, job = bundle_state(bench, run, key, wish, lang, kept)
    if state in ("ready", "working"):
        return state, job
    uid = bench.new_id()
    jobs.add(run, uid=uid, kind=BUNDLE_JOB, args=_args(key, wish, lang), now=bench.now())
    return "working", uid


def _args(key: str, wish: ResultsOptions, lang: str) -> JsonObject:
    return {"study": key, "wish": wish.document(), "lang": lang}


def _shown(run: Run, key: str, wish: ResultsOptions) -> Kept:
    kept = look(run, key, wish).kept
    if kept is None:
        raise Conflict.of("results.none_yet", given=key)
    return kept


def find_bundle(bench: Workbench, run: Run, key: str, wish: ResultsOptions, lang: str) -> Path:
    """The archive of the findings that are shown; Conflict where it was not made."""
    path = bundle_path(bench, key, wish, lang, _shown(run, key, wish))
    if not path.is_file():
        raise Conflict.of("results.no_report", given=key)
    return path


def make_bundle(bench: Workbench, key: str, wish: ResultsOptions, lang: str) -> Path:
    """Write the archive; older ones of the study go. Only the worker does this."""
    from jurybox.studies.results.report import report_files

    bench.database.read(lambda run: find_study(run, key))
    kept = bench.database.read(lambda run: _shown(run, key, wish))
    own = bench.texts
    spoken = spoken_here(bench, key, lang)
    files = report_files(from_json(kept.document or ""), lang, own if own.is_dir() else None, spoken)
    path = bundle_path(bench, key, wish, lang, kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(passing_name())
    try:
        new.write_bytes(archive_of(f"{key}-report", files))
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    for old in path.parent.glob("*.zip"):
        if old != path:
            old.unlink(missing_ok=True)
    return path


def archive_of(folder: str, files: dict[str, bytes]) -> bytes:
    """The same files are the same archive, byte for byte."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", LONG_AGO), files[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()
