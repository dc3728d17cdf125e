"""The questions about a rater that are usual: asked for by one word, in the words of every page language."""

from collections.abc import Sequence
from pathlib import Path

from jurybox.core import AboutQuestion
from jurybox.texts import languages, words_in

STANDARD = "standard"
"""Wished for instead of a list of questions."""
USUAL = ("first_language", "dialect", "region")


def usual_questions(texts: Path | None = None) -> list[AboutQuestion]:
    """Only the first must be answered; `texts` holds an organiser's own catalogues."""
    spoken = {language: words_in(language, texts) for language in languages(texts)}
    prompts = {id: {language: words(f"questionnaire.{id}") for language, words in spoken.items()} for id in USUAL}
    return [AboutQuestion(id=id, prompt=prompt, required=id == USUAL[0]) for id, prompt in prompts.items()]


def asks_usual(questionnaire: Sequence[AboutQuestion], texts: Path | None = None) -> bool:
    """Whether these are the usual questions and no others."""
    return list(questionnaire) == usual_questions(texts)
