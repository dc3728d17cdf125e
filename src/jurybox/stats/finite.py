"""What no statistic can be computed from: NaN and infinity are refused, in one place, before they come out as a number.

Sorted as the largest value, or lost in a sum, they would give a figure that looks like any other.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from itertools import chain
from typing import Any, ParamSpec, TypeVar

import numpy as np

Given = ParamSpec("Given")
Found = TypeVar("Found")


def only_finite(*missing: str) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """A function that refuses numbers which are none, in arrays, lists and by themselves.

    In the arguments named as `missing` NaN stands for what there is none of; infinity is refused there too.

    >>> @only_finite()
    ... def mean(value: np.ndarray) -> float:
    ...     return float(value.mean())
    >>> mean(np.array([1.0, np.nan]))
    Traceback (most recent call last):
    ...
    ValueError: value[1] is nan: only finite numbers can be computed with; leave out what is missing
    """

    def refusing(function: Callable[Given, Found]) -> Callable[Given, Found]:
        names = tuple(signature(function).parameters)

        @wraps(function)
        def checked(*args: Given.args, **more: Given.kwargs) -> Found:
            for name, value in chain(zip(names, args, strict=False), more.items()):
                check(name, value, is_missing_allowed=name in missing)
            return function(*args, **more)

        return checked

    return refusing


def check(name: str, value: Any, *, is_missing_allowed: bool = False) -> None:
    """Raises ValueError, naming the first place, where a number is not finite."""
    numbers = _numbers(value)
    if numbers is None:
        return
    bad = np.isinf(numbers) if is_missing_allowed else ~np.isfinite(numbers)
    if bad.any():
        place = np.argwhere(bad)[0].tolist()
        where = f"[{', '.join(map(str, place))}]" if place else ""
        found = numbers[tuple(place)]
        raise ValueError(
            f"{name}{where} is {found}: only finite numbers can be computed with; leave out what is missing"
        )


def _numbers(value: Any) -> np.ndarray | None:
    """What of an argument could be no number: floats; codes, flags and names can't."""
    if isinstance(value, np.ndarray):
        return value if value.dtype.kind == "f" else None
    if isinstance(value, list | tuple):
        are_numbers = any(isinstance(one, float) for one in value) and all(
            isinstance(one, int | float) for one in value
        )
        return np.array(value, float) if are_numbers else None
    return np.array(value) if isinstance(value, float) else None
