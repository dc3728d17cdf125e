"""Jobs of the worker process."""

from fastapi import APIRouter

from jurybox import studies
from jurybox.web.api import models
from jurybox.web.api.deps import Bench, Who

router = APIRouter(prefix="/api/jobs", tags=["jobs"])


@router.get("/{job}", response_model=models.Job, responses={404: {"model": models.Problems}})
async def show_job(job: str, bench: Bench, who: Who) -> studies.JobView:
    """How far a job is; when it failed, every fault."""
    return await bench.database.read_async(lambda run: studies.show_job(run, job))


@router.delete("/{job}", status_code=204)
async def cancel_job(job: str, bench: Bench, who: Who) -> None:
    """Ask a job to stop; what it did so far is never visible."""
    await bench.database.write_async(lambda run: studies.cancel_job(run, job))
