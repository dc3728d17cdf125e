"""Words in one language: parameters filled in, plural forms chosen by the rules of its catalogue."""

from collections.abc import Callable
from pathlib import Path

from jurybox.texts.catalogues import PLURAL, catalogue
from jurybox.texts.plurals import plural_form

Words = Callable[..., str]
"""From a key and its parameters to words; the parameter `n` chooses the plural form."""


def words_in(language: str, folder: Path | None = None) -> Words:
    """The words of a language; `folder` holds an organiser's own catalogues.

    >>> words_in("en")("language.name")
    'English'
    """
    texts = catalogue(language, folder)
    rules = texts[PLURAL]
    assert isinstance(rules, dict)

    def words(key: str, *, n: float | None = None, **parameters: object) -> str:
        entry = texts[key]
        if isinstance(entry, dict):
            entry = entry.get(plural_form(rules, n or 0), entry["other"])
        for name, value in (parameters if n is None else {"n": n, **parameters}).items():
            entry = entry.replace("{" + name + "}", str(value))
        return entry

    return words
