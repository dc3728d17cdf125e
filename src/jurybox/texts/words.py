"""Words in one language: parameters filled in, plural forms chosen by CLDR's rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jurybox.texts.catalogues import catalogue

Words = Callable[..., str]
"""From a key and its parameters to words; the parameter `n` chooses the plural form."""
WITHOUT_PLURAL = ("zh", "ja", "ko", "vi", "th", "id")
WITH_MANY = ("es", "fr", "it", "pt")


def plural_form(language: str, n: float) -> str:
    """CLDR's cardinal category of a number.

    >>> plural_form("de", 1), plural_form("fr", 0), plural_form("it", 1_000_000), plural_form("zh", 1)
    ('one', 'one', 'many', 'other')
    """
    base = language.split("-")[0]
    if base in WITHOUT_PLURAL:
        return "other"
    if n == 1 or (base in ("fr", "pt") and 0 <= n < 2):
        return "one"
    return "many" if base in WITH_MANY and n and n % 1_000_000 == 0 else "other"


def words_in(language: str, folder: Path | None = None) -> Words:
    """The words of a language; `folder` holds an organiser's own catalogues.

    >>> words_in("en")("language.name")
    'English'
    """
    texts = catalogue(language, folder)

    def words(key: str, **parameters: Any) -> str:
        entry = texts[key]
        if isinstance(entry, dict):
            entry = entry.get(plural_form(language, parameters.get("n", 0)), entry["other"])
        for name, value in parameters.items():
            entry = entry.replace("{" + name + "}", str(value))
        return entry

    return words
