"""Which language a page speaks, and which there are."""

from pathlib import Path

from starlette.requests import Request

from jurybox.texts import languages, name_of


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
