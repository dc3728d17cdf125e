"""A new study in the browser: the example, or a draft of a protocol that is then given its texts."""

from dataclasses import dataclass

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError
from jurybox.studies import demo, lifecycle
from jurybox.web.organiser.site import PageRoute, Site

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class NewStudyForm:
    """What was filled in on the page of a new study."""

    name: str = ""
    protocol: str = ""


class NewStudyPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/example", self.example, "POST"),
            ("/new-study", self.new_study, "GET"),
            ("/new-study", self.create, "POST"),
        ]

    async def example(self, request: Request) -> Response:
        """Make the example study, and look at it."""
        key = await run_in_threadpool(demo.build_example, self.bench)
        return RedirectResponse(f"/studies/{key}", 303)

    async def new_study(self, request: Request) -> Response:
        return await self._new(request, NewStudyForm(protocol=request.query_params.get("protocol", "")))

    async def _new(self, request: Request, chosen: NewStudyForm, error: JuryboxError | None = None) -> Response:
        lang = self.site.renderer.language(request)
        protocols = await run_in_threadpool(lifecycle.describe_shelf, lang, self.bench.protocols)
        known = [protocol["id"] for protocol in protocols]
        context = {
            "protocols": sorted(protocols, key=lambda protocol: not protocol["is_own"]),
            "chosen": chosen,
            "shown": chosen.protocol if chosen.protocol in known else known[0],
            "longest": LONGEST_NAME,
            "fault": self.site.renderer.told(request, error),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/new_study.html", context, status)

    async def create(self, request: Request) -> Response:
        """A draft of a protocol of the shelf; its texts come next."""
        form, who = await self.site.form(request), request.state.organiser
        chosen = NewStudyForm(str(form.get("name") or "").strip()[:LONGEST_NAME], str(form.get("protocol") or ""))

        def work() -> str:
            loaded = lifecycle.from_shelf(chosen.protocol, self.bench.protocols)
            key = lifecycle.free_key(self.bench, chosen.name)
            return lifecycle.create_study(self.bench, loaded, lifecycle.StudyDraft(key, chosen.name or key), who).key

        try:
            key = await run_in_threadpool(work)
        except JuryboxError as error:
            return await self._new(request, chosen, error)
        return RedirectResponse(f"/studies/{key}/texts", 303)
