"""One's own API tokens: listed, made, revoked."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError, StudyRole
from jurybox.studies import people
from jurybox.studies.people import TokenWish
from jurybox.web.organiser.site import PageRoute, Site


class TokenPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/account/tokens", self.show, "GET"),
            ("/account/tokens", self.make, "POST"),
            ("/account/tokens/revoke", self.revoke, "POST"),
        ]

    async def show(self, request: Request) -> Response:
        return await self._page(request)

    async def _page(self, request: Request, made: str | None = None, error: JuryboxError | None = None) -> Response:
        tokens = await run_in_threadpool(people.list_tokens, self.bench, request.state.account)
        seen = await run_in_threadpool(people.studies_of, self.bench, request.state.account)
        context = {
            "tokens": tokens,
            "studies": sorted(seen),
            "scopes": people.SCOPES,
            "made": made,
            "fault": self.site.renderer.told(request, error),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/tokens.html", context, status)

    async def make(self, request: Request) -> Response:
        """The token stands on the answer and nowhere else."""
        form = await self.site.form(request)
        try:
            made = await run_in_threadpool(
                people.make_token, self.bench, request.state.account, await self._wish(request, form)
            )
        except JuryboxError as error:
            return await self._page(request, error=error)
        return await self._page(request, made)

    async def _wish(self, request: Request, form: FormData) -> TokenWish:
        days, study = str(form.get("days") or ""), str(form.get("study") or "")
        if study:
            who = request.state.account
            await self.bench.database.read_async(lambda run: people.check_role(run, who, study, StudyRole.VIEWER))
        lasts = int(days) if days.isdecimal() and len(days) < 6 else None
        return TokenWish(str(form.get("name") or ""), str(form.get("scope") or "write"), study or None, lasts)

    async def revoke(self, request: Request) -> Response:
        form = await self.site.form(request)
        try:
            await run_in_threadpool(
                people.revoke_own_token, self.bench, request.state.account, str(form.get("name") or "")
            )
        except JuryboxError as error:
            return await self._page(request, error=error)
        return RedirectResponse("/account/tokens", 303)
