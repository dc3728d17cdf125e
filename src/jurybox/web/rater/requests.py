"""How the rater's requests are read and answered: plain routes, bodies by msgspec, one cookie, one shape of error."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from jurybox.core import Denied, Fault, JuryboxError, Refused
from jurybox.studies.rating import Link
from jurybox.web.problems import problem_response, with_status

COOKIE = "jurybox_rater"
NULL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""A null character inside a JSON text: nobody types one, and PostgreSQL stores none."""
log = logging.getLogger("jurybox.web")
T = TypeVar("T")

Handler = Callable[[Request], Awaitable[Response]]


def plain(handler: Handler) -> Handler:
    """Errors in the one shape, without the detour through the framework's handlers."""

    async def guarded(request: Request) -> Response:
        try:
            return await handler(request)
        except JuryboxError as error:
            return problem_response(error, request.scope["state"]["request_id"])
        except RecursionError:
            too_deep = Refused.of("request.bad_body", reason="it is nested too deeply")
            return problem_response(too_deep, request.scope["state"]["request_id"])
        except Exception:
            log.exception("request %s failed", request.scope["state"]["request_id"])
            return problem_response(JuryboxError(Fault("server.unexpected")), request.scope["state"]["request_id"])

    return guarded


async def body_of(request: Request, decoder: "msgspec.json.Decoder[T]") -> T:
    """The request's JSON, of the shape the route takes."""
    raw = b""
    while (message := await request.receive())["type"] == "http.request":
        raw += message.get("body", b"")
        if not message.get("more_body"):
            break
    else:
        raise Refused.of("request.bad_body", reason="it was cut off")
    if b"\\u0000" in raw and NULL.search(raw):
        raise Refused.of("request.bad_body", reason="it holds a null character")
    try:
        return decoder.decode(raw or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused.of("request.bad_body", reason=str(error)) from error


def token_of(request: Request) -> str:
    cookies = b"; ".join(value for name, value in request.scope["headers"] if name == b"cookie")
    token = cookie_parser(cookies.decode("latin-1")).get(COOKIE)
    if not token:
        raise Denied.of("link.needed")
    return token


def link_of(request: Request) -> Link:
    return Link(request.path_params["study"], token_of(request))


class RaterRoute(Route):
    """A route outside the framework's app: it names itself to the log, and refuses other verbs in the one shape."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self
        if scope["method"] in (self.methods or ()):
            response = await self.endpoint(Request(scope, receive))
            await response(scope, receive, send)
            return
        error = with_status(Refused.of("http.not_allowed", given=scope["path"]), 405)
        here = [route for route in scope["router"].routes if getattr(route, "path", None) == self.path]
        allow = {"allow": ", ".join(sorted({verb for route in here for verb in route.methods}))}
        await problem_response(error, scope["state"]["request_id"], allow)(scope, receive, send)
