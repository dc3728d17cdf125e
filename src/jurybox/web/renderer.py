"""Templates, the words of each language, static files: what every page is made of.

A template or a static file is named by its path below `web/`, whichever room it stands in.
"""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from jurybox import __version__
from jurybox.core import JuryboxError
from jurybox.studies import people, results
from jurybox.texts import Catalogue, Words, catalogue, facts_of, languages, message_of, name_of, words_in
from jurybox.web.markdown import FORMS
from jurybox.web.static_files import StaticFiles

WEB = Path(__file__).parent
TOKENS = "static/css/tokens.css"
LANGUAGE_COOKIE = "jurybox_language"


class Renderer:
    """Templates, the words of each language, and static addresses."""

    def __init__(self, own_texts: Path | None, made: dict[str, bytes], entry: str) -> None:
        """`made` are static files that stand in no folder; the modules of `entry` are sent as one."""
        self.own_texts = own_texts
        self.static = StaticFiles(WEB, made | {TOKENS: results.tokens_style()}, entry)
        self.templates = Environment(
            loader=FileSystemLoader(WEB), autoescape=True, undefined=StrictUndefined, auto_reload=False
        )
        self.templates.filters |= FORMS

    def page(self, request: Request, template: str, context: Mapping[str, object], status: int = 200) -> HTMLResponse:
        frame = {
            "organiser": self._called(request),
            "languages": language_names(self.own_texts),
            "here": _address(request),
            "section": request.url.path.split("/")[1],
        }
        html = self.html(self.language(request), template, {**frame, **context})
        return HTMLResponse(html, status, {"cache-control": "no-store"})

    def _called(self, request: Request) -> str | None:
        """Who is signed in; whoever has no name yet is called in the page's language."""
        name: str | None = getattr(request.state, "organiser", None)
        return self.words(request)("org.roles.role.organiser") if name == people.FIRST_NAME else name

    def html(self, lang: str, template: str, context: Mapping[str, object]) -> str:
        words, address = words_in(lang, self.own_texts), self.static.url
        frame = {"t": words, "static_url": address, "lang": lang, "version": __version__}
        return self.templates.get_template(template).render({**frame, **context})

    def language(self, request: Request) -> str:
        return language_of(request, self.own_texts)

    def words(self, request: Request) -> Words:
        return words_in(self.language(request), self.own_texts)

    def told(self, request: Request, error: JuryboxError | None) -> str | None:
        """All that was wrong, in the reader's language."""
        lang = self.language(request)
        return " ".join(message_of(fault, lang, page=True) for fault in error.faults) if error else None

    def texts(self, request: Request, *prefixes: str) -> Catalogue:
        return page_texts(self.language(request), self.own_texts, *prefixes)


def page_texts(lang: str, own_texts: Path | None, *prefixes: str) -> Catalogue:
    """The words that a script needs: those whose keys begin so, and how the language counts."""
    words = {key: words for key, words in catalogue(lang, own_texts).items() if key.startswith(prefixes)}
    return words | facts_of(lang, own_texts)


def language_names(folder: Path | None = None) -> dict[str, str]:
    """Every language there is a catalogue for, under its own name."""
    return {code: name_of(code, folder) for code in languages(folder)}


def _address(request: Request) -> str:
    """Where to come back to: the page itself, without the language that was asked for."""
    if request.method != "GET":
        return "/"
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return request.url.path + (f"?{urlencode(kept)}" if kept else "")


def language_of(request: Request, folder: Path | None = None) -> str:
    """What was asked for by ?lang=, else what the organiser chose, here or at last on this device.

    Where nobody chose: what the browser prefers among what there is, else English.
    """
    known = languages(folder)
    account = getattr(request.state, "account", None)
    chosen = [account.language or ""] if account is not None else []
    wanted = [request.query_params.get("lang", ""), *chosen, request.cookies.get(LANGUAGE_COOKIE, "")]
    for part in request.headers.get("accept-language", "").split(","):
        wanted.append(part.split(";")[0].strip())
    for tag in wanted:
        for code in (tag, tag.split("-")[0].lower()):
            if code in known:
                return code
    return "en"
