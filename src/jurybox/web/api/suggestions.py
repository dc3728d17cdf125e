"""Suggestions of a draft: answers from another study or a file, which raters keep, change or remove."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.studies import JobView
from jurybox.studies.carry.suggestions import (
    SuggestArgs,
    ToldSuggestions,
    ask_suggestions,
    drop_suggestions,
    told_suggestions,
)
from jurybox.web import uploads
from jurybox.web.access import allow_taking
from jurybox.web.api import models, suggestion_models
from jurybox.web.api.deps import Bench, Heavy, Server, Who

router = APIRouter(prefix="/api/studies/{study}/suggestions", tags=["studies"])
BODY: dict[str, object] = {
    "required": True,
    "content": {"multipart/form-data": {"schema": {
        "type": "object",
        "required": ["tables"],
        "additionalProperties": False,
        "properties": {"tables": {"type": "string", "format": "binary"}},
    }}},
}  # fmt: skip


@router.get("", response_model=list[suggestion_models.SuggestionLine])
async def list_suggestions(study: str, bench: Bench, who: Who) -> list[ToldSuggestions]:
    """What is suggested, by where it comes from and the question."""
    return await run_in_threadpool(told_suggestions, bench, study)


@router.post("", status_code=202, response_model=models.Job)
async def suggest_from_study(
    study: str, wish: suggestion_models.SuggestionSource, request: Request, bench: Bench, worker: Heavy, who: Who
) -> JobView:
    """Suggest what was said in another study of this server, and switch that on. All or nothing: ask for the job.

    It takes an organiser of both studies. Of several raters who differ, one must be named.
    """
    await allow_taking(request, bench, who, wish.study)
    said = wish.model_dump(exclude={"study"})
    job = await run_in_threadpool(ask_suggestions, bench, SuggestArgs(study, who.name, wish.study, **said))
    return await _woken(bench, worker, job)


@router.post("/file", status_code=202, response_model=models.Job, openapi_extra={"requestBody": BODY})
async def suggest_from_file(
    study: str,
    query: Annotated[suggestion_models.SuggestionQuery, Query()],
    request: Request,
    bench: Bench,
    worker: Heavy,
    who: Who,
    server: Server,
) -> JobView:
    """Suggest the ratings of a file, and switch that on. All or nothing: ask for the job."""
    folder = bench.folder / "uploads" / bench.new_id()
    async with uploads.kept_uploads(request, folder, server.largest_file) as kept:
        args = SuggestArgs(study, who.name, tables=uploads.tables_of(kept), folder=str(folder), **query.model_dump())
        job = await run_in_threadpool(ask_suggestions, bench, args)
    return await _woken(bench, worker, job)


@router.delete("", response_model=suggestion_models.SuggestionsDropped)
async def drop_all(study: str, bench: Bench, who: Who) -> dict[str, int]:
    """Take all suggestions out of a draft, and switch them off."""
    return {"dropped": await run_in_threadpool(drop_suggestions, bench, study, who.name)}


async def _woken(bench: Bench, worker: Heavy, job: str) -> JobView:
    await worker.wake()
    return await bench.database.read_async(lambda run: studies.show_job(run, job))
