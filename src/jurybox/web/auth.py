"""Who is asking: an organiser by session cookie or API token."""

from fastapi import Request

from jurybox.core import Denied
from jurybox.studies import Workbench, people
from jurybox.studies.people import Organiser
from jurybox.web.access import allow

SESSION_COOKIE = "jurybox_session"


async def organiser_of(request: Request, bench: Workbench) -> Organiser:
    """The organiser behind a request; Denied when there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        use = await bench.database.read_async(lambda run: people.use_token(bench, run, token.strip()))
        request.state.token_use = use
        return use.who
    session = request.cookies.get(SESSION_COOKIE)
    if not session:
        raise Denied.of("sign_in.needed")
    return await bench.database.read_async(lambda run: people.by_session(bench, run, session))


async def signed_in(request: Request, bench: Workbench) -> Organiser:
    """Who is signed in; the frame of their pages shows their name, in the language that they chose."""
    found = await organiser_of(request, bench)
    await allow(request, bench, found)
    request.state.organiser, request.state.account = found.name, found
    return found
