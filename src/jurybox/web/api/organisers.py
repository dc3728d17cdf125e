"""Who organises on this server: listed, invited, given a role, removed; and one's own password and language."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from jurybox.core import Refused, StudyRole
from jurybox.studies import people
from jurybox.studies.people import Invitation, OrganiserInfo, PasswordWish
from jurybox.texts import words_in
from jurybox.web.api import organiser_models
from jurybox.web.api.deps import OR_CSV, Bench, Server, SlowChecks, Who
from jurybox.web.config import ServerConfig
from jurybox.web.renderer import language_names

router = APIRouter(prefix="/api", tags=["organisers"])


def _invited(made: Invitation, config: ServerConfig) -> dict[str, object]:
    return {**asdict(made.organiser), "link": config.origin + made.path}


@router.get("/organisers", response_model=list[organiser_models.OrganiserLine])
async def list_organisers(bench: Bench, who: Who) -> list[OrganiserInfo]:
    """All organisers, in the order they were added."""
    return await run_in_threadpool(people.list_organisers, bench)


@router.post("/organisers", status_code=201, response_model=organiser_models.InvitationLine)
async def invite(wish: organiser_models.InvitationWish, bench: Bench, server: Server, who: Who) -> dict[str, object]:
    """Invite an organiser. The link is shown once, signs in once, and works for a week. For administrators."""
    return _invited(await run_in_threadpool(people.invite, bench, wish.name, who), server)


@router.post("/organisers/{organiser}/links", status_code=201, response_model=organiser_models.InvitationLine)
async def invite_again(organiser: str, bench: Bench, server: Server, who: Who) -> dict[str, object]:
    """A new link for an organiser; the older one opens nothing any more. For administrators."""
    return _invited(await run_in_threadpool(people.invite_again, bench, organiser, who), server)


@router.put("/organisers/{organiser}/role", response_model=organiser_models.OrganiserLine)
async def set_role(organiser: str, wish: organiser_models.RoleWish, bench: Bench, who: Who) -> OrganiserInfo:
    """Give the administrator's role, or take it away. For administrators."""
    return await run_in_threadpool(people.set_administrator, bench, organiser, wish.administrator, who)


@router.delete("/organisers/{organiser}", status_code=204)
async def remove_organiser(organiser: str, bench: Bench, who: Who) -> None:
    """End an organiser's sessions, links, password and tokens at once. For administrators."""
    await run_in_threadpool(people.remove_organiser, bench, organiser, who)


@router.get("/organisers/history", response_model=list[organiser_models.HappeningLine])
async def history(bench: Bench, who: Who) -> list[people.Happening]:
    """What was done to organisers last, the newest first."""
    return await run_in_threadpool(people.history, bench)


@router.delete("/organisers/{organiser}/sessions", status_code=204)
async def end_sessions(organiser: str, bench: Bench, who: Who) -> None:
    """End every session, sign-in link and token of an organiser. For administrators."""
    await run_in_threadpool(people.end_sessions, bench, organiser, who=who.name)


@router.delete("/me/sessions", status_code=204)
async def end_own_sessions(bench: Bench, who: Who) -> None:
    """End all of your own sessions, sign-in links and tokens, the one that asks too."""
    await run_in_threadpool(people.end_sessions, bench, who.uid, who=who.name)


@router.get("/records", response_model=list[organiser_models.RecordLine], responses=OR_CSV)
async def records(
    bench: Bench, who: Who, query: Annotated[organiser_models.RecordsQuery, Query()]
) -> Response | list[people.Record]:
    """What was done to people, links, roles and data, the newest first. For administrators."""
    wish = people.RecordsWish(query.most, query.before, query.since, query.study)
    found = await run_in_threadpool(people.list_records, bench, words_in(query.lang, bench.texts), wish)
    if query.format == "json":
        return found
    headers = {"content-disposition": 'attachment; filename="records.csv"'}
    return Response(b"".join(people.records_file(found)), media_type="text/csv", headers=headers)


@router.put("/me/password", status_code=204)
async def change_password(
    wish: organiser_models.OwnPassword, request: Request, who: Who, passwords: SlowChecks
) -> None:
    """Set or change one's own password; all sessions in browsers end."""
    await passwords.change(request, who, PasswordWish(wish.new, wish.current))


@router.put("/me/language", status_code=204)
async def choose_language(wish: organiser_models.OwnLanguage, bench: Bench, who: Who) -> None:
    """The language of one's own pages."""
    known = language_names(bench.texts if bench.texts.is_dir() else None)
    if wish.language not in known:
        raise Refused.of("organiser.unknown_language", "language", wish.language, sorted(known))
    await bench.database.write_async(lambda run: people.choose_language(bench, run, who, wish.language))


@router.get("/me/tokens", response_model=list[organiser_models.TokenLine])
async def list_tokens(bench: Bench, who: Who) -> list[people.TokenInfo]:
    """Your own API tokens that work."""
    return await run_in_threadpool(people.list_tokens, bench, who)


@router.post("/me/tokens", status_code=201, response_model=organiser_models.NewToken)
async def make_token(wish: organiser_models.NewTokenWish, bench: Bench, who: Who) -> dict[str, str]:
    """A new API token of your own. It is shown once."""
    wanted = people.TokenWish(wish.name, wish.scope, wish.study, wish.days)
    if wish.study:
        study = wish.study
        await bench.database.read_async(lambda run: people.check_role(run, who, study, StudyRole.VIEWER))
    return {"name": wish.name, "token": await run_in_threadpool(people.make_token, bench, who, wanted)}


@router.delete("/me/tokens/{name}", status_code=204)
async def revoke_token(name: str, bench: Bench, who: Who) -> None:
    """End one of your own API tokens."""
    await run_in_threadpool(people.revoke_own_token, bench, who, name)
