"""Findings on one screen: the answer first, then the systems, agreement, raters to look at, what to know."""

from typing import TYPE_CHECKING

from jurybox.cli.results.findings_tables import show_positions
from jurybox.cli.results.said import coefficient, interval_title, question_name, show_answer, show_notes, show_source
from jurybox.cli.results.terminal import Page, used

if TYPE_CHECKING:
    from jurybox.studies.results import Findings, Flagged, Told

MOST_LINES = 60
MOST_RATERS = 8
"""So many names stand in a line, and then how many more."""
MOST_BLOCKS = 2
"""Where the questions take more tables than this, means stand without their intervals."""
GIVE_WAY = ("agreement", "notes", "raters", "systems", "answer")
"""What is cut where there are too many lines, the first first."""
LEAST = {"agreement": 0, "notes": 6, "raters": 4, "systems": 10, "answer": 12}


def show_short(page: Page, findings: "Findings", told: "Told") -> None:
    """At most MOST_LINES lines."""
    parts: dict[str, list[str]] = {}
    with page.kept() as parts["source"]:
        show_source(page, findings)
    with page.kept() as parts["answer"]:
        show_answer(page, told)
    with page.kept() as parts["systems"]:
        _systems(page, told)
        show_positions(page, findings)
    with page.kept() as parts["agreement"]:
        _agreement(page, findings, told)
    with page.kept() as parts["raters"]:
        _raters(page, told)
    with page.kept() as parts["notes"]:
        show_notes(page, findings, told)
    ending = ["", "--all shows every table, --json every number.", findings.signature]
    for lines in _cut(parts, MOST_LINES - len(ending)).values():
        for line in lines:
            page.whole(line)
    for line in ending:
        page.whole(line)


def _cut(parts: dict[str, list[str]], most: int) -> dict[str, list[str]]:
    """The parts shortened so that all fit; what is missing is said."""
    found = dict(parts)
    for name in GIVE_WAY:
        over = sum(map(len, found.values())) - most
        if over > 0:
            found[name] = _shortened(found[name], max(LEAST[name], len(found[name]) - over))
    return found


def _shortened(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    kept = max(0, most - 1)
    return [*lines[:kept], f"… {len(lines) - kept:,} more lines (--all)"] if kept > 2 else []


def _systems(page: Page, told: "Told") -> None:
    """Systems by questions, in as many tables as the width of the terminal takes."""
    table = told.systems
    if not table.rows:
        return
    page.heading("Systems (mean with interval; raised: cluster, 1 is the best; *: the best)")
    with_interval = [[_cell(told, n, value) for n, value in enumerate(row)] for row in table.rows]
    titles = ["SYSTEM", *(column.key for column in table.columns[1:])]
    blocks = _blocks(titles, with_interval, page.console.width)
    if len(blocks) > MOST_BLOCKS:
        without = [[cell.split(" [")[0] if n else cell for n, cell in enumerate(row)] for row in with_interval]
        with_interval, blocks = without, _blocks(titles, without, page.console.width)
    for block in blocks:
        page.table([titles[n] for n in block], [[row[n] for n in block] for row in with_interval])
    lower = [column.key for column in table.columns if column.title.endswith("↓")]
    if lower:
        page.say(f"Less is better: {', '.join(lower)}.")
    for note in table.notes[1:]:  # the first says what the columns are, as the heading does
        page.say(note)


def _cell(told: "Told", n: int, value: object) -> str:
    """The text of the report's table, with a star where that has bold letters."""
    strong, rest = told.pieces(n, value)
    return f"{strong}*{rest}" if strong else rest


def _blocks(titles: list[str], rows: list[list[str]], width: int) -> list[list[int]]:
    """The columns of each table: the systems, and as many questions as there is room for."""
    widths = [max(len(row[n]) for row in [titles, *rows]) for n in range(len(titles))]
    blocks: list[list[int]] = []
    room = 0
    for n in range(1, len(titles)):
        if not blocks or widths[n] + 2 > room:
            blocks.append([0])
            room = width - widths[0]
        blocks[-1].append(n)
        room -= widths[n] + 2
    return blocks


def _agreement(page: Page, findings: "Findings", told: "Told") -> None:
    """One coefficient for each question, the one that the answer names."""
    rows = [
        (question_name(one.question), coefficient(page, one), one.value, one.interval, one.units, page.note(one.note))
        for one in told.agreement
    ]
    if rows:
        page.heading("Agreement")
        page.table(*used(("QUESTION", "COEFFICIENT", "VALUE", interval_title(findings), "UNITS", "NOTE"), rows))


def _raters(page: Page, told: "Told") -> None:
    if told.flagged:
        page.heading("Raters to look at")
        for one in told.flagged:
            page.say(f"- {_who(one)}: {'; '.join(f'{text} ({about})' for text, about in one.said)}")


def _who(one: "Flagged") -> str:
    more = len(one.raters) - MOST_RATERS
    return ", ".join(one.raters[:MOST_RATERS]) + (f" and {more} more" if more > 0 else "")
