"""Templates, the words of each language, static files: what every page is made of."""

import json
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from jurybox import __version__
from jurybox.studies import results
from jurybox.texts import Words, catalogue, languages, words_in
from jurybox.web.static_files import StaticFile, StaticFiles
from jurybox.web.words import language_names, language_of

HERE = Path(__file__).parent
FIRST_FILES = ("rate.js", "css/rate.css")
"""What a rater's page waits for."""


class Renderer:
    """Templates, the words of each language, and static addresses."""

    def __init__(self, own_texts: Path | None) -> None:
        self.own_texts = own_texts
        catalogues = {
            f"texts/{code}.json": self._page_texts(code, ("rate.", "error.")) for code in languages(own_texts)
        }
        styles = (
            "tokens",
            "base",
            "page",
            "task",
            "question",
            "options",
            "numbers",
            "marks",
            "video",
            "panel",
            "welcome",
        )
        extra = {name: json.dumps(texts, ensure_ascii=False).encode() for name, texts in catalogues.items()}
        # One file of styles instead of eleven: a third less to send.
        extra["css/rate.css"] = b"".join((HERE / "static" / "css" / f"{name}.css").read_bytes() for name in styles)
        extra["css/findings.css"] = results.findings_style()
        self.static = StaticFiles(HERE / "static", extra, "rate.js")
        self.early = self.static.text("early.js")
        self._rater_pages: dict[str, StaticFile] = {}
        self.templates = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, auto_reload=False
        )

    def _page_texts(self, lang: str, prefixes: tuple[str, ...]) -> dict[str, Any]:
        return {key: words for key, words in catalogue(lang, self.own_texts).items() if key.startswith(prefixes)}

    def page(self, request: Request, template: str, context: dict[str, Any], status: int = 200) -> HTMLResponse:
        who = {"organiser": getattr(request.state, "organiser", None)}
        html = self._html(language_of(request, self.own_texts), template, who | context)
        return HTMLResponse(html, status, {"cache-control": "no-store"})

    def _html(self, lang: str, template: str, context: dict[str, Any]) -> str:
        frame = {
            "t": words_in(lang, self.own_texts), "static_url": self.static.url, "lang": lang, "version": __version__,
        }  # fmt: skip
        return self.templates.get_template(template).render(frame | context)

    def rater_page(self, lang: str) -> StaticFile:
        """The same for everyone who reads a language: made and compressed once."""
        found = self._rater_pages.get(lang)
        if found is None:
            context = {
                "early": self.early,
                "languages": language_names(self.own_texts),
                "texts": self._page_texts(lang, ("rate.", "error.")),
            }
            html = self._html(lang, "rate.html", context).encode()
            found = self._rater_pages[lang] = StaticFile(html, "text/html; charset=utf-8")
        return found

    def words(self, request: Request) -> Words:
        return words_in(language_of(request, self.own_texts), self.own_texts)

    def texts(self, request: Request, *prefixes: str) -> dict[str, Any]:
        return self._page_texts(language_of(request, self.own_texts), prefixes)
