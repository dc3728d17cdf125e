"""What raters of a study ask, and the guideline that they read: edited, compared, published, and rated by again."""

from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, Overtaken
from jurybox.studies import lifecycle, people, rating
from jurybox.web.markdown import guideline_html
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, sent_form, written
from jurybox.web.renderer import language_names


class QuestionsTab(StudyTab):
    name = "questions"

    def routes(self) -> list[PageRoute]:
        home = "/studies/{study}"
        return [
            (f"{home}/questions", self.show, "GET"),
            (f"{home}/enquiries/{{enquiry}}/replies", self.reply, "POST"),
            (f"{home}/guideline", self.edit, "GET"),
            (f"{home}/guideline", self.revise_guideline, "POST"),
            (f"{home}/guideline/look", self.look, "POST"),
            (f"{home}/guideline/preview", self.preview, "POST"),
            (f"{home}/guideline/again", self.rate_again, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        lines = await run_in_threadpool(lifecycle.list_revisions, self.bench, study)
        readers = await run_in_threadpool(lifecycle.list_readers, self.bench, study)
        newest = [line for line in lines if line["is_newest"]]
        enquiries = await run_in_threadpool(people.list_enquiries, self.bench, study)
        asked_of = [asked["item"] for asked in enquiries if asked["item"]]
        return {
            "enquiries": enquiries,
            "items": await run_in_threadpool(studies.names_of_items, self.bench, study, asked_of),
            "guidelines": [
                {**line, "read_by": sum(one["read"].get(line["lang"], 0) >= line["revision"] for one in readers)}
                for line in newest
            ],
            "readers": readers,
            "languages": language_names(self.site.renderer.own_texts),
        }

    async def reply(self, request: Request, study: str, enquiry: str) -> Response:
        form = await self.site.form(request)
        draft = people.ReplyDraft(written(form, "text"), "publish" in form, written(form, "question") or None)
        return await self.change(request, study, people.reply, enquiry, draft)

    async def edit(self, request: Request, study: str) -> Response:
        return await self._guideline(request, study, request.query_params.get("lang", ""))

    async def look(self, request: Request, study: str) -> Response:
        """What would change, before it is published."""
        form = await self.site.form(request)
        return await self._guideline(
            request, study, written(form, "lang"), (written(form, "prose"), written(form, "note"))
        )

    async def _guideline(
        self,
        request: Request,
        study: str,
        lang: str,
        draft: tuple[str, str] | None = None,
        error: JuryboxError | None = None,
    ) -> Response:
        frame = await self.frame(request, study, error)
        if draft is not None and error is None:
            frame["seen"] = written(sent_form(request), "seen")  # who looks at the difference still works upon that
        shown = await run_in_threadpool(lifecycle.show_guideline, self.bench, study, lang)
        prose, note = draft or (shown["prose"], "")
        changed = await run_in_threadpool(lifecycle.compare_guideline, self.bench, study, lang, prose) if draft else []
        context = {
            **frame,
            "next": None,
            "guideline": shown,
            "prose": prose,
            "note": note,
            "is_published": "published" in request.query_params and draft is None,
            "sent_again": _number(request.query_params.get("sent")),
            "is_looked_at": draft is not None and prose != shown["prose"],
            "changes": changed,
            "preview": guideline_html(prose),
            "languages": language_names(self.site.renderer.own_texts),
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/study/guideline.html", context, status)

    async def preview(self, request: Request, study: str) -> Response:
        """Prose as raters will read it, while it is written."""
        form = await self.site.form(request)
        html = await run_in_threadpool(guideline_html, written(form, "prose")[: lifecycle.LONGEST_PROSE])
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def revise_guideline(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        lang, prose, note = (written(form, name) for name in ("lang", "prose", "note"))
        who: str = request.state.organiser
        try:
            await run_in_threadpool(lifecycle.revise_guideline, self.bench, study, lang, prose, note, who)
        except Overtaken as error:
            return await self._guideline(request, study, lang, (prose, note), error)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return RedirectResponse(f"/studies/{study}/guideline?{urlencode({'lang': lang, 'published': 1})}", 303)

    async def rate_again(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        lang, revision = written(form, "lang"), written(form, "revision")
        number = _number(revision) or 0
        who: str = request.state.organiser
        try:
            sent = await run_in_threadpool(
                rating.rate_again, self.bench, study, lang, number, written(form, "reason"), who=who
            )
        except JuryboxError as error:
            return await self._guideline(request, study, lang, None, error)
        return RedirectResponse(f"/studies/{study}/guideline?{urlencode({'lang': lang, 'sent': sent})}", 303)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None
