"""The raters of a study: who they are, their links, and how far each is."""

from dataclasses import asdict

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response, StreamingResponse

from jurybox import studies
from jurybox.core import Conflict, JuryboxError, NotFound, StudyRole
from jurybox.studies import erase_rater, people
from jurybox.studies.people import LinkCard, RosterLine
from jurybox.texts import message_of
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written
from jurybox.web.renderer import language_names

MINUTE_MS = 60_000


class RatersTab(StudyTab):
    name = "raters"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/raters", self.show, "GET"),
            ("/studies/{study}/raters", self.add_rater, "POST"),
            ("/studies/{study}/raters/list", self.add_list, "POST"),
            ("/studies/{study}/raters/by-language", self.by_language, "POST"),
            ("/studies/{study}/raters/links", self.links, "GET"),
            ("/studies/{study}/raters/links.csv", self.links_file, "GET"),
            ("/studies/{study}/raters/{rater}", self.rater, "GET"),
            ("/studies/{study}/raters/{rater}/merge", self.look_at_merging, "GET"),
            ("/studies/{study}/raters/{rater}/merge", self.merge, "POST"),
            ("/studies/{study}/raters/{rater}/groups", self.set_groups, "POST"),
            ("/studies/{study}/raters/{rater}/renew", self.renew, "POST"),
            ("/studies/{study}/raters/{rater}/revoke", self.revoke, "POST"),
            ("/studies/{study}/raters/{rater}/erase", self.erase, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        choices = await run_in_threadpool(people.rater_choices, self.bench, study)
        lines = await run_in_threadpool(people.show_roster, self.bench, study)
        return {
            "raters": [self._line(study, line) for line in lines],
            "has_checks": any(line.checks for line in lines),
            **asdict(choices),
            "languages": language_names(self.site.renderer.own_texts),
            "join": await self._join_link(study),
            "is_taken": getattr(request.state, "is_taken", False),
            "listed": getattr(request.state, "listed", {"text": "", "faults": []}),
        }

    async def _join_link(self, study: str) -> dict[str, object] | None:
        found = await run_in_threadpool(people.show_join_link, self.bench, study)
        if found is None:
            return None
        origin = self.site.config.origin
        platforms = {name: origin + found.path_for(name) for name in people.PLATFORM_QUERIES}
        return {**asdict(found), "link": origin + found.path, "platforms": platforms}

    def _line(self, study: str, line: RosterLine) -> dict[str, object]:
        info = line.info
        return {
            **asdict(info),
            "minutes": round(line.active_ms / MINUTE_MS),
            "last_seen": line.last_seen,
            "checks": asdict(line.checks) if line.checks else None,
            "link": self.site.config.origin + info.path,
            "page": f"/studies/{study}/raters/{info.id}",
        }

    async def add_rater(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        groups, stages = [str(v) for v in form.getlist("groups")], [str(v) for v in form.getlist("stages")]
        language = str(form.get("language") or "") or None
        name = str(form.get("name") or "")
        try:
            if "same_name" not in form:
                await run_in_threadpool(people.refuse_taken_name, self.bench, study, name)
        except Conflict as error:
            request.state.is_taken = True
            return await self.refused(request, study, error)
        return await self.change(request, study, people.add_rater, name, groups, stages, language)

    async def add_list(self, request: Request, study: str) -> Response:
        """All raters of a list, or none: then the list stands there as it was written, with every fault of it."""
        text = written(await self.site.form(request), "list")
        try:
            await run_in_threadpool(people.add_raters, self.bench, study, text, request.state.organiser)
        except NotFound:
            raise
        except JuryboxError as error:
            lang = self.site.renderer.language(request)
            told = [message_of(fault, lang, page=True) for fault in error.faults]
            request.state.listed = {"text": text, "faults": told}
            answer = await self.page(request, study)
            answer.status_code = error.status
            return answer
        return RedirectResponse(f"/studies/{study}/raters", 303)

    async def rater(self, request: Request, study: str, rater: str) -> Response:
        """One rater: how far they are, their link to hand out, and what ends it."""
        lines = await run_in_threadpool(people.show_roster, self.bench, study)
        line = next((line for line in lines if rater in (line.info.id, line.info.number)), None)
        if line is None:
            raise NotFound.of("rater.unknown", given=rater, allowed=[line.info.name for line in lines])
        choices = await run_in_threadpool(people.rater_choices, self.bench, study)
        others = [one for one in lines if one is not line]
        cards = await run_in_threadpool(people.link_cards, self.bench, study, self.site.config.origin)
        card = next((card for card in cards if card.number == line.info.number), None)
        context = {
            **await self.frame(request, study),
            "rater": self._line(study, line),
            "groups": choices.groups,
            "languages": language_names(self.site.renderer.own_texts),
            "is_owner": request.state.role == StudyRole.OWNER,
            "card": _with_picture(card) if card else None,
            "preview": f"/preview/studies/{study}/as/{line.info.number}/",
            "others": [{"id": one.info.id, "number": one.info.number, "name": one.info.name} for one in others],
        }
        return self.site.renderer.page(request, "organiser/templates/study/rater.html", context)

    async def look_at_merging(self, request: Request, study: str, rater: str) -> Response:
        """What merging two accounts would do, to be confirmed."""
        into = request.query_params.get("into", "")
        try:
            found = await run_in_threadpool(people.look_at_merging, self.bench, study, rater, into)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        context = {
            **await self.frame(request, study),
            "merging": asdict(found),
            "page": f"/studies/{study}/raters/{found.merged.id}",
            "fault": None,
        }
        return self.site.renderer.page(request, "organiser/templates/study/merge.html", context)

    async def merge(self, request: Request, study: str, rater: str) -> Response:
        into = str((await self.site.form(request)).get("into") or "")
        return await self.change(request, study, people.merge_raters, rater, into)

    async def links(self, request: Request, study: str) -> Response:
        """Every link as a card to print."""
        cards = await run_in_threadpool(people.link_cards, self.bench, study, self.site.config.origin)
        head = await run_in_threadpool(studies.show_head, self.bench, study, self.site.renderer.language(request))
        pictured = await run_in_threadpool(lambda: [_with_picture(card) for card in cards])
        context: dict[str, object] = {"name": head["name"], "home": f"/studies/{study}", "cards": pictured}
        context["is_local"] = self.site.config.is_local
        return self.site.renderer.page(request, "organiser/templates/study/links.html", context)

    async def links_file(self, request: Request, study: str) -> Response:
        cards = await run_in_threadpool(people.link_cards, self.bench, study, self.site.config.origin)
        headers = {"content-disposition": f'attachment; filename="{study}-links.csv"', "cache-control": "no-store"}
        return StreamingResponse(people.links_file(cards), media_type="text/csv", headers=headers)

    async def set_groups(self, request: Request, study: str, rater: str) -> Response:
        groups = [str(group) for group in (await self.site.form(request)).getlist("groups")]
        done = await self.change(request, study, people.set_groups, rater, groups)
        return RedirectResponse(f"/studies/{study}/raters/{rater}", 303) if done.status_code == 303 else done

    async def by_language(self, request: Request, study: str) -> Response:
        return await self.change(request, study, people.groups_by_language)

    async def renew(self, request: Request, study: str, rater: str) -> Response:
        return await self.change(request, study, people.renew_link, rater)

    async def revoke(self, request: Request, study: str, rater: str) -> Response:
        return await self.change(request, study, people.revoke_rater, rater)

    async def erase(self, request: Request, study: str, rater: str) -> Response:
        return await self.change(request, study, erase_rater, rater)


def _with_picture(card: LinkCard) -> dict[str, object]:
    return {**asdict(card), "picture": people.qr_code(card.link)}
