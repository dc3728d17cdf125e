"""The times of a film's frames, as our own reader finds them and as a real player does."""

import io
import json
import struct
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.errors import Refused
from jurybox.exchange.media.containers import mp4_times, webm, webm_times
from jurybox.exchange.media.containers.pieces import SeekableFile
from jurybox.exchange.media.containers.timing import FrameTimes
from jurybox.exchange.media.files import as_value, check_media, store_media
from jurybox.exchange.media.folder import MediaFolder
from jurybox.exchange.media.frames import FilmFrames, compact, read_frames
from tests.fixtures.clips import CLIPS, FILM, MISLEADING, NTSC, Clip, make
from tests.unit.exchange.media.test_films import element, unknown

UNEVEN = [33, 34, 50, 17, 120, 33, 41]
ODD = (
    Clip("fragments.mp4", NTSC, [1], options={"movflags": "frag_keyframe+empty_moov"}),
    Clip("unedited.mp4", FILM, [1], options={"use_editlist": "0"}),
    Clip("negative.mp4", FILM, [1], options={"movflags": "negative_cts_offsets"}),
    Clip("film.mov", NTSC, [1], format="mov"),
    Clip("vp8.webm", NTSC, [1], format="webm", codec="libvpx", sound="libopus"),
    Clip("live.webm", NTSC, [1], format="webm", codec="libvpx", sound="libopus", options={"live": "1"}),
    Clip("uneven.webm", Fraction(1, 1000), UNEVEN, format="webm", codec="libvpx-vp9", sound="libopus"),
    Clip("vp9.mp4", NTSC, [1], codec="libvpx-vp9", sound="aac"),
)


def found(data: bytes, type: str = "video/mp4") -> FilmFrames | None:
    return read_frames(SeekableFile(io.BytesIO(data)), type)


def type_of(name: str) -> str:
    return "video/webm" if name.endswith("webm") else "video/mp4"


def seconds(frames: FilmFrames | None) -> list[float]:
    """As the player on the page unfolds them."""
    assert frames is not None
    start, count = frames["start"], frames["count"]
    if "steps" not in frames:
        return [start + (frames["end"] - start) * n / count for n in range(count)]
    assert len(frames["steps"]) == count
    return [start + sum(frames["steps"][:n]) / frames["scale"] for n in range(count)]


def played(data: bytes) -> list[float]:
    with av.open(io.BytesIO(data), "r") as film:
        return [float(f.pts * f.time_base) for f in film.decode(video=0) if f.pts is not None and f.time_base]


@pytest.mark.parametrize("clip", [*CLIPS, MISLEADING, *ODD], ids=lambda clip: clip.name)
def test_every_frame_stands_where_a_player_shows_it(tmp_path: Path, clip: Clip) -> None:
    data = make(clip, tmp_path / clip.name).read_bytes()
    ours, theirs = seconds(found(data, type_of(clip.name))), played(data)
    assert len(ours) == len(theirs) == clip.count
    room = 0.001 if clip.format == "webm" else 1e-6  # WebM counts in milliseconds
    assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) <= room


def edited(data: bytes, *edits: tuple[int, int]) -> bytes:
    """The film with another edit list; each edit is (length in milliseconds, place in ticks of the track)."""
    start = data.index(b"edts") - 4
    size = int.from_bytes(data[start : start + 4], "big")
    body = struct.pack(">II", 0, len(edits)) + b"".join(struct.pack(">IiI", *edit, 1 << 16) for edit in edits)
    box = struct.pack(">I4sI4s", len(body) + 16, b"edts", len(body) + 8, b"elst") + body
    for kind in (b"moov", b"trak"):  # the index stands last, so that nothing else moves
        place = data.index(kind) - 4
        longer = int.from_bytes(data[place : place + 4], "big") + len(box) - size
        data = data[:place] + struct.pack(">I", longer) + data[place + 4 :]
    return data[:start] + box + data[start + size :]


