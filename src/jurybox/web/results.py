"""The organiser's pages about results: findings as they stand, one item with all that was said of it, the report."""

from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.responses import FileResponse, RedirectResponse, Response

from jurybox import studies
from jurybox.core import Conflict, refuse
from jurybox.studies import results
from jurybox.studies.results import Kept, Pieces, ResultsOptions, ResultsState
from jurybox.web.pages import Pages
from jurybox.web.words import language_of

TICKS = ("pool", "full", "half_is_zero")
NAMES = ("level", "by", "cluster_rule")
MOST_PIECES = 16


def add_result_pages(app: FastAPI, pages: Pages) -> None:
    made = ResultPages(pages)
    for path, handler, verb in (
        ("/studies/{study}/results", made.results, "GET"), ("/studies/{study}/results", made.compute, "POST"),
        ("/studies/{study}/results/report.html", made.report, "GET"), ("/studies/{study}/item", made.item, "GET"),
        ("/studies/{study}/results/report", made.make_bundle, "POST"),
        ("/studies/{study}/results/report.zip", made.bundle, "GET"),
    ):  # fmt: skip
        app.add_api_route(path, handler, methods=[verb], include_in_schema=False, response_model=None)


def wish_of(params: QueryParams) -> ResultsOptions:
    """The options of the form; what is left empty is the default."""
    named: dict[str, Any] = {name: params[name] for name in NAMES if params.get(name)}
    named |= {name: params.get(name) in ("1", "true", "on") for name in TICKS}
    wish = ResultsOptions(**named, without=tuple(sorted(set(params.getlist("without")))))
    refuse(wish.faults())
    return wish


def query_of(wish: ResultsOptions) -> str:
    """The other way round: the shortest address that means this wish."""
    pairs: list[tuple[str, str]] = [
        (name, value) for name in NAMES if (value := getattr(wish, name)) and value != getattr(ResultsOptions(), name)
    ]
    pairs += [(name, "1") for name in TICKS if getattr(wish, name)]
    return urlencode([*pairs, *(("without", rater) for rater in wish.without)])


class ResultPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.bench = pages, pages.bench
        self.made: dict[tuple[Any, ...], Pieces] = {}
        """Pieces of pages that were made lately: making them anew for every look would keep raters waiting."""

    async def results(self, request: Request, study: str) -> Response:
        """The findings there are; where the log has moved on, the worker is asked for new ones."""
        await self.pages.signed_in(request)
        wish = wish_of(request.query_params)
        shown = await self._ask(study, wish)
        return await self._page(request, study, wish, shown)

    async def compute(self, request: Request, study: str) -> Response:
        """Compute at once, and look."""
        await self.pages.signed_in(request)
        wish = wish_of(request.query_params)
        await self._ask(study, wish, at_once=True)
        return RedirectResponse(f"/studies/{study}/results?{query_of(wish)}", 303)

    async def _ask(self, study: str, wish: ResultsOptions, at_once: bool = False) -> ResultsState:
        return await ask(self.pages.app, study, wish, at_once)

    async def _page(self, request: Request, study: str, wish: ResultsOptions, shown: ResultsState) -> Response:
        renderer = self.pages.renderer
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        found = await self._pieces(request, study, wish, shown.kept) if shown.kept is not None else None
        bundle = "none"
        if shown.kept is not None:
            state = results.bundle_state
            kept, lang = shown.kept, self._lang(request)
            bundle, _ = await self.bench.database.read_async(
                lambda run: state(self.bench, run, study, wish, lang, kept)
            )
        errors = []
        if shown.state == "failed" and shown.job is not None:
            job = await self.bench.database.read_async(lambda run: studies.show_job(run, shown.job or ""))
            errors = [fault["message"] for fault in job["errors"]]
        context = {
            "study": about,
            "wish": wish,
            "query": query_of(wish),
            "shown": shown.as_json(),
            "errors": errors,
            "found": found,
            "bundle": bundle,
            "raters": await run_in_threadpool(results.raters_of, self.bench, study),
            "groups": [group for group in about["groups"] if group],
            "has_halves": about["protocol"].startswith("caption-counts@"),
        }
        return renderer.page(request, "results.html", context)

    async def _pieces(self, request: Request, study: str, wish: ResultsOptions, kept: Kept) -> Pieces:
        key = (study, wish, self._lang(request), kept.study_version, kept.last_seq, kept.computed_at)
        made = self.made.get(key)
        if made is None:
            words = self.pages.renderer.words(request)
            made = await run_in_threadpool(results.pieces_of, kept.document or "", words, study)
            while len(self.made) >= MOST_PIECES:
                self.made.pop(next(iter(self.made)))
            self.made[key] = made
        return made

    async def report(self, request: Request, study: str) -> Response:
        """The findings there are as one page to keep or send."""
        await self.pages.signed_in(request)
        document = await kept_document(self.pages.app, study, wish_of(request.query_params))
        words = self.pages.renderer.words(request)
        body = await run_in_threadpool(results.report_page, document, words, self._lang(request))
        headers = {"content-disposition": f'attachment; filename="{study}-report.html"', "cache-control": "no-store"}
        return Response(body, media_type="text/html; charset=utf-8", headers=headers)

    async def make_bundle(self, request: Request, study: str) -> Response:
        """Have the whole report made, and look again."""
        await self.pages.signed_in(request)
        wish, lang = wish_of(request.query_params), self._lang(request)
        await self.bench.database.write_async(lambda run: results.ask_bundle(self.bench, run, study, wish, lang))
        await self.pages.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/results?{query_of(wish)}#downloads", 303)

    async def bundle(self, request: Request, study: str) -> Response:
        """The whole report as an archive."""
        await self.pages.signed_in(request)
        wish, lang = wish_of(request.query_params), self._lang(request)
        find = results.find_bundle
        path = await self.bench.database.read_async(lambda run: find(self.bench, run, study, wish, lang))
        return FileResponse(
            path, media_type="application/zip", filename=f"{study}-report.zip", headers={"cache-control": "no-store"}
        )

    def _lang(self, request: Request) -> str:
        return language_of(request, self.pages.renderer.own_texts)

    async def item(self, request: Request, study: str) -> Response:
        await self.pages.signed_in(request)
        key = request.query_params.get("key", "")
        item = await run_in_threadpool(studies.show_item, self.bench, study, key)
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        return self.pages.renderer.page(request, "item.html", {"study": about, "item": item})


async def ask(app: FastAPI, study: str, wish: ResultsOptions, at_once: bool = False) -> ResultsState:
    """Look, and leave the worker a job where one is due."""
    bench = app.state.bench
    shown: ResultsState = await bench.database.read_async(lambda run: results.look(run, study, wish))
    if shown.state == "fresh" or (shown.state == "working" and not at_once):
        return shown
    shown, is_new = await bench.database.write_async(lambda run: results.ask(bench, run, study, wish, at_once))
    if is_new or at_once:
        await app.state.worker.wake()
    return shown


async def kept_document(app: FastAPI, study: str, wish: ResultsOptions) -> str:
    """The findings that were computed last; Conflict where there are none yet."""
    shown: ResultsState = await app.state.bench.database.read_async(lambda run: results.look(run, study, wish))
    if shown.kept is None or shown.kept.document is None:
        raise Conflict.of("results.none_yet", given=study)
    return shown.kept.document
