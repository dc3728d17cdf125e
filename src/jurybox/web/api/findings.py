"""The findings of a study: what was computed last, how old it is, and new ones on demand."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from jurybox.studies.results import ResultsOptions, ResultsState
from jurybox.web.api import result_models
from jurybox.web.api.deps import Who
from jurybox.web.findings import ask, kept_document

router = APIRouter(prefix="/api/studies/{study}/findings", tags=["findings"])
OPTIONS = set(result_models.ResultsWish.model_fields)


@router.get("", response_model=result_models.FindingsState)
async def show_findings(
    study: str, request: Request, wish: Annotated[result_models.FindingsQuery, Query()], who: Who
) -> dict[str, object]:
    """The findings that were computed last, with their age. Where the log has moved on the worker computes new ones."""
    return _state(await ask(request.app, study, _wish(wish)), wish.document)


@router.post("", status_code=202, response_model=result_models.FindingsState)
async def compute_findings(
    study: str, request: Request, wish: result_models.ResultsWish, who: Who
) -> dict[str, object]:
    """Compute findings with these options at once. Done by the worker: ask for the job, then for the findings."""
    return _state(await ask(request.app, study, _wish(wish), at_once=True), False)


@router.get("/document", response_class=Response)
async def download_findings(
    study: str, request: Request, wish: Annotated[result_models.ResultsQuery, Query()], who: Who
) -> Response:
    """The findings alone, as a file: the same document that `jurybox analyse --json` gives."""
    body = await kept_document(request.app, study, _wish(wish))
    headers = {"content-disposition": f'attachment; filename="{study}-findings.json"', "cache-control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


def _wish(given: result_models.ResultsWish) -> ResultsOptions:
    options = given.model_dump(include=OPTIONS)
    return ResultsOptions(**{**options, "without": tuple(sorted(set(given.without)))})


def _state(shown: ResultsState, with_document: bool) -> dict[str, object]:
    document = shown.kept.document if shown.kept and with_document else None
    return {**shown.as_json(), "findings": json.loads(document) if document else None}
