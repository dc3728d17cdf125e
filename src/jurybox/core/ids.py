"""UUIDv7: an id that sorts by the time it was made. The caller gives time and chance."""

import re

UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def uuid7(now_us: int, random_bits: int) -> str:
    """A version 7 UUID from microseconds since 1970 and at least 74 random bits.

    >>> uuid7(1_700_000_000_000_000, 0)
    '018bcfe5-6800-7000-8000-000000000000'
    """
    value = (now_us // 1000 & (1 << 48) - 1) << 80
    value |= 0x7 << 76 | (random_bits & 0xFFF) << 64
    value |= 0b10 << 62 | (random_bits >> 12) & (1 << 62) - 1
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def is_uuid(text: str) -> bool:
    """Whether a text has the shape of a UUID in lower case.

    >>> is_uuid("018bcfe5-6800-7000-8000-000000000000"), is_uuid("1")
    (True, False)
    """
    return UUID.fullmatch(text) is not None
