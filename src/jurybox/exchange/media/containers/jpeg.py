"""JPEG: segments up to the end of the image. Kept: what decoding needs, the colour profile, and the orientation."""

import re

from jurybox.exchange.media.containers import exif, icc
from jurybox.exchange.media.containers.pieces import CopyPlan, Keep, Piece, SeekableFile, broken, truncated

_SCAN_END = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
SOI, EOI, SOS, APP0, APP1, APP2, APP14, COM = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE, 0xFE
PROFILE = b"ICC_PROFILE\0"
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
TABLES = {0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF}
ALONE = {0x01, SOI, *range(0xD0, 0xD8)}
"""Markers without a length. Where they stand outside a scan they mean nothing."""


def plan(source: SeekableFile) -> CopyPlan:
    data = source.all()
    pieces: list[Piece] = []
    profile: list[bytes] = []
    size: tuple[int, int] | None = None
    turned = 1
    position = 2
    while True:
        start, marker = _marker(data, position)
        position = start + 2
        if marker == EOI:
            break
        if marker in ALONE:
            continue
        body = _body(data, position)
        position += 2 + len(body)
        if marker in FRAMES:
            size = size or (int.from_bytes(body[3:5], "big"), int.from_bytes(body[1:3], "big"))
            pieces.append(Keep(start, position - start))
        elif marker == SOS:
            position = _scan_end(data, position)
            pieces.append(Keep(start, position - start))
        elif marker in TABLES:
            pieces.append(Keep(start, position - start))
        elif marker == APP1 and body.startswith(b"Exif\0"):
            turned = exif.orientation(body[6:])
        elif marker == APP2 and body.startswith(PROFILE):
            profile.append(body)
        else:
            pieces.extend(_application(marker, body))
    if size is None:
        raise broken("no picture")
    width, height = exif.shown(*size, turned)
    return CopyPlan(
        "image/jpeg", (b"\xff\xd8", *_turn(turned), *_profile(profile), *pieces, b"\xff\xd9"), width, height
    )


def _marker(data: bytes, position: int) -> tuple[int, int]:
    """Where the next marker stands. Filling, and stray bytes, which decoders skip, are left behind."""
    while True:
        start = data.find(b"\xff", position)
        if start < 0 or start + 1 >= len(data):
            raise truncated()
        if data[start + 1] not in (0x00, 0xFF):
            return start, data[start + 1]
        position = start + 1


def _body(data: bytes, position: int) -> bytes:
    size = int.from_bytes(data[position : position + 2], "big")
    if size < 2:
        raise broken("segment length") if position + 2 <= len(data) else truncated()
    if position + size > len(data):
        raise truncated()
    return data[position + 2 : position + size]


def _scan_end(data: bytes, position: int) -> int:
    found = _SCAN_END.search(data, position)
    if found is None:
        raise truncated()
    return found.start()


def _application(marker: int, body: bytes) -> list[bytes]:
    """What application segments are worth: the pixel shape without its thumbnail, and the transform of colours."""
    if marker == APP0 and body.startswith(b"JFIF\0") and len(body) >= 14:
        return [_segment(APP0, body[:12] + b"\0\0")]
    if marker == APP14 and body.startswith(b"Adobe") and len(body) >= 12:
        return [_segment(APP14, body[:12])]
    if marker < APP0:
        raise broken(f"marker {marker:02X}")
    return []


def _profile(parts: list[bytes]) -> list[bytes]:
    """The colour profile without its texts, in the parts in which it came."""
    head = len(PROFILE) + 2
    cleaned = icc.clean(b"".join(part[head:] for part in sorted(parts, key=lambda part: part[head - 2 : head - 1])))
    made, start = [], 0
    for n, part in enumerate(parts if cleaned and len(parts) < 256 else ()):
        end = start + max(0, len(part) - head)
        made.append(_segment(APP2, PROFILE + bytes((n + 1, len(parts))) + cleaned[start:end]))
        start = end
    return made


def _turn(turned: int) -> list[bytes]:
    return [] if turned == 1 else [_segment(APP1, b"Exif\0\0" + exif.minimal(turned))]


def _segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + (len(body) + 2).to_bytes(2, "big") + body
