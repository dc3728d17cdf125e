"""WAV: RIFF chunks. Kept: the format, the number of samples, and the sound."""

import struct

from jurybox.exchange.media.containers import riff
from jurybox.exchange.media.containers.pieces import CopyPlan, Piece, SeekableFile, broken

KEPT = (b"fmt ", b"fact", b"data")


def plan(source: SeekableFile) -> CopyPlan:
    pieces: list[Piece] = []
    rate = sound = 0
    for chunk in riff.chunks(source, 12, riff.end_of(source)):
        name, start, size = chunk
        if name in KEPT:
            pieces.extend(riff.kept(chunk))
        if name == b"fmt ":
            (rate,) = struct.unpack("<I", source.at(start + 8, 4))
        elif name == b"data":
            sound += size
    if not rate or not sound:
        raise broken("no sound")
    return CopyPlan("audio/wav", riff.whole(b"WAVE", pieces), duration=sound / rate)
