"""Chance that can be repeated: everything is drawn by hashing a seed with the names of what is drawn."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from operator import itemgetter
from typing import TypeVar

T = TypeVar("T")
HALF = 2**32 - 1
"""The lower half of a draw: where a thing lies, as its order goes by the upper one."""


def draw(seed: str, *names: object) -> int:
    """A number that depends only on the seed and the names.

    >>> draw("s", "rater", 1) == draw("s", "rater", 1) != draw("s", "rater", 2)
    True
    """
    text = "\x1f".join([seed, *map(str, names)])
    return int.from_bytes(blake2b(text.encode("utf-8"), digest_size=8).digest(), "big")


def shuffled(things: Iterable[T], seed: str, *names: object, key: Callable[[T], object] = lambda x: x) -> list[T]:
    """The things in the order of their draws.

    >>> shuffled("abcd", "seed", "rater-1")
    ['d', 'c', 'a', 'b']
    """
    begin = "".join(f"{name}\x1f" for name in (seed, *names)).encode()

    def drawn(thing: T) -> bytes:
        """As `draw` does; its bytes stand in the order of its numbers."""
        return blake2b(begin + str(key(thing)).encode("utf-8"), digest_size=8).digest()

    return sorted(things, key=drawn)


def spread(things: Iterable[T], seed: str, kind: Callable[[T], object], key: Callable[[T], object]) -> list[T]:
    """The things in an order by chance in which those of each kind come evenly.

    The n things of a kind are shuffled, and the first lies anywhere in the first nth of the way, the second in the
    second, and so on: no stretch has many more of a kind than its share.
    """
    begin = f"{seed}\x1fplace\x1f".encode()
    kinds: dict[object, list[tuple[int, T]]] = {}
    for thing in things:
        drawn = blake2b(begin + str(key(thing)).encode("utf-8"), digest_size=8).digest()
        kinds.setdefault(kind(thing), []).append((int.from_bytes(drawn, "big"), thing))
    lying: list[tuple[float, int, T]] = []
    for name in list(kinds):
        own = kinds.pop(name)  # let go one after the other: there may be a million things
        own.sort(key=itemgetter(0))
        step = 1 / len(own)
        lying += [((n + (drawn & HALF) / (HALF + 1)) * step, drawn, thing) for n, (drawn, thing) in enumerate(own)]
    lying.sort(key=itemgetter(1))
    lying.sort(key=itemgetter(0))  # in two steps, which need no pair for each thing
    return [thing for _, _, thing in lying]


def places(
    items: Sequence[Sequence[T]],
    seed: str,
    order: str,
    together: int = 0,
    key: Callable[[T], object] = lambda x: x,
    kind: Callable[[T], object] | None = None,
) -> list[T]:
    """The order of all units in the pool; `items` holds the units of each item.

    Sequential keeps the order given. Random shuffles units over the whole study. With `together`, items are shuffled,
    and units only within a run of about that many, so that all units of one item stay close enough for one batch.
    With `kind`, units of each kind come evenly.
    """
    flat = [unit for units in items for unit in units]
    if order == "sequential":
        return flat
    if not together and kind is not None:
        return spread(flat, seed, kind, key)
    if not together:
        return shuffled(flat, seed, "place", key=key)
    runs: list[list[T]] = [[]]
    for units in shuffled([u for u in items if u], seed, "item", key=lambda us: key(us[0])):
        if len(runs[-1]) >= together:
            runs.append([])
        runs[-1].extend(units)
    return [unit for run in runs for unit in shuffled(run, seed, "place", key=key)]