@pytest.mark.parametrize(
    "edits",
    [
        ((4000, 1024 + 512 * 10),),
        ((400, -1), (6000, 1024)),
        ((1000, 1024 + 512 * 40),),
        ((500, -1), (2000, 1024 + 1024)),
    ],
    ids=["from the tenth frame", "after a pause", "one second", "both"],
)
def test_an_edit_list_says_what_is_shown_and_when(tmp_path: Path, edits: tuple[tuple[int, int], ...]) -> None:
    data = edited(make(CLIPS[0], tmp_path / "film.mp4").read_bytes(), *edits)
    assert seconds(found(data)) == pytest.approx(played(data), abs=1e-6)


def test_two_stretches_of_one_film_follow_each_other(tmp_path: Path) -> None:
    data = edited(make(CLIPS[0], tmp_path / "film.mp4").read_bytes(), (1000, 1024), (1000, 1024 + 512 * 100))
    assert seconds(found(data)) == pytest.approx([n / 25 for n in range(50)])


def block(time: int, flags: int = 0, track: int = 1, body: bytes = b"\x10frame") -> bytes:
    return bytes((0x80 | track,)) + struct.pack(">hB", time, flags) + body


def web_film(*parts: bytes, codec: bytes = b"V_VP8", usual: int = 40_000_000) -> bytes:
    picture = element(
        webm.TRACK,
        element(webm_times.TRACK_NUMBER, b"\1"),
        element(webm.TRACK_TYPE, b"\1"),
        element(webm.CODEC_ID, codec),
        element(webm_times.USUAL_LENGTH, usual.to_bytes(4, "big"), width=1),
    )
    head = element(webm.HEADER, element(webm.DOC_TYPE, b"webm"))
    return head + unknown(webm.SEGMENT, element(webm.INFO), element(webm.TRACKS, picture), *parts)


def cluster(time: int, *parts: bytes) -> bytes:
    return element(webm.CLUSTER, element(webm_times.TIME, time.to_bytes(2, "big")), *parts)


def simple(time: int, flags: int = 0, **more: Any) -> bytes:
    return element(webm_times.SIMPLE_BLOCK, block(time, flags, **more))


def group(time: int, length: int | None = None) -> bytes:
    lengths = [] if length is None else [element(webm_times.LENGTH, length.to_bytes(2, "big"))]
    return element(webm_times.GROUP, element(webm_times.BLOCK, block(time)), *lengths)


def times(data: bytes) -> FrameTimes:
    read = webm_times.frame_timing(SeekableFile(io.BytesIO(data)))
    assert read is not None
    return read


def test_blocks_in_groups_and_clusters_are_read_and_a_last_length_is_kept() -> None:
    read = times(web_film(cluster(0, group(0), simple(40)), cluster(500, simple(-20), group(30, 75))))
    assert read == FrameTimes((0, 40, 480, 530), 1000, 75)


def test_frames_that_share_a_block_follow_by_the_usual_length() -> None:
    laced = simple(10, 0x02, body=b"\x02\x05\x05frames of some kind")
    assert times(web_film(cluster(100, laced, simple(200)))).times == (110, 150, 190, 300)


def test_other_tracks_and_frames_that_are_never_shown_do_not_count() -> None:
    hidden, sound = simple(33, body=b"\x00hidden"), simple(35, track=2)
    assert times(web_film(cluster(0, simple(0), hidden, sound, simple(36, 0x08), simple(40)))).times == (0, 40)


def test_a_film_that_does_not_say_has_no_frames() -> None:
    assert found(b"", "video/mp4") is None
    assert found(web_film(), "video/webm") is None
    assert found(web_film(element(webm.INFO, element(webm.SCALE, b"\7"))), "video/webm") is None
    assert found(b"OggS", "audio/ogg") is None


