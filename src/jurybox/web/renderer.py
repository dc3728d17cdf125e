"""Templates, the words of each language, static files: what every page is made of.

A template or a static file is named by its path below `web/`, whichever room it stands in.
"""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from jurybox import __version__
from jurybox.studies import results
from jurybox.texts import Catalogue, Words, catalogue, facts_of, languages, name_of, words_in
from jurybox.web.static_files import StaticFiles

WEB = Path(__file__).parent
TOKENS = "static/css/tokens.css"


class Renderer:
    """Templates, the words of each language, and static addresses."""

    def __init__(self, own_texts: Path | None, made: dict[str, bytes], entry: str) -> None:
        """`made` are static files that stand in no folder; the modules of `entry` are sent as one."""
        self.own_texts = own_texts
        self.static = StaticFiles(WEB, made | {TOKENS: results.tokens_style()}, entry)
        self.templates = Environment(
            loader=FileSystemLoader(WEB), autoescape=True, undefined=StrictUndefined, auto_reload=False
        )

    def page(self, request: Request, template: str, context: Mapping[str, object], status: int = 200) -> HTMLResponse:
        who = {"organiser": getattr(request.state, "organiser", None)}
        html = self.html(self.language(request), template, {**who, **context})
        return HTMLResponse(html, status, {"cache-control": "no-store"})

    def html(self, lang: str, template: str, context: Mapping[str, object]) -> str:
        words, address = words_in(lang, self.own_texts), self.static.url
        frame = {"t": words, "static_url": address, "lang": lang, "version": __version__}
        return self.templates.get_template(template).render({**frame, **context})

    def language(self, request: Request) -> str:
        return language_of(request, self.own_texts)

    def words(self, request: Request) -> Words:
        return words_in(self.language(request), self.own_texts)

    def texts(self, request: Request, *prefixes: str) -> Catalogue:
        return page_texts(self.language(request), self.own_texts, *prefixes)


def page_texts(lang: str, own_texts: Path | None, *prefixes: str) -> Catalogue:
    """The words that a script needs: those whose keys begin so, and how the language counts."""
    words = {key: words for key, words in catalogue(lang, own_texts).items() if key.startswith(prefixes)}
    return words | facts_of(lang, own_texts)


def language_names(folder: Path | None = None) -> dict[str, str]:
    """Every language there is a catalogue for, under its own name."""
    return {code: name_of(code, folder) for code in languages(folder)}


def language_of(request: Request, folder: Path | None = None) -> str:
    """What was asked for by ?lang=, else what the browser prefers among what there is, else English."""
    known = languages(folder)
    wanted = [request.query_params.get("lang", "")]
    for part in request.headers.get("accept-language", "").split(","):
        wanted.append(part.split(";")[0].strip())
    for tag in wanted:
        for code in (tag, tag.split("-")[0].lower()):
            if code in known:
                return code
    return "en"
