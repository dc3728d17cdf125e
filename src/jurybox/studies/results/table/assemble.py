"""The columns of a study put together, with codes for items, units, systems and raters."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jurybox.analysis import BY_RULE, About, Comparisons, Note, QuestionRatings, Source, Table, TagRatings, finest
from jurybox.core import DOCUMENT as PART_OF
from jurybox.core import EventKind, Protocol
from jurybox.core.questions import QuestionBase, Value
from jurybox.stats import Ints
from jurybox.store import Run, studies
from jurybox.studies.pairing import chosen_pairs
from jurybox.studies.results.table.awaited import Awaited
from jurybox.studies.results.table.codes import (
    TableCodes,
    codes_of,
    items_of,
    items_of_units,
    made_by,
    rater_label,
    unit_names,
)
from jurybox.studies.results.table.columns import (
    COLUMNS,
    MOST_SEGMENTS,
    MarkColumn,
    NumberColumn,
    SetColumn,
    TagColumn,
    longs,
)
from jurybox.studies.results.table.comparison_column import ComparisonColumn
from jurybox.studies.results.table.facts import facts_of
from jurybox.studies.results.table.material import Material, text_lengths
from jurybox.studies.results.table.pairs import gold_pairs, repeat_pairs, repeated_tags
from jurybox.studies.results.table.passes import Pass
from jurybox.studies.results.table.scores import RatedColumn, rated
from jurybox.studies.study import DOCUMENTS, StudyView, origin_of

DOCUMENT = "document"
"""The field of items that says which document they are from."""


def assemble(
    run: Run, view: StudyView, material: Material, awaited: Awaited, lang: str, item_columns: Collection[str] = ()
) -> Table:
    taken, to_come = awaited.taken, awaited.count(run, view.id)
    first = taken.first
    if first.rater:
        add_rule_made(first, awaited.by_rule)
    columns = rated(view.protocol, first)
    codes = codes_of(first, columns.values(), material)
    documents = [DOCUMENT] if has_documents(view) else [PART_OF] if origin_of(run, view.id).get(DOCUMENTS) else []
    names, groups = items_of(run, view.id, codes.items, [*item_columns, *documents])
    unit_item = codes.item(items_of_units(codes.units, material))
    made_unit, made_system = made_by(codes.units, material)
    left_out = Counter(taken.left_out) + first.all_left_out()
    left_out["score_incomplete"] += sum(one.answers.left_out for one in columns.values())
    read_as_zero = any(c.halves for stage in first.columns for c in stage if isinstance(c, NumberColumn))
    chosen = notes_of_pairs(run, view, material)
    halves = "yes" if read_as_zero else "import" if has_imported_halves(run, view) else ""
    return Table(
        source=source_of(run, view, awaited, columns, lang),
        items=names,
        systems=material.systems,
        raters=tuple(rater_label(int(n)) for n in codes.raters),
        unit_item=unit_item,
        made_unit=made_unit,
        made_system=made_system,
        unit_names=unit_names(codes.units, unit_item, names, material),
        ratings=tuple(ratings_of(one, first, codes) for one in columns.values()),
        tags=tuple(
            tags_of(run, view, c, first, codes) for c in first.of_kind(SetColumn) if c.row or c.question.required
        ),
        comparisons=tuple(comparisons_of(c, first, codes) for c in first.of_kind(ComparisonColumn)),
        repeats=tuple(repeat_pairs(view.protocol, taken, columns, codes)),
        gold=tuple(gold_pairs(view.protocol, taken, lang, codes)),
        tag_repeats=tuple(repeated_tags(taken, lambda column, of: tags_of(run, view, column, of, codes))),
        suggested=taken.suggested.ratings(first, codes) if taken.suggested else (),
        item_groups={name: group for name, group in groups.items() if name != PART_OF},
        documents=groups[documents[0]][0] if documents else None,
        left_out={cause: left_out[cause] for cause in sorted(left_out) if left_out[cause]},
        expected=expected_of(
            with_scores(view.protocol, to_come),
            ratings_of_units(columns, first, codes),
            material.systems,
            made_unit,
            made_system,
        ),
        points_by_group=view.protocol.results.points == "groups",
        notes=(*chosen, *(("half_is_zero",) if halves else ())),
        settings=({"pairs": "uncertain"} if chosen else {}) | ({"half_is_zero": halves} if halves else {}),
    )


def notes_of_pairs(run: Run, view: StudyView, material: Material) -> tuple[Note, ...]:
    """Pairs that were chosen by strengths make shares of wins those of harder comparisons, once one was judged."""
    if not view.settings.pairs.on:
        return ()
    judged = {frozenset(shown) for shown in material.candidates_of_unit.values()}
    return ("pairs_chosen",) if judged & chosen_pairs(run, view) else ()


def has_imported_halves(run: Run, view: StudyView) -> bool:
    """Whether halves were taken as zeros when ratings of a tool without a zero came in."""
    imported = (event.data for event in studies.events(run, view.id) if event.kind == EventKind.IMPORTED)
    return any(data.get("half_is_zero") for data in imported)


def has_documents(view: StudyView) -> bool:
    """Whether items say which document they are from: those of one document are alike."""
    field = view.protocol.fields.get(DOCUMENT)
    return field is not None and field.type == "text" and field.per == "item" and not field.optional


def add_rule_made(taken: Pass, by_rule: Sequence[tuple[QuestionBase, int, Value]]) -> None:
    """Answers of stages that nobody needs to see."""
    columns = {column.question.id: column for column in [*taken.of_kind(NumberColumn), *taken.of_kind(SetColumn)]}
    for question, candidate, value in by_rule:
        if question.id in columns and question.about == "candidate":
            columns[question.id].add(BY_RULE, candidate * MOST_SEGMENTS, value, "rule")


def ratings_of(one: RatedColumn, taken: Pass, codes: TableCodes) -> QuestionRatings:
    """The rater of what a rule made says nothing."""
    row = one.answers.row
    by_rule = row == BY_RULE
    rater = np.where(by_rule, 0, codes.rater(taken, row)).astype(np.int32)
    at, seconds = (np.where(by_rule, np.nan, np.array(times)[row]) for times in (taken.at, taken.seconds))
    edits = one.edits
    return QuestionRatings(
        one.asked,
        codes.unit(one.answers.key),
        rater,
        one.answers.value,
        by_rule if by_rule.any() else None,
        at,
        seconds,
        taken.are_later(row),
        np.array(edits.texts, object) if edits else None,
        np.array(edits.counts["words"], np.int64) if edits else None,
    )


def tags_of(run: Run, view: StudyView, column: SetColumn, taken: Pass, codes: TableCodes) -> TagRatings:
    row = longs(column.row)
    found = TagRatings(
        column.asked,
        codes.unit(longs(column.key)),
        codes.rater(taken, row),
        longs(column.of),
        longs(column.tag),
        later=taken.are_later(row),
    )
    if not isinstance(column, MarkColumn):
        return found
    lengths = [lengths_of(run, view, field, codes) for field in column.fields]
    before = np.cumsum([np.zeros_like(lengths[0]), *lengths], axis=0)  # as if the texts stood one behind the other
    shift = before[longs(column.text), found.unit[found.row]] if len(column.text) else longs([])
    return replace(
        found,
        start=longs(column.start) + shift,
        end=longs(column.end) + shift,
        weight=np.array(column.weight, np.float64),
        length=before[-1].astype(np.int32),
    )


def lengths_of(run: Run, view: StudyView, field: str, codes: TableCodes) -> Ints:
    """The length of each unit's text; 0 where there is none."""
    length = np.zeros(len(codes.units), np.int32)
    for candidate, segment, many in text_lengths(run, view, field):
        key = candidate * MOST_SEGMENTS + segment
        place = int(np.searchsorted(codes.units, key))
        if place < len(codes.units) and codes.units[place] == key:
            length[place] = many
    return length


