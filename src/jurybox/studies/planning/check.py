"""What would go wrong with a study as it is planned, and what keeps it from opening at all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Literal

from jurybox.core import JsonData, Protocol, Settings, few_raters, in_language
from jurybox.protocols import shelf_ids, unanswered
from jurybox.store import MembershipRow
from jurybox.studies.example_fit import Pair, fits_pair, pair_of
from jurybox.studies.planning.checks import CheckSupply
from jurybox.studies.planning.decides import decider_of
from jurybox.studies.planning.estimate import PlanEstimate, PlannedMaterial
from jurybox.studies.planning.languages import TextsLanguages
from jurybox.studies.planning.share import share_of
from jurybox.studies.texts_languages import tell_pair, tell_pairs

Step = Literal["texts", "design", "raters"]
LEAST_REPEATS = 10
"""Of a rater: with fewer, how far they agree with themself can't be said."""
MOST_REPEATED = 30
"""Nobody is asked to let more than so many percent come again."""
LONGEST_MINUTES = 8 * 60
MOST_OF_SCALE = 0.5


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that would go wrong: a code whose words say it with its remedy, and where that is done."""

    code: str
    step: Step
    stops: bool = False
    """Whether the study can't be opened so."""
    params: dict[str, JsonData] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Planned:
    """A study as it is planned, with all that the checks look at."""

    protocol: Protocol
    settings: Settings
    material: PlannedMaterial
    estimate: PlanEstimate
    members: Sequence[MembershipRow]
    """Those who may rate."""
    trials: int
    """Worked examples that a rater gets of whom nothing is known."""
    example_pairs: Sequence[Pair]
    """The languages of all that can be rated."""
    languages: TextsLanguages
    """What its texts are in, as far as that is known."""
    has_reference: bool
    guidelines: frozenset[str]
    """The languages of the guideline."""
    checks: CheckSupply
    """How many checks are wanted of each rater, and how many there are."""
    beside: Sequence[int] = ()
    """Of each check whose answers are known: how many candidates it shows."""

    @property
    def groups(self) -> list[str]:
        return sorted({shape.group for shape in self.material.shapes})


def remarks(planned: Planned) -> list[Remark]:
    """What keeps it from opening first."""
    found = [remark for check in CHECKS for remark in check(planned)]
    return sorted(found, key=lambda remark: not remark.stops)


def _nothing_to_rate(planned: Planned) -> Iterator[Remark]:
    if not planned.estimate["items"]:
        yield Remark("no_items", "texts", stops=True)
    elif not planned.estimate["units"]:
        yield Remark("no_outputs", "texts", stops=True)
    elif planned.material.systems == 1:
        yield Remark("one_system", "texts")


def _raters(planned: Planned) -> Iterator[Remark]:
    for few in few_raters(planned.protocol, planned.settings):
        yield Remark("few_raters", "design", params={"stage": few.stage, "quorum": few.quorum, "least": few.least})
    quorums = [planned.settings.quorum_of(s.id, g) for s in planned.protocol.stages for g in planned.groups or [""]]
    if max(quorums) == 1:
        yield Remark("no_agreement", "design")
    if planned.members:
        yield from _who_may_rate(planned)


def _who_may_rate(planned: Planned) -> Iterator[Remark]:
    """Raters are there already: enough for every group?"""
    for group in planned.groups:
        able = sum(not member.groups or group in member.groups for member in planned.members)
        wanted = max(planned.settings.quorum_of(stage.id, group) for stage in planned.protocol.stages)
        if group and not able:
            yield Remark("group_without_raters", "raters", params={"group": group})
        elif able < wanted:
            code = "too_few_in_group" if group else "too_few_raters"
            yield Remark(code, "raters", params={"group": group, "raters": able, "quorum": wanted})


def _unknown_groups(planned: Planned) -> Iterator[Remark]:
    for group in sorted(set(planned.settings.group_quorum) - set(planned.groups)) if planned.groups else ():
        yield Remark("unknown_group", "design", params={"group": group})


