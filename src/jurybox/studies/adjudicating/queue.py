"""The queue of disputes: how many there are, which wait for a decision, and which comes next."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypedDict

from jurybox.core import NotFound, rfc3339
from jurybox.store import Run, decisions
from jurybox.studies.adjudicating.differing import Differing, differing
from jurybox.studies.adjudicating.find import DisputedStage, FoundDisputes, is_fresh, kept_disputes
from jurybox.studies.item_names import item_by_key
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_in

Which = Literal["waiting", "decided", "all"]
PAGE = 50


class DisputeSummary(TypedDict):
    """How far raters agree, unit by unit, as the worker saw it last."""

    agreed: int | None
    """Units that have all their raters, who agree; None where nobody has looked yet."""
    disputed: int | None
    waiting: int
    """Disputes without a decision. A unit of several stages can be more than one."""
    decided: int
    as_of: str | None
    is_fresh: bool


class DisputeLine(TypedDict):
    unit: int
    """Its place in the study."""
    item: str
    name: str
    """What to call the item."""
    picture: str
    film: str
    begins: str
    group: str
    stage: str
    questions: list[str]
    """Those that differ, by their ids."""
    differs: list[Differing]
    """What the raters say; of many answers the first few."""
    further: int
    """How many answers differ beside these."""
    size: float
    """1 where two answers could not be further apart."""
    decided: bool


class DisputePage(TypedDict):
    lines: list[DisputeLine]
    number: int
    """Of all that were asked for."""
    page: int
    pages: int


class NextDispute(NamedTuple):
    unit: int
    stage: str


def summary(bench: Workbench, study: str) -> DisputeSummary:
    return bench.database.read(lambda run: summary_of(bench, run, view_in(bench, run, study)))


def summary_of(bench: Workbench, run: Run, view: StudyView) -> DisputeSummary:
    """For whoever has a transaction at hand."""
    kept = kept_disputes(bench, run, view)
    done = decisions.decided(run, view.id)
    if kept is None:
        return {
            "agreed": None,
            "disputed": None,
            "waiting": 0,
            "decided": len(done),
            "as_of": None,
            "is_fresh": False,
        }
    found, about = kept
    return {
        "agreed": found.agreed,
        "disputed": found.disputed,
        "waiting": len(found.places(done, is_decided=False)),
        "decided": len(done),
        "as_of": rfc3339(about.computed_at),
        "is_fresh": is_fresh(run, view, about),
    }


def disputed_items(bench: Workbench, study: str) -> dict[int, bool]:
    """The items with a dispute, by their keys in the store; whether all of an item is decided."""

    def read(run: Run) -> dict[int, bool]:
        view = view_in(bench, run, study)
        found, done = _found(bench, run, view), decisions.decided(run, view.id)
        items: dict[int, bool] = {}
        for item, *place in zip(found.items_of, found.units, found.stages, strict=True):
            items[item] = items.get(item, True) and tuple(place) in done
        return items

    return bench.database.read(read)


def list_disputes(
    bench: Workbench, study: str, which: Which = "waiting", page: int = 1, lang: str = "en"
) -> DisputePage:
    """A page of the queue, the widest disputes first."""

    def read(run: Run) -> DisputePage:
        view = view_in(bench, run, study)
        found, done = _found(bench, run, view), decisions.decided(run, view.id)
        wanted = range(len(found)) if which == "all" else found.places(done, is_decided=which == "decided")
        pages = max(1, -(-len(wanted) // PAGE))
        shown = min(max(1, page), pages)
        part = [found.one(n) for n in wanted[PAGE * (shown - 1) : PAGE * shown]]
        return {
            "lines": [line for one in part if (line := _line(run, view, one, done, lang)) is not None],
            "number": len(wanted),
            "page": shown,
            "pages": pages,
        }

    return bench.database.read(read)


def _line(run: Run, view: StudyView, one: DisputedStage, done: set[tuple[int, int]], lang: str) -> DisputeLine | None:
    unit = decisions.unit_of(run, one.unit)
    if unit is None:
        return None
    stage = view.stage(one.stage).id
    try:
        differs, further = differing(run, view, unit.place, stage, lang)
    except NotFound:  # the raters agree by now, or the item was withdrawn; the worker has yet to look again
        differs, further = [], 0
    return {
        "unit": unit.place,
        "item": unit.key,
        **item_by_key(run, view, unit.key),
        "group": unit.group,
        "stage": stage,
        "questions": list(one.questions),
        "differs": differs,
        "further": further,
        "size": one.size,
        "decided": (one.unit, one.stage) in done,
    }


def next_dispute(bench: Workbench, study: str) -> NextDispute | None:
    """The dispute that is to be decided next, by an organiser."""

    def read(run: Run) -> NextDispute | None:
        view = view_in(bench, run, study)
        for one in waiting(bench, run, view):
            unit = decisions.unit_of(run, one.unit)
            if unit is not None:
                return NextDispute(unit.place, view.stage(one.stage).id)
        return None

    return bench.database.read(read)


def waiting(bench: Workbench, run: Run, view: StudyView) -> Iterator[DisputedStage]:
    """Every dispute without a decision, the widest first."""
    found, done = _found(bench, run, view), decisions.decided(run, view.id)
    return map(found.one, found.places(done, is_decided=False))


def _found(bench: Workbench, run: Run, view: StudyView) -> FoundDisputes:
    kept = kept_disputes(bench, run, view)
    return kept[0] if kept else FoundDisputes()
