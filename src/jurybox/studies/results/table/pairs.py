"""Two passes over the same units: repeats against the first time, worked examples against what the guideline says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jurybox.analysis import Asked, Longs, NumberAnswers, Pairs, TagRatings, TagRepeats, tag_repeats
from jurybox.core import LETTERS, ExampleAnswer, Protocol, is_within, target_as_shown
from jurybox.core.questions import Value
from jurybox.studies.results.table.codes import TableCodes
from jurybox.studies.results.table.columns import NumberColumn, SetColumn, TagColumn, longs
from jurybox.studies.results.table.passes import JudgedExample, Pass, TakenLog
from jurybox.studies.results.table.scores import RatedColumn, rated


def repeat_pairs(
    protocol: Protocol, taken: TakenLog, first: Mapping[str, RatedColumn], codes: TableCodes
) -> Iterator[Pairs]:
    """Every question that was answered twice by one rater about one unit; rule-made answers are in neither."""
    if not taken.again.rater:
        return
    for id, later in rated(protocol, taken.again).items():
        yield from _matched(first[id], later, taken, codes)
    columns = zip(_tag_columns(taken.first), _tag_columns(taken.again), strict=True)
    for before, after in columns:
        sets: dict[frozenset[int], float] = {}
        yield from _matched(as_sets(before, sets), as_sets(after, sets), taken, codes)


def repeated_tags(taken: TakenLog, made: Callable[[SetColumn, Pass], TagRatings]) -> Iterator[TagRepeats]:
    """The same for what is in sets and marks: both times as they were given. `made` brings a column into the table."""
    if not taken.again.rater:
        return
    for before, after in zip(taken.first.of_kind(SetColumn), taken.again.of_kind(SetColumn), strict=True):
        earlier = {pair: n for n, pair in enumerate(_given(taken.first, before))}
        both = [(earlier[pair], n) for n, pair in enumerate(_given(taken.again, after)) if pair in earlier]
        if both:
            old, new = longs([b for b, _ in both]), longs([a for _, a in both])
            yield tag_repeats(made(before, taken.first), made(after, taken.again), old, new)


def _given(taken: Pass, column: SetColumn) -> Iterator[tuple[int, int]]:
    return zip(longs(taken.assignment)[longs(column.row)].tolist(), column.key.tolist(), strict=True)


def _matched(first: RatedColumn, again: RatedColumn, taken: TakenLog, codes: TableCodes) -> Iterator[Pairs]:
    """Pairs where assignment and unit are the same."""
    before, after = first.answers.people(), again.answers.people()
    earlier = {pair: n for n, pair in enumerate(_pairs(taken.first, before))}
    both = [(earlier[pair], n) for n, pair in enumerate(_pairs(taken.again, after)) if pair in earlier]
    if both:
        old, new = longs([b for b, _ in both]), longs([a for _, a in both])
        rater = codes.rater(taken.first, before.row[old])
        yield Pairs(first.asked, rater, codes.unit(before.key[old]), before.value[old], after.value[new])


def _pairs(taken: Pass, answers: NumberAnswers) -> Iterator[tuple[int, int]]:
    return zip(longs(taken.assignment)[answers.row].tolist(), answers.key.tolist(), strict=True)


def _tag_columns(taken: Pass) -> list[TagColumn]:
    return taken.of_kind(TagColumn)


def as_sets(column: TagColumn, sets: dict[frozenset[int], float]) -> RatedColumn:
    """Sets of tags as categories: equal sets have equal numbers."""
    held: list[list[int]] = [[] for _ in column.row]
    for n, tag in zip(column.of, column.tag, strict=True):
        held[n].append(tag)
    value = [sets.setdefault(frozenset(tags), float(len(sets))) for tags in held]
    arrays = (longs(column.row), longs(column.key), np.array(value, np.float64))
    return RatedColumn(set_asked(column.asked), NumberAnswers(column.question.about, frozenset(), *arrays))


def set_asked(asked: Asked) -> Asked:
    """Whether two sets of tags are the same set."""
    return replace(asked, kind="category", names=(), categories=())


def gold_pairs(protocol: Protocol, taken: TakenLog, lang: str, codes: TableCodes) -> Iterator[Pairs]:
    """Each rater's last attempt at the worked examples: what the guideline says, and what they said.

    An answer that the guideline accepts as well is as good as the one it gives. The units are those of the examples.
    """
    known = set(codes.raters.tolist())
    last = {trial.rater: trial.round for trial in taken.trials}
    trials = [t for t in taken.trials if t.round == last[t.rater] and t.rater in known]
    for stage in taken.first.columns:
        for column in stage:
            if isinstance(column, NumberColumn | TagColumn):
                yield from _against_gold(protocol, column, trials, codes)


def _against_gold(
    protocol: Protocol, column: NumberColumn | TagColumn, trials: Sequence[JudgedExample], codes: TableCodes
) -> Iterator[Pairs]:
    units: dict[tuple[int, str], int] = {}
    sets: dict[frozenset[str], float] = {}
    rater, unit, before, after = list[int](), list[int](), list[float](), list[float]()
    for trial, answer, given in _answered(protocol, column.asked.id, trials):
        rater.append(trial.rater)
        unit.append(units.setdefault((trial.example, answer.target), len(units)))
        after.append(_number(column, given, sets))
        accepted = [_number(column, value, sets) for value in (answer.value, *answer.accept)]
        is_as_good = after[-1] in accepted or is_within(protocol.question(column.asked.id), answer, given)
        before.append(after[-1] if is_as_good else accepted[0])
    if rater:
        asked = set_asked(column.asked) if isinstance(column, TagColumn) else column.asked
        coded: Longs = np.searchsorted(codes.raters, longs(rater))
        yield Pairs(asked, coded.astype(np.int32), longs(unit), np.array(before), np.array(after))


def _answered(
    protocol: Protocol, question: str, trials: Sequence[JudgedExample]
) -> Iterator[tuple[JudgedExample, ExampleAnswer, Value]]:
    for trial in trials:
        cells = trial.answers.get(question, {})
        letter = {LETTERS[-candidate - 1]: str(candidate) for candidate in trial.candidates}  # as written
        for expected in protocol.examples[trial.example].answers:
            if expected.question != question:
                continue
            about = protocol.question(question).about
            given = cells.get(target_as_shown(about, expected.target, letter))
            if given is not None and given.value is not None:
                yield trial, expected, given.value


def _number(column: NumberColumn | TagColumn, value: Value, sets: dict[frozenset[str], float]) -> float:
    if isinstance(column, NumberColumn):
        return float(column.number(value))
    tags = frozenset(column.question.held(value))
    return sets.setdefault(tags & frozenset(column.codes), float(len(sets)))
