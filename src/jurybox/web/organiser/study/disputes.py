"""Disputes between raters of a study: the queue, one dispute with its decision, and who may decide."""

import json
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError, NotFound, Refused
from jurybox.studies import adjudicating, people, results
from jurybox.studies.adjudicating import DecisionDraft, DisputeView, Which
from jurybox.web.findings import ask_disputes
from jurybox.web.media import stored_response
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written

WHICH: tuple[Which, ...] = ("waiting", "decided", "all")
OTHER = "other"


class DisputesPages(StudyTab):
    name = "disputes"

    def routes(self) -> list[PageRoute]:
        home = "/studies/{study}"
        return [
            (f"{home}/disputes", self.show, "GET"),
            (f"{home}/disputes", self.look_again, "POST"),
            (f"{home}/disputes/settings", self.set_disputes, "POST"),
            (f"{home}/disputes/appoint", self.appoint, "POST"),
            (f"{home}/disputes/dismiss", self.dismiss, "POST"),
            (f"{home}/dispute", self.one, "GET"),
            (f"{home}/dispute", self.decide, "POST"),
            (f"{home}/media/dispute-{{unit}}/{{stage}}/{{part}}", self.media, "GET"),
        ]

    async def frame(self, request: Request, study: str, error: JuryboxError | None = None) -> dict[str, object]:
        """They stand below the items."""
        return {**await super().frame(request, study, error), "tab": "items"}

    async def context(self, request: Request, study: str) -> dict[str, object]:
        bench, lang = self.bench, self.site.renderer.language(request)
        await ask_disputes(self.site.app, study)
        asked = request.query_params.get("which", "")
        which: Which = next((one for one in WHICH if one == asked), "waiting")
        page = request.query_params.get("page", "1")
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 8 else 1
        raters = await run_in_threadpool(people.list_raters, bench, study)
        appointed = await run_in_threadpool(adjudicating.list_adjudicators, bench, study)
        known = {one.id for one in appointed}
        thresholds = await run_in_threadpool(adjudicating.list_thresholds, bench, study, lang)
        return {
            "summary": await run_in_threadpool(adjudicating.summary, bench, study),
            "queue": await run_in_threadpool(adjudicating.list_disputes, bench, study, which, number, lang),
            "scales": await run_in_threadpool(adjudicating.told_scales, bench, study, lang),
            "which": which,
            "kinds": WHICH,
            "thresholds": thresholds,
            "tells_raters": await run_in_threadpool(adjudicating.tells_raters, bench, study),
            "adjudicators": appointed,
            "raters": [one for one in raters if one.id not in known and not one.revoked],
            "changes": await run_in_threadpool(adjudicating.what_changed, bench, study),
            "titles": await run_in_threadpool(results.question_titles, bench, study, lang),
        }

    async def look_again(self, request: Request, study: str) -> Response:
        await ask_disputes(self.site.app, study, at_once=True)
        return RedirectResponse(f"/studies/{study}/disputes", 303)

    async def set_disputes(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        try:
            wanted = {
                name.removeprefix("threshold:"): float(str(value).replace(",", "."))
                for name, value in form.items()
                if name.startswith("threshold:") and str(value).strip()
            }
        except ValueError:
            return await self.refused(request, study, Refused.of("dispute.no_number", "thresholds"))
        return await self.change(request, study, adjudicating.set_disputes, wanted, "tell_raters" in form)

    async def appoint(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self.change(request, study, adjudicating.appoint_adjudicator, written(form, "rater"))

    async def dismiss(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self.change(request, study, adjudicating.dismiss_adjudicator, written(form, "rater"))

    async def one(self, request: Request, study: str) -> Response:
        return await self._dispute(request, study)

    async def _dispute(self, request: Request, study: str, error: JuryboxError | None = None) -> Response:
        unit, stage = _asked(request)
        lang = self.site.renderer.language(request)
        shown = await run_in_threadpool(adjudicating.show_dispute, self.bench, study, unit, stage, lang)
        context = {
            **await self.frame(request, study, error),
            "next": None,
            "labels": await run_in_threadpool(adjudicating.field_labels, self.bench, study, lang),
            "dispute": shown,
            "scales": await run_in_threadpool(adjudicating.told_scales, self.bench, study, lang),
            "with_names": request.query_params.get("names") == "1",
            "here": f"/studies/{study}/dispute?{urlencode({'unit': unit, 'stage': stage})}",
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/study/dispute.html", context, status)

    async def decide(self, request: Request, study: str) -> Response:
        """Decide, and go on to the next dispute."""
        unit, stage = _asked(request)
        form = await self.site.form(request)
        lang = self.site.renderer.language(request)
        shown = await run_in_threadpool(adjudicating.show_dispute, self.bench, study, unit, stage, lang)
        known = written(form, "decided") if "decided" in form else None
        draft = DecisionDraft(unit, stage, _answers(form, shown), written(form, "reason"), lang, known=known)
        try:
            await run_in_threadpool(adjudicating.decide, self.bench, study, draft, request.state.organiser)
        except NotFound:
            raise
        except JuryboxError as error:
            return await self._dispute(request, study, error)
        following = await run_in_threadpool(adjudicating.next_dispute, self.bench, study)
        if following is None:
            return RedirectResponse(f"/studies/{study}/disputes", 303)
        where = urlencode({"unit": following.unit, "stage": following.stage})
        return RedirectResponse(f"/studies/{study}/dispute?{where}", 303)

    async def media(self, request: Request, study: str, unit: int, stage: str, part: str) -> Response:
        file, kind = await run_in_threadpool(adjudicating.dispute_media, self.bench, study, unit, stage, part)
        return await stored_response(self.bench.media, file, kind, part)


def _asked(request: Request) -> tuple[int, str]:
    unit = request.query_params.get("unit", "")
    if not (unit.isascii() and unit.isdigit() and len(unit) < 10):
        raise NotFound.of("dispute.unknown", "unit", unit)
    return int(unit), request.query_params.get("stage", "")


def _answers(form: FormData, shown: DisputeView) -> dict[str, dict[str, object]]:
    """What a form says of each question that is disputed; what it leaves out is found missing by the use case."""
    answers: dict[str, dict[str, object]] = {}
    for question in shown["questions"]:
        name, target = question["question"], question["about"] or "unit"
        field = f"{name}:{target}"
        if question["control"] == "set":
            answers.setdefault(name, {})[target] = [_read(str(value)) for value in form.getlist(field)]
            continue
        value = written(form, field)
        if value == OTHER:
            value = written(form, f"{OTHER}:{field}").replace(",", ".")
        if value:
            answers.setdefault(name, {})[target] = _read(value)
    return answers


def _read(value: str) -> object:
    """What stands in a form as JSON; anything else is a text, which the question refuses."""
    try:
        found: object = json.loads(value)
    except ValueError:
        return value
    return found
