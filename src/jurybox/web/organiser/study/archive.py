"""The archive of a study: made by the worker, with its progress, then downloaded."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError
from jurybox.studies.carry import archive
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab

PAGE = "/studies/{study}/archive"


class ArchivePage(StudyTab):
    """Part of the settings, with a page of its own that looks again while the archive is being made."""

    name = "settings"
    template = "archive"

    def routes(self) -> list[PageRoute]:
        return [(PAGE, self.show, "GET"), (PAGE, self.ask, "POST"), (PAGE + "/file", self.download, "GET")]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        lang = self.site.renderer.language(request)
        return {
            "archive": await run_in_threadpool(archive.archive_state, self.bench, study, lang),
            "is_sealed": bool(studies.names_here()),
        }

    async def ask(self, request: Request, study: str) -> Response:
        """Have it made, and look."""
        lang = self.site.renderer.language(request)
        try:
            await run_in_threadpool(archive.ask_archive, self.bench, study, lang)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/archive", 303)

    async def download(self, request: Request, study: str) -> Response:
        lang, who = self.site.renderer.language(request), request.state.organiser
        path = await run_in_threadpool(archive.download_archive, self.bench, study, lang, who)
        return FileResponse(
            path, media_type="application/zip", filename=f"{study}.zip", headers={"cache-control": "no-store"}
        )
