"""Which role each route asks for: the one place where that is decided.

A test looks whether every route of the server is here but those under /rate, which open to a rater's link. A route that
is missing asks for an organiser of the study.
"""

import re
from functools import cache

from fastapi import Request
from starlette.routing import Route, compile_path
from starlette.types import Receive, Scope, Send

from jurybox.core import Conflict, Forbidden, StudyRole
from jurybox.studies import Workbench, asked_by, job_study, look_through, people, sealed_names
from jurybox.studies.people import Organiser

VIEWER, ORGANISER, OWNER = StudyRole.VIEWER, StudyRole.ORGANISER, StudyRole.OWNER
OPEN, SIGNED_IN, ADMINISTRATOR = "open", "signed in", "administrator"
Least = StudyRole | str

LEAST: dict[str, Least] = {
    "GET /": OPEN,
    "GET /healthz": OPEN,
    "GET /readyz": OPEN,
    "GET /metrics": SIGNED_IN,
    "GET /server": ADMINISTRATOR,
    "POST /language": OPEN,
    "GET /sign-in": OPEN,
    "GET /sign-in/": OPEN,
    "POST /sign-in": OPEN,
    "POST /sign-out": OPEN,
    "GET /static/{version}/{path:path}": OPEN,
    "GET /api/docs": OPEN,
    "GET /api/openapi.json": OPEN,
    "GET /join/{study}": OPEN,
    "GET /join/{study}/": OPEN,
    "GET /shared/": OPEN,
    "POST /join/{study}/": OPEN,
    "POST /join/{study}/take-part": OPEN,
    "POST /shared/archive": OPEN,
    "POST /shared/result": OPEN,
    # what every organiser may
    "GET /protocols/edit": SIGNED_IN,
    "GET /protocols/upload": SIGNED_IN,
    "POST /api/protocols": SIGNED_IN,
    "POST /api/protocols/faults": SIGNED_IN,
    "GET /api/protocols/{protocol}/sample": SIGNED_IN,
    "POST /protocols/edit": SIGNED_IN,
    "POST /protocols/faults": SIGNED_IN,
    "POST /protocols/upload": SIGNED_IN,
    "GET /account": SIGNED_IN,
    "POST /account": SIGNED_IN,
    "GET /account/tokens": SIGNED_IN,
    "POST /account/sessions/end": SIGNED_IN,
    "DELETE /api/me/sessions": SIGNED_IN,
    "POST /account/tokens": SIGNED_IN,
    "POST /account/tokens/revoke": SIGNED_IN,
    "GET /api/me/tokens": SIGNED_IN,
    "POST /api/me/tokens": SIGNED_IN,
    "DELETE /api/me/tokens/{name}": SIGNED_IN,
    "GET /organisers": SIGNED_IN,
    "GET /protocols": SIGNED_IN,
    "GET /protocols/{protocol}": SIGNED_IN,
    "GET /protocols/{protocol}/sample.csv": SIGNED_IN,
    "GET /api/protocols": SIGNED_IN,
    "GET /api/protocols/{protocol}": SIGNED_IN,
    "GET /help": SIGNED_IN,
    "GET /studies": SIGNED_IN,
    "POST /api/studies/example": SIGNED_IN,
    "GET /new-study": SIGNED_IN,
    "POST /new-study": SIGNED_IN,
    "POST /example": SIGNED_IN,
    "GET /api/studies": SIGNED_IN,
    "POST /api/studies": SIGNED_IN,
    "POST /api/campaigns": SIGNED_IN,
    "POST /new-study/whole": SIGNED_IN,
    "GET /api/organisers": SIGNED_IN,
    "GET /api/organisers/history": SIGNED_IN,
    "PUT /api/me/password": SIGNED_IN,
    "PUT /api/me/language": SIGNED_IN,
    # people of the server
    "POST /organisers": ADMINISTRATOR,
    "POST /organisers/link": ADMINISTRATOR,
    "POST /organisers/role": ADMINISTRATOR,
    "POST /organisers/remove": ADMINISTRATOR,
    "POST /organisers/sessions": ADMINISTRATOR,
    "GET /records": ADMINISTRATOR,
    "GET /api/records": ADMINISTRATOR,
    "DELETE /api/organisers/{organiser}/sessions": ADMINISTRATOR,
    "POST /api/organisers": ADMINISTRATOR,
    "POST /api/organisers/{organiser}/links": ADMINISTRATOR,
    "PUT /api/organisers/{organiser}/role": ADMINISTRATOR,
    "DELETE /api/organisers/{organiser}": ADMINISTRATOR,
    # looking at a study; what names raters asks for an organiser
    "GET /studies/{study}": VIEWER,
    "GET /studies/{study}/items": VIEWER,
    "GET /studies/{study}/item": ORGANISER,
    "GET /studies/{study}/questions": ORGANISER,
    "GET /studies/{study}/raters": ORGANISER,
    "GET /studies/{study}/results": VIEWER,
    "GET /studies/{study}/results/report.html": VIEWER,
    "GET /studies/{study}/results/report.zip": ORGANISER,
    "GET /studies/{study}/settings": ORGANISER,
    "GET /studies/{study}/protocol": ORGANISER,
    "POST /studies/{study}/protocol": ORGANISER,
    "GET /api/studies/{study}/protocol": ORGANISER,
    "PUT /api/studies/{study}/protocol": ORGANISER,
    "GET /studies/{study}/texts": ORGANISER,
    "GET /api/studies/{study}": VIEWER,
    "GET /api/studies/{study}/jobs": VIEWER,
    "GET /api/studies/{study}/findings": VIEWER,
    "GET /api/studies/{study}/findings/document": VIEWER,
    "GET /api/studies/{study}/export": VIEWER,
    "GET /api/studies/{study}/export/raters": ORGANISER,
    "GET /api/studies/{study}/history": ORGANISER,
    "GET /api/studies/{study}/enquiries": ORGANISER,
    "GET /api/studies/{study}/raters": ORGANISER,
    "GET /api/studies/{study}/roles": ORGANISER,
    "GET /api/jobs/{job}": VIEWER,
    "GET /api/studies/{study}/items": VIEWER,
    "GET /studies/{study}/results/{part}": VIEWER,
    "POST /studies/{study}/results/{part}": VIEWER,
    # changing a study, and what is seen on the way
    "DELETE /api/studies/{study}/adjudicators/{rater}": ORGANISER,
    "DELETE /api/studies/{study}/frozen/{frozen}/links/{link}": ORGANISER,
    "DELETE /api/studies/{study}/join": ORGANISER,
    "DELETE /api/studies/{study}/upload": ORGANISER,
    "DELETE /api/studies/{study}/upload/{kind}": ORGANISER,
    "GET /api/studies/{study}/adjudicators": ORGANISER,
    "GET /api/studies/{study}/archive": ORGANISER,
    "GET /api/studies/{study}/archive/file": ORGANISER,
    "GET /api/studies/{study}/check": ORGANISER,
    "GET /api/studies/{study}/checks": ORGANISER,
    "POST /api/studies/{study}/checks": ORGANISER,
    "DELETE /api/studies/{study}/checks": ORGANISER,
    "POST /api/studies/{study}/checks/withdraw": ORGANISER,
    "POST /api/studies/{study}/checks/pardon": ORGANISER,
    "GET /studies/{study}/checks": ORGANISER,
    "POST /studies/{study}/checks": ORGANISER,
    "POST /studies/{study}/checks/remove": ORGANISER,
    "POST /studies/{study}/checks/withdraw": ORGANISER,
    "POST /studies/{study}/checks/pardon": ORGANISER,
    "GET /api/studies/{study}/decisions/changes": ORGANISER,
    "GET /api/studies/{study}/disputes": ORGANISER,
    "GET /api/studies/{study}/disputes/{unit}/{stage}": ORGANISER,
    "GET /api/studies/{study}/frozen": ORGANISER,
    "GET /api/studies/{study}/frozen/{frozen}": ORGANISER,
    "GET /api/studies/{study}/frozen/{frozen}/archive": ORGANISER,
    "GET /api/studies/{study}/frozen/{frozen}/difference": ORGANISER,
    "GET /api/studies/{study}/frozen/{frozen}/links": ORGANISER,
    "GET /api/studies/{study}/item": ORGANISER,
    "GET /api/studies/{study}/join": ORGANISER,
    "GET /api/studies/{study}/plan": ORGANISER,
    "GET /api/studies/{study}/progress": ORGANISER,
    "GET /api/studies/{study}/raters/activity": ORGANISER,
    "GET /api/studies/{study}/raters/links": ORGANISER,
    "GET /api/studies/{study}/raters/pay": ORGANISER,
    "GET /api/studies/{study}/raters/{rater}/merging": ORGANISER,
    "GET /api/studies/{study}/upload": ORGANISER,
    "GET /studies/{study}/archive": ORGANISER,
    "GET /studies/{study}/archive/file": ORGANISER,
    "GET /studies/{study}/check": ORGANISER,
    "GET /studies/{study}/design": ORGANISER,
    "GET /studies/{study}/dispute": ORGANISER,
    "GET /studies/{study}/disputes": ORGANISER,
    "GET /studies/{study}/frozen/{name}": ORGANISER,
    "GET /studies/{study}/frozen/{name}/archive.zip": ORGANISER,
    "GET /studies/{study}/guideline": ORGANISER,
    "GET /studies/{study}/live": ORGANISER,
    "GET /studies/{study}/media": ORGANISER,
    "GET /studies/{study}/media/dispute-{unit}/{stage}/{part}": ORGANISER,
    "GET /studies/{study}/pay": ORGANISER,
    "GET /studies/{study}/pay.csv": ORGANISER,
    "GET /studies/{study}/raters/links": ORGANISER,
    "GET /studies/{study}/raters/links.csv": ORGANISER,
    "GET /studies/{study}/raters/{rater}": ORGANISER,
    "GET /studies/{study}/raters/{rater}/merge": ORGANISER,
    "GET /studies/{study}/texts/media": ORGANISER,
    "PATCH /api/studies/{study}": ORGANISER,
    "POST /api/studies/{study}/adjudicators": ORGANISER,
    "POST /api/studies/{study}/archive": ORGANISER,
    "POST /api/studies/{study}/decisions": ORGANISER,
    "POST /api/studies/{study}/estimate": ORGANISER,
    "POST /api/studies/{study}/frozen": ORGANISER,
    "POST /api/studies/{study}/frozen/{frozen}/links": ORGANISER,
    "POST /api/studies/{study}/guideline/again": ORGANISER,
    "POST /api/studies/{study}/join/renew": ORGANISER,
    "POST /api/studies/{study}/notes": ORGANISER,
    "POST /api/studies/{study}/raters/by-language": ORGANISER,
    "POST /api/studies/{study}/raters/list": ORGANISER,
    "PUT /api/studies/{study}/raters/{rater}/groups": ORGANISER,
    "POST /api/studies/{study}/rehearsal": ORGANISER,
    "POST /api/studies/{study}/returns": ORGANISER,
    "POST /api/studies/{study}/upload/import": ORGANISER,
    "POST /api/studies/{study}/upload/look": ORGANISER,
    "POST /studies/{study}/archive": ORGANISER,
    "POST /studies/{study}/design": ORGANISER,
    "POST /studies/{study}/design/estimate": ORGANISER,
    "POST /studies/{study}/dispute": ORGANISER,
    "POST /studies/{study}/disputes": ORGANISER,
    "POST /studies/{study}/disputes/appoint": ORGANISER,
    "POST /studies/{study}/disputes/dismiss": ORGANISER,
    "POST /studies/{study}/disputes/settings": ORGANISER,
    "POST /studies/{study}/frozen": ORGANISER,
    "POST /studies/{study}/frozen/{name}/links": ORGANISER,
    "POST /studies/{study}/frozen/{name}/links/{link}/revoke": ORGANISER,
    "POST /studies/{study}/guideline/again": ORGANISER,
    "POST /studies/{study}/guideline/look": ORGANISER,
    "POST /studies/{study}/guideline/preview": ORGANISER,
    "POST /studies/{study}/item": ORGANISER,
    "POST /studies/{study}/join": ORGANISER,
    "POST /studies/{study}/join/close": ORGANISER,
    "POST /studies/{study}/join/renew": ORGANISER,
    "POST /studies/{study}/plan": ORGANISER,
    "POST /studies/{study}/raters/by-language": ORGANISER,
    "POST /studies/{study}/raters/list": ORGANISER,
    "POST /studies/{study}/rehearsal": ORGANISER,
    "POST /studies/{study}/texts/cancel": ORGANISER,
    "POST /studies/{study}/texts/empty": ORGANISER,
    "DELETE /api/studies/{study}/items": ORGANISER,
    "POST /studies/{study}/texts/look": ORGANISER,
    "POST /studies/{study}/texts/paste": ORGANISER,
    "POST /studies/{study}/texts/reading": ORGANISER,
    "POST /studies/{study}/texts/remove": ORGANISER,
    "POST /studies/{study}/texts/stop": ORGANISER,
    "PUT /api/studies/{study}/disputes": ORGANISER,
    "PUT /api/studies/{study}/join": ORGANISER,
    "PUT /api/studies/{study}/upload/{kind}": ORGANISER,
    "POST /studies/{study}/open": ORGANISER,
    "POST /studies/{study}/pause": ORGANISER,
    "POST /studies/{study}/resume": ORGANISER,
    "POST /studies/{study}/close": ORGANISER,
    "POST /studies/{study}/reopen": ORGANISER,
    "POST /studies/{study}/texts": ORGANISER,
    "POST /studies/{study}/raters": ORGANISER,
    "POST /studies/{study}/raters/{rater}/groups": ORGANISER,
    "POST /studies/{study}/raters/{rater}/merge": ORGANISER,
    "POST /studies/{study}/raters/{rater}/renew": ORGANISER,
    "POST /studies/{study}/raters/{rater}/revoke": ORGANISER,
    "POST /studies/{study}/withdraw": ORGANISER,
    "POST /studies/{study}/restore": ORGANISER,
    "POST /studies/{study}/enquiries/{enquiry}/replies": ORGANISER,
    "POST /studies/{study}/guideline": ORGANISER,
    "POST /studies/{study}/results": VIEWER,
    "POST /studies/{study}/results/report": ORGANISER,
    "POST /studies/{study}/copy": ORGANISER,
    "POST /studies/{study}/items/copy": ORGANISER,
    "POST /api/studies/{study}/items": ORGANISER,
    "POST /api/studies/{study}/open": ORGANISER,
    "POST /api/studies/{study}/close": ORGANISER,
    "POST /api/studies/{study}/pause": ORGANISER,
    "POST /api/studies/{study}/resume": ORGANISER,
    "POST /api/studies/{study}/reopen": ORGANISER,
    "POST /studies/{study}/reveal": ORGANISER,
    "POST /api/studies/{study}/reveal": ORGANISER,
    "POST /api/studies/{study}/copies": ORGANISER,
    "POST /api/studies/{study}/findings": VIEWER,
    "DELETE /api/jobs/{job}": ORGANISER,
    "POST /api/studies/{study}/enquiries/{enquiry}/replies": ORGANISER,
    "POST /api/studies/{study}/guideline": ORGANISER,
    "GET /api/studies/{study}/pairs": VIEWER,
    "POST /api/studies/{study}/pairs": ORGANISER,
    "GET /studies/{study}/pairs": VIEWER,
    "POST /studies/{study}/pairs": ORGANISER,
    "GET /api/studies/{study}/suggestions": ORGANISER,
    "POST /api/studies/{study}/suggestions": ORGANISER,
    "POST /api/studies/{study}/suggestions/file": ORGANISER,
    "DELETE /api/studies/{study}/suggestions": ORGANISER,
    "POST /studies/{study}/suggestions": ORGANISER,
    "POST /studies/{study}/suggestions/file": ORGANISER,
    "POST /studies/{study}/suggestions/drop": ORGANISER,
    "POST /api/studies/{study}/pilot": ORGANISER,
    "POST /api/studies/{study}/quorum": ORGANISER,
    "POST /api/studies/{study}/raters": ORGANISER,
    "POST /api/studies/{study}/raters/{rater}/merging": ORGANISER,
    "POST /api/studies/{study}/raters/{rater}/renew": ORGANISER,
    "POST /api/studies/{study}/raters/{rater}/revoke": ORGANISER,
    "POST /api/studies/{study}/restorations": ORGANISER,
    "POST /api/studies/{study}/withdrawals": ORGANISER,
    # what only its owners may
    "POST /studies/{study}/roles": OWNER,
    "POST /studies/{study}/roles/take": OWNER,
    "POST /studies/{study}/hand-over": OWNER,
    "POST /studies/{study}/put-away": OWNER,
    "POST /studies/{study}/redact": OWNER,
    "POST /studies/{study}/delete": OWNER,
    "POST /studies/{study}/raters/{rater}/erase": OWNER,
    "POST /studies/{study}/fetch-back": OWNER,
    "PUT /api/studies/{study}/roles/{organiser}": OWNER,
    "DELETE /api/studies/{study}/roles/{organiser}": OWNER,
    "POST /api/studies/{study}/hand-over": OWNER,
    "POST /api/studies/{study}/put-away": OWNER,
    "POST /api/studies/{study}/redaction": OWNER,
    "DELETE /api/studies/{study}": OWNER,
    "POST /api/studies/{study}/raters/{rater}/erasure": OWNER,
    "POST /api/studies/{study}/fetch-back": OWNER,
}


