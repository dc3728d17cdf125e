"""Names of questions, tags, labels and weights: from what a file calls them to ids of a protocol, and back."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

LONGEST = 60


def slug(text: str) -> str:
    """The id that a protocol author would choose for a name.

    >>> slug("Accuracy/Mistranslation"), slug("Überall gut"), slug("5 Sterne"), slug("流畅")
    ('accuracy-mistranslation', 'uberall-gut', 'x-5-sterne', '')
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    joined = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST]
    return f"x-{joined}" if joined[:1].isdecimal() else joined


def ids_for(names: Iterable[str], kind: str) -> dict[str, str]:
    """An id for each name, no two the same.

    >>> ids_for(["Good", "good!", "好"], "tag")
    {'Good': 'good', 'good!': 'good-2', '好': 'tag-3'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for number, name in enumerate(dict.fromkeys(names), 1):
        base = slug(name) or f"{kind}-{number}"
        id, again = base, 2
        while id in taken:
            id, again = f"{base}-{again}", again + 1
        taken.add(id)
        found[name] = id
    return found


class Known:
    """Ids with the names under which each is known; a name is found as it is, then without case, then as a slug."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        self._found: dict[str, str] = {}
        for id, known in names.items():
            for name in (id, *known):
                for form in (name, name.casefold(), slug(name)):
                    if form:
                        self._found.setdefault(form, id)
        for id in names:
            self._found[id] = id

    def id_of(self, name: str) -> str | None:
        for form in (name, name.casefold(), slug(name)):
            if form in self._found:
                return self._found[form]
        return None