def _before_the_first_task(planned: Planned) -> Iterator[Remark]:
    settings = planned.settings
    if settings.calibration.on and not planned.trials:
        yield Remark("no_examples", "design")
    elif settings.calibration.on and (settings.calibration.examples or 0) > planned.trials:
        params: dict[str, JsonData] = {"wanted": settings.calibration.examples, "examples": planned.trials}
        yield Remark("few_examples", "design", params=params)
    spoken = {*planned.protocol.languages, *(member.language for member in planned.members if member.language)}
    if settings.consent and (lacking := sorted(spoken - set(settings.consent))):
        yield Remark("consent_languages", "design", params={"languages": ", ".join(lacking)})
    if planned.guidelines and settings.language not in planned.guidelines:
        yield Remark("guideline_language", "design", params={"language": settings.language})


def _silent_examples(planned: Planned) -> Iterator[Remark]:
    """Of protocols that come with Jurybox it is so on purpose; in one's own a question was perhaps added."""
    calibration = planned.settings.calibration
    for one in unanswered(planned.protocol, calibration.chosen if calibration.on else None):
        if planned.protocol.id in shelf_ids():
            return
        prompt = in_language(one.question.prompt, [planned.settings.language])
        yield Remark("silent_examples", "design", params={"n": len(one.examples), "question": prompt})


def _languages_of_examples(planned: Planned) -> Iterator[Remark]:
    """Raters can only rate examples whose languages they know."""
    calibration, pairs, texts = planned.settings.calibration, planned.example_pairs, planned.languages
    if not calibration.on or not pairs:
        return
    known: dict[str, JsonData] = {"languages": tell_pairs(pairs)}
    for said in texts.said:
        if not any(fits_pair(pair, said) for pair in pairs):
            yield Remark("examples_unfit", "design", params={**known, "texts": tell_pair(said)})
    for group in planned.groups if texts.of_groups and not texts.said else ():
        own = pair_of(group)
        if own and not any(fits_pair(pair, own) for pair in pairs):
            yield Remark("examples_differ", "design", params={**known, "group": group})
    if len(pairs) > 1 and calibration.chosen is None and not texts.said and not texts.of_groups:
        code = "examples_guessed" if texts.guessed else "examples_unknown"
        yield Remark(code, "design", params={**known, "texts": tell_pairs(texts.guessed)})


def _several_languages(planned: Planned) -> Iterator[Remark]:
    """Nobody should be asked to rate what they can't read."""
    found, named = planned.languages.several, planned.languages.named
    if max(len(found), len(named)) < 2:
        return
    told: dict[str, JsonData] = {"languages": tell_pairs(found) if len(found) > 1 else ", ".join(named)}
    of_all = sum(not member.groups for member in planned.members)
    if len(planned.groups) < 2:  # else they say for whom the items are
        yield Remark("languages_without_groups", "texts", params=told)
    elif of_all:
        yield Remark("raters_of_all_languages", "raters", params={**told, "n": of_all})
    elif not planned.members:
        yield Remark("languages_need_groups", "raters", params=told)


def _reference(planned: Planned) -> Iterator[Remark]:
    if planned.has_reference and planned.settings.guides:
        yield Remark("reference_twice", "design")


def _repeats(planned: Planned) -> Iterator[Remark]:
    if not planned.settings.repeats or not planned.estimate["units"]:
        return
    each, units = planned.estimate["repeats"] // planned.estimate["raters"], planned.estimate["units_per_rater"]
    if not each:
        yield Remark("no_repeats", "design", params={"units": units})
    elif each < LEAST_REPEATS and planned.settings.repeats != planned.protocol.repeats:
        percent = ceil(100 * LEAST_REPEATS / units)
        params: dict[str, JsonData] = {"repeats": each, "enough": LEAST_REPEATS, "percent": percent}
        if percent <= MOST_REPEATED:
            yield Remark("few_repeats", "design", params=params)
        else:
            yield Remark("few_units_to_repeat", "design", params={**params, "units": units})


