"""Studies: made, filled, opened, closed, exported."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, Response, StreamingResponse
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool

from jurybox import studies
from jurybox.core import EventKind, JsonObject
from jurybox.studies import JobView, StudyDescription, StudySummary, Workbench, demo, lifecycle, people
from jurybox.studies.carry.export import export_lines, rater_lines
from jurybox.studies.lifecycle import ShelfLine, from_shelf, list_shelf
from jurybox.texts import hint_of, message_of, words_in
from jurybox.web import uploads
from jurybox.web.api import models, protocol_models
from jurybox.web.api.deps import OR_CSV, Bench, Heavy, Server, Who

EXPORT_TYPES = {"csv": "text/csv", "tsv": "text/tab-separated-values", "jsonl": "application/x-ndjson"}
ExportKind = Annotated[str, Query(alias="format", pattern="^(csv|tsv|jsonl)$")]
router = APIRouter(prefix="/api", tags=["studies"])


@router.get("/protocols", tags=["protocols"], response_model=list[protocol_models.ProtocolLine])
async def protocols(bench: Bench, who: Who) -> list[ShelfLine]:
    """The protocols on the shelf."""
    return await run_in_threadpool(list_shelf, bench.protocols)


@router.post("/protocols", status_code=201, tags=["protocols"], response_model=protocol_models.ProtocolDetail)
async def keep_protocol(
    wish: protocol_models.ProtocolWish, bench: Bench, who: Who, request: Request
) -> lifecycle.ProtocolDescription:
    """Put a protocol of one's own on the shelf of this server, from the texts of its files.

    With If-Match, the ETag of the protocol as it was read, what somebody else put there since is not replaced.
    """
    seen = request.headers.get("if-match")

    def work() -> lifecycle.ProtocolDescription:
        files = {name: text.encode() for name, text in wish.files.items()}
        kept = lifecycle.keep_protocol(bench, files, seen and seen.strip().strip('"'), who.name)
        return lifecycle.describe_protocol(kept.protocol.name, "en", bench.protocols)

    return await run_in_threadpool(work)


@router.get("/protocols/{protocol}", tags=["protocols"], response_model=protocol_models.ProtocolDetail)
async def show_protocol(
    protocol: str, bench: Bench, who: Who, response: Response, lang: str = "en"
) -> lifecycle.ProtocolDescription:
    """One protocol of the shelf: what it shows and asks, the columns of its table, its guideline."""
    response.headers["etag"] = f'"{await run_in_threadpool(lifecycle.protocol_seen, bench, protocol)}"'
    return await run_in_threadpool(lifecycle.describe_protocol, protocol, lang, bench.protocols)


@router.post("/protocols/faults", tags=["protocols"], response_model=list[protocol_models.ProtocolFault])
async def protocol_faults(
    wish: protocol_models.ProtocolTextWish, bench: Bench, who: Who, remarks: bool = False
) -> list[dict[str, object]]:
    """Every fault of a protocol's text, with its line; nothing is kept.

    With `remarks`, of a text without faults what may only have been forgotten, such as examples without an answer.
    """
    found = await run_in_threadpool(lifecycle.lint_written, bench, "", wish.text)
    if remarks and not found:
        found = await run_in_threadpool(lifecycle.remarks_on_written, wish.text)
    return [
        {"code": fault.code, "line": fault.line, "message": message_of(fault), "hint": hint_of(fault)}
        for fault in found
    ]


@router.get("/protocols/{protocol}/sample", tags=["protocols"], response_class=FileResponse)
async def sample(protocol: str, bench: Bench, who: Who) -> FileResponse:
    """A table such as a study of this protocol is made from, as csv."""
    path = await run_in_threadpool(demo.sample_table, protocol)
    return FileResponse(path, media_type="text/csv", filename=f"{protocol}-sample.csv")


@router.get("/studies", response_model=list[models.StudyLine])
async def list_studies(bench: Bench, who: Who) -> list[StudySummary]:
    """Every study in which you have a part, with its counts."""
    found = await run_in_threadpool(studies.list_studies, bench)
    seen = await run_in_threadpool(people.studies_of, bench, who)
    away = await run_in_threadpool(people.studies_of, bench, who, True)
    return [study for study in found if study["key"] in seen | away]


@router.post("/studies", status_code=201, response_model=models.StudyDetail)
async def create_study(wish: models.StudyWish, bench: Bench, who: Who) -> StudyDescription:
    """A new draft."""

    def work() -> StudyDescription:
        loaded = from_shelf(wish.protocol, bench.protocols)
        lifecycle.create_study(
            bench, loaded, lifecycle.StudyDraft(wish.key, wish.name, wish.settings or {}, wish.seed), who.name
        )
        return studies.show_study(bench, wish.key)

    return await run_in_threadpool(work)


@router.post("/studies/example", status_code=201, response_model=models.StudyDetail)
async def make_example(bench: Bench, who: Who) -> StudyDescription:
    """The example study, rated by pretend raters. It is made once."""
    key = await run_in_threadpool(demo.build_example, bench)
    return await run_in_threadpool(studies.show_study, bench, key)


@router.get("/studies/{study}", response_model=models.StudyDetail)
async def show_study(study: str, bench: Bench, who: Who, response: Response) -> StudyDescription:
    """One study in full. Send its ETag as If-Match with a change: it is refused where others changed the same since."""
    found = await run_in_threadpool(studies.show_study, bench, study)
    response.headers["etag"] = f'"{found["events"][-1]["number"]}"'
    return found


@router.get("/studies/{study}/history", response_model=list[models.HistoryLine], responses=OR_CSV)
async def history(
    study: str, bench: Bench, who: Who, query: Annotated[models.HistoryQuery, Query()]
) -> Response | list[studies.HistoryEntry]:
    """What happened to a study, in words, with who and when; filtered, and as csv where that is asked for."""
    words = words_in(query.lang, bench.texts)
    wish = studies.HistoryWish(tuple(query.kind), query.person, query.since, query.until)
    found = await run_in_threadpool(studies.tell_history, bench, study, words, wish)
    if query.format == "json" and not query.download:
        return found
    body = b"".join(studies.history_file(found, query.format))
    headers = {
        "content-disposition": f'attachment; filename="{study}-history.{query.format}"',
        "cache-control": "no-store",
    }
    return Response(body, media_type=EXPORT_TYPES.get(query.format, "application/json"), headers=headers)


@router.get("/studies/{study}/jobs", response_model=list[models.StudyJobLine])
async def study_jobs(study: str, bench: Bench, who: Who) -> list[studies.StudyJob]:
    """What is being done for a study, and the last failure of each kind until it succeeds."""
    return await run_in_threadpool(studies.study_jobs, bench, study)


@router.post(
    "/studies/{study}/items", status_code=202, response_model=models.Job, openapi_extra={"requestBody": uploads.BODY}
)
async def add_items(study: str, request: Request, bench: Bench, worker: Heavy, who: Who, server: Server) -> JobView:
    """Add items and outputs from tables, with their pictures and videos. Done by the worker: ask for the job."""
    await run_in_threadpool(studies.view_of, bench, study)
    async with uploads.kept_uploads(request, bench.folder / "uploads" / bench.new_id(), server.largest_file) as kept:
        return await _hand_over(bench, worker, studies.IMPORT_JOB, {"study": study, "who": who.name, **kept})


@router.delete("/studies/{study}/items", response_model=models.StudyDetail)
async def take_texts_out(study: str, bench: Bench, who: Who) -> StudyDescription:
    """Take all items and outputs out of a draft, with the checks and suggestions made of them."""
    await run_in_threadpool(lifecycle.take_texts_out, bench, study, who.name)
    return await run_in_threadpool(studies.show_study, bench, study)


@router.post("/studies/{study}/open", status_code=202, response_model=models.Job)
async def open_study(study: str, bench: Bench, worker: Heavy, who: Who) -> JobView:
    """Open a draft to its raters. Done by the worker: ask for the job."""
    await run_in_threadpool(studies.view_of, bench, study)
    await run_in_threadpool(studies.check_seen, bench, study, EventKind.OPENED)
    return await _hand_over(bench, worker, studies.OPEN_JOB, {"study": study, "who": who.name})


@router.post("/studies/{study}/close", response_model=models.StudyDetail)
async def close_study(study: str, bench: Bench, who: Who) -> StudyDescription:
    """End the rating."""
    await run_in_threadpool(lifecycle.close_study, bench, study, who.name)
    return await run_in_threadpool(studies.show_study, bench, study)


@router.post("/studies/{study}/pause", response_model=models.StudyDetail)
async def pause_study(study: str, bench: Bench, who: Who) -> StudyDescription:
    """Hand out nothing new until it is resumed; all that arrives counts."""
    await run_in_threadpool(lifecycle.pause_study, bench, study, who.name)
    return await run_in_threadpool(studies.show_study, bench, study)


@router.post("/studies/{study}/resume", response_model=models.StudyDetail)
async def resume_study(study: str, bench: Bench, who: Who) -> StudyDescription:
    """Let a paused study go on."""
    await run_in_threadpool(lifecycle.resume_study, bench, study, who.name)
    return await run_in_threadpool(studies.show_study, bench, study)


@router.post("/studies/{study}/reopen", response_model=models.StudyDetail)
async def reopen_study(study: str, bench: Bench, who: Who) -> StudyDescription:
    """Open a closed study again. What came while it was closed goes back to its raters as drafts."""
    await run_in_threadpool(lifecycle.reopen_study, bench, study, who.name)
    return await run_in_threadpool(studies.show_study, bench, study)


@router.post("/studies/{study}/reveal", response_model=models.StudyDetail)
async def reveal(study: str, bench: Bench, who: Who) -> StudyDescription:
    """Let everybody with a part in the study see the names of its systems, from now on."""
    await run_in_threadpool(studies.reveal, bench, study, who.name)
    studies.look_through({})
    return await run_in_threadpool(studies.show_study, bench, study)


@router.post("/studies/{study}/copies", status_code=201, response_model=models.StudyDetail)
async def copy_study(study: str, wish: models.CopyWish, bench: Bench, who: Who) -> StudyDescription:
    """A new draft of the same protocol, settings, items and outputs, or some of them; no raters, no judgements."""

    def work() -> StudyDescription:
        copy = lifecycle.StudyCopy(wish.key, wish.name, wish.seed, wish.items, wish.systems)
        lifecycle.copy_study(bench, study, copy, who=who.name)
        return studies.show_study(bench, wish.key)

    return await run_in_threadpool(work)


@router.get("/studies/{study}/export", response_class=StreamingResponse)
async def export(
    study: str, bench: Bench, who: Who, kind: ExportKind = "csv", everything: bool = False
) -> StreamingResponse:
    """One row per answer, streamed. `everything` gives the whole log, superseded and uncounted ones too."""
    await run_in_threadpool(studies.view_of, bench, study)
    body = iterate_in_threadpool(export_lines(bench, study, kind, everything))
    headers = {"content-disposition": f'attachment; filename="{study}.{kind}"', "cache-control": "no-store"}
    return StreamingResponse(body, media_type=EXPORT_TYPES[kind], headers=headers)


@router.get("/studies/{study}/export/raters", response_class=StreamingResponse)
async def export_raters(study: str, bench: Bench, who: Who, kind: ExportKind = "csv") -> StreamingResponse:
    """One row per rater, without names: consent, calibration and the questionnaire."""
    lines = await run_in_threadpool(lambda: list(rater_lines(bench, study, kind)))
    headers = {"content-disposition": f'attachment; filename="{study}-raters.{kind}"', "cache-control": "no-store"}
    return StreamingResponse(iter(lines), media_type=EXPORT_TYPES[kind], headers=headers)


async def _hand_over(bench: Workbench, worker: Heavy, kind: str, args: JsonObject) -> JobView:
    """Leave work to the worker process; the job as it stands."""
    uid = await bench.database.write_async(lambda run: studies.add_job(bench, run, kind, args))
    await worker.wake()
    return await bench.database.read_async(lambda run: studies.show_job(run, uid))
