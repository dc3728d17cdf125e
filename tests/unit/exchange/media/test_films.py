"""Sound and films lose their metadata and nothing else. The files are written here by hand, box by box."""

import io
import struct
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import av
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.errors import Refused
from jurybox.exchange.media.containers import mp4, webm
from jurybox.exchange.media.containers.ogg import checksum
from jurybox.exchange.media.containers.pieces import CHUNK, SeekableFile
from jurybox.exchange.media.files import check_media, clean, store_media
from jurybox.exchange.media.folder import MediaFolder

CANARY = b"CANARY-system-x"
SAMPLES = bytes(range(256)) * 5
DAMAGE = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=4)


# MP4


def box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, kind) + body


def full(kind: bytes, *parts: bytes) -> bytes:
    return box(kind, bytes(4), *parts)


def track(handler: bytes, offset: int, size: int, reference: bytes = b"\0\0\0\1", **more: bytes) -> bytes:
    matrix = more.get("matrix", struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30))
    times = struct.pack(">II", 3_000_000_000, 3_000_000_001)
    tkhd = full(
        b"tkhd", times, struct.pack(">III", 1, 0, 1000), bytes(16), matrix, struct.pack(">II", 64 << 16, 48 << 16)
    )
    url = box(b"url ", reference, more.get("path", b""))
    entry = box(b"avc1", bytes(6), b"\0\1", bytes(34), bytes((len(CANARY),)), CANARY.ljust(31, b"\0"), bytes(4))
    table = box(
        b"stbl",
        full(b"stsd", struct.pack(">I", 1), entry if handler == b"vide" else box(b"mp4a", bytes(28))),
        full(b"stts", struct.pack(">III", 1, 1, 1000)),
        full(b"stsc", struct.pack(">IIII", 1, 1, 2, 1)),
        full(b"stsz", struct.pack(">IIII", 0, 2, size - 3, 3)),
        full(b"stco", struct.pack(">II", 1, offset)),
    )
    media = box(
        b"mdia",
        full(b"mdhd", times, struct.pack(">IIHH", 1000, 1000, 0, 0)),
        full(b"hdlr", bytes(4), handler, bytes(12), CANARY, b"\0"),
        box(b"minf", full(b"vmhd", bytes(8)), box(b"dinf", full(b"dref", struct.pack(">I", 1), url)), table),
    )
    return box(b"trak", tkhd, media, box(b"udta", CANARY), box(b"tref", box(b"chap", b"\0\0\0\2")))


def film(*handlers: bytes, extra: bytes = b"", **more: bytes) -> bytes:
    """The samples stand before the index, one third for each track; words stand wherever there is room."""
    head = box(b"ftyp", b"isom", bytes(4), b"isommp41") + box(b"free", CANARY) + box(b"uuid", CANARY * 2) + extra
    third = len(SAMPLES) // 3
    start = len(head) + 8
    tracks = [track(handler, start + n * third, third, **more) for n, handler in enumerate(handlers)]
    times = struct.pack(">IIII", 3_000_000_000, 0, 1000, 2500)
    meta = box(b"udta", full(b"meta", full(b"hdlr", bytes(20), CANARY), box(b"ilst", box(b"\xa9nam", CANARY))))
    moov = box(b"moov", full(b"mvhd", times, bytes(80)), *tracks, meta, box(b"meta", CANARY))
    return head + box(b"mdat", SAMPLES) + moov + box(b"skip", CANARY)


# WebM


def element(id: int, *parts: bytes, width: int = 2) -> bytes:
    body = b"".join(parts)
    return _id(id) + (len(body) | 1 << 7 * width).to_bytes(width, "big") + body


def unknown(id: int, *parts: bytes) -> bytes:
    return _id(id) + b"\x01" + b"\xff" * 7 + b"".join(parts)


