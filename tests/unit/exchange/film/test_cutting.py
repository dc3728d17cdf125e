"""Clips are exact: frame n of a clip is frame n + k of the film, at its own time, with the sound in step."""

import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from jurybox.core.errors import Refused
from jurybox.exchange.film.cut import cut
from jurybox.exchange.film.probe import probe
from jurybox.exchange.media.files import check_media, store_media
from jurybox.exchange.media.folder import MediaFolder
from tests.fixtures.clips import BITS, BLOCK, HEIGHT, picture
from tests.fixtures.films import FILMS, SHORT, Clip, beeping, loud_at, make, numbers, shown_at, white_at

WINDOWS = ((0.0, 1.0), (3.3, 5.1), (5.0, 5.2), (8.04, 9.0))
ROUNDED = Fraction(1, 1000)
"""Matroska counts in milliseconds."""


@pytest.fixture(scope="module", params=FILMS, ids=lambda clip: clip.name)
def film(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Clip]:
    clip = request.param
    return make(clip, tmp_path_factory.mktemp("film") / clip.name), clip


def times(film: tuple[Path, Clip]) -> list[Fraction]:
    """When a player shows each frame. The clock of a transport stream begins with its sound, or its pictures."""
    path, clip = film
    late = Fraction(0)
    if path.suffix == ".ts":
        with av.open(str(path)) as container:
            begins = [Fraction(s.start_time or 0) * Fraction(s.time_base or 0) for s in container.streams]
            late = begins[container.streams.video[0].index] - min(begins)
    return [tick * clip.base + late for tick in clip.ticks()]


@pytest.mark.parametrize("window", WINDOWS)
def test_frame_n_of_the_clip_is_frame_n_plus_k_of_the_film(film: tuple[Path, Clip], window: Any, tmp_path: Path):
    path, _ = film
    made = cut(path, tmp_path / "clip.mp4", *window)
    found = numbers(tmp_path / "clip.mp4")
    began = times(film)
    first = max((n for n, time in enumerate(began) if time <= window[0] + ROUNDED), default=0)
    last = max(n for n, time in enumerate(began) if time < window[1] - ROUNDED)
    assert [number for number, _ in found] == list(range(first, last + 1))
    assert made.frames == len(found)
    assert abs(made.start - began[first]) <= ROUNDED
    assert found[0][1] == 0
    assert max(abs(time - (began[number] - began[first])) for number, time in found) <= ROUNDED


def test_any_moment_of_the_film_shows_the_same_picture_in_the_clip(film: tuple[Path, Clip], tmp_path: Path):
    path, _ = film
    made = cut(path, tmp_path / "clip.mp4", 4.0, 8.0)
    whole, found = list(enumerate(times(film))), numbers(tmp_path / "clip.mp4")
    between = [(a + b) / 2 for a, b in pairwise(times(film)) if a >= 4 and b <= 8]
    assert len(between) > 70
    assert all(shown_at(found, moment - Fraction(made.start)) == shown_at(whole, moment) for moment in between)


def test_a_clip_passes_our_own_import_with_the_times_of_its_frames(film: tuple[Path, Clip], tmp_path: Path):
    path, _ = film
    cut(path, tmp_path / "clip.mp4", 3.3, 6.1)
    assert check_media(tmp_path / "clip.mp4").type == "video/mp4"
    stored = store_media(MediaFolder(tmp_path / "media"), tmp_path / "clip.mp4")
    assert stored.frames
    assert numbers(MediaFolder(tmp_path / "media").find(stored.file)) == numbers(tmp_path / "clip.mp4")
    if "count" in stored.frames:
        assert stored.frames["count"] == len(numbers(tmp_path / "clip.mp4"))


def test_a_browser_can_play_and_jump_in_a_clip(film: tuple[Path, Clip], tmp_path: Path):
    path, _ = film
    cut(path, tmp_path / "clip.mp4", 2.0, 6.0)
    data = (tmp_path / "clip.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat"), "the index comes first"
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        video, audio = clip.streams.video[0], clip.streams.audio[0]
        assert (video.codec_context.name, video.codec_context.pix_fmt, audio.codec_context.name) == (
            "h264", "yuv420p", "aac",
        )  # fmt: skip
        keys = [packet.is_keyframe for packet in clip.demux(video) if packet.pts is not None]
    assert keys[0]
    places = [number for number, is_key in enumerate(keys) if is_key]
    assert max(after - before for before, after in pairwise(places)) <= 50


def test_the_end_of_the_film_can_be_reached(film: tuple[Path, Clip], tmp_path: Path):
    path, clip = film
    found = probe(path)
    cut(path, tmp_path / "clip.mp4", found.duration - 1, found.duration)
    assert numbers(tmp_path / "clip.mp4")[-1][0] == clip.count - 1


