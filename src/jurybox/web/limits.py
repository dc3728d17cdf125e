"""What may be sent: no null characters, and small bodies, but for uploads, which only an organiser may send.

Forms that anybody may send hold a few lines: theirs are smaller still.
"""

import re
from collections.abc import Awaitable, Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jurybox.core import JuryboxError, Refused
from jurybox.web.problems import with_status

NO_NULLS = r"^[^\x00]*$"
"""A text without null characters: PostgreSQL stores none."""
LARGEST_BODY = 2_000_000
LARGEST_OPEN_FORM = 65_536
OPEN_FORMS = ("/sign-in", "/sign-out", "/language", "/join/", "/shared/")
UPLOADS = re.compile("/api/studies/[^/]+/(items|upload/[a-z]+)|/studies/[^/]+/texts")


Answer = Callable[[Scope, JuryboxError], Awaitable[ASGIApp]]
"""How something is said to who asked: on a page, or as JSON."""


async def within_limits(app: ASGIApp, answer: Answer, scope: Scope, receive: Receive, send: Send) -> None:
    """Call the app; a body that is too large is cut off for it, and answered here, unread where its length is known."""
    announced, most = _announced(scope), _most(scope["path"])
    if UPLOADS.fullmatch(scope["path"]) or (announced is not None and announced <= most):
        await app(scope, receive, send)
    elif announced is not None:
        await _refuse(answer, scope, receive, send)
    else:
        await _Measured(receive, send, most).call(app, answer, scope)


def _most(path: str) -> int:
    return LARGEST_OPEN_FORM if path.startswith(OPEN_FORMS) else LARGEST_BODY


def _announced(scope: Scope) -> int | None:
    """The length the client gives, if it gives one; then the server reads no more than that."""
    given = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(given) if given.isdigit() else None


async def _refuse(answer: Answer, scope: Scope, receive: Receive, send: Send) -> None:
    error = with_status(Refused.of("request.too_large", allowed=_most(scope["path"])), 413)
    response = await answer(scope, error)
    await response(scope, receive, send)


class _Measured:
    """A body without a length: counted while it comes."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self.receive, self.send, self.most = receive, send, most
        self.read, self.started = 0, False

    @property
    def too_large(self) -> bool:
        return self.read > self.most and not self.started

    async def call(self, app: ASGIApp, answer: Answer, scope: Scope) -> None:
        try:
            await app(scope, self.counted, self.unless_too_large)
        except Exception:
            if not self.too_large:
                raise
        if self.too_large:
            await _refuse(answer, scope, self.receive, self.send)

    async def counted(self) -> Message:
        message = await self.receive()
        self.read += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.too_large else message

    async def unless_too_large(self, message: Message) -> None:
        if not self.too_large:
            self.started = True
            await self.send(message)
