"""What an encoder says of itself in a stream of H.264: a message before the first picture, which no player reads."""

from collections.abc import Iterator

from jurybox.exchange.media.containers.pieces import SeekableFile

BEFORE_PICTURES = {6, 7, 8, 9, 12}
"""Kinds of units that may stand before a picture: messages, parameters, delimiters and filling."""
MESSAGE, UNREGISTERED = 6, 5
LONGEST, MOST_UNITS = 1 << 16, 20


def own_words(source: SeekableFile, start: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    """Start and end of what stands in messages of no registered kind, before the first picture of a sample.

    `width` is how many bytes tell the length of a unit.
    """
    for _ in range(MOST_UNITS):
        if start + width + 2 > end:
            return
        body, size = start + width, source.number(start, width)
        start = body + size
        if start > end or size < 3 or source.at(body, 1)[0] & 31 not in BEFORE_PICTURES:
            return
        if source.at(body, 1)[0] & 31 == MESSAGE and size <= LONGEST:
            yield from _message(source.at(body, size), body)


def _message(unit: bytes, place: int) -> Iterator[tuple[int, int]]:
    if unit[1] != UNREGISTERED:
        return
    at, length = 2, 0
    while at < len(unit) and unit[at] == 0xFF:
        length, at = length + 0xFF, at + 1
    if at < len(unit) and at + 1 + length + unit[at] <= len(unit):
        yield place + at + 1, place + at + 1 + length + unit[at]
