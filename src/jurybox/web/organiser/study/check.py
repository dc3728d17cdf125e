"""The last step of a draft: what would go wrong, the plan, and opening."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, NotFound, StudyState, in_language
from jurybox.studies import StudyView, lifecycle, planning, rehearsal
from jurybox.texts import Words
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.design_form import intent_of_form
from jurybox.web.organiser.study.tab import StudyTab


class CheckTab(StudyTab):
    name = "check"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/check", self.show, "GET"),
            ("/studies/{study}/plan", self.choose, "POST"),
            ("/studies/{study}/rehearsal", self.rehearse, "POST"),
        ]

    async def show(self, request: Request, study: str) -> Response:
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        if about["state"] != StudyState.DRAFT:
            return RedirectResponse(f"/studies/{study}", 303)
        return await self.page(request, study)

    async def context(self, request: Request, study: str) -> dict[str, object]:
        return await run_in_threadpool(self._context, request, study)

    def _context(self, request: Request, study: str) -> dict[str, object]:
        view, lang = studies.view_of(self.bench, study), self.site.renderer.language(request)
        words = self.site.renderer.words(request)
        found = planning.check_study(self.bench, study)
        estimated = planning.estimate_study(self.bench, study)
        return {
            "next": None,
            "remarks": found,
            "stops": any(remark.stops for remark in found),
            "estimate": estimated,
            "told": planning.tell_estimate(view.protocol, estimated, words, lang),
            "least_repeats": planning.LEAST_REPEATS,
            "estimate_fault": None,
            "plan": planning.plan_of(self.bench, study),
            "rehearsal": self._rehearsal(study, view, words, lang),
            "deciders": {one.id: in_language(one.label, [lang]) for one in planning.deciders(view.protocol)},
        }

    def _rehearsal(self, study: str, view: StudyView, words: Words, lang: str) -> dict[str, object] | None:
        """What became of the last rehearsal of the draft as it is now."""
        args = rehearsal.rehearsal_args(self.bench, study) if view.row.state == StudyState.DRAFT else {}
        uid = self.bench.database.read(lambda run: rehearsal.last_rehearsal(run, args))
        if uid is None:
            return None
        job = self.bench.database.read(lambda run: studies.show_job(run, uid))
        found = job["result"]
        outcomes = rehearsal.tell_rehearsal(found, view.protocol, words, lang) if isinstance(found, dict) else []
        return {"job": uid, "state": job["state"], "outcomes": outcomes}

    async def rehearse(self, request: Request, study: str) -> Response:
        """Let pretend raters rate a copy; the worker does it."""
        bench = self.bench
        try:
            await run_in_threadpool(lifecycle.check_openable, bench, study)
            args = await run_in_threadpool(rehearsal.rehearsal_args, bench, study)
        except NotFound:
            raise
        except JuryboxError as error:
            return await self.refused(request, study, error)
        await bench.database.write_async(lambda run: studies.add_job(bench, run, rehearsal.REHEARSAL_JOB, args))
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/check#pretend", 303)

    async def choose(self, request: Request, study: str) -> Response:
        """Which question decides."""
        intent = intent_of_form(await self.site.form(request))
        return await self.change(request, study, lifecycle.change_settings, {}, intent)
