"""What organisers know rows by, and which rows a system lacks that others have."""

from collections import Counter
from collections.abc import Collection

from jurybox.core import Fault, is_made_key
from jurybox.exchange.files import at, short
from jurybox.exchange.items.repeated_rows import row_of
from jurybox.exchange.items.rows_into_items import Gathered, PartialItem

SHOWN = 20


LONGEST = 40
"""Of the words by which an item is known that has no id."""


def known_as(key: str, draft: PartialItem) -> str:
    """Its key, or how its text begins where the key was made of it and tells people nothing."""
    texts = (value for value in draft.values.values() if isinstance(value, str) and value)
    text = next(texts, "") if is_made_key(key) else ""
    return text if 0 < len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …" if text else key


def row_words(system: str, draft: PartialItem, number: int = 0) -> dict[str, str | None]:
    """The system with its segment, and how the text begins that it had before it: that is not the system's."""
    part = (draft.parts or {}).get(number)
    texts = [value for said in (part, draft) if said for value in said.values.values() if isinstance(value, str)]
    row = row_of(system, str(number) if number else "", "")
    return {"row": row, "text": str(short(texts[0].strip())) if texts else None}


def lacking(gathered: Gathered, existing: Collection[tuple[str, str]]) -> list[Fault]:
    """Systems that made outputs of most items, but not of all."""
    drafts = gathered.drafts
    total = len(drafts)
    found = Counter(system for draft in drafts.values() for system in draft.outputs if system)
    few = [system for system, many in found.items() if total > many >= total / 2]
    notes = []
    for system in few:
        without = [key for key, one in drafts.items() if system not in one.outputs and (key, system) not in existing]
        if without:
            place = gathered.systems[system][1] if system in gathered.systems else drafts[without[0]].place
            params = {"missing": len(without), "items": without[:SHOWN]}
            notes.append(Fault("import.lacks_items", at(place), system, total, params, *place))
    return notes
