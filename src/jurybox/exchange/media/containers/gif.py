"""GIF: a list of blocks. Kept: pictures with their timing, and whether the animation repeats."""

from jurybox.exchange.media.containers.pieces import CopyPlan, Keep, Piece, SeekableFile, broken, truncated

EXTENSION, IMAGE, END = 0x21, 0x2C, 0x3B
CONTROL, APPLICATION, PLAIN_TEXT = 0xF9, 0xFF, 0x01
LOOPS = (b"NETSCAPE2.0", b"ANIMEXTS1.0")


def plan(source: SeekableFile) -> CopyPlan:
    data = source.all()
    if len(data) < 13:
        raise truncated()
    position = 13 + _colours(data[10])
    pieces: list[Piece] = [Keep(0, position)]
    control: list[Piece] = []
    pictures = 0
    while (kind := _byte(data, position)) != END:
        start = position
        if kind == IMAGE:
            position = _blocks_end(data, position + 11 + _colours(_byte(data, position + 9)))
            pieces += [*control, Keep(start, position - start)]
            control = []
            pictures += 1
        elif kind == EXTENSION:
            label = _byte(data, position + 1)
            position = _blocks_end(data, position + 2)
            if label == CONTROL and position - start == 8:
                control = [Keep(start, 8)]
            elif label == APPLICATION:
                pieces += _loop(data[start:position])
            elif label == PLAIN_TEXT:
                control = []
        else:
            raise broken(f"block {kind:02X}")
    if not pictures:
        raise broken("no picture")
    size = (int.from_bytes(data[n : n + 2], "little") for n in (6, 8))
    return CopyPlan("image/gif", (*pieces, bytes((END,))), *size)


def _byte(data: bytes, position: int) -> int:
    if position >= len(data):
        raise truncated()
    return data[position]


def _colours(flags: int) -> int:
    """The length of a colour table."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _blocks_end(data: bytes, position: int) -> int:
    """Behind a chain of small blocks, each with its length; an empty one ends it."""
    while size := _byte(data, position):
        position += size + 1
    return position + 1


def _loop(extension: bytes) -> list[bytes]:
    """How often the animation repeats, written anew; of other applications nothing."""
    if extension[3:14] not in LOOPS or extension[14:16] != b"\x03\x01" or len(extension) < 18:
        return []
    return [b"\x21\xff\x0b" + extension[3:14] + b"\x03\x01" + extension[16:18] + b"\0"]
