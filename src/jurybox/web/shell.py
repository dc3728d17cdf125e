"""The outermost layer of the server, plain ASGI: request ids, forged requests, headers, one line of log per request."""

import base64
import hashlib
import json
import logging
import time
from collections.abc import Iterable
from itertools import count

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jurybox.core import Fault, Forbidden, JuryboxError, NotFound, rfc3339
from jurybox.web import metrics
from jurybox.web.config import ServerConfig
from jurybox.web.limits import Answer, within_limits
from jurybox.web.problems import problem_response

FRAMED = "/preview/"
"""Our own pages frame what stands below this address; nobody frames anything else."""
FAILED = 500
SLASHED = 307
"""The framework's answer where an address has a slash too many or too few; it names the host that was asked for."""
SAFE = ("GET", "HEAD", "OPTIONS")
NOT_KEPT = (b"cache-control", b"no-store")
"""What does not say how long it may be kept is about somebody, and is not kept."""
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
log = logging.getLogger("jurybox.requests")
faults = logging.getLogger("jurybox.web")


class Shell:
    """Wraps the app. Nothing a rater sends or receives is logged: only method, route, status and time."""

    def __init__(self, app: ASGIApp, config: ServerConfig, name: str, inline: str, answer: Answer) -> None:
        """`inline` is the one script that stands in a page; no other may. `answer` says what was wrong."""
        self.app, self.origin, self.answer = app, config.origin.encode(), answer
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        policy = f"{POLICY}; script-src 'self' 'sha256-{digest}'"
        self.ids = (f"{name}-{n}" for n in count(1))
        self.policies = [
            (b"content-security-policy", policy.encode()),
            (b"content-security-policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'").encode()),
        ]
        self.headers = [
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
        ]
        if config.is_https:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = next(self.ids)
        scope.setdefault("state", {})["request_id"] = request_id
        started, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = message.get("headers", ())
                if status == SLASHED:
                    given = [(name, _path_of(value) if name == b"location" else value) for name, value in given]
                message["headers"] = [
                    *given,
                    *(() if NOT_KEPT in given or _says(given, b"cache-control") else (NOT_KEPT,)),
                    self.policies[scope["path"].startswith(FRAMED)],
                    *self.headers,
                    (b"x-request-id", request_id.encode()),
                ]
            await send(message)

        try:
            if "\0" in scope["path"]:
                raise NotFound.of("http.not_found", given=scope["path"])
            if scope["method"] in SAFE:
                await self.app(scope, receive, send_with_headers)
            elif self._is_forged(scope):
                raise Forbidden.of("request.forged")
            else:
                await within_limits(self.app, self.answer, scope, receive, send_with_headers)
        except Exception as error:
            if status:
                raise
            await _answer_to(error, request_id)(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - started
            metrics.count(scope["path"], status, seconds)
            if status >= FAILED or log.isEnabledFor(logging.INFO):
                self._log(scope, status, seconds, request_id)

    def _is_forged(self, scope: Scope) -> bool:
        """An unsafe request that another site made. A client that is no browser sends neither header."""
        origin = site = host = b""
        for name, value in scope["headers"]:
            if name == b"origin":
                origin = value
            elif name == b"sec-fetch-site":
                site = value
            elif name == b"host":
                host = value
        if site in (b"cross-site", b"same-site"):
            return True
        if not origin or origin == self.origin:
            return False
        scheme = scope.get("scheme", "http").encode("latin-1")
        return _whole(origin) != _whole(b"%b://%b" % (scheme, host))

    def _log(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        """One line; what failed is logged as an error, whether requests are logged or not."""
        route = scope.get("route")
        line = {
            "method": scope["method"],
            "route": getattr(route, "path", None),
            "status": status,
            "ms": round(seconds * 1000, 2),
            "id": request_id,
        }
        if status >= FAILED:
            metrics.failures.append({**line, "at": rfc3339(time.time_ns() // 1000)})
            log.error(json.dumps(line))
        else:
            log.info(json.dumps(line))


def _answer_to(error: Exception, request_id: str) -> Response:
    """Whatever goes wrong outside the app is told in the one shape too."""
    if isinstance(error, JuryboxError):
        return problem_response(error, request_id)
    faults.error("request %s failed", request_id, exc_info=error)
    return problem_response(JuryboxError(Fault("server.unexpected")), request_id)


def _whole(origin: bytes) -> bytes:
    """Scheme, host and port of an origin; a port that goes without saying is left out.

    >>> _whole(b"HTTP://Jury.example:80"), _whole(b"https://jury.example:80"), _whole(b"https://[::1]:443")
    (b'http://jury.example', b'https://jury.example:80', b'https://[::1]')
    """
    origin = origin.lower()
    usual = {b"http": b":80", b"https": b":443"}.get(origin.partition(b"://")[0])
    return origin.removesuffix(usual) if usual else origin


def _path_of(address: bytes) -> bytes:
    """Without the host, which is whatever a client says: a cache in front would keep it for others.

    >>> _path_of(b"http://evil.example//odd/studies?a=/b"), _path_of(b"/studies")
    (b'/odd/studies?a=/b', b'/studies')
    """
    _, scheme, rest = address.partition(b"://")
    return b"/" + rest.partition(b"/")[2].lstrip(b"/") if scheme else address


def _says(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> bool:
    return any(name == wanted for name, _ in headers)
