"""Times are UTC microseconds inside and RFC 3339 outside."""

from datetime import UTC, datetime, timedelta
from typing import overload

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@overload
def rfc3339(micros: int) -> str: ...
@overload
def rfc3339(micros: None) -> None: ...
def rfc3339(micros: int | None) -> str | None:
    """A stored time as people and programs read it.

    >>> rfc3339(1_700_000_000_000_000)
    '2023-11-14T22:13:20.000000Z'
    """
    if micros is None:
        return None
    return (EPOCH + timedelta(microseconds=micros)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def micros_of(moment: str) -> int:
    """Microseconds since 1970 of an RFC 3339 time; ValueError for anything else.

    >>> micros_of("1970-01-01T00:00:01Z")
    1000000
    """
    parsed = datetime.fromisoformat(moment)
    if parsed.tzinfo is None:
        raise ValueError("a time without a zone")
    return (parsed - EPOCH) // MICROSECOND
