"""What the command line prints: sentences, aligned tables, JSON. Results on stdout, faults on stderr."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from jurybox.core import Fault, JuryboxError
from jurybox.texts import line_of

REFUSED = 1
CANNOT_RUN = 2
"""Wrong usage, or something this machine lacks: a port, a permission."""
MACHINE = ("config.", "folder.", "serve.", "store.")
"""Faults of the machine or its set-up, and not of what was given to Jurybox to work on."""

_CONTROLS = [code for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"]
CONTROLS = {code: f"\\x{code:02x}" for code in _CONTROLS}
CONTROLS_IN_JSON = {code: f"\\u{code:04x}" for code in _CONTROLS}


def speak_any_language() -> None:
    """A terminal that can't show a character shows a ? in its place, and the command goes on."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def visible(text: str) -> str:
    r"""A text without what would steer a terminal: names and questions come from anybody.

    >>> visible("\x1b[2Jgone\x9b\n\tstays")
    '\\x1b[2Jgone\\x9b\n\tstays'
    """
    return text.translate(CONTROLS)


def say(text: str = "") -> None:
    print(visible(text), flush=True)


def tell_error(error: JuryboxError) -> int:
    """Print every fault, one to a line; the status to end with."""
    tell_faults(error.faults, sys.stderr)
    return CANNOT_RUN if all(fault.code.startswith(MACHINE) for fault in error.faults) else REFUSED


def tell_faults(faults: Iterable[Fault], to: TextIO) -> None:
    for fault in faults:
        print(visible(line_of(fault)), file=to, flush=True)


def say_json(value: object) -> None:
    any_character = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    say(json.dumps(value, indent=2, ensure_ascii=not any_character).translate(CONTROLS_IN_JSON))


def say_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns side by side, each as wide as its widest cell; never cut, so that a link can be copied."""
    cells = [list(header), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(header))]
    for row in cells:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "-"
    return str(value)


def plural(count: int, one: str, many: str = "") -> str:
    """
    >>> plural(1, "item"), plural(2, "item"), plural(0, "study", "studies")
    ('1 item', '2 items', '0 studies')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"
