"""Pairs of a study that draws them as it goes: strengths, what comes next, and asking for more."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.studies import JobView, PairsShown
from jurybox.web.api import models, pair_models
from jurybox.web.api.deps import Bench, Heavy, Who

router = APIRouter(prefix="/api/studies/{study}/pairs", tags=["studies"])


@router.get("", response_model=pair_models.PairsDrawn)
async def show(study: str, bench: Bench, who: Who) -> PairsShown:
    """How pairs are chosen, strengths as they were computed last, and which pairs come next. Nothing is computed."""
    return await run_in_threadpool(studies.show_pairs, bench, study)


@router.post("", status_code=202, response_model=models.Job)
async def ask(study: str, wish: pair_models.PairsWish, bench: Bench, worker: Heavy, who: Who) -> JobView:
    """Have strengths computed anew, and with `draw` the next batch of pairs drawn by them: ask for the job."""
    job = await run_in_threadpool(studies.ask_pairs, bench, study, wish.draw)
    await worker.wake()
    return await bench.database.read_async(lambda run: studies.show_job(run, job))
