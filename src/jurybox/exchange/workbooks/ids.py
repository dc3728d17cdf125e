"""What a workbook carries to be known again: a code for every column, an id with a check sum for every row.

The id of a row is `assignment stage target sum`, all of which a rater's browser is told too. The sum is taken over the
texts as shown, blind to how programs keep spaces, line ends and forms of the same letter.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

FORMAT = 1
"""Of the files. One of another format is refused in words."""
PREFIX = "jurybox:"
ID = PREFIX + "id"
NUMBER, PART = PREFIX + "number", PREFIX + "part"
CANNOT, COMMENT = PREFIX + "cannot", PREFIX + "comment"
SHOW, ASK = PREFIX + "show:", PREFIX + "ask:"
HEADER, PROGRESS = PREFIX + "header", PREFIX + "progress"
"""Stand in the column of the ids where a row is no task."""
ABOUT = "jurybox"
"""The hidden sheet that says what the workbook is, and holds the entries of the lists."""
SUM_BYTES = 6
NONE = "-none"
"""Of tags: looked at, and none applies. A tag's own id begins with a letter."""


class RowId(NamedTuple):
    """Which row of which task: the id of an assignment, a stage, and what in it the row is about."""

    assignment: str
    stage: str
    target: str
    sum: str

    def text(self) -> str:
        return " ".join(self)


def row_id(text: str) -> RowId | None:
    """
    >>> row_id("018bcfe5 rate A 00ff")
    RowId(assignment='018bcfe5', stage='rate', target='A', sum='00ff')
    >>> row_id("something else")
    """
    parts = text.split()
    return RowId(*parts) if len(parts) == 4 else None


def check_sum(assignment: str, stage: str, target: str, texts: Iterable[tuple[str, str]]) -> str:
    """The sum over (column, text) of a row; the columns come in the order of their codes.

    >>> check_sum("a", "s", "A", [("x", "one  two"), ("y", "")]) == check_sum("a", "s", "A", [("x", "one\\r\\ntwo")])
    True
    """
    parts = [assignment, stage, target]
    for code, text in texts:
        if plain := bare(text):
            parts += (code, plain)
    return hashlib.blake2b("\n".join(parts).encode("utf-8", "surrogatepass"), digest_size=SUM_BYTES).hexdigest()


def bare(text: str) -> str:
    """A text without what a spreadsheet program may change on its own."""
    plain = " ".join(text.split())
    if plain.isascii() and plain.isprintable():
        return plain
    kept = "".join(c for c in plain if c >= " " and not "\x7f" <= c <= "\x9f")
    return " ".join(unicodedata.normalize("NFC", kept).split())