def test_a_table_that_claims_billions_of_frames_is_not_believed(tmp_path: Path) -> None:
    data = bytearray(make(Clip("film.mp4", Fraction(1, 25), [1], count=30), tmp_path / "film.mp4").read_bytes())
    place = data.index(b"stts") + 12
    data[place : place + 4] = b"\xff\xff\xff\xff"
    assert found(bytes(data)) is None
    (tmp_path / "film.mp4").write_bytes(bytes(data))
    assert store_media(MediaFolder(tmp_path / "media"), tmp_path / "film.mp4").frames is None


@given(hits=st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=6))
def test_a_damaged_index_gives_times_or_none_and_never_a_crash(hits: list[tuple[float, int]]) -> None:
    for data, type in DAMAGED:
        damaged = bytearray(data)
        for place, byte in hits:
            damaged[int(place * len(damaged))] = byte
        found(bytes(damaged), type)


def small_films(folder: Path) -> list[tuple[bytes, str]]:
    clips = [
        Clip("a.mp4", NTSC, [1], count=12, sound=None),
        Clip("b.mp4", NTSC, [1], 12, sound=None, options=FRAGMENTS),
    ]
    films = [make(clip, folder / clip.name).read_bytes() for clip in clips]
    index = [data[data.index(b"moov") - 4 :] for data in films]  # what is read; the pictures would take all the hits
    return [*((data, "video/mp4") for data in index), (web_film(cluster(0, simple(0), group(40, 7))), "video/webm")]


FRAGMENTS = {"movflags": "frag_keyframe+empty_moov"}
DAMAGED: list[tuple[bytes, str]] = []


@pytest.fixture(autouse=True, scope="module")
def damaged_films(tmp_path_factory: pytest.TempPathFactory) -> None:
    DAMAGED[:] = small_films(tmp_path_factory.mktemp("films"))


def test_a_steady_film_carries_three_numbers_and_another_names_a_file(tmp_path: Path) -> None:
    steady = store_media(MediaFolder(tmp_path / "media"), make(CLIPS[1], tmp_path / "steady.mp4"))
    assert as_value(steady)["frames"] == {"start": 0.0, "end": pytest.approx(150 * 1001 / 24000), "count": 150}
    uneven = store_media(MediaFolder(tmp_path / "media"), make(CLIPS[3], tmp_path / "uneven.mp4"))
    assert uneven.frames is not None
    stored = json.loads(MediaFolder(tmp_path / "media").find(uneven.frames["file"]).read_bytes())
    assert uneven.frames["type"] == "application/json"
    assert seconds(stored) == pytest.approx([tick / 1000 for tick in CLIPS[3].ticks()])


def test_a_single_frame_is_shown_for_its_length() -> None:
    assert compact(FrameTimes((0,), 1000, 40)) == {"start": 0.0, "end": 0.04, "count": 1}


@pytest.mark.parametrize(
    ("name", "codec", "sound", "called"),
    [
        ("old.mp4", "mpeg4", "aac", "mp4v"),
        ("new.mp4", "libx265", "aac", "hev1"),
        ("loud.mp4", "libx264", "ac3", "ac-3"),
    ],
)
def test_a_film_that_not_every_browser_plays_is_refused(
    tmp_path: Path, name: str, codec: str, sound: str, called: str
) -> None:
    path = make(Clip(name, Fraction(1, 25), [1], count=5, codec=codec, sound=sound), tmp_path / name)
    with pytest.raises(Refused) as refused:
        check_media(path)
    (fault,) = refused.value.faults
    assert (fault.code, fault.given, fault.params["codec"]) == ("media.codec", name, called)


def test_the_first_track_of_pictures_counts(tmp_path: Path) -> None:
    data = make(Clip("sound.m4a", Fraction(1, 25), [1], count=5), tmp_path / "film.mp4").read_bytes()
    assert mp4_times.frame_timing(SeekableFile(io.BytesIO(data.replace(b"vide", b"text")))) is None
