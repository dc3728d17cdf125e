"""Catalogues of page texts: <lang>.json, flat keys; a value is a text or a CLDR plural object {"one": …, "other": …}.

An organiser adds a language by putting such a file into a folder of their own. What a catalogue lacks is taken from the
language that it names under `language.fallback`, else from English; `language.name` is what the language calls itself.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

Catalogue = dict[str, str | dict[str, str]]
HERE = Path(__file__).parent
PLURALS = ("zero", "one", "two", "few", "many", "other")
_NAME = re.compile(r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\.json$")


class BadCatalogue(ValueError):
    """A catalogue that can't be used, with everything that is wrong with it."""

    def __init__(self, file: Path, problems: list[str]) -> None:
        super().__init__(f"{file} is no catalogue of texts: {'; '.join(problems)}")
        self.file, self.problems = file, problems


def languages(folder: Path | None = None) -> list[str]:
    """The languages there is a catalogue for, by code; `folder` holds an organiser's own."""
    return sorted(_files(folder))


def catalogue(language: str, folder: Path | None = None) -> Catalogue:
    """The texts in a language; `es-MX` falls back to `es`, then to what either names, at last to English."""
    found: Catalogue = {}
    for code in _line(language, folder):
        found |= _own(code, folder)
    return found


def name_of(language: str, folder: Path | None = None) -> str:
    """What a language calls itself; its code where its catalogue does not say."""
    return str(_own(language, folder).get("language.name", language))


def _line(language: str, folder: Path | None) -> list[str]:
    """The languages a text is looked for in, the wanted one last; a circle of fallbacks ends where it closes."""
    line: list[str] = []
    wanted: list[str] = [language]
    while wanted:
        code = wanted.pop(0)
        if code not in line:
            line.append(code)
            fallback = _own(code, folder).get("language.fallback")
            wanted += [code.split("-")[0], *([fallback] if isinstance(fallback, str) else [])]
    return ["en", *reversed(line)]


def _own(language: str, folder: Path | None) -> Catalogue:
    """What the files of one language say, without any other."""
    found: Catalogue = {}
    for file in _files(folder).get(language, []):
        found |= _read(file, file.stat().st_mtime_ns)
    return found


def _files(folder: Path | None) -> dict[str, list[Path]]:
    """The files of each language, an organiser's own last, so that they may also correct ours."""
    found: dict[str, list[Path]] = {}
    for place in (HERE, folder):
        for file in sorted(place.glob("*.json")) if place is not None else ():
            if _NAME.match(file.name):
                found.setdefault(file.stem, []).append(file)
    return found


@cache
def _read(file: Path, changed: int) -> Catalogue:
    try:
        texts = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadCatalogue(file, [str(error)]) from error
    if not isinstance(texts, dict):
        raise BadCatalogue(file, ["it must be one object of keys and texts"])
    problems = [f"'{key}' is {_what(value)}" for key, value in texts.items() if not _is_entry(value)]
    if problems:
        raise BadCatalogue(file, problems)
    return texts


def _is_entry(value: Any) -> bool:
    if not isinstance(value, dict):
        return isinstance(value, str)
    forms_known = set(value) <= set(PLURALS) and "other" in value
    return forms_known and all(isinstance(form, str) for form in value.values())


def _what(value: Any) -> str:
    if isinstance(value, dict):
        return f"no plural object: allowed are {', '.join(PLURALS)}, and other is needed"
    return f"{json.dumps(value)[:40]}, not a text"
