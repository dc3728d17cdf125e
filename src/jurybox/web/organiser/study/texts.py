"""The texts of a study: files are uploaded or pasted, looked at until they are read as they should, then imported."""

from collections.abc import Callable
from pathlib import Path

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import FileResponse, RedirectResponse, Response

from jurybox import studies
from jurybox.core import Conflict, JuryboxError, Protocol
from jurybox.studies import JobView, UploadView, demo, lifecycle
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.organiser.study.reading_form import (
    ask_systems,
    choices_of,
    encodings_for,
    fault_groups,
    misses_outputs,
    missing_columns,
    read_form,
)
from jurybox.web.organiser.study.tab import sent_form
from jurybox.web.uploads import kept_uploads

LISTED = 6
"""So many pictures and films are listed by name; of more only how many there are."""
MOST = 50
MEDIA = ("image", "audio", "video")


class TextsPage:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        home = "/studies/{study}/texts"
        return [
            (home, self.show, "GET"),
            (home, self.add, "POST"),
            (f"{home}/paste", self.paste, "POST"),
            (f"{home}/look", self.look, "POST"),
            (f"{home}/reading", self.reading, "POST"),
            (f"{home}/remove", self.remove, "POST"),
            (f"{home}/stop", self.stop, "POST"),
            (f"{home}/cancel", self.cancel, "POST"),
            (f"{home}/empty", self.empty, "POST"),
            (f"{home}/media", self.media, "GET"),
        ]

    async def show(self, request: Request, study: str) -> Response:
        """Where files are uploaded, how they are read, and what became of the last import."""
        job, lang = request.query_params.get("job"), self.site.renderer.language(request)
        shown = await self.bench.database.read_async(lambda run: studies.show_job(run, job, lang)) if job else None
        return await self._page(request, study, shown)

    async def _page(
        self, request: Request, study: str, job: JobView | None = None, error: JuryboxError | None = None
    ) -> Response:
        lang = self.site.renderer.language(request)
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        view = await run_in_threadpool(studies.view_of, self.bench, study)
        upload = await run_in_threadpool(studies.show_upload, self.bench, study, lang)
        context = {
            "study": about,
            "columns": lifecycle.columns_of(view.protocol, lang),
            "protocol": view.protocol.id,
            "segments": view.protocol.unit.segments,
            "has_sample": view.protocol.id in demo.samples(),
            "types": {kind: ",".join(types) for kind, types in lifecycle.TYPES.items()},
            "wants_media": any(spec.type in (*MEDIA, "people") for spec in view.protocol.fields.values()),
            "wants_people": any(spec.type == "people" for spec in view.protocol.fields.values()),
            "largest": self.site.config.largest_file,
            "piece": lifecycle.PIECE,
            "fault": self.site.renderer.told(request, error),
            "job": upload["job"] or job,
            **_upload(upload),
            **_look(_as_chosen(upload, request), view.protocol, lang),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/study/texts.html", context, status)

    async def add(self, request: Request, study: str) -> Response:
        """Keep what a form sends; the worker looks at it."""
        bench = self.bench
        folder = bench.folder / "uploads" / bench.new_id()

        def take() -> None:
            lifecycle.take_files(bench, study, folder)

        try:
            await run_in_threadpool(lifecycle.open_tray, bench, study)
            await run_in_threadpool(studies.check_free, bench, study)
            async with kept_uploads(request, folder, self.site.config.largest_file, partly=True):
                await run_in_threadpool(take)
        except JuryboxError as error:
            return await self._page(request, study, error=error)
        return await self.look(request, study)

    async def paste(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        text = str(form.get("pasted") or "")
        return await self._then_look(request, study, lifecycle.paste_table, text)

    async def remove(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        kind, name = str(form.get("kind") or ""), str(form.get("name") or "")
        return await self._then_look(request, study, lifecycle.drop_file, kind, name)

    async def _then_look(self, request: Request, study: str, change: Callable[..., object], *args: str) -> Response:
        try:
            await run_in_threadpool(studies.check_free, self.bench, study)
            await run_in_threadpool(change, self.bench, study, *args)
        except JuryboxError as error:
            return await self._page(request, study, error=error)
        return await self.look(request, study)

    async def look(self, request: Request, study: str) -> Response:
        """Leave it to the worker to look at the files, if there is a table among them."""
        if any(file["kind"] == "tables" for file in await run_in_threadpool(lifecycle.list_upload, self.bench, study)):
            try:
                lang, who = self.site.renderer.language(request), request.state.organiser
                await run_in_threadpool(studies.ask_look, self.bench, study, None, lang, who)
            except JuryboxError as error:
                return await self._page(request, study, error=error)
            await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/texts", 303)

    async def reading(self, request: Request, study: str) -> Response:
        """The corrected table of columns: read the files with it, or import them if they were just seen so."""
        form, who = await self.site.form(request), request.state.organiser
        try:
            job = await run_in_threadpool(self._decide, study, form, who, self.site.renderer.language(request))
        except JuryboxError as error:
            return await self._page(request, study, error=error)
        await self.site.app.state.worker.wake()
        return RedirectResponse(f"/studies/{study}/texts" + (f"?job={job}" if job else ""), 303)

    def _decide(self, study: str, form: FormData, who: str, lang: str) -> str | None:
        """The job of an import; none if the files are to be looked at once more."""
        upload = studies.show_upload(self.bench, study)
        look = upload["look"]
        studies.check_upload_seen(self.bench, study, str(form.get("seen") or ""))
        if look is None:
            raise Conflict.of("upload.being_read", given=study)
        reading = read_form(form, look["mapped"]).said()
        as_seen = reading == lifecycle.reading_for(look["mapped"]).said()
        if form.get("do") == "import" and as_seen:
            return studies.ask_import(self.bench, study, who)
        studies.ask_look(self.bench, study, reading, lang, who)
        return None

    async def stop(self, request: Request, study: str) -> Response:
        """Stop reading or importing; the files stay."""
        await run_in_threadpool(studies.stop_work, self.bench, study)
        return RedirectResponse(f"/studies/{study}/texts", 303)

    async def cancel(self, request: Request, study: str) -> Response:
        await run_in_threadpool(studies.throw_away, self.bench, study)
        return RedirectResponse(f"/studies/{study}/texts", 303)

    async def empty(self, request: Request, study: str) -> Response:
        """Take the texts of a draft out; whatever waits is looked at anew."""
        try:
            await run_in_threadpool(lifecycle.take_texts_out, self.bench, study, request.state.organiser)
        except JuryboxError as error:
            return await self._page(request, study, error=error)
        return await self.look(request, study)

    async def media(self, request: Request, study: str) -> Response:
        """A picture, sound or film of the first units."""
        name = request.query_params.get("name", "")
        path: Path = await run_in_threadpool(lifecycle.uploaded_media, self.bench, study, name)
        return FileResponse(path, headers={"cache-control": "no-store"})


def _upload(upload: UploadView) -> dict[str, object]:
    """The files that wait."""
    files = upload["files"]
    listed = [file for file in files if file["kind"] != "media"]
    media = [file for file in files if file["kind"] == "media"]
    return {
        "files": [*listed[:MOST], *(media if len(media) <= LISTED else [])],
        "more": len(media) if len(media) > LISTED else 0,
        "more_bytes": sum(file["size"] for file in media),
        "has_tables": any(file["kind"] == "tables" for file in files),
        "half": [file["name"] for file in files if file["received"] < file["size"]],
    }


def _as_chosen(upload: UploadView, request: Request) -> UploadView:
    """What the columns are for as a refused form said it, as far as they are still there: nothing is lost."""
    sent, look = sent_form(request), upload["look"]
    numbers = [name.removeprefix("column.") for name in sent if name.startswith("column.")]
    chosen = {str(sent[f"column.{n}"]): str(sent.get(f"use.{n}") or "") for n in numbers}
    if look is None or not chosen:
        return upload
    columns = look["mapped"]["columns"]
    kept: list[lifecycle.ColumnUse] = [{**one, "use": chosen.get(one["name"]) or one["use"]} for one in columns]
    return {**upload, "look": {**look, "mapped": {**look["mapped"], "columns": kept}}}


def _look(upload: UploadView, protocol: Protocol, lang: str) -> dict[str, object]:
    """What was seen in them, and what can be said about it."""
    look = upload["look"]
    if look is None:
        return {"look": None}
    needed = lifecycle.columns_of(protocol, lang)
    missing = missing_columns(look, needed)
    return {
        "look": look,
        "uses": lifecycle.uses_for(protocol),
        "fields": list(protocol.fields),
        "groups": fault_groups(look, missing),
        "missing": missing,
        "misses_outputs": misses_outputs(missing, needed, protocol),
        "has_names": any(names for unit in look["units"] for names in unit[-1].get("systems", [])),
        "choices": choices_of(look, protocol, lang),
        "encodings": encodings_for(look),
        "ask_header": not look["mapped"]["header"] or "header" in look["mapped"]["reading"],
        "systems_from": ask_systems(look),
    }
