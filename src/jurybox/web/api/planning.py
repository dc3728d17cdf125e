"""A draft before it opens: its settings, what it would cost and find, what would go wrong, and its plan."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurybox import studies
from jurybox.core import NotFound
from jurybox.studies import JobView, StudyDescription, lifecycle, planning, rehearsal
from jurybox.texts import words_in
from jurybox.web.api import models, planning_models
from jurybox.web.api.deps import Bench, Heavy, Who

router = APIRouter(prefix="/api", tags=["studies"])


@router.patch("/studies/{study}", response_model=models.StudyDetail)
async def change_settings(study: str, wish: planning_models.SettingsWish, bench: Bench, who: Who) -> StudyDescription:
    """Change settings of a draft, and what is expected of it; what is not named stays as it is."""

    def work() -> StudyDescription:
        if wish.seen is not None:
            studies.based_on(wish.seen)
        lifecycle.change_settings(bench, study, wish.settings, wish.intent, who.name)
        return studies.show_study(bench, study)

    return await run_in_threadpool(work)


@router.get("/studies/{study}/protocol", response_model=list[planning_models.LossLine])
async def protocol_losses(study: str, to: planning_models.ShelfName, bench: Bench, who: Who) -> list[dict[str, object]]:
    """What a draft would lose with another protocol, each with its remedy. Nothing is changed."""

    def work() -> tuple[lifecycle.ProtocolLoss, ...]:
        return lifecycle.protocol_losses(bench, study, lifecycle.from_shelf(to, bench.protocols))

    words = words_in("en", bench.texts)
    found = await run_in_threadpool(work)
    return [{"code": loss.code, "words": lifecycle.tell_loss(loss, words), "params": loss.params} for loss in found]


@router.put("/studies/{study}/protocol", response_model=models.StudyDetail)
async def change_protocol(
    study: str, wish: planning_models.ProtocolChoice, bench: Bench, worker: Heavy, who: Who
) -> StudyDescription:
    """Give a draft another protocol. Files that wait are looked at anew; refused where something would be lost."""

    def work() -> StudyDescription:
        loaded = lifecycle.from_shelf(wish.protocol, bench.protocols)
        lifecycle.change_protocol(bench, study, loaded, who.name, wish.anyway)
        studies.look_if_waiting(bench, study, "", who.name)
        return studies.show_study(bench, study)

    found = await run_in_threadpool(work)
    await worker.wake()
    return found


@router.post("/studies/{study}/estimate", response_model=planning_models.EstimateLine)
async def estimate(study: str, wish: planning_models.EstimateWish, bench: Bench, who: Who) -> planning.PlanEstimate:
    """Units, judgements, minutes, cost and the smallest difference that could be told apart. Nothing is changed."""

    def work() -> planning.PlanEstimate:
        settings = lifecycle.wished_settings(bench, study, wish.settings)
        return planning.estimate_study(bench, study, settings, wish.intent)

    return await run_in_threadpool(work)


@router.get("/studies/{study}/check", response_model=list[planning_models.RemarkLine])
async def check(study: str, bench: Bench, who: Who, lang: str = "en") -> list[dict[str, object]]:
    """What would go wrong, each with its remedy, and what keeps the study from opening."""
    words = words_in(lang, bench.texts)
    found = await run_in_threadpool(planning.check_study, bench, study)
    return [
        {
            "code": remark.code,
            "words": planning.tell_remark(remark, words),
            "step": remark.step,
            "stops": remark.stops,
            "params": remark.params,
        }
        for remark in found
    ]


@router.post("/studies/{study}/rehearsal", status_code=202, response_model=models.Job)
async def rehearse(study: str, bench: Bench, worker: Heavy, who: Who) -> JobView:
    """Let pretend raters rate a copy of a draft, and look at it with the real analysis. Ask for the job."""
    await run_in_threadpool(lifecycle.check_openable, bench, study)
    args = await run_in_threadpool(rehearsal.rehearsal_args, bench, study)
    uid = await bench.database.write_async(lambda run: studies.add_job(bench, run, rehearsal.REHEARSAL_JOB, args))
    await worker.wake()
    return await bench.database.read_async(lambda run: studies.show_job(run, uid))


@router.get("/studies/{study}/plan", response_model=planning_models.PlanDetail)
async def plan(study: str, bench: Bench, who: Who) -> planning.Plan:
    """The plan that was sealed when the study opened; of a draft, the one that would be."""
    found = await run_in_threadpool(planning.plan_of, bench, study)
    if found is None:
        raise NotFound.of("study.no_plan", given=study)
    return found
