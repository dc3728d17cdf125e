"""Joining a study by its link: what is read before, and the moment in which somebody becomes a rater."""

import json
from dataclasses import dataclass

from jurybox.core import Conflict, Denied, Refused, StudyState, Text
from jurybox.store import JoinLinkRow, Run, StudyRow, joining, onboarding, people, studies
from jurybox.studies.people.join_link import state_of
from jurybox.studies.people.raters import LONGEST_NAME, NewRater, deal_to_all, enrol, rater_named
from jurybox.studies.rating import consent_hash, settle
from jurybox.studies.study import StudyView, load_view
from jurybox.studies.tokens import is_token, join_token
from jurybox.studies.workbench import Workbench
from jurybox.texts import words_in

BY_LINK = "join link"
"""Who it was, in the history of a study."""
LONGEST_ID = 200
NOT_ACCEPTED = "ASSIGNMENT_ID_NOT_AVAILABLE"
"""What MTurk sends while a worker only looks."""
WHY_NOT = {"closed": "join.closed", "ended": "join.ended", "full": "join.full", "waiting": "join.waiting"}
PARAMETERS = {
    "Prolific": ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    "MTurk": ("workerId", "assignmentId", "hitId"),
}
"""What platforms put into an address; the first names the person."""


@dataclass(frozen=True, slots=True)
class Platform:
    """From where somebody comes, and what the platform says of it."""

    name: str
    person: str
    said: dict[str, str]


@dataclass(frozen=True, slots=True)
class Invited:
    """What somebody reads before they take part."""

    study: str
    title: Text
    language: str
    consent: dict[str, tuple[str, str]]
    """By language: the text, and its hash."""
    checks: bool
    """Whether answers are compared with the guideline's, or tasks come twice."""
    known: bool = False
    """Whether some tasks have known answers."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Who takes part, and what they agreed to."""

    name: str = ""
    language: str | None = None
    agreed: str | None = None
    """The hash of the consent text that was agreed to."""
    platform: Platform | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    path: str
    """The rater's own link without the server's address."""
    is_new: bool


def platform_of(given: dict[str, str]) -> Platform | None:
    """What the parameters of an address say; none where they name nobody."""
    for name, parameters in PARAMETERS.items():
        said = {parameter: given[parameter][:LONGEST_ID] for parameter in parameters if given.get(parameter)}
        if said.get("assignmentId") == NOT_ACCEPTED:
            raise Conflict.of("join.preview")
        person = given.get(parameters[0], "").strip()
        if len(person) > LONGEST_ID:
            raise Refused.of("join.bad_id", parameters[0], allowed=LONGEST_ID)
        if person:
            return Platform(name, person, said)
    return None


def look_at_study(bench: Workbench, run: Run, key: str, token: str) -> Invited:
    """What a study says to who may join it. Nothing is written."""
    view, link = _opened(bench, run, key, token)
    _refuse_late(view.row, link, bench.now())
    settings = view.settings
    consent = {lang: (text, consent_hash(text)) for lang, text in (settings.consent or {}).items()}
    return Invited(
        view.row.name, view.protocol.title, settings.language, consent, view.compares_answers, settings.checks.on
    )


def join_study(bench: Workbench, run: Run, key: str, token: str, taking: Taking) -> Joined:
    """Become a rater of a study, or go on as the one that a platform's id belongs to already."""
    view, link = _opened(bench, run, key, token, joining_now=True)
    platform = taking.platform
    known = joining.membership_of(run, view.id, platform.person) if platform else None
    if known is not None:
        info = rater_named(run, bench, key, known)
        if info.revoked:
            raise Denied.of("join.revoked")
        return Joined(info.path, is_new=False)
    _refuse_late(view.row, link, bench.now())
    agreed = _agreed(view, taking)
    uid = enrol(bench, run, view.row, _new_rater(link, taking), BY_LINK)
    member = people.membership_id(run, uid)
    if agreed is not None:
        lang, hash = agreed
        onboarding.add_consent(run, member=member, given=True, hash=hash, lang=lang, now=bench.now())
        settle(run, view, member, ())
    joining.count_one(run, view.id)
    deal_to_all(bench, run, view.id)
    return Joined(rater_named(run, bench, key, uid).path, is_new=True)


def _opened(
    bench: Workbench, run: Run, key: str, token: str, joining_now: bool = False
) -> tuple[StudyView, JoinLinkRow]:
    """A study and its link, if the token is that of the link; a wrong one learns nothing of what there is."""
    row = studies.study_by_key(run, key)
    link = None if row is None else joining.link_of(run, row.id, joining=joining_now)
    if row is None or link is None or not is_token(token, join_token(bench.secret, row.uid, link.version)):
        raise Denied.of("join.unknown")
    return load_view(run, row.id), link


def _refuse_late(row: StudyRow, link: JoinLinkRow, now: int) -> None:
    state = state_of(row, link, now)
    if state == "waiting" and row.state == StudyState.CLOSED:
        raise Conflict.of("join.over")
    if state != "open":
        raise Conflict.of(WHY_NOT[state])


def _agreed(view: StudyView, taking: Taking) -> tuple[str, str] | None:
    """The language and hash of what was agreed to; none where nothing is asked."""
    texts = view.settings.consent
    if texts is None:
        return None
    for lang, text in texts.items():
        if taking.agreed == consent_hash(text):
            return lang, taking.agreed
    raise Conflict.of("join.consent")


def _new_rater(link: JoinLinkRow, taking: Taking) -> NewRater:
    platform, number = taking.platform, link.joined + 1
    if platform is None:
        name = taking.name.strip()[:LONGEST_NAME] or words_in(taking.language or "en")("org.join.unnamed", n=number)
        return NewRater(name, link.groups, (), taking.language)
    said = json.dumps({"platform": platform.name, **platform.said}, ensure_ascii=False)
    return NewRater(f"{platform.name} {number}", link.groups, (), taking.language, platform.person, said)
