"""What a workbook carries to be known again: a code for every column, an id with a check sum for every row.

The id of a row is `assignment stage target sum`, all of which a rater's browser is told too. The sum is taken over the
texts as shown, blind to how programs keep spaces, line ends and forms of the same letter.
"""

import hashlib
import re
import unicodedata
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
BETWEEN = " | "
"""Between the texts of a row. Its spaces tell a text that begins or ends with one."""
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""How a workbook writes what XML has no room for. Not every program tells such a text from one that looks like it."""
NONE = "-none"
"""Of tags: looked at, and none applies. A tag's own id begins with a letter."""


class RowId(NamedTuple):
    """Which row of which task: the id of an assignment, a stage, and what in it the row is about."""

    assignment: str
    stage: str
    target: str
    sum: str


def row_id(text: str) -> RowId | None:
    """
    >>> row_id("018bcfe5 rate A 00ff")
    RowId(assignment='018bcfe5', stage='rate', target='A', sum='00ff')
    >>> row_id("something else")
    """
    parts = text.split()
    return RowId._make(parts) if len(parts) == 4 else None


def with_sum(assignment: str, stage: str, target: str, texts: list[str]) -> str:
    """The id of a row as it stands in its cell."""
    key = f"{assignment} {stage} {target}"
    return f"{key} {check_sum(key, texts)}"


def check_sum(key: str, texts: list[str]) -> str:
    """The sum over the texts of a row, in the order of their columns' codes; an empty text is one too.

    >>> check_sum("a s A", ["one  two", ""]) == check_sum("a s A", ["one\\r\\ntwo", " "]) != check_sum("a s A", ["one"])
    True
    """
    joined = BETWEEN.join(texts)
    if not joined.isprintable() or "  " in joined or "_x" in joined or joined[:1] == " " or joined[-1:] == " ":
        joined = BETWEEN.join(map(bare, texts))  # rare, and a few times as slow
    elif not joined.isascii():
        joined = unicodedata.normalize("NFC", joined)
    content = f"{key}\n{joined}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=SUM_BYTES).hexdigest()


def bare(text: str) -> str:
    """A text without what a spreadsheet program may change on its own.

    >>> bare("a _x005F_x0041_") == bare("a _x0041_") == bare("a  A")
    True
    """
    plain = " ".join(text.split())
    while (freed := ESCAPED.sub(lambda match: chr(int(match[1], 16)), plain)) != plain:
        plain = freed
    kept = "".join(c for c in plain if c >= " " and not "\x7f" <= c <= "\x9f")
    return " ".join(unicodedata.normalize("NFC", kept).split())
