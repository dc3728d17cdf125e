"""Judgements out: one row per answer and system, streamed from the log a page at a time; or any format of ratings."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from jurybox.core import Fault, WhatNow, in_language, rfc3339
from jurybox.exchange.files import MOST_ROWS, check_rows, delimited_lines, new_file, table_lines
from jurybox.exchange.ratings import COLUMNS, DRAWN, SOURCE_AND_OUTPUT, TEXT_COLUMNS, names_of
from jurybox.exchange.ratings.formats import DataSetFacts, Rating, find_format, write_file
from jurybox.store import Run, items, onboarding, people, systems
from jurybox.store import log as log_of
from jurybox.studies.carry.campaigns import EXPORTED, export_campaign, outputs_of
from jurybox.studies.carry.conversion import RatingsTarget
from jurybox.studies.carry.export.answers import facts_of_question
from jurybox.studies.carry.export.log import Log, RatedTexts, called
from jurybox.studies.carry.export.pieces import piece_lines
from jurybox.studies.carry.export.rows import export_pages
from jurybox.studies.carry.label_names import with_names
from jurybox.studies.rating import outcome
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

Row = dict[str, Any]
SHEET = "xlsx"
AS_IN_TABLE = tuple(column for column in COLUMNS if column.name not in ("question", "target", "value", "text", "by"))
"""What a rating has as it stands in the table; the rest is said by the answer."""

CALIBRATED = {WhatNow.PASS: "passed", WhatNow.AGAIN: "short", WhatNow.FLAG: "short", WhatNow.STOP: "stopped"}


def export_rows(bench: Workbench, key: str, everything: bool = False) -> Iterator[Row]:
    """Long rows of a study: what counts, stands and was not withdrawn; `everything` gives the whole log."""
    with bench.database.snapshot() as run:
        log = Log(run, load_view(run, find_study(run, key).id), everything)
        names = names_of(log.columns)
        for page in export_pages(log):
            yield from (dict(zip(names, cells, strict=True)) for cells in zip(*page.columns(log.columns), strict=True))


def export_lines(
    bench: Workbench,
    key: str,
    kind: str,
    everything: bool = False,
    texts: bool = False,
    processes: int = 1,
    names: bool = False,
) -> Iterator[bytes]:
    """The export as the bytes of a csv, tsv or jsonl file, a piece at a time; a large one by several processes.

    With `names` raters stand in it by number and name: that is for those who organise the study alone.
    """
    between = {"csv": ",", "tsv": "\t"}.get(kind)
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        log = Log(run, view, everything, names=names)
        if between and not texts:
            yield from delimited_lines((), names_of(log.columns), between)
            yield from piece_lines(log, bench.database.address, between, processes)
            return
        columns = (*log.columns, *SOURCE_AND_OUTPUT) if texts else log.columns
        pages = export_pages(log, RatedTexts(run, view.protocol) if texts else None)
        rows = (cells for page in pages for cells in zip(*page.columns(columns), strict=True))
        yield from table_lines(kind, names_of(columns), rows)


def write_lines(to: Path, lines: Iterator[bytes]) -> None:
    """Into a file that has its name when all is written."""
    with new_file(to) as file:
        file.writelines(lines)


def export_ratings(bench: Workbench, key: str, everything: bool = False, names: bool = False) -> Iterator[Rating]:
    """The same as ratings, with their texts: what every format is written from."""
    columns = (*AS_IN_TABLE, *TEXT_COLUMNS, DRAWN)
    called = names_of(columns)
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        for page in export_pages(Log(run, view, everything, names=names), RatedTexts(run, view.protocol)):
            for said, *cells in zip(page.said, *page.columns(columns), strict=True):
                known = {name: cell for name, cell in zip(called, cells, strict=True) if cell is not None}
                yield Rating(**known, **said.rating())


def export_as(
    bench: Workbench, key: str, target: RatingsTarget, everything: bool = False, names: bool = False
) -> list[Fault]:
    """Write a study's ratings in a format; what it could not hold is returned in words."""
    if target.format in EXPORTED:
        return export_campaign(bench, key, target.path, EXPORTED[target.format])
    view = bench.database.read(lambda run: load_view(run, find_study(run, key).id))
    if target.format == SHEET:
        check_rows(bench.database.read(lambda run: most_rows(run, view, everything)), key)
    ratings = export_ratings(bench, key, everything, names)
    form = find_format(target.format, "write")
    if form.by_name:
        ratings = with_names(view.protocol, ratings)
    if form.wants_outputs:
        ratings = chain(outputs_of(bench, key), ratings)
    return write_file(target.path, target.format, ratings, _about(view, target), settled=not everything)


def _about(view: StudyView, target: RatingsTarget) -> DataSetFacts:
    protocol = view.protocol
    return DataSetFacts(
        title=view.row.name,
        protocol=protocol.name,
        description=in_language(protocol.description, ["en"]) or "",
        pair=target.pair,
        licence=target.licence,
        questions={one.id: facts_of_question(one) for stage in protocol.stages for one in stage.ask},
    )


def most_rows(run: Run, view: StudyView, everything: bool) -> int:
    """How many rows an export has: counted, where it may be more than a sheet holds; else at the most so many."""
    makers = len(systems.systems_of(run, view.id)) or 1
    longest = items.most_segments(run, view.id) if view.protocol.unit.segments else 0
    targets = max(longest, makers)
    asked = max(len(stage.ask) for stage in view.protocol.stages)
    bound = log_of.count(run, view.id) * asked * targets * makers
    if bound < MOST_ROWS:
        return bound
    log = Log(run, view, everything)
    said = (log.said(e.stage, e.answers, e.cannot, e.example, e.candidates) for page in log.pages() for e in page)
    return sum(len(one.systems) for given in said for one in given)


def rater_rows(bench: Workbench, key: str, names: bool = False) -> Iterator[Row]:
    """One row per rater: consent, calibration, and the answers to the questionnaire; names only if asked for."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        for number, m in enumerate(people.memberships(run, view.id), start=1):
            if m.merged_into is not None:
                continue
            said, about = onboarding.consent_of(run, m.id), onboarding.about_rater(run, m.id)
            went = outcome(run, view, m.id)
            yield {
                "study": view.row.key,
                "rater": called(number, m) if names else m.uid,
                "groups": "|".join(m.groups),
                "done": m.done,
                "consent": None if said is None else "given" if said.given else "declined",
                "consent_hash": said.hash if said else None,
                "consent_at": rfc3339(said.at) if said else None,
                "calibration": None if went is None else CALIBRATED[went.now],
                "calibration_rounds": went.round if went else None,
                "calibration_agrees": went.agrees if went else None,
                "calibration_within": went.within if went else None,
                "calibration_of": went.of if went else None,
                "answered_at": rfc3339(about.at) if about else None,
                "lang": about.lang if about else None,
                **{f"about.{q.id}": about.answers.get(q.id) if about else None for q in view.settings.questionnaire},
            }


def rater_lines(bench: Workbench, key: str, kind: str, names: bool = False) -> Iterator[bytes]:
    """The table of raters as the bytes of a csv, tsv or jsonl file."""
    rows = list(rater_rows(bench, key, names))
    return table_lines(kind, tuple(rows[0]) if rows else ("study", "rater"), (list(row.values()) for row in rows))
