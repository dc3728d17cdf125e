"""How findings look in a notebook: analysis has no words, so a room above says how."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jurybox.analysis.findings import Findings

whole: "Callable[[Findings], str] | None" = None
"""From findings to HTML; None until `show_with` was called."""


def show_with(show: "Callable[[Findings], str]") -> None:
    global whole
    whole = show
