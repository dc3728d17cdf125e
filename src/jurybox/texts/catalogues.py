"""Catalogues of page texts: <lang>.json, flat keys; a value is a text or a CLDR plural object {"one": …, "other": …}.

An organiser adds a language by putting such a file into a folder of their own. What a catalogue lacks is taken from the
language that it names under `language.fallback`, else from English. All that is to be known of a language stands in its
file under `language.`: what it calls itself, its plural rules, how it writes 1,234.5, what an apostrophe is in it.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from jurybox.texts.plurals import FORMS, OTHER, is_rule

Catalogue = dict[str, str | dict[str, str]]
HERE = Path(__file__).parent
PLURAL = "language.plural"
"""The plural forms of the language, each with CLDR's rule for it."""
NUMBER = "language.number"
"""1,234.5 as the language writes it."""
RENAMED = {"report.number.sample": NUMBER}
"""Keys of catalogues that were made for 0.1."""
APOSTROPHE = "language.apostrophe"
"""`quote` where an apostrophe beside a word is a quotation mark, else it is a letter: ch'íich'."""
ALSO_QUOTING = ("nl", "ro")
"""Languages of texts that are rated, without a catalogue."""
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
    return _own("en", folder) | _said(language, folder)


def facts_of(language: str, folder: Path | None = None) -> Catalogue:
    """What a script must know of a language beyond its words, as far as its catalogue or its fallbacks say it.

    >>> facts_of("de")["language.number"], facts_of("xx")
    ('1.234,5', {'language.quoting': 'de en es fr it nl pt ro zh'})
    """
    said = _said(language, folder)
    quoting = {code for code in languages(folder) if _own(code, folder).get(APOSTROPHE) == "quote"}
    facts = {key: said[key] for key in (PLURAL, NUMBER) if key in said}
    return facts | {"language.quoting": " ".join(sorted(quoting.union(ALSO_QUOTING)))}


def name_of(language: str, folder: Path | None = None) -> str:
    """What a language calls itself; its code where nothing says it."""
    return str(_own(language, folder).get("language.name", _other_names().get(language, language)))


def languages_of_texts(folder: Path | None = None) -> dict[str, str]:
    """What languages in which texts often are call themselves, by code, in the order of these names."""
    known = {code: name_of(code, folder) for code in languages(folder)} | _other_names()
    return dict(sorted(known.items(), key=lambda one: one[1].casefold()))


@cache
def _other_names() -> dict[str, str]:
    """Of languages without a catalogue of ours."""
    names: dict[str, str] = json.loads((HERE / "spoken" / "names.json").read_text(encoding="utf-8"))
    return names


def _said(language: str, folder: Path | None) -> Catalogue:
    """What a language and its fallbacks say, without English, which is behind them all."""
    found: Catalogue = {}
    for code in _line(language, folder):
        found |= _own(code, folder)
    return found


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
    return line[::-1]


def _own(language: str, folder: Path | None) -> Catalogue:
    """What the files of one language say, without any other."""
    found: Catalogue = {}
    for file in _files(folder).get(language, []):
        found |= _read(file, file.stat().st_mtime_ns)
    return found


def _files(folder: Path | None) -> dict[str, list[Path]]:
    """The files of each language, an organiser's own last, so that they may also correct ours."""
    found = {language: [file] for language, file in _ours(HERE).items()}
    for file in _catalogues_in(folder) if folder is not None else ():
        found.setdefault(file.stem, []).append(file)
    return found


@cache
def _ours(folder: Path) -> dict[str, Path]:
    """They come with the package and stay; an organiser's own may be added while the server runs."""
    return {file.stem: file for file in _catalogues_in(folder)}


def _catalogues_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.json") if _NAME.match(file.name))


@cache
def _read(file: Path, changed: int) -> Catalogue:
    try:
        texts = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadCatalogue(file, [str(error)]) from error
    if not isinstance(texts, dict):
        raise BadCatalogue(file, ["it must be one object of keys and texts"])
    problems = [f"'{key}' is {_what(value)}" for key, value in texts.items() if not _is_entry(value)]
    if problems := problems or list(_bad_facts(texts)):
        raise BadCatalogue(file, problems)
    return texts | {new: texts[old] for old, new in RENAMED.items() if old in texts}


def _bad_facts(texts: Catalogue) -> Iterator[str]:
    plural, number = texts.get(PLURAL, {}), texts.get(NUMBER, "1,234.5")
    if isinstance(plural, str):
        yield f"'{PLURAL}' is a text, not an object with a rule for each plural form"
    else:
        for form, rule in plural.items():
            if form != OTHER and not is_rule(rule):
                yield f"'{PLURAL}' has no rule of CLDR for '{form}': {rule}"
    if not isinstance(number, str) or not re.fullmatch("1.234.5", number):
        yield f"'{NUMBER}' does not say how 1,234.5 is written"


def _is_entry(value: object) -> bool:
    if not isinstance(value, dict):
        return isinstance(value, str)
    forms_known = set(value) <= set(FORMS) and OTHER in value
    return forms_known and all(isinstance(form, str) for form in value.values())


def _what(value: object) -> str:
    if isinstance(value, dict):
        return f"no plural object: allowed are {', '.join(FORMS)}, and other is needed"
    return f"{json.dumps(value)[:40]}, not a text"
