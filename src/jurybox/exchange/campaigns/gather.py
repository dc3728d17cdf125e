"""Parts of documents brought together: a segment may stand in a file many times, once for each rater or system."""

from collections.abc import Sequence

from msgspec.structs import replace

from jurybox.exchange.campaigns.campaign import Listed, Part
from jurybox.exchange.campaigns.file import CampaignFile, Path_

BETWEEN = " _#-:./|"
"""What stands between the key of a document and the number of a segment."""


def document_key(keys: Sequence[str]) -> str:
    """What the keys of a document's segments have in common.

    >>> document_key(["news_#_guardian.22_#_10", "news_#_guardian.22_#_11"]), document_key(["a:1"])
    ('news_#_guardian.22', 'a:1')
    >>> document_key(["a", "b"])
    'a'
    """
    if len(set(keys)) == 1:
        return keys[0]
    first, last = min(keys), max(keys)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    common = first[:same]
    if common and common[-1].isdigit():
        common = common.rstrip("0123456789")
    return common.rstrip(BETWEEN) or keys[0]


def segment_keys(ids: Sequence[str | None], number: int) -> list[str]:
    """The keys of a document's segments: their own, or those of the document with their numbers."""
    if all(ids) and len(set(ids)) == len(ids):
        return [str(id) for id in ids]
    stem = str(ids[0]) if ids[0] and len(set(ids)) == 1 else str(number)
    return [f"{stem}:{n}" for n in range(1, len(ids) + 1)] if len(ids) > 1 else [stem]


class CampaignRows:
    """What a file says of segments, put together by their keys; what it says in two ways is a fault."""

    def __init__(self, file: CampaignFile) -> None:
        self.file = file
        self.parts: dict[str, Part] = {}
        self._first: dict[str, Path_] = {}
        self._documents: dict[tuple[str, ...], str] = {}
        self._named: set[str] = set()

    def document(self, keys: Sequence[str]) -> str:
        """The key of a document, by those of its segments; no two documents have the same."""
        known = self._documents.get(tuple(keys))
        if known is None:
            stem = document_key(keys)
            names = (stem if n == 1 else f"{stem}@{n}" for n in range(1, len(self._documents) + 2))
            known = self._documents[tuple(keys)] = next(name for name in names if name not in self._named)
            self._named.add(known)
        return known

    def add(self, part: Part, at: Path_) -> None:
        before = self.parts.get(part.key)
        if before is None:
            self.parts[part.key], self._first[part.key] = part, at
            return
        for name in ("source", "reference", "files", "group"):
            if getattr(part, name) != getattr(before, name):
                self._differ(part.key, name, at)
        for system, text in part.outputs.items():
            if before.outputs.get(system, text) != text:
                self._differ(part.key, system, at)
        outputs, suggested = {**before.outputs, **part.outputs}, {**before.suggested, **part.suggested}
        self.parts[part.key] = replace(before, outputs=outputs, suggested=suggested)

    def _differ(self, key: str, what: str, at: Path_) -> None:
        first = self.file.line_of(*self._first[key])
        self.file.fault("campaign.differs", self.file.line_of(*at), key, what=what, first=f"{self.file.name}:{first}")


def check_segments(file: CampaignFile, document: str, parts: Sequence[tuple[Part, Path_]]) -> None:
    """Every system of a document must have made all of its segments."""
    systems = list(dict.fromkeys(name for part, _ in parts for name in part.outputs))
    for system in systems:
        missing = [str(n) for n, (part, _) in enumerate(parts, 1) if system not in part.outputs]
        if missing:
            line, count = file.line_of(*parts[0][1]), len(parts)
            file.fault("campaign.missing_segments", line, missing, count, system=system, document=document)


def apart(parts: list[Part], lists: dict[str, list[Listed]]) -> tuple[list[Part], dict[str, list[Listed]]]:
    """Where raters see different outputs of a segment side by side, each choice of outputs is an item of its own."""
    shown: dict[str, dict[frozenset[str], str]] = {}
    for one in (one for listed in lists.values() for one in listed):
        names = shown.setdefault(one.key, {})
        if frozenset(one.systems) not in names:
            names[frozenset(one.systems)] = one.key if not names else f"{one.key}@{len(names) + 1}"
    if all(len(names) == 1 for names in shown.values()):
        return parts, lists
    split = [
        replace(part, key=name, outputs={s: text for s, text in part.outputs.items() if s in systems})
        for part in parts
        for systems, name in shown.get(part.key, {frozenset(part.outputs): part.key}).items()
    ]
    renamed = {
        rater: [Listed(shown[one.key][frozenset(one.systems)], one.systems) for one in listed]
        for rater, listed in lists.items()
    }
    return split, renamed
