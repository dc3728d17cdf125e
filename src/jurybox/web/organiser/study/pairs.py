"""The pairs of a study that draws them as it goes: live strengths, and which pairs come next."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError
from jurybox.studies import ask_pairs, show_pairs
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written

MOST_LISTED = 50
"""Pairs that come next; the command line lists all."""


class PairsPage(StudyTab):
    name = "results"
    template = "pairs"

    def routes(self) -> list[PageRoute]:
        return [("/studies/{study}/pairs", self.show, "GET"), ("/studies/{study}/pairs", self.ask, "POST")]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        shown = await run_in_threadpool(show_pairs, self.bench, study)
        return {"shown": shown, "listed": shown["next"][:MOST_LISTED]}

    async def ask(self, request: Request, study: str) -> Response:
        """Leave the worker a job: strengths anew, and the next pairs where they are wanted."""
        draw = written(await self.site.form(request), "do") == "draw"
        try:
            await run_in_threadpool(ask_pairs, self.bench, study, draw)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/pairs", 303)
