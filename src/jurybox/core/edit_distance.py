"""How far two texts are apart: the fewest characters, or words, to put in, take out or replace.

No words are moved as a whole: an edit of a word is one of these three, so a rate of them is a translation edit rate
(TER) without its shifts.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypeVar

T = TypeVar("T")

ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Signs of scripts without spaces between words: each is a word."""
STANDS_ALONE = re.compile(f"[{ALONE}]")
PIECE = re.compile(rf"[{ALONE}]|[^\W_{ALONE}]+|\S")
JOINS = "'’"


KNOWN_FROM = 1_000
"""Of two texts with fewer characters a distance is counted in a millisecond, and not kept."""
MOST_KNOWN = 20_000


class EditCounts(NamedTuple):
    """What became of a text, in characters and in words, and how long it is now."""

    characters: int
    words: int
    of_characters: int
    of_words: int


def plain_text(text: str) -> str:
    """What is compared: composed signs, and one kind of line break, for a text field of a browser knows no other.

    >>> plain_text("a\\r\\nb") == plain_text("a\\nb"), plain_text("e\\u0301") == "é"
    (True, True)
    """
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def words(text: str) -> list[str]:
    """Words of letters and digits, signs of scripts without spaces, and other signs, each by itself.

    >>> words("It isn't 25°C, 我们走吧!")
    ['It', "isn't", '25', '°', 'C', ',', '我', '们', '走', '吧', '!']
    """
    if not any(_joins(sign) for sign in set(text)):
        return PIECE.findall(text)
    found: list[str] = []
    end, is_open = -1, False
    for match in PIECE.finditer(text):
        piece, is_next = match.group(), match.start() == end
        is_part = _joins(piece[0])
        if is_open and is_next and (is_part or (_is_word(piece) and _joins(found[-1][-1]))):
            found[-1] += piece
        else:
            found.append(piece)
            is_open = _is_word(piece)
        end = match.end()
    return found


@lru_cache(4096)
def _joins(sign: str) -> bool:
    """Whether a sign goes on with the word before it: an apostrophe, or an accent of its own."""
    return sign in JOINS or unicodedata.category(sign).startswith("M")


def _is_word(piece: str) -> bool:
    return piece[0].isalnum() and STANDS_ALONE.match(piece) is None


_counts: dict[bytes, EditCounts] = {}
_shares: dict[bytes, float] = {}
"""What was counted last of long texts: that is done before the log is held, and found again while it is."""


def _once(known: dict[bytes, T], count: Callable[[str, str], T], one: str, other: str) -> T:
    """The same as counting, without counting long texts twice."""
    if len(one) + len(other) < KNOWN_FROM:
        return count(one, other)
    key = blake2b(f"{len(one)} {one}{other}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    found = known.get(key)
    if found is None:
        found = known[key] = count(one, other)
        while len(known) > MOST_KNOWN:
            known.pop(next(iter(known)), None)
    return found


def forget_counts() -> None:
    """Count everything anew."""
    _counts.clear()
    _shares.clear()


def edit_counts(before: str, after: str) -> EditCounts:
    """The edits that make one text of the other; a word is one as in `words`.

    >>> edit_counts("The cat sat.", "A cat sat down.")
    EditCounts(characters=8, words=2, of_characters=15, of_words=5)
    """
    return _once(_counts, _counted, before, after)


def _counted(before: str, after: str) -> EditCounts:
    before, after = plain_text(before), plain_text(after)
    old, new = words(before), words(after)
    characters = distance(before, after)
    is_same = (len(old), len(new)) == (len(before), len(after))  # every character is a word
    return EditCounts(characters, characters if is_same else distance(old, new), len(after), len(new))


def share_apart(one: str, other: str) -> float:
    """The distance of two texts in characters, as a share of the longer one: from 0 to 1.

    >>> share_apart("kitten", "sitting"), share_apart("", "")
    (0.42857142857142855, 0.0)
    """
    return _once(_shares, _share, one, other)


def _share(one: str, other: str) -> float:
    one, other = plain_text(one), plain_text(other)
    return distance(one, other) / (max(len(one), len(other)) or 1)


def words_apart(one: str, other: str) -> int:
    """The edits of words that make one text of the other.

    >>> words_apart("The cat sat.", "A cat sat down.")
    2
    """
    return distance(words(plain_text(one)), words(plain_text(other)))


def distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """The distance of Levenshtein (1966), a whole column of its table at a time.

    Myers (1999), A fast bit-vector algorithm for approximate string matching, as Hyyrö (2003) has it for two whole
    texts: the differences between neighbouring cells are bits of two numbers, which Python lets be as long as they are.

    >>> distance("kitten", "sitting"), distance(["a", "b"], ["b", "c"])
    (3, 2)
    """
    one, other = _without_common_ends(one, other)
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    if not shorter:
        return len(longer)
    places: dict[Hashable, int] = {}
    for bit, sign in enumerate(longer):
        places[sign] = places.get(sign, 0) | 1 << bit
    everywhere, last = (1 << len(longer)) - 1, 1 << (len(longer) - 1)
    rises, falls, score = everywhere, 0, len(longer)
    for sign in shorter:
        same = places.get(sign, 0) | falls
        level = (((same & rises) + rises) ^ rises) | same
        up, down = (falls | ~(rises | level)) & everywhere, rises & level
        score += bool(up & last) - bool(down & last)
        up = up << 1 | 1
        rises, falls = (down << 1 | ~(up | level)) & everywhere, up & level & everywhere
    return score


def _without_common_ends(
    one: Sequence[Hashable], other: Sequence[Hashable]
) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    start = _common(zip(one, other, strict=False))
    one, other = one[start:], other[start:]
    end = _common(zip(reversed(one), reversed(other), strict=False))
    return one[: len(one) - end], other[: len(other) - end]


def _common(pairs: Iterator[tuple[Hashable, Hashable]]) -> int:
    number = 0
    for one, other in pairs:
        if one != other:
            break
        number += 1
    return number
