"""The raters of a study: who they are, their links, and how far each is."""

from dataclasses import asdict

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from jurybox import studies
from jurybox.studies import people
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab
from jurybox.web.renderer import language_names


class RatersTab(StudyTab):
    name = "raters"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/raters", self.show, "GET"),
            ("/studies/{study}/raters", self.add_rater, "POST"),
            ("/studies/{study}/raters/{rater}/renew", self.renew, "POST"),
            ("/studies/{study}/raters/{rater}/revoke", self.revoke, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        shown = await run_in_threadpool(studies.show_study, self.bench, study)
        raters = await run_in_threadpool(people.list_raters, self.bench, study)
        return {
            "raters": [{**asdict(info), "link": self.site.config.origin + info.path} for info in raters],
            "groups": [group for group in shown["groups"] if group],
            "stages": list(dict.fromkeys(entry["stage"] for entry in shown["coverage"])),
            "languages": language_names(self.site.renderer.own_texts),
        }

    async def add_rater(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        groups, stages = [str(v) for v in form.getlist("groups")], [str(v) for v in form.getlist("stages")]
        language = str(form.get("language") or "") or None
        return await self.change(
            request, study, people.add_rater, str(form.get("name") or ""), groups, stages, language
        )

    async def renew(self, request: Request, study: str, rater: str) -> Response:
        return await self.change(request, study, people.renew_link, rater)

    async def revoke(self, request: Request, study: str, rater: str) -> Response:
        return await self.change(request, study, people.revoke_rater, rater)
