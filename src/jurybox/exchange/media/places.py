"""Which place keeps the media of a data folder: its own folder, another one that servers share, or a bucket."""

from pathlib import Path

from jurybox.core import Refused
from jurybox.exchange.media.folder import MediaFolder

BUCKET = "s3://"
ALLOWED = f"{BUCKET}bucket/prefix, or a folder"


def open_media(data: Path, place: str | None = None, copies_mb: int | None = None) -> MediaFolder:
    """The media of a data folder. A bucket is not asked for anything yet."""
    own = MediaFolder(data / "media")
    if not place:
        return own
    if place.startswith(BUCKET):
        try:
            from jurybox.exchange.media.bucket import COPIES_MB, MediaBucket
        except ImportError as error:
            raise Refused.of("media.no_obstore", "media", place) from error
        return MediaBucket(place, data / "media-copies", own, copies_mb or COPIES_MB)
    if "://" in place or not Path(place).is_dir():
        raise Refused.of("config.bad_media", "media", place, ALLOWED, reason="there is no such folder")
    return MediaFolder(Path(place), own)
