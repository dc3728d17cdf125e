"""What a labeling configuration shows: objects, and in their values parts of a task with the words before them."""

import re
from dataclasses import dataclass

from jurybox.exchange.label_studio.config import XmlElement

_VARIABLE = re.compile(r"\$([A-Za-z_]\w*(?:\.\w+|\[[^\]]*\])*)")


@dataclass(frozen=True, slots=True)
class ShownPart:
    label: str
    path: str


def parts_of(value: str) -> list[ShownPart]:
    """The parts of a task that a value names.

    >>> parts_of("preceding AD for context: $preceding_ad")
    [ShownPart(label='preceding AD for context', path='preceding_ad')]
    >>> parts_of("$ad_block[0].text"), parts_of("Content:")
    ([ShownPart(label='', path='ad_block[0].text')], [])
    """
    found = []
    end = 0
    for part in _VARIABLE.finditer(value):
        found.append(ShownPart(heading_of(value[end : part.start()]), part[1]))
        end = part.end()
    return found


def heading_of(words: str) -> str:
    """Words without the colon and other signs around them.

    >>> heading_of(" Content: "), heading_of(" – "), heading_of("How useful is it?")
    ('Content', '', 'How useful is it?')
    """
    return re.sub(r"^[\W_]+|[^\w?!.)\"”»]+$", "", words.strip())


@dataclass(slots=True)
class ShownObject:
    """Something that the configuration shows."""

    name: str
    path: str
    kind: str
    is_repeated: bool
    element: XmlElement
    field: str = ""
    label: str = ""
    """The words that stand before it."""
