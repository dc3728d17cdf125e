"""Beside a large picture stands a smaller copy that looks the same; where none can be had, it stands alone."""

import io
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat, PngImagePlugin

from jurybox.design.merging import merge
from jurybox.exchange.items.read import read_import
from jurybox.exchange.media import thumbnails
from jurybox.exchange.media.containers import icc
from jurybox.exchange.media.files import MediaFile, as_value, check_media, store_media
from jurybox.exchange.media.folder import MediaFolder
from tests.fixtures.small import SCALE, protocol

ORIENTATION = 0x0112
CANARY = b"CANARY-system-x"


@cache
def scene(width: int = 1800, height: int = 300) -> Image.Image:
    """Four corners of four colours, with noise, which takes many bytes."""
    corners = (200, 30, 30), (30, 160, 30), (30, 30, 200), (220, 220, 220)
    picture = Image.frombytes("RGB", (2, 2), bytes(value for corner in corners for value in corner))
    picture = picture.resize((width, height), Image.Resampling.NEAREST)
    noise = Image.frombytes("L", (width, height), Random(1).randbytes(width * height)).point(lambda value: value // 8)
    return ImageChops.add(picture, noise.convert("RGB"))


def stored(
    tmp_path: Path, picture: Image.Image | bytes, kind: str = "JPEG", longest: int = 1280, **options: Any
) -> MediaFile:
    source = tmp_path / "source"
    if isinstance(picture, bytes):
        source.write_bytes(picture)
    else:
        picture.save(source, kind, **options)
    return store_media(MediaFolder(tmp_path / "media"), source, longest)


def copy_of(tmp_path: Path, media: MediaFile) -> Image.Image:
    assert media.small is not None
    data = MediaFolder(tmp_path / "media").find(media.small["file"]).read_bytes()
    picture = Image.open(io.BytesIO(data))
    picture.load()
    assert Image.MIME[str(picture.format)] == media.small["type"]
    assert picture.size == (media.small["width"], media.small["height"])
    assert 3 * len(data) <= 2 * media.size
    return picture


def corners(picture: Image.Image) -> list[tuple[int, ...]]:
    """The mean colour of each quarter."""
    w, h = picture.width // 2, picture.height // 2
    boxes = [(x, y, x + w, y + h) for y in (0, h) for x in (0, w)]
    return [tuple(round(c) for c in ImageStat.Stat(picture.convert("RGB").crop(box)).mean) for box in boxes]


def look_alike(one: Image.Image, other: Image.Image) -> bool:
    pairs = zip(corners(one), corners(other), strict=True)
    return all(abs(a - b) <= 4 for pair in pairs for a, b in zip(*pair, strict=True))


@pytest.mark.parametrize(
    ("kind", "type"), [("JPEG", "image/jpeg"), ("PNG", "image/webp"), ("WEBP", "image/webp"), ("GIF", "image/webp")]
)
def test_a_large_picture_has_a_smaller_copy_and_stays_as_it_is(tmp_path: Path, kind: str, type: str) -> None:
    media = stored(tmp_path, scene(), kind)
    assert (media.width, media.height) == (1800, 300)
    small = copy_of(tmp_path, media)
    assert media.small is not None
    assert (small.size, media.small["type"]) == ((1280, 213), type)
    assert as_value(media)["small"] == media.small
    assert look_alike(small, scene())
    with Image.open(MediaFolder(tmp_path / "media").find(media.file)) as original:
        assert (original.format, original.size) == (kind, (1800, 300))


def test_a_picture_of_few_pixels_and_many_bytes_keeps_its_size(tmp_path: Path) -> None:
    media = stored(tmp_path, scene(1000, 700), "PNG")
    assert media.size > 400_000
    assert copy_of(tmp_path, media).size == (1000, 700)


@pytest.mark.parametrize("longest", [1280, 320])
def test_a_picture_that_is_small_already_has_no_copy(tmp_path: Path, longest: int) -> None:
    side = longest * 5 // 4
    flat = Image.new("RGB", (side, 40), "red")
    media = stored(tmp_path, flat, longest=longest)
    assert (media.small, "small" in as_value(media)) == (None, False)


def test_a_copy_that_saves_less_than_a_third_is_not_kept(tmp_path: Path) -> None:
    media = stored(tmp_path, scene(1700, 1300).resize((1700, 60)), "JPEG", quality=20)
    assert media.width == 1700
    assert media.small is None
    assert len([path for path in (tmp_path / "media").rglob("*") if path.is_file()]) == 1


def test_a_headshot_is_smaller_still(tmp_path: Path) -> None:
    assert copy_of(tmp_path, stored(tmp_path, scene(600, 800), longest=320)).size == (240, 320)


@pytest.mark.parametrize("turned", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_copy_is_turned_as_the_original_is_shown(tmp_path: Path, kind: str, turned: int) -> None:
    tags = Image.Exif()
    tags[ORIENTATION] = turned
    options = {"compress_level": 1} if kind == "PNG" else {"quality": 90, "method": 0} if kind == "WEBP" else {}
    media = stored(tmp_path, scene(1800, 260), kind, exif=tags.tobytes(), **options)
    small = copy_of(tmp_path, media)
    with Image.open(tmp_path / "source") as original:
        upright = ImageOps.exif_transpose(original)
    assert (media.width, media.height) == upright.size
    assert (small.width > small.height) is (upright.width > upright.height)
    assert look_alike(small, upright)
    assert small.getexif().get(ORIENTATION, 1) == 1


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "RGB", "L"])
def test_what_is_transparent_stays_so(tmp_path: Path, mode: str) -> None:
    options: dict[str, Any] = {}
    if mode in ("RGBA", "LA"):
        picture = scene().convert(mode)
        picture.putalpha(Image.linear_gradient("L").resize(picture.size))
    else:
        picture = scene().convert(mode)
        picture.paste(0, (0, 0, 900, 300))
        options["transparency"] = (0, 0, 0) if mode == "RGB" else 0
    small = copy_of(tmp_path, stored(tmp_path, picture, "PNG", **options))
    assert small.format == "WEBP"
    alpha = small.convert("RGBA").getchannel("A").tobytes()
    assert min(alpha) <= 2
    assert max(alpha) >= 253


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_what_moves_has_no_copy(tmp_path: Path, kind: str) -> None:
    others = [scene(1700, 300).rotate(180 * n) for n in range(2)]
    media = stored(tmp_path, others[0], kind, save_all=True, append_images=others[1:], duration=100)
    assert media.size > 50_000
    assert media.small is None


