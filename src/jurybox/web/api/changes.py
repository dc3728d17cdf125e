"""What may change once a study is open."""

from collections.abc import Callable

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.core import Refused
from jurybox.studies import StudyDescription, Workbench, lifecycle
from jurybox.web.api import models
from jurybox.web.api.deps import Bench, Who

router = APIRouter(prefix="/api", tags=["changes"])


@router.post("/studies/{study}/withdrawals", response_model=models.StudyDetail)
async def withdraw(study: str, wish: models.WithdrawWish, bench: Bench, who: Who) -> StudyDescription:
    """Take an item or a system out of an open study."""
    if (wish.item is None) == (wish.system is None):
        raise Refused.of("withdraw.one_of", allowed=["item", "system"])
    change, name = (
        (lifecycle.withdraw_item, wish.item) if wish.item is not None else (lifecycle.withdraw_system, wish.system)
    )
    return await _then_show(bench, study, lambda: change(bench, study, name or "", wish.reason, who.name))


@router.post("/studies/{study}/restorations", response_model=models.StudyDetail)
async def restore(study: str, wish: models.RestoreWish, bench: Bench, who: Who) -> StudyDescription:
    """Undo the withdrawal of an item or a system: what was said before counts again."""
    if (wish.item is None) == (wish.system is None):
        raise Refused.of("restore.one_of", allowed=["item", "system"])
    change, name = (
        (lifecycle.restore_item, wish.item) if wish.item is not None else (lifecycle.restore_system, wish.system)
    )
    return await _then_show(bench, study, lambda: change(bench, study, name or "", wish.reason, who.name))


@router.post("/studies/{study}/quorum", response_model=models.StudyDetail)
async def raise_quorum(study: str, wish: models.QuorumWish, bench: Bench, who: Who) -> StudyDescription:
    """Raise the quorum, for one stage or all, one group or all, or the units of one item."""
    if wish.item is None:
        if wish.system is not None:
            raise Refused.of("quorum.system_alone", "system", wish.system)
        change = lambda: lifecycle.raise_quorum(bench, study, wish.to, wish.stage, wish.group, who.name)  # noqa: E731
    else:
        if wish.group is not None:
            raise Refused.of("quorum.item_and_group", "group", wish.group)
        unit = lifecycle.UnitQuorum(wish.item, wish.to, wish.system, wish.stage)
        change = lambda: lifecycle.raise_unit_quorum(bench, study, unit, who.name)  # noqa: E731
    return await _then_show(bench, study, change)


@router.post("/studies/{study}/pilot", response_model=models.StudyDetail)
async def mark_pilot(study: str, bench: Bench, who: Who) -> StudyDescription:
    """Mark everything judged so far as a pilot: kept, and left out of results."""
    return await _then_show(bench, study, lambda: lifecycle.mark_pilot(bench, study, who.name))


async def _then_show(bench: Workbench, study: str, change: Callable[[], object]) -> StudyDescription:
    await run_in_threadpool(change)
    return await run_in_threadpool(studies.show_study, bench, study)
