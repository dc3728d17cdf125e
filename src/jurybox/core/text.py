"""Texts in several languages, and how they are compared."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import Field

Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
Text = Annotated[dict[Language, Annotated[str, Field(min_length=1)]], Field(min_length=1)]
"""A text per language: {en: Good, es: Buena}."""
LanguagePair = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[a-z]{2,3})?$")]
"""What texts are in: `es`, or `en-de` where they were made of English ones."""


def in_language(text: Mapping[str, str], languages: Iterable[str]) -> str:
    """The text in the first wanted language it has, then English, then any.

    >>> in_language({"en": "Good", "es": "Buena"}, ["es-MX", "en"])
    'Buena'
    """
    for wanted in [*languages, "en"]:
        for tag in (wanted, wanted.split("-")[0]):
            if tag in text:
                return text[tag]
    return next(iter(text.values()))


def exact_key(text: str) -> str:
    """Two texts are equal when their NFC forms are."""
    return unicodedata.normalize("NFC", text)


def same_words_key(text: str) -> str:
    """Like exact_key, but blind to case, spaces and final punctuation.

    >>> same_words_key("A dog .") == same_words_key("a  dog")
    True
    """
    words = " ".join(exact_key(text).casefold().split())
    while words and (unicodedata.category(words[-1]).startswith("P") or words[-1] == " "):
        words = words[:-1]
    return words


def same_text(a: str, b: str) -> bool:
    """Equal after trimming, case folding and NFC: what the rule `same_text` means."""
    return exact_key(a.strip()).casefold() == exact_key(b.strip()).casefold()
