"""Pictures lose their metadata and nothing else. Canary words are planted wherever a format has room for words."""

import io
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms, ImageOps, PngImagePlugin

from jurybox.core.errors import Refused
from jurybox.exchange.media.files import MediaFile, as_value, check_media, clean, store_media
from jurybox.exchange.media.folder import MediaFolder

CANARY = b"CANARY-system-x"
WORD = CANARY.decode()
ORIENTATION, DESCRIPTION, ARTIST, GPS = 0x0112, 0x010E, 0x013B, 0x8825


def picture(mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (24, 10))
    image.putdata([(x * 10, y * 25, (x * y) % 256) for y in range(10) for x in range(24)])
    return image.convert(mode)


def exif(turned: int = 6) -> bytes:
    tags = Image.Exif()
    tags[ORIENTATION], tags[DESCRIPTION], tags[ARTIST] = turned, WORD, WORD
    tags.get_ifd(GPS)[29] = WORD
    return tags.tobytes()


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def frames(data: bytes) -> list[bytes]:
    image, found = opened(data), []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGBA").tobytes())
    return found


def segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def jpeg(turned: int = 6, **options: Any) -> bytes:
    """With words in EXIF, XMP, Photoshop's block, a comment and others, between segments and behind the end."""
    data = saved(picture(), "JPEG", exif=exif(turned), comment=CANARY, quality=90, **options)
    inserted = (
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x>" + CANARY + b"</x>"),
        segment(0xE2, b"FPXR\0" + CANARY),
        segment(0xED, b"Photoshop 3.0\0" + CANARY),
        segment(0xEF, CANARY),
        segment(0xE0, b"JFXX\0" + CANARY),
        segment(0xEE, b"Adobe\0\x64\0\0\0\0\1" + CANARY),
        CANARY,
    )
    return data[:2] + b"".join(inserted) + data[2:] + CANARY


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(turned: int = 6, **options: Any) -> bytes:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Title", WORD)
    texts.add_itxt("XML:com.adobe.xmp", WORD)
    texts.add_text("Comment", WORD)
    data = saved(picture("RGBA"), "PNG", pnginfo=texts, exif=exif(turned), **options)
    strangers = png_chunk(b"prVt", CANARY) + png_chunk(b"tIME", bytes(7)) + png_chunk(b"sPLT", CANARY + b"\0\x08")
    return data[:33] + strangers + data[33:] + CANARY


def webp(turned: int = 6, **options: Any) -> bytes:
    data = saved(picture("RGBA"), "WEBP", lossless=True, exif=exif(turned), xmp=b"<x>" + CANARY + b"</x>", **options)
    body = data[8:] + b"prVt" + struct.pack("<I", len(CANARY)) + CANARY + b"\0" * (len(CANARY) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body + CANARY


def gif() -> bytes:
    others = [picture().rotate(180 * n).convert("P") for n in range(3)]
    data = saved(
        others[0], "GIF", save_all=True, append_images=others[1:], duration=[40, 80, 120], loop=3, comment=CANARY
    )
    block = bytes((len(CANARY),)) + CANARY + b"\0"
    xmp = b"\x21\xff\x0bXMP DataXMP" + block
    plain_text = b"\x21\x01" + bytes((12,)) + bytes(12) + block
    start = data.index(b"\x21\xff\x0bNETSCAPE2.0")
    return data[:start] + xmp + plain_text + data[start:] + CANARY


PICTURES = {"jpeg": jpeg, "png": png, "webp": webp}
ORIGINALS = {"jpeg": jpeg(), "png": png(), "webp": webp(), "gif": gif()}
DAMAGE = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=4)


@pytest.mark.parametrize("data", [jpeg(), jpeg(progressive=True), png(), webp(), gif()], ids=range(5))
def test_no_planted_word_survives_and_every_pixel_does(data):
    assert data.count(CANARY) >= 4
    cleaned = clean(data)
    assert CANARY not in cleaned
    assert frames(cleaned) == frames(data)
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize("turned", range(1, 9))
@pytest.mark.parametrize("kind", PICTURES)
def test_the_way_up_is_kept_and_nothing_else_of_exif(kind, turned):
    data = PICTURES[kind](turned)
    cleaned = opened(clean(data))
    assert dict(cleaned.getexif()) == ({ORIENTATION: turned} if turned > 1 else {})
    before, after = ImageOps.exif_transpose(opened(data)), ImageOps.exif_transpose(cleaned)
    assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize("kind", PICTURES)