def _id(id: int) -> bytes:
    return id.to_bytes((id.bit_length() + 7) // 8, "big")


def vorbis_comments() -> bytes:
    body = b"\x03vorbis" + struct.pack("<I", len(CANARY)) + CANARY + struct.pack("<I", 1)
    return body + struct.pack("<I", len(CANARY) + 6) + b"TITLE=" + CANARY + b"\x01"


def web_film(live: bool = False, doc_type: bytes = b"webm", kind: int = 1) -> bytes:
    head = element(webm.HEADER, element(webm.DOC_TYPE, doc_type))
    info = element(
        webm.INFO,
        element(0xBF, bytes(4), width=1),
        element(webm.SCALE, (1_000_000).to_bytes(3, "big"), width=1),
        element(webm.DURATION, struct.pack(">f", 2500.0), width=1),
        element(webm.MUXER, CANARY),
        element(webm.WRITER, CANARY),
        element(0x7BA9, CANARY, width=1),
        element(0x4461, bytes(8)),
        element(0x73A4, CANARY.ljust(16)),
    )
    size = element(webm.VIDEO, element(webm.WIDTH, b"\x40"), element(webm.HEIGHT, b"\x30"))
    picture = element(
        webm.TRACK, element(0xD7, b"\1"), element(webm.TRACK_TYPE, bytes((kind,))), element(0x536E, CANARY), size
    )
    headers = b"\x01vorbis" + bytes(23)
    private = bytes((2, len(headers), len(vorbis_comments()))) + headers + vorbis_comments() + b"\x05vorbis setup"
    sound = element(
        webm.TRACK,
        element(webm.TRACK_TYPE, b"\2"),
        element(webm.CODEC_ID, b"A_VORBIS"),
        element(webm.CODEC_PRIVATE, private),
        element(0x258688, CANARY),
    )
    blocks = [element(0xE7, b"\0"), element(0xA3, SAMPLES)]
    cluster = unknown(webm.CLUSTER, *blocks) if live else element(webm.CLUSTER, *blocks)
    rest = [element(id, CANARY) for id in (webm.TAGS, webm.ATTACHMENTS, webm.CHAPTERS, webm.VOID)]
    parts = (info, element(webm.TRACKS, picture, sound), cluster, cluster, *rest)
    return head + (unknown(webm.SEGMENT, *parts) if live else element(webm.SEGMENT, *parts, width=8) + CANARY)


# MP3, WAV, Ogg


def mp3() -> bytes:
    frame = b"\xff\xfb\x90\x64" + SAMPLES[:413]  # MPEG 1, layer III, 128 kbit/s, 44.1 kHz: 417 bytes
    body = b"TIT2" + struct.pack(">IH", 60, 0) + CANARY + b"\xff\xfb\x90\x64" * 8
    id3 = b"ID3\x04\0\0" + bytes((0, 0, len(body) >> 7, len(body) & 127)) + body
    ape = b"APETAGEX" + struct.pack("<IIII", 2000, len(CANARY), 1, 0) + bytes(8) + CANARY
    return id3 + frame * 20 + CANARY + frame * 20 + ape + b"LYRICSBEGIN" + CANARY + b"TAG" + CANARY.ljust(125)


def wav() -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)

    form = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    body = b"WAVE" + chunk(b"LIST", b"INFOINAM" + CANARY) + chunk(b"fmt ", form) + chunk(b"id3 ", CANARY)
    body += chunk(b"data", SAMPLES[:1001]) + chunk(b"bext", CANARY) + chunk(b"iXML", CANARY)
    return b"RIFF" + struct.pack("<I", len(body)) + body + CANARY


