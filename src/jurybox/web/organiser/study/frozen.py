"""A frozen result: what it says, how today's differs from it, and the links by which others read it."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.studies import results
from jurybox.web.findings import ask
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.results import query_of, wish_of
from jurybox.web.organiser.study.tab import StudyTab

PAGE = "/studies/{study}/frozen/{name}"


class FrozenPages(StudyTab):
    """Part of the results, with a page of its own."""

    name = "results"
    template = "frozen"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/frozen", self.freeze, "POST"),
            (PAGE, self.show_one, "GET"),
            (PAGE + "/archive.zip", self.archive, "GET"),
            (PAGE + "/links", self.share, "POST"),
            (PAGE + "/links/{link}/revoke", self.revoke, "POST"),
        ]

    async def freeze(self, request: Request, study: str) -> Response:
        """Freeze the results with all that came in, and look at them; where they are not computed yet, say so."""
        wish, who = wish_of(request.query_params), request.state.organiser
        shown = await ask(self.site.app, study, wish, at_once=True)
        if shown.kept is not None and shown.state != "fresh":
            query = "&".join(part for part in (query_of(wish), "waits=1") if part)
            return RedirectResponse(f"/studies/{study}/results/download?{query}", 303)
        before = {one["id"] for one in await run_in_threadpool(results.list_frozen, self.bench, study)}
        made = await run_in_threadpool(results.freeze_results, self.bench, study, wish, who)
        return _to(study, made["id"], "?again=1" if made["id"] in before else "")

    async def show_one(self, request: Request, study: str, name: str) -> Response:
        return await self.page(request, study)

    async def context(self, request: Request, study: str) -> dict[str, object]:
        name, words = str(request.path_params["name"]), self.site.renderer.words(request)
        result, findings = await run_in_threadpool(results.find_frozen, self.bench, study, name)
        lang = self.site.renderer.language(request)
        spoken = await run_in_threadpool(results.spoken_here, self.bench, study, lang)
        return {
            "next": None,
            "is_again": bool(request.query_params.get("again")),
            "result": result,
            "page": f"/studies/{study}/frozen/{name}",
            "found": await run_in_threadpool(results.frozen_pieces, findings, words, spoken),
            "difference": await run_in_threadpool(results.compare_frozen, self.bench, study, name, words, lang),
            "links": await run_in_threadpool(results.list_shares, self.bench, study, name),
            "origin": self.site.config.url,
        }

    async def archive(self, request: Request, study: str, name: str) -> Response:
        language = self.site.renderer.language(request)
        body = await run_in_threadpool(results.frozen_archive, self.bench, study, name, language)
        headers = {"content-disposition": f'attachment; filename="{name}.zip"', "cache-control": "no-store"}
        return Response(body, media_type="application/zip", headers=headers)

    async def share(self, request: Request, study: str, name: str) -> Response:
        form = await self.site.form(request)
        with_names, who = bool(form.get("names")), request.state.organiser
        await run_in_threadpool(results.share_frozen, self.bench, study, name, with_names, who)
        return _to(study, name, "#share")

    async def revoke(self, request: Request, study: str, name: str, link: str) -> Response:
        await run_in_threadpool(results.revoke_share, self.bench, study, link, request.state.organiser)
        return _to(study, name, "#share")


def _to(study: str, name: str, place: str = "") -> Response:
    return RedirectResponse(f"/studies/{study}/frozen/{name}{place}", 303)
