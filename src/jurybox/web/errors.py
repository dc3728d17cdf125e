"""What goes wrong in a route: people get a page, programs get the one shape of JSON."""

import logging
from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from jurybox.core import Denied, Fault, JuryboxError, NotFound, Overtaken, Refused
from jurybox.studies import sealed_error
from jurybox.texts import hint_of, message_of
from jurybox.web.access import verbs_at
from jurybox.web.problems import problem_response, with_status
from jurybox.web.renderer import Renderer

log = logging.getLogger("jurybox.web")


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(JuryboxError, _jurybox_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(Exception, _unexpected)


def answer_by(app: FastAPI) -> Callable[[Scope, JuryboxError], Awaitable[Response]]:
    """For what goes wrong before a request reaches the app: told as the app would."""

    async def answer(scope: Scope, error: JuryboxError) -> Response:
        return await _respond(Request({**scope, "app": app}), error)

    return answer


async def _respond(request: Request, error: JuryboxError) -> Response:
    """People get a page, programs get JSON; neither gets a name that is sealed."""
    error = sealed_error(error)
    if _wants_page(request):
        return _error_page(request, error)
    return problem_response(error, _request_id(request))


def _request_id(request: Request) -> str:
    id: str = request.scope.get("state", {}).get("request_id", "")
    return id


def _wants_page(request: Request) -> bool:
    """Whether a person is looking: a browser that asks for HTML outside the APIs."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith("/api/") and "/api/" not in path


def _error_page(request: Request, error: JuryboxError) -> Response:
    renderer: Renderer = request.app.state.renderer
    if isinstance(error, Denied) and not request.url.path.startswith("/rate/"):
        return RedirectResponse("/sign-in", 303)
    fault, lang = error.faults[0], renderer.language(request)
    context = {
        "status": error.status,
        "message": message_of(fault, lang),
        "is_unseen_study": fault.code == "study.unknown",
        "hint": hint_of(fault, lang),
        "request_id": request.scope["state"]["request_id"],
    }
    return renderer.page(request, "templates/error.html", context, error.status)


async def _jurybox_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, JuryboxError)
    if isinstance(error, Overtaken) and "if-match" in request.headers:
        with_status(error, 412)
    return await _respond(request, error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 404:
        found: JuryboxError = NotFound(Fault("http.not_found", given=path))
    elif error.status_code == 405:
        found = Refused(Fault("http.not_allowed", given=path))
    else:
        found = Refused(Fault("http.other", given=path))
    response = await _respond(request, with_status(found, error.status_code))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(sorted(_verbs_at(request)))
    return response


def _verbs_at(request: Request) -> set[str]:
    """Everything that can be asked for at an address: the router knows only of the first route that stands there."""
    path, app = request.url.path, request.app
    plain = (route for route in app.router.routes if isinstance(route, Route))
    return verbs_at(path) | {verb for route in plain if route.path_regex.match(path) for verb in route.methods or ()}


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [
        Fault("request.bad_body", ".".join(str(part) for part in e["loc"]), e.get("input"), params={"reason": e["msg"]})
        for e in error.errors()
    ]
    return await _respond(request, Refused(*faults))


async def _unexpected(request: Request, error: Exception) -> Response:
    log.error("request %s failed", _request_id(request), exc_info=error)
    return await _respond(request, JuryboxError(Fault("server.unexpected")))
