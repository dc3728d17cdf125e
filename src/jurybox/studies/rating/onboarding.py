"""What a rater does before the first task, where the study asks for it: consent, questionnaire, calibration."""

from collections.abc import Mapping

from jurybox.core import Conflict, Member, NotFound, Ready, WhatNow, answer_faults, hash_bytes, refuse
from jurybox.store import Run, onboarding
from jurybox.studies.rating import calibration, quotas
from jurybox.studies.rating.assign import release_all
from jurybox.studies.rating.calibration_result import RoundOutcome, outcome, told
from jurybox.studies.rating.link import Visit
from jurybox.studies.rating.wire import AskedCalibration, AskedOfRater, BeforeTasks, Step
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

AFTER = {
    WhatNow.PASS: Ready.DONE,
    WhatNow.AGAIN: Ready.NOT_YET,
    WhatNow.FLAG: Ready.FLAGGED,
    WhatNow.STOP: Ready.STOPPED,
}


def consent_hash(text: str) -> str:
    """What a rater agreed to, word for word."""
    return hash_bytes("consent", text.encode())


def steps(run: Run, view: StudyView, stages: tuple[int, ...]) -> list[Step]:
    """What this study asks of a rater before the first task, in order."""
    return steps_of(view, bool(calibration.wanted(run, view, stages)))


def steps_of(view: StudyView, calibrates: bool) -> list[Step]:
    asked: dict[Step, bool] = {
        "consent": view.settings.consent is not None,
        "questionnaire": bool(view.settings.questionnaire),
        "calibration": calibrates,
    }
    return [name for name, is_asked in asked.items() if is_asked]


def step_of(run: Run, view: StudyView, member: int, stages: tuple[int, ...]) -> tuple[Step | None, Ready]:
    """The first step that is still to be done, or none with how the rater came through."""
    ready = Ready.DONE
    for step in steps(run, view, stages):
        if step == "consent":
            said = onboarding.consent_of(run, member)
            is_done = said is not None and said.given and said.hash in _hashes(view)
        elif step == "questionnaire":
            is_done = onboarding.about_rater(run, member) is not None
        else:
            went = outcome(run, view, member)
            ready = Ready.NOT_YET if went is None else AFTER[went.now]
            is_done = ready in (Ready.DONE, Ready.FLAGGED)
        if not is_done:
            return step, Ready.STOPPED if ready == Ready.STOPPED else Ready.NOT_YET
    return None, ready


def _hashes(view: StudyView) -> list[str]:
    return [consent_hash(text) for text in (view.settings.consent or {}).values()]


def settle(run: Run, view: StudyView, member: int, stages: tuple[int, ...]) -> tuple[Step | None, Ready]:
    """Write down whether a rater is through; what is still to be done."""
    step, ready = step_of(run, view, member, stages)
    onboarding.set_ready(run, member=member, ready=ready)
    return step, ready


def show(run: Run, view: StudyView, member: Member) -> BeforeTasks:
    """All that a rater's page needs for the step that is to be done."""
    step, ready = step_of(run, view, member.id, member.stages)
    asked, examples = steps(run, view, member.stages), None
    said, about = onboarding.consent_of(run, member.id), onboarding.about_rater(run, member.id)
    if "calibration" in asked:
        length, begun = calibration.in_a_round(run, view, member), onboarding.given_examples(run, member.id)
        examples = asked_calibration(view, length, bool(begun), outcome(run, view, member.id))
    return {
        "steps": asked,
        "step": step,
        "flagged": ready == Ready.FLAGGED,
        **asked_of_rater(view, None if said is None else said.given, about.answers if about else {}, examples),
    }


def asked_of_rater(
    view: StudyView, said: bool | None, answers: dict[str, str], examples: AskedCalibration | None
) -> AskedOfRater:
    """Consent, questionnaire and calibration where the study has them, with what a rater said to them."""
    found: AskedOfRater = {}
    if view.settings.consent is not None:
        texts = view.settings.consent.items()
        found["consent"] = {
            "texts": {lang: {"prose": text, "hash": consent_hash(text)} for lang, text in texts},
            "said": said,
            "checks": view.compares_answers,
            "known": view.settings.checks.on,
        }
    if view.settings.questionnaire:
        questions = [q.model_dump(mode="json") for q in view.settings.questionnaire]
        found["questionnaire"] = {"questions": questions, "answers": answers}
    if examples is not None:
        found["calibration"] = examples
    return found


def asked_calibration(view: StudyView, examples: int, begun: bool, went: RoundOutcome | None) -> AskedCalibration:
    asked = view.settings.calibration
    return {
        "examples": examples,
        "rounds": None if asked.on_fail == "again" else asked.rounds,
        "tolerance": asked.tolerance,
        "share": asked.share,
        "begun": begun,
        "result": None if went is None else told(view, went),
    }


def give_consent(run: Run, visit: Visit, lang: str, hash: str, given: bool, now: int) -> None:
    """Agree or decline; each change of mind is a row, and the newest stands. Who declines gives back what they hold."""
    view, member = visit.view, visit.member
    check_consent(view, lang, hash)
    said = onboarding.consent_of(run, member.id)
    if said is None or (said.given, said.hash) != (given, hash):
        quotas.check_consent(run, member.id)
        onboarding.add_consent(run, member=member.id, given=given, hash=hash, lang=lang, now=now)
    settle(run, view, member.id, member.stages)
    if not given:
        release_all(run, member.id)


def check_consent(view: StudyView, lang: str, hash: str) -> None:
    """Refuse what is said to a text that is not the study's."""
    texts = view.settings.consent
    if texts is None:
        raise NotFound.of("before.not_asked", given="consent")
    if lang not in texts or hash != consent_hash(texts[lang]):
        raise Conflict.of("before.consent_changed", "hash", hash)


def answer_questionnaire(run: Run, visit: Visit, answers: Mapping[str, object], lang: str, now: int) -> None:
    view, member = visit.view, visit.member
    check_questionnaire(view, answers)
    kept = {name: str(value).strip() for name, value in answers.items() if value}
    about = onboarding.about_rater(run, member.id)
    if about is None or about.answers != kept:
        quotas.check_questionnaire(run, member.id)
        onboarding.add_answers(run, member=member.id, answers=kept, lang=lang, now=now)
    settle(run, view, member.id, member.stages)


def check_questionnaire(view: StudyView, answers: Mapping[str, object]) -> None:
    if not view.settings.questionnaire:
        raise NotFound.of("before.not_asked", given="questionnaire")
    refuse(answer_faults(view.settings.questionnaire, answers))


def begin_calibration(run: Run, view: StudyView, member: Member, server: TimeAndIds) -> None:
    """Start with the examples, or once more after a round that fell short."""
    step, ready = step_of(run, view, member.id, member.stages)
    check_begin(view, step, ready)
    calibration.begin(run, view, member, server)


def check_begin(view: StudyView, step: Step | None, ready: Ready) -> None:
    """Refuse a round to who was stopped, or has something else to do first."""
    if ready == Ready.STOPPED:
        raise Conflict.of("before.stopped", allowed=view.settings.calibration.rounds)
    if step != "calibration":
        raise Conflict.of("before.not_now", given="calibration", step=step)
