"""The API's description as a page: a script writes it from the OpenAPI document, no other server is asked."""

from contextlib import suppress

from fastapi import APIRouter, Request
from starlette.responses import Response

from jurybox.core import Denied
from jurybox.web.api.deps import Bench
from jurybox.web.auth import signed_in
from jurybox.web.renderer import Renderer

router = APIRouter(include_in_schema=False)


@router.get("/api/docs", response_model=None)
async def api_docs(request: Request, bench: Bench) -> Response:
    """The description of the API is no secret: whoever is not signed in sees it without the navigation."""
    with suppress(Denied):
        await signed_in(request, bench)
    renderer: Renderer = request.app.state.renderer
    context = {"openapi_url": "/api/openapi.json", "texts": renderer.texts(request, "docs.")}
    return renderer.page(request, "api/templates/api_docs.html", context)
