"""Suggestions on the design of a draft: from an earlier study or a file, and dropped again."""

from collections.abc import Mapping
from typing import TypedDict

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import JuryboxError
from jurybox.studies import lifecycle
from jurybox.studies.carry.suggestions import SuggestArgs, ask_suggestions, drop_suggestions
from jurybox.web.access import allow_taking
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.design import DesignTab
from jurybox.web.organiser.study.design_form import number_of, text_of
from jurybox.web.organiser.study.tab import written
from jurybox.web.uploads import kept_uploads, tables_of

SAID = ("format", "rater", "hold_out", "replace")


class SaidOfSuggestions(TypedDict):
    format: str
    rater: str | None
    hold_out: float
    replace: bool


class SuggestionForms(DesignTab):
    """They stand below the design, and what was wrong is told there."""

    def routes(self) -> list[PageRoute]:
        home = "/studies/{study}/suggestions"
        return [
            (home, self.from_study, "POST"),
            (f"{home}/file", self.from_file, "POST"),
            (f"{home}/drop", self.drop, "POST"),
        ]

    async def from_study(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        source = written(form, "study")
        try:
            args = SuggestArgs(study, request.state.organiser, source, **self._said(study, form))
            await allow_taking(request, self.bench, request.state.account, source)
            await run_in_threadpool(ask_suggestions, self.bench, args)
        except JuryboxError as error:
            return await self.page(request, study, error)  # an unknown study is the other one
        return await self._asked(study)

    async def from_file(self, request: Request, study: str) -> Response:
        folder, largest = self.bench.folder / "uploads" / self.bench.new_id(), self.site.config.largest_file
        try:
            async with kept_uploads(request, folder, largest, also=(*SAID, "seen")) as kept:
                args = SuggestArgs(
                    study,
                    request.state.organiser,
                    tables=tables_of(kept),
                    folder=str(folder),
                    **self._said(study, kept),
                )
                await run_in_threadpool(ask_suggestions, self.bench, args)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return await self._asked(study)

    async def drop(self, request: Request, study: str) -> Response:
        return await self.change(request, study, drop_suggestions)

    async def _asked(self, study: str) -> Response:
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/design?asked#suggestions", 303)

    def _said(self, study: str, form: Mapping[str, object]) -> SaidOfSuggestions:
        """What both forms say; the share is checked like any other setting."""
        share = number_of(form, "hold_out")
        wish = {} if share is None else {"hold_out": share / 100 if isinstance(share, int | float) else share}
        return {
            "format": text_of(form, "format"),
            "rater": text_of(form, "rater") or None,
            "hold_out": lifecycle.wished_settings(self.bench, study, {"prefill": wish}).prefill.hold_out,
            "replace": bool(text_of(form, "replace")),
        }