def test_width_and_height_are_as_shown(tmp_path, kind):
    for turned, size in ((1, (24, 10)), (6, (10, 24))):
        path = tmp_path / "picture"
        path.write_bytes(PICTURES[kind](turned))
        plan = check_media(path)
        assert (plan.type, plan.width, plan.height) == (f"image/{kind}", *size)


def told_profile() -> bytes:
    """A profile with words in every place for words, and one that only its maker knows."""
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    (number,) = struct.unpack_from(">I", made, 128)
    for n in range(number):
        at = 132 + 12 * n
        _, start, size = struct.unpack_from(">4sII", made, at)
        if made[start : start + 4] == b"mluc":
            made[start + 28 : start + size] = (CANARY * 20)[: size - 28]
    made[80:84] = CANARY[:4]
    made[132 + 12 * (number - 1) : 136 + 12 * (number - 1)] = b"priv"
    made += CANARY
    made[:4] = struct.pack(">I", len(made))
    return bytes(made)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_colour_profile_is_kept_without_its_texts(kind):
    """They named the program, the camera or its owner to every rater."""
    profile = told_profile()
    assert CANARY in profile
    kept = opened(clean(saved(picture(), kind, icc_profile=profile))).info["icc_profile"]
    assert len(kept) == len(profile)
    assert CANARY not in kept
    assert CANARY[:4] not in kept
    assert b"Artifex" not in kept
    target = ImageCms.createProfile("LAB")
    colours = [(9, 120, 201), (255, 3, 90)]
    shown = []
    for one in (profile, kept):
        patch = Image.new("RGB", (2, 1))
        patch.putdata(colours)
        changed = ImageCms.profileToProfile(patch, ImageCms.ImageCmsProfile(io.BytesIO(one)), target, outputMode="LAB")
        assert changed is not None
        shown.append(changed.tobytes())
    assert shown[0] == shown[1]


def test_a_long_profile_comes_in_the_parts_it_came_in():
    base = told_profile()
    profile = struct.pack(">I", 150_000) + base[4:] + bytes(150_000 - len(base))
    kept = opened(clean(saved(picture(), "JPEG", icc_profile=profile))).info["icc_profile"]
    assert len(kept) == 150_000
    assert CANARY not in kept


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_profile_that_is_none_is_left_out(kind):
    cleaned = clean(saved(picture(), kind, icc_profile=CANARY * 40))
    assert CANARY not in cleaned
    assert "icc_profile" not in opened(cleaned).info


def test_a_picture_that_claims_more_pixels_than_any_memory_has_room_for_is_refused():
    data = png()
    header = png_chunk(b"IHDR", struct.pack(">II", 1 << 16, 1 << 15) + data[24:29])
    with pytest.raises(Refused) as refused:
        clean(data[:8] + header + data[33:])
    assert refused.value.faults[0].code == "media.broken"


def test_the_name_of_a_png_profile_is_not_kept():
    data = saved(picture(), "PNG")
    named = data[:33] + png_chunk(b"iCCP", CANARY + b"\0\0" + zlib.compress(told_profile())) + data[33:]
    assert CANARY not in clean(named)
    assert "icc_profile" in opened(clean(named)).info


def test_inks_stay_what_they_are():
    data = saved(picture("CMYK"), "JPEG")
    assert opened(clean(data)).mode == "CMYK"
    assert opened(clean(data)).tobytes() == opened(data).tobytes()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "I;16"])
def test_all_sorts_of_png_stay_what_they_are(mode):
    image = Image.new(mode, (5, 4)) if mode == "I;16" else picture().convert(mode)
    data = saved(image, "PNG", transparency=3) if mode == "P" else saved(image, "PNG")
    assert clean(data) == data


def test_an_animation_keeps_its_times_and_repeats():
    before, after = opened(gif()), opened(clean(gif()))
    assert after.info["loop"] == before.info["loop"] == 3
    for number, duration in enumerate((40, 80, 120)):
        after.seek(number)
        assert after.info["duration"] == duration


