"""What raters of a study ask, and the guideline that they read."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from jurybox import studies
from jurybox.studies import lifecycle, people
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written
from jurybox.web.renderer import language_names


class QuestionsTab(StudyTab):
    name = "questions"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/questions", self.show, "GET"),
            ("/studies/{study}/enquiries/{enquiry}/replies", self.reply, "POST"),
            ("/studies/{study}/guideline", self.revise_guideline, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        return {
            "enquiries": await run_in_threadpool(people.list_enquiries, self.bench, study),
            "guidelines": await run_in_threadpool(studies.show_guidelines, self.bench, study),
            "languages": language_names(self.site.renderer.own_texts),
        }

    async def reply(self, request: Request, study: str, enquiry: str) -> Response:
        form = await self.site.form(request)
        draft = people.ReplyDraft(written(form, "text"), "publish" in form, written(form, "question") or None)
        return await self.change(request, study, people.reply, enquiry, draft)

    async def revise_guideline(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        wish = [written(form, name) for name in ("lang", "prose", "note")]
        return await self.change(request, study, lifecycle.revise_guideline, *wish)
