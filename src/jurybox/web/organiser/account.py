"""What an organiser does about themself and about others: language, password, invitations, roles, removal."""

from collections.abc import Callable

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import Denied, JuryboxError
from jurybox.studies import Workbench, people
from jurybox.studies.people import Invitation, Organiser, PasswordWish
from jurybox.web.auth import SESSION_COOKIE, signed_in
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.renderer import LANGUAGE_COOKIE, language_names

YEAR_S = 365 * 24 * 3600
RECORDS_SHOWN = 200


class LanguagePage:
    """Open to all: who is not signed in chooses for this device only."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[PageRoute]:
        return [("/language", self.choose, "POST")]

    async def choose(self, request: Request) -> Response:
        form = await self.site.form(request)
        code, back = str(form.get("lang") or ""), str(form.get("back") or "")
        response = RedirectResponse(back if _is_ours(back) else "/", 303)
        if code not in language_names(self.site.renderer.own_texts):
            return response
        response.set_cookie(
            LANGUAGE_COOKIE,
            code,
            max_age=YEAR_S,
            httponly=True,
            samesite="lax",
            secure=self.site.config.is_https,
        )
        bench = self.site.bench
        try:
            me = await signed_in(request, bench)
        except Denied:
            return response
        await bench.database.write_async(lambda run: people.choose_language(bench, run, me, code))
        return response


def _is_ours(path: str) -> bool:
    """Whether a path is one of this server: never another one's address."""
    return path.startswith("/") and not path.startswith(("//", "/\\"))


class AccountPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/account", self.account, "GET"),
            ("/account", self.set_password, "POST"),
            ("/organisers", self.organisers, "GET"),
            ("/organisers", self.invite, "POST"),
            ("/organisers/link", self.invite_again, "POST"),
            ("/organisers/role", self.set_role, "POST"),
            ("/organisers/remove", self.remove, "POST"),
            ("/organisers/sessions", self.end_sessions, "POST"),
            ("/account/sessions/end", self.end_own_sessions, "POST"),
            ("/records", self.records, "GET"),
        ]

    async def account(self, request: Request) -> Response:
        return self._account(request, is_saved=request.query_params.get("saved") == "yes")

    def _account(self, request: Request, error: JuryboxError | None = None, is_saved: bool = False) -> Response:
        me: Organiser = request.state.account
        context = {
            "me": me,
            "is_unnamed": me.name == people.FIRST_NAME,
            "is_saved": is_saved,
            "is_ended": request.query_params.get("ended") == "yes",
            "fault": self.site.renderer.told(request, error),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/account.html", context, status)

    async def set_password(self, request: Request) -> Response:
        """Set or change the own password; every other session ends."""
        form, me = await self.site.form(request), request.state.account
        wish = PasswordWish(str(form.get("new") or ""), str(form.get("current") or ""))
        kept, name = request.cookies.get(SESSION_COOKIE, ""), str(form.get("name") or "")
        try:
            await self.site.passwords.change(request, me, wish, kept, name)
        except JuryboxError as error:
            return self._account(request, error)
        return RedirectResponse("/account?saved=yes", 303)

    async def organisers(self, request: Request) -> Response:
        return await self._organisers(request)

    async def _organisers(
        self, request: Request, invitation: Invitation | None = None, error: JuryboxError | None = None
    ) -> Response:
        context = {
            "seen": await run_in_threadpool(people.history_version, self.bench),
            "me": request.state.account,
            "organisers": await run_in_threadpool(people.list_organisers, self.bench),
            "history": await run_in_threadpool(people.history, self.bench),
            "invited": invitation.organiser if invitation else None,
            "link": self.site.config.origin + invitation.path if invitation else None,
            "fault": self.site.renderer.told(request, error),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/organisers.html", context, status)

    async def invite(self, request: Request) -> Response:
        """The link stands on the answer and nowhere else."""
        return await self._with_link(request, people.invite)

    async def invite_again(self, request: Request) -> Response:
        return await self._with_link(request, people.invite_again)

    async def _with_link(self, request: Request, make: Callable[..., Invitation]) -> Response:
        form, me = await self.site.form(request), request.state.account
        try:
            made = await run_in_threadpool(make, self.bench, str(form.get("name") or ""), me)
        except JuryboxError as error:
            return await self._organisers(request, error=error)
        return await self._organisers(request, made)

    async def set_role(self, request: Request) -> Response:
        form = await self.site.form(request)
        return await self._change(request, people.set_administrator, str(form.get("name")), "administrator" in form)

    async def remove(self, request: Request) -> Response:
        form = await self.site.form(request)
        return await self._change(request, people.remove_organiser, str(form.get("name")))

    async def end_sessions(self, request: Request) -> Response:
        form = await self.site.form(request)
        return await self._change(request, _end_sessions, str(form.get("name")))

    async def end_own_sessions(self, request: Request) -> Response:
        """Everywhere but in this browser."""
        await self.site.form(request)
        me, kept = request.state.account, request.cookies.get(SESSION_COOKIE, "")
        await run_in_threadpool(people.end_sessions, self.bench, me.uid, kept, me.name)
        return RedirectResponse("/account?ended=yes", 303)

    async def records(self, request: Request) -> Response:
        """What was done to people, links, roles and data."""
        before = request.query_params.get("before", "")
        wish = people.RecordsWish(RECORDS_SHOWN, int(before) if before.isdecimal() and len(before) < 18 else 2**62)
        found = await run_in_threadpool(people.list_records, self.bench, self.site.renderer.words(request), wish)
        context = {"records": found, "more": found[-1].number if len(found) == RECORDS_SHOWN else None}
        return self.site.renderer.page(request, "organiser/templates/records.html", context)

    async def _change(self, request: Request, change: Callable[..., object], *args: object) -> Response:
        try:
            await run_in_threadpool(change, self.bench, *args, by=request.state.account)
        except JuryboxError as error:
            return await self._organisers(request, error=error)
        return RedirectResponse("/organisers", 303)


def _end_sessions(bench: Workbench, name: str, by: Organiser) -> None:
    people.end_sessions(bench, name, who=by.name)
