"""The settings of a study, its history, and what changes its state."""

from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, Refused, StudyRole
from jurybox.studies import HistoryWish, lifecycle, people
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written

MOST_SHOWN = 200
"""Entries of a history on a page; the files have all."""
SETTING_TERMS = {"quorum": "quorum", "assign": "pool", "repeats": "repeat", "calibration": "calibration"}
"""The words that explain settings to who meets them for the first time."""


class SettingsTab(StudyTab):
    name = "settings"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/settings", self.show, "GET"),
            ("/studies/{study}/pause", self.pause_study, "POST"),
            ("/studies/{study}/close", self.close_study, "POST"),
            ("/studies/{study}/reopen", self.reopen_study, "POST"),
            ("/studies/{study}/roles", self.give_role, "POST"),
            ("/studies/{study}/roles/take", self.take_role, "POST"),
            ("/studies/{study}/hand-over", self.hand_over, "POST"),
            ("/studies/{study}/put-away", self.put_away, "POST"),
            ("/studies/{study}/fetch-back", self.fetch_back, "POST"),
            ("/studies/{study}/redact", self.redact, "POST"),
            ("/studies/{study}/delete", self.delete, "POST"),
            ("/studies/{study}/copy", self.copy, "POST"),
            ("/studies/{study}/reveal", self.reveal, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        lang = self.site.renderer.language(request)
        return {
            "setting_terms": SETTING_TERMS,
            "settings": await run_in_threadpool(
                lifecycle.tell_settings, self.bench, study, self.site.renderer.words(request), lang
            ),
            **await self._roles(request, study),
            "history": await self._history(request, study),
        }

    async def _roles(self, request: Request, study: str) -> dict[str, object]:
        """Who has which role, and what the reader may do about it."""
        members = await run_in_threadpool(people.list_members, self.bench, study)
        everybody = await run_in_threadpool(people.list_organisers, self.bench)
        away = await run_in_threadpool(people.studies_of, self.bench, request.state.account, True)
        return {
            "members": members,
            "others": [one.name for one in everybody if one.id not in {member.id for member in members}],
            "roles": people.ROLES,
            "is_owner": request.state.role == StudyRole.OWNER,
            "is_away": study in away,
            "is_sealed": bool(studies.names_here()),
        }

    async def give_role(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self.change(request, study, people.give_role, written(form, "name"), written(form, "role"))

    async def take_role(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self.change(request, study, people.take_role, written(form, "name"))

    async def hand_over(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        return await self.change(request, study, people.hand_over, written(form, "name"))

    async def put_away(self, request: Request, study: str) -> Response:
        return await self.change(request, study, people.put_away)

    async def fetch_back(self, request: Request, study: str) -> Response:
        return await self.change(request, study, people.fetch_back)

    async def redact(self, request: Request, study: str) -> Response:
        return await self.change(request, study, studies.redact_texts)

    async def delete(self, request: Request, study: str) -> Response:
        """Gone for good, and back to the list of studies."""
        form, who = await self.site.form(request), request.state.organiser
        try:
            await run_in_threadpool(studies.delete_study, self.bench, study, written(form, "confirm").strip(), who)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return RedirectResponse("/studies", 303)

    async def reveal(self, request: Request, study: str) -> Response:
        return await self.change(request, study, studies.reveal)

    async def copy(self, request: Request, study: str) -> Response:
        """A new draft of the same protocol, settings, items and outputs, and there."""
        form, who = await self.site.form(request), request.state.organiser
        name = written(form, "name").strip()
        try:
            key = await run_in_threadpool(lifecycle.free_key, self.bench, name)
            copy = lifecycle.StudyCopy(key, name or None)
            await run_in_threadpool(lifecycle.copy_study, self.bench, study, copy, who=who)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return RedirectResponse(f"/studies/{key}", 303)

    async def _history(self, request: Request, study: str) -> dict[str, object]:
        """The events in words that were asked for, the newest first, and what can be asked for."""
        asked = {name: request.query_params.get(name, "") for name in ("kind", "person", "since", "until")}
        kinds = (asked["kind"],) if asked["kind"] else ()
        wish = HistoryWish(kinds, asked["person"] or None, asked["since"] or None, asked["until"] or None)
        words, fault = self.site.renderer.words(request), None
        whole = await run_in_threadpool(studies.tell_history, self.bench, study, words)
        try:
            found = await run_in_threadpool(studies.tell_history, self.bench, study, words, wish)
        except Refused as refused:
            found, fault = whole, self.site.renderer.told(request, refused)
        query = {name: value for name, value in asked.items() if value} | {"lang": self.site.renderer.language(request)}
        file = f"/api/studies/{study}/history?{urlencode({**query, 'download': 'true'})}&format="
        return {
            "entries": found[: -MOST_SHOWN - 1 : -1],
            "fault": fault,
            "is_cut": len(found) > MOST_SHOWN,
            "asked": asked,
            "kinds": studies.kinds_of(whole),
            "people": studies.people_of(whole),
            "files": {kind: file + kind for kind in ("csv", "json")},
        }

    async def pause_study(self, request: Request, study: str) -> Response:
        return await self.change(request, study, lifecycle.pause_study)

    async def close_study(self, request: Request, study: str) -> Response:
        return await self.change(request, study, lifecycle.close_study)

    async def reopen_study(self, request: Request, study: str) -> Response:
        return await self.change(request, study, lifecycle.reopen_study)
