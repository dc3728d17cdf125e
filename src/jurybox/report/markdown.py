"""Markdown tables, as GitHub and Pandoc read them."""

import re
from typing import Any

from jurybox.report.numbers import Numbers
from jurybox.report.tables import PlainTable, TableColumn, strong_and_rest
from jurybox.texts import Words

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$])")


def markdown(text: str) -> str:
    r"""Text that Markdown shows as it is, on one line.

    >>> print(markdown("a|b <b>\n*c*"))
    a\|b \<b\> \*c\*
    """
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def markdown_table(table: PlainTable, words: Words) -> str:
    """The parts of a table under headings, one after the other."""
    numbers = Numbers.of(words)
    return "\n".join(_one(part, numbers, words) for part in table.part_tables())


def _one(table: PlainTable, numbers: Numbers, words: Words) -> str:
    shown = table.shown()
    columns = [table.columns[n] for n in shown]
    rules = table.rules()
    lines = [
        f"## {markdown(table.title)}",
        "",
        _row([markdown(column.title) for column in columns]),
        _row(["---:" if column.is_number else ":---" for column in columns]),
    ]
    for n, row in enumerate(table.rows):
        if n in rules:  # Markdown has no line inside a table: an empty row stands for it
            lines.append(_row([""] * len(columns)))
        lines.append(_row([_cell(table.columns[at], row[at], numbers) for at in shown]))
    notes = [markdown(note) for note in table.notes]
    signature = f"{words('report.signature')}: `{table.signature.replace('`', chr(39))}`"
    return "\n".join([*lines, "", *(line for note in notes for line in (note, "")), signature, ""])


def _cell(column: TableColumn, value: Any, numbers: Numbers) -> str:
    strong, rest = strong_and_rest(column, value, numbers)
    gap = " " if strong and rest else ""
    return f"**{markdown(strong)}**{gap}{markdown(rest)}" if strong else markdown(rest)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
