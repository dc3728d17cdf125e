"""The one thing of EXIF that must survive: which way up the picture is."""

import struct

TAG = 0x0112


def orientation(tiff: bytes) -> int:
    """1 to 8; 1, upright, where nothing sensible is said.

    >>> orientation(minimal(6)), orientation(b"rubbish")
    (6, 1)
    """
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, start)
        for number in range(count):
            tag, kind, _, value = struct.unpack_from(order + "HHIH", tiff, start + 2 + 12 * number)
            if tag == TAG:
                return value if kind == 3 and 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1


def minimal(value: int) -> bytes:
    """A TIFF block with nothing but the orientation."""
    return b"MM\0*\0\0\0\x08" + struct.pack(">HHHIHHI", 1, TAG, 3, 1, value, 0, 0)


def shown(width: int, height: int, value: int) -> tuple[int, int]:
    """Width and height after turning."""
    return (height, width) if value >= 5 else (width, height)
