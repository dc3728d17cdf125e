"""The items of a study: what waits in the inbox, one item with all that was said of it, and what was withdrawn."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import Response

from jurybox import studies
from jurybox.studies import lifecycle
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written


class ItemsTab(StudyTab):
    name = "items"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/items", self.show, "GET"),
            ("/studies/{study}/item", self.item, "GET"),
            ("/studies/{study}/withdraw", self.withdraw, "POST"),
            ("/studies/{study}/restore", self.restore, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        return {
            "study": await run_in_threadpool(studies.show_study, self.bench, study),
            "withdrawn": await run_in_threadpool(studies.withdrawn_items, self.bench, study),
        }

    async def item(self, request: Request, study: str) -> Response:
        key = request.query_params.get("key", "")
        item = await run_in_threadpool(studies.show_item, self.bench, study, key)
        context = {**await self.frame(request, study), "fault": None, "item": item}
        return self.site.renderer.page(request, "organiser/templates/study/item.html", context)

    async def withdraw(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        change = lifecycle.withdraw_system if "system" in form else lifecycle.withdraw_item
        return await self.change(request, study, change, _named(form), written(form, "reason"))

    async def restore(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        change = lifecycle.restore_system if "system" in form else lifecycle.restore_item
        return await self.change(request, study, change, _named(form), written(form, "reason"))


def _named(form: FormData) -> str:
    """The system or the item that a form is about."""
    return written(form, "system") or written(form, "item")
