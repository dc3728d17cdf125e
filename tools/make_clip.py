"""Make the film clips of the demonstration: python -m tools.make_clip, where numpy, Pillow and PyAV are installed.

PyAV (pip install av) brings H.264 and AAC encoders. It is not among the packages that the tests need: the clips are
committed, and only somebody who changes the film makes them again.
"""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

from tools.demo_art.film import sound, story
from tools.demo_art.film.kitchen import SIZE
from tools.shell import ROOT, say

FOLDER = ROOT / "src" / "jurybox" / "studies" / "demo" / "content" / "audio-description" / "media"
NAMES = ("kitchen-1.mp4", "kitchen-2.mp4", "kitchen-3.mp4")

VIDEO = {
    "crf": "27",
    "preset": "veryslow",
    "tune": "animation",
    "profile": "main",
    # A key frame every second, so that seeking is quick; one thread, so that the bytes are the same each time.
    "x264-params": "keyint=25:scenecut=0:threads=1",
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for part, name in enumerate(NAMES):
        write(part, FOLDER / name)
        say(f"{name}: {(FOLDER / name).stat().st_size / 1000:.0f} kB")


def write(part: int, path: Path) -> None:
    """One part as mp4, its index in front, without any metadata."""
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart", "fflags": "+bitexact"}) as out:
        video = out.add_stream("libx264", rate=story.FPS, options=VIDEO)
        video.width, video.height = SIZE
        video.pix_fmt = "yuv420p"
        # BT.709, limited range: the numbers of H.273 for primaries, transfer and matrix.
        video.codec_context.color_primaries = video.codec_context.color_trc = video.codec_context.colorspace = 1
        video.codec_context.color_range = 1
        audio = out.add_stream("aac", rate=sound.RATE, layout="mono")
        audio.bit_rate = 56_000
        audio.codec_context.flags |= av.codec.context.Flags.bitexact  # no encoder's name inside the sound either
        for stream, packets in ((video, pictures(video, part)), (audio, samples(audio, part))):
            for packet in packets:
                packet.stream = stream
                out.mux(packet)


def pictures(stream: Any, part: int) -> Iterable[Any]:
    # The encoder signs its work in a note inside the stream (SEI, type 6): it is of no use to a player.
    unsigned = av.bitstream.BitStreamFilterContext("filter_units=remove_types=6", stream)
    for number in range(story.FPS * story.SECONDS):
        image = story.frame(part, number / story.FPS)
        frame = av.VideoFrame.from_image(image)  # type: ignore[no-untyped-call]
        frame = frame.reformat(format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG")
        frame.pts, frame.time_base = number, Fraction(1, story.FPS)
        for packet in stream.encode(frame):
            yield from unsigned.filter(packet)
    for packet in stream.encode(None):
        yield from unsigned.filter(packet)
    yield from unsigned.filter(None)


def samples(stream: Any, part: int) -> Iterable[Any]:
    wave = (sound.track(part) * 0.9).astype(np.float32)
    for start in range(0, wave.size, 1024):
        frame = av.AudioFrame.from_ndarray(wave[np.newaxis, start : start + 1024], format="fltp", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = sound.RATE, start, Fraction(1, sound.RATE)
        yield from stream.encode(frame)
    yield from stream.encode(None)


if __name__ == "__main__":
    main()