def _shares(planned: Planned) -> Iterator[Remark]:
    """Of a pool, two who are quick can do everything that was meant for more."""
    if not planned.estimate["units"]:
        return
    share = share_of(planned.protocol, planned.settings, planned.estimate)
    params: dict[str, JsonData] = {"raters": share.raters, "even": share.even, "suggested": share.suggested}
    if share.kind == "free":
        yield Remark("pool_without_limit", "design", params=params)
    elif share.kind == "short":
        yield Remark("limit_too_low", "design", params={**params, "limit": share.most})


LEAST_CHECKS = 4
"""With fewer nothing can be said of a rater, whatever they answer."""


def _checks(planned: Planned) -> Iterator[Remark]:
    wanted, there, *_ = planned.checks
    if not planned.settings.checks.on:
        if there:
            yield Remark("checks_unused", "design", params={"checks": there})
    elif there < max(1, wanted):
        degraded = planned.settings.checks.degraded is not None
        is_all_rated = planned.estimate["units_per_rater"] >= planned.estimate["items"]
        code = "too_few_degraded" if degraded and is_all_rated else "too_few_checks"
        yield Remark(code, "design", stops=True, params={"checks": there, "wanted": max(1, wanted)})
    elif wanted < LEAST_CHECKS:
        yield Remark("few_checks", "design", params={"checks": wanted})


def _checks_that_differ(planned: Planned) -> Iterator[Remark]:
    """A rater tells a check that shows more or fewer candidates than anything else."""
    unit, merged = planned.protocol.unit, planned.settings.merge != "none"
    if unit.candidates != "all" or not planned.settings.checks.on:
        return
    usual = {shape.systems - (shape.equal if merged else 0) for shape in planned.material.shapes}
    other = [number for number in planned.beside if number not in usual]
    if usual and other:
        many, all_ = (", ".join(map(str, sorted(numbers))) for numbers in ({*other}, usual))
        yield Remark("checks_differ", "design", params={"checks": len(other), "shown": many, "usual": all_})


def _suggestions(planned: Planned) -> Iterator[Remark]:
    if planned.settings.prefill.on and not planned.settings.prefill.hold_out:
        yield Remark("nothing_held_out", "design")


def _answer(planned: Planned) -> Iterator[Remark]:
    """Whether it can end in an answer."""
    if decider_of(planned.protocol) is None:
        yield Remark("nothing_decides", "design")
    found = planned.estimate["difference"]
    if found is None or not planned.estimate["units"]:
        return
    if found["blocks"] < found["needed"]:
        code = "few_documents" if planned.protocol.unit.segments == "all" else "few_items"
        yield Remark(code, "texts", params={"items": found["blocks"], "needed": found["needed"]})
    elif found["value"] is None or found["value"] > MOST_OF_SCALE * (found["width"] or float("inf")):
        yield Remark("wide", "design")


def _time(planned: Planned) -> Iterator[Remark]:
    minutes = planned.estimate["minutes_per_rater"]
    if minutes > LONGEST_MINUTES:
        yield Remark("long", "design", params={"hours": round(minutes / 60)})


CHECKS: tuple[Callable[[Planned], Iterator[Remark]], ...] = (
    _nothing_to_rate,
    _raters,
    _unknown_groups,
    _before_the_first_task,
    _languages_of_examples,
    _silent_examples,
    _several_languages,
    _reference,
    _repeats,
    _shares,
    _checks,
    _checks_that_differ,
    _suggestions,
    _answer,
    _time,
)
CODES = (
    "no_items", "no_outputs", "one_system", "few_raters", "no_agreement", "group_without_raters", "too_few_in_group",
    "too_few_raters", "unknown_group", "no_examples", "few_examples", "examples_differ",
    "examples_unfit", "examples_guessed", "examples_unknown", "silent_examples",
    "languages_without_groups", "raters_of_all_languages",
    "languages_need_groups", "consent_languages", "guideline_language",
    "reference_twice", "no_repeats", "few_repeats", "few_units_to_repeat",
    "pool_without_limit", "limit_too_low", "checks_unused", "too_few_checks", "too_few_degraded", "few_checks",
    "checks_differ", "nothing_held_out",
    "nothing_decides", "few_items", "few_documents", "wide", "long",
)  # fmt: skip
"""Each has words in every catalogue."""
