"""Names in the order in which people count: r2 before r10."""

import re

_NUMBER = re.compile(r"(\d+)")


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """What to sort names by.

    >>> sorted(["r10", "r2", "Ana", "r2b"], key=natural)
    ['Ana', 'r2', 'r2b', 'r10']
    """
    pieces = _NUMBER.split(name.casefold())
    return tuple((int(piece), "") if n % 2 else (-1, piece) for n, piece in enumerate(pieces))
