"""The archive of a study: asked for, then downloaded."""

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.concurrency import run_in_threadpool

from jurybox.studies.carry import archive
from jurybox.studies.carry.archive import ArchiveState
from jurybox.web.api import models
from jurybox.web.api.deps import Bench, Heavy, Who

router = APIRouter(prefix="/api/studies/{study}/archive", tags=["studies"])


@router.get("", response_model=models.ArchiveLine)
async def show_archive(study: str, bench: Bench, who: Who) -> ArchiveState:
    """Whether the archive is there, or on its way."""
    return await run_in_threadpool(archive.archive_state, bench, study)


@router.post("", status_code=202, response_model=models.ArchiveLine)
async def ask_archive(study: str, bench: Bench, worker: Heavy, who: Who) -> ArchiveState:
    """Have the archive made: protocol, items, media, judgements and report, raters pseudonymous."""
    found = await run_in_threadpool(archive.ask_archive, bench, study)
    await worker.wake()
    return found


@router.get("/file", response_class=FileResponse)
async def download_archive(study: str, bench: Bench, who: Who) -> FileResponse:
    """The archive that was made last. Downloading it is an entry in the history."""
    path = await run_in_threadpool(archive.download_archive, bench, study, who=who.name)
    return FileResponse(
        path, media_type="application/zip", filename=f"{study}.zip", headers={"cache-control": "no-store"}
    )
