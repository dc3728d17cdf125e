"""The rater's page: the same shell for everyone, its styles and words, and the service worker that keeps it."""

import json
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from jurybox.studies import results
from jurybox.texts import languages
from jurybox.web.renderer import WEB, Renderer, language_names, page_texts
from jurybox.web.static_files import StaticFile

ENTRY = "rater/static/rate.js"
STYLE = "rater/static/css/rate.css"
FIRST_FILES = (ENTRY, STYLE)
"""What a rater's page waits for."""
OWN_STYLES = ("page", "task", "question", "options", "panel", "screens")
LATER_STYLE = "rater/static/css/later.css"
LATER_STYLES = ("guideline", "worked", "welcome", "windows", "disputes")
"""Of what is loaded when it is first needed; `styled` in screens/states.js asks for them."""
TEXTS = ("rate.", "error.")


def rater_files(own_texts: Path | None) -> dict[str, bytes]:
    """What is put together when the server starts: the words of each language, and all styles."""
    texts = {f"rater/static/texts/{code}.json": page_texts(code, own_texts, *TEXTS) for code in languages(own_texts)}
    files = {name: json.dumps(words, ensure_ascii=False).encode() for name, words in texts.items()}
    # One file of styles instead of ten: a third less to send.
    base = results.tokens_style() + (WEB / "static" / "css" / "base.css").read_bytes()
    return files | {STYLE: base + _joined(OWN_STYLES), LATER_STYLE: _joined(LATER_STYLES)}


def _joined(styles: Sequence[str]) -> bytes:
    return b"".join((WEB / "rater" / "static" / "css" / f"{name}.css").read_bytes() for name in styles)


class RaterPage:
    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.early = renderer.static.text("rater/static/early.js")
        self._made: dict[str, StaticFile] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/rate/worker.js", self.worker),
            Route("/rate/", self.no_study),
            Route("/rate", self.no_study),
            Route("/rate/{study}/", self.page),
            Route("/rate/{study}", self.add_slash),
        ]

    async def page(self, request: Request) -> Response:
        """The rater's page: the same shell for everyone, holding nothing of the study."""
        file = self._page_in(self.renderer.language(request))
        body, coding = file.sent(request.headers.get("accept-encoding", ""))
        headers = {"cache-control": "no-store", "vary": "accept-encoding", **coding}
        return Response(body, headers=headers, media_type=file.type)

    def _page_in(self, lang: str) -> StaticFile:
        """The same for everyone who reads a language: made and compressed once."""
        found = self._made.get(lang)
        if found is None:
            found = self._made[lang] = StaticFile(self._html(lang).encode(), "text/html; charset=utf-8")
        return found

    def _html(self, lang: str, banner: object = None) -> str:
        own_texts = self.renderer.own_texts
        context = {
            "early": self.early,
            "languages": language_names(own_texts),
            "texts": page_texts(lang, own_texts, *TEXTS),
            "preview": banner,
        }
        return self.renderer.html(lang, "rater/templates/rate.html", context)

    def preview(self, request: Request, banner: object) -> Response:
        """The page for an organiser who looks; a banner says so."""
        html = self._html(self.renderer.language(request), banner)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def no_study(self, request: Request) -> Response:
        """A link that was cut off: what to do, in the reader's language."""
        return self.renderer.page(request, "rater/templates/no_study.html", {}, 404)

    async def worker(self, request: Request) -> Response:
        """The service worker, at the address that makes all raters' pages its scope; looked at anew each time."""
        file = self.renderer.static.files["rater/static/worker.js"]
        return Response(file.content, headers={"cache-control": "no-cache"}, media_type=file.type)

    async def add_slash(self, request: Request) -> Response:
        return RedirectResponse(f"/rate/{request.path_params['study']}/", 308)
