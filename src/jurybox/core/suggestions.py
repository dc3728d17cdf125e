"""Suggestions: answers from elsewhere that a rater keeps, changes or removes, each by an act.

On the wire   a cell that has a suggestion is {value, by: kept | changed} or {by: removed}; of marks also
              {from_suggested: [0, null, 2], removed: [1], at_once: 2}, so that nothing is left untouched unseen
Stored        the same with `suggested`, what was there; what a rater said beside suggestions is {value, by: added}
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard, cast

from msgspec.structs import replace

from jurybox.core.answer import Answer, Answers, MadeBy
from jurybox.core.errors import Fault
from jurybox.core.protocol import Stage
from jurybox.core.questions import QuestionBase, Value

Suggested = Mapping[str, Mapping[str, Value]]
"""What was shown to be corrected, by question and target."""
ACTS = ("kept", "changed", "removed")
KEYS = {"value", "by", "from_suggested", "removed", "at_once"}
NO_LONGER = {"rule", "not_asked"}
"""By what an answer came about of which a suggestion is not asked for any more."""


class Act(NamedTuple):
    """What a rater did with a suggestion."""

    by: str
    from_suggested: list[int | None] | None = None
    removed: list[int] | None = None
    at_once: int = 0


@dataclass(frozen=True, slots=True)
class TakenApart:
    """Plain answers, to be checked like any others, and the acts that stood beside them."""

    answers: dict[str, object]
    acts: dict[tuple[str, str], Act] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


class EntryCounts(NamedTuple):
    """What became of the entries of a suggestion: marks, tags, options, or one answer as a whole."""

    kept: int = 0
    changed: int = 0
    removed: int = 0
    added: int = 0


def takes_suggestions(question: QuestionBase) -> bool:
    """Not what names candidates, nor what adds up from marks by itself, nor what only a rater can say."""
    return not question.compares and not question.is_by_hand and question.sum_of is None


def taken_apart(stage: Stage, given: Mapping[str, object], suggested: Suggested) -> TakenApart:
    """The plain answers, and what was done with each suggestion; a cell without an act is a fault."""
    apart = TakenApart(dict(given))
    if not suggested:
        return apart
    for question in stage.ask:
        cells = given.get(question.id)
        if not isinstance(cells, dict):
            continue
        shown, plain = suggested.get(question.id, {}), dict(cells)
        for target, cell in cells.items():
            where = f"answers.{question.id}.{target}"
            if target in shown:
                act, fault = _act_of(question, cell, shown[target], where)
                if fault is not None:
                    apart.faults.append(fault)
                    plain[target] = cell.get("value") if isinstance(cell, dict) else cell
                elif act is not None:
                    apart.acts[question.id, target] = act
                    plain[target] = cell.get("value")
            elif isinstance(cell, dict) and cell.get("by") == "added" and set(cell) == {"value", "by"}:
                plain[target] = cell["value"]
        apart.answers[question.id] = plain
    return apart


def _act_of(question: QuestionBase, cell: object, suggested: Value, where: str) -> tuple[Act | None, Fault | None]:
    if cell is None or (isinstance(cell, dict) and "cannot" in cell):
        return None, None
    by = cell.get("by") if isinstance(cell, dict) else None
    if not isinstance(cell, dict) or by not in ACTS or set(cell) - KEYS:
        return None, Fault("answer.suggestion_untouched", where, cell, list(ACTS), {"question": question.id})
    act = Act(str(by), cell.get("from_suggested"), cell.get("removed"), cell.get("at_once", 0))
    if question.marked_field is not None and by != "removed":
        entries, values = suggested, cell.get("value")
        if not isinstance(entries, list) or not isinstance(values, list):
            return act, None  # the question itself says what is wrong with it
        if not _is_whole_account(act, len(entries), len(values)):
            return None, Fault("answer.marks_untouched", where, cell, len(entries), {"question": question.id})
    elif act.from_suggested is not None or act.removed is not None or act.at_once != 0:
        return None, Fault("answer.suggestion_untouched", where, cell, list(ACTS), {"question": question.id})
    return act, None


def _is_whole_account(act: Act, suggested: int, said: int) -> bool:
    """Whether every suggested mark is accounted for once: it became one that was said, or it was removed."""
    if not _are_places(act.removed) or not isinstance(act.from_suggested, list) or len(act.from_suggested) != said:
        return False
    became = [place for place in act.from_suggested if place is not None]
    if not _are_places(became) or type(act.at_once) is not int or not 0 <= act.at_once <= len(became):
        return False
    return sorted([*became, *act.removed]) == list(range(suggested))


def _are_places(places: object) -> TypeGuard[list[int]]:
    return isinstance(places, list) and all(type(place) is int for place in places)


def put_together(
    stage: Stage, stored: Answers, suggested: Suggested, apart: TakenApart, found: list[Fault]
) -> tuple[Answers, list[Fault]]:
    """The sound answers with what was there, and every fault: those `found`, and what was left untouched."""
    faults: list[Fault] = []
    is_faulty = {fault.where for fault in (*found, *apart.faults) if fault.code != "answer.missing"}
    whole: Answers = {name: dict(cells) for name, cells in stored.items()}
    for question in stage.ask:
        shown, cells = suggested.get(question.id, {}), whole.setdefault(question.id, {})
        for target, own in cells.items():
            if target not in shown and own.by == "rater" and own.value is not None:
                cells[target] = replace(own, by="added")
        for target, value in shown.items():
            answer, act = cells.get(target), apart.acts.get((question.id, target))
            where = f"answers.{question.id}.{target}"
            if answer is None and act is None and not any(w.startswith(where) for w in is_faulty):
                faults.append(Fault("answer.suggestion_untouched", where, None, list(ACTS), {"question": question.id}))
            elif answer is None and act is not None and act.by == "removed":
                cells[target] = Answer(by="removed", suggested=value)
            elif answer is not None and answer.by not in NO_LONGER:
                cells[target], fault = _beside(answer, act, value, where)
                faults += [fault] if fault else []
        if not cells:
            del whole[question.id]
    untouched = {fault.where for fault in (*faults, *apart.faults)}
    missing = [fault for fault in found if fault.code != "answer.missing" or fault.where not in untouched]
    return whole, [*missing, *apart.faults, *faults]


def _beside(answer: Answer, act: Act | None, suggested: Value, where: str) -> tuple[Answer, Fault | None]:
    """An answer with what was there. Of marks it follows from their account whether all was kept."""
    if act is None or answer.value is None:  # it could not be judged
        return replace(answer, suggested=suggested), None
    by = "kept" if _is_kept(answer.value, suggested, act) else "changed"
    whole = replace(
        answer,
        by=cast(MadeBy, by),
        suggested=suggested,
        from_suggested=act.from_suggested,
        removed=act.removed or None,
        at_once=act.at_once,
    )
    return whole, None if by == act.by else Fault("answer.not_as_suggested", where, answer.value, suggested)


def _is_kept(value: Value, suggested: Value, act: Act) -> bool:
    if act.from_suggested is None:
        return is_same(value, suggested)
    return not act.removed and None not in act.from_suggested and all(_kept_marks(value, suggested, act.from_suggested))


def _kept_marks(value: Value, suggested: Value, places: list[int | None]) -> Iterator[bool]:
    said, shown = cast(list[object], value), cast(list[object], suggested)
    for entry, place in zip(said, places, strict=True):
        if place is not None:
            yield entry == shown[place]


def is_same(value: Value, other: Value) -> bool:
    """Whether two answers say the same; tags and options in any order."""
    if isinstance(value, list) and isinstance(other, list):
        return sorted(value, key=repr) == sorted(other, key=repr)
    return value == other


def entry_counts(answer: Answer) -> EntryCounts:
    """What became of what was suggested, entry by entry.

    >>> entry_counts(Answer(value=["a", "c"], by="changed", suggested=["a", "b"]))
    EntryCounts(kept=1, changed=0, removed=1, added=1)
    >>> entry_counts(Answer(value=4, by="kept", suggested=4)), entry_counts(Answer(value=4, by="added"))
    (EntryCounts(kept=1, changed=0, removed=0, added=0), EntryCounts(kept=0, changed=0, removed=0, added=1))
    """
    value, shown = answer.value, answer.suggested
    if shown is None or answer.cannot is not None:
        entries = len(value) if isinstance(value, list) else 1
        return EntryCounts(added=entries) if answer.by == "added" else EntryCounts()
    if answer.from_suggested is not None and value is not None:
        kept = sum(_kept_marks(value, shown, answer.from_suggested))
        became = len(answer.from_suggested) - answer.from_suggested.count(None)
        return EntryCounts(kept, became - kept, len(answer.removed or ()), answer.from_suggested.count(None))
    if not isinstance(shown, list):
        return EntryCounts(**{answer.by: 1})
    said = cast(list[object], value or [])
    both = sum(entry in shown for entry in said)
    return EntryCounts(both, 0, len(shown) - both, len(said) - both)
