"""How the bytes of a text file are written: UTF-8, UTF-16 by its mark, or Windows-1252, which Latin-1 is a part of.

Bytes above 127 of which none form UTF-8 are a file in an old encoding, as Excel still saves them: it is read, and that
is noted. A file in which some do and others don't is broken UTF-8: to read it would garble it.
"""

import codecs
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from jurybox.core import Fault, Refused
from jurybox.exchange.files.faults import Stop

CHUNK = 1 << 20
UTF_8 = "utf-8-sig"
OLD = "cp1252"
OLD_NAME = "Windows-1252"
ENCODINGS = (
    "utf-8", "utf-16", "iso8859-1", "cp1252", "iso8859-2", "iso8859-9", "iso8859-15", "iso8859-16", "cp1250", "cp1251",
    "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8-r", "mac-roman", "gbk", "gb18030", "big5",
    "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949",
)  # fmt: skip
"""As Python names them; others that are no encoding of texts, such as rot13, must not be had by this door."""

_UTF_8_LETTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_NEVER_OLD = re.compile(rb"[\x81\x8d\x8f\x90\x9d\xff]")
"""Bytes that stand for nothing in Windows-1252, and one that stands for a letter no text has but the mark of UTF-16."""
_HIGH = re.compile(rb"[\x80-\xff]")
_AROUND = 20


@dataclass(frozen=True, slots=True)
class Form:
    """How a text table is written, as far as it was said; and who is told what was guessed instead."""

    encoding: str | None = None
    is_header: Callable[[list[str], list[list[str]]], bool] | None = None
    """Whether the first row names the columns, by it and some rows below it; without it, it does."""
    note: Callable[[Fault], None] | None = None
    """Without it nothing is guessed: what is not UTF-8 is refused."""
    titles: bool = False
    """Whether lines above the table that have just one cell are passed over, and noted."""
    quotes: bool = True
    """False: quotes are characters like any other, as in the TSV files of WMT."""
    longest_cell: int = 1 << 24
    """In characters. A quote that is never closed would otherwise swallow the file."""


STRICT = Form()


def known_encoding(name: str) -> str | None:
    """The encoding by any of its names; None if it is not one that tables come in.

    >>> known_encoding("Latin-1"), known_encoding("UTF8"), known_encoding("rot13")
    ('iso8859-1', 'utf-8', None)
    """
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return found if found in ENCODINGS else None


def checked_encoding(name: str | None) -> str | None:
    """An encoding that was asked for; one that no table comes in is refused with those that do."""
    if name is not None and known_encoding(name) is None:
        raise Refused.of("import.unknown_encoding", given=name, allowed=ENCODINGS)
    return name


def text_stream(file: BinaryIO, name: str, form: Form, newline: str) -> io.TextIOWrapper:
    """The file as text. UTF-16 is full of nulls, and they mean nothing there."""
    encoding = encoding_of(file, name, form)
    if encoding != "utf-16":
        _refuse_nulls(file)
    return io.TextIOWrapper(file, encoding=encoding, newline=newline)


def _refuse_nulls(file: BinaryIO) -> None:
    """A text holds no null character: then it is another kind of file under a wrong name."""
    position = 0
    while chunk := file.read(CHUNK):
        found = chunk.find(b"\0")
        if found >= 0:
            file.seek(0)
            raise Stop("import.null_character", 1 + file.read(position + found).count(b"\n"))
        position += len(chunk)
    file.seek(0)


def encoding_of(file: BinaryIO, name: str, form: Form) -> str:
    """The encoding to open a file with; the file is back at its start. What is neither is left to fail as UTF-8."""
    if form.encoding:
        found = known_encoding(form.encoding) or UTF_8
        return UTF_8 if found == "utf-8" else found
    if form.note is None:
        return UTF_8
    marked = file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    file.seek(0)
    if marked:
        return "utf-16"
    if _is_utf_8(file) or not _is_old(file):
        return UTF_8
    form.note(_note(file, name))
    return OLD


def _is_utf_8(file: BinaryIO) -> bool:
    decode = codecs.getincrementaldecoder("utf-8")().decode
    try:
        while chunk := file.read(CHUNK):
            decode(chunk)
        decode(b"", True)
    except UnicodeDecodeError:
        return False
    finally:
        file.seek(0)
    return True


def _is_old(file: BinaryIO) -> bool:
    before = b""
    try:
        while chunk := file.read(CHUNK):
            text = before + chunk
            if _NEVER_OLD.search(text) or _UTF_8_LETTER.search(text):
                return False
            before = text[-3:]
    finally:
        file.seek(0)
    return True


def _note(file: BinaryIO, name: str) -> Fault:
    """Where the first letter of the old encoding stands, with the words around it to look at."""
    for number, line in enumerate(file, 1):
        if high := _HIGH.search(line):
            start = max(high.start() - _AROUND, 0)
            around = line[start : high.start() + _AROUND].decode(OLD).strip()
            file.seek(0)
            params = {"encoding": OLD_NAME}
            return Fault("import.old_encoding", f"{name}:{number}", around, None, params, name, number)
    raise AssertionError("a file without bytes above 127 is UTF-8")
