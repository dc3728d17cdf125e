"""The outermost layer of the server, plain ASGI: request ids, forged requests, headers, one line of log per request."""

import base64
import hashlib
import json
import logging
import time
from itertools import count
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jurybox.core import Fault, Forbidden, JuryboxError, NotFound
from jurybox.web.config import ServerConfig
from jurybox.web.limits import Answer, within_limits
from jurybox.web.problems import problem_response

FRAMED = "/preview/"
"""Our own pages frame what stands below this address; nobody frames anything else."""
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
log = logging.getLogger("jurybox.requests")


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
                message["headers"] = [
                    *message.get("headers", ()),
                    self.policies[scope["path"].startswith(FRAMED)],
                    *self.headers,
                    (b"x-request-id", request_id.encode()),
                ]
            await send(message)

        if "\0" in scope["path"]:
            error: JuryboxError = NotFound(Fault("http.not_found", given=scope["path"]))
            await problem_response(error, request_id)(scope, receive, send_with_headers)
        elif scope["method"] in SAFE:
            await self.app(scope, receive, send_with_headers)
        elif self._is_forged(scope):
            error = Forbidden(Fault("request.forged"))
            await problem_response(error, request_id)(scope, receive, send_with_headers)
        else:
            await within_limits(self.app, self.answer, scope, receive, send_with_headers)
        if log.isEnabledFor(logging.INFO):
            self._log(scope, status, started, request_id)

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
        return urlsplit(origin.decode("latin-1")).netloc.encode("latin-1") != host

    def _log(self, scope: Scope, status: int, started: float, request_id: str) -> None:
        route = scope.get("route")
        line = {
            "method": scope["method"],
            "route": getattr(route, "path", None),
            "status": status,
            "ms": round((time.perf_counter() - started) * 1000, 2),
            "id": request_id,
        }
        log.info(json.dumps(line))
