"""A rater's own tasks as a list: their states, what can be opened again, and a glimpse of those that were opened.

Nothing is shown of a unit before it was opened, and of others only what their stage shows. Nothing tells a repeat
from a first pass: where units come again, only the last few that were finished can be looked at.
"""

from collections.abc import Sequence

from jurybox.core import Assignment, AssignmentState, Judgement, Refused, StudyState, flat_numbers, target_as_shown
from jurybox.store import Run, assignments, log, progress
from jurybox.studies.rating.link import Link, Visit, admit
from jurybox.studies.rating.packet import content_for, letters_of, packet
from jurybox.studies.rating.wire import (
    Glimpse,
    Glimpses,
    GlimpseScore,
    OwnAssignments,
    OwnState,
    OwnSummary,
    Packet,
    ShownFields,
)
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench

TOLD: dict[str, OwnState] = {
    AssignmentState.LEASED: "open",
    AssignmentState.PLANNED: "open",
    AssignmentState.LAPSED: "open",
    AssignmentState.DONE: "done",
    AssignmentState.CANNOT: "cannot",
    AssignmentState.WITHDRAWN: "withdrawn",
}
"""States of an assignment as a rater may know them: whether it is leased or planned would tell repeats apart."""
LOOKED_BACK_AT = 9
"""So many finished units can be looked at where units come again: the repeat comes at least ten units later."""
MOST_GLIMPSES = 60
LONGEST_GLIMPSE = 90
MOST_SCORES = 12
"""Of one task in the list: a long document has hundreds."""


def own_assignments(bench: Workbench, run: Run, link: Link) -> OwnAssignments:
    """The rater's own units in the order they come, with what is left to do of each: a whole list, or a pool's so far.

    Of a pool only repeats are known before they come: those are not named.
    """
    visit = admit(bench, run, link)
    mine, is_list = assignments.all_of(run, visit.member.id), visit.view.settings.assign == "fixed"
    seen: dict[int, int] = {}
    for a in mine:
        seen[_of(a)] = max(a.shown, seen.get(_of(a), -1))
    near = finished_lately(run, visit)
    return {
        "assignments": [
            {
                "assignment": a.uid,
                "number": a.position + 1,
                "state": "open" if a.stage is not None else TOLD[a.state],
                "draft": a.has_draft,
                "stage": None if a.stage is None else visit.view.stage(a.stage).id,
                "stages": _doors(visit.view, a, seen[_of(a)], near),
            }
            for a in mine
            if a.shown >= 0 or is_list
        ]
    }


def _of(a: Assignment) -> int:
    """What an assignment is about: its item, or itself where it has none."""
    return a.item or -a.id


def finished_lately(run: Run, visit: Visit) -> set[int] | None:
    """The finished assignments that can be looked at; None where all can."""
    if not visit.view.settings.repeats or not visit.view.repeatable:
        return None
    return progress.finished_lately(run, visit.member.id, most=LOOKED_BACK_AT)


def is_out_of_sight(a: Assignment, near: set[int] | None) -> bool:
    """Whether an assignment was finished too long ago to be looked at; what was sent back is not."""
    return near is not None and a.stage is None and a.id not in near and not a.has_draft


def _doors(view: StudyView, a: Assignment, seen: int, near: set[int] | None) -> list[str]:
    """The stages that were answered and can still be changed; `seen` is the highest stage shown of the item."""
    if view.row.state != StudyState.OPEN or a.state == AssignmentState.WITHDRAWN or is_out_of_sight(a, near):
        return []
    return [view.stage(n).id for n in _answered(a) if (reveals := view.reveals[n]) is None or seen < reveals]


def _answered(a: Assignment) -> list[int]:
    return [n for n in a.stages if n <= a.shown and (a.stage is None or n < a.stage)]


