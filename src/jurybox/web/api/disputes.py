"""Disputes between raters, decisions about them, and what is rated again."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from jurybox.studies import adjudicating, rating
from jurybox.web.api import dispute_models
from jurybox.web.api.deps import Bench, Who
from jurybox.web.api.models import Page, Place
from jurybox.web.findings import ask_disputes

router = APIRouter(prefix="/api/studies/{study}", tags=["disputes"])


@router.get("/disputes")
async def list_disputes(
    request: Request, study: str, bench: Bench, who: Who, which: adjudicating.Which = "waiting", page: Page = 1
) -> dict[str, Any]:
    """A page of the units about which raters are too far apart. Where the log has moved on the worker looks again."""
    await ask_disputes(request.app, study)
    found = await run_in_threadpool(adjudicating.list_disputes, bench, study, which, page)
    return {"summary": await run_in_threadpool(adjudicating.summary, bench, study), **found}


@router.get("/disputes/{unit}/{stage}")
async def show_dispute(study: str, unit: Place, stage: str, bench: Bench, who: Who) -> dict[str, Any]:
    """What differs about one stage of a unit, raters and systems under letters."""
    shown = await run_in_threadpool(adjudicating.show_dispute, bench, study, unit, stage)
    return {name: value for name, value in shown.items() if name != "names"}


@router.post("/decisions", status_code=201)
async def decide(study: str, wish: dispute_models.DecisionWish, bench: Bench, who: Who) -> dict[str, str]:
    """Decide a dispute: a judgement of its own, which changes no other."""
    draft = adjudicating.DecisionDraft(
        wish.unit, wish.stage, wish.answers, wish.reason, channel="api", known=wish.known
    )
    return {"id": await run_in_threadpool(adjudicating.decide, bench, study, draft, who.name)}


@router.get("/decisions/changes", response_model=dispute_models.DecisionChanges)
async def what_changed(study: str, bench: Bench, who: Who) -> adjudicating.Changes:
    """What decisions change in the ranking, where both rankings were computed."""
    return await run_in_threadpool(adjudicating.what_changed, bench, study)


@router.put("/disputes", status_code=204)
async def set_disputes(study: str, wish: dispute_models.DisputesWish, bench: Bench, who: Who) -> None:
    """Say what counts as disputed, and whether raters see decisions after closing."""
    await run_in_threadpool(adjudicating.set_disputes, bench, study, wish.thresholds, wish.tell_raters, who.name)


@router.get("/adjudicators")
async def list_adjudicators(study: str, bench: Bench, who: Who) -> list[dict[str, Any]]:
    return [asdict(one) for one in await run_in_threadpool(adjudicating.list_adjudicators, bench, study)]


@router.post("/adjudicators", status_code=204)
async def appoint(study: str, wish: dispute_models.AdjudicatorWish, bench: Bench, who: Who) -> None:
    """Let a rater decide disputes in their page."""
    await run_in_threadpool(adjudicating.appoint_adjudicator, bench, study, wish.rater, who.name)


@router.delete("/adjudicators/{rater}", status_code=204)
async def dismiss(study: str, rater: str, bench: Bench, who: Who) -> None:
    """A rater decides no more; what they decided stays."""
    await run_in_threadpool(adjudicating.dismiss_adjudicator, bench, study, rater, who.name)


@router.post("/guideline/again")
async def rate_again(study: str, wish: dispute_models.AgainWish, bench: Bench, who: Who) -> dict[str, int]:
    """Send what was judged under a version of the guideline back to its raters; how many judgements went back."""
    sent = await run_in_threadpool(rating.rate_again, bench, study, wish.lang, wish.revision, wish.reason, who=who.name)
    return {"sent_back": sent}