RECORDED = {
    "GET /api/studies/{study}/export": "exported",
    "GET /api/studies/{study}/export/raters": "exported",
    "GET /api/studies/{study}/frozen/{frozen}/archive": "exported",
    "GET /studies/{study}/export": "exported",
    "GET /studies/{study}/results/report.zip": "exported",
    "GET /studies/{study}/frozen/{name}/archive.zip": "exported",
    "GET /api/studies/{study}/raters/links": "links_downloaded",
    "GET /studies/{study}/raters/links.csv": "links_downloaded",
    "GET /studies/{study}/raters/links": "links_downloaded",
    "GET /api/studies/{study}/raters/pay": "pay_downloaded",
    "GET /studies/{study}/pay.csv": "pay_downloaded",
}
"""What takes data of a study or its people away: written down, with who and when."""

LASTING = {
    "POST /api/me/tokens", "POST /account/tokens", "POST /api/organisers", "POST /organisers",
    "POST /api/organisers/{organiser}/links", "POST /organisers/link",
}  # fmt: skip
"""What makes another way in, which would outlast a token that ends."""

PREVIEWS: dict[str, Least] = {"/preview/protocols/": SIGNED_IN, "/preview/studies/": ORGANISER}
"""The rater's page for who looks: whatever stands below these."""


