"""Heavy work (imports, opening, findings) as jobs: asked for by the web process, done by one worker process."""

import logging
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypedDict

import msgspec

from jurybox.core import (
    RUNNING,
    Conflict,
    EventKind,
    Fault,
    Import,
    JsonData,
    JsonObject,
    JsonValue,
    JuryboxError,
    NotFound,
    StudyState,
    rfc3339,
)
from jurybox.exchange.files import full_is_told
from jurybox.exchange.items import read_reading
from jurybox.store import JobRow, Run, StudyRow, jobs
from jurybox.store import studies as study_rows
from jurybox.studies import adjudicating, arena, rehearsal, results
from jurybox.studies.carry import archive, campaigns, suggestions
from jurybox.studies.fault_words import FaultWords as JobFault
from jurybox.studies.fault_words import fault_words, kept_fault, told_faults
from jurybox.studies.job_args import (
    OPENING,
    ArchiveArgs,
    CampaignArgs,
    DisputesArgs,
    ImportArgs,
    LookArgs,
    OpenArgs,
    PairsArgs,
    RehearsalArgs,
    ResultsArgs,
)
from jurybox.studies.lifecycle import (
    ItemFiles,
    import_items,
    look_at_upload,
    open_study,
    put_aside,
    study_notes,
)
from jurybox.studies.rating import PAIRS_JOB
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of

TELL_EVERY_S = 0.25
IMPORT_JOB, OPEN_JOB, LOOK_JOB, CAMPAIGN_JOB = "import", OPENING, "look", "campaign"
KINDS = (
    IMPORT_JOB,
    OPEN_JOB,
    results.FINDINGS_JOB,
    results.BUNDLE_JOB,
    adjudicating.DISPUTES_JOB,
    rehearsal.REHEARSAL_JOB,
    archive.ARCHIVE_JOB,
    suggestions.SUGGEST_JOB,
    PAIRS_JOB,
)
MADE_UP_BY = {
    IMPORT_JOB: EventKind.IMPORTED,
    suggestions.SUGGEST_JOB: EventKind.SUGGESTED,
    PAIRS_JOB: EventKind.PAIRS_DRAWN,
}
"""What says that a job that failed was done since by other ways."""
JobResult = dict[str, JsonData]
log = logging.getLogger("jurybox.jobs")


class JobView(TypedDict):
    """How far a job is; when it failed, every fault."""

    id: str
    kind: str
    state: str
    done: int
    total: int
    result: JsonValue
    errors: list[JobFault]


class StudyJob(TypedDict):
    """Work for a study that is to be seen: it waits, is being done, or failed and was not done since."""

    kind: str
    state: str
    done: int
    total: int
    at: str
    """When it came to an end, or was asked for."""
    errors: list[JobFault]


def add_job(bench: Workbench, run: Run, kind: str, args: Mapping[str, JsonData]) -> str:
    uid = bench.new_id()
    jobs.add(run, uid=uid, kind=kind, args=args, now=bench.now())
    return uid


def show_job(run: Run, uid: str, lang: str = "en") -> JobView:
    """In the words of pages: who asks on the command line does the work there."""
    found = jobs.by_uid(run, uid)
    if found is None:
        raise NotFound.of("job.unknown", given=uid)
    return {
        "id": found.uid,
        "kind": found.kind,
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "result": under_seal(found.result),
        "errors": under_seal(told_faults(found.faults, lang, page=True)),
    }


def job_study(run: Run, uid: str) -> str:
    """The key of the study that a job is for."""
    found = jobs.by_uid(run, uid)
    if found is None:
        raise NotFound.of("job.unknown", given=uid)
    return str(found.args["study"])


def asked_by(run: Run, uid: str) -> str | None:
    """Who asked for a job that makes studies, which belongs to no study yet; None for any other."""
    found = jobs.by_uid(run, uid)
    return str(found.args["who"]) if found is not None and found.kind == CAMPAIGN_JOB else None


def study_jobs(bench: Workbench, key: str, lang: str = "en", page: bool = False) -> list[StudyJob]:
    """What is being done for a study, and the last failure of each kind until it succeeds."""

    def read(run: Run) -> list[StudyJob]:
        found = [*jobs.unfinished(run, key), *failed_jobs(run, find_study(run, key))]
        return [_seen(job, lang, page) for job in found]

    return bench.database.read(read)


