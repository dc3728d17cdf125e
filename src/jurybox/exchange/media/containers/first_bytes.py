"""Which format a file has, told by its first bytes; the ending of its name is not asked."""

from collections.abc import Callable

from jurybox.exchange.media.containers import gif, jpeg, mp3, mp4, ogg, png, wav, webm, webp
from jurybox.exchange.media.containers.pieces import CopyPlan, SeekableFile, Unreadable, broken

FORMATS = ("JPEG", "PNG", "WebP", "GIF", "MP4", "WebM", "MP3", "WAV", "Ogg", "M4A")

MOST_PIXELS = 300_000_000
"""More than any camera takes; a browser would need a gigabyte for them."""


def copy_plan(source: SeekableFile) -> CopyPlan:
    """What to keep of a file; Unreadable if it is broken or of a format we don't take."""
    plan = _plan_of(source)(source)
    if (plan.width or 0) * (plan.height or 0) > MOST_PIXELS:
        raise broken(f"{plan.width} x {plan.height} pixels")
    return plan


def _plan_of(source: SeekableFile) -> Callable[[SeekableFile], CopyPlan]:
    head = source.some(0, 1024)
    form: Callable[[SeekableFile], CopyPlan] | None
    if head[:4] == b"RIFF":
        form = {b"WEBP": webp.plan, b"WAVE": wav.plan}.get(head[8:12])
    elif head[4:8] in (b"ftyp", b"moov", b"mdat", b"wide"):
        form = mp4.plan
    else:
        form = next((plan for magic, plan in _MAGIC if head.startswith(magic)), None)
    if form is None and mp3.frame(head, 0):
        form = mp3.plan
    if form is None:
        raise _refused(head)
    return form


_MAGIC: tuple[tuple[bytes, Callable[[SeekableFile], CopyPlan]], ...] = (
    (b"\xff\xd8\xff", jpeg.plan),
    (png.SIGNATURE, png.plan),
    (b"GIF87a", gif.plan),
    (b"GIF89a", gif.plan),
    (b"\x1aE\xdf\xa3", webm.plan),
    (b"OggS", ogg.plan),
    (b"ID3", mp3.plan),
)


def _refused(head: bytes) -> Unreadable:
    if not head:
        return broken("empty file")
    if b"<svg" in head or b"<!DOCTYPE svg" in head:
        return Unreadable("media.svg", FORMATS)
    return Unreadable("media.unsupported", FORMATS, what="")
