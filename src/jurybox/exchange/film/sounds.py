"""The sound of a clip, in step with its pictures: cut to the sample, silence where the film has none."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from jurybox.exchange.film import pyav

RATES = (44_100, 48_000)
CHUNK = 1024
"""Samples of one packet of AAC."""
WARM_UP = 1
"""Seconds decoded before the beginning: the first packets after a jump can be faulty."""
OFF = Fraction(1, 200)
"""Seconds by which a piece's time may differ from where the last one ended: rounding, and not a gap."""

Samples = npt.NDArray[np.float32]


class Sounds:
    """The sound of a film from one of its own times to another, read from an opening of its own."""

    def __init__(self, film: Path, start: Fraction, end: Fraction | None) -> None:
        self._opened = pyav.opened(film)
        self._start, self._end = start, end
        self._rate, self._layout = RATES[-1], "stereo"
        self._source: Any = None

    def __enter__(self) -> "Sounds":
        self._container = self._opened.__enter__()
        self._source = pyav.sound(self._container)
        if self._source is not None:
            context = self._source.codec_context
            self._rate = context.sample_rate if context.sample_rate in RATES else RATES[-1]
            self._layout = "mono" if context.layout.nb_channels == 1 else "stereo"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._opened.__exit__(kind, error, at)

    def stream(self, out: Any) -> Any | None:
        """A stream of the clip for it; None where the film is silent."""
        if self._source is None:
            return None
        return out.add_stream("aac", rate=self._rate, layout=self._layout)

    def packets(self, target: Any | None) -> Iterator[Any]:
        if target is None:
            return
        av = pyav.load()
        for number, samples in enumerate(_chunks(self._cut())):
            frame = av.AudioFrame.from_ndarray(samples, format="fltp", layout=self._layout)
            frame.sample_rate, frame.pts, frame.time_base = self._rate, number * CHUNK, Fraction(1, self._rate)
            yield from target.encode(frame)
        yield from target.encode(None)

    def _cut(self) -> Iterator[Samples]:
        """Samples from the first on, without a gap and without one too many."""
        total = None if self._end is None else round((self._end - self._start) * self._rate)
        done, off = 0, 0
        for place, samples in self._decoded():
            if total is not None and max(place, done) >= total:
                break
            if place > done + off:
                yield from _silence(samples.shape[0], place - done)
                done = place
            elif place < done - off:
                samples = samples[:, done - place :]
            off = int(OFF * self._rate)  # the first piece stands exactly where it belongs
            samples = samples if total is None else samples[:, : total - done]
            if samples.shape[1]:
                yield samples
                done += samples.shape[1]
        if total is not None and done < total:
            yield from _silence(1 if self._layout == "mono" else 2, total - done)

    def _decoded(self) -> Iterator[tuple[int, Samples]]:
        """Decoded samples, each piece with the place of its first one; places before the clip are negative."""
        av = pyav.load()
        resampler = av.AudioResampler(format="fltp", layout=self._layout, rate=self._rate)
        begin = self._start - WARM_UP
        if begin > 0:
            self._container.seek(int(begin / self._source.time_base), stream=self._source, backward=True)
        place: int | None = None
        for frame in pyav.Frames(self._container, self._source):
            for piece in resampler.resample(frame):
                if piece.pts is not None:
                    time = piece.pts * Fraction(piece.time_base)
                    place = round((time - self._start) * self._rate)
                samples = piece.to_ndarray()
                if place is None:
                    continue
                if place + samples.shape[1] > 0:
                    yield place, samples
                place += samples.shape[1]


def _silence(channels: int, count: int) -> Iterator[Samples]:
    """In pieces: a film may be silent for an hour."""
    for begin in range(0, count, RATES[-1]):
        yield np.zeros((channels, min(RATES[-1], count - begin)), np.float32)


def _chunks(pieces: Iterator[Samples]) -> Iterator[Samples]:
    """The same samples, CHUNK at a time."""
    held: list[Samples] = []
    for piece in pieces:
        held.append(piece)
        if sum(part.shape[1] for part in held) < CHUNK:
            continue
        joined = np.concatenate(held, axis=1)
        whole = joined.shape[1] // CHUNK * CHUNK
        for begin in range(0, whole, CHUNK):
            yield np.ascontiguousarray(joined[:, begin : begin + CHUNK])
        held = [joined[:, whole:]]
    if held and (rest := np.concatenate(held, axis=1)).shape[1]:
        yield np.ascontiguousarray(rest)
