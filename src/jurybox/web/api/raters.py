"""The raters of a study and their links."""

from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from jurybox.studies import people
from jurybox.studies.people import PayWish, RaterInfo
from jurybox.web.api import rater_models
from jurybox.web.api.deps import Bench, Server, Who
from jurybox.web.config import ServerConfig

router = APIRouter(prefix="/api/studies/{study}/raters", tags=["raters"])


def _line(info: RaterInfo, config: ServerConfig) -> dict[str, object]:
    line = asdict(info)
    line["link"] = config.origin + line.pop("path")
    return line


@router.get("", response_model=list[rater_models.RaterLine])
async def list_raters(study: str, bench: Bench, server: Server, who: Who) -> list[dict[str, object]]:
    """The raters of a study with their links."""
    return [_line(info, server) for info in await run_in_threadpool(people.list_raters, bench, study)]


@router.post("", status_code=201, response_model=rater_models.RaterLine)
async def add_rater(
    study: str, wish: rater_models.RaterWish, bench: Bench, server: Server, who: Who
) -> dict[str, object]:
    """A new rater with a link of their own; a second one of a name only where that is said to be meant."""
    if not wish.same_name:
        await run_in_threadpool(people.refuse_taken_name, bench, study, wish.name)
    info = await run_in_threadpool(
        people.add_rater, bench, study, wish.name, wish.groups, wish.stages, wish.language, None, who.name
    )
    return _line(info, server)


@router.post("/list", status_code=201, response_model=list[rater_models.RaterLine])
async def add_raters(
    study: str, wish: rater_models.RaterList, bench: Bench, server: Server, who: Who
) -> list[dict[str, object]]:
    """A rater for every line of a list: all of them, or every fault at once and none."""
    added = await run_in_threadpool(people.add_raters, bench, study, wish.list, who.name)
    return [_line(info, server) for info in added]


@router.post("/by-language", response_model=list[rater_models.RaterLine])
async def groups_by_language(study: str, bench: Bench, server: Server, who: Who) -> list[dict[str, object]]:
    """Every rater of all groups gets the group that is called as their language, where there is such a one."""
    changed = await run_in_threadpool(people.groups_by_language, bench, study, who.name)
    return [_line(info, server) for info in changed]


@router.get("/activity", response_model=list[rater_models.RaterActivity])
async def activity(study: str, bench: Bench, who: Who) -> list[dict[str, object]]:
    """How far each rater is, how long they worked without idle minutes, and when they were last seen."""
    return [
        {
            "id": line.info.id,
            "number": line.info.number,
            "name": line.info.name,
            "done": line.info.done,
            "judgements": line.judgements,
            "active_ms": line.active_ms,
            "last_seen": line.last_seen,
        }
        for line in await run_in_threadpool(people.show_roster, bench, study)
    ]


@router.get("/pay", response_model=list[rater_models.PayLine])
async def pay_sheet(
    study: str, bench: Bench, who: Who, hourly: float | None = None, reward: float | None = None
) -> list[dict[str, object]]:
    """Minutes by the page's and by the server's clock, and what they are worth. Names people: for who pays them."""
    lines = await run_in_threadpool(people.pay_sheet, bench, study, PayWish(hourly, reward))
    return [asdict(line) for line in lines]


@router.get("/links", response_class=StreamingResponse)
async def links(study: str, bench: Bench, server: Server, who: Who) -> StreamingResponse:
    """The links of all raters as csv, each with a mail in the rater's language that brings it."""
    cards = await run_in_threadpool(people.link_cards, bench, study, server.origin)
    headers = {"content-disposition": f'attachment; filename="{study}-links.csv"', "cache-control": "no-store"}
    return StreamingResponse(people.links_file(cards), media_type="text/csv", headers=headers)


@router.get("/{rater}/merging", response_model=rater_models.MergedAccounts)
async def look_at_merging(
    study: str, rater: str, into: str, bench: Bench, server: Server, who: Who
) -> dict[str, object]:
    """What merging this account into another one would do."""
    return _merging(await run_in_threadpool(people.look_at_merging, bench, study, rater, into), server)


@router.post("/{rater}/merging", response_model=rater_models.MergedAccounts)
async def merge_raters(
    study: str, rater: str, wish: rater_models.MergeWish, bench: Bench, server: Server, who: Who
) -> dict[str, object]:
    """Make this account another one's: two accounts of one person become one."""
    return _merging(await run_in_threadpool(people.merge_raters, bench, study, rater, wish.into, who.name), server)


def _merging(found: people.Merging, server: ServerConfig) -> dict[str, object]:
    return {
        "kept": _line(found.kept, server),
        "merged": found.merged.id,
        "judgements": found.judgements,
        "shared": found.shared,
        "reopened": found.reopened,
    }


@router.put("/{rater}/groups", response_model=rater_models.RaterLine)
async def set_groups(
    study: str, rater: str, wish: rater_models.GroupsWish, bench: Bench, server: Server, who: Who
) -> dict[str, object]:
    """Which groups a rater is given from now on; none means all. What they have in hand stays theirs."""
    return _line(await run_in_threadpool(people.set_groups, bench, study, rater, wish.groups, who.name), server)


@router.post("/{rater}/renew", response_model=rater_models.RaterLine)
async def renew_link(study: str, rater: str, bench: Bench, server: Server, who: Who) -> dict[str, object]:
    """A new link; the old one opens nothing any more."""
    return _line(await run_in_threadpool(people.renew_link, bench, study, rater, who.name), server)


@router.post("/{rater}/revoke", response_model=rater_models.RaterLine)
async def revoke_rater(study: str, rater: str, bench: Bench, server: Server, who: Who) -> dict[str, object]:
    """End a rater's access; their judgements stay."""
    return _line(await run_in_threadpool(people.revoke_rater, bench, study, rater, who.name), server)
