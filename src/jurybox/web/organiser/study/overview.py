"""The first tab of a study: how far it is, how fast it goes, and what waits for its organisers."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response, StreamingResponse

from jurybox import studies
from jurybox.core import EventKind, JuryboxError, NotFound, StudyRole
from jurybox.studies import lifecycle
from jurybox.web.findings import ask_disputes
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab

WAITS_AT = {
    "questions": "/questions",
    "inbox": "/items?filter=inbox",
    "disputes": "/disputes",
    "flags": "/raters",
    "jobs": "",
}
"""Where an organiser looks at what waits."""
PARTS = ("agreed", "disputed", "uncompared", "complete", "cannot", "under_way", "left")


class OverviewTab(StudyTab):
    name = "overview"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}", self.show, "GET"),
            ("/studies/{study}/live", self.live, "GET"),
            ("/studies/{study}/open", self.open_study, "POST"),
            ("/studies/{study}/resume", self.resume_study, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        shown = await run_in_threadpool(studies.show_study, self.bench, study)
        if shown["judgements"]:
            await ask_disputes(self.site.app, study)
        watched = await run_in_threadpool(studies.watch_study, self.bench, study)
        if request.state.role == StudyRole.VIEWER:  # who learns no rater's name
            watched["blockers"] = []
        return {
            "study": shown,
            "counts": {**shown, "systems": sum(system["kind"] != "none" for system in shown["systems"])},
            "is_without_systems": bool(shown["systems"]) and all(one["kind"] == "none" for one in shown["systems"]),
            "watched": watched,
            "has_more": await run_in_threadpool(self._has_more, study),
            "further": studies.further_of(watched),
            "shape": studies.shape_of(watched),
            "parts": [(line, [(name, line[name]) for name in PARTS]) for line in watched["parts"]],  # type: ignore[literal-required]
            "busiest": max((day["judgements"] for day in watched["pace"]["days"]), default=0),
            "waits_at": WAITS_AT,
        }

    def _has_more(self, study: str) -> bool:
        settings = studies.view_of(self.bench, study).settings
        return bool(settings.repeats or settings.checks.on)

    async def live(self, request: Request, study: str) -> Response:
        """A stream of events with the numbers of this tab, for as long as the page is looked at."""
        await self.bench.database.read_async(lambda run: studies.moment_of(run, study))
        stream = self.site.app.state.watchers.events(study, lambda: self.site.signed_in(request))
        return StreamingResponse(stream, media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def open_study(self, request: Request, study: str) -> Response:
        """Leave the opening to the worker; what can be said at once is said at once."""
        bench, wanted = self.bench, {"study": study, "who": request.state.organiser}
        await self.site.form(request)
        try:
            await run_in_threadpool(studies.check_seen, bench, study, EventKind.OPENED)
            await run_in_threadpool(lifecycle.check_openable, bench, study)
        except NotFound:
            raise
        except JuryboxError as error:
            return await self.refused(request, study, error)
        await bench.database.write_async(lambda run: studies.add_job(bench, run, studies.OPEN_JOB, wanted))
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}", 303)

    async def resume_study(self, request: Request, study: str) -> Response:
        return await self.change(request, study, lifecycle.resume_study)
