"""The protocol of a draft: another is chosen, and what would not fit is said before anything is changed."""

from collections.abc import Sequence

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, Refused, StudyState, in_language
from jurybox.studies import lifecycle
from jurybox.web.organiser.shelf import shelf_to_choose
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, sent_form


class ProtocolStep(StudyTab):
    name = "protocol"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/protocol", self.show, "GET"),
            ("/studies/{study}/protocol", self.choose, "POST"),
        ]

    async def show(self, request: Request, study: str) -> Response:
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        if about["state"] != StudyState.DRAFT:
            return RedirectResponse(f"/studies/{study}/settings", 303)
        return await self.page(request, study)

    async def context(self, request: Request, study: str) -> dict[str, object]:
        return await run_in_threadpool(self._context, request, study)

    def _context(self, request: Request, study: str) -> dict[str, object]:
        view, lang = studies.view_of(self.bench, study), self.site.renderer.language(request)
        shelf = shelf_to_choose(self.bench, lang)
        wished = str(sent_form(request).get("protocol") or request.query_params.get("protocol") or "")
        known = [card["id"] for card in shelf]
        picked = wished if wished in known else view.protocol.id
        losses = self._losses(study, wished) if sent_form(request) and wished in known else ()
        words = self.site.renderer.words(request)
        return {
            "next": None,
            "protocols": shelf,
            "picked": picked,
            "shown": picked if picked in known else None,
            "now": in_language(view.protocol.title, [lang]),
            "wished": next((card for card in shelf if card["id"] == wished), None),
            "losses": [lifecycle.tell_loss(loss, words) for loss in losses],
        }

    def _losses(self, study: str, name: str) -> Sequence[lifecycle.ProtocolLoss]:
        return lifecycle.protocol_losses(self.bench, study, lifecycle.from_shelf(name, self.bench.protocols))

    async def choose(self, request: Request, study: str) -> Response:
        """Change the protocol, or say what would not stay as it is and ask."""
        form, who, lang = await self.site.form(request), request.state.organiser, self.site.renderer.language(request)
        wished, anyway = str(form.get("protocol") or ""), bool(form.get("anyway"))

        def work() -> bool:
            if not wished:
                raise Refused.of("study.no_protocol", "protocol")
            if not anyway and self._losses(study, wished):
                return False
            loaded = lifecycle.from_shelf(wished, self.bench.protocols)
            lifecycle.change_protocol(self.bench, study, loaded, who, anyway)
            studies.look_if_waiting(self.bench, study, lang, who)
            return True

        try:
            is_done = await run_in_threadpool(work)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        if not is_done:
            return await self.page(request, study)
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/texts", 303)
