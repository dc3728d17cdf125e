"""A protocol of one's own: uploaded, or written in the page, its faults beside the lines and its preview beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import JSONResponse, RedirectResponse, Response

from jurybox.core import Fault, JuryboxError, Overtaken
from jurybox.studies import lifecycle
from jurybox.studies.lifecycle import ProtocolText, TextChange
from jurybox.texts import hint_of, message_of
from jurybox.web.organiser.site import PageRoute, Site
from jurybox.web.renderer import language_names

GUIDELINE = "guideline."
"""What the fields of guidelines begin with; the language follows."""


@dataclass(frozen=True, slots=True)
class Edited:
    """What the editor shows of a protocol that is being written."""

    base: str
    written: ProtocolText
    faults: Sequence[Fault] = ()
    remarks: Sequence[Fault] = ()
    is_saved: bool = False
    changes: Sequence[TextChange] = ()
    study: str = ""
    """The draft that it is written for, if any."""
    name: str = ""
    """What the study is to be called that is made of it, if that was said."""


class ShownFault(TypedDict):
    line: int | None
    message: str


class OwnProtocolPages:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [
            ("/protocols/upload", self.upload_page, "GET"),
            ("/protocols/upload", self.upload, "POST"),
            ("/protocols/edit", self.edit, "GET"),
            ("/protocols/edit", self.save, "POST"),
            ("/protocols/faults", self.faults, "POST"),
        ]

    async def upload_page(self, request: Request) -> Response:
        return self._upload_page(request)

    def _upload_page(self, request: Request, error: JuryboxError | None = None) -> Response:
        faults = shown(error.faults, self.site.renderer.language(request)) if error else []
        context = {"faults": faults, "name": request.query_params.get("name", "")}
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/protocol_upload.html", context, status)

    async def upload(self, request: Request) -> Response:
        """Keep a protocol from a file, an archive or a folder; a study is made of it next."""
        async with request.form() as form:
            parts = [part for part in form.getlist("files") if isinstance(part, UploadFile) and part.filename]
            files = {str(part.filename): await part.read() for part in parts}
        try:
            kept = await run_in_threadpool(lifecycle.keep_protocol, self.bench, files)
        except JuryboxError as error:
            return self._upload_page(request, error)
        return RedirectResponse(f"/new-study?protocol={kept.protocol.id}{_also(request.query_params)}", 303)

    async def edit(self, request: Request) -> Response:
        base = request.query_params.get("protocol", "title")
        written = await run_in_threadpool(lifecycle.protocol_text, self.bench, base)
        asked = request.query_params
        begun = Edited(base, written, study=asked.get("study", ""), name=asked.get("name", ""))
        remarks = await run_in_threadpool(lifecycle.remarks_on_written, written.text)
        return self._editor(request, replace(begun, is_saved="saved" in asked, remarks=remarks))

    def _editor(self, request: Request, edited: "Edited") -> Response:
        context = {
            "base": edited.base,
            "written": edited.written,
            "names": language_names(self.site.renderer.own_texts),
            "faults": shown(edited.faults, self.site.renderer.language(request)),
            "remarks": shown(edited.remarks, self.site.renderer.language(request)),
            "is_saved": edited.is_saved,
            "changes": edited.changes,
            "study": edited.study,
            "name": edited.name,
        }
        status = 409 if edited.changes else 422 if edited.faults else 200
        return self.site.renderer.page(request, "organiser/templates/protocol_edit.html", context, status)

    async def save(self, request: Request) -> Response:
        """Keep what was written where it has no fault; else show every fault, and lose nothing."""
        form = await self.site.form(request)
        base, written = str(form.get("base") or ""), _written(form)
        begun = Edited(base, written, study=str(form.get("study") or ""), name=str(form.get("name") or ""))

        def keep() -> str:
            files = lifecycle.written_files(self.bench, base, written)
            return lifecycle.keep_protocol(self.bench, files, written.seen or None, request.state.organiser).protocol.id

        try:
            kept = await run_in_threadpool(keep)
        except Overtaken as error:
            name = str(error.faults[0].given)
            now = await run_in_threadpool(lifecycle.protocol_seen, self.bench, name)
            changes = await run_in_threadpool(lifecycle.compare_protocol, self.bench, name, written.text)
            written = replace(written, seen=now)
            return self._editor(request, replace(begun, written=written, faults=error.faults, changes=changes))
        except JuryboxError as error:
            return self._editor(request, replace(begun, faults=error.faults))
        return RedirectResponse(f"/protocols/edit?protocol={kept}&saved=1{_also(form)}", 303)

    async def faults(self, request: Request) -> Response:
        """The faults of what is being written, for the page."""
        form = await self.site.form(request)
        base = str(form.get("base") or "")
        found = await run_in_threadpool(lifecycle.lint_written, self.bench, base, _written(form).text)
        lang, text = self.site.renderer.language(request), _written(form).text
        remarks = [] if found else await run_in_threadpool(lifecycle.remarks_on_written, text)
        return JSONResponse({"faults": shown(found, lang), "remarks": shown(remarks, lang)})


def _also(said: Mapping[str, object]) -> str:
    """For which draft it is written, or what the study is to be called: it goes along in the address."""
    given = {name: str(value) for name in ("study", "name") if (value := said.get(name))}
    return f"&{urlencode(given)}" if given else ""


def _written(form: FormData) -> ProtocolText:
    """Browsers end lines in their own way."""
    texts = {name: str(value).replace("\r\n", "\n") for name, value in form.items()}
    prose = {name.removeprefix(GUIDELINE): text for name, text in texts.items() if name.startswith(GUIDELINE)}
    return ProtocolText(texts.get("text", ""), prose, texts.get("seen", ""))


def shown(faults: Sequence[Fault], lang: str) -> list[ShownFault]:
    """In the reader's words, by line."""
    return [
        {"line": fault.line, "message": " ".join(filter(None, (message_of(fault, lang), hint_of(fault, lang))))}
        for fault in faults
    ]
