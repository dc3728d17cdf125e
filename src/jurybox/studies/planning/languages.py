"""What is known of the languages of a draft's texts, before anybody is asked."""

from typing import NamedTuple

from jurybox.core import Settings
from jurybox.store import Run
from jurybox.studies.example_fit import Pair, fits_pair, pairs_of
from jurybox.studies.study import StudyView
from jurybox.studies.texts_languages import code_of, guessed_pairs, has_source, named_languages, said_pairs, tell_pairs
from jurybox.studies.workbench import Workbench, view_in


class TextsLanguages(NamedTuple):
    said: list[Pair]
    of_groups: list[Pair]
    """What the names of its groups say; nothing where not every group says its own."""
    guessed: list[Pair]
    """From the texts, where nothing else says it."""
    named: list[str]
    """What a field for the language says of the items, as it is written."""
    has_source: bool
    """Whether outputs may be made of texts in another language."""

    @property
    def told_of_groups(self) -> str:
        return tell_pairs(self.of_groups)

    @property
    def several(self) -> list[Pair]:
        """The different ones; `de` and `en-de` may be the same."""
        found: list[Pair] = []
        for pair in self.of_groups or self.said or self.guessed:
            if not any(fits_pair(pair, other) for other in found):
                found.append(pair)
        return found

    @property
    def wish(self) -> list[str]:
        """The guess as a setting."""
        return [code_of(pair) for pair in self.guessed]


def known_languages(run: Run, view: StudyView, settings: Settings) -> TextsLanguages:
    said, of_groups = said_pairs(settings), list(dict.fromkeys(pairs_of(view.groups(run))))
    guessed = [] if said or of_groups else guessed_pairs(run, view)
    return TextsLanguages(said, of_groups, guessed, named_languages(run, view), has_source(view.protocol))


def texts_languages(bench: Workbench, key: str, settings: Settings) -> TextsLanguages:
    """What the texts of a study are in with these settings, as far as that is known."""

    def read(run: Run) -> TextsLanguages:
        return known_languages(run, view_in(bench, run, key), settings)

    return bench.database.read(read)
