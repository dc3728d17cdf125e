"""Watching an arena: strengths as they were computed last, and which pairs come next. Fits nothing."""

from collections import Counter
from functools import cache
from itertools import product
from typing import TypedDict

import msgspec

from jurybox.core import RUNNING, Conflict, EventKind, JsonObject, rfc3339
from jurybox.store import Run, findings, jobs, log, studies, systems, units
from jurybox.studies.arena.live import LIVE, LiveStrengths
from jurybox.studies.rating import PAIRS_JOB, pairs_args
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench

MOST_WAITING = 1_000
"""Units that are looked at to say which pairs come next."""


class NextPair(TypedDict):
    """Two systems, and on how many items they are about to be compared."""

    first: str
    second: str
    units: int
    answers: int
    """How many answers are still wanted for them."""


class PairsShown(TypedDict):
    choose: str
    batch: int
    most: int | None
    drawn: int
    """How many pairs were drawn so far, in how many batches."""
    batches: int
    left: int
    """How many can still be drawn."""
    last: JsonObject | None
    """The event of the last batch: which number of the log it rests on, how many were drawn evenly."""
    next: list[NextPair]
    strengths: LiveStrengths | None
    as_of: str | None
    newer: int
    """Judgements that came in since."""
    state: str
    """`fresh`, `stale`, or `working` while the worker is at it."""


def show_pairs(bench: Workbench, key: str) -> PairsShown:
    """How pairs are chosen, what is known of strengths, and what comes next; nothing is computed."""

    def read(run: Run) -> PairsShown:
        view = load_view(run, find_study(run, key).id)
        kept = findings.kept(run, study=view.id, settings_hash=LIVE)
        judgements = log.state_of(run, view.id).judgements
        newer = max(0, judgements - kept.judgements) if kept else judgements
        drawn = [event.data for event in studies.events_of_kind(run, view.id, EventKind.PAIRS_DRAWN)]
        is_at_it = any(job.kind == PAIRS_JOB for job in jobs.unfinished(run, key))
        chosen = view.settings.pairs
        left = sum(view.pairs_left.values())
        pairs = sum(number for data in drawn if isinstance(number := data["pairs"], int))
        return {
            "choose": chosen.choose,
            "batch": chosen.batch,
            "most": chosen.most,
            "drawn": pairs,
            "batches": len(drawn),
            "left": left if chosen.most is None else min(left, max(0, chosen.most - pairs)),
            "last": drawn[-1] if drawn else None,
            "next": _next_pairs(run, view.id),
            "strengths": _sealed(kept.document) if kept and kept.document else None,
            "as_of": rfc3339(kept.computed_at) if kept else None,
            "newer": newer,
            "state": "working" if is_at_it else "stale" if newer or kept is None else "fresh",
        }

    return bench.database.read(read)


def _sealed(document: str) -> LiveStrengths:
    found = msgspec.json.decode(document, type=LiveStrengths)
    for one in found["systems"]:
        one["system"] = under_seal(one["system"])
    return found


def _next_pairs(run: Run, study: int) -> list[NextPair]:
    """The pairs of systems that wait in the pool, the most frequent first."""
    makers = cache(lambda candidate: systems.standing_makers(run, candidate))
    many, answers = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for shown, free in units.waiting(run, study, MOST_WAITING):
        if len(shown) < 2:
            continue
        for one, other in product(makers(shown[0]), makers(shown[1])):
            pair = (one, other) if one < other else (other, one)
            many[pair] += 1
            answers[pair] += free
    found: list[NextPair] = [
        {"first": under_seal(one), "second": under_seal(other), "units": n, "answers": answers[one, other]}
        for (one, other), n in many.items()
    ]
    return sorted(found, key=lambda pair: (-pair["units"], pair["first"], pair["second"]))


def ask_pairs(bench: Workbench, key: str, draw: bool = False) -> str:
    """Ask the worker for strengths anew, and where wanted for the next pairs by them; the job."""

    def write(run: Run) -> str:
        view = load_view(run, find_study(run, key).id)
        if not view.settings.pairs.on:
            raise Conflict.of("pairs.all", given=key)
        if draw and view.row.state not in RUNNING:
            raise Conflict.of("study.not_open", given=key, state=view.row.state)
        args = {**pairs_args(view, (), draw), **({} if draw else {"seen": log.state_of(run, view.id).last_seq})}
        last = jobs.last(run, kind=PAIRS_JOB, args=args)
        if last is not None and last.state in ("waiting", "running"):
            return last.uid
        uid = bench.new_id()
        jobs.add(run, uid=uid, kind=PAIRS_JOB, args=args, now=bench.now())
        return uid

    return bench.database.write(write)
