"""One's own API tokens: listed, made, revoked."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError
from jurybox.studies import people
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
        context = {"tokens": tokens, "made": made, "fault": self.site.renderer.told(request, error)}
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/tokens.html", context, status)

    async def make(self, request: Request) -> Response:
        """The token stands on the answer and nowhere else."""
        form = await self.site.form(request)
        try:
            made = await run_in_threadpool(
                people.make_token, self.bench, request.state.account, str(form.get("name") or "")
            )
        except JuryboxError as error:
            return await self._page(request, error=error)
        return await self._page(request, made)

    async def revoke(self, request: Request) -> Response:
        form = await self.site.form(request)
        try:
            await run_in_threadpool(
                people.revoke_own_token, self.bench, request.state.account, str(form.get("name") or "")
            )
        except JuryboxError as error:
            return await self._page(request, error=error)
        return RedirectResponse("/account/tokens", 303)
