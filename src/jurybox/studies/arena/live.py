"""Live strengths: what is known of systems at a number of the log. Only the worker and the command line compute them.

Nothing here may load numpy when it is imported.
"""

from typing import TYPE_CHECKING, NamedTuple, TypedDict

from jurybox.core import canonical_bytes, hash_bytes
from jurybox.core.questions import ComparisonQuestion
from jurybox.store import Run
from jurybox.studies.study import StudyView

if TYPE_CHECKING:
    from jurybox.analysis import Comparisons, Table
    from jurybox.stats import Floats, Ints

LIVE = hash_bytes("results", canonical_bytes({"live": "strengths"}))
"""Under which strengths lie among the findings that are kept."""


class LiveSystem(TypedDict):
    system: str
    strength: float | None
    low: float | None
    high: float | None
    comparisons: int
    points: float | None
    """The share of comparisons that it won, a tie as a half."""


class LiveStrengths(TypedDict):
    """Strengths with 95 % intervals, strongest first."""

    question: str
    until: int
    """The number of the log."""
    comparisons: int
    items: int
    raters: int
    sure_by: str
    """Whether intervals take items and raters as a sample, or items alone, with fewer than three raters."""
    reason: str | None
    """Why there are no strengths yet."""
    systems: list[LiveSystem]


class PairsSaid(NamedTuple):
    """What was said of pairs, up to a number of the log."""

    table: "Table"
    pairs: "Comparisons | None"


def compared_until(run: Run, view: StudyView, until: int) -> PairsSaid:
    from jurybox.studies.results.table import TableWish, table_of

    table = table_of(run, view, TableWish(until=until))
    wanted = question_of(view)
    return PairsSaid(table, next((one for one in table.comparisons if one.asked.id == wanted), None))


def question_of(view: StudyView) -> str:
    """The question by which pairs are compared."""
    return next((q.id for _, q in view.protocol.questions() if isinstance(q, ComparisonQuestion)), "")


def wins_of(found: PairsSaid, systems: tuple[str, ...]) -> "Floats":
    """How often one system was better than another, ties as a half for each; in the order of `systems`."""
    import numpy as np

    place = np.array([systems.index(name) for name in found.table.systems], dtype=np.int64)
    wins = np.zeros((len(systems), len(systems)))
    if found.pairs is not None and len(place):
        first, second = place[found.pairs.first], place[found.pairs.second]
        won = (1 + np.asarray(found.pairs.outcome, dtype=float)) / 2
        np.add.at(wins, (first, second), won)
        np.add.at(wins, (second, first), 1 - won)
    return wins


def live_strengths(found: PairsSaid, question: str, until: int) -> LiveStrengths:
    import numpy as np

    from jurybox.stats import ComparedPairs, strengths_two_ways

    table, pairs = found.table, found.pairs
    wins = wins_of(found, table.systems)
    items: Ints = np.zeros(0, np.int64)
    asked, raters = ComparedPairs(items, items, items, len(table.systems)), items
    if pairs is not None:
        asked = ComparedPairs(pairs.first, pairs.second, pairs.outcome, len(table.systems))
        items, raters = pairs.item if table.documents is None else table.documents[pairs.item], pairs.rater
    fit = strengths_two_ways(asked, items, raters)
    count = wins.sum(axis=1) + wins.sum(axis=0)
    systems: list[LiveSystem] = [
        {
            "system": name,
            "strength": _number(fit.strength[n]),
            "low": _number(fit.low[n]),
            "high": _number(fit.high[n]),
            "comparisons": round(float(count[n])),
            "points": float(wins[n].sum() / count[n]) if count[n] else None,
        }
        for n, name in enumerate(table.systems)
    ]
    return {
        "question": question,
        "until": until,
        "comparisons": len(asked.outcome),
        "items": len(np.unique(items)),
        "raters": len(np.unique(raters)),
        "sure_by": fit.sure_by,
        "reason": fit.reason,
        "systems": sorted(systems, key=_place),
    }


def _place(one: LiveSystem) -> tuple[float, float, str]:
    by_points = -1.0 if one["points"] is None else one["points"]
    return (-by_points if one["strength"] is None else -one["strength"]), -by_points, one["system"]


def _number(value: "Floats") -> float | None:
    return None if value != value else float(value)
