"""The file that a media address of Label Studio means. Nothing is fetched: the files are in the media folder."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

_UPLOADED = re.compile(r"^[0-9a-f]{8}-")
"""Label Studio puts this before the name of an uploaded file."""


def names_of(address: str) -> list[str]:
    """Names under which the file may lie in the folder, the likeliest first.

    >>> names_of("/data/upload/3/1a2b3c4d-clip%201.mp4")
    ['data/upload/3/1a2b3c4d-clip 1.mp4', '3/1a2b3c4d-clip 1.mp4', '1a2b3c4d-clip 1.mp4', 'clip 1.mp4']
    >>> names_of("/data/local-files/?d=clips/a.mp4"), names_of("s3://bucket/x/a.mp4"), names_of("a.mp4")
    (['clips/a.mp4', 'a.mp4'], ['x/a.mp4', 'a.mp4'], ['a.mp4'])
    """
    parts = urlsplit(address)
    local = parse_qs(parts.query).get("d") if parts.path.rstrip("/").endswith("local-files") else None
    plain = not parts.scheme and not address.startswith("/")
    name = local[0] if local else address if plain else unquote(parts.path)
    name = name.replace("\\", "/").lstrip("/")
    steps = name.split("/")
    tails = dict.fromkeys([name, "/".join(steps[-2:]), steps[-1], _UPLOADED.sub("", steps[-1])])
    return list(tails)


def finder(folder: Path | None) -> Callable[[str], str]:
    """Looks addresses up in a folder; one that is not there keeps its likeliest name, to be reported missing."""

    @cache
    def find(address: str) -> str:
        names = names_of(address)
        return next((name for name in names if folder and _is_there(folder, name)), names[-1] if names else address)

    return find


def _is_there(folder: Path, name: str) -> bool:
    try:
        return ".." not in name.split("/") and (folder / name).is_file()
    except (OSError, ValueError):
        return False
