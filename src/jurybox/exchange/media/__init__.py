"""Pictures, sounds and films: told apart, stripped of metadata, stored once, made smaller."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.media.files import (
        MediaFile,
        as_value,
        check_media,
        look_at_media,
        store_media,
    )
    from jurybox.exchange.media.folder import MediaFolder
    from jurybox.exchange.media.places import open_media
    from jurybox.exchange.media.thumbnails import HEADSHOT, SCREEN_PIXELS
else:
    __getattr__ = door(__name__)

__all__ = [
    "HEADSHOT",
    "SCREEN_PIXELS",
    "MediaFile",
    "MediaFolder",
    "as_value",
    "check_media",
    "look_at_media",
    "open_media",
    "store_media",
]
