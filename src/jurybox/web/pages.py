"""The pages: the rater's shell, the organiser's studies, sign-in, the API's description."""

import json
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import FastAPI, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from jurybox import studies
from jurybox.core import Denied, JuryboxError, NotFound, Refused
from jurybox.studies import Workbench, lifecycle, people
from jurybox.texts import hint_of, message_of
from jurybox.web.auth import SESSION_COOKIE, organiser_of
from jurybox.web.config import ServerConfig
from jurybox.web.models import NO_NULLS
from jurybox.web.renderer import Renderer
from jurybox.web.words import language_names, language_of

EXPORTS = ("csv", "jsonl")
SESSION_AGE_S = 14 * 24 * 3600
OrganiserName = Annotated[str, Form(pattern=NO_NULLS)]


def add_pages(app: FastAPI, bench: Workbench, config: ServerConfig) -> "Pages":
    pages = Pages(bench, config, app)
    app.state.renderer = pages.renderer
    app.router.routes[:0] = [
        Route("/static/{version}/{path:path}", pages.renderer.static.serve),
        Route("/rate/worker.js", pages.rate_worker),
        Route("/rate/{study}/", pages.rate),
        Route("/rate/{study}", pages.add_slash),
    ]
    for path, handler, verb in (
        ("/", pages.home, "GET"), ("/sign-in", pages.sign_in_form, "GET"), ("/sign-in/", pages.sign_in_form, "GET"),
        ("/sign-in", pages.sign_in, "POST"), ("/sign-out", pages.sign_out, "POST"), ("/studies", pages.studies, "GET"),
        ("/studies/{study}", pages.study, "GET"), ("/studies/{study}/open", pages.open_study, "POST"),
        ("/studies/{study}/close", pages.close_study, "POST"), ("/studies/{study}/raters", pages.add_rater, "POST"),
        ("/studies/{study}/raters/{rater}/renew", pages.renew, "POST"),
        ("/studies/{study}/enquiries/{enquiry}/replies", pages.reply, "POST"),
        ("/studies/{study}/guideline", pages.revise_guideline, "POST"),
        ("/studies/{study}/raters/{rater}/revoke", pages.revoke, "POST"), ("/api/docs", pages.api_docs, "GET"),
    ):  # fmt: skip
        app.add_api_route(path, handler, methods=[verb], include_in_schema=False, response_model=None)
    return pages


