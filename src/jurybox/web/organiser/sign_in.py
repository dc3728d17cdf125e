"""Signing in, by a one-time link or a password, and out again."""

import asyncio

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from jurybox.core import Busy, Denied, JuryboxError, TooMany
from jurybox.studies import people
from jurybox.web.auth import SESSION_COOKIE
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.problems import again_after

SESSION_AGE_S = 14 * 24 * 3600
PAUSE_S = 1.0
"""Who has to wait is answered slowly: whoever asks again at once holds up nobody but themself."""


class SignInPages:
    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[PageRoute]:
        return [
            ("/", self.home, "GET"),
            ("/sign-in", self.sign_in_form, "GET"),
            ("/sign-in/", self.sign_in_form, "GET"),
            ("/sign-in", self.sign_in, "POST"),
            ("/sign-out", self.sign_out, "POST"),
        ]

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/studies", 303)

    async def sign_in_form(self, request: Request) -> Response:
        return self.site.renderer.page(request, "organiser/templates/sign_in.html", {"fault": None, "name": ""})

    async def sign_in(self, request: Request) -> Response:
        """Start a session for a one-time link, or for a name and password."""
        form = await self.site.form(request)
        name, password, token = (str(form.get(field) or "") for field in ("name", "password", "token"))
        try:
            session = await (self._by_link(request, token) if token else self._by_password(request, name, password))
        except Denied as error:
            return self._refused(request, error, name)
        except (TooMany, Busy) as error:
            await asyncio.sleep(PAUSE_S)
            return self._refused(request, error, name)
        response = RedirectResponse("/studies", 303)
        response.set_cookie(
            SESSION_COOKIE,
            session,
            max_age=SESSION_AGE_S,
            httponly=True,
            samesite="lax",
            secure=self.site.config.is_https,
        )
        return response

    async def _by_link(self, request: Request, token: str) -> str:
        bench, attempts = self.site.bench, self.site.attempts
        attempts.check_link(request)
        try:
            return await bench.database.write_async(lambda run: people.sign_in_by_link(bench, run, token))
        except Denied:
            attempts.link_failed(request)
            raise

    async def _by_password(self, request: Request, name: str, password: str) -> str:
        bench = self.site.bench
        found = await self.site.passwords.check(request, name, password)
        return await bench.database.write_async(lambda run: people.start_session(bench, run, found.id))

    def _refused(self, request: Request, error: JuryboxError, name: str) -> Response:
        context = {"fault": self.site.renderer.told(request, error), "name": name}
        page = self.site.renderer.page(request, "organiser/templates/sign_in.html", context, error.status)
        page.headers.update(again_after(error))
        return page

    async def sign_out(self, request: Request) -> Response:
        token = request.cookies.get(SESSION_COOKIE, "")
        await self.site.bench.database.write_async(lambda run: people.end_session(self.site.bench, run, token))
        response = RedirectResponse("/sign-in", 303)
        response.delete_cookie(SESSION_COOKIE)
        return response