def glimpses(bench: Workbench, run: Run, link: Link, wanted: Sequence[str]) -> Glimpses:
    """The first words, a picture and the rater's own scores of some of their tasks."""
    if len(wanted) > MOST_GLIMPSES:
        raise Refused.of("glimpse.too_many", "of", len(wanted), MOST_GLIMPSES)
    visit = admit(bench, run, link)
    near = finished_lately(run, visit)
    found = (assignments.by_uid(run, uid, member=visit.member.id) for uid in wanted)
    return {"glimpses": [_glimpse(run, visit.view, a, near) for a in found if a is not None and a.example is None]}


def _glimpse(run: Run, view: StudyView, a: Assignment, near: set[int] | None) -> Glimpse:
    empty: Glimpse = {"assignment": a.uid, "words": None, "lang": None, "picture": None, "scores": []}
    number = _opened_stage(a)
    if number is None or is_out_of_sight(a, near) or a.state == AssignmentState.WITHDRAWN:
        return empty
    shown = packet(view, a, number, content_for(run, view, a))
    words, lang = _first_words(view, number, shown)
    said = log.latest(run, assignment=a.id, stage=number) if a.stage != number else None
    return {
        **empty,
        "words": words,
        "lang": lang,
        "picture": _picture(view, number, shown),
        "scores": _scores(view, a, said) if said else [],
    }


def _opened_stage(a: Assignment) -> int | None:
    """The last stage that the rater has surely opened: what was only sent ahead was not."""
    if a.stage is not None and a.has_draft and a.shown >= a.stage:
        return a.stage
    return max(_answered(a), default=None)


def _places(view: StudyView, number: int, shown: Packet) -> list[tuple[str, ShownFields]]:
    """Where each field of a stage may stand, in the order of the stage, the item's and the first candidate's first."""
    first = shown["candidates"][:1]
    holders = [shown["fields"], *(one["fields"] for one in first), *(part["fields"] for part in shown["segments"])]
    holders += [fields for one in first for fields in one["segments"]]
    return [(name, holder) for name in view.shows[number] for holder in holders if name in holder]


def _first_words(view: StudyView, number: int, shown: Packet) -> tuple[str | None, str | None]:
    for name, holder in _places(view, number, shown):
        value = holder[name]
        if isinstance(value, str) and value.strip():
            return _cut(value), shown["langs"].get(name)
    return None, None


def _cut(text: str) -> str:
    """
    >>> _cut("one  two"), len(_cut("word " * 100)) <= LONGEST_GLIMPSE + 1
    ('one two', True)
    """
    line = " ".join(text[: 4 * LONGEST_GLIMPSE].split())
    if len(line) <= LONGEST_GLIMPSE:
        return line
    cut = line[:LONGEST_GLIMPSE]
    at_word = cut.rpartition(" ")[0]
    return (at_word if len(at_word) > LONGEST_GLIMPSE // 2 else cut) + "…"


def _picture(view: StudyView, number: int, shown: Packet) -> str | None:
    for name, holder in _places(view, number, shown):
        value = holder[name]
        if isinstance(value, dict) and view.protocol.fields[name].type == "image":
            return value["small"]["url"] if "small" in value else value["url"]
    return None


def _scores(view: StudyView, a: Assignment, said: Judgement) -> list[GlimpseScore]:
    """What the rater said to the first question whose answers are numbers, by letter."""
    letters = {str(candidate): letter for letter, candidate in letters_of(a).items()}
    numbers = list(flat_numbers(view.stage(said.stage), said.answers))
    found = [
        GlimpseScore(target=target_as_shown(view.protocol.question(question).about, target, letters), value=value)
        for question, target, value in numbers
        if question == numbers[0][0]
    ][:MOST_SCORES]
    return sorted(found, key=lambda score: (len(score["target"]), score["target"]))


def summary(bench: Workbench, run: Run, link: Link) -> OwnSummary:
    """What the rater has done in all: units, those that could not be judged, and the time."""
    done = progress.finished(run, admit(bench, run, link).member.id)
    return {"tasks": done.tasks, "skipped": done.skipped, "elapsed_ms": done.elapsed_ms}
