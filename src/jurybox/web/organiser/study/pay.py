"""The pay sheet of a study: a page that the address holds, and the same as csv."""

import math
from dataclasses import asdict
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from jurybox.core import Refused
from jurybox.studies import people
from jurybox.studies.people import PayEntry, PayWish
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.raters import RatersTab

SUMS = ("hourly", "reward")


class PayPages(RatersTab):
    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/pay", self.sheet, "GET"),
            ("/studies/{study}/pay.csv", self.file, "GET"),
        ]

    async def sheet(self, request: Request, study: str) -> Response:
        """Minutes and pay side by side; a sum that can't be read is told, and the minutes stand there all the same."""
        asked = {name: request.query_params.get(name, "").strip() for name in SUMS}
        fault, lines = None, []
        try:
            lines = await self._lines(request, study)
        except Refused as error:
            fault = self.site.renderer.told(request, error)
            lines = await run_in_threadpool(people.pay_sheet, self.bench, study)
        query = urlencode({name: value for name, value in asked.items() if value})
        context = {
            **await self.frame(request, study),
            "fault": fault,
            "asked": asked,
            "lines": [asdict(line) for line in lines],
            "has_ids": any(line.platform_id for line in lines),
            "total": round(sum(line.pay or 0 for line in lines), 2) if any(asked.values()) and not fault else None,
            "file": f"/studies/{study}/pay.csv" + (f"?{query}" if query and not fault else ""),
        }
        status = 422 if fault else 200
        return self.site.renderer.page(request, "organiser/templates/study/pay.html", context, status)

    async def file(self, request: Request, study: str) -> Response:
        lines = await self._lines(request, study)
        headers = {"content-disposition": f'attachment; filename="{study}-pay.csv"', "cache-control": "no-store"}
        return StreamingResponse(people.pay_file(lines), media_type="text/csv", headers=headers)

    async def _lines(self, request: Request, study: str) -> list[PayEntry]:
        hourly, reward = (_sum(name, request.query_params.get(name, "")) for name in SUMS)
        return await run_in_threadpool(people.pay_sheet, self.bench, study, PayWish(hourly, reward))


def _sum(name: str, text: str) -> float | None:
    """A sum as people write it, with a point or a comma."""
    if not text.strip():
        return None
    try:
        found = float(text.strip().replace(",", "."))
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise Refused.of("pay.bad_sum", name, text, people.MOST_PAY)
    return found
