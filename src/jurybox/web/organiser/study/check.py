"""The last step of a draft: what would go wrong, the plan, and opening."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import StudyState, in_language
from jurybox.studies import lifecycle, planning
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.design_form import intent_of_form
from jurybox.web.organiser.study.tab import StudyTab


class CheckTab(StudyTab):
    name = "check"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/check", self.show, "GET"),
            ("/studies/{study}/plan", self.choose, "POST"),
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
            "estimate_fault": None,
            "plan": planning.plan_of(self.bench, study),
            "deciders": {one.id: in_language(one.label, [lang]) for one in planning.deciders(view.protocol)},
        }

    async def choose(self, request: Request, study: str) -> Response:
        """Which question decides."""
        intent = intent_of_form(await self.site.form(request))
        return await self.change(request, study, lifecycle.change_settings, {}, intent)
