"""The checks of a study: what is known, how raters do on them, and what follows."""

from dataclasses import asdict

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError, Refused
from jurybox.studies import lifecycle, people, view_of
from jurybox.texts import message_of
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written

MOST_LISTED = 500
"""Checks on one page; the command line lists all."""


class ChecksPage(StudyTab):
    name = "raters"
    template = "checks"

    def routes(self) -> list[PageRoute]:
        home = "/studies/{study}/checks"
        return [
            (home, self.show, "GET"),
            (home, self.add, "POST"),
            (f"{home}/remove", self.remove, "POST"),
            (f"{home}/withdraw", self.withdraw, "POST"),
            (f"{home}/pardon", self.pardon, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        found = await run_in_threadpool(people.show_checks, self.bench, study)
        view = await run_in_threadpool(view_of, self.bench, study)
        expected = ", ".join(f"expected.{question.id}" for _, question in view.protocol.questions())
        return {
            "checks": [asdict(one) for one in found.checks[:MOST_LISTED]],
            "number": len(found.checks),
            "checked": [{**asdict(one), **asdict(one.checks)} for one in found.raters if one.checks.judged],
            "fields": ", ".join(view.protocol.fields),
            "expected": expected,
            "has_segments": any(q.about in ("segment", "output") for _, q in view.protocol.questions()),
            "sample": await run_in_threadpool(lifecycle.gold_sample, self.bench, study),
            "is_on": view.settings.checks.on,
            "wrong": getattr(request.state, "lines", []),
        }

    async def add(self, request: Request, study: str) -> Response:
        text = written(await self.site.form(request), "table")
        first = text.lstrip()
        name = "checks.yaml" if first.startswith("checks:") else "checks.tsv" if "\t" in first[:2000] else "checks.csv"
        who: str = request.state.organiser
        try:
            await run_in_threadpool(lifecycle.add_gold_text, self.bench, study, name, text.encode(), who)
        except Refused as error:
            lang = self.site.renderer.language(request)
            request.state.lines = [(fault.line or 1, message_of(fault, lang, page=True)) for fault in error.faults]
            answer = await self.page(request, study)
            answer.status_code = error.status
            return answer
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return RedirectResponse(f"/studies/{study}/checks", 303)

    async def remove(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self._done(request, study, lifecycle.remove_gold, [str(one) for one in form.getlist("check")])

    async def withdraw(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self._done(request, study, people.withdraw_check, written(form, "check"), written(form, "reason"))

    async def pardon(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self._done(request, study, people.pardon_rater, written(form, "rater"), written(form, "reason"))

    async def _done(self, request: Request, study: str, change: object, *args: object) -> Response:
        """Do one thing, then show this page again; every fault stands on it."""
        who: str = request.state.organiser
        assert callable(change)
        try:
            await run_in_threadpool(change, self.bench, study, *args, who)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return RedirectResponse(f"/studies/{study}/checks", 303)