def comparisons_of(column: ComparisonColumn, taken: Pass, codes: TableCodes) -> Comparisons:
    pair = (np.array(column.first, np.int32), np.array(column.second, np.int32), np.array(column.outcome, np.int8))
    item, rater = codes.item(longs(column.item)), codes.rater(taken, longs(column.row))
    answers = len(set(column.row))
    bad = np.array(column.both_bad, bool)
    return Comparisons(
        column.asked,
        item,
        rater,
        *pair,
        both_bad=bad if bad.any() else None,
        by_position=column.by_position,
        answers=answers,
        later=taken.are_later(longs(column.row)),
    )


def with_scores(protocol: Protocol, awaited: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """A score waits for the last of its sources; what is said of the unit stands for each of its segments."""
    found = {question: dict(by_system) for question, by_system in awaited.items()}
    about: dict[str, About] = {question.id: question.about for _, question in protocol.questions()}
    for score in protocol.scores:
        level = finest(about[name] for name in score.sources())
        each = protocol.unit.fixed or 1 if level in ("segment", "output") else 1  # of documents others count them
        times = {name: each if about[name] == "unit" else 1 for name in about}
        sources = [
            {system: n * times[name] for system, n in found[name].items()} for name in score.sources() if name in found
        ]
        about[score.id] = level
        if score.id not in found and sources:
            found[score.id] = {name: max(s.get(name, 0) for s in sources) for name in sources[0]}
    return found


def ratings_of_units(columns: Mapping[str, RatedColumn], taken: Pass, codes: TableCodes) -> dict[str, Ints]:
    """By question or score: how many ratings each unit has."""
    keys = {id: one.answers.key for id, one in columns.items()}
    keys |= {column.asked.id: longs(column.key) for column in taken.of_kind(TagColumn)}
    return {id: np.bincount(codes.unit(found), minlength=len(codes.units)) for id, found in keys.items()}


def expected_of(
    awaited: dict[str, dict[str, int]],
    given: Mapping[str, Ints],
    systems: Sequence[str],
    made_unit: Ints,
    made_system: Ints,
) -> dict[str, dict[str, int]]:
    """What is in, and what can still come; `given` counts the ratings of each unit."""
    found: dict[str, dict[str, int]] = {}
    for question, many in given.items():
        by_system = np.bincount(made_system, weights=many[made_unit], minlength=len(systems))
        to_come = awaited.get(question, {})
        found[question] = {
            name: int(by_system[code]) + to_come[name] for code, name in enumerate(systems) if name in to_come
        }
    return found


def source_of(run: Run, view: StudyView, awaited: Awaited, rated: Mapping[str, RatedColumn], lang: str) -> Source:
    row, settings = view.row, view.settings
    stages = {question.id: stage.id for stage, question in view.protocol.questions()}
    quorum = {id: settings.quorum_of(stage, "") for id, stage in stages.items()}
    for score in view.protocol.scores:
        quorum.setdefault(score.id, min(quorum[name] for name in score.sources() if name in quorum))
    return Source(
        row.key,
        "study",
        view.protocol.name,
        row.protocol_hash,
        awaited.taken.last_seq,
        None,
        row.state,
        {id: number for id, number in quorum.items() if id in _shown(view, rated)},
        facts_of(run, view, awaited, lang),
    )


def _shown(view: StudyView, rated: Mapping[str, RatedColumn]) -> set[str]:
    asked = [question for _, question in view.protocol.questions()]
    return {question.id for question in asked if COLUMNS[type(question)] is not None} | set(rated)
