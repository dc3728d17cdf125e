"""A new study in the browser: the example, or a draft of a protocol that is then given its texts."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, Refused
from jurybox.studies import JobView, demo, lifecycle
from jurybox.studies.carry.campaigns import CAMPAIGNS, check_sent
from jurybox.web.organiser.shelf import shelf_to_choose
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.uploads import kept_uploads

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class NewStudyForm:
    """What was filled in on the page of a new study."""

    name: str = ""
    protocol: str = ""


class NewStudyPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/example", self.example, "POST"),
            ("/new-study", self.new_study, "GET"),
            ("/new-study", self.create, "POST"),
            ("/new-study/whole", self.create_whole, "POST"),
        ]

    async def example(self, request: Request) -> Response:
        """Make the example study, and look at it."""
        key = await run_in_threadpool(demo.build_example, self.bench)
        return RedirectResponse(f"/studies/{key}", 303)

    async def new_study(self, request: Request) -> Response:
        job = request.query_params.get("job")
        lang, who = self.site.renderer.language(request), request.state.organiser
        shown = await self.bench.database.read_async(
            lambda run: studies.show_job(run, job, lang) if job and studies.asked_by(run, job) == who else None
        )
        asked = request.query_params
        begun = NewStudyForm(asked.get("name", "")[:LONGEST_NAME], asked.get("protocol", ""))
        return await self._new(request, begun, job=shown)

    async def _new(
        self, request: Request, chosen: NewStudyForm, error: JuryboxError | None = None, job: JobView | None = None
    ) -> Response:
        shelf = await run_in_threadpool(shelf_to_choose, self.bench, self.site.renderer.language(request))
        known = [card["id"] for card in shelf]
        context = {
            "protocols": shelf,
            "picked": chosen.protocol,
            "shown": chosen.protocol if chosen.protocol in known else None,
            "name": chosen.name,
            "longest": LONGEST_NAME,
            "formats": {one.id: one.title for one in CAMPAIGNS.values() if not one.is_folder},
            "job": job,
            "fault": self.site.renderer.told(request, error),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/new_study.html", context, status)

    async def create(self, request: Request) -> Response:
        """A draft of a protocol of the shelf; its texts come next."""
        form, who = await self.site.form(request), request.state.organiser
        chosen = NewStudyForm(str(form.get("name") or "").strip()[:LONGEST_NAME], str(form.get("protocol") or ""))

        def work() -> str:
            if not chosen.protocol:
                raise Refused.of("study.no_protocol", "protocol")
            loaded = lifecycle.from_shelf(chosen.protocol, self.bench.protocols)
            key = lifecycle.free_key(self.bench, chosen.name)
            wishes = lifecycle.beginners_wishes(loaded.protocol)
            draft = lifecycle.StudyDraft(key, chosen.name or key, wishes)
            return lifecycle.create_study(self.bench, loaded, draft, who).key

        try:
            key = await run_in_threadpool(work)
        except JuryboxError as error:
            return await self._new(request, chosen, error)
        return RedirectResponse(f"/studies/{key}/texts", 303)

    async def create_whole(self, request: Request) -> Response:
        """Files of another program: the worker makes a study of each."""
        bench, who, folder = self.bench, request.state.organiser, self.bench.folder / "uploads" / self.bench.new_id()
        largest = self.site.config.largest_file
        try:
            async with kept_uploads(request, folder, largest, also=("format", "key", "open", "anew", "keep")) as kept:
                key, format = str(kept.pop("key", "")).strip(), str(kept.pop("format", ""))
                files = [Path(str(one)) for one in cast(list[str], kept["tables"])]
                if not key and len(files) == 1:
                    key = await run_in_threadpool(lifecycle.free_key, bench, files[0].stem)
                await run_in_threadpool(check_sent, bench, key, format, len(files))
                opened, anew, keep = (bool(kept.pop(name, "")) for name in ("open", "anew", "keep"))
                html = "keep" if keep else "refuse"
                wish = {"study": key, "who": who, "format": format, "opened": opened, "ratings": not anew, "html": html}
                args = {**kept, **wish}
                job = await bench.database.write_async(
                    lambda run: studies.add_job(bench, run, studies.CAMPAIGN_JOB, args)
                )
        except JuryboxError as error:
            return await self._new(request, NewStudyForm(), error)
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/new-study?job={job}", 303)
