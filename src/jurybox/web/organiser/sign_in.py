"""Signing in, by a one-time link or a password, and out again."""

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from jurybox.core import Denied
from jurybox.studies import people
from jurybox.web.auth import SESSION_COOKIE
from jurybox.web.organiser.site import PageRoute, Site

SESSION_AGE_S = 14 * 24 * 3600


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
        bench, form = self.site.bench, await self.site.form(request)
        name, password, token = (str(form.get(field) or "") for field in ("name", "password", "token"))
        try:
            if token:
                session = await bench.database.write_async(lambda run: people.sign_in_by_link(bench, run, token))
            else:
                found = await bench.database.read_async(lambda run: people.check_password(run, name, password))
                session = await bench.database.write_async(lambda run: people.start_session(bench, run, found.id))
        except Denied as error:
            context = {"fault": self.site.renderer.told(request, error), "name": name}
            return self.site.renderer.page(request, "organiser/templates/sign_in.html", context, 401)
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

    async def sign_out(self, request: Request) -> Response:
        token = request.cookies.get(SESSION_COOKIE, "")
        await self.site.bench.database.write_async(lambda run: people.end_session(self.site.bench, run, token))
        response = RedirectResponse("/sign-in", 303)
        response.delete_cookie(SESSION_COOKIE)
        return response
