"""What a rater's page asks for before and beside the tasks. Each function is one job, given the link of the page."""

from collections.abc import Mapping

import msgspec

from jurybox.core import Conflict, NotFound, Refused, changes, is_uuid, rfc3339
from jurybox.store import Revision, Run, assignments, enquiries, guidelines, progress
from jurybox.studies.rating import onboarding, quotas
from jurybox.studies.rating.examples_shown import examples_for
from jurybox.studies.rating.link import Link, Visit, admit
from jurybox.studies.rating.wire import BeforeTasks, GuidelineProse, News, OwnEnquiries, OwnEnquiry, WorkedExamples
from jurybox.studies.workbench import Workbench

LONGEST_ENQUIRY = 4_000
MOST_A_DAY = 50
DAY_US = 24 * 3_600 * 1_000_000


class EnquiryWish(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    """A UUID made in the browser: sending it again is harmless."""
    text: str
    assignment: str | None = None
    stage: str | None = None
    lang: str | None = None


def show_before(bench: Workbench, run: Run, link: Link) -> BeforeTasks:
    visit = admit(bench, run, link)
    return onboarding.show(run, visit.view, visit.member)


def give_consent(bench: Workbench, run: Run, link: Link, lang: str, hash: str, given: bool) -> None:
    visit = admit(bench, run, link, writing=True)
    onboarding.give_consent(run, visit, lang, hash, given, bench.now())


def answer_questionnaire(bench: Workbench, run: Run, link: Link, answers: Mapping[str, object], lang: str) -> None:
    visit = admit(bench, run, link, writing=True)
    onboarding.answer_questionnaire(run, visit, answers, lang, bench.now())


def begin_calibration(bench: Workbench, run: Run, link: Link) -> None:
    visit = admit(bench, run, link, writing=True)
    onboarding.begin_calibration(run, visit.view, visit.member, bench.server())


def worked_examples(bench: Workbench, run: Run, link: Link) -> WorkedExamples:
    visit = admit(bench, run, link)
    return {"examples": examples_for(run, visit.view, visit.member)}


def guideline(bench: Workbench, run: Run, link: Link, lang: str) -> GuidelineProse:
    """The guideline's prose in one language, as written, and what changed since this rater read it."""
    visit = admit(bench, run, link)
    row = visit.view.guidelines.get(lang)
    if row is None:
        raise NotFound.of("guideline.unknown", given=lang, allowed=sorted(visit.view.guidelines))
    known, newest = _known_and_newest(run, visit, lang)
    changed = [] if known is newest else changes(known.prose, newest.prose)
    return {
        "lang": row.lang,
        "hash": row.hash,
        "prose": row.prose,
        "revision": row.revision,
        "changes": [{"kind": change.kind, "text": change.text} for change in changed],
    }


def _known_and_newest(run: Run, visit: Visit, lang: str) -> tuple[Revision, Revision]:
    """The revision a rater has acknowledged, or that stood when they began, and the newest."""
    found = guidelines.revisions(run, study=visit.view.id, lang=lang)
    seen = guidelines.last_read(run, study=visit.view.id, member=visit.member.id, lang=lang)
    if seen is None:
        begun = progress.begun_at(run, visit.member.id)
        stood = [r for r in found if begun is None or r.published_at <= begun]
        return (stood or found)[0 if not stood else -1], found[-1]
    return next(r for r in found if r.revision == seen), found[-1]


def news(bench: Workbench, run: Run, link: Link) -> News:
    """How many replies this rater has not read, and in which languages the guideline changed since they read it."""
    visit = admit(bench, run, link)
    changed = []
    for lang in sorted(visit.view.guidelines):
        known, newest = _known_and_newest(run, visit, lang)
        if known.hash != newest.hash:
            changed.append(lang)
    return {"news": visit.view.news, "unread": _unread(run, visit), "changed": changed}


def _unread(run: Run, visit: Visit) -> int:
    read = enquiries.last_acknowledged(run, member=visit.member.id, kind="reply")
    return sum(reply.id > read for reply in enquiries.replies_to(run, study=visit.view.id, member=visit.member.id))


def acknowledge(
    bench: Workbench, run: Run, link: Link, lang: str | None, revision: int | None, replies: int | None
) -> None:
    """The rater has read a revision of the guideline, or the first so many of their replies."""
    visit = admit(bench, run, link, writing=True)
    if lang is not None and revision is not None:
        found = [r for r in guidelines.revisions(run, study=visit.view.id, lang=lang) if r.revision == revision]
        if not found:
            raise NotFound.of("guideline.unknown", given=lang, allowed=sorted(visit.view.guidelines))
        seen = guidelines.last_read(run, study=visit.view.id, member=visit.member.id, lang=lang)
        if seen is None or revision > seen:
            enquiries.acknowledge(run, member=visit.member.id, kind="guideline", what=found[0].id, now=bench.now())
    if replies is not None and replies > 0:
        mine = enquiries.replies_to(run, study=visit.view.id, member=visit.member.id)[:replies]
        if mine and mine[-1].id > enquiries.last_acknowledged(run, member=visit.member.id, kind="reply"):
            enquiries.acknowledge(run, member=visit.member.id, kind="reply", what=mine[-1].id, now=bench.now())


def enquire(bench: Workbench, run: Run, link: Link, wish: EnquiryWish) -> bool:
    """Ask the organiser something; sending it again is harmless. Whether it is new."""
    visit = admit(bench, run, link, writing=True)
    member, now = visit.member, bench.now()
    if not is_uuid(wish.id):
        raise Refused.of("enquiry.bad_id", "id", wish.id)
    if not 0 < len(wish.text.strip()) <= LONGEST_ENQUIRY:
        raise Refused.of("enquiry.bad_text", "text", len(wish.text), LONGEST_ENQUIRY)
    owner = enquiries.owner_of(run, wish.id)
    if owner is not None:
        if owner != member.id:
            raise Conflict.of("enquiry.id_taken", "id", wish.id)
        return False
    if enquiries.count_since(run, member=member.id, since=now - DAY_US) >= MOST_A_DAY:
        raise Refused.of("enquiry.too_many", allowed=MOST_A_DAY)
    quotas.check_enquiry(run, member.id)
    a = assignments.by_uid(run, wish.assignment, member=member.id) if wish.assignment else None
    if wish.assignment and a is None:
        raise NotFound.of("judgement.unknown_assignment", "assignment", wish.assignment)
    of = a.id if a else None
    stage = visit.view.protocol.stage_number(wish.stage) if a and wish.stage else None
    text = wish.text.strip()
    enquiries.add(run, enquiries.NewEnquiry(wish.id, visit.view.id, member.id, of, stage, text, wish.lang, now))
    return True


def own_enquiries(bench: Workbench, run: Run, link: Link) -> OwnEnquiries:
    """What this rater asked with the replies to it, and what was published of others, nobody named."""
    visit = admit(bench, run, link)
    mine = enquiries.of_member(run, visit.member.id)
    told = enquiries.replies_to(run, study=visit.view.id, member=visit.member.id)
    own = {asked.id for asked in mine}
    return {
        "enquiries": [_own(asked, [reply for reply in told if reply.enquiry == asked.id]) for asked in mine],
        "published": [
            {"question": r.question, "text": r.text, "at": rfc3339(r.at)} for r in told if r.enquiry not in own
        ],
        "replies": len(told),
        "unread": _unread(run, visit),
    }


def _own(asked: enquiries.Enquiry, replies: list[enquiries.Reply]) -> OwnEnquiry:
    return {
        "id": asked.uid,
        "text": asked.text,
        "at": rfc3339(asked.at),
        "replies": [{"text": r.text, "at": rfc3339(r.at), "published": r.published} for r in replies],
    }
