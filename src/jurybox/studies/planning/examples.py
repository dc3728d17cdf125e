"""The worked examples of a study: which there are, in which languages, and which its raters get."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from jurybox.core import Example, Protocol, Settings, in_language
from jurybox.store import Run
from jurybox.studies.example_fit import Pair, fitting, pair_of_example
from jurybox.studies.study import StudyView
from jurybox.studies.texts_languages import rated_pairs, tell_pair, tell_pairs
from jurybox.studies.workbench import Workbench, view_in

FIRST_LETTERS = 60
"""Of each text of an example, by which it is told from the others."""


class ExampleChoice(NamedTuple):
    """A worked example as an organiser sees it who chooses."""

    id: str
    title: str
    words: list[str]
    """What its texts begin with."""
    languages: str
    is_chosen: bool
    is_usual: bool
    """Whether raters get it where nothing is chosen."""


class ExampleChoices(NamedTuple):
    examples: list[ExampleChoice]
    languages: str
    """All that there are; empty where they are in one, or it is known which of them fit."""


def pairs_among(protocol: Protocol, numbers: Iterable[int]) -> list[Pair]:
    """The languages of some examples, each once."""
    found = (pair_of_example(protocol.examples[n]) for n in numbers)
    return list(dict.fromkeys(pair for pair in found if pair))


def example_choices(bench: Workbench, key: str, settings: Settings, lang: str) -> ExampleChoices:
    """Every example that raters could be given first, with these settings."""

    def read(run: Run) -> ExampleChoices:
        return _choices(run, view_in(bench, run, key), settings, lang)

    return bench.database.read(read)


def _choices(run: Run, view: StudyView, settings: Settings, lang: str) -> ExampleChoices:
    calibration = settings.calibration.model_copy(update={"on": True, "chosen": None})
    every = replace(view, settings=settings.model_copy(update={"calibration": calibration})).trials
    fit = fitting(view.protocol, every, rated_pairs(settings, view.groups(run)))
    usual, chosen = fit or every, settings.calibration.chosen
    pairs = pairs_among(view.protocol, every)
    found = []
    for n in every:
        example = view.protocol.examples[n]
        is_chosen = n in usual if chosen is None else example.id in chosen
        found.append(_choice(example, lang, is_chosen, n in usual))
    return ExampleChoices(found, tell_pairs(pairs) if len(pairs) > 1 and not fit else "")


def _choice(example: Example, lang: str, is_chosen: bool, is_usual: bool) -> ExampleChoice:
    pair = pair_of_example(example)
    title = in_language(example.title, [lang]) if example.title else ""
    return ExampleChoice(
        example.id, title, list(_first_words(example)), tell_pair(pair) if pair else "", is_chosen, is_usual
    )


def _first_words(example: Example) -> Iterable[str]:
    """Of the source, and of the first candidate."""
    candidate = example.candidates[0]
    for pieces in ([example.fields, *example.segments], [candidate.fields, *candidate.segments]):
        words = next((v for piece in pieces for v in piece.values() if isinstance(v, str) and v.strip()), "")
        if words:
            yield words if len(words) <= FIRST_LETTERS else words[:FIRST_LETTERS].rsplit(" ", 1)[0] + " …"
