"""Suggestions brought into a draft: from a file of ratings, or from another study on this server."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from msgspec.structs import replace

from jurybox.core import Conflict, EventKind, Fault, JsonData, Refused, StudyState
from jurybox.exchange.ratings.formats import Rating
from jurybox.store import Chunks, Run, imports, studies, suggestions
from jurybox.studies.carry.conversion import RatingsSource
from jurybox.studies.carry.export import export_ratings
from jurybox.studies.carry.suggestions.plan import DraftMaterial, SuggestionPlan
from jurybox.studies.lifecycle import changed_settings, clear_unfinished_import
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_of


@dataclass(frozen=True, slots=True)
class SuggestionWish:
    """Where suggestions come from: a file of ratings, or the key of another study; and how they are taken."""

    file: RatingsSource | None = None
    study: str | None = None
    rater: str | None = None
    """Only what this rater said: two who differ can't both be suggested."""
    replace: bool = False
    """Whether earlier suggestions are dropped."""
    hold_out: float | None = None
    """The share of units without suggestions; as it is, where none is said."""
    ratings: Sequence[Rating] = ()
    """In place of a file: these, which come from `origin`."""
    origin: str = ""

    def wished(self) -> dict[str, object]:
        """What becomes of the setting."""
        return {"on": True} | ({} if self.hold_out is None else {"hold_out": self.hold_out})


@dataclass(slots=True)
class BroughtSuggestions:
    """What was brought."""

    study: str
    origin: str
    suggestions: int = 0
    items: int = 0
    dropped: int = 0
    hold_out: float = 0
    questions: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    unused: list[str] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)


class ToldSuggestions(TypedDict):
    """How many suggestions a study has, from where and for which question."""

    origin: str
    question: str
    count: int


def suggest(
    bench: Workbench, key: str, wish: SuggestionWish, who: str = "command line", progress: Progress = silent
) -> BroughtSuggestions:
    """Bring suggestions into a draft, and switch pre-filling on. All or nothing: Refused names every fault."""
    view = view_of(bench, key)
    still_a_draft(view)
    brought = BroughtSuggestions(key, _origin(wish))
    ratings = _ratings(bench, wish, brought)
    with bench.database.snapshot() as run:
        plan = SuggestionPlan(view, DraftMaterial(run, view), brought.origin, wish.rater, wish.replace)
    plan.add(_flat(ratings) if not view.protocol.unit.segments else ratings)
    plan.faults.refuse()
    rows = plan.rows()
    if not rows:
        raise Refused.of("suggest.nothing", given=brought.origin)
    brought.suggestions, brought.items = len(rows), len({row.item for row in rows})
    brought.questions = Counter(row.question for row in rows)
    brought.left_out, brought.unused = +plan.left_out, list(plan.unused)
    bench.database.write(lambda run: clear_unfinished_import(run, view.id))
    import_id = bench.database.write(lambda run: imports.start(run, study=view.id, now=bench.now()))
    chunks = Chunks(bench.database, bench.world.timer, lambda done: progress(done, len(rows)))
    suggestions.write(chunks, rows, study=view.id, import_id=import_id)
    bench.database.write(lambda run: _finish(bench, run, brought, import_id, wish, who))
    return brought


def drop_suggestions(bench: Workbench, key: str, who: str = "command line") -> int:
    """Take all suggestions out of a draft, and switch pre-filling off; how many there were."""

    def write(run: Run) -> int:
        view = load_view(run, find_study(run, key).id)
        still_a_draft(view)
        dropped = suggestions.drop_others(run, study=view.id, import_id=0)
        settings = changed_settings(view.protocol, view.settings, {"prefill": False}, bench.texts)
        data: dict[str, JsonData] = {"suggestions": 0, "items": 0, "dropped": dropped, "origin": ""}
        changes: studies.StudyChanges = {"settings": settings.model_dump_json()}
        studies.append_event(run, view.row, kind=EventKind.SUGGESTED, data=data, who=who, now=bench.now(), **changes)
        return dropped

    return bench.database.write(write)


def told_suggestions(bench: Workbench, key: str) -> list[ToldSuggestions]:
    """What is suggested in a study, by where it comes from and question."""
    found = bench.database.read(lambda run: suggestions.counts(run, find_study(run, key).id))
    return [{"origin": one.origin, "question": one.question, "count": one.number} for one in found]


def still_a_draft(view: StudyView) -> None:
    """Refuse a study that is not one."""
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("suggest.frozen", given=view.row.key, state=view.row.state)


def _origin(wish: SuggestionWish) -> str:
    """Without the name of a rater of ours, which would go with an archive."""
    if wish.ratings:
        return wish.origin
    if wish.study:
        return f"study {wish.study}" + (", one rater" if wish.rater else "")
    where = Path(wish.file.path).name if wish.file else ""
    return f"{where}, {wish.rater}" if wish.rater else where


def _ratings(bench: Workbench, wish: SuggestionWish, brought: BroughtSuggestions) -> list[Rating]:
    if wish.ratings:
        return list(wish.ratings)
    if wish.study is not None:
        return _of_rater(list(export_ratings(bench, wish.study, names=wish.rater is not None)), wish)
    assert wish.file is not None
    read = wish.file.read()
    found = list(read)
    brought.notes = read.notes()
    return found


def _of_rater(ratings: list[Rating], wish: SuggestionWish) -> list[Rating]:
    """What one rater of a study said, known by number or name; they stand in it by what was asked for."""
    if wish.rater is None:
        return ratings
    known = {one.rater for one in ratings}
    meant = {name for name in known if wish.rater in (name, *name.split(" ", 1))}
    return [replace(one, rater=wish.rater) for one in ratings if one.rater in meant]


def _flat(ratings: Iterable[Rating]) -> list[Rating]:
    """Segments as items of their own, for a protocol that has none."""
    return [replace(one, item=f"{one.item}:{one.segment}", target="") if one.segment else one for one in ratings]


def _finish(
    bench: Workbench, run: Run, brought: BroughtSuggestions, import_id: int, wish: SuggestionWish, who: str
) -> None:
    """From now on they are there, and pre-filling is on."""
    view = load_view(run, find_study(run, brought.study).id)
    still_a_draft(view)
    if wish.replace:
        brought.dropped = suggestions.drop_others(run, study=view.id, import_id=import_id)
    imports.finish(run, import_id, items=0, outputs=0, now=bench.now())
    settings = changed_settings(view.protocol, view.settings, {"prefill": wish.wished()}, bench.texts)
    brought.hold_out = settings.prefill.hold_out
    data: dict[str, JsonData] = {
        "suggestions": brought.suggestions,
        "items": brought.items,
        "origin": brought.origin,
        "dropped": brought.dropped,
    }
    changes: studies.StudyChanges = {"settings": settings.model_dump_json()}
    studies.append_event(run, view.row, kind=EventKind.SUGGESTED, data=data, who=who, now=bench.now(), **changes)
