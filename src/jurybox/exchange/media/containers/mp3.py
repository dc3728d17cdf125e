"""MP3: frames of sound. What stands before, between or behind them (ID3, APE, lyrics) is no sound and is not kept."""

from jurybox.exchange.media.containers.pieces import CopyPlan, Keep, Piece, SeekableFile, broken

_RATES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_KBITS_1 = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KBITS_2 = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_LAYER_3 = 1


def frame(data: bytes, position: int) -> tuple[int, int, int] | None:
    """Length in bytes, samples and sampling rate of the frame that starts here, if one does."""
    head = data[position : position + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE0 | _LAYER_3 << 1:
        return None
    version, bitrate, rate = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version == 1 or bitrate in (0, 15) or rate == 3:
        return None
    samples, kbits = (1152, _KBITS_1) if version == 3 else (576, _KBITS_2)
    hertz = _RATES[version][rate]
    return samples // 8 * kbits[bitrate] * 1000 // hertz + (head[2] >> 1 & 1), samples, hertz


def plan(source: SeekableFile) -> CopyPlan:
    data = source.all()
    pieces: list[Piece] = []
    samples, rate = 0, 0
    position = _sound(data, _behind_tags(data, 0), rate)
    while position is not None:
        start = position
        while (found := frame(data, position)) and position + found[0] <= len(data) and found[2] == (rate or found[2]):
            position += found[0]
            samples += found[1]
            rate = found[2]
        pieces.append(Keep(start, position - start))
        position = _sound(data, _behind_tags(data, position), rate)
    if not samples:
        raise broken("no sound")
    return CopyPlan("audio/mpeg", tuple(pieces), duration=samples / rate)


def _behind_tags(data: bytes, position: int) -> int:
    """Step over tags that say how long they are: a picture in one could look like sound."""
    while (end := _behind_tag(data, position)) > position:
        position = end
    return position


def _behind_tag(data: bytes, position: int) -> int:
    head = data[position : position + 32]
    if head[:3] == b"ID3" and len(head) >= 10:
        size = sum((byte & 0x7F) << shift for byte, shift in zip(head[6:10], (21, 14, 7, 0), strict=True))
        return position + 10 + size + (10 if head[5] & 0x10 else 0)
    if head[:8] == b"APETAGEX" and len(head) == 32:
        size = int.from_bytes(head[12:16], "little")
        return position + 32 + size
    if head[:3] == b"TAG":
        return position + 128
    return position


def _sound(data: bytes, position: int, rate: int) -> int | None:
    """Where the next two frames stand one behind the other; one alone may be chance, unless it is the last thing."""
    while (position := data.find(b"\xff", position)) >= 0:
        first = frame(data, position)
        if first and first[2] == (rate or first[2]):
            following = position + first[0]
            second = frame(data, following)
            if (second and second[2] == first[2]) or following == len(data):
                return position
        position += 1
    return None
