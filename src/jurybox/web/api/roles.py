"""Who may do what in a study, and whether it stands on the list."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurybox.studies import people
from jurybox.studies.people import StudyMember
from jurybox.web.api import organiser_models
from jurybox.web.api.deps import Bench, Who

router = APIRouter(prefix="/api/studies/{study}", tags=["roles"])


@router.get("/roles", response_model=list[organiser_models.MemberLine])
async def list_roles(study: str, bench: Bench, who: Who) -> list[StudyMember]:
    """Who has a role in a study. Where nobody has one, every organiser owns it."""
    return await run_in_threadpool(people.list_members, bench, study)


@router.put("/roles/{organiser}", response_model=list[organiser_models.MemberLine])
async def give_role(
    study: str, organiser: str, wish: organiser_models.StudyRoleWish, bench: Bench, who: Who
) -> list[StudyMember]:
    """Give an organiser a role in place of the one they had. For owners."""
    await run_in_threadpool(people.give_role, bench, study, organiser, wish.role, who.name)
    return await run_in_threadpool(people.list_members, bench, study)


@router.delete("/roles/{organiser}", status_code=204)
async def take_role(study: str, organiser: str, bench: Bench, who: Who) -> None:
    """End an organiser's part in a study. For owners."""
    await run_in_threadpool(people.take_role, bench, study, organiser, who.name)


@router.post("/hand-over", status_code=204)
async def hand_over(study: str, wish: organiser_models.HandOverWish, bench: Bench, who: Who) -> None:
    """Make somebody the owner; who hands over stays as organiser. For owners."""
    await run_in_threadpool(people.hand_over, bench, study, wish.to, who.name)


@router.post("/put-away", status_code=204)
async def put_away(study: str, bench: Bench, who: Who) -> None:
    """Take a study off the list of studies in the browser. For owners."""
    await run_in_threadpool(people.put_away, bench, study, who.name)


@router.post("/fetch-back", status_code=204)
async def fetch_back(study: str, bench: Bench, who: Who) -> None:
    """Put a study on the list again. For owners."""
    await run_in_threadpool(people.fetch_back, bench, study, who.name)
