"""Sending units back to a rater: a correction is asked for, and the first answers stay in the log."""

from dataclasses import dataclass

from jurybox.core import Assignment, Conflict, EventKind, JsonData, NotFound, StudyState
from jurybox.store import Run, assignments, item_list, people, studies, systems
from jurybox.studies.people import rater_named
from jurybox.studies.rating import last_stage, send_back
from jurybox.studies.sealing import behind_seal, under_seal
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench


@dataclass(frozen=True, slots=True)
class ToSendBack:
    """What a rater is asked to look at again: their units of an item, or the one that shows a system."""

    item: str
    rater: str
    system: str | None = None
    note: str = ""


def send_item_back(bench: Workbench, study: str, wish: ToSendBack, who: str = "command line") -> int:
    """How many units go back. Final stages never do: what they hid was shown since."""
    own = None if wish.system is None else behind_seal(wish.system)

    def write(run: Run) -> int:
        row = find_study(run, study)
        if row.state not in (StudyState.OPEN, StudyState.PAUSED):
            raise Conflict.of("study.not_open", given=study, state=row.state)
        view, rater = load_view(run, row.id), rater_named(run, bench, study, wish.rater)
        if rater.revoked:
            raise Conflict.of("rater.revoked_already", given=wish.rater)
        found = ((a, last_stage(run, a)) for a in _finished(run, view, wish, own, rater.id))
        sent = [a for a, n in found if n is not None and send_back(run, view, a, n, bench.now())]
        if not sent:
            raise Conflict.of("item.not_sent_back", "rater", rater.name, item=wish.item)
        data: dict[str, JsonData] = {
            "item": wish.item,
            "rater": rater.id,
            "of_system": own,
            "units": len(sent),
            "note": wish.note.strip(),
        }
        studies.append_event(run, row, kind=EventKind.ITEM_SENT_BACK, data=data, who=who, now=bench.now())
        return len(sent)

    return bench.database.write(write)


def _finished(run: Run, view: StudyView, wish: ToSendBack, own: str | None, rater: str) -> list[Assignment]:
    item = item_list.by_key(run, view.id, wish.item)
    if item is None:
        raise NotFound.of("item.not_there", "item", wish.item)
    makers = systems.makers_of_item(run, item.id)
    known = sorted({name for names in makers.values() for name in names})
    if own is not None and own not in known:
        raise NotFound.of("system.unknown_of_item", "system", wish.system, under_seal(known))
    member = people.member_to_write(run, rater)
    assert member is not None
    return [
        a
        for a in assignments.ratings_of_item(run, member=member.id, item=item.id)
        if own is None or any(own in makers[c] for c in a.candidates)
    ]
