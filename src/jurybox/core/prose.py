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
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+|[^\w\s]|\s+")
"""Of scripts without spaces every sign is one."""
MOST = 200
"""More pieces than this are no notice but a new text."""


@dataclass(frozen=True, slots=True)
class Change:
    kind: Literal["added", "removed"]
    text: str
    """A paragraph, a list item, a row of a table, or a sentence of one of them; Markdown."""


ALIKE = 0.5
"""Two sentences that share less than this are no change of one, but another."""


@dataclass(frozen=True, slots=True)
class ProseWords:
    """Some words of a changed sentence."""

    kind: Literal["same", "added", "removed"]
    text: str


@dataclass(frozen=True, slots=True)
class ProseDifference:
    """A piece that came in or was taken out as a whole, or one that changed, word by word."""

    kind: Literal["added", "removed", "changed"]
    words: tuple[ProseWords, ...]


def differences(before: str, after: str) -> list[ProseDifference]:
    """As `changes`, with each changed sentence once and its words told apart.

    >>> [[(part.kind, part.text) for part in one.words] for one in differences("Rate it.", "Rate all of it.")]
    [[('same', 'Rate'), ('added', ' all of'), ('same', ' it.')]]
    """
    found: list[ProseDifference] = []
    removed: list[str] = []
    added: list[str] = []
    for change in changes(before, after):
        if change.kind == "removed" and added:
            found += _paired(removed, added)
            removed, added = [], []
        (removed if change.kind == "removed" else added).append(change.text)
    return found + _paired(removed, added)


def _paired(removed: list[str], added: list[str]) -> list[ProseDifference]:
    """What is alike is one that changed, the first with the first; what is left over came in or was taken out."""
    found: list[ProseDifference] = []
    left = list(added)
    for was in removed:
        told = next(((n, one) for n, text in enumerate(left) if (one := _words(was, text))), None)
        if told is None:
            found.append(_whole_piece("removed", was))
            continue
        found += [_whole_piece("added", text) for text in left[: told[0]]] + [told[1]]
        left = left[told[0] + 1 :]
    return found + [_whole_piece("added", text) for text in left]


def _whole_piece(kind: Literal["added", "removed"], text: str) -> ProseDifference:
    return ProseDifference(kind, (ProseWords(kind, text),))


def _words(was: str, is_now: str) -> ProseDifference | None:
    old, new = WORD.findall(was), WORD.findall(is_now)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return None
    parts: list[ProseWords] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            parts.append(ProseWords("same", "".join(old[a:b])))
            continue
        parts += [ProseWords("removed", "".join(old[a:b]))] if b > a else []
        parts += [ProseWords("added", "".join(new[c:d]))] if d > c else []
    return ProseDifference("changed", tuple(parts))


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
