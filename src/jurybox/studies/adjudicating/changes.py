"""What decisions change: the ranking by raters alone beside that with decisions in place of their answers."""

from typing import TYPE_CHECKING, TypedDict

from jurybox.store import Run
from jurybox.studies.sealing import under_seal
from jurybox.studies.workbench import Workbench

if TYPE_CHECKING:
    from jurybox.studies.results import Findings

SMALLEST = 1e-12


class ChangedRank(TypedDict):
    """One system by one score: where it stands without decisions and with them."""

    score: str
    system: str
    before: float | None
    after: float | None
    rank_before: float | None
    rank_after: float | None


class Changes(TypedDict):
    is_computed: bool
    """Whether both rankings are there; otherwise they are to be asked for."""
    lines: list[ChangedRank]
    """Only what differs."""


def what_changed(bench: Workbench, study: str) -> Changes:
    """Compare the two rankings that were computed last."""
    from jurybox.studies.results import ResultsOptions, from_json, look  # numpy is dear, and only this needs it

    def read(run: Run) -> tuple[str | None, str | None]:
        kept = [look(run, study, ResultsOptions(decisions=decided)).kept for decided in (False, True)]
        return tuple(one.document if one else None for one in kept)  # type: ignore[return-value]

    without, with_them = bench.database.read(read)
    if without is None or with_them is None:
        return {"is_computed": False, "lines": []}
    lines = compared(from_json(without), from_json(with_them))
    return {"is_computed": True, "lines": [{**line, "system": under_seal(line["system"])} for line in lines]}


def compared(before: "Findings", after: "Findings") -> list[ChangedRank]:
    """Every system whose value or place is another one with decisions."""
    now = {(row.question, row.system): row for row in after.ranking if row.by is None}
    lines: list[ChangedRank] = []
    for row in before.ranking:
        other = now.get((row.question, row.system))
        if row.by is not None or other is None:
            continue
        if row.rank == other.rank and _is_same(row.mean, other.mean):
            continue
        lines.append(
            {
                "score": row.question or "",
                "system": row.system,
                "before": row.mean,
                "after": other.mean,
                "rank_before": row.rank,
                "rank_after": other.rank,
            }
        )
    return lines


def _is_same(one: float | None, other: float | None) -> bool:
    return one == other or (one is not None and other is not None and abs(one - other) < SMALLEST)
