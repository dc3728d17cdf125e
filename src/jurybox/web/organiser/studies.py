"""The list of studies, the page of one, and what an organiser does to it there."""

import json
from collections.abc import Callable
from dataclasses import asdict
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JsonValue, JuryboxError, NotFound, Refused
from jurybox.studies import HistoryWish, lifecycle, people
from jurybox.texts import message_of
from jurybox.web.config import ServerConfig
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.renderer import language_names

EXPORTS = ("csv", "jsonl")
MOST_SHOWN = 200
"""Entries of a history on a page; the files have all."""
SETTING_TERMS = {"quorum": "quorum", "assign": "pool", "repeats": "repeat", "calibration": "calibration"}
"""The words that explain settings to who meets them for the first time."""


class StudyPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies", self.studies, "GET"),
            ("/studies/{study}", self.study, "GET"),
            ("/studies/{study}/open", self.open_study, "POST"),
            ("/studies/{study}/pause", self.pause_study, "POST"),
            ("/studies/{study}/resume", self.resume_study, "POST"),
            ("/studies/{study}/close", self.close_study, "POST"),
            ("/studies/{study}/reopen", self.reopen_study, "POST"),
            ("/studies/{study}/withdraw", self.withdraw, "POST"),
            ("/studies/{study}/restore", self.restore, "POST"),
            ("/studies/{study}/raters", self.add_rater, "POST"),
            ("/studies/{study}/raters/{rater}/renew", self.renew, "POST"),
            ("/studies/{study}/raters/{rater}/revoke", self.revoke, "POST"),
            ("/studies/{study}/enquiries/{enquiry}/replies", self.reply, "POST"),
            ("/studies/{study}/guideline", self.revise_guideline, "POST"),
        ]

    async def studies(self, request: Request) -> Response:
        cards = await run_in_threadpool(studies.list_cards, self.bench, self.site.renderer.language(request))
        context = {"studies": cards, "has_password": request.state.account.has_password}
        return self.site.renderer.page(request, "organiser/templates/studies.html", context)

    async def study(self, request: Request, study: str) -> Response:
        return await self._study_page(request, study)

    async def _study_page(self, request: Request, study: str, error: JuryboxError | None = None) -> Response:
        shown = await run_in_threadpool(studies.show_study, self.bench, study)
        raters = await run_in_threadpool(people.list_raters, self.bench, study)
        context = study_context(shown, raters, self.site.config, language_names(self.site.renderer.own_texts))
        context["jobs"] = await run_in_threadpool(studies.study_jobs, self.bench, study)
        context["withdrawn"] = await run_in_threadpool(studies.withdrawn_items, self.bench, study)
        context["enquiries"] = await run_in_threadpool(people.list_enquiries, self.bench, study)
        context["guidelines"] = await run_in_threadpool(studies.show_guidelines, self.bench, study)
        try:
            context["history"] = await self._history(request, study)
        except Refused as refused:
            context["history"], error = await self._history(request, study, HistoryWish()), error or refused
        context["fault"] = " ".join(message_of(fault) for fault in error.faults) if error else None
        return self.site.renderer.page(
            request, "organiser/templates/study.html", context, error.status if error else 200
        )

    async def _history(self, request: Request, study: str, wish: HistoryWish | None = None) -> dict[str, object]:
        """The events in words that were asked for, the newest first, and what can be asked for."""
        asked = {name: request.query_params.get(name, "") for name in ("kind", "person", "since", "until")}
        if wish is None:
            kinds = (asked["kind"],) if asked["kind"] else ()
            wish = HistoryWish(kinds, asked["person"] or None, asked["since"] or None, asked["until"] or None)
        words = self.site.renderer.words(request)
        whole = await run_in_threadpool(studies.tell_history, self.bench, study, words)
        found = await run_in_threadpool(studies.tell_history, self.bench, study, words, wish)
        query = {name: value for name, value in asked.items() if value} | {"lang": self.site.renderer.language(request)}
        file = f"/api/studies/{study}/history?{urlencode({**query, 'download': 'true'})}&format="
        return {
            "entries": found[: -MOST_SHOWN - 1 : -1],
            "is_cut": len(found) > MOST_SHOWN,
            "asked": asked,
            "kinds": studies.kinds_of(whole),
            "people": studies.people_of(whole),
            "files": {kind: file + kind for kind in ("csv", "json")},
        }

    async def _change(self, request: Request, study: str, change: Callable[..., object], *args: object) -> Response:
        """Do one thing to a study, then show it; what was wrong stands on the page."""
        who: str = request.state.organiser
        try:
            await run_in_threadpool(change, self.bench, study, *args, who=who)
        except JuryboxError as error:
            if isinstance(error, NotFound) and any(fault.code == "study.unknown" for fault in error.faults):
                raise
            return await self._study_page(request, study, error)
        return RedirectResponse(f"/studies/{study}", 303)

    async def open_study(self, request: Request, study: str) -> Response:
        who: str = request.state.organiser
        bench, wanted = self.bench, {"study": study, "who": who}
        try:
            await run_in_threadpool(lifecycle.check_openable, bench, study)
        except NotFound:
            raise
        except JuryboxError as error:
            return await self._study_page(request, study, error)
        await bench.database.write_async(lambda run: studies.add_job(bench, run, studies.OPEN_JOB, wanted))
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}", 303)

    async def pause_study(self, request: Request, study: str) -> Response:
        return await self._change(request, study, lifecycle.pause_study)

    async def resume_study(self, request: Request, study: str) -> Response:
        return await self._change(request, study, lifecycle.resume_study)

    async def reopen_study(self, request: Request, study: str) -> Response:
        return await self._change(request, study, lifecycle.reopen_study)

    async def close_study(self, request: Request, study: str) -> Response:
        return await self._change(request, study, lifecycle.close_study)

    async def withdraw(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        change = lifecycle.withdraw_system if "system" in form else lifecycle.withdraw_item
        return await self._change(request, study, change, _named(form), _written(form, "reason"))

    async def restore(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        change = lifecycle.restore_system if "system" in form else lifecycle.restore_item
        return await self._change(request, study, change, _named(form), _written(form, "reason"))

    async def reply(self, request: Request, study: str, enquiry: str) -> Response:
        form = await self.site.form(request)
        draft = people.ReplyDraft(_written(form, "text"), "publish" in form, _written(form, "question") or None)
        return await self._change(request, study, people.reply, enquiry, draft)

    async def revise_guideline(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        wish = [_written(form, name) for name in ("lang", "prose", "note")]
        return await self._change(request, study, lifecycle.revise_guideline, *wish)

    async def add_rater(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        groups, stages = [str(v) for v in form.getlist("groups")], [str(v) for v in form.getlist("stages")]
        language = str(form.get("language") or "") or None
        return await self._change(
            request, study, people.add_rater, str(form.get("name") or ""), groups, stages, language
        )

    async def renew(self, request: Request, study: str, rater: str) -> Response:
        return await self._change(request, study, people.renew_link, rater)

    async def revoke(self, request: Request, study: str, rater: str) -> Response:
        return await self._change(request, study, people.revoke_rater, rater)


def _named(form: FormData) -> str:
    """The system or the item that a form is about."""
    return _written(form, "system") or _written(form, "item")


def _written(form: FormData, name: str) -> str:
    """A field as it was written: browsers end its lines in their own way."""
    return str(form.get(name) or "").replace("\r\n", "\n")


def study_context(
    shown: studies.StudyDescription, raters: list[people.RaterInfo], config: ServerConfig, names: dict[str, str]
) -> dict[str, object]:
    """What study.html is given; see the top of that template."""
    return {
        "study": shown,
        "counts": {**shown, "systems": sum(system["kind"] != "none" for system in shown["systems"])},
        "is_without_systems": bool(shown["systems"]) and all(one["kind"] == "none" for one in shown["systems"]),
        "coverage": [{**e, "needed": e["slots"]} for e in shown["coverage"]],
        "raters": [{**asdict(info), "link": config.origin + info.path} for info in raters],
        "groups": [group for group in shown["groups"] if group],
        "stages": list(dict.fromkeys(entry["stage"] for entry in shown["coverage"])),
        "languages": names,
        "setting_terms": SETTING_TERMS,
        "settings": {name: _brief(name, value) for name, value in shown["settings"].items()},
        "inbox": shown["inbox"],
        "exports": {
            **{kind: f"/api/studies/{shown['key']}/export?format={kind}&everything=true" for kind in EXPORTS},
            "raters": f"/api/studies/{shown['key']}/export/raters?format=csv",
        },
    }


def _brief(name: str, value: JsonValue) -> str:
    """A setting on one line: of long texts only what there is."""
    if name == "consent" and isinstance(value, dict):
        return ", ".join(value)
    if name == "questionnaire" and isinstance(value, list):
        return ", ".join(str(question["id"]) for question in value if isinstance(question, dict)) or "null"
    return json.dumps(value, ensure_ascii=False)
