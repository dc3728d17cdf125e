"""Colour profiles: the numbers that colours are shown by are kept, and nothing that anybody can read."""

import struct

HEAD, ENTRY = 128, 12
NUMBERS = {
    b"XYZ ", b"curv", b"para", b"mft1", b"mft2", b"mAB ", b"mBA ", b"sf32", b"uf32", b"chrm", b"meas", b"view", b"mpet",
    b"cicp", b"sig ",
}  # fmt: skip
"""Kinds of entries that hold numbers; all others are texts, names, or known to their maker alone."""
MADE_BY = [(4, 8), (40, 44), (48, 56), (80, 100)]
"""Of the head: who made the profile and for which device, and a sum of what it held."""
MOST_ENTRIES = 200


def clean(profile: bytes) -> bytes:
    """The profile, as long as before, with zeros where no number stands; nothing where it can't be understood."""
    if len(profile) < HEAD + 4:
        return b""
    (number,) = struct.unpack_from(">I", profile, HEAD)
    table = HEAD + 4 + ENTRY * number
    if number > MOST_ENTRIES or table > len(profile):
        return b""
    kept = bytearray(len(profile))
    kept[:table] = profile[:table]
    for start, end in MADE_BY:
        kept[start:end] = bytes(end - start)
    for n in range(number):
        _, start, size = struct.unpack_from(">4sII", profile, HEAD + 4 + ENTRY * n)
        if start < table or start + size > len(profile):
            return b""
        kept[start : start + size] = _entry(profile[start : start + size])
    return bytes(kept)


def _entry(body: bytes) -> bytes:
    """An entry as it is, or an empty text of its kind and length, which readers of profiles expect in its place."""
    kind = body[:4]
    if kind in NUMBERS:
        return body
    empty = {b"mluc": struct.pack(">4sIII", kind, 0, 0, ENTRY), b"desc": struct.pack(">4sII", kind, 0, 1)}
    return empty.get(kind, b"text")[: len(body)].ljust(len(body), b"\0")
