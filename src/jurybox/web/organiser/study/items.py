"""The items of a study in lists whose filters are addresses, and one item with all that was said of it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, Refused, StudyRole
from jurybox.studies import ItemsWish, adjudicating, lifecycle
from jurybox.web.media import stored_response
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.tab import StudyTab, written

NAMES = ("filter", "group", "text")
"""What the address of a list says of it."""


class ItemsTab(StudyTab):
    name = "items"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/items", self.show, "GET"),
            ("/studies/{study}/item", self.item, "GET"),
            ("/studies/{study}/item", self.change_item, "POST"),
            ("/studies/{study}/items/copy", self.copy, "POST"),
            ("/studies/{study}/media", self.media, "GET"),
            ("/studies/{study}/withdraw", self.withdraw, "POST"),
            ("/studies/{study}/restore", self.restore, "POST"),
        ]

    async def context(self, request: Request, study: str) -> dict[str, object]:
        asked = asked_for(request)
        wish = ItemsWish(**asked_wish(asked), after=_param(request, "after"), before=_param(request, "before"))
        return {
            "study": await run_in_threadpool(studies.show_inbox, self.bench, study),
            "listed": await run_in_threadpool(studies.list_items, self.bench, study, wish),
            "may_copy": request.state.role != StudyRole.VIEWER,
            "copying": getattr(request.state, "copying", {"which": "ticked", "keys": "", "ticked": [], "name": ""}),
            "asked": {name: asked.get(name, "") for name in NAMES},
            "query": urlencode(asked),
            "files": {
                kind: f"/api/studies/{study}/items?{urlencode({**asked, 'format': kind, 'download': 'true'})}"
                for kind in ("csv", "json")
            },
            "address": lambda **changes: _address(study, asked, changes),
        }

    async def item(self, request: Request, study: str) -> Response:
        return await self._item_page(request, study)

    async def _item_page(self, request: Request, study: str, error: JuryboxError | None = None) -> Response:
        key, asked = request.query_params.get("key", ""), asked_for(request)
        lang, frame = self.site.renderer.language(request), await self.frame(request, study, error)
        item = await run_in_threadpool(studies.show_item, self.bench, study, key, lang)
        wish = ItemsWish(**asked_wish(asked))
        before, after = await run_in_threadpool(studies.beside_item, self.bench, study, key, wish)
        context = {
            **frame,
            "item": item,
            "scales": await run_in_threadpool(adjudicating.told_scales, self.bench, study, lang),
            "here": f"/studies/{study}/item?{urlencode({'key': key, **asked})}",
            "back": f"/studies/{study}/items?{urlencode(asked)}" if asked else f"/studies/{study}/items",
            "earlier": before and f"/studies/{study}/item?{urlencode({'key': before, **asked})}",
            "later": after and f"/studies/{study}/item?{urlencode({'key': after, **asked})}",
        }
        status = error.status if error else 200
        return self.site.renderer.page(request, "organiser/templates/study/item.html", context, status)

    async def change_item(self, request: Request, study: str) -> Response:
        """Do what the form says to the item of the address, and show it."""
        form, key = await self.site.form(request), request.query_params.get("key", "")
        try:
            change = _change_of(written(form, "do"), key, form)
            await run_in_threadpool(change, self.bench, study, request.state.organiser)
        except JuryboxError as error:
            return await self._item_page(request, study, error)
        return RedirectResponse(f"{request.url.path}?{urlencode({'key': key, **asked_for(request)})}", 303)

    async def copy(self, request: Request, study: str) -> Response:
        """A new draft of the items that are ticked, listed or pasted; where that can't be, the form as it was."""
        form, who, asked = await self.site.form(request), request.state.organiser, asked_for(request)
        which, name, pasted = written(form, "which"), written(form, "name").strip(), written(form, "keys")
        ticked = [str(key) for key in form.getlist("item")]

        def work() -> str:
            keys = ticked if which == "ticked" else lifecycle.read_keys(pasted)
            if which == "listed":
                listed = studies.all_items(self.bench, study, ItemsWish(**asked_wish(asked)))
                keys = [line["key"] for line in listed if line["state"] != "withdrawn"]
            systems = [str(system) for system in form.getlist("systems")] if "systems" in form else None
            key = lifecycle.free_key(self.bench, name)
            copy = lifecycle.StudyCopy(key, name or None, None, keys, systems)
            lifecycle.copy_study(self.bench, study, copy, who=who)
            return key

        try:
            key = await run_in_threadpool(work)
        except JuryboxError as error:
            request.state.copying = {"which": which, "keys": pasted, "ticked": ticked, "name": name}
            return await self.refused(request, study, error)
        return RedirectResponse(f"/studies/{key}", 303)

    async def media(self, request: Request, study: str) -> Response:
        """A picture, sound or film of an item, as raters are shown it."""
        key, part = request.query_params.get("item", ""), request.query_params.get("part", "")
        file = await self.bench.database.read_async(lambda run: studies.item_media(self.bench, run, study, key, part))
        return await stored_response(self.bench.media, file["file"], file["type"], part)

    async def withdraw(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        change = lifecycle.withdraw_system if "system" in form else lifecycle.withdraw_item
        return await self.change(request, study, change, _named(form), written(form, "reason"))

    async def restore(self, request: Request, study: str) -> Response:
        form = await self.site.form(request)
        change = lifecycle.restore_system if "system" in form else lifecycle.restore_item
        return await self.change(request, study, change, _named(form), written(form, "reason"))


def asked_for(request: Request) -> dict[str, str]:
    """The filter, group and text of a list, as far as they are said."""
    return {name: value for name in NAMES if (value := request.query_params.get(name))}


def asked_wish(asked: dict[str, str]) -> dict[str, Any]:
    return {name: asked[name] for name in NAMES if name in asked}


def _address(study: str, asked: dict[str, str], changes: dict[str, str | None]) -> str:
    """The address of another list, or part of it: what is changed to none is left out."""
    query = urlencode({name: value for name, value in {**asked, **changes}.items() if value})
    return f"/studies/{study}/items" + (f"?{query}" if query else "")


def _param(request: Request, name: str) -> str | None:
    return request.query_params.get(name) or None


def _change_of(what: str, item: str, form: FormData) -> Callable[..., object]:
    """What a form of the item's page does: called with the workbench, the study and who does it."""
    reason, note = written(form, "reason"), written(form, "note")
    if what == "withdraw":
        return lambda bench, study, who: lifecycle.withdraw_item(bench, study, item, reason, who)
    if what == "restore":
        return lambda bench, study, who: lifecycle.restore_item(bench, study, item, reason, who)
    if what == "note":
        return lambda bench, study, who: studies.note_item(bench, study, item, note, who)
    if what == "quorum":
        to = written(form, "to")
        if not (to.isascii() and to.isdigit() and len(to) < 6):
            raise Refused.of("study.bad_quorum", "quorum", to, 1000)
        wish = lifecycle.UnitQuorum(item, int(to), written(form, "system") or None, written(form, "stage") or None)
        return lambda bench, study, who: lifecycle.raise_unit_quorum(bench, study, wish, who)
    if what == "back":
        sent = lifecycle.ToSendBack(item, written(form, "rater"), written(form, "system") or None, note)
        return lambda bench, study, who: lifecycle.send_item_back(bench, study, sent, who)
    raise Refused.of("request.bad_body", reason="it says nothing that can be done")


def _named(form: FormData) -> str:
    """The system or the item that a form is about."""
    return written(form, "system") or written(form, "item")