def failed_jobs(run: Run, row: StudyRow) -> list[jobs.TimedJob]:
    """The last failure of each kind that nothing has made up for since."""
    ended = [jobs.last_finished(run, row.key, kind) for kind in KINDS]
    return [job for job in ended if job is not None and job.state == "failed" and not _is_past(run, row, job)]


def _is_past(run: Run, row: StudyRow, job: jobs.TimedJob) -> bool:
    """Whether what a job failed to do was done by other ways: on the command line, say."""
    if job.kind in (OPEN_JOB, suggestions.SUGGEST_JOB) and row.state != StudyState.DRAFT:
        return True
    since = job.started_at or 0  # it may have been killed after its work was done, before it could say so
    made_up = MADE_UP_BY.get(job.kind)
    events = study_rows.events(run, row.id) if made_up else []
    return any(event.kind == made_up and event.at > since for event in events)


def _seen(job: jobs.TimedJob, lang: str, page: bool) -> StudyJob:
    return {
        "kind": job.kind,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "at": rfc3339(job.finished_at or job.created_at),
        "errors": under_seal(told_faults(job.faults, lang, page)),
    }


def cancel_job(run: Run, uid: str) -> None:
    if not jobs.cancel(run, uid):
        raise NotFound.of("job.unknown", given=uid)


def run_next_job(bench: Workbench, worker: str = "") -> bool:
    """Do one waiting job, owned by this worker; False when there is none."""
    found = bench.database.write(lambda run: jobs.take_next(run, bench.now(), worker))
    if found is None:
        return False
    try:
        with full_is_told():
            result, faults, state = _do(bench, found), None, "done"
    except JuryboxError as error:
        result, faults, state = None, [kept_fault(fault) for fault in error.faults], "failed"
    except MemoryError:
        result, faults, state = None, [kept_fault(Fault("job.out_of_memory"))], "failed"
    except Exception:  # whoever waits for this job must hear of it, and the jobs after it are still to be done
        log.exception("job %s failed", found.uid)
        result, faults, state = None, [kept_fault(Fault("server.unexpected"))], "failed"
    finally:
        drop_files(found)
    bench.database.write(
        lambda run: jobs.finish(run, job=found.id, state=state, result=result, faults=faults, now=bench.now())
    )
    return True


def drop_files(job: JobRow) -> None:
    """What was uploaded for one job alone is not needed once it has ended."""
    if folder := str(job.args.get("folder") or ""):
        shutil.rmtree(folder, ignore_errors=True)


def _do(bench: Workbench, job: JobRow) -> JobResult:
    """By its kind; see `DOERS` below."""
    return DOERS[job.kind](bench, job.args, _Teller(bench, job.id))


