"""The columns of a pass handed to the scorer: every number question and every score, keyed by judgement and unit."""

from typing import NamedTuple

from jurybox.analysis import Asked, NumberAnswers, Scorer, edits_name
from jurybox.core import Protocol
from jurybox.studies.results.table.columns import CategoryColumn, EditColumn, NumberColumn, SetColumn, TickColumn
from jurybox.studies.results.table.passes import Pass
from jurybox.studies.results.table.questions import asked_score


class RatedColumn(NamedTuple):
    """One question or score that is rated with numbers."""

    asked: Asked
    answers: NumberAnswers
    edits: EditColumn | None = None
    """Where texts were edited, what became of them."""


def rated(protocol: Protocol, taken: Pass) -> dict[str, RatedColumn]:
    """Every number question, then every score that is more than the answer of one question."""
    numbers: dict[str, NumberAnswers] = {}
    columns: dict[str, RatedColumn] = {}
    for stage, column in taken.staged(NumberColumn):
        numbers[column.asked.id] = column.numbers(stage)
        edited = column if isinstance(column, EditColumn) else None
        columns[column.asked.id] = RatedColumn(column.asked, numbers[column.asked.id], edited)
    counted = {score.sources()[0] for score in protocol.scores if score.rule in ("count", "marks")}
    held: list[tuple[int, TickColumn | CategoryColumn | SetColumn]] = [
        *taken.staged(TickColumn),
        *taken.staged(CategoryColumn),
        *taken.staged(SetColumn),
    ]
    sets = {column.asked.id: column.sets(stage) for stage, column in held if column.asked.id in counted}
    columns_of = {column.asked.id: (stage, column) for stage, column in taken.staged(EditColumn)}
    for score in protocol.scores:
        if score.edits is not None:
            stage, edits = columns_of[score.sources()[0]]
            numbers[edits_name(edits.asked.id, score.edits)] = edits.counted(stage, score.edits)
    found = Scorer(taken.judged()).scores(protocol.scores, numbers, sets)
    own = [score for score in protocol.scores if score.rule != "value"]
    return columns | {score.id: RatedColumn(asked_score(score), found[score.id]) for score in own}
