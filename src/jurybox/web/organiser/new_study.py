"""A new study in the browser: the example, or a draft of a protocol that is then given its texts."""

from dataclasses import dataclass

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import Conflict, JuryboxError
from jurybox.studies import JobView, demo, lifecycle
from jurybox.texts import message_of
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.uploads import kept_uploads

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
            ("/studies/{study}/texts", self.texts, "GET"),
            ("/studies/{study}/texts", self.add_texts, "POST"),
        ]

    async def example(self, request: Request) -> Response:
        """Make the example study, and look at it."""
        key = await run_in_threadpool(demo.build_example, self.bench)
        return RedirectResponse(f"/studies/{key}", 303)

    async def new_study(self, request: Request) -> Response:
        return await self._new(request, NewStudyForm(protocol=request.query_params.get("protocol", "")))

    async def _new(self, request: Request, chosen: NewStudyForm, error: JuryboxError | None = None) -> Response:
        lang = self.site.renderer.language(request)
        context = {
            "protocols": await run_in_threadpool(lifecycle.describe_shelf, lang),
            "chosen": chosen,
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
            loaded = lifecycle.from_shelf(chosen.protocol)
            key = lifecycle.free_key(self.bench, chosen.name)
            return lifecycle.create_study(self.bench, loaded, lifecycle.StudyDraft(key, chosen.name or key), who).key

        try:
            key = await run_in_threadpool(work)
        except JuryboxError as error:
            return await self._new(request, chosen, error)
        return RedirectResponse(f"/studies/{key}/texts", 303)

    async def texts(self, request: Request, study: str) -> Response:
        """Where tables are uploaded, and what became of the last upload."""
        job, lang = request.query_params.get("job"), self.site.renderer.language(request)
        shown = await self.bench.database.read_async(lambda run: studies.show_job(run, job, lang)) if job else None
        return await self._texts(request, study, shown)

    async def _texts(
        self, request: Request, study: str, job: JobView | None = None, error: JuryboxError | None = None
    ) -> Response:
        lang = self.site.renderer.language(request)
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        view = await run_in_threadpool(studies.view_of, self.bench, study)
        faults = [message_of(fault, lang) for fault in error.faults] if error else _faults(job)
        context = {
            "study": about,
            "columns": lifecycle.columns_of(view.protocol, lang),
            "protocol": view.protocol.id,
            "has_sample": view.protocol.id in demo.samples(),
            "job": job["id"] if job else None,
            "state": job["state"] if job else None,
            "result": job["result"] if job else None,
            "faults": faults,
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/study/texts.html", context, status)

    async def add_texts(self, request: Request, study: str) -> Response:
        """Keep what was uploaded, and leave reading it to the worker."""
        bench, who = self.bench, request.state.organiser
        view = await run_in_threadpool(studies.view_of, bench, study)
        try:
            if view.row.state == "closed":
                raise Conflict.of("study.closed", given=study)
            async with kept_uploads(request, bench.folder / "uploads" / bench.new_id()) as kept:
                args = {"study": study, "who": who, **kept}
                job = await bench.database.write_async(lambda run: studies.add_job(bench, run, "import", args))
        except JuryboxError as error:
            return await self._texts(request, study, error=error)
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/texts?job={job}", 303)


def _faults(job: JobView | None) -> list[str]:
    """Every fault of an upload in words: where, what, and what to do."""
    found = []
    for fault in job["errors"] if job else ():
        place = ":".join(str(fault[part]) for part in ("file", "line") if fault.get(part))
        parts = (f"{place}:" if place else "", fault["message"], fault["hint"])
        found.append(" ".join(str(part) for part in parts if part))
    return found
