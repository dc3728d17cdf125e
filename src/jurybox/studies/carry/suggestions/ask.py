"""Suggestions for who has no terminal: asked for on a page or over the API, brought by the worker."""

from pathlib import Path

import msgspec

from jurybox.core import JsonData, JsonObject, NotFound, Refused
from jurybox.store import Run, jobs, studies
from jurybox.studies.carry.conversion import FORMATS, RatingsSource
from jurybox.studies.carry.suggestions.bring import BroughtSuggestions, SuggestionWish, still_a_draft, suggest
from jurybox.studies.fault_words import fault_words
from jurybox.studies.lifecycle import changed_settings
from jurybox.studies.progress import Progress
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench

SUGGEST_JOB = "suggest"
NO_RATINGS = ("pearmut-campaign",)
FILE_FORMATS = {
    one.id: one.title for one in FORMATS.values() if one.can_read and one.endings and one.id not in NO_RATINGS
}
"""The formats of files of ratings that can be sent, with what they are called."""


class SuggestArgs(msgspec.Struct, frozen=True, omit_defaults=True):
    """What suggestions were asked for with: the key of another study, or a file in a format."""

    study: str
    who: str
    source: str | None = None
    tables: list[str] = []
    format: str = ""
    rater: str | None = None
    hold_out: float | None = None
    replace: bool = False
    folder: str | None = None
    """What was sent lies there, and goes when the job has ended."""

    def wish(self) -> SuggestionWish:
        file = RatingsSource(Path(self.tables[0]), self.format) if self.source is None else None
        return SuggestionWish(file, self.source, self.rater, self.replace, self.hold_out)


def ask_suggestions(bench: Workbench, args: SuggestArgs) -> str:
    """Leave suggestions to the worker, once it is clear that they can be wished for; the job."""
    if args.source is None:
        if args.format not in FILE_FORMATS:
            raise NotFound.of("formats.unknown", "format", args.format, [*FILE_FORMATS], verb="read")
        if len(args.tables) != 1:
            raise Refused.of("suggest.one_file", "tables", len(args.tables))

    def write(run: Run) -> str:
        view = load_view(run, find_study(run, args.study).id)
        still_a_draft(view)
        changed_settings(view.protocol, view.settings, {"prefill": args.wish().wished()}, bench.texts)
        if args.source is not None:
            find_study(run, args.source)
        uid = bench.new_id()
        jobs.add(run, uid=uid, kind=SUGGEST_JOB, args=msgspec.to_builtins(args), now=bench.now())
        return uid

    return bench.database.write(write)


def sources_for(bench: Workbench, key: str, seen: set[str]) -> list[tuple[str, str]]:
    """The studies from which something can be suggested, by key and name: of those `seen` the judged, newest first."""

    def read(run: Run) -> list[tuple[str, str]]:
        counts = studies.counts(run)
        rows = [row for row in studies.all_studies(run) if row.key in seen and row.key != key]
        return [(row.key, row.name) for row in reversed(rows) if counts[row.id].judgements]

    return bench.database.read(read)


def do_suggest(bench: Workbench, args: JsonObject, progress: Progress) -> dict[str, JsonData]:
    """What was asked for; only the worker does this."""
    wanted = msgspec.convert(args, SuggestArgs)
    return _told(suggest(bench, wanted.study, wanted.wish(), wanted.who, progress))


def _told(brought: BroughtSuggestions) -> dict[str, JsonData]:
    return {
        "suggestions": brought.suggestions,
        "items": brought.items,
        "origin": brought.origin,
        "dropped": brought.dropped,
        "hold_out": brought.hold_out,
        "questions": {**brought.questions},
        "left_out": {**brought.left_out},
        "unused": [*brought.unused],
        "notes": [{**fault_words(note)} for note in brought.notes],
    }