def wants_page(request: Request) -> bool:
    """Whether a person is looking: a browser that asks for HTML outside the APIs."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith("/api/") and "/api/" not in path


def error_page(request: Request, error: JuryboxError) -> Response:
    renderer: Renderer = request.app.state.renderer
    if isinstance(error, Denied) and not request.url.path.startswith("/rate/"):
        return RedirectResponse("/sign-in", 303)
    fault = error.faults[0]
    context = {
        "status": error.status, "message": message_of(fault), "hint": hint_of(fault),
        "request_id": request.scope["state"]["request_id"],
    }  # fmt: skip
    return renderer.page(request, "error.html", context, error.status)


class Pages:
    def __init__(self, bench: Workbench, config: ServerConfig, app: FastAPI) -> None:
        own = bench.folder / "texts"
        self.bench, self.config, self.app = bench, config, app
        self.renderer = Renderer(own if own.is_dir() else None)

    async def signed_in(self, request: Request) -> str:
        organiser = await organiser_of(request, self.bench)
        request.state.organiser = organiser.name
        return organiser.name

    async def rate(self, request: Request) -> Response:
        """The rater's page: the same shell for everyone, holding nothing of the study."""
        file = self.renderer.rater_page(language_of(request, self.renderer.own_texts))
        body, coding = file.sent(request.headers.get("accept-encoding", ""))
        headers = {"cache-control": "no-store", "vary": "accept-encoding", **coding}
        return Response(body, headers=headers, media_type=file.type)

    async def rate_worker(self, request: Request) -> Response:
        """The service worker, at the address that makes all raters' pages its scope; looked at anew each time."""
        file = self.renderer.static.files["worker.js"]
        return Response(file.content, headers={"cache-control": "no-cache"}, media_type=file.type)

    async def add_slash(self, request: Request) -> Response:
        return RedirectResponse(f"/rate/{request.path_params['study']}/", 308)

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/studies", 303)

    async def sign_in_form(self, request: Request) -> Response:
        return self.renderer.page(request, "sign_in.html", {"fault": None, "name": ""})

    async def sign_in(
        self, request: Request, name: OrganiserName = "", password: str = Form(""), token: str = Form("")
    ) -> Response:
        """Start a session for a one-time link, or for a name and password."""
        bench = self.bench
        try:
            if token:
                session = await bench.database.write_async(lambda run: people.sign_in_by_link(bench, run, token))
            else:
                found = await bench.database.read_async(lambda run: people.check_password(run, name, password))
                session = await bench.database.write_async(lambda run: people.start_session(bench, run, found.id))
        except Denied as error:
            context = {"fault": message_of(error.faults[0]), "name": name}
            return self.renderer.page(request, "sign_in.html", context, 401)
        response = RedirectResponse("/studies", 303)
        response.set_cookie(
            SESSION_COOKIE, session, max_age=SESSION_AGE_S, httponly=True, samesite="lax", secure=self.config.is_https
        )
        return response

    async def sign_out(self, request: Request) -> Response:
        token = request.cookies.get(SESSION_COOKIE, "")
        await self.bench.database.write_async(lambda run: people.end_session(self.bench, run, token))
        response = RedirectResponse("/sign-in", 303)
        response.delete_cookie(SESSION_COOKIE)
        return response

    async def studies(self, request: Request) -> Response:
        await self.signed_in(request)
        return self.renderer.page(
            request, "studies.html", {"studies": await run_in_threadpool(studies.list_studies, self.bench)}
        )

    async def study(self, request: Request, study: str) -> Response:
        await self.signed_in(request)
        return await self._study_page(request, study)

    async def _study_page(self, request: Request, study: str, error: JuryboxError | None = None) -> Response:
        shown = await run_in_threadpool(studies.show_study, self.bench, study)
        raters = await run_in_threadpool(people.list_raters, self.bench, study)
        context = study_context(shown, raters, self.config, language_names(self.renderer.own_texts))
        context["enquiries"] = await run_in_threadpool(people.list_enquiries, self.bench, study)
        context["guidelines"] = await run_in_threadpool(studies.show_guidelines, self.bench, study)
        context["fault"] = " ".join(message_of(fault) for fault in error.faults) if error else None
        return self.renderer.page(request, "study.html", context, error.status if error else 200)

    async def _change(self, request: Request, study: str, change: Any, *args: Any) -> Response:
        """Do one thing to a study, then show it; what was wrong stands on the page."""
        who = await self.signed_in(request)
        try:
            await run_in_threadpool(change, self.bench, study, *args, who=who)
        except NotFound:
            raise
        except JuryboxError as error:
            return await self._study_page(request, study, error)
        return RedirectResponse(f"/studies/{study}", 303)

    async def open_study(self, request: Request, study: str) -> Response:
        who = await self.signed_in(request)
        bench = self.bench
        await run_in_threadpool(studies.view_of, bench, study)
        await bench.database.write_async(lambda run: studies.add_job(bench, run, "open", {"study": study, "who": who}))
        await self.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}", 303)

    async def close_study(self, request: Request, study: str) -> Response:
        return await self._change(request, study, lifecycle.close_study)

    async def _form(self, request: Request) -> FormData:
        """What an organiser sent; only who is signed in is read at all."""
        await self.signed_in(request)
        form = await request.form()
        if any("\0" in str(value) for value in form.values()):
            raise Refused.of("request.bad_body", reason="it holds a null character")
        return form

    async def reply(self, request: Request, study: str, enquiry: str) -> Response:
        form = await self._form(request)
        text, question = _written(form, "text"), _written(form, "question")
        return await self._change(request, study, people.reply, enquiry, text, "publish" in form, question or None)

    async def revise_guideline(self, request: Request, study: str) -> Response:
        form = await self._form(request)
        wish = [_written(form, name) for name in ("lang", "prose", "note")]
        return await self._change(request, study, lifecycle.revise_guideline, *wish)

    async def add_rater(self, request: Request, study: str) -> Response:
        form = await self._form(request)
        groups, stages = [str(v) for v in form.getlist("groups")], [str(v) for v in form.getlist("stages")]
        language = str(form.get("language") or "") or None
        return await self._change(
            request, study, people.add_rater, str(form.get("name") or ""), groups, stages, language
        )

    async def renew(self, request: Request, study: str, rater: str) -> Response:
        return await self._change(request, study, people.renew_link, rater)

    async def revoke(self, request: Request, study: str, rater: str) -> Response:
        return await self._change(request, study, people.revoke_rater, rater)

    async def api_docs(self, request: Request) -> Response:
        """The description of the API is no secret: whoever is not signed in sees it without the navigation."""
        with suppress(Denied):
            await self.signed_in(request)
        context = {"openapi_url": "/api/openapi.json", "texts": self.renderer.texts(request, "docs.")}
        return self.renderer.page(request, "api_docs.html", context)


def _written(form: FormData, name: str) -> str:
    """A field as it was written: browsers end its lines in their own way."""
    return str(form.get(name) or "").replace("\r\n", "\n")


def study_context(
    shown: dict[str, Any], raters: list[people.RaterInfo], config: ServerConfig, names: dict[str, str]
) -> dict[str, Any]:
    """What study.html is given; see the top of that template."""
    return {
        "study": shown,
        "counts": {**shown, "systems": len(shown["systems"])},
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
    }  # fmt: skip


def _brief(name: str, value: Any) -> str:
    """A setting on one line: of long texts only what there is."""
    if name == "consent" and value:
        return ", ".join(value)
    if name == "questionnaire":
        return ", ".join(question["id"] for question in value) or "null"
    return json.dumps(value, ensure_ascii=False)
