"""Erasing for good: a person, what people wrote, a whole study."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool

from jurybox.studies import delete_study, erase_rater, redact_texts
from jurybox.web.api.deps import Bench, Who

router = APIRouter(prefix="/api/studies/{study}", tags=["erasing"])


@router.post("/raters/{rater}/erasure", status_code=204)
async def erase_person(study: str, rater: str, bench: Bench, who: Who) -> None:
    """Forget who a rater is, in every study. Their judgements stay, nameless. For owners."""
    await run_in_threadpool(erase_rater, bench, study, rater, who.name)


@router.post("/redaction", status_code=204)
async def redact(study: str, bench: Bench, who: Who, rater: Annotated[str | None, Query()] = None) -> None:
    """Blank what raters wrote, or one of them. For owners."""
    await run_in_threadpool(redact_texts, bench, study, rater, who.name)


@router.delete("", status_code=204)
async def delete(study: str, bench: Bench, who: Who, confirm: Annotated[str, Query()]) -> None:
    """Delete a study with all that belongs to it; `confirm` is its key once more. For owners."""
    await run_in_threadpool(delete_study, bench, study, confirm, who.name)
