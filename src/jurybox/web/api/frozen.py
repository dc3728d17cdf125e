"""Frozen results: dated, with an id, compared with today's, shared by a link."""

from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from jurybox.studies import results
from jurybox.studies.results import FrozenResult, ResultsOptions, SharedLink
from jurybox.texts import words_in
from jurybox.web.api import result_models
from jurybox.web.api.deps import Bench, Server, Who

router = APIRouter(prefix="/api/studies/{study}/frozen", tags=["findings"])


@router.get("", response_model=list[result_models.Frozen])
async def list_frozen(study: str, bench: Bench, who: Who) -> list[FrozenResult]:
    """What was frozen, the newest first."""
    return await run_in_threadpool(results.list_frozen, bench, study)


@router.post("", status_code=201, response_model=result_models.Frozen)
async def freeze(study: str, wish: result_models.ResultsWish, bench: Bench, who: Who) -> FrozenResult:
    """Freeze the results that were computed last with these options; what is frozen already is not frozen twice."""
    options = ResultsOptions(**{**wish.model_dump(), "without": tuple(sorted(set(wish.without)))})
    return await run_in_threadpool(results.freeze_results, bench, study, options, who.name)


@router.get("/{frozen}", response_model=result_models.FrozenFindings)
async def show_frozen(study: str, frozen: str, bench: Bench, who: Who) -> dict[str, object]:
    """A frozen result with its findings: numbers, and nobody's words."""
    result, findings = await run_in_threadpool(results.find_frozen, bench, study, frozen)
    return {**result, "findings": findings.as_json()}


@router.get("/{frozen}/difference", response_model=result_models.FrozenDifference)
async def compare_frozen(study: str, frozen: str, bench: Bench, who: Who) -> dict[str, object]:
    """What has changed since: judgements, what was done to the study, and the numbers that moved."""
    found = await run_in_threadpool(results.compare_frozen, bench, study, frozen, words_in("en", bench.texts))
    return asdict(found)


@router.get("/{frozen}/archive", response_class=Response)
async def download_frozen(study: str, frozen: str, bench: Bench, who: Who) -> Response:
    """One file with the findings, the report and its tables."""
    body = await run_in_threadpool(results.frozen_archive, bench, study, frozen)
    headers = {"content-disposition": f'attachment; filename="{frozen}.zip"', "cache-control": "no-store"}
    return Response(body, media_type="application/zip", headers=headers)


@router.get("/{frozen}/links", response_model=list[result_models.FrozenLink])
async def list_links(study: str, frozen: str, bench: Bench, server: Server, who: Who) -> list[dict[str, object]]:
    """The links to a frozen result that work."""
    found = await run_in_threadpool(results.list_shares, bench, study, frozen)
    return [_with_url(link, server.url) for link in found]


@router.post("/{frozen}/links", status_code=201, response_model=result_models.FrozenLink)
async def share(
    study: str, frozen: str, wish: result_models.ShareWish, bench: Bench, server: Server, who: Who
) -> dict[str, object]:
    """Make a link by which anybody reads a frozen result without signing in."""
    made = await run_in_threadpool(results.share_frozen, bench, study, frozen, wish.names, who.name)
    return _with_url(made, server.url)


@router.delete("/{frozen}/links/{link}", status_code=204)
async def revoke_link(study: str, frozen: str, link: str, bench: Bench, who: Who) -> None:
    """From now on the link shows nothing."""
    await run_in_threadpool(results.revoke_share, bench, study, link, who.name)


def _with_url(link: SharedLink, url: str) -> dict[str, object]:
    told = {name: value for name, value in link.items() if name != "path"}
    return {**told, "url": url + link["path"]}
