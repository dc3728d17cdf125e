"""Ogg with Vorbis or Opus: pages of packets. The second packet of a stream, the comments, is overwritten in place."""

import struct
from dataclasses import dataclass, field

from jurybox.exchange.media.containers.pieces import CopyPlan, Patches, SeekableFile, Unreadable, broken, truncated

VORBIS, OPUS = b"\x03vorbis", b"OpusTags"
FIRST = 2


def blank_comments(packet: bytes) -> bytes:
    """A comment packet of the same size that says nothing: one long empty vendor name and no comments.

    >>> blank_comments(b"OpusTags" + b"x" * 12)
    b'OpusTags\\x04\\x00\\x00\\x00    \\x00\\x00\\x00\\x00'
    """
    magic = next((m for m in (VORBIS, OPUS) if packet.startswith(m)), None)
    if magic is None:
        raise broken("comment header")
    end = b"\x01" if magic == VORBIS else b""
    room = len(packet) - len(magic) - 8 - len(end)
    if room < 0:
        raise broken("comment header")
    return magic + struct.pack("<I", room) + b" " * room + bytes(4) + end


@dataclass(slots=True)
class _Page:
    start: int
    header: bytes
    sizes: bytes

    @property
    def body(self) -> int:
        return self.start + 27 + len(self.sizes)

    @property
    def end(self) -> int:
        return self.body + sum(self.sizes)


@dataclass(slots=True)
class _Stream:
    """One logical stream: the pages that its comment packet touches, until the packet is complete."""

    rate: int
    skip: int
    pages: list[_Page] = field(default_factory=list)
    packet: bytearray = field(default_factory=bytearray)
    done: bool = False
    samples: int = 0


def plan(source: SeekableFile) -> CopyPlan:
    patches = Patches()
    streams: dict[int, _Stream] = {}
    position = 0
    while position < source.size and source.some(position, 4) == b"OggS":
        page = _page(source, position)
        kind, granule, serial = page.header[5], *struct.unpack_from("<qI", page.header, 6)
        if kind & FIRST:
            streams[serial] = _begin(source.some(page.body, 48))
        elif serial not in streams:
            raise broken("page without a stream")
        else:
            stream = streams[serial]
            stream.samples = max(stream.samples, granule)
            if not stream.done:
                _comments(source, stream, page, patches)
        position = page.end
    if not streams or not all(stream.done for stream in streams.values()):
        raise truncated()
    seconds = [max(0, stream.samples - stream.skip) / stream.rate for stream in streams.values()]
    return CopyPlan("audio/ogg", patches.pieces(position), duration=seconds[0] if len(seconds) == 1 else None)


def _page(source: SeekableFile, start: int) -> _Page:
    header = source.at(start, 27)
    page = _Page(start, header, source.at(start + 27, header[26]))
    if page.end > source.size:
        raise truncated()
    return page


def _begin(head: bytes) -> _Stream:
    if head.startswith(b"\x01vorbis"):
        return _Stream(max(1, int.from_bytes(head[12:16], "little")), 0)
    if head.startswith(b"OpusHead"):
        return _Stream(48000, int.from_bytes(head[10:12], "little"))
    raise Unreadable("media.unsupported", what="Ogg")


def _comments(source: SeekableFile, stream: _Stream, page: _Page, patches: Patches) -> None:
    """Gather the comment packet; when it is whole, write its pages anew with the comments blanked."""
    stream.pages.append(page)
    for number, size in enumerate(page.sizes):
        stream.packet += source.at(page.body + sum(page.sizes[:number]), size)
        if size < 255:
            stream.done = True
            break
    if not stream.done:
        return
    rest = blank_comments(bytes(stream.packet))
    for touched in stream.pages:
        body = source.at(touched.body, sum(touched.sizes))
        fresh, rest = rest[: len(body)], rest[len(body) :]
        patches.put(touched.start, _sealed(touched, fresh + body[len(fresh) :]))


def _sealed(page: _Page, body: bytes) -> bytes:
    data = page.header[:22] + bytes(4) + page.header[26:] + page.sizes + body
    return data[:22] + struct.pack("<I", checksum(data)) + data[26:]


def checksum(data: bytes) -> int:
    """CRC-32 with polynomial 04C11DB7, not reflected, from 0: RFC 3533, section 6.

    >>> hex(checksum(b"123456789"))
    '0x89a1897f'
    """
    crc = 0
    for byte in data:
        crc = (crc << 8 & 0xFFFFFFFF) ^ _TABLE[crc >> 24 ^ byte]
    return crc


def _entry(value: int) -> int:
    value <<= 24
    for _ in range(8):
        value = value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)
    return value & 0xFFFFFFFF


_TABLE = tuple(_entry(value) for value in range(256))
