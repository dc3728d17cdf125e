"""Asking the worker for more pairs, when a rater sees that few are left."""

from jurybox.core import JsonObject, JsonValue, StudyState
from jurybox.store import Run, jobs
from jurybox.studies.rating.link import Visit
from jurybox.studies.rating.taker import Taker
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

PAIRS_JOB = "pairs"
KEEP_JOBS_US = 24 * 3600 * 1_000_000
AGAIN_AFTER_US = 60 * 1_000_000
"""What failed is tried again after a minute."""


def ask_for_pairs(run: Run, visit: Visit, taker: Taker, server: TimeAndIds) -> bool:
    """Leave a job where less than half a batch is free for this rater; whether one was left for the worker."""
    view, groups = visit.view, visit.member.groups
    if view.row.state != StudyState.OPEN or not view.awaits_pairs(groups):
        return False
    low = view.settings.pairs.batch // 2
    if len(taker.free(min(visit.member.stages, default=0), low, taker.cursor, held_too=True)) >= low:
        return False
    return add_pairs_job(run, view, groups, server)


def add_pairs_job(run: Run, view: StudyView, groups: tuple[str, ...], server: TimeAndIds) -> bool:
    """One job for each state of the pool, however many raters see that it runs low."""
    args = pairs_args(view, groups)
    last = jobs.last(run, kind=PAIRS_JOB, args=args)
    if last is not None and (last.state != "failed" or server.now - last.created_at < AGAIN_AFTER_US):
        return False
    jobs.forget(run, kind=PAIRS_JOB, before=server.now - KEEP_JOBS_US)
    jobs.add(run, uid=server.new_id(), kind=PAIRS_JOB, args=args, now=server.now)
    return True


def pairs_args(view: StudyView, groups: tuple[str, ...], draw: bool = True) -> JsonObject:
    """The same wish is the same job."""
    wanted = list[JsonValue](sorted(groups))
    return {"study": view.row.key, "places": view.row.places, "groups": wanted, "draw": draw}
