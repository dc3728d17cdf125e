"""SubRip (.srt): a number, a line of times, lines of text, an empty line. The lines of a cue become one text.

UTF-8 with or without BOM, UTF-16 with one, or Windows-1252 (Latin-1), which is said.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from jurybox.exchange.files import UTF_8, Faults, Form, encoding_of, short
from jurybox.exchange.film.cues import Cue, Notes

LARGEST = 32 << 20
"""Bytes. The subtitles of a long film take 200 kB."""
_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?", re.ASCII)
_NUMBER = re.compile(r"\s*\d{1,9}\s*", re.ASCII)
_DRESSING = re.compile(r"</?(?:i|b|u|s|font)(?:\s[^>]*)?>|\{\\[^}]*\}", re.IGNORECASE)


@dataclass(slots=True)
class _Block:
    """The lines from one line of times to the next."""

    line: int
    start: float
    end: float
    number: int | None
    lines: list[str] = field(default_factory=list)


def read_subtitles(path: Path, film: str, form: Form, faults: Faults, notes: Notes) -> list[Cue]:
    """The cues as the file has them; what is wrong goes to `faults` with its line, what is odd to `notes`."""
    before = len(faults)
    text = _text(path, form, faults)
    if text is None:
        return []
    blocks = list(_blocks(text, path.name, faults))
    if not blocks and len(faults) == before:
        faults.add("film.no_cues", (path.name, 1))
    _look_for_two_films(blocks, path.name, faults)
    return [_cue(block, film, path.name, notes) for block in blocks]


def _text(path: Path, form: Form, faults: Faults) -> str | None:
    """The text, as one: it is small. None where it can't be had."""
    place = (path.name, 1)
    try:
        if path.stat().st_size > LARGEST:
            faults.add("film.large_subtitles", place, path.stat().st_size, LARGEST)
            return None
        with path.open("rb") as file:
            encoding = encoding_of(file, path.name, form)
            data = file.read()
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        if encoding == UTF_8:
            faults.add("import.not_utf8", (path.name, line), f"0x{data[error.start]:02X}", offset=error.start)
        else:
            faults.add("import.wrong_encoding", place, error.reason)
    except FileNotFoundError:
        faults.add("import.no_such_file", place, str(path))
    except OSError as error:
        faults.add("import.unreadable", place, error.strerror)
    else:
        if "\0" not in text:
            return text
        faults.add("import.null_character", (path.name, 1 + text.count("\n", 0, text.index("\0"))))
    return None


def _blocks(text: str, name: str, faults: Faults) -> Iterator[_Block]:
    block: _Block | None = None
    ended = True
    waiting: tuple[int, str] | None = None
    """A line of digits: the number of the next cue, unless its times don't follow; then it is text like any other."""
    for line, content in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if "-->" in content:
            if block:
                yield block
            block = _begun(line, content, waiting, name, faults)
            ended, waiting = False, None
            continue
        if waiting:
            _take(block, ended, *waiting, name, faults)
            waiting = None
        if not content.strip():
            ended = ended or bool(block and block.lines)
        elif _NUMBER.fullmatch(content):
            waiting = line, content
        else:
            _take(block, ended, line, content, name, faults)
    if waiting:
        _take(block, ended, *waiting, name, faults)
    if block:
        yield block


def _begun(line: int, content: str, number: tuple[int, str] | None, name: str, faults: Faults) -> _Block:
    found = _TIMES.fullmatch(content)
    if not found:
        faults.add("film.wrong_time", (name, line), short(content.strip()))
        return _Block(line, 0, 1, None)
    parts = found.groups()
    start, end = _seconds(*parts[:4]), _seconds(*parts[4:])
    return _Block(line, start, end, int(number[1]) if number else None)


def _seconds(hours: str | None, minutes: str, seconds: str, fraction: str) -> float:
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return (whole * 1000 + int(fraction.ljust(3, "0"))) / 1000


def _take(block: _Block | None, ended: bool, line: int, content: str, name: str, faults: Faults) -> None:
    """Text belongs to the cue above it, up to the first empty line."""
    if block is None or ended:
        faults.add("film.text_without_time", (name, line), short(content.strip()))
    else:
        block.lines.append(content)


def _look_for_two_films(blocks: list[_Block], name: str, faults: Faults) -> None:
    """Where numbers and times both begin anew, a second film begins: its cues would stand among those of the first."""
    for last, block in pairwise(blocks):
        if block.number is None or last.number is None:
            continue
        if block.number <= 1 < last.number and block.start < last.start:
            faults.add("film.two_films", (name, block.line), block.number, last.number)


def _cue(block: _Block, film: str, name: str, notes: Notes) -> Cue:
    text = " ".join(" ".join(block.lines).split())
    plain = " ".join(_DRESSING.sub("", text).split())
    if plain != text:
        notes.add("film.dressing", (name, block.line), short(text))
    return Cue(film, block.start, block.end, plain, (name, block.line))