@pytest.mark.parametrize("start", [0.0, 1.5, 4.013, 6.5])
def test_sound_and_pictures_stay_together(start: float, tmp_path: Path):
    beeps = [2.0, 5.0, 7.0, 9.0]
    film = beeping(tmp_path / "film.mp4", beeps)
    made = cut(film, tmp_path / "clip.mp4", start, 11.0)
    expected = [beep - made.start for beep in beeps if beep > start]
    assert white_at(tmp_path / "clip.mp4") == pytest.approx(expected, abs=0.001)
    assert loud_at(tmp_path / "clip.mp4") == pytest.approx(expected, abs=0.012)


def test_a_silent_film_gives_a_silent_clip(tmp_path: Path):
    film = make(Clip("silent.mp4", Fraction(1, 25), [1], count=100, sound=None), tmp_path / "silent.mp4")
    assert not probe(film).has_sound
    cut(film, tmp_path / "clip.mp4", 1, 2)
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        assert [stream.type for stream in clip.streams] == ["video"]


def test_wide_pixels_and_odd_sizes_become_square_and_even(tmp_path: Path):
    with av.open(str(tmp_path / "wide.mkv"), "w") as out:
        stream: Any = out.add_stream("mpeg4", rate=25, options={"qscale": "2"})
        stream.width, stream.height, stream.pix_fmt = BITS * BLOCK // 2, HEIGHT + 1, "yuv420p"
        stream.codec_context.sample_aspect_ratio = Fraction(2)
        for number in range(30):
            rows = picture(number)[:, ::2]
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(np.vstack([rows, rows[-1:]])), format="rgb24")
            frame.pts = number
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    cut(tmp_path / "wide.mkv", tmp_path / "clip.mp4", 0.4, 0.8)
    assert [number for number, _ in numbers(tmp_path / "clip.mp4")] == list(range(10, 20))
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        assert (clip.streams.video[0].width, clip.streams.video[0].height) == (BITS * BLOCK, HEIGHT)


def test_the_programme_stream_of_a_dvd_is_cut_though_its_first_packets_after_a_jump_are_faulty(tmp_path: Path):
    dvd = Clip("dvd.mpg", Fraction(1, 25), [1], count=200, format="mpeg", codec="mpeg2video", sound="mp2")
    made = cut(make(dvd, tmp_path / "dvd.mpg"), tmp_path / "clip.mp4", 4.5, 6.5)
    found = [number for number, _ in numbers(tmp_path / "clip.mp4")]
    assert found == list(range(found[0], found[0] + 50 + (len(found) > 50)))
    assert (made.faulty, abs(found[0] - 112) <= 1) == (0, True)


# Bad input


def codes(path: Path) -> list[str]:
    with pytest.raises(Refused) as refused:
        probe(path)
    assert refused.value.faults[0].file == path.name
    return [fault.code for fault in refused.value.faults]


def test_what_is_no_film_is_refused_in_words(tmp_path: Path):
    (tmp_path / "text.mp4").write_text("This is a text.\n" * 50)
    (tmp_path / "empty.mp4").write_bytes(b"")
    assert codes(tmp_path / "text.mp4") == ["film.unreadable"]
    assert codes(tmp_path / "empty.mp4") == ["film.unreadable"]
    assert codes(tmp_path / "none.mp4") == ["import.no_such_file"]


def test_sound_without_pictures_is_refused(tmp_path: Path):
    with av.open(str(tmp_path / "sound.m4a"), "w", format="mp4") as out:
        stream: Any = out.add_stream("aac", rate=48_000, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 4096), np.float32), format="fltp", layout="mono")
        frame.sample_rate = 48_000
        out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    assert codes(tmp_path / "sound.m4a") == ["film.no_pictures"]


def test_a_film_of_noise_is_refused(tmp_path: Path):
    data = bytearray(make(SHORT, tmp_path / "film.mp4").read_bytes())
    start = data.index(b"mdat") + 4
    size = int.from_bytes(data[start - 8 : start - 4], "big") - 8
    data[start : start + size] = np.random.default_rng(1).bytes(size)
    (tmp_path / "noise.mp4").write_bytes(data)
    assert codes(tmp_path / "noise.mp4") == ["film.unreadable"]


def test_a_copy_that_was_cut_off_ends_where_its_pictures_end(tmp_path: Path):
    whole = make(Clip("film.mkv", Fraction(1, 25), [1], count=500, format="matroska"), tmp_path / "film.mkv")
    data = whole.read_bytes()
    (tmp_path / "half.mkv").write_bytes(data[: len(data) // 2])
    assert probe(whole).duration == pytest.approx(20, abs=0.1)
    half = probe(tmp_path / "half.mkv")
    assert 5 < half.duration < 15
    assert half.announced == pytest.approx(20, abs=0.1)


def test_a_machine_without_pyav_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(Refused) as refused:
        probe(tmp_path / "film.mp4")
    assert [fault.code for fault in refused.value.faults] == ["film.no_pyav"]


def test_nothing_is_left_of_a_clip_that_could_not_be_cut(tmp_path: Path):
    film = make(SHORT, tmp_path / "film.mp4")
    with pytest.raises(Refused) as refused:
        cut(film, tmp_path / "clip.mp4", 100, 101)
    assert [fault.code for fault in refused.value.faults] == ["film.no_frames"]
    assert not (tmp_path / "clip.mp4").exists()
