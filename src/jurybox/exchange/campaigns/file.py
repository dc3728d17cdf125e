"""A campaign's file on its way in: a file of ratings that also knows which names it may hold, and what texts may be."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from jurybox.core import JsonObject
from jurybox.exchange.campaigns.campaign import Files
from jurybox.exchange.files import Form
from jurybox.exchange.ratings.formats import RatingsFile

Html = Literal["refuse", "keep"]
TAGS = (
    "a abbr audio b blockquote body br center code div em embed font form h[1-6] head hr html i iframe img input li"
    " link mark object ol p picture pre s script small source span strong style sub sup svg table tbody td th thead tr"
    " u ul video"
)
HTML = re.compile(rf"</?(?:{'|'.join(TAGS.split())})(?:\s[^<>]*)?/?>", re.I)
ADDRESS = re.compile(r"\s*(?:(?:https?|ftp)://|data:)\S+\s*", re.I)
FETCHED = re.compile(r"<[a-z][^<>]*\s(?:src|href|poster|data)\s*=\s*[\"']?([^\"'\s>]+)", re.I)
"""What a page would fetch."""
MEDIA = re.compile(r"\s*<(img|audio|video)\b[^<>]*\ssrc\s*=\s*[\"']([^\"'<>]+)[\"'][^<>]*/?>(?:\s*</\1>)?\s*", re.I)
FIELDS = {"img": "picture", "audio": "sound", "video": "film"}
TYPES = {"picture": "image", "sound": "audio", "film": "video"}
"""The fields of a source that is no text, and their types."""
Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class HowRead:
    """What an organiser says of a campaign's file."""

    media: Path | None = None
    """The folder of the files that it names."""
    ignore: frozenset[str] = frozenset()
    """Names that it holds and that are passed over."""
    html: Html = "refuse"


class CampaignFile(RatingsFile):
    def __init__(self, path: Path, how: HowRead | None = None, form: Form | None = None) -> None:
        super().__init__(path, form)
        self.how = how or HowRead()
        self._names: dict[tuple[str, str], list[int]] = {}
        self._known: dict[str, list[str]] = {}

    def check_names(self, entry: JsonObject, known: Collection[str], level: str, at: Path_) -> None:
        """Names that nothing is known of are faults, each told once with how often it stands there."""
        for name in entry:
            if name in known:
                continue
            if name in self.how.ignore:
                self.note("campaign.ignored")
                continue
            found = self._names.get((level, name))
            if found is None:
                self._names[level, name] = [self.line_of(*at), 1]
                self._known.setdefault(level, sorted(known))
            else:
                found[1] += 1

    def settle(self) -> None:
        """Names that nothing is known of become faults, now that it is known how many there are."""
        for (level, name), (line, count) in self._names.items():
            self.fault("campaign.unknown_name", line, name, self._known[level], level=level, count=f"{count:,}")

    def plain(self, value: object, where: str, at: Path_) -> str | None:
        """A text as it may stand in a study: no HTML, no address of something to be fetched; None where it is none."""
        if not isinstance(value, str):
            self.fault("campaign.not_a_text", self.line_of(*at), value, where=where)
            return None
        if address := self._address(value):
            self.fault("campaign.address", self.line_of(*at), address, where=where, file_name=_file_name(address))
        elif self.how.html == "refuse" and "<" in value and (tag := HTML.search(value)):
            self.fault("campaign.html", self.line_of(*at), tag.group(), where=where)
        return value

    def _address(self, value: str) -> str | None:
        if ADDRESS.fullmatch(value):
            return value.strip()
        found = FETCHED.search(value) if "<" in value else None
        return found.group(1) if found else None

    def source(self, value: object, where: str, at: Path_) -> tuple[str | None, Files]:
        """A source: a text, or the picture, sound or film that stands in its place and lies in the folder of files."""
        found = MEDIA.fullmatch(value) if isinstance(value, str) and "<" in value else None
        if found is None:
            return self.plain(value, where, at), {}
        name = self._in_folder(found.group(2))
        if name is None:
            return self.plain(value, where, at), {}
        return None, {FIELDS[found.group(1).lower()]: name}

    def _in_folder(self, address: str) -> str | None:
        """The file that is meant: at the same path below the folder, else of the same name."""
        folder = self.how.media
        if folder is None:
            return None
        plain = address.partition("?")[0]
        parts = PurePosixPath(plain).parts if "://" not in plain else ()
        paths: Iterable[PurePosixPath] = (PurePosixPath(*parts[n:]) for n in range(len(parts)))
        for path in (*paths, PurePosixPath(_file_name(address))):
            if ".." not in path.parts and not path.is_absolute() and (folder / path).is_file():
                return path.as_posix()
        return None


def _file_name(address: str) -> str:
    """
    >>> _file_name("https://example.org/clips/one.mp4?size=2")
    'one.mp4'
    """
    return PurePosixPath(address.partition("?")[0]).name or "file"
