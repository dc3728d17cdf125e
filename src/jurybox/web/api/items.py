"""Items of a study: lists, one item with all that was said of it, notes, and what goes back to raters."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool

from jurybox import studies
from jurybox.studies import ItemsPage, ItemsWish, ItemView, Watched, lifecycle
from jurybox.web.api import item_models
from jurybox.web.api.deps import OR_CSV, Bench, Who

FILE_TYPES = {"csv": "text/csv", "json": "application/json"}
router = APIRouter(prefix="/api", tags=["items"])


@router.get("/studies/{study}/progress", response_model=item_models.WatchedStudy)
async def progress(study: str, bench: Bench, who: Who) -> Watched:
    """How far a study is in parts, how fast it goes, what waits for its organisers, and who holds it up."""
    return await run_in_threadpool(studies.watch_study, bench, study)


@router.get(
    "/studies/{study}/items", response_model=item_models.ItemListPage | list[item_models.ItemInList], responses=OR_CSV
)
async def list_items(
    study: str, bench: Bench, who: Who, query: Annotated[item_models.ItemsQuery, Query()]
) -> Response | ItemsPage:
    """The items of a study, fifty at a time; as a file all that are asked for."""
    wish = ItemsWish(query.filter, query.group, query.text, query.after, query.before)
    if query.format == "json" and not query.download:
        return await run_in_threadpool(studies.list_items, bench, study, wish)
    await run_in_threadpool(studies.list_items, bench, study, ItemsWish(query.filter))
    body = iterate_in_threadpool(studies.items_file(studies.all_items(bench, study, wish), query.format))
    headers = {
        "content-disposition": f'attachment; filename="{study}-items.{query.format}"',
        "cache-control": "no-store",
    }
    return StreamingResponse(body, media_type=FILE_TYPES[query.format], headers=headers)


@router.get("/studies/{study}/item", response_model=item_models.ItemDetail)
async def show_item(study: str, key: str, bench: Bench, who: Who, lang: str = "en") -> dict[str, object]:
    """One item as raters saw it, with what each of them said."""
    found: ItemView = await run_in_threadpool(studies.show_item, bench, study, key, lang)
    return {**found, "said": [asdict(said) for said in found["said"]]}


@router.post("/studies/{study}/notes", status_code=204)
async def note_item(study: str, wish: item_models.NoteWish, bench: Bench, who: Who) -> None:
    """Write a note on an item: an entry in the history of the study."""
    await run_in_threadpool(studies.note_item, bench, study, wish.item, wish.note, who.name)


@router.post("/studies/{study}/returns")
async def send_back(study: str, wish: item_models.SendBackWish, bench: Bench, who: Who) -> dict[str, int]:
    """Send the units of an item back to a rater, to be corrected. Their first answers stay in the log."""
    sent = lifecycle.ToSendBack(wish.item, wish.rater, wish.system, wish.note)
    return {"units": await run_in_threadpool(lifecycle.send_item_back, bench, study, sent, who.name)}
