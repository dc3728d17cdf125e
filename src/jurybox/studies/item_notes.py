"""Notes of organisers on items: each an entry in the history of the study."""

from typing import TypedDict

from jurybox.core import EventKind, Fault, NotFound, Refused, rfc3339
from jurybox.store import Run, item_list, studies
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

LONGEST_NOTE = 2_000


class ItemNote(TypedDict):
    text: str
    who: str
    at: str


def note_item(bench: Workbench, study: str, item: str, note: str, who: str = "command line") -> None:
    """Write a note on an item."""

    def write(run: Run) -> None:
        row = find_study(run, study)
        if item_list.by_key(run, row.id, item) is None:
            raise NotFound.of("item.not_there", "item", item)
        if not 0 < len(note.strip()) <= LONGEST_NOTE:
            raise Refused(Fault("item.bad_note", "note", len(note), LONGEST_NOTE))
        data = {"item": item, "note": note.strip()}
        studies.append_event(run, row, kind=EventKind.ITEM_NOTED, data=data, who=who, now=bench.now())

    bench.database.write(write)


def notes_of(run: Run, study: int, item: str) -> list[ItemNote]:
    """The notes on an item, the first one first."""
    return [
        {"text": str(event.data["note"]), "who": event.who, "at": rfc3339(event.at)}
        for event in studies.events_of_kind(run, study, EventKind.ITEM_NOTED)
        if event.data["item"] == item
    ]


def noted_items(run: Run, study: int) -> list[str]:
    """The keys of the items that have notes."""
    noted = studies.events_of_kind(run, study, EventKind.ITEM_NOTED)
    return list(dict.fromkeys(str(event.data["item"]) for event in noted))
