"""Titles and descriptions of the shelf's protocols in languages that a protocol itself does not speak.

They are no part of a protocol: whoever chooses one reads them, and no rater. So they change no hash, and may say more
plainly what a protocol that studies were made of says too briefly.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class CardWords(NamedTuple):
    title: str
    description: str


def card_words(id: str, lang: str) -> CardWords | None:
    """What a card says of a protocol of the shelf in a language; None where the protocol says it, or nobody does."""
    found = _cards().get(id, {}).get(lang)
    return CardWords(*found) if found else None


@cache
def _cards() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads((HERE / "cards.json").read_text(encoding="utf-8"))
    return found
