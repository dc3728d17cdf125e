"""A study's link to join, on the tab of its raters."""

from fastapi import Request
from starlette.responses import Response

from jurybox.core import Refused
from jurybox.studies import people
from jurybox.studies.people import JoinWish
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.raters import RatersTab


class JoinLinkForms(RatersTab):
    """Its forms stand on the tab of the raters, and what was wrong is told there."""

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/join", self.set, "POST"),
            ("/studies/{study}/join/renew", self.renew_join, "POST"),
            ("/studies/{study}/join/close", self.close, "POST"),
        ]

    async def set(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        most, until = str(form.get("most") or "").strip(), str(form.get("until") or "").strip()
        groups = tuple(str(group) for group in form.getlist("groups"))
        if most and not (most.isascii() and most.isdigit()):
            return await self.refused(request, study, Refused.of("join.bad_limit", "most", most, people.MOST_JOINING))
        wish = JoinWish(int(most) if most else None, until or None, groups)
        return await self.change(request, study, people.set_join_link, wish)

    async def renew_join(self, request: Request, study: str) -> Response:
        return await self.change(request, study, people.renew_join_link)

    async def close(self, request: Request, study: str) -> Response:
        return await self.change(request, study, people.close_join_link)
