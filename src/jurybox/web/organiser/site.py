"""What the organiser's pages share: the workbench, the renderer, who is signed in, and the forms they send."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fastapi import FastAPI, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from jurybox.core import Refused
from jurybox.studies import Workbench, based_on
from jurybox.studies.people import Organiser
from jurybox.web.attempts import SignInAttempts
from jurybox.web.auth import signed_in
from jurybox.web.config import ServerConfig
from jurybox.web.passwords import Passwords
from jurybox.web.renderer import Renderer

PageRoute = tuple[str, Callable[..., Awaitable[Response]], str]
"""A path, what answers there, and the verb."""


@dataclass(frozen=True, slots=True)
class Site:
    app: FastAPI
    bench: Workbench
    config: ServerConfig
    renderer: Renderer

    @property
    def passwords(self) -> Passwords:
        found: Passwords = self.app.state.passwords
        return found

    @property
    def attempts(self) -> SignInAttempts:
        return self.passwords.attempts

    async def signed_in(self, request: Request) -> Organiser:
        return await signed_in(request, self.bench)

    async def form(self, request: Request) -> FormData:
        """What an organiser sent, and which version of the study they had before them; see `studies.based_on`."""
        form = await request.form()
        request.state.sent = form
        seen = str(form.get("seen") or "")
        based_on(int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None)
        if any("\0" in str(value) for value in form.values()):
            raise Refused.of("request.bad_body", reason="it holds a null character")
        return form
