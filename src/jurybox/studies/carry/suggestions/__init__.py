"""Answers from elsewhere brought into a draft, for its raters to correct."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.suggestions.ask import (
        FILE_FORMATS,
        SUGGEST_JOB,
        SuggestArgs,
        ask_suggestions,
        do_suggest,
        sources_for,
    )
    from jurybox.studies.carry.suggestions.bring import (
        BroughtSuggestions,
        SuggestionWish,
        ToldSuggestions,
        drop_suggestions,
        suggest,
        told_suggestions,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "FILE_FORMATS",
    "SUGGEST_JOB",
    "BroughtSuggestions",
    "SuggestArgs",
    "SuggestionWish",
    "ToldSuggestions",
    "ask_suggestions",
    "do_suggest",
    "drop_suggestions",
    "sources_for",
    "suggest",
    "told_suggestions",
]
