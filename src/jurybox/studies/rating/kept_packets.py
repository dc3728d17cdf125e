"""Packets of units that others were sent a moment ago: only what is the rater's own is put in anew.

A view is good for one version of its study, and what a unit shows changes with the version alone.
"""

from typing import cast

from jurybox.core import Assignment, JsonObject
from jurybox.store import Run
from jurybox.studies.rating.packet import content_for, number_of, packet
from jurybox.studies.rating.wire import Packet
from jurybox.studies.study import StudyView

MOST_PACKETS = 64
LARGEST_PACKET = 20_000
"""In characters of its texts: 64 of them are 1.3 MB, or four times as much where characters are wide."""


def packet_of_next(run: Run, view: StudyView, a: Assignment) -> Packet:
    """The stage of an assignment that is next."""
    assert a.stage is not None
    if not _is_alike_for_all(view, a):
        return packet(view, a, a.stage, content_for(run, view, a))
    key = (a.unit, a.stage, a.window, *a.candidates)
    kept = view.packets.get(key)
    if kept is None:
        content = content_for(run, view, a)
        made = packet(view, a, a.stage, content)
        if content.size <= LARGEST_PACKET:
            _keep(view, key, cast(JsonObject, made))
            return cast(Packet, {**made})
        return made
    return cast(Packet, {**kept, "assignment": a.uid, "number": number_of(a)})


def _is_alike_for_all(view: StudyView, a: Assignment) -> bool:
    """Whether every rater is shown the same, candidates in one order aside: no files, and nothing is suggested."""
    is_of_pool = a.check_item is None and a.example is None and a.unit != 0
    return is_of_pool and not view.settings.prefill.on and view.shows_texts_alone[a.stage or 0]


def _keep(view: StudyView, key: tuple[int, ...], made: JsonObject) -> None:
    if len(view.packets) >= MOST_PACKETS:
        del view.packets[next(iter(view.packets))]
    view.packets[key] = made
