"""Making a text worse by a rule: words dropped, swapped, repeated, or replaced by those of another text."""

import re
from collections.abc import Sequence
from math import ceil

from jurybox.design.order import draw, shuffled

RULES = ("drop", "swap", "repeat", "replace")
"""`replace` puts a run of another output's words in place of the text's own, as bad references of WMT are made."""
FEWEST_WORDS = 3
"""A shorter text may be as good after the rule as before."""
_WORD = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿฀-๿]|[^\s぀-ヿ㐀-䶿一-鿿豈-﫿฀-๿]+")
"""Scripts without spaces between words are taken sign by sign."""


def degrade(text: str, rules: Sequence[str], amount: float, other: str, seed: str, *names: object) -> str | None:
    """A worse text by one of the rules, about that share of its words changed; None where it is too short for any.

    >>> degrade("one two three four five", ["drop"], 0.4, "", "seed")
    'one four five'
    >>> degrade("one two three four five", ["replace"], 0.4, "six seven eight nine", "seed")
    'one two six seven five'
    >>> degrade("too short", ["drop"], 0.4, "", "seed") is None
    True
    """
    words = [*_WORD.finditer(text)]
    if len(words) < FEWEST_WORDS:
        return None
    for rule in shuffled(rules, seed, "rule", *names):
        changed = _changed(text, words, rule, amount, other, (seed, *names))
        if changed.split() != text.split() and changed.strip():
            return changed
    return None


def _changed(
    text: str, words: list[re.Match[str]], rule: str, amount: float, other: str, names: tuple[str, *tuple[object, ...]]
) -> str:
    seed, *rest = names
    many = min(len(words) - 1, max(1, ceil(amount * len(words) - 1e-9)))
    start = draw(seed, rule, *rest) % (len(words) - many + 1)
    run = slice(words[start].start(), words[start + many - 1].end())
    if rule == "repeat":
        between = "" if text[run.start : run.stop] == "".join(w[0] for w in words[start : start + many]) else " "
        return text[: run.stop] + between + text[run.start :]
    if rule == "replace":
        found = [*_WORD.finditer(other)]
        first = draw(seed, "from", *rest) % max(1, len(found) - many + 1)
        taken = found[first : first + many]
        return text if not taken else text[: run.start] + other[taken[0].start() : taken[-1].end()] + text[run.stop :]
    chosen = sorted(shuffled(range(len(words)), seed, rule, *rest)[: max(many, 2 if rule == "swap" else 1)])
    return _without(text, words, chosen) if rule == "drop" else _swapped(text, words, chosen)


def _without(text: str, words: list[re.Match[str]], chosen: list[int]) -> str:
    """The text without some words, each with the space that follows it."""
    kept, last = [], 0
    for n in chosen:
        end = words[n + 1].start() if n + 1 < len(words) else words[n].end()
        kept.append(text[last : words[n].start()])
        last = end
    return ("".join(kept) + text[last:]).strip()


def _swapped(text: str, words: list[re.Match[str]], chosen: list[int]) -> str:
    """The words at these places, each at the next one of them."""
    source = dict(zip(chosen, [*chosen[1:], chosen[0]], strict=True))
    kept, last = [], 0
    for n in chosen:
        kept += [text[last : words[n].start()], words[source[n]][0]]
        last = words[n].end()
    return "".join(kept) + text[last:]
