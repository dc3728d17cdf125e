"""Rows of an export, column by column: what each column that is described once holds of the judgements of a page."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from jurybox.core import rfc3339
from jurybox.exchange.files import CellKind, QuickLines
from jurybox.exchange.ratings import Column
from jurybox.store import Logged, export
from jurybox.studies.carry.export.log import Log, RatedTexts

Cell = TypeVar("Cell")
SECOND, MINUTE, MINUTES_A_DAY = 1_000_000, 60_000_000, 24 * 60
"""In microseconds."""
SECONDS = [f"{n:02d}." for n in range(60)]
MINUTES = [f"{n // 60:02d}:{n % 60:02d}:" for n in range(MINUTES_A_DAY)]


class ExportPage:
    """Some hundred judgements as columns, with a row for each answer and system.

    By column this takes half the time that it takes row by row. `texts` are what was rated, where that is wanted.
    """

    def __init__(self, log: Log, rows: Sequence[Logged], texts: RatedTexts | None = None) -> None:
        view, each, entry = log.view, self._each, _by_column(rows)
        answers = list(map(log.said, entry.stage, entry.answers, entry.cannot, entry.example, entry.candidates))
        said = self.said = [one for given in answers for one in given for _ in one.systems]
        places = [place for place, given in enumerate(answers) for one in given for _ in one.systems]
        self._places = None if places == list(range(len(rows))) else places
        stages, last_of_pilot = [stage.id for stage in view.protocol.stages], view.row.pilot_seq
        self.study, self.protocol = [view.row.key] * len(said), [view.protocol.name] * len(said)
        self.item, self.group = each(_items(entry, log)), each([name or "" for name in entry.group])
        self.system = [name for given in answers for one in given for name in one.systems]
        self.rater = each([log.raters[id] for id in entry.membership])
        self.stage = each([stages[number] for number in entry.stage])
        self.question = [one.id or None for one in said]
        self.about = [one.target for one in said]
        cells = [one.cells() for one in said]
        self.cell, self.text, self.by = ([cell[place] for cell in cells] for place in range(3))
        self.purpose, self.standing, self.channel = each(entry.purpose), each(entry.standing), each(entry.channel)
        self.pilot, self.seq = each([seq <= last_of_pilot for seq in entry.seq]), each(entry.seq)
        self.judgement, self.supersedes = each(entry.id), each(entry.supersedes)
        self.answered_at, self.received_at = each(times(entry.answered_at)), each(times(entry.received_at))
        became = [one.suggestion() for one in said] if view.settings.prefill.on else [(None, None)] * len(said)
        self.suggested, self.suggestion = ([of[place] for of in became] for place in range(2))
        self.allowed = [log.allowed[one.id] for one in said]
        self.elapsed_ms, self.comment = each(entry.elapsed_ms), each(entry.comment)
        self.drawn = each(list(map(log.drawn, entry.candidates)))
        if texts is not None:
            found = list(map(texts.of, each(entry.item_id), each(entry.candidates), said))
            self.document, self.source, self.output = ([text[place] for text in found] for place in range(3))

    def _each(self, of_judgements: Sequence[Cell]) -> Sequence[Cell]:
        """For each row what its judgement says; where each judgement is one row, this is it already."""
        return of_judgements if self._places is None else [of_judgements[n] for n in self._places]

    def columns(self, columns: Sequence[Column]) -> list[Sequence[Any]]:
        return [getattr(self, column.of) for column in columns]


def _by_column(rows: Sequence[Logged]) -> Any:
    """The fields of Logged, each with its cells of all rows."""
    return Logged._make(zip(*rows, strict=True))


def _items(entry: Any, log: Log) -> list[str]:
    examples = log.view.protocol.examples
    return [
        item or "" if example is None else examples[example].id
        for item, example in zip(entry.item, entry.example, strict=True)
    ]


def export_pages(
    log: Log, texts: RatedTexts | None = None, after: int = 0, until: int = export.END_OF_LOG
) -> Iterator[ExportPage]:
    return (ExportPage(log, rows, texts) for rows in log.pages(after, until))


def quick_lines(log: Log, between: str, after: int = 0, until: int = export.END_OF_LOG) -> Iterator[bytes]:
    """Each page of the log as csv or tsv."""
    kinds: list[CellKind] = [
        "written" if log.names and column.name == "rater" else column.kind for column in log.columns
    ]
    lines = QuickLines(between, kinds)
    for page in export_pages(log, None, after, until):
        yield lines.of(page.columns(log.columns)).encode()


def times(stored: Sequence[int | None]) -> list[str | None]:
    """Stored times as people read them; mostly each is of the same minute as the one before.

    >>> times([1_770_000_000_250_000, None])
    ['2026-02-02T02:40:00.250000Z', None]
    """
    found: list[str | None] = []
    known, to_minute = -1, ""
    for micros in stored:
        if micros is None:
            found.append(None)
            continue
        minute, rest = divmod(micros, MINUTE)
        if minute != known:
            known, to_minute = minute, _day(minute // MINUTES_A_DAY) + MINUTES[minute % MINUTES_A_DAY]
        second = rest // SECOND
        found.append(f"{to_minute}{SECONDS[second]}{str(rest - second * SECOND + SECOND)[1:]}Z")
    return found


@lru_cache(maxsize=100)
def _day(number: int) -> str:
    return rfc3339(number * MINUTES_A_DAY * MINUTE)[:11]
