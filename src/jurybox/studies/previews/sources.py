"""From a protocol or a study to a trial, without writing anything."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from jurybox.core import Conflict, StudyState, default_settings, in_language
from jurybox.protocols import LoadedProtocol
from jurybox.store import Revision, Run, StudyRow, items, suggestions
from jurybox.studies.lifecycle import ProtocolText, load_written, protocol_on_shelf
from jurybox.studies.previews.drive import Drive, Past
from jurybox.studies.previews.material import (
    MOST_UNITS,
    example_contents,
    placeholders,
    sample_contents,
    units_of,
)
from jurybox.studies.previews.trial import Trial, trial_units
from jurybox.studies.rating import usual_examples
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench


def try_protocol(bench: Workbench, name: str, lang: str = "en") -> Trial:
    """A protocol of the shelf or of the organisers' own, on its sample table, its worked examples, or mere words."""
    loaded = protocol_on_shelf(name, bench.protocols)
    return _of_protocol(loaded.protocol.name, bench.protocols, loaded.hash, lang)


@lru_cache(maxsize=16)
def _of_protocol(name: str, own: Path, hash: str, lang: str) -> Trial:
    """Kept as long as the protocol stays as it is: a page asks a dozen times."""
    loaded = protocol_on_shelf(name, own)
    view = _view_of(loaded)
    contents = sample_contents(loaded) or view.examples or placeholders(loaded.protocol, lang)
    return Trial(view, trial_units(view, units_of(view, contents)), lang)


def try_written(bench: Workbench, base: str, written: ProtocolText, lang: str = "en") -> Trial:
    """A protocol that is being written, on what the one is shown on that it began with; nothing of it is kept."""
    began, loaded = protocol_on_shelf(base, bench.protocols), load_written(bench, base, written)
    view = _view_of(loaded)
    same = sample_contents(began) if loaded.protocol.fields == began.protocol.fields else {}
    contents = same or view.examples or placeholders(loaded.protocol, lang)
    return Trial(view, trial_units(view, units_of(view, contents)), lang)


def _view_of(loaded: LoadedProtocol) -> StudyView:
    """A study of the protocol as it would be made, were it made."""
    protocol = loaded.protocol
    settings = default_settings(protocol)
    row = StudyRow(
        id=0,
        uid="",
        key=protocol.id,
        name=in_language(protocol.title, ["en"]),
        state=StudyState.OPEN,
        seed=protocol.id,
        settings="",
        version=0,
        epoch=0,
        places=0,
        pilot_seq=0,
        created_at=0,
        opened_at=None,
        closed_at=None,
        protocol_hash=loaded.hash,
        protocol_content="",
    )
    guidelines = {
        lang: Revision(lang, 1, loaded.guideline_hashes[lang], prose, 0, id=0)
        for lang, prose in loaded.guidelines.items()
    }
    return StudyView(
        row, protocol, settings, guidelines, frozenset(), False, {}, 0, example_contents(loaded), False, 0, 0, {}, 0
    )


def try_study(bench: Workbench, study: str, lang: str = "en") -> Trial:
    """A study's own first units, before it is opened as well as after."""
    return bench.database.read(lambda run: _of_study(bench, run, study, lang))


def drive_study(bench: Workbench, study: str, past: Past, lang: str = "en") -> Drive:
    """The whole way of a rater through a study, as far as the page has gone on it."""

    def read(run: Run) -> Drive:
        trial = _of_study(bench, run, study, lang)
        view = trial.view
        trials = usual_examples(run, view) if view.trials else {}
        free = frozenset(view.examples) - (view.telling_examples(run) if view.examples else frozenset())
        return Drive(view, trial.items, lang, True, past, trials, free)

    return bench.database.read(read)


def _of_study(bench: Workbench, run: Run, study: str, lang: str) -> Trial:
    view = load_view(run, find_study(run, study).id)
    contents = items.first_contents(run, study=view.id, most=MOST_UNITS)
    if not contents:
        raise Conflict.of("preview.no_items", given=study)
    if view.settings.prefill.on:
        contents = {
            item: replace(content, suggested=tuple(suggestions.of_draft(run, item)))
            for item, content in contents.items()
        }
    # what is shown here is named by its system, not by a candidate
    shown = replace(view, withdrawn=frozenset())
    return Trial(shown, trial_units(shown, units_of(shown, contents)), lang, is_stored=True)
