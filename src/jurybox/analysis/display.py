"""How findings look in a notebook: analysis has no words, so a room above says how."""

from collections.abc import Callable
from typing import Any

whole: Callable[[Any], str] | None = None
"""From findings to HTML; None until `show_with` was called."""


def show_with(show: Callable[[Any], str]) -> None:
    global whole
    whole = show
