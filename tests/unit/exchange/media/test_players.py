"""What a real player makes of cleaned films and sounds: the same pictures and samples, and nothing to read."""

import io
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from jurybox.exchange.media.files import clean

WORD = "CANARY-system-x"
KINDS = {
    "film.mp4": ("mp4", "libx264", "aac", {}),
    "front.mp4": ("mp4", "libx264", "aac", {"movflags": "faststart"}),
    "pieces.mp4": ("mp4", "libx264", "aac", {"movflags": "frag_keyframe+empty_moov"}),
    "film.mov": ("mov", "libx264", "aac", {}),
    "film.webm": ("webm", "libvpx-vp9", "libopus", {}),
    "live.webm": ("webm", "libvpx", "libopus", {"live": "1"}),
    "sound.m4a": ("ipod", None, "aac", {}),
    "sound.mp3": ("mp3", None, "libmp3lame", {"write_id3v1": "1"}),
    "sound.opus": ("opus", None, "libopus", {}),
    "sound.wav": ("wav", None, "pcm_s16le", {}),
}


def made(path: Path, form: str, pictures: str | None, sound: str, options: dict[str, str]) -> bytes:
    """A second of film or sound with words in every tag that the format takes."""
    with av.open(str(path), "w", format=form, options=options) as out:
        for tag in ("title", "artist", "comment", "album", "description", "date"):
            out.metadata[tag] = WORD
        streams: list[Any] = (
            [out.add_stream(pictures, rate=25, width=64, height=48, pix_fmt="yuv420p")] if pictures else []
        )
        streams.append(out.add_stream(sound, rate=48000, layout="stereo"))
        for stream in streams:
            stream.metadata["title"] = stream.metadata["handler_name"] = WORD
        frames = [_pictures()] if pictures else []
        for stream, source in zip(streams, [*frames, _sound(streams[-1])], strict=True):
            for frame in [*source, None]:
                out.mux(stream.encode(frame))
    return path.read_bytes()


def _pictures() -> Any:
    for number in range(25):
        pixels = np.full((48, 64, 3), number * 10, np.uint8)
        pixels[: number * 2] = 200
        yield av.VideoFrame.from_ndarray(pixels, format="rgb24")


def _sound(stream: Any) -> Any:
    wave = (np.sin(np.arange(48000) / 20) * 0.3).astype(np.float32)
    resampler = av.AudioResampler(format=stream.format.name, layout="stereo", rate=48000)
    for start in range(0, 48000, 960):
        frame = av.AudioFrame.from_ndarray(np.stack([wave[start : start + 960]] * 2), format="fltp", layout="stereo")
        frame.rate, frame.pts = 48000, start
        yield from resampler.resample(frame)


def played(data: bytes) -> tuple[list[tuple[str, Any, bytes]], list[str]]:
    with av.open(io.BytesIO(data), "r") as film:
        words = [*film.metadata.values(), *(word for stream in film.streams for word in stream.metadata.values())]
        frames = [(type(f).__name__, f.pts, f.to_ndarray().tobytes()) for f in film.decode(*film.streams)]
    return frames, words


@pytest.mark.parametrize("name", KINDS)
def test_a_player_finds_the_same_pictures_and_sound_and_no_words(tmp_path, name):
    data = made(tmp_path / name, *KINDS[name])
    assert WORD.encode() in data
    cleaned = clean(data)
    assert WORD.encode() not in cleaned
    before, after = played(data), played(cleaned)
    assert before[0] == after[0]
    assert len(after[0]) > 10
    assert WORD not in " ".join(after[1])
