"""The checks of a study: units whose answers are known, and how raters do on them."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from jurybox.studies import lifecycle, people
from jurybox.web import uploads
from jurybox.web.api import check_models
from jurybox.web.api.deps import Bench, Who
from jurybox.web.api.models import Words

router = APIRouter(prefix="/api/studies/{study}/checks", tags=["studies"])
Name = Annotated[
    Words, Query(max_length=200, description="The file's name: its ending says what it is", examples=["gold.csv"])
]
BODY: dict[str, object] = {
    "required": True,
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}


@router.get("", response_model=check_models.ChecksOfStudy)
async def show_checks(study: str, bench: Bench, who: Who) -> dict[str, object]:
    """The checks of a study, how often each was passed, and how every rater does on them."""
    return asdict(await run_in_threadpool(people.show_checks, bench, study))


@router.post("", status_code=201, response_model=check_models.ChecksAdded, openapi_extra={"requestBody": BODY})
async def add_checks(study: str, name: Name, request: Request, bench: Bench, who: Who) -> dict[str, int]:
    """Add the checks of a file to a draft: a table with expected.QUESTION columns, or YAML. All of them, or none."""
    data = await uploads.read_piece(request)
    number = await run_in_threadpool(lifecycle.add_gold_text, bench, study, name, data, who.name)
    return {"checks": number}


@router.delete("", response_model=check_models.ChecksAdded)
async def remove_checks(
    study: str,
    bench: Bench,
    who: Who,
    check: Annotated[list[str], Query(description="Which; all without it")] = [],  # noqa: B006
) -> dict[str, int]:
    """Take checks out of a draft again."""
    return {"checks": await run_in_threadpool(lifecycle.remove_gold, bench, study, check, who.name)}


@router.post("/withdraw", status_code=204)
async def withdraw_check(study: str, wish: check_models.CheckWithdrawal, bench: Bench, who: Who) -> None:
    """A check whose answer is wrong counts for nobody any more; who failed by it alone goes on."""
    await run_in_threadpool(people.withdraw_check, bench, study, wish.check, wish.reason, who.name)


@router.post("/pardon", status_code=204)
async def pardon_rater(study: str, wish: check_models.CheckPardon, bench: Bench, who: Who) -> None:
    """Let a rater go on who failed checks."""
    await run_in_threadpool(people.pardon_rater, bench, study, wish.rater, wish.reason, who.name)
