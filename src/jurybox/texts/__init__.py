"""The words of faults and of the pages, in one catalogue each per language. Imports nothing of ours."""

from jurybox.texts.catalogues import (
    BadCatalogue,
    Catalogue,
    catalogue,
    facts_of,
    languages,
    languages_of_texts,
    name_of,
)
from jurybox.texts.faults import hint_of, line_of, message_of
from jurybox.texts.natural_order import natural
from jurybox.texts.which_language import language_of
from jurybox.texts.words import Words, words_in

__all__ = [
    "BadCatalogue",
    "Catalogue",
    "Words",
    "catalogue",
    "facts_of",
    "hint_of",
    "language_of",
    "languages",
    "languages_of_texts",
    "line_of",
    "message_of",
    "name_of",
    "natural",
    "words_in",
]
