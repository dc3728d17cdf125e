"""Chance that can be repeated: everything is drawn by hashing a seed with the names of what is drawn."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
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
    import numpy as np  # where commands begin that draw nothing, it would cost more than they do

    every = list(things)
    begin = f"{seed}\x1fplace\x1f".encode()
    digests = (blake2b(begin + str(key(thing)).encode("utf-8"), digest_size=8).digest() for thing in every)
    drawn = np.fromiter((int.from_bytes(digest, "big") for digest in digests), np.uint64, len(every))
    kinds: dict[object, array[int]] = {}
    for n, thing in enumerate(every):
        kinds.setdefault(kind(thing), array("q")).append(n)
    lies = np.empty(len(every))
    for own in kinds.values():
        of_kind = np.frombuffer(own, np.int64)
        in_turn = of_kind[np.argsort(drawn[of_kind], kind="stable")]
        lies[in_turn] = (np.arange(len(own)) + (drawn[in_turn] & HALF) / (HALF + 1)) * (1 / len(own))
    return [every[n] for n in np.lexsort((drawn, lies)).tolist()]


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
