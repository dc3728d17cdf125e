"""The settings of a draft, changed until it opens; each change is an appended study event."""

from collections.abc import Mapping

from jurybox.core import Conflict, EventKind, JsonObject, Settings, StudyState
from jurybox.store import Run, StudyRow, studies
from jurybox.studies.lifecycle.settings_input import changed_settings
from jurybox.studies.planning import decider_of, deciders, meant, sound_intent
from jurybox.studies.sealing import refuse_unsealing
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_of

NOTHING: Mapping[str, object] = {}


def change_settings(
    bench: Workbench,
    key: str,
    wishes: Mapping[str, object],
    intent: Mapping[str, object] = NOTHING,
    who: str = "command line",
) -> StudyRow:
    """Change settings of a draft, and what is expected of it; what is not wished for stays as it is.

    What changes nothing leaves no entry.
    """

    def write(run: Run) -> StudyRow:
        row = find_study(run, key)
        view = load_view(run, row.id)
        _still_a_draft(row)
        settings = changed_settings(view.protocol, view.settings, wishes, bench.texts)
        if view.settings.sealed and not settings.sealed:
            refuse_unsealing(run, row)
        _append(bench, run, view, settings, intent, who)
        return find_study(run, key)

    return bench.database.write(write)


def wished_settings(bench: Workbench, key: str, wishes: Mapping[str, object]) -> Settings:
    """The settings that a study would have; nothing is written."""
    view = view_of(bench, key)
    return changed_settings(view.protocol, view.settings, wishes, bench.texts)


def _still_a_draft(row: StudyRow) -> None:
    if row.state != StudyState.DRAFT:
        raise Conflict.of("study.settings_fixed", given=row.key, state=row.state)


def _append(
    bench: Workbench, run: Run, view: StudyView, settings: Settings, intent: Mapping[str, object], who: str
) -> None:
    before, after = view.settings.model_dump(mode="json"), settings.model_dump(mode="json")
    changed: JsonObject = {name: value for name, value in after.items() if value != before[name]}
    expected = meant(run, view.id)
    wished = sound_intent(expected, intent)
    known = [one.id for one in deciders(view.protocol)]
    if wished.decides is not None and wished.decides not in known:
        raise Conflict.of("study.cannot_decide", "decides", wished.decides, known)
    if wished.decides is not None and wished.decides == getattr(decider_of(view.protocol), "id", None):
        wished = wished.model_copy(update={"decides": None})
    old = expected.model_dump()
    said: JsonObject = {name: value for name, value in wished.model_dump().items() if value != old[name]}
    if not changed and not said:
        return
    data: JsonObject = {"settings": changed, "changed": [*changed], **({"intent": said} if said else {})}
    changes: studies.StudyChanges = {"settings": settings.model_dump_json()}
    studies.append_event(run, view.row, kind=EventKind.SETTINGS, data=data, who=who, now=bench.now(), **changes)
