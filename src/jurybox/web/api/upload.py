"""The files that wait for a study: sent in pieces, looked at, imported or thrown away."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.studies import JobView, UploadView, Workbench, lifecycle
from jurybox.studies.lifecycle import UploadedFile, UploadPiece
from jurybox.web import uploads
from jurybox.web.api import models, upload_models
from jurybox.web.api.deps import Bench, Heavy, Server, Who

Kind = Literal["tables", "media", "people"]
Name = Annotated[str, Query(description="The file's name, with folders where it has some", examples=["items.csv"])]
BODY: dict[str, object] = {
    "required": True,
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
router = APIRouter(prefix="/api/studies/{study}/upload", tags=["studies"])


@router.get("", response_model=upload_models.Upload)
async def show_upload(study: str, bench: Bench, who: Who) -> UploadView:
    """The files that wait, how far each is, and what was seen in them."""
    return await run_in_threadpool(studies.show_upload, bench, study)


@router.delete("", status_code=204)
async def throw_away(study: str, bench: Bench, who: Who) -> None:
    """Cancel the upload: all its files are gone."""
    await run_in_threadpool(studies.throw_away, bench, study)


@router.put("/{kind}", response_model=upload_models.UploadLine, openapi_extra={"requestBody": BODY})
async def send_piece(
    study: str,
    kind: Kind,
    query: Annotated[upload_models.PieceQuery, Query()],
    request: Request,
    bench: Bench,
    who: Who,
    server: Server,
) -> UploadedFile:
    """A piece of a file, of 8 MB at most. Sent twice it changes nothing; `received` is the offset of the next."""
    piece = UploadPiece(kind, query.name, query.size, query.offset, query.stamp)
    await run_in_threadpool(studies.check_free, bench, study)
    await run_in_threadpool(lifecycle.check_piece, bench, study, piece, server.largest_file)
    data = await uploads.read_piece(request)
    return await run_in_threadpool(lifecycle.keep_piece, bench, study, piece, data)


@router.delete("/{kind}", status_code=204)
async def drop_file(study: str, kind: Kind, name: Name, bench: Bench, who: Who) -> None:
    """Take one file away."""
    await run_in_threadpool(studies.check_free, bench, study)
    await run_in_threadpool(lifecycle.drop_file, bench, study, kind, name)


@router.post("/look", status_code=202, response_model=models.Job)
async def look(study: str, wish: upload_models.LookWish, bench: Bench, worker: Heavy, who: Who) -> JobView:
    """Read the files as an import would, but import nothing. Done by the worker: ask for the job, then this upload."""
    job = await run_in_threadpool(studies.ask_look, bench, study, wish.reading, "", who.name)
    return await _woken(bench, worker, job)


@router.post("/import", status_code=202, response_model=models.Job)
async def import_upload(study: str, bench: Bench, worker: Heavy, who: Who) -> JobView:
    """Import the files, read as they were last seen. Done by the worker: ask for the job."""
    job = await run_in_threadpool(studies.ask_import, bench, study, who.name)
    return await _woken(bench, worker, job)


async def _woken(bench: Workbench, worker: Heavy, job: str) -> JobView:
    await worker.wake()
    return await bench.database.read_async(lambda run: studies.show_job(run, job))
