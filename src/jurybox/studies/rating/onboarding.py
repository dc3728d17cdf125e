"""What a rater does before the first task, where the study asks for it: consent, questionnaire, calibration."""

from typing import Any

from jurybox.core import Conflict, Member, NotFound, Ready, answer_faults, hash_bytes, refuse
from jurybox.store import Run, onboarding
from jurybox.studies.rating import calibration
from jurybox.studies.rating.assign import release_all
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

Answer = dict[str, Any]


def consent_hash(text: str) -> str:
    """What a rater agreed to, word for word."""
    return hash_bytes("consent", text.encode())


def steps(view: StudyView, stages: tuple[int, ...]) -> list[str]:
    """What this study asks of a rater before the first task, in order."""
    asked = {
        "consent": view.settings.consent is not None,
        "questionnaire": bool(view.settings.questionnaire),
        "calibration": bool(calibration.wanted(view, stages)),
    }
    return [name for name, is_asked in asked.items() if is_asked]


def step_of(run: Run, view: StudyView, member: int, stages: tuple[int, ...]) -> tuple[str | None, Ready]:
    """The first step that is still to be done, or none with how the rater came through."""
    ready = Ready.DONE
    for step in steps(view, stages):
        if step == "consent":
            said = onboarding.consent_of(run, member)
            is_done = said is not None and said.given and said.hash in _hashes(view)
        elif step == "questionnaire":
            is_done = onboarding.about_rater(run, member) is not None
        else:
            went = calibration.outcome(run, view, member)
            is_done = went is not None and (went.passed or view.settings.calibration.on_fail == "flag")
            ready = Ready.FLAGGED if went is not None and not went.passed else ready
        if not is_done:
            return step, Ready.NOT_YET
    return None, ready


def _hashes(view: StudyView) -> list[str]:
    return [consent_hash(text) for text in (view.settings.consent or {}).values()]


def settle(run: Run, view: StudyView, member: int, stages: tuple[int, ...]) -> tuple[str | None, Ready]:
    """Write down whether a rater is through; what is still to be done."""
    step, ready = step_of(run, view, member, stages)
    onboarding.set_ready(run, member=member, ready=ready)
    return step, ready


def show(run: Run, view: StudyView, member: Member) -> Answer:
    """All that a rater's page needs for the step that is to be done."""
    step, ready = step_of(run, view, member.id, member.stages)
    found: Answer = {"steps": steps(view, member.stages), "step": step, "flagged": ready == Ready.FLAGGED}
    if view.settings.consent is not None:
        said = onboarding.consent_of(run, member.id)
        found["consent"] = {
            "texts": {
                lang: {"prose": text, "hash": consent_hash(text)} for lang, text in view.settings.consent.items()
            },
            "said": None if said is None else said.given,
        }
    if view.settings.questionnaire:
        about = onboarding.about_rater(run, member.id)
        found["questionnaire"] = {
            "questions": [q.model_dump(mode="json") for q in view.settings.questionnaire],
            "answers": about.answers if about else {},
        }
    if trials := calibration.wanted(view, member.stages):
        went = calibration.outcome(run, view, member.id)
        found["calibration"] = {
            "examples": len(trials),
            "begun": bool(onboarding.given_examples(run, member.id)),
            "result": None if went is None else {
                "agrees": went.agrees, "within": went.within, "of": went.of, "passed": went.passed,
            },
        }  # fmt: skip
    return found


def give_consent(run: Run, view: StudyView, member: Member, lang: str, hash: str, given: bool, now: int) -> None:
    """Agree or decline; each is a row, and the newest stands. Who declines gives back what they hold."""
    texts = view.settings.consent
    if texts is None:
        raise NotFound.of("before.not_asked", given="consent")
    if lang not in texts or hash != consent_hash(texts[lang]):
        raise Conflict.of("before.consent_changed", "hash", hash)
    onboarding.add_consent(run, member=member.id, given=given, hash=hash, lang=lang, now=now)
    settle(run, view, member.id, member.stages)
    if not given:
        release_all(run, member.id)


def answer_questionnaire(run: Run, view: StudyView, member: Member, answers: Answer, lang: str, now: int) -> None:
    if not view.settings.questionnaire:
        raise NotFound.of("before.not_asked", given="questionnaire")
    refuse(answer_faults(view.settings.questionnaire, answers))
    kept = {name: value.strip() for name, value in answers.items() if value}
    onboarding.add_answers(run, member=member.id, answers=kept, lang=lang, now=now)
    settle(run, view, member.id, member.stages)


def begin_calibration(run: Run, view: StudyView, member: Member, server: TimeAndIds) -> None:
    """Start with the examples, or once more after an attempt that fell short."""
    step, _ = step_of(run, view, member.id, member.stages)
    if step != "calibration":
        raise Conflict.of("before.not_now", given="calibration", step=step)
    calibration.begin(run, view, member, server)