def test_colours_are_kept_or_there_is_no_copy(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for kind in ("JPEG", "PNG", "WEBP"):
        kept = copy_of(tmp_path, stored(tmp_path, scene(), kind, icc_profile=profile)).info["icc_profile"]
        assert kept == icc.clean(profile)
    grey = profile[:16] + b"GRAY" + profile[20:]
    assert stored(tmp_path, scene(), "PNG", icc_profile=grey).small is None
    assert copy_of(tmp_path, stored(tmp_path, scene().convert("L"), icc_profile=grey)).mode == "L"
    assert stored(tmp_path, scene().convert("CMYK")).small is None
    assert stored(tmp_path, scene().convert("I;16"), "PNG").small is None
    for chunk in ((b"gAMA", (100_000).to_bytes(4, "big")), (b"cICP", bytes((9, 16, 0, 1)))):
        extra = PngImagePlugin.PngInfo()
        extra.add(*chunk)
        media = stored(tmp_path, scene(), "PNG", pnginfo=extra)
        assert chunk[0] in MediaFolder(tmp_path / "media").find(media.file).read_bytes()[:200]
        assert media.small is None


def test_the_copy_tells_nothing_that_was_stripped(tmp_path: Path) -> None:
    tags = Image.Exif()
    tags[0x010E] = CANARY.decode()
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Title", CANARY.decode())
    planted: dict[str, dict[str, Any]] = {
        "JPEG": {"exif": tags.tobytes(), "comment": CANARY}, "PNG": {"pnginfo": texts, "exif": tags.tobytes()},
        "WEBP": {"exif": tags.tobytes(), "xmp": CANARY},
    }  # fmt: skip
    for kind, options in planted.items():
        media = stored(tmp_path, scene(), kind, **options)
        assert CANARY in (tmp_path / "source").read_bytes()
        assert media.small is not None
        assert CANARY not in MediaFolder(tmp_path / "media").find(media.small["file"]).read_bytes()


def test_a_picture_that_pillow_can_not_read_is_kept_as_it_is(tmp_path: Path) -> None:
    whole = io.BytesIO()
    scene().save(whole, "JPEG")
    data = bytearray(whole.getvalue())
    start = data.index(b"\xff\xc4") + 5  # the counts of the first Huffman table
    data[start : start + 16] = b"\xff" * 16
    media = stored(tmp_path, bytes(data))
    assert (media.type, media.width, media.small) == ("image/jpeg", 1800, None)
    assert MediaFolder(tmp_path / "media").find(media.file).exists()


@pytest.mark.parametrize("kind", ["PNG", "GIF"])
def test_a_small_file_that_claims_to_be_huge_is_never_unpacked(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thumbnails, "_made", lambda *given: pytest.fail("unpacked"))
    media = stored(tmp_path, Image.new("1", (8000, 6000)), kind)
    assert media.size < 400_000
    assert (media.width, media.small) == (8000, None)


def test_a_full_disk_is_no_strange_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = stored(tmp_path, scene()).small
    assert small is not None
    source, folder = tmp_path / "source", tmp_path / "media"
    MediaFolder(folder).place(small["file"]).unlink()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        store_media(MediaFolder(folder), source)
    assert not MediaFolder(folder).place(small["file"]).exists()


def test_equal_pictures_are_merged_whichever_version_stored_them() -> None:
    new = {"file": "f" * 64, "type": "image/jpeg", "name": "a.jpg", "small": {"file": "e" * 64}}
    old = {"file": "f" * 64, "type": "image/jpeg", "name": "b.jpg"}
    assert merge([(1, {"shot": new}), (2, {"shot": old})], "exact") == [[1, 2]]


def test_people_have_headshots_and_the_same_file_as_a_picture_its_own_copy(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    scene().save(tmp_path / "pictures" / "aunt.jpg")
    (tmp_path / "people.json").write_text('{"F": [{"id": "a", "role": "Aunt", "name": "Ann", "img": "aunt.jpg"}]}')
    (tmp_path / "items.csv").write_text("id,picture,cast,output\n1,aunt.jpg,F,x\n")
    read = read_import(
        protocol(
            fields={"picture": "image", "cast": {"type": "people"}, "output": "text"},
            stages=[{"id": "rating", "show": ["picture", "cast", "output"], "ask": [SCALE]}],
        ),
        [tmp_path / "items.csv"], media=tmp_path / "pictures", people=tmp_path / "people.json",
        store_media=lambda path, longest: store_media(MediaFolder(tmp_path / "media"), path, longest),
    )  # fmt: skip
    (item,) = read.items
    fields: dict[str, Any] = {**item.fields}
    picture, person = fields["picture"], fields["cast"][0]["picture"]
    assert (picture["small"]["width"], person["small"]["width"]) == (1280, 320)
    assert picture["file"] == person["file"]


UNTOUCHED = """
import sys
from pathlib import Path
from jurybox.exchange.media import MediaFolder, store_media
from jurybox.web import app_from_environment
app_from_environment()
assert store_media(MediaFolder(Path(sys.argv[1]) / "media"), Path(sys.argv[2])).small is None
print("PIL" in sys.modules)
"""


def test_pillow_is_not_loaded_for_the_server_nor_for_small_pictures(tmp_path: Path) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "one.png")
    assert check_media(tmp_path / "one.png").width == 40
    command = [sys.executable, "-c", UNTOUCHED, str(tmp_path), str(tmp_path / "one.png")]
    environment = {**os.environ, "JURYBOX_DATA": str(tmp_path / "data")}
    ended = subprocess.run(command, text=True, capture_output=True, check=True, env=environment)
    assert ended.stdout == "False\n"
