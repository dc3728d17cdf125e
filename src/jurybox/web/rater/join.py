"""Joining a study by its link: a page that posts what the address holds, what is read before, and the way in.

What a platform put into the address is sent on in the body, and the address is cleared before anything else.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from jurybox.core import JuryboxError
from jurybox.studies import Workbench, people
from jurybox.studies.people import Invited, Taking
from jurybox.web.config import ServerConfig
from jurybox.web.markdown import guideline_html
from jurybox.web.renderer import Renderer

FIELDS = ("token", *(name for names in people.PARAMETERS.values() for name in names))
"""What goes from page to page: the token of the link, and what platforms say."""
LONGEST = 1_000


class JoinPages:
    def __init__(self, bench: Workbench, config: ServerConfig, renderer: Renderer) -> None:
        self.bench, self.config, self.renderer = bench, config, renderer

    def routes(self) -> list[Route]:
        return [
            Route("/join/{study}", self.add_slash),
            Route("/join/{study}/", self.open, methods=["GET"]),
            Route("/join/{study}/", self.look, methods=["POST"]),
            Route("/join/{study}/take-part", self.take_part, methods=["POST"]),
        ]

    async def add_slash(self, request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/join/{request.path_params['study']}/{query}", 308)

    async def open(self, request: Request) -> Response:
        """The same for everyone: nothing is known before the page has sent what stands behind the #."""
        context = {"fields": FIELDS, "here": "/"}
        return self.renderer.page(request, "rater/templates/join_open.html", context)

    async def look(self, request: Request) -> Response:
        """What the study says to who may join; nothing is written."""
        given, key = await _given(request), request.path_params["study"]
        try:
            platform = people.platform_of(given)
            found = await self.bench.database.read_async(
                lambda run: people.look_at_study(self.bench, run, key, given["token"])
            )
        except JuryboxError as error:
            return self._cannot(request, error)
        return self._page(request, found, given, asks_name=platform is None)

    async def take_part(self, request: Request) -> Response:
        given, key = await _given(request), request.path_params["study"]
        lang = self.renderer.language(request)
        try:
            platform = people.platform_of(given)
            taking = Taking(given["name"], lang, given["agreed"] or None, platform)
            joined = await self.bench.database.write_async(
                lambda run: people.join_study(self.bench, run, key, given["token"], taking)
            )
        except JuryboxError as error:
            return self._cannot(request, error)
        if platform is not None:
            return RedirectResponse(joined.path, 303, {"cache-control": "no-store"})
        link = self.config.origin + joined.path
        context = {"link": link, "picture": people.qr_code(link), "here": "/"}
        return self.renderer.page(request, "rater/templates/join_done.html", context)

    def _page(self, request: Request, found: Invited, given: dict[str, str], asks_name: bool) -> Response:
        lang = self.renderer.language(request)
        texts = found.consent
        spoken = next((code for code in (lang, found.language, "en", *texts) if code in texts), None)
        prose, hash = texts[spoken] if spoken else ("", "")
        title = found.title.get(lang) or found.title.get(found.language) or next(iter(found.title.values()), "")
        context = {
            "study": found.study,
            "title": title,
            "consent": guideline_html(prose) if prose else None,
            "consent_lang": spoken,
            "hash": hash,
            "checks": found.checks,
            "known": found.known,
            "asks_name": asks_name,
            "fields": {name: given[name] for name in FIELDS if given[name]},
            "here": "/",
        }
        return self.renderer.page(request, "rater/templates/join.html", context)

    def _cannot(self, request: Request, error: JuryboxError) -> Response:
        """Why nobody joins now, in the reader's language."""
        code = error.faults[0].code
        if not code.startswith("join."):
            raise error
        reason = code.removeprefix("join.")
        return self.renderer.page(
            request, "rater/templates/join_not.html", {"reason": reason, "here": "/"}, error.status
        )


async def _given(request: Request) -> dict[str, str]:
    """What a form sent: texts without null characters, none of them long."""
    form = await request.form()
    named = ((name, str(form.get(name) or "")) for name in (*FIELDS, "name", "agreed"))
    return {name: value.replace("\0", "")[:LONGEST] for name, value in named}
