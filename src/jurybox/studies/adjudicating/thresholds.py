"""From where on a unit is disputed: the threshold of each question, as a study says it."""

from collections.abc import Mapping
from typing import TypedDict

from jurybox.analysis import threshold_of
from jurybox.core import EventKind, Fault, JsonObject, in_language, refuse
from jurybox.store import Run, studies
from jurybox.studies.lifecycle import sound_settings
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_in


class ThresholdLine(TypedDict):
    question: str
    prompt: str
    measured: str
    """What is counted: levels, steps, range, overlap, any."""
    value: float
    usual: float


def list_thresholds(bench: Workbench, study: str, lang: str = "en") -> list[ThresholdLine]:
    """Every question whose answers can be disputed, with its threshold."""
    return bench.database.read(lambda run: _lines(view_in(bench, run, study), lang))


def _lines(view: StudyView, lang: str) -> list[ThresholdLine]:
    asked = view.settings.disputes.thresholds
    lines: list[ThresholdLine] = []
    for stage in view.protocol.stages:
        for question in stage.ask:
            now, usual = threshold_of(question, asked.get(question.id)), threshold_of(question)
            if now is None or usual is None:
                continue
            prompt = in_language(question.prompt, [lang])
            lines.append(
                {
                    "question": question.id,
                    "prompt": prompt,
                    "measured": now.measured,
                    "value": now.value,
                    "usual": usual.value,
                }
            )
    return lines


def set_disputes(
    bench: Workbench,
    study: str,
    thresholds: Mapping[str, float] | None = None,
    tell_raters: bool | None = None,
    who: str = "command line",
) -> None:
    """Say from where on answers are disputed, and whether raters see decisions after closing."""

    def write(run: Run) -> None:
        view = load_view(run, find_study(run, study).id)
        known = [line["question"] for line in _lines(view, "en") if line["measured"] != "any"]
        wanted = dict(view.settings.disputes.thresholds if thresholds is None else thresholds)
        refuse(Fault("dispute.unknown_question", "thresholds", name, known) for name in wanted if name not in known)
        told = view.settings.disputes.tell_raters if tell_raters is None else tell_raters
        document = {**view.settings.model_dump(), "disputes": {"thresholds": wanted, "tell_raters": told}}
        new = sound_settings(document)
        data: JsonObject = {"thresholds": dict(wanted), "tell_raters": told}
        changes: studies.StudyChanges = {"settings": new.model_dump_json()}
        studies.append_event(run, view.row, kind=EventKind.DISPUTES_SET, data=data, who=who, now=bench.now(), **changes)

    bench.database.write(write)


def tells_raters(bench: Workbench, study: str) -> bool:
    """Whether raters see decisions once the study is closed."""
    return bench.database.read(lambda run: view_in(bench, run, study).settings.disputes.tell_raters)
