"""What is rated in the studies of a record: small tables of our own; pictures, a sound and clips made on the spot."""

import csv
import json
import math
import shutil
import struct
import wave
from fractions import Fraction
from pathlib import Path

from PIL import Image

from tests.fixtures.clips import Clip, make
from tests.upgrade import protocols
from tests.upgrade.doors import ROOT

HERE = Path(__file__).parent / "material"
PICTURES = {
    "hamaca.png": (80, 60), "mate.png": (60, 80), "jangada.png": (90, 60), "frevo.png": (64, 64),
    "sofa.png": (1700, 12),  # so wide that a smaller copy of it is stored
    "kite.png": (80, 60), "snow-bus.png": (80, 50), "ferry.png": (72, 48),
    "mara.png": (24, 24), "anselm.png": (24, 24), "minka.png": (24, 24), "jonas.png": (24, 24),
}  # fmt: skip
OWN = {
    "every-candidate": protocols.every_candidate,
    "every-segment": protocols.every_segment,
    "known-faults": protocols.known_faults,
}
GUIDELINE = "# How to rate\n\nRead **all** of it first.\n\n- Judge what is there.\n- Ask if you are not sure.\n"


def write_material(work: Path) -> None:
    """All of it below a working folder, with the examples of the repository beside it."""
    folder = work / "material"
    shutil.copytree(HERE, folder)
    (work / "examples").symlink_to(ROOT / "examples")
    media = folder / "media"
    media.mkdir()
    for number, (name, size) in enumerate(PICTURES.items()):
        _picture(number, size).save(media / name)
    for number in (1, 2, 3):
        clip = Clip(f"kitchen-{number}.mp4", Fraction(1, 5), [1], count=50 + number, sound=None, coding={"crf": "40"})
        make(clip, media / clip.name)
    _bell(media / "bell.wav")
    for id, document in OWN.items():
        place = folder / id
        place.mkdir()
        (place / "protocol.json").write_text(json.dumps(document(), indent=1), encoding="utf-8")
        (place / "guideline.en.md").write_text(GUIDELINE, encoding="utf-8")


def rows_of(name: str) -> list[dict[str, str]]:
    with (HERE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _picture(number: int, size: tuple[int, int]) -> Image.Image:
    """Stripes of two colours, other ones in each picture."""
    ground, stripe = (40 + 15 * number, 90, 200 - 12 * number), (250, 230 - 10 * number, 60)
    made = Image.new("RGB", size, ground)
    for x in range(number % 7, size[0], 8):
        made.paste(stripe, (x, 0, min(size[0], x + 3), size[1]))
    return made


def _bell(path: Path) -> None:
    """A quarter of a second of one tone."""
    rate = 8000
    samples = (int(9000 * math.sin(n * 2 * math.pi * 880 / rate)) for n in range(rate // 4))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", "not compressed"))
        file.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
