"""Small tables of ratings, written out."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from jurybox.analysis.table import Asked, Comparisons, QuestionRatings, Source, Table, TagRatings
from jurybox.core.questions import Kind

Row = tuple[str, str | None, str, float]
"""Item, system, rater, value."""


def asked(id: str = "q", kind: Kind = "number", **more: Any) -> Asked:
    return Asked(**{"id": id, "kind": kind, "level": "ordinal", "level_from": "protocol", **more})


def codes(names: Iterable[str]) -> tuple[np.ndarray, tuple[str, ...]]:
    given = list(names)
    known = tuple(sorted(set(given)))
    return np.array([known.index(name) for name in given], dtype=np.int64), known


def table_of(rows: Sequence[Row], question: Asked | None = None, **more: Any) -> Table:
    """One question; every (item, system) is a unit. A system "A+B" is an output that both made."""
    return table_of_questions([(question or asked(), rows)], **more)


def table_of_questions(by_question: Sequence[tuple[Asked, Sequence[Row]]], **more: Any) -> Table:
    every = [row for _, rows in by_question for row in rows]
    items = tuple(sorted({row[0] for row in every}))
    raters = tuple(sorted({row[2] for row in every}))
    units = sorted({(row[0], row[1] or "") for row in every})
    systems = tuple(sorted({name for _, made in units if made for name in made.split("+")}))
    made = [(u, systems.index(name)) for u, (_, by) in enumerate(units) if by for name in by.split("+")]
    place = {unit: number for number, unit in enumerate(units)}
    ratings = []
    for question, rows in by_question:
        rules = [row[2] == "rule" for row in rows]
        ratings.append(
            QuestionRatings(
                question,
                np.array([place[row[0], row[1] or ""] for row in rows], dtype=np.int64),
                np.array([raters.index(row[2]) for row in rows], dtype=np.int64),
                np.array([row[3] for row in rows], dtype=float),
                by_rule=np.array(rules) if any(rules) else None,
            )
        )
    return Table(
        **{
            "source": Source("small", "file"),
            "items": items,
            "systems": systems,
            "raters": raters,
            "unit_item": np.array([items.index(item) for item, _ in units], dtype=np.int64),
            "made_unit": np.array([u for u, _ in made], dtype=np.int64),
            "made_system": np.array([s for _, s in made], dtype=np.int64),
            "ratings": tuple(ratings),
            **more,
        }
    )


def tags_of(table: Table, question: Asked, rows: Sequence[tuple[int, str, Sequence[str]]]) -> TagRatings:
    """Rows of unit, rater and the names of the tags."""
    held = [(place, question.names.index(tag)) for place, (*_, tags) in enumerate(rows) for tag in tags]
    return TagRatings(
        question,
        np.array([unit for unit, *_ in rows], dtype=np.int64),
        np.array([table.raters.index(rater) for _, rater, _ in rows], dtype=np.int64),
        np.array([row for row, _ in held], dtype=np.int64),
        np.array([tag for _, tag in held], dtype=np.int64),
    )


def comparisons_of(question: Asked, rows: Sequence[tuple[str, str, str, str, int]], **more: Any) -> Table:
    """Rows of item, rater, first, second and outcome."""
    item, items = codes(row[0] for row in rows)
    rater, raters = codes(row[1] for row in rows)
    both, systems = codes([row[2] for row in rows] + [row[3] for row in rows])
    nothing = np.zeros(0, np.int64)
    choices = Comparisons(
        question, item, rater, both[: len(rows)], both[len(rows) :], np.array([row[4] for row in rows])
    )
    return Table(
        Source("small", "file"), items, systems, raters, nothing, nothing, nothing, comparisons=(choices,), **more
    )
