"""The list of studies, the page of one, and what an organiser does to it there."""

import json
from collections.abc import Callable
from dataclasses import asdict

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JsonValue, JuryboxError, NotFound
from jurybox.studies import lifecycle, people
from jurybox.texts import message_of
from jurybox.web.config import ServerConfig
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.renderer import language_names

EXPORTS = ("csv", "jsonl")


class StudyPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies", self.studies, "GET"),
            ("/studies/{study}", self.study, "GET"),
            ("/studies/{study}/open", self.open_study, "POST"),
            ("/studies/{study}/close", self.close_study, "POST"),
            ("/studies/{study}/raters", self.add_rater, "POST"),
            ("/studies/{study}/raters/{rater}/renew", self.renew, "POST"),
            ("/studies/{study}/raters/{rater}/revoke", self.revoke, "POST"),
            ("/studies/{study}/enquiries/{enquiry}/replies", self.reply, "POST"),
            ("/studies/{study}/guideline", self.revise_guideline, "POST"),
        ]

    async def studies(self, request: Request) -> Response:
        return self.site.renderer.page(
            request,
            "organiser/templates/studies.html",
            {"studies": await run_in_threadpool(studies.list_studies, self.bench)},
        )

    async def study(self, request: Request, study: str) -> Response:
        return await self._study_page(request, study)

    async def _study_page(self, request: Request, study: str, error: JuryboxError | None = None) -> Response:
        shown = await run_in_threadpool(studies.show_study, self.bench, study)
        raters = await run_in_threadpool(people.list_raters, self.bench, study)
        context = study_context(shown, raters, self.site.config, language_names(self.site.renderer.own_texts))
        context["enquiries"] = await run_in_threadpool(people.list_enquiries, self.bench, study)
        context["guidelines"] = await run_in_threadpool(studies.show_guidelines, self.bench, study)
        context["fault"] = " ".join(message_of(fault) for fault in error.faults) if error else None
        return self.site.renderer.page(
            request, "organiser/templates/study.html", context, error.status if error else 200
        )

    async def _change(self, request: Request, study: str, change: Callable[..., object], *args: object) -> Response:
        """Do one thing to a study, then show it; what was wrong stands on the page."""
        who: str = request.state.organiser
        try:
            await run_in_threadpool(change, self.bench, study, *args, who=who)
        except NotFound:
            raise
        except JuryboxError as error:
            return await self._study_page(request, study, error)
        return RedirectResponse(f"/studies/{study}", 303)

    async def open_study(self, request: Request, study: str) -> Response:
        who: str = request.state.organiser
        bench = self.bench
        await run_in_threadpool(studies.view_of, bench, study)
        await bench.database.write_async(lambda run: studies.add_job(bench, run, "open", {"study": study, "who": who}))
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}", 303)

    async def close_study(self, request: Request, study: str) -> Response:
        return await self._change(request, study, lifecycle.close_study)

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
        "settings": {name: _brief(name, value) for name, value in shown["settings"].items()},
        "events": [{**e, "data": json.dumps(e["data"], ensure_ascii=False)} for e in reversed(shown["events"])],
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
