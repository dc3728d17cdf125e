"""The results of a study: findings as they stand, and the report."""

from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.responses import FileResponse, RedirectResponse, Response

from jurybox import studies
from jurybox.core import NotFound, StudyRole, refuse
from jurybox.studies import results
from jurybox.studies.results import Kept, Pieces, PieceWish, ResultsOptions, ResultsState
from jurybox.web.findings import ask, kept_document
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.organiser.study.plan import told_plan
from jurybox.web.organiser.study.tab import StudyTab

TICKS = ("pool", "full", "half_is_zero", "position", "decisions")
NAMES = ("level", "by", "cluster_rule", "resample", "raters")
MOST_PIECES = 48
EXPORTS = ("csv", "jsonl")


def result_files() -> dict[str, bytes]:
    """The style of findings is that of the report."""
    return {"organiser/static/css/findings.css": results.findings_style()}


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


def address_query(wish: ResultsOptions, request: Request) -> str:
    """All that the address of a page holds: the wish, and the question that is shown."""
    question = request.query_params.get("question")
    return "&".join(part for part in (query_of(wish), urlencode({"question": question}) if question else "") if part)


class ResultsTab(StudyTab):
    name = "results"

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.made: dict[tuple[object, ...], Pieces] = {}
        """Pieces of pages that were made lately: making them anew for every look would keep raters waiting."""

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/results", self.show, "GET"),
            ("/studies/{study}/results", self.compute, "POST"),
            ("/studies/{study}/results/report.html", self.report, "GET"),
            ("/studies/{study}/results/report", self.make_bundle, "POST"),
            ("/studies/{study}/results/report.zip", self.bundle, "GET"),
            ("/studies/{study}/results/{part}", self.show_part, "GET"),
            ("/studies/{study}/results/{part}", self.compute, "POST"),
        ]

    async def show_part(self, request: Request, study: str, part: str) -> Response:
        if part not in results.RESULT_PARTS:
            raise NotFound.of("results.unknown_part", given=part, allowed=list(results.RESULT_PARTS))
        return await self.page(request, study)

    async def compute(self, request: Request, study: str, part: str = "") -> Response:
        """Compute at once, and look."""
        wish = wish_of(request.query_params)
        await self._ask(study, wish, at_once=True)
        return RedirectResponse(f"{request.url.path}?{address_query(wish, request)}", 303)

    async def _ask(self, study: str, wish: ResultsOptions, at_once: bool = False) -> ResultsState:
        return await ask(self.site.app, study, wish, at_once)

    async def context(self, request: Request, study: str) -> dict[str, object]:
        """The findings there are; where the log has moved on, the worker is asked for new ones."""
        wish = wish_of(request.query_params)
        part = str(request.path_params.get("part") or results.RESULT_PARTS[0])
        shown = await self._ask(study, wish)
        kept, kept_query, lang = shown.kept, address_query(wish, request), self.site.renderer.language(request)
        return {
            "part": part,
            "waits": bool(request.query_params.get("waits")),
            "parts": [(name, f"/studies/{study}/results/{name}") for name in results.RESULT_PARTS],
            "wish": wish,
            "query": query_of(wish),
            "suffix": f"?{kept_query}" if kept_query else "",
            "asked": request.query_params.get("question"),
            "shown": shown.as_json(),
            "errors": await self._errors(shown, lang),
            "found": await self._pieces(request, study, wish, kept) if kept is not None else None,
            "done": await run_in_threadpool(studies.count_done, self.bench, study),
            "plan": await run_in_threadpool(told_plan, self.bench, study, self.site.renderer.words(request), lang),
            "bundle": await self._bundle_state(request, study, wish, kept) if part == "download" else "none",
            "frozen": await run_in_threadpool(results.list_frozen, self.bench, study) if part == "download" else [],
            "raters": await self._raters(request, study),
            "groups": await run_in_threadpool(results.groups_of, self.bench, study),
            "has_pairs": (await run_in_threadpool(studies.view_of, self.bench, study)).settings.pairs.on,
            "has_halves": await run_in_threadpool(results.offers_halves, self.bench, study),
            "exports": {
                **{kind: f"/api/studies/{study}/export?format={kind}&everything=true" for kind in EXPORTS},
                "raters": f"/api/studies/{study}/export/raters?format=csv",
            },
        }

    async def _bundle_state(self, request: Request, study: str, wish: ResultsOptions, kept: Kept | None) -> str:
        """Whether the whole report is there: none, working, failed or ready."""
        if kept is None:
            return "none"
        state, lang = results.bundle_state, self.site.renderer.language(request)
        found, _ = await self.bench.database.read_async(lambda run: state(self.bench, run, study, wish, lang, kept))
        return found

    async def _raters(self, request: Request, study: str) -> list[tuple[str, str]]:
        """A viewer learns no rater's name."""
        raters = await run_in_threadpool(results.raters_of, self.bench, study)
        return [(number, "") for number, _ in raters] if request.state.role == StudyRole.VIEWER else raters

    async def _errors(self, shown: ResultsState, lang: str) -> list[object]:
        if shown.state != "failed" or shown.job is None:
            return []
        job = await self.bench.database.read_async(lambda run: studies.show_job(run, shown.job or "", lang))
        return [fault["message"] for fault in job["errors"]]

    async def _pieces(self, request: Request, study: str, wish: ResultsOptions, kept: Kept) -> Pieces:
        is_viewer = request.state.role == StudyRole.VIEWER
        names = {} if is_viewer else await run_in_threadpool(results.rater_names, self.bench, study)
        language = self.site.renderer.language(request)
        part, question = str(request.path_params.get("part") or "answer"), request.query_params.get("question")
        piece = PieceWish("" if is_viewer else study, part, question)
        called, sealed = tuple(names.values()), tuple(studies.names_here().values())
        key = (piece, wish, language, kept.study_version, kept.last_seq, kept.computed_at, called, sealed)
        made = self.made.get(key)
        if made is None:
            words = self.site.renderer.words(request)
            spoken = await run_in_threadpool(results.spoken_here, self.bench, study, language)
            items = None if is_viewer else lambda keys: studies.names_of_items(self.bench, study, keys)
            document = kept.document or ""
            made = await run_in_threadpool(results.pieces_of, document, words, piece, names, spoken, items)
            while len(self.made) >= MOST_PIECES:
                self.made.pop(next(iter(self.made)))
            self.made[key] = made
        return made

    async def report(self, request: Request, study: str) -> Response:
        """The findings there are as one page to keep or send."""
        document = await kept_document(self.site.app, study, wish_of(request.query_params))
        words, lang = self.site.renderer.words(request), self.site.renderer.language(request)
        spoken = await run_in_threadpool(results.spoken_here, self.bench, study, lang)
        body = await run_in_threadpool(results.report_page, document, words, lang, spoken)
        headers = {"content-disposition": f'attachment; filename="{study}-report.html"', "cache-control": "no-store"}
        return Response(body, media_type="text/html; charset=utf-8", headers=headers)

    async def make_bundle(self, request: Request, study: str) -> Response:
        """Have the whole report made, and look again."""
        studies.refuse_under_seal(study)
        wish, lang = wish_of(request.query_params), self.site.renderer.language(request)
        await self.bench.database.write_async(lambda run: results.ask_bundle(self.bench, run, study, wish, lang))
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/results/download?{query_of(wish)}", 303)

    async def bundle(self, request: Request, study: str) -> Response:
        """The whole report as an archive."""
        studies.refuse_under_seal(study)
        wish, lang = wish_of(request.query_params), self.site.renderer.language(request)
        find = results.find_bundle
        path = await self.bench.database.read_async(lambda run: find(self.bench, run, study, wish, lang))
        return FileResponse(
            path, media_type="application/zip", filename=f"{study}-report.zip", headers={"cache-control": "no-store"}
        )
