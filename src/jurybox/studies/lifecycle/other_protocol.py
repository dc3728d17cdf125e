"""Another protocol for a draft: what it has stays as far as it fits, and what does not is said beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from jurybox.core import Conflict, EventKind, JsonData, JsonObject, Protocol, Settings, StudyState
from jurybox.exchange.media import store_media as keep_media
from jurybox.protocols import LoadedProtocol
from jurybox.store import Run, StudyRow, checks, guidelines, imports, items, onboarding, studies, suggestions
from jurybox.studies.at_a_time import alone_with
from jurybox.studies.lifecycle.examples import example_documents
from jurybox.studies.lifecycle.imported_files import fetch_aside, has_all_aside
from jurybox.studies.lifecycle.protocol_fit import answers_fit, reading_that_fits, settings_that_fit, texts_fit
from jurybox.studies.lifecycle.upload import tray_of
from jurybox.studies.planning import deciders, meant
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench, view_of
from jurybox.texts import Words

CODES = ("texts_again", "texts_gone", "settings", "checks", "suggestions", "guideline", "decides")


@dataclass(frozen=True, slots=True)
class ProtocolLoss:
    """One thing of a draft that does not fit another protocol; worded by `org.change.<code>`, with its remedy."""

    code: str
    params: Mapping[str, JsonData]


@dataclass(frozen=True, slots=True)
class _Change:
    """What becomes of a draft."""

    settings: Settings
    losses: tuple[ProtocolLoss, ...]
    drops_texts: bool
    drops_checks: bool
    drops_decider: bool
    files_are_here: bool


def protocol_losses(bench: Workbench, key: str, loaded: LoadedProtocol) -> tuple[ProtocolLoss, ...]:
    """What a draft would lose with this protocol; nothing is written."""
    view = view_of(bench, key)
    files = has_all_aside(bench, key, _imports(bench, view))
    return bench.database.read(lambda run: _change(run, view, loaded.protocol, files)).losses


def tell_loss(loss: ProtocolLoss, words: Words) -> str:
    """A loss and its remedy."""
    told = dict(loss.params)
    names = told.get("settings")
    if isinstance(names, list):
        told["settings"] = ", ".join(words(f"org.setting.{name}") for name in names)
    return words(f"org.change.{loss.code}", **told)


def change_protocol(
    bench: Workbench, key: str, loaded: LoadedProtocol, who: str = "command line", anyway: bool = False
) -> StudyRow:
    """Give a draft another protocol. Where something does not fit it is refused, unless that may go.

    Files that wait stay, read as before as far as that fits; so do those that texts came from which do not fit.
    The same protocol again changes nothing.
    """
    view = view_of(bench, key)
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("study.protocol_fixed", given=key, state=view.row.state)
    if view.row.protocol_hash == loaded.hash:
        return view.row
    examples = example_documents(loaded, partial(keep_media, bench.media))
    with alone_with(bench, view.id, key):
        files = has_all_aside(bench, key, _imports(bench, view))

        def write(run: Run) -> _Change:
            row = find_study(run, key)
            change = _change(run, view, loaded.protocol, files)
            if change.losses and not anyway:
                raise Conflict.of("study.protocol_loses", given=loaded.protocol.name, allowed=_codes(change))
            _rewrite(bench, run, view, loaded, change)
            onboarding.add_examples(run, view.id, examples)
            data = _said(view, loaded, change)
            changes: studies.StudyChanges = {"settings": change.settings.model_dump_json()}
            kind = EventKind.PROTOCOL_CHANGED
            studies.append_event(run, row, kind=kind, data=data, who=who, now=bench.now(), **changes)
            return change

        change = bench.database.write(write)
        _keep_reading(bench, key, loaded.protocol, change.drops_texts and change.files_are_here)
    return view_of(bench, key).row


def _codes(change: _Change) -> list[str]:
    return [loss.code for loss in change.losses]


def _change(run: Run, view: StudyView, after: Protocol, files_are_here: bool) -> _Change:
    before, losses = view.protocol, []
    number = items.count(run, view.id).items
    drops_texts = number > 0 and not texts_fit(before, after)
    if drops_texts:
        lacking = [name for name, field in after.fields.items() if not field.optional and name not in before.fields]
        params: dict[str, JsonData] = {"number": number, "fields": ", ".join(lacking)}
        losses.append(ProtocolLoss("texts_again" if files_are_here else "texts_gone", params))
    settings, lost = settings_that_fit(before, view.settings, after)
    if lost:
        losses.append(ProtocolLoss("settings", {"settings": lost}))
    same_answers = answers_fit(before, after) and not drops_texts
    gold = sum(number for _, _, number in checks.counts(run, view.id))
    if gold and not same_answers:
        losses.append(ProtocolLoss("checks", {"number": gold}))
    if suggestions.are_any(run, view.id) and not same_answers:
        losses.append(ProtocolLoss("suggestions", {}))
    edited = [lang for lang, found in view.guidelines.items() if found.revision > 1]
    if edited:
        losses.append(ProtocolLoss("guideline", {"languages": edited}))
    decides = meant(run, view.id).decides
    drops_decider = decides is not None and decides not in [one.id for one in deciders(after)]
    if drops_decider:
        losses.append(ProtocolLoss("decides", {"decides": decides}))
    return _Change(settings, tuple(losses), drops_texts, bool(gold) and not same_answers, drops_decider, files_are_here)


def _rewrite(bench: Workbench, run: Run, view: StudyView, loaded: LoadedProtocol, change: _Change) -> None:
    """The protocol and what came with it, in place of the one before; what does not fit goes."""
    name, version, content = loaded.protocol.id, loaded.protocol.version, loaded.content.decode()
    new = studies.keep_protocol(run, hash=loaded.hash, name=name, version=version, content=content)
    studies.set_protocol(run, view.id, new)
    guidelines.drop(run, view.id)
    for lang, prose in loaded.guidelines.items():
        first = guidelines.NewRevision(lang, 1, loaded.guideline_hashes[lang], prose, bench.now())
        guidelines.add(run, view.id, first)
    onboarding.drop_examples(run, view.id)
    if change.drops_checks:
        checks.drop_all(run, view.id)
    if any(loss.code == "suggestions" for loss in change.losses):
        suggestions.drop_others(run, study=view.id)
    if change.drops_texts:
        imports.drop_all(run, view.id)


def _said(view: StudyView, loaded: LoadedProtocol, change: _Change) -> JsonObject:
    """What the history says."""
    before, after = view.settings.model_dump(mode="json"), change.settings.model_dump(mode="json")
    said: JsonObject = {
        "protocol": loaded.protocol.name,
        "hash": loaded.hash,
        "before": view.protocol.name,
        "settings": {name: value for name, value in after.items() if value != before[name]},
        "lost": [loss.code for loss in change.losses],
        "texts_dropped": change.drops_texts,
    }
    return {**said, **({"intent": {"decides": None}} if change.drops_decider else {})}


def _imports(bench: Workbench, view: StudyView) -> int:
    """How many imports brought the texts that are there."""
    events = bench.database.read(lambda run: studies.events(run, view.id))
    number = 0
    for event in events:
        if event.kind == EventKind.TEXTS_REMOVED or event.data.get("texts_dropped"):
            number = 0
        number += event.kind == EventKind.IMPORTED
    return number


def _keep_reading(bench: Workbench, key: str, after: Protocol, fetched: bool) -> None:
    """Whatever waits is to be looked at anew, read as before as far as that fits."""
    tray = tray_of(bench, key)
    state = tray.read("state") or {}
    said = fetch_aside(bench, key) if fetched else state.get("reading")
    if not tray.folder.is_dir():
        return
    tray.forget_look()
    if isinstance(said, dict):
        tray.write("state", {**state, "reading": reading_that_fits(said, after)})
