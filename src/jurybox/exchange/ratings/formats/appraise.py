"""Appraise (Federmann 2018): what ExportSystemScoresToCSV prints, without a header.

user, system, segment, item type, source language, target language, score, then for documents their id and whether they
are complete, in newer versions the marked errors, then start and end in seconds since 1970, and perhaps a batch and an
item number. TGT is a rating, CHK the same once more, BAD and REF are checks.

Campaigns of WMT hold rows that nobody means as ratings: tutorials stand as systems, and accounts are filled up with
documents that are marked #dup (once more) or #incomplete (not all of it). They are left out, and counted.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jurybox.core import micros_of, rfc3339
from jurybox.exchange.files import as_written, delimited_lines
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import number

TYPES = {"TGT": "rating", "CHK": "repeat", "BAD": "check", "REF": "check"}
LETTERS = {"rating": "TGT", "repeat": "CHK", "check": "BAD"}
TRUTHS = ("true", "false")
WIDTHS = (9, 11, 12, 13, 14)
QUESTION, UNKNOWN = "score", "und"
TUTORIAL = "tutorial"
FILLING = {"#dup": "formats.dup_left_out", "#incomplete": "formats.incomplete_left_out"}
"""How documents are marked that only fill an account, and what is said of them."""


class AppraiseLine(NamedTuple):
    number: int
    user: str
    system: str
    segment: str
    purpose: str
    group: str
    score: int | float
    document: str
    times: tuple[float | None, float | None]


def read(source: RatingsFile) -> Iterator[Rating]:
    read_lines = (line for number, cells in source.rows(",") if (line := _line(number, cells, source)))
    lines = [line for line in read_lines if _is_meant(line, source)]
    segments: dict[str, set[str]] = {}
    for line in lines:
        segments.setdefault(line.document, set()).add(line.segment)
    alone = all(len(found) == 1 for document, found in segments.items() if document)
    for line in lines:
        begun, ended = line.times
        item = line.document if alone and line.document else ":".join(filter(None, (line.document, line.segment)))
        yield Rating(
            item=item,
            system=line.system,
            rater=line.user,
            question=QUESTION,
            value=line.score,
            group=line.group,
            document="" if alone else line.document,
            purpose=line.purpose,
            answered_at=rfc3339(round(ended * 1_000_000)) if ended else "",
            elapsed_ms=round((ended - begun) * 1000) if begun and ended and ended >= begun else None,
        )


def _is_meant(line: AppraiseLine, source: RatingsFile) -> bool:
    """Whether a row is about a system: not a tutorial, nor what fills an account."""
    marks = [code for mark, code in FILLING.items() if mark in line.document]
    left_out = ["formats.tutorial_left_out"] if TUTORIAL in line.system.casefold() else marks[:1]
    for code in left_out:
        source.note(code)
    return not left_out


def _line(number_: int, cells: list[str], source: RatingsFile) -> AppraiseLine | None:
    before = len(source.faults)
    cells = [as_written(cell.strip()) for cell in cells]
    if len(cells) not in WIDTHS:
        source.fault("formats.wrong_width", number_, len(cells), WIDTHS)
        return None
    kind, score = cells[3].upper(), number(cells[6])
    if kind not in TYPES:
        source.fault("formats.wrong_type", number_, cells[3], list(TYPES))
    if score is None:
        source.fault("formats.not_a_number", number_, cells[6], where="score")
    for place, name in ((0, "user"), (1, "system"), (2, "segment")):
        if not cells[place]:
            source.fault("formats.empty_cell", number_, name)
    in_documents = cells[8].casefold() in TRUTHS
    rest = cells[9:] if in_documents else cells[7:]
    if in_documents and len(cells) in (12, 14):
        if rest[0] not in ("", "[]", "None", "{}"):
            source.note("formats.spans_without_text")
        rest = rest[1:]
    if len(source.faults) > before or score is None:
        return None
    pair = "-".join(code for code in cells[4:6] if code != UNKNOWN)
    times = tuple(number(cell) for cell in rest[:2])
    document = cells[7] if in_documents else ""
    return AppraiseLine(number_, cells[0], cells[1], cells[2], TYPES[kind], pair, score, document, times)  # type: ignore[arg-type]


def write(target: Target, ratings: Iterable[Rating]) -> None:
    """The layout for documents with times. The item's key stands where a document's id does."""
    numbers: dict[str, int] = {}
    rows = (_row(rating, numbers.setdefault(rating.item, len(numbers) + 1), target) for rating in ratings)
    with target.file() as file:
        file.writelines(delimited_lines(rows))


def _row(rating: Rating, segment: int, target: Target) -> list[object]:
    if rating.question != QUESTION:
        target.losses.add("formats.question_names_lost")
    pair = rating.group or target.about.pair
    codes = pair.split("-") if pair.count("-") == 1 else [UNKNOWN, UNKNOWN]
    if rating.group and rating.group != "-".join(codes):
        target.losses.add("formats.groups_lost")
    ended = micros_of(rating.answered_at) / 1_000_000 if rating.answered_at else None
    begun = ended - rating.elapsed_ms / 1000 if ended is not None and rating.elapsed_ms is not None else ended
    kind = LETTERS.get(rating.purpose, "TGT")
    times = ["" if time is None else f"{time:.6f}" for time in (begun, ended)]
    return [rating.rater, rating.system, segment, kind, *codes, rating.value, rating.item, False, *times]
