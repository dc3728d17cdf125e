"""A shared result: read by whoever has the link, without signing in. The token stays in the fragment of the address.

The page posts it and gets what it may show; nothing of it stands in an address, a cookie or a log.
"""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from jurybox.core import NotFound
from jurybox.studies import results
from jurybox.texts import message_of
from jurybox.web.organiser.site import PageRoute, Site

LONGEST_TOKEN = 200
PRIVATE = {"cache-control": "no-store", "x-robots-tag": "noindex, nofollow"}


class SharedPages:
    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[PageRoute]:
        return [
            ("/shared/", self.show, "GET"),
            ("/shared/result", self.result, "POST"),
            ("/shared/archive", self.archive, "POST"),
        ]

    async def show(self, request: Request) -> Response:
        """The page before it has posted its token; the same for everybody."""
        return self._page(request, "shared.html", {})

    async def result(self, request: Request) -> Response:
        """What the link shows, or words of why it shows nothing."""
        token = await self._token(request)
        try:
            shared = await run_in_threadpool(results.open_share, self.site.bench, token)
        except NotFound as error:
            return self._page(request, "shared_result.html", {"fault": message_of(error.faults[0])}, 404)
        words, lang = self.site.renderer.words(request), self.site.renderer.language(request)
        spoken = await run_in_threadpool(results.spoken_here, self.site.bench, shared.study, lang)
        found = await run_in_threadpool(results.frozen_pieces, shared.findings, words, spoken, not shared.names)
        context: dict[str, object] = {"fault": None, "result": shared.result, "names": shared.names, "found": found}
        return self._page(request, "shared_result.html", context)

    async def archive(self, request: Request) -> Response:
        token = await self._token(request)
        language = self.site.renderer.language(request)
        name, body = await run_in_threadpool(results.shared_archive, self.site.bench, token, language)
        headers = {**PRIVATE, "content-disposition": f'attachment; filename="{name}.zip"'}
        return Response(body, media_type="application/zip", headers=headers)

    async def _token(self, request: Request) -> str:
        form = await self.site.form(request)
        return str(form.get("token") or "")[:LONGEST_TOKEN]

    def _page(self, request: Request, template: str, context: dict[str, object], status: int = 200) -> Response:
        page = self.site.renderer.page(request, f"organiser/templates/{template}", context, status)
        page.headers.update(PRIVATE)
        return page
