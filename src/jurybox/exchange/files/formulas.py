"""Texts that a spreadsheet would take for a formula: an apostrophe goes in front, and comes off again."""

import re
from typing import Literal, TypeVar

CellKind = Literal["written", "ours", "other"]
"""What the cells of a column are: written by people, texts of ours that are always there, or anything else of ours."""
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
GUARDED = (*DANGEROUS, "'")
Cell = TypeVar("Cell")
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


def harmless(cell: Cell) -> Cell | str:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.

    >>> harmless("=1+1"), harmless(-1.5), harmless("-1.5"), harmless("plain"), harmless("'=1")
    ("'=1+1", -1.5, '-1.5', 'plain', "''=1")
    """
    if isinstance(cell, str) and cell.startswith(GUARDED) and not PLAIN_NUMBER.fullmatch(cell):
        return "'" + cell if cell.lstrip("'").startswith(DANGEROUS) else cell
    return cell


def as_written(cell: str) -> str:
    """The text that `harmless` was given.

    >>> as_written("'=1+1"), as_written("''=1"), as_written("'tis")
    ('=1+1', "'=1", "'tis")
    """
    is_ours = cell.startswith("'") and cell.lstrip("'").startswith(DANGEROUS)
    return cell[1:] if is_ours else cell
