"""A study's link to join."""

from dataclasses import asdict

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurybox.studies import people
from jurybox.studies.people import JoinInfo, JoinWish
from jurybox.web.api import rater_models
from jurybox.web.api.deps import Bench, Server, Who
from jurybox.web.config import ServerConfig

router = APIRouter(prefix="/api/studies/{study}/join", tags=["raters"])


def _join(info: JoinInfo | None, config: ServerConfig) -> dict[str, object] | None:
    if info is None:
        return None
    line = asdict(info)
    del line["last_day"]
    return {**line, "link": config.origin + line.pop("path")}


@router.get("", response_model=rater_models.JoinLink | None)
async def show_join_link(study: str, bench: Bench, server: Server, who: Who) -> dict[str, object] | None:
    """A study's link to join; null where it never had one."""
    return _join(await run_in_threadpool(people.show_join_link, bench, study), server)


@router.put("", response_model=rater_models.JoinLink)
async def set_join_link(
    study: str, wish: rater_models.JoinLinkWish, bench: Bench, server: Server, who: Who
) -> dict[str, object] | None:
    """Make a study's link to join, open it again, or change who may use it."""
    wanted = JoinWish(wish.most, wish.until, tuple(wish.groups))
    return _join(await run_in_threadpool(people.set_join_link, bench, study, wanted, who.name), server)


@router.post("/renew", response_model=rater_models.JoinLink)
async def renew_join_link(study: str, bench: Bench, server: Server, who: Who) -> dict[str, object] | None:
    """A new address; by the old one nobody joins any more."""
    return _join(await run_in_threadpool(people.renew_join_link, bench, study, who.name), server)


@router.delete("", response_model=rater_models.JoinLink)
async def close_join_link(study: str, bench: Bench, server: Server, who: Who) -> dict[str, object] | None:
    """Nobody joins any more until it is set again."""
    return _join(await run_in_threadpool(people.close_join_link, bench, study, who.name), server)
