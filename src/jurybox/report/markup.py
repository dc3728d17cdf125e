"""HTML and SVG piece by piece: every text and attribute is escaped, and there is no style attribute.

>>> el("p", {"class": "note", "hidden": None}, "1 < 2 ", el("b", {}, "&"))
Markup('<p class="note">1 &lt; 2 <b>&amp;</b></p>')
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from jurybox.texts import Words

VOID = frozenset({"br", "hr", "img", "meta", "wbr"})
_NAME = re.compile(r"^[a-zA-Z][\w:-]*$")
_OPEN, _CLOSE = "\ue000", "\ue001"

Attributes = Mapping[str, str | int | float | bool | None]


def el(name: str, attributes: Attributes | None = None, *children: object) -> Markup:
    """One element. An attribute that is None or False is left out, one that is True has no value."""
    pieces: list[str] = ["<", _element(name)]
    for key, value in (attributes or {}).items():
        if value is not None and value is not False:
            pieces += [" ", _attribute(key)] if value is True else [" ", _attribute(key), '="', escape(value), '"']
    pieces.append(">")
    if name not in VOID:
        pieces += [join(children), "</", name, ">"]
    return Markup("".join(pieces))  # every piece is a checked name or was escaped


@cache
def _element(name: str) -> str:
    if not _NAME.match(name):
        raise ValueError(f"'{name}' is no name of an element")
    return name


@cache
def _attribute(name: str) -> str:
    if not _NAME.match(name) or name == "style" or name.startswith("on"):
        raise ValueError(f"'{name}' is no attribute that a page of ours may have")
    return name


def join(children: Iterable[object]) -> Markup:
    """Pieces one after the other; None is nothing."""
    pieces: list[str] = [escape(child) for child in children if child is not None]
    return Markup("".join(pieces))


def name_of(text: str) -> Markup:
    """A name from the data, kept apart from the direction of the text around it.

    >>> name_of("<שלום>")
    Markup('<bdi>&lt;שלום&gt;</bdi>')
    """
    return el("bdi", {}, text)


def rich(words: Words, key: str, **parameters: Any) -> Markup:
    """Words whose parameters may be markup; `n` chooses the plural form."""
    marked = {name: value if name == "n" else f"{_OPEN}{name}{_CLOSE}" for name, value in parameters.items()}
    text = str(escape(words(key, **marked)))
    for name, value in parameters.items():
        text = text.replace(f"{_OPEN}{name}{_CLOSE}", str(escape(value)))
    return Markup(text)
