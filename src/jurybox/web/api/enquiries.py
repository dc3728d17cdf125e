"""What raters ask, the replies to them, and new versions of the guideline."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.studies import lifecycle, people
from jurybox.web.api import models
from jurybox.web.api.deps import Bench, Who

router = APIRouter(prefix="/api/studies/{study}", tags=["enquiries"])


@router.get("/enquiries", response_model=list[models.EnquiryLine])
async def list_enquiries(study: str, bench: Bench, who: Who, waiting: bool = False) -> list[people.EnquiryView]:
    """What raters asked, in order, with the replies; `waiting` leaves out what has one."""
    return await run_in_threadpool(people.list_enquiries, bench, study, waiting)


@router.post("/enquiries/{enquiry}/replies", status_code=201, response_model=models.EnquiryLine)
async def reply(study: str, enquiry: str, wish: models.ReplyWish, bench: Bench, who: Who) -> people.EnquiryView:
    """Reply to the rater who asked, or to all raters of the study; who asked is never named."""
    draft = people.ReplyDraft(wish.text, wish.publish, wish.question)
    return await run_in_threadpool(people.reply, bench, study, enquiry, draft, who.name)


@router.post("/guideline", response_model=models.StudyDetail)
async def revise_guideline(study: str, wish: models.GuidelineWish, bench: Bench, who: Who) -> studies.StudyDescription:
    """Publish new prose in one language. Raters see what changed; judgements from now on carry its hash."""
    await run_in_threadpool(lifecycle.revise_guideline, bench, study, wish.lang, wish.prose, wish.note, who.name)
    return await run_in_threadpool(studies.show_study, bench, study)
