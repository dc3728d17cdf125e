"""Words of a page in one language: parameters filled in, plural forms chosen by CLDR's rules."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request

from jurybox.texts import Catalogue, catalogue, languages, name_of

Translate = Callable[..., str]


def plural_form(language: str, n: float) -> str:
    """CLDR's cardinal category of a number.

    >>> plural_form("en", 1), plural_form("fr", 0), plural_form("es", 1_000_000), plural_form("zh", 1)
    ('one', 'one', 'many', 'other')
    """
    base = language.split("-")[0]
    if base in ("zh", "ja", "ko", "vi", "th", "id"):
        return "other"
    if n == 1 or (base in ("fr", "pt") and 0 <= n < 2):
        return "one"
    if base in ("es", "fr", "it", "pt") and n and n % 1_000_000 == 0:
        return "many"
    return "other"


def translator(language: str, folder: Path | None = None) -> Translate:
    """A function from key and parameters to words; `n` chooses the plural form."""
    texts = catalogue(language, folder)

    def translate(key: str, **parameters: Any) -> str:
        return fill(texts, language, key, parameters)

    return translate


def fill(texts: Catalogue, language: str, key: str, parameters: Mapping[str, Any]) -> str:
    entry = texts[key]
    if isinstance(entry, dict):
        entry = entry.get(plural_form(language, parameters.get("n", 0)), entry["other"])
    for name, value in parameters.items():
        entry = entry.replace("{" + name + "}", str(value))
    return entry


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
