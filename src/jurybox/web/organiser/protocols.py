"""The shelf of protocols, a page for each, and the help page."""

from collections.abc import Sequence

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from jurybox.studies import demo, lifecycle
from jurybox.web.markdown import guideline_html
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.renderer import language_names

TERMS = (
    "study", "protocol", "item", "system", "output", "candidate", "unit", "stage", "group", "quorum", "slot", "pool",
    "rater", "judgement", "calibration", "repeat", "pilot", "inbox", "alpha", "interval", "cluster", "difference",
)  # fmt: skip
"""The words that the help page explains, in the order in which one meets them."""


class ProtocolPages:
    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[PageRoute]:
        return [
            ("/protocols", self.shelf, "GET"),
            ("/protocols/{protocol}", self.protocol, "GET"),
            ("/protocols/{protocol}/sample.csv", self.sample, "GET"),
            ("/help", self.help, "GET"),
        ]

    async def shelf(self, request: Request) -> Response:
        lang = self.site.renderer.language(request)
        cards = await run_in_threadpool(lifecycle.describe_shelf, lang, self.site.bench.protocols)
        context = {"protocols": cards, "names": language_names(self.site.renderer.own_texts)}
        return self.site.renderer.page(request, "organiser/templates/protocols.html", context)

    async def protocol(self, request: Request, protocol: str) -> Response:
        lang = self.site.renderer.language(request)
        own = self.site.bench.protocols
        about = await run_in_threadpool(lifecycle.describe_protocol, protocol, lang, own)
        loaded = await run_in_threadpool(lifecycle.protocol_on_shelf, protocol, own)
        read_in = _first_of([request.query_params.get("guideline", ""), lang, "en"], about["languages"])
        context = {
            "protocol": about,
            "segments": loaded.protocol.unit.segments,
            "names": language_names(self.site.renderer.own_texts),
            "read_in": read_in,
            "guideline": guideline_html(about["guidelines"][read_in]) if read_in else "",
            "has_sample": about["id"] in demo.samples(),
        }
        return self.site.renderer.page(request, "organiser/templates/protocol.html", context)

    async def sample(self, request: Request, protocol: str) -> Response:
        """A table such as a study of this protocol is made from."""
        path = demo.sample_table(protocol)
        return FileResponse(path, media_type="text/csv", filename=f"{protocol}-sample.csv")

    async def help(self, request: Request) -> Response:
        return self.site.renderer.page(request, "organiser/templates/help.html", {"terms": TERMS})


def _first_of(wanted: list[str], there: Sequence[str]) -> str:
    """The first wanted one that is there, else any; empty where there is none."""
    return next((one for one in (*wanted, *there) if one in there), "")
