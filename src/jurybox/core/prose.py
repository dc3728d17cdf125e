"""What changed between two versions of a prose text, in pieces a reader can follow."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s")
ROW = re.compile(r"^\s*\|")
RULE = re.compile(r"^[\s|:-]+$")
SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
MOST = 200
"""More pieces than this are no notice but a new text."""


@dataclass(frozen=True, slots=True)
class Change:
    kind: Literal["added", "removed"]
    text: str
    """A paragraph, a list item, a row of a table, or a sentence of one of them; Markdown."""


def changes(before: str, after: str) -> list[Change]:
    """What was taken out and what came in, in the order of the new text.

    >>> changes("One. Two.\\n\\nThree.", "One. 2.\\n\\nThree.\\n\\nFour.")
    [Change(kind='removed', text='Two.'), Change(kind='added', text='2.'), Change(kind='added', text='Four.')]
    """
    old, new = list(_pieces(before)), list(_pieces(after))
    found: list[Change] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace" and b - a == d - c:
            for was, is_now in zip(old[a:b], new[c:d], strict=True):
                found += _sentences(was, is_now)
        elif tag != "equal":
            found += [Change("removed", piece) for piece in old[a:b]] + [Change("added", piece) for piece in new[c:d]]
    return found[:MOST]


def _pieces(prose: str) -> Iterator[str]:
    """Paragraphs; of lists the items, of tables the rows."""
    piece: list[str] = []
    for line in [*prose.splitlines(), ""]:
        if ROW.match(line):
            yield from _whole(piece)
            if not RULE.match(line):
                yield " · ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
        elif not line.strip() or ITEM.match(line):
            yield from _whole(piece)
            piece += [line] if line.strip() else []
        else:
            piece.append(line)


def _whole(piece: list[str]) -> Iterator[str]:
    if piece:
        text = " ".join(line.strip() for line in piece)
        piece.clear()
        yield text


def _sentences(was: str, is_now: str) -> Iterator[Change]:
    """The sentences that differ; the whole of both where nothing is the same."""
    old, new = ([part for part in SENTENCE.split(text) if part] for text in (was, is_now))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            yield from (Change("removed", part) for part in old[a:b])
            yield from (Change("added", part) for part in new[c:d])