def page(kind: int, granule: int, number: int, body: bytes, closed: bool = True) -> bytes:
    sizes = [255] * (len(body) // 255) + ([len(body) % 255] if closed else [])
    head = (
        b"OggS\0" + bytes((kind,)) + struct.pack("<qIII", granule, 7, number, 0) + bytes((len(sizes),)) + bytes(sizes)
    )
    data = head + body
    return data[:22] + struct.pack("<I", checksum(data)) + data[26:]


def opus() -> bytes:
    comments = b"OpusTags" + struct.pack("<I", len(CANARY)) + CANARY + struct.pack("<I", 40)
    comments += b"".join(struct.pack("<I", len(CANARY) + 2) + b"T=" + CANARY for _ in range(40))
    head = b"OpusHead\1\1" + struct.pack("<HIHB", 312, 48000, 0, 0)
    return b"".join(
        [
            page(2, 0, 0, head),
            page(0, -1, 1, comments[:510], closed=False),
            page(1, 0, 2, comments[510:]),
            page(4, 48312, 3, SAMPLES[:700]),
            CANARY,
        ]
    )


def vorbis() -> bytes:
    head = b"\x01vorbis" + struct.pack("<IBI", 0, 1, 44100) + bytes(14)
    comments, setup = vorbis_comments(), b"\x05vorbis setup"
    sizes = bytes((2, len(comments), len(setup)))
    second = b"OggS\0\0" + struct.pack("<qIII", 0, 7, 1, 0) + sizes + comments + setup
    second = second[:22] + struct.pack("<I", checksum(second)) + second[26:]
    return page(2, 0, 0, head) + second + page(4, 22050, 2, SAMPLES[:700])


FILES: dict[str, tuple[Callable[[], bytes], str, float | None]] = {
    "film.mp4": (lambda: film(b"vide", b"soun"), "video/mp4", 2.5),
    "sound.m4a": (lambda: film(b"soun"), "audio/mp4", 2.5),
    "film.webm": (web_film, "video/webm", 2.5),
    "live.webm": (lambda: web_film(live=True), "video/webm", 2.5),
    "sound.mp3": (mp3, "audio/mpeg", 40 * 1152 / 44100),
    "sound.wav": (wav, "audio/wav", 1001 / 8000),
    "sound.opus": (opus, "audio/ogg", 1.0),
    "sound.ogg": (vorbis, "audio/ogg", 0.5),
}


@pytest.mark.parametrize("name", FILES)
def test_no_planted_word_survives_and_cleaning_again_changes_nothing(name):
    data = FILES[name][0]()
    assert CANARY in data
    cleaned = clean(data)
    assert CANARY not in cleaned
    assert SAMPLES[:413] in cleaned
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize("name", FILES)
def test_the_kind_and_the_length_come_from_the_headers(tmp_path, name):
    make, type, duration = FILES[name]
    (tmp_path / name).write_bytes(make())
    plan = check_media(tmp_path / name)
    assert plan.type == type
    assert plan.duration == pytest.approx(duration)
    assert (plan.width, plan.height) == ((64, 48) if type.startswith("video") else (None, None))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_cut_off_is_refused_and_never_crashes(name):
    data = FILES[name][0]()
    cleaned = clean(data)
    for size in range(1, len(data), 7):
        with suppress(Refused):  # formats that are only a row of frames may end anywhere
            rest = clean(data[:size])
            assert CANARY not in rest
            assert len(rest) <= len(cleaned)


@given(name=st.sampled_from(sorted(FILES)), hits=DAMAGE)
def test_a_damaged_file_is_cleaned_or_refused_and_nothing_else_happens(name, hits):
    data = bytearray(FILES[name][0]())
    for place, byte in hits:
        data[int(place * len(data))] = byte
    with suppress(Refused):
        clean(bytes(data))


@pytest.mark.parametrize("name", FILES)
def test_a_stored_file_is_copied_in_chunks_with_the_same_bytes(tmp_path, name, monkeypatch):
    data = FILES[name][0]()
    source = tmp_path / name
    source.write_bytes(data)
    monkeypatch.setattr("jurybox.exchange.media.containers.pieces.CHUNK", 100)
    stored = store_media(MediaFolder(tmp_path / "media"), source)
    assert MediaFolder(tmp_path / "media").find(stored.file).read_bytes() == clean(data)


def test_nothing_of_a_film_moves():
    data = film(b"vide", b"soun")
    cleaned = clean(data)
    assert len(cleaned) == len(data)
    assert cleaned.index(SAMPLES) == data.index(SAMPLES)
    tops = [(b.kind, b.start, b.end) for b in mp4.boxes(SeekableFile(io.BytesIO(cleaned)), 0, len(cleaned))]
    assert [kind for kind, _, _ in tops] == [b"ftyp", b"free", b"free", b"mdat", b"moov", b"free"]
    for name in (b"stco", b"stsz", b"stsc", b"stts", b"vmhd"):
        assert data.count(name) == cleaned.count(name) == 2


def test_when_a_film_was_made_is_not_kept():
    assert struct.pack(">I", 3_000_000_000) in film(b"vide")
    assert struct.pack(">I", 3_000_000_000) not in clean(film(b"vide"))


def test_a_track_that_is_neither_picture_nor_sound_goes_with_its_samples():
    third = len(SAMPLES) // 3
    cleaned = clean(film(b"vide", b"text", b"soun"))
    assert cleaned.count(b"trak") == 2
    start = cleaned.index(SAMPLES[:third])
    assert cleaned[start : start + 3 * third] == SAMPLES[:third] + bytes(third) + SAMPLES[2 * third : 3 * third]


def test_a_film_in_fragments_with_a_strange_track_is_refused():
    fragment = box(b"moof", full(b"mfhd", bytes(4)))
    assert CANARY not in clean(film(b"vide", extra=fragment))
    with pytest.raises(Refused, match="strange_tracks"):
        clean(film(b"vide", b"text", extra=fragment))


def test_a_film_that_keeps_its_pictures_in_another_file_is_refused():
    with pytest.raises(Refused, match="other_file"):
        clean(film(b"vide", reference=bytes(4), path=b"file:///film.mov\0"))
    assert CANARY not in clean(film(b"vide", path=CANARY))


def test_a_film_on_its_side_is_measured_as_it_is_shown(tmp_path):
    matrix = struct.pack(">9i", 0, 65536, 0, -65536, 0, 0, 48 << 16, 0, 1 << 30)
    (tmp_path / "film.mp4").write_bytes(film(b"vide", matrix=matrix))
    plan = check_media(tmp_path / "film.mp4")
    assert (plan.width, plan.height) == (48, 64)
    assert matrix in clean(film(b"vide", matrix=matrix))


def test_matroska_and_tracks_of_words_are_refused():
    with pytest.raises(Refused, match="unsupported"):
        clean(web_film(doc_type=b"matroska"))
    with pytest.raises(Refused, match="strange_tracks"):
        clean(web_film(kind=17))


def test_nothing_of_a_web_film_moves():
    data = web_film()
    cleaned = clean(data)
    assert data.removesuffix(CANARY).index(SAMPLES) == cleaned.index(SAMPLES)
    assert len(cleaned) == len(data) - len(CANARY)


def test_every_page_of_an_ogg_file_keeps_a_right_checksum():
    for data in (clean(opus()), clean(vorbis())):
        starts = [n for n in range(len(data)) if data.startswith(b"OggS", n)]
        assert len(starts) > 1
        for start, end in zip(starts, [*starts[1:], len(data)], strict=True):
            given = int.from_bytes(data[start + 22 : start + 26], "little")
            assert checksum(data[start : start + 22] + bytes(4) + data[start + 26 : end]) == given


def test_the_blanked_comments_of_an_ogg_file_are_still_comments():
    cleaned = clean(vorbis())
    start = cleaned.index(b"\x03vorbis") + 7
    size = int.from_bytes(cleaned[start : start + 4], "little")
    assert cleaned[start + 4 : start + 4 + size] == b" " * size
    assert cleaned[start + 4 + size :].startswith(bytes(4) + b"\x01\x05vorbis setup")


def test_a_picture_inside_an_mp3_tag_is_not_taken_for_sound():
    cleaned = clean(mp3())
    assert len(cleaned) == 40 * 417
    assert cleaned[:4] == b"\xff\xfb\x90\x64"


def test_a_wave_that_did_not_know_its_length_is_read_to_the_end():
    data = bytearray(wav().removesuffix(CANARY))
    data[4:8] = b"\xff" * 4
    start = data.index(b"data")
    del data[start + 8 + 1001 :]
    data[start + 4 : start + 8] = b"\xff" * 4
    cleaned = clean(bytes(data))
    assert cleaned[4:8] == struct.pack("<I", len(cleaned) - 8)
    assert SAMPLES[:1001] in cleaned


def test_a_large_film_is_not_held_in_memory(tmp_path):
    path = tmp_path / "film.mp4"
    head, tail = box(b"ftyp", b"isom", bytes(4)), film(b"vide").split(SAMPLES)[1]
    size = 16 << 20
    with path.open("wb") as out:  # a file with a hole: it takes no room on the disk
        out.write(head + struct.pack(">I4s", size + 8, b"mdat"))
        out.seek(size, 1)
        out.write(tail)
    tracemalloc.start()
    try:
        stored = store_media(MediaFolder(tmp_path / "media"), path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert stored.size == path.stat().st_size
    assert peak < 4 * CHUNK


def encoded(pictures: int = 5) -> bytes:
    """A film of x264, which writes its version and all its options before the first picture."""
    made = io.BytesIO()
    with av.open(made, "w", format="mp4") as out:
        stream: Any = out.add_stream("libx264", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        for number in range(pictures):
            plane = numpy.full((64, 64, 3), 40 * number, dtype="uint8")
            out.mux(stream.encode(av.VideoFrame.from_ndarray(plane, format="rgb24")))
        out.mux(stream.encode())
    return made.getvalue()


def test_the_program_that_made_a_film_is_not_named_in_its_stream() -> None:
    data = encoded()
    assert b"x264 - core" in data
    cleaned = clean(data)
    assert b"x264" not in cleaned
    assert b"Lavc" not in cleaned
    assert len(cleaned) == len(data)
    assert clean(cleaned) == cleaned

    def shown(film: bytes) -> list[bytes]:
        with av.open(io.BytesIO(film), "r") as opened:
            return [frame.to_ndarray(format="rgb24").tobytes() for frame in opened.decode(video=0)]

    assert shown(cleaned) == shown(data)
    assert len(shown(cleaned)) == 5
