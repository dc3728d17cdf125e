"""Whole campaigns of other programs: sent as files, each becomes a study or none."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.core import JsonObject
from jurybox.studies import JobView
from jurybox.studies.carry.campaigns import check_sent
from jurybox.web import uploads
from jurybox.web.api import models
from jurybox.web.api.deps import Bench, Heavy, Server, Who

router = APIRouter(prefix="/api/campaigns", tags=["studies"])
BODY: dict[str, object] = {
    "required": True,
    "content": {"multipart/form-data": {"schema": {
        "type": "object",
        "required": ["tables"],
        "additionalProperties": False,
        "properties": {
            "tables": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
            "media": {"type": "array", "items": {"type": "string", "format": "binary"}},
        },
    }}},
}  # fmt: skip


@router.post("", status_code=202, response_model=models.Job, openapi_extra={"requestBody": BODY})
async def create_campaigns(
    query: Annotated[models.CampaignQuery, Query()],
    request: Request,
    bench: Bench,
    worker: Heavy,
    who: Who,
    server: Server,
) -> JobView:
    """Make a study of each file, with its protocol, items, raters and ratings. Done by the worker: ask for the job.

    Of several files each becomes the study KEY-NAME, after its file, or none; the result reports each.
    """
    wish: JsonObject = {"study": query.key, "who": who.name, **query.model_dump(exclude={"key"})}
    await run_in_threadpool(check_sent, bench, query.key, query.format)
    async with uploads.kept_uploads(request, bench.folder / "uploads" / bench.new_id(), server.largest_file) as kept:
        args = {**kept, **wish}
        uid = await bench.database.write_async(lambda run: studies.add_job(bench, run, studies.CAMPAIGN_JOB, args))
    await worker.wake()
    return await bench.database.read_async(lambda run: studies.show_job(run, uid))