def _do_import(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    return _summary(_import(bench, msgspec.convert(args, ImportArgs), tell))


def _do_findings(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    wanted = msgspec.convert(args, ResultsArgs)
    kept = results.compute(bench, wanted.study, results.read_wish(wanted.wish))
    return {"judgements": kept.judgements, "last_seq": kept.last_seq}


def _do_bundle(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    wanted = msgspec.convert(args, ResultsArgs)
    made = results.make_bundle(bench, wanted.study, results.read_wish(wanted.wish), wanted.lang)
    return {"bytes": made.stat().st_size}


def _do_disputes(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    found = adjudicating.find_disputes(bench, msgspec.convert(args, DisputesArgs).study)
    return {"agreed": found.agreed, "disputed": found.disputed}


def _do_pairs(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    wanted = msgspec.convert(args, PairsArgs)
    places = wanted.places if wanted.groups or wanted.draw else None
    is_running = view_of(bench, wanted.study).row.state in RUNNING  # it may have been closed since it was asked for
    drawn = arena.draw_pairs(bench, wanted.study, wanted.groups, places, wanted.draw and is_running, "pairs")
    return {"pairs": drawn.pairs, "until": drawn.until}


def _do_look(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    look = msgspec.convert(args, LookArgs)
    seen = look_at_upload(bench, look.study, read_reading(look.reading), look.language, tell)
    return {"items": seen["items"], "outputs": seen["outputs"], "faults": len(seen["faults"])}


def _do_rehearsal(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    return {**rehearsal.rehearse(bench, msgspec.convert(args, RehearsalArgs).study, tell)}


def _do_archive(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    wanted = msgspec.convert(args, ArchiveArgs)
    return {"bytes": archive.make_archive(bench, wanted.study, wanted.lang, tell)}


def _do_open(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    wanted = msgspec.convert(args, OpenArgs)
    row = open_study(bench, wanted.study, wanted.who, tell)
    notes: list[JsonData] = [{**fault_words(note)} for note in study_notes(bench, wanted.study)]
    return {"state": row.state, "units": row.places, **({"notes": notes} if notes else {})}


def _do_campaign(bench: Workbench, args: JsonObject, tell: "_Teller") -> JobResult:
    """A report of each file. What is wrong with the only one is what is wrong with the job."""
    wanted = msgspec.convert(args, CampaignArgs)
    how = campaigns.HowRead(Path(wanted.media) if wanted.media else None, frozenset(wanted.ignore), wanted.html)
    files = [Path(table) for table in wanted.tables]
    told: list[JsonData] = []
    for file in files:
        key = campaigns.key_of(wanted.study, file, len(files))
        new = campaigns.NewCampaign(key, wanted.name, wanted.protocol, opened=wanted.opened, paths=False)
        source = campaigns.CampaignSource(file, wanted.format, how, ratings=wanted.ratings)
        try:
            told.append({"file": file.name, **_made(campaigns.create_from(bench, source, new, tell, wanted.who))})
        except JuryboxError as error:
            if len(files) == 1:
                raise
            told.append({"file": file.name, "study": None, "errors": [{**fault_words(one)} for one in error.faults]})
    return {"studies": told}


def _made(made: campaigns.CreatedCampaign) -> JobResult:
    notes: list[JsonData] = [{**fault_words(note)} for note in made.notes]
    counts = {name: getattr(made, name) for name in ("items", "outputs", "systems", "raters", "lists", "judgements")}
    return {"study": made.study, "protocol": made.protocol, "state": made.state, **counts, "notes": notes}


DOERS: Mapping[str, Callable[[Workbench, JsonObject, "_Teller"], JobResult]] = {
    IMPORT_JOB: _do_import,
    OPEN_JOB: _do_open,
    LOOK_JOB: _do_look,
    results.FINDINGS_JOB: _do_findings,
    results.BUNDLE_JOB: _do_bundle,
    adjudicating.DISPUTES_JOB: _do_disputes,
    rehearsal.REHEARSAL_JOB: _do_rehearsal,
    archive.ARCHIVE_JOB: _do_archive,
    CAMPAIGN_JOB: _do_campaign,
    suggestions.SUGGEST_JOB: suggestions.do_suggest,
    PAIRS_JOB: _do_pairs,
}


def _import(bench: Workbench, args: ImportArgs, tell: "_Teller") -> Import:
    people = Path(args.people) if args.people else None
    media = Path(args.media) if args.media else None
    tables, reading = [Path(table) for table in args.tables], read_reading(args.reading or {})
    batch = import_items(bench, args.study, ItemFiles(tables, media, people, reading), tell, args.who)
    if args.upload:
        put_aside(bench, args.study, reading.said())
    return batch


def _summary(batch: Import) -> dict[str, JsonData]:
    """What an import brought; what there was none of is left out."""
    counts: dict[str, JsonData] = {"items": len(batch.items), "outputs": len(batch.outputs), "left_out": batch.left_out}
    notes: dict[str, JsonData] = {
        "repeated": batch.repeated,
        "notes": [fault_words(note) for note in batch.notes],
        "read_as": batch.read_as,
    }
    return counts | {name: value for name, value in notes.items() if value}


class _Teller:
    """Writes progress a few times a second, and stops the job when someone asked for it."""

    def __init__(self, bench: Workbench, job: int) -> None:
        self.bench, self.job, self.last = bench, job, 0.0

    def __call__(self, done: int, total: int) -> None:
        moment = self.bench.world.timer()
        if moment - self.last < TELL_EVERY_S:
            return
        self.last = moment
        cancel = self.bench.database.write(lambda run: jobs.tell_progress(run, job=self.job, done=done, total=total))
        if cancel:
            raise Conflict.of("job.cancelled")
