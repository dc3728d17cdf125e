"""The organiser's side of enquiries: the list of what raters asked, and replies to one or to all."""

from dataclasses import dataclass
from typing import TypedDict

from jurybox.core import EventKind, JsonObject, NotFound, Refused, rfc3339
from jurybox.store import Reply, Run, StudyEnquiry, enquiries, studies
from jurybox.studies.item_names import item_by_key
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_in

LONGEST_REPLY = 10_000


class ReplyLine(TypedDict):
    text: str
    question: str | None
    published: bool
    who: str
    at: str


class EnquiryView(TypedDict):
    """What a rater asked, with the replies."""

    id: str
    rater: str
    name: str
    item: str | None
    item_name: str | None
    """What to call the item."""
    example: str | None
    stage: str | None
    text: str
    at: str
    replies: list[ReplyLine]


def list_enquiries(bench: Workbench, study: str, waiting: bool = False) -> list[EnquiryView]:
    """What raters asked, in order, with the replies; `waiting` leaves out what has a reply."""

    def read(run: Run) -> list[EnquiryView]:
        view = view_in(bench, run, study)
        replies = enquiries.replies_of(run, view.id)
        found = [_shown(run, view, asked, replies) for asked in enquiries.of_study(run, view.id)]
        return [asked for asked in found if not (waiting and asked["replies"])]

    return bench.database.read(read)


def _shown(run: Run, view: StudyView, asked: StudyEnquiry, replies: list[Reply]) -> EnquiryView:
    example = None if asked.example is None else view.protocol.examples[asked.example].id
    item = None if asked.item is None else item_by_key(run, view, asked.item)
    return {
        "id": asked.uid,
        "rater": asked.rater,
        "name": asked.name,
        "item": asked.item,
        "item_name": item["name"] if item else None,
        "example": example,
        "stage": None if asked.stage is None else view.stage(asked.stage).id,
        "text": asked.text,
        "at": rfc3339(asked.at),
        "replies": [
            {"text": r.text, "question": r.question, "published": r.published, "who": r.who, "at": rfc3339(r.at)}
            for r in replies
            if r.enquiry == asked.id
        ],
    }


@dataclass(frozen=True, slots=True)
class ReplyDraft:
    """An answer to the rater who asked, or to all."""

    text: str
    publish: bool = False
    question: str | None = None
    """Words what was asked anew, for the others."""


def reply(bench: Workbench, study: str, enquiry: str, draft: ReplyDraft, who: str = "command line") -> EnquiryView:
    """Answer an enquiry."""
    text, publish, question = draft.text, draft.publish, draft.question
    if not 0 < len(text.strip()) <= LONGEST_REPLY:
        raise Refused.of("enquiry.bad_text", "text", len(text), LONGEST_REPLY)
    if question is not None and len(question) > LONGEST_REPLY:
        raise Refused.of("enquiry.bad_text", "question", len(question), LONGEST_REPLY)

    def write(run: Run) -> EnquiryView:
        row = find_study(run, study)
        asked = _find(run, row.id, enquiry)
        worded = (question or "").strip() or asked.text
        enquiries.add_reply(
            run, row.id, enquiries.NewReply(asked.id, worded, text.strip(), published=publish, who=who, at=bench.now())
        )
        data: JsonObject = {"enquiry": asked.uid, "published": publish}
        studies.append_event(run, row, kind=EventKind.REPLIED, data=data, who=who, now=bench.now())
        return _shown(run, load_view(run, row.id), asked, enquiries.replies_of(run, row.id))

    return bench.database.write(write)


def _find(run: Run, study: int, enquiry: str) -> StudyEnquiry:
    """By its id, or by the beginning of it that only one has."""
    found = enquiries.of_study(run, study)
    chosen = [e for e in found if e.uid == enquiry] or [e for e in found if enquiry and e.uid.startswith(enquiry)]
    if len(chosen) != 1:
        raise NotFound.of("enquiry.unknown", given=enquiry, allowed=[e.uid for e in found][-20:])
    return chosen[0]
