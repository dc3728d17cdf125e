"""Media file formats, taken apart just far enough to leave their metadata out of the copy. One module per format."""

from jurybox.exchange.media.containers.first_bytes import copy_plan
from jurybox.exchange.media.containers.mp4_times import frame_timing as mp4_frame_timing
from jurybox.exchange.media.containers.pieces import CopyPlan, SeekableFile, Unreadable
from jurybox.exchange.media.containers.timing import FrameTimes
from jurybox.exchange.media.containers.webm_times import frame_timing as webm_frame_timing

__all__ = [
    "CopyPlan",
    "FrameTimes",
    "SeekableFile",
    "Unreadable",
    "copy_plan",
    "mp4_frame_timing",
    "webm_frame_timing",
]
