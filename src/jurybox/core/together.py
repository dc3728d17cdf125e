"""Which changes of a study concern the same thing, so that who makes the second is told of the first."""

from collections.abc import Mapping
from typing import NamedTuple

from jurybox.core.json_value import JsonData
from jurybox.core.study import EventKind


class EditedPart(NamedTuple):
    """A part of a study that people edit: what it is called, and what of an event says which one of its kind it is."""

    name: str
    about: str | None = None


SETTINGS, STATE, JOIN_LINK, DISPUTES = (EditedPart(name) for name in ("settings", "state", "join link", "disputes"))
RATER, ITEM, SYSTEM = (EditedPart(name, name) for name in ("rater", "item", "system"))
GUIDELINE, ROLE, ENQUIRY = (
    EditedPart("guideline", "lang"),
    EditedPart("role", "member"),
    EditedPart("enquiry", "enquiry"),
)

PARTS: Mapping[EventKind, EditedPart] = {
    EventKind.SETTINGS: SETTINGS,
    EventKind.PROTOCOL_CHANGED: SETTINGS,
    EventKind.OPENED: STATE,
    EventKind.PAUSED: STATE,
    EventKind.RESUMED: STATE,
    EventKind.CLOSED: STATE,
    EventKind.OPENED_AGAIN: STATE,
    EventKind.RATER_GROUPS: RATER,
    EventKind.RATER_REVOKED: RATER,
    EventKind.LINK_RENEWED: RATER,
    EventKind.RATERS_MERGED: RATER,
    EventKind.ADJUDICATOR_APPOINTED: RATER,
    EventKind.ADJUDICATOR_DISMISSED: RATER,
    EventKind.ITEM_WITHDRAWN: ITEM,
    EventKind.ITEM_RESTORED: ITEM,
    EventKind.ITEM_NOTED: ITEM,
    EventKind.ITEM_SENT_BACK: ITEM,
    EventKind.SYSTEM_WITHDRAWN: SYSTEM,
    EventKind.SYSTEM_RESTORED: SYSTEM,
    EventKind.GUIDELINE_REVISED: GUIDELINE,
    EventKind.REPLIED: ENQUIRY,
    EventKind.DISPUTES_SET: DISPUTES,
    EventKind.JOIN_LINK_SET: JOIN_LINK,
    EventKind.JOIN_LINK_CLOSED: JOIN_LINK,
    EventKind.ROLE_GIVEN: ROLE,
    EventKind.ROLE_TAKEN: ROLE,
    EventKind.HANDED_OVER: ROLE,
}
ONLY_ADDS: Mapping[EventKind, str] = {
    EventKind.CREATED: "there is nothing before it",
    EventKind.IMPORTED: "texts are added to those there are, or every fault is told",
    EventKind.SUGGESTED: "suggestions are added to those there are, or every fault is told",
    EventKind.ITEMS_ADDED: "items are added to those there are",
    EventKind.TEXTS_REMOVED: "what is gone stays gone, and can be imported again",
    EventKind.PAIRS_DRAWN: "pairs are added to those there are",
    EventKind.RATER_ADDED: "a rater is added; one of the same name is asked about",
    EventKind.SENT_BACK: "what was sent back already stays as it is",
    EventKind.CHECKS_ADDED: "checks are added to those there are, or every fault is told",
    EventKind.CHECKS_REMOVED: "what is gone stays gone",
    EventKind.CHECK_WITHDRAWN: "withdrawing a check twice changes nothing",
    EventKind.CHECKS_FAILED: "nobody does it: it follows from judgements",
    EventKind.CHECKS_PARDONED: "pardoning twice changes nothing",
    EventKind.QUORUM_RAISED: "a quorum only ever rises",
    EventKind.PILOT_MARKED: "what was judged until then is counted in the same transaction",
    EventKind.REVEALED: "it is revealed once",
    EventKind.PUT_AWAY: "putting away twice changes nothing",
    EventKind.FETCHED_BACK: "fetching back twice changes nothing",
    EventKind.REDACTED: "what is gone stays gone",
    EventKind.REOPENED: "it is the first thing that happens to a study from an archive",
    EventKind.FROZEN: "every frozen result is one more",
    EventKind.SHARED: "every link is one more",
    EventKind.UNSHARED: "a link is revoked once",
    EventKind.ARCHIVE_DOWNLOADED: "nothing is changed by it",
}
"""The changes by which nobody can undo what somebody else did unseen, and why."""
OPENS_UPON = frozenset(
    {
        EventKind.SETTINGS,
        EventKind.PROTOCOL_CHANGED,
        EventKind.IMPORTED,
        EventKind.TEXTS_REMOVED,
        EventKind.SUGGESTED,
        EventKind.ITEMS_ADDED,
        EventKind.GUIDELINE_REVISED,
        EventKind.OPENED,
    }
)
"""What somebody has looked at who opens a study."""


def concerns_the_same(
    kind: EventKind, data: Mapping[str, JsonData], earlier: EventKind, earlier_data: Mapping[str, JsonData]
) -> bool:
    """Whether somebody who makes the one change should know of the other first.

    >>> concerns_the_same(EventKind.ITEM_NOTED, {"item": "a"}, EventKind.ITEM_WITHDRAWN, {"item": "a"})
    True
    >>> concerns_the_same(EventKind.ITEM_NOTED, {"item": "a"}, EventKind.ITEM_NOTED, {"item": "b"})
    False
    """
    if kind == EventKind.OPENED:
        return earlier in OPENS_UPON
    part = PARTS.get(kind)
    if part is None or PARTS.get(earlier) != part:
        return False
    return part.about is None or data.get(part.about) == earlier_data.get(part.about)