def test_an_animated_webp_keeps_its_frames():
    others = [picture("RGBA").rotate(180 * n) for n in range(3)]
    data = saved(others[0], "WEBP", save_all=True, append_images=others[1:], lossless=True, exif=exif(), xmp=CANARY)
    assert CANARY not in clean(data)
    assert frames(clean(data)) == frames(data)
    assert len(frames(data)) == 3


def test_an_animated_png_keeps_its_frames():
    others = [picture("RGB").rotate(180 * n) for n in range(3)]
    data = saved(others[0], "PNG", save_all=True, append_images=others[1:], duration=50)
    assert frames(clean(data)) == frames(data)
    assert len(frames(data)) == 3


@pytest.mark.parametrize("data", ORIGINALS.values(), ids=ORIGINALS)
def test_a_picture_that_is_cut_off_anywhere_is_refused_and_never_crashes(data):
    whole = len(data) - len(CANARY)  # what stands behind the end may be missing
    for size in (*range(1, 64), *range(64, whole - 2, 13), whole - 2):
        with pytest.raises(Refused) as refused:
            clean(data[:size])
        assert {fault.code for fault in refused.value.faults} <= {
            "media.truncated",
            "media.broken",
            "media.unsupported",
        }


@given(kind=st.sampled_from(sorted(ORIGINALS)), hits=DAMAGE)
def test_a_damaged_picture_is_cleaned_or_refused_and_nothing_else_happens(kind, hits):
    data = bytearray(ORIGINALS[kind])
    for place, byte in hits:
        data[int(place * len(data))] = byte
    with suppress(Refused):
        clean(bytes(data))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "media.broken"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "media.svg"),
        (b"<?xml version='1.0'?>\n<!-- x -->\n<svg/>", "media.svg"),
        (b"<!DOCTYPE html><html></html>", "media.unsupported"),
        (b"%PDF-1.7", "media.unsupported"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "media.unsupported"),
        (b"RIFF\x04\0\0\0AVI ", "media.unsupported"),
        (saved(picture(), "TIFF"), "media.unsupported"),
        (saved(picture(), "BMP"), "media.unsupported"),
        (png().replace(b"IDAT", b"IDAX", 1), "media.broken"),
    ],
)
def test_what_is_no_picture_we_take_is_refused_in_words(data, code):
    with pytest.raises(Refused) as refused:
        clean(data)
    assert refused.value.faults[0].code == code


def test_pixels_that_were_damaged_on_the_way_are_refused():
    data = bytearray(saved(picture(), "PNG"))
    data[data.index(b"IDAT") + 20] ^= 1  # only the checksum tells
    with pytest.raises(Refused, match=r"media\.broken"):
        clean(bytes(data))


def test_a_file_is_stored_under_the_hash_of_its_cleaned_bytes_once(tmp_path):
    for name in ("one.png", "two.jpg"):  # the ending is not asked
        (tmp_path / name).write_bytes(png())
    folder = tmp_path / "media"
    first, second = (store_media(MediaFolder(folder), tmp_path / name) for name in ("one.png", "two.jpg"))
    assert first == second
    path = MediaFolder(folder).place(first.file)
    assert path == folder / first.file[:2] / first.file
    assert path.read_bytes() == clean(png())
    assert first.size == path.stat().st_size
    assert [p for p in folder.rglob("*") if p.is_file()] == [path]


def test_a_file_that_can_not_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    source = tmp_path / "one.png"
    source.write_bytes(png())

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        store_media(MediaFolder(tmp_path / "media"), source)
    assert [path for path in (tmp_path / "media").rglob("*") if path.is_file()] == []


def test_the_original_name_stands_in_a_value_under_name_only():
    media = MediaFile("f" * 64, "image/png", 10, 4, 2, name="secret.png")
    assert as_value(media) == {"file": "f" * 64, "type": "image/png", "width": 4, "height": 2, "name": "secret.png"}
    assert as_value(MediaFile("f" * 64, "audio/wav", 10, duration=1.5)) == {
        "file": "f" * 64,
        "type": "audio/wav",
        "duration": 1.5,
    }


def test_a_stored_file_does_not_hold_its_name(tmp_path: Path):
    source = tmp_path / f"{WORD}.jpg"
    source.write_bytes(jpeg())
    stored = store_media(MediaFolder(tmp_path / "media"), source)
    assert CANARY not in MediaFolder(tmp_path / "media").find(stored.file).read_bytes()
    assert stored.name is None