def least_of(verb: str, path: str) -> Least:
    """What a route asks for."""
    shown = next((least for start, least in PREVIEWS.items() if path.startswith(start)), ORGANISER)
    return LEAST.get(f"{verb if verb != 'HEAD' else 'GET'} {path}", shown)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    routes = (route.split(" ", 1) for route in LEAST)
    return [(verb, compile_path(path)[0]) for verb, path in routes]


def verbs_at(path: str) -> set[str]:
    """What can be asked for at an address of the API or of the pages."""
    return {verb for verb, pattern in _patterns() if pattern.match(path)}


def least_role(route: str) -> StudyRole:
    """The role that a route of a study asks for."""
    least = least_of(*route.split(" ", 1))
    return least if isinstance(least, StudyRole) else VIEWER


class RouteWithRole(Route):
    """A route outside the framework: it says which it is, for its role and for the log."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self
        await super().handle(scope, receive, send)


async def allow(request: Request, bench: Workbench, who: Organiser) -> None:
    """Let an organiser in where their role is enough, and keep the role with the request."""
    path: str = request.scope["route"].path
    least = least_of(request.method, path)
    study, job = request.path_params.get("study"), request.path_params.get("job")
    is_own = False
    if study is None and job is not None:
        is_own = await bench.database.read_async(lambda run: asked_by(run, job)) == who.name
        study = None if is_own else await bench.database.read_async(lambda run: job_study(run, job))
    if use := getattr(request.state, "token_use", None):
        use.check(request.method, study)
        if use.ends and f"{request.method} {path}" in LASTING:
            raise Forbidden.of("token.ends")
    if least == ADMINISTRATOR and not who.is_administrator:
        raise Forbidden.of("organiser.not_administrator", given=who.name)
    if is_own or not isinstance(least, StudyRole):
        return
    if study is not None:
        key = str(study)
        role = await bench.database.read_async(lambda run: people.check_role(run, who, key, least))
        request.state.role = role
        look_through(await bench.database.read_async(lambda run: sealed_names(bench, run, key, role)))
        if what := RECORDED.get(f"{request.method} {path}"):
            await bench.database.write_async(lambda run: people.record(bench, run, who.name, what, study=key))


async def allow_taking(request: Request, bench: Workbench, who: Organiser, study: str) -> None:
    """Let an organiser of another study take judgements out of it: by a token that is good for it, not past a seal."""
    if use := getattr(request.state, "token_use", None):
        use.check("GET", study)
    role = await bench.database.read_async(lambda run: people.check_role(run, who, study, ORGANISER))
    if await bench.database.read_async(lambda run: sealed_names(bench, run, study, role)):
        raise Conflict.of("seal.sealed", given=study)
    await bench.database.write_async(lambda run: people.record(bench, run, who.name, "exported", study=study))
