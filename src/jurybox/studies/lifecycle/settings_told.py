"""The settings of a study as sentences, in any language that there is a catalogue of."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypedDict

from jurybox.core import EmptyOutputs, EventKind, Settings, in_language
from jurybox.store import Run, studies
from jurybox.studies.example_fit import closeness
from jurybox.studies.study import StudyView
from jurybox.studies.texts_languages import said_pairs, tell_pairs
from jurybox.studies.workbench import Workbench, view_of
from jurybox.texts import Words, name_of

Say = Callable[..., str]


class ToldSetting(TypedDict):
    """One setting, with all that is to be said of it."""

    name: str
    words: str


def tell_settings(bench: Workbench, key: str, words: Words, lang: str) -> list[ToldSetting]:
    """How a study runs, in the order of its settings."""
    view = view_of(bench, key)
    told, (left, chosen) = sentences(view, words, lang), bench.database.read(lambda run: _empty_read(run, view.id))
    ways = [words(f"org.settings.told.{EMPTY_TOLD[way]}") for way in chosen if way != "leave-out" or not left]
    left_told = words("org.settings.told.empty_left", n=left)
    by_choice = " ".join([*ways, *([left_told] if left else [])])
    return [{**one, "words": by_choice} if one["name"] == "empty" and by_choice else one for one in told]


def _empty_read(run: Run, study: int) -> tuple[int, list[EmptyOutputs]]:
    """How many empty outputs were left out when tables were imported, and what was chosen for them then."""
    came = [e for kind in (EventKind.IMPORTED, EventKind.ITEMS_ADDED) for e in studies.events_of_kind(run, study, kind)]
    left = sum(many for event in came if isinstance(many := event.data.get("left_out"), int))
    said = [reading.get("empty") for event in came if isinstance(reading := event.data.get("reading"), dict)]
    return left, [way for way in EMPTY_TOLD if way in said]


def sentences(view: StudyView, words: Words, lang: str) -> list[ToldSetting]:
    """What has nothing to say in this study is left out."""

    def say(key: str, **parameters: object) -> str:
        return words(f"org.settings.told.{key}", **parameters)

    told = ((name, " ".join(tell(view, say, lang))) for name, tell in TELLERS.items())
    return [{"name": name, "words": said} for name, said in told if said]


class SettingDifference(NamedTuple):
    """One setting as it is and as somebody would have it."""

    what: str
    now: str
    yours: str


def tell_difference(bench: Workbench, key: str, wished: Settings, words: Words, lang: str) -> list[SettingDifference]:
    """What would change about a study with these settings; where both sound alike, the setting is named."""
    view = view_of(bench, key)
    now = {told["name"]: told["words"] for told in sentences(view, words, lang)}
    yours = {told["name"]: told["words"] for told in sentences(replace(view, settings=wished), words, lang)}
    before, after = view.settings.model_dump(), wished.model_dump()
    return [
        SettingDifference(words(f"org.setting.{name}"), now.get(name, "–"), yours.get(name, "–"))
        for name in TELLERS
        if before[name] != after[name]
    ]


def _quorum(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    numbers = {view.settings.quorum.get(stage.id, 1) for stage in view.protocol.stages}
    if len(numbers) == 1:
        yield say("quorum", n=numbers.pop())
        return
    for stage in view.protocol.stages:
        yield say("quorum_stage", stage=_stage(view, stage.id, lang), number=view.settings.quorum.get(stage.id, 1))


def _group_quorum(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    for group, quorum in view.settings.group_quorum.items():
        for stage, number in quorum.items():
            yield say("quorum_group", group=group, stage=_stage(view, stage, lang), number=number)


def _stage(view: StudyView, id: str, lang: str) -> str:
    title = next((stage.title for stage in view.protocol.stages if stage.id == id), None)
    return in_language(title, [lang]) if title else id


def _assign(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    yield say("fixed" if view.settings.assign == "fixed" else "pool")


def _order(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.settings.order == "sequential":
        yield say("sequential")
    else:
        yield say("random" if view.settings.assign == "fixed" else "random_pool")


def _ways(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.settings.assign == "fixed":
        yield say({"both": "ways_both", "list": "ways_list", "stream": "ways_stream"}[view.settings.ways])


def _batch(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.gate is not None:
        yield say("batch", stage=_stage(view, view.stage(view.gate).id, lang), number=view.settings.batch)


def _units_per_rater(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.settings.units_per_rater is not None:
        yield say("units_per_rater", number=view.settings.units_per_rater)


def _disputes(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    yield say("own_thresholds" if view.settings.disputes.thresholds else "usual_thresholds")
    if view.settings.disputes.tell_raters:
        yield say("tell_raters")


def _repeats(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    share = view.settings.repeats
    yield say("repeats", percent=_percent(share)) if share else say("no_repeats")


def _merge(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    yield say({"exact": "merge_exact", "same-words": "merge_words", "none": "merge_none"}[view.settings.merge])


def _empty(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    yield say(EMPTY_TOLD[view.settings.empty])


EMPTY_TOLD: dict[EmptyOutputs, str] = {
    "refuse": "empty_refuse",
    "leave-out": "empty_leave_out",
    "leave-segment": "empty_leave_segment",
    "show": "empty_show",
    "rule": "empty_rule",
}


def _guides(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if any(field.guide for field in view.protocol.fields.values()):
        yield say("guides" if view.settings.guides else "no_guides")


def _texts_languages(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if said := said_pairs(view.settings):
        yield say("texts_languages", languages=tell_pairs(said))


def _language(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    yield say("language", language=name_of(view.settings.language))


def _completion_code(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.settings.completion_code:
        yield say("code", code=view.settings.completion_code)


def _consent(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    yield (
        say("consent", languages=", ".join(map(name_of, view.settings.consent or {})))
        if view.settings.consent
        else (say("no_consent"))
    )


def _questionnaire(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    asked = len(view.settings.questionnaire)
    yield say("questionnaire", number=asked) if asked else say("no_questionnaire")


def _calibration(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    calibration = view.settings.calibration
    if not calibration.on:
        yield say("no_calibration")
        return
    yield say("calibration", percent=_percent(calibration.share), tolerance=f"{calibration.tolerance:g}")
    if close := closeness(view.protocol, view.trials):
        yield say("calibration_within", least=f"{close[0]:g}", most=f"{close[1]:g}")
    if calibration.examples is not None:
        yield say("calibration_examples", number=calibration.examples)
    if calibration.chosen is not None:
        yield say("calibration_chosen", n=len(calibration.chosen))
    if calibration.on_fail == "again":
        yield say("calibration_again")
    else:
        yield say(
            "calibration_flag" if calibration.on_fail == "flag" else "calibration_stop", rounds=calibration.rounds
        )


def _checks(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    wish = view.settings.checks
    if not wish.on:
        yield say("no_checks")
        return
    yield say("checks", percent=_percent(wish.rate), **{"pass": _percent(wish.pass_share)})
    if wish.degraded is not None:
        yield say("checks_degraded")
    yield say({"flag": "checks_flag", "pause": "checks_pause", "screen_out": "checks_screen_out"}[wish.on_fail])
    if wish.on_fail == "screen_out" and wish.exclude:
        yield say("checks_exclude")
    if wish.on_fail == "screen_out" and wish.completion_code:
        yield say("checks_code", code=wish.completion_code)


def _prefill(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.settings.prefill.on:
        yield say("prefill", percent=_percent(view.settings.prefill.hold_out))


def _pairs(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    wish = view.settings.pairs
    if wish.on:
        yield say("pairs_even" if wish.choose == "even" else "pairs_uncertain")
        yield say("pairs_batch", number=wish.batch)
        if wish.most is not None:
            yield say("pairs_most", number=wish.most)


def _sealed(view: StudyView, say: Say, lang: str) -> Iterator[str]:
    if view.settings.sealed:
        yield say("revealed" if view.is_revealed else "sealed")
    else:
        yield say("not_sealed")


def _percent(share: float) -> str:
    """
    >>> _percent(0.125), _percent(0.7)
    ('12.5', '70')
    """
    return f"{share * 100:.4g}"


TELLERS: dict[str, Callable[[StudyView, Say, str], Iterator[str]]] = {
    "quorum": _quorum,
    "group_quorum": _group_quorum,
    "assign": _assign,
    "order": _order,
    "ways": _ways,
    "batch": _batch,
    "repeats": _repeats,
    "merge": _merge,
    "empty": _empty,
    "guides": _guides,
    "texts_languages": _texts_languages,
    "language": _language,
    "completion_code": _completion_code,
    "units_per_rater": _units_per_rater,
    "consent": _consent,
    "questionnaire": _questionnaire,
    "calibration": _calibration,
    "checks": _checks,
    "disputes": _disputes,
    "prefill": _prefill,
    "pairs": _pairs,
    "sealed": _sealed,
}
"""How each setting is told; a test finds one that is missing."""
