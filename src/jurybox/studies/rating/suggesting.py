"""What is suggested to a rater: of the stage in hand, by letter, and nothing where their unit is held out."""

from collections.abc import Collection, Mapping

from jurybox.core import Assignment
from jurybox.core.questions import QuestionBase, Value
from jurybox.design import is_held_out
from jurybox.store import Content, Run, ShownSuggestion, suggestions
from jurybox.studies.study import StudyView

ON_THE_PAGE = ("browser", "api")
"""The channels of those who are shown suggestions; workbooks, other tools and pretend raters have none."""
SHOWN_FOR = ("rating", "repeat")


def suggestions_for(run: Run, view: StudyView, a: Assignment) -> tuple[ShownSuggestion, ...]:
    """All that is suggested of a unit to the rater who holds it."""
    prefill = view.settings.prefill
    if not prefill.on or a.example is not None or a.purpose not in SHOWN_FOR:
        return ()
    if is_held_out(prefill.hold_out, view.row.seed, a.membership, a.unit):
        return ()
    return tuple(suggestions.of_item(run, a.item))


def suggested_in(
    view: StudyView,
    lettered: Mapping[str, int],
    number: int,
    content: Content | None,
    by_rule: Collection[tuple[str, str]] = (),
    rated: Collection[int] = (),
) -> dict[str, dict[str, Value]]:
    """What one stage of a unit suggests, by question and target; of equal outputs the first suggestion stands.

    `rated` are the segments that are rated: what stands around them takes no answers.
    """
    found: dict[str, dict[str, Value]] = {}
    if content is None or not content.suggested:
        return found
    letters = {c: letter for letter, c in lettered.items() if c not in view.withdrawn}
    for one in content.suggested:
        question = view.stage(number).question(one.question)
        if question is None or (one.candidate is not None and one.candidate not in letters):
            continue
        if question.about in ("segment", "output") and one.segment not in rated:
            continue
        target = _target(question, one, letters)
        if target is not None and (question.id, target) not in by_rule:
            found.setdefault(question.id, {}).setdefault(target, one.value)
    return found


def _target(question: QuestionBase, one: ShownSuggestion, letters: dict[int, str]) -> str | None:
    if question.about == "unit":
        return "unit"
    if question.about == "segment":
        return str(one.segment) if one.segment else None
    letter = letters.get(one.candidate or 0)
    if question.about == "candidate" or letter is None:
        return letter
    return f"{letter}.{one.segment}" if one.segment else None
